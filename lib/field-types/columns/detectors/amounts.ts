import type { AmountKind } from "../amounts";
import type { Detector } from "../detector";
import type { Amounts, Reading } from "../number-evidence";
import { maxMisses } from "../sample";

/** Numbers, percentages and amounts of money. */
export const detectAmounts: Detector = (sample) => {
  const { amounts: [amounts] = [], hasCodes } = sample.numbers ?? {};
  if (!amounts || (amounts.kind === "number" && hasCodes)) return [];
  const unconvertible = sample.filled - amounts.cells;
  if (unconvertible > maxMisses(sample)) return [];
  const { kind: type, reading, otherReading } = amounts;
  const finding = { type, template: templateOf(amounts, reading), unconvertible };
  // `(1)` may be the number of a list.
  const found = { ...finding, isSure: type !== "number" || !amounts.hasBrackets };
  // A point is decimal in the plain text of numbers, whatever the format of the field.
  if (!otherReading || reading.decimalPlaces > 0) return [found];
  return [found, { ...finding, template: templateOf(amounts, otherReading), isSure: false }];
};

const ownKeys: { readonly [Kind in AmountKind]: (amounts: Amounts) => object } = {
  number: () => ({}),
  // Other rows than those of the sample may be negative.
  percent: () => ({ allowNegative: true }),
  currency: ({ symbol }) => ({ currencySymbol: symbol }),
};

/** The most decimal places that a field shows. Values keep all of theirs. */
export const maxDecimalPlaces = 10;

function templateOf(amounts: Amounts, { signs, hasGroups, decimalPlaces }: Reading): object {
  const isPlain = !hasGroups && signs.decimal === ".";
  return {
    ...ownKeys[amounts.kind](amounts),
    numberFormat: isPlain || decimalPlaces + Number(hasGroups) === 0 ? "local" : signs.format,
    decimalPlaces: Math.min(decimalPlaces, maxDecimalPlaces),
  };
}
