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

export const currency = defineFieldType({
  type: "currency",
  label: "Currency",
  description: "An amount of money, shown with its symbol.",
  canBePrimary: true,
  storage: "number",
  empty: null,
  template: z.strictObject({
    currencySymbol: z.string().max(10).default("$"),
    decimalPlaces: decimalPlaces(2),
    numberFormat,
  }),
  value: () => doubleValue,
  toText: numberToText,
  fromText: (text, template) => numberFromText(text, template.numberFormat, [template.currencySymbol]),
  typing: {
    toText: (value, { numberFormat }, locale) => plainToTyped(numberToText(value), numberFormat, locale),
    fromText: (text, { numberFormat, currencySymbol }, locale) =>
      numberFromTyped(text, numberFormat, { locale, symbols: [currencySymbol] }),
  },
  display: (value, template, locale) => {
    const amount = displayNumber(Math.abs(value), template.numberFormat, template.decimalPlaces, locale);
    return `${value < 0 ? "-" : ""}${template.currencySymbol}${amount}`;
  },
  shown: ({ numberFormat, decimalPlaces, currencySymbol }) =>
    shownNumber(numberFormat, decimalPlaces, { before: currencySymbol }),
  look: { align: "end", editor: "number" },
  examples: [
    { input: 1234.5, text: "1234.5" },
    { input: -0.01, text: "-0.01" },
    {
      template: { currencySymbol: "€", numberFormat: "period_comma" },
      input: "99.95",
      value: 99.95,
      text: "99.95",
    },
  ],
  counterexamples: [{ input: "$5" }, { input: "" }, { input: false }, { input: {} }],
});
