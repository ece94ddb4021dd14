import * as z from "zod";
import { defineFieldType } from "../field-type";
import {
  decimalPlaces,
  displayNumber,
  doubleValue,
  numberFormat,
  numberFromText,
  numberFromTyped,
  numberToText,
  plainToTyped,
} from "../number";
import { shownNumber } from "../shown";

export const number = defineFieldType({
  type: "number",
  label: "Number",
  description: "A number, whole or with a fraction.",
  canBePrimary: true,
  storage: "number",
  empty: null,
  template: z.strictObject({ decimalPlaces: decimalPlaces(1), numberFormat }),
  value: () => doubleValue,
  toText: numberToText,
  fromText: (text, template) => numberFromText(text, template.numberFormat),
  typing: {
    toText: (value, { numberFormat }, locale) => plainToTyped(numberToText(value), numberFormat, locale),
    fromText: (text, { numberFormat }, locale) => numberFromTyped(text, numberFormat, { locale }),
  },
  display: (value, template, locale) =>
    displayNumber(value, template.numberFormat, template.decimalPlaces, locale),
  shown: ({ numberFormat, decimalPlaces }) => shownNumber(numberFormat, decimalPlaces),
  look: { align: "end", editor: "number" },
  examples: [
    { input: 0, text: "0" },
    { input: -12.75, text: "-12.75" },
    { input: "12.5", value: 12.5, text: "12.5" },
    { input: "1e3", value: 1000, text: "1000" },
    { input: 9007199254740991, text: "9007199254740991" },
    { input: 5e-324, text: "5e-324" },
    { template: { numberFormat: "period_comma" }, input: 1234.5, text: "1234.5" },
  ],
  counterexamples: [
    { input: "" },
    { input: "abc" },
    { input: " 5" },
    { input: "0x10" },
    { input: "1e400" },
    { input: 9007199254740992 },
    { input: "1e-400" },
    { input: true },
    { input: [5] },
  ],
});
