import * as z from "zod";
import { defineFieldType } from "../field-type";
import {
  decimalPlaces,
  displayNumber,
  doubleValue,
  movePoint,
  numberFormat,
  numberFromText,
  numberToText,
  plainNumber,
  plainToTyped,
  plainTypedNumber,
} from "../number";
import { shownNumber } from "../shown";
import { quote } from "../text";

const percentTemplate = z.strictObject({
  decimalPlaces: decimalPlaces(0),
  numberFormat,
  showProgressBar: z.boolean().default(false),
  allowNegative: z.boolean().default(false),
});
type PercentTemplate = z.infer<typeof percentTemplate>;

export const percent = defineFieldType({
  type: "percent",
  label: "Percent",
  description: "A fraction shown as a percentage: 0.5 is 50%.",
  canBePrimary: true,
  storage: "number",
  empty: null,
  template: percentTemplate,
  value: ({ allowNegative }) =>
    allowNegative
      ? doubleValue
      : doubleValue.pipe(
          z.number().min(0, {
            error: (issue) => `takes 0 or more, not ${quote(issue.input)}, because allowNegative is off`,
          }),
        ),
  toText: numberToText,
  fromText: (text, template) =>
    text.includes("%")
      ? allowed(fractionOf(plainNumber(text, template.numberFormat, ["%"])), template)
      : allowed(numberFromText(text, template.numberFormat), template),
  typing: {
    toText: toTyped,
    fromText: fromTyped,
  },
  display: (value, { numberFormat, decimalPlaces }, locale) =>
    `${displayNumber(movePoint(String(value), 2), numberFormat, decimalPlaces, locale)}%`,
  shown: ({ numberFormat, decimalPlaces }) =>
    shownNumber(numberFormat, decimalPlaces, { moved: 2, after: "%" }),
  look: { align: "end", editor: "number", cell: "progress" },
  examples: [
    { input: 0.5, text: "0.5" },
    { input: "0.07", value: 0.07, text: "0.07" },
    { input: 1.25, text: "1.25" },
    { template: { allowNegative: true, numberFormat: "period_comma" }, input: -0.125, text: "-0.125" },
  ],
  counterexamples: [{ input: -0.01 }, { input: "50%" }, { input: "" }, { input: true }, { input: [0.5] }],
});

/** Includes the Arabic and the full-width sign. */
const signs = ["%", "\u066a", "\uff05"];

/** Formats a quarter as 25, with as many digits as parse back to the same double. */
function toTyped(value: number, { numberFormat }: PercentTemplate, locale?: string): string {
  const exact = movePoint(String(value), 2);
  const short = numberToText(Number(exact));
  return plainToTyped(fractionOf(short) === value ? short : exact, numberFormat, locale);
}

function fromTyped(text: string, template: PercentTemplate, locale?: string): number | undefined {
  const percentage = plainTypedNumber(text, template.numberFormat, { locale, symbols: signs });
  return allowed(fractionOf(percentage), template);
}

/** Converts a percentage in the JSON number form to a fraction. */
function fractionOf(percentage: string | undefined): number | undefined {
  return percentage === undefined ? undefined : numberFromText(movePoint(percentage, -2), "local");
}

function allowed(value: number | undefined, { allowNegative }: PercentTemplate): number | undefined {
  return value !== undefined && value < 0 && !allowNegative ? undefined : value;
}
