import { numberFromText } from "../../number";
import type { Detector } from "../detector";
import { type CellKind, countMisses } from "../sample";
import { maxDecimalPlaces } from "./amounts";

/** The settings of a field besides its decimal places. */
const templates: { readonly [type: string]: ((kind: CellKind) => object) | undefined } = {
  number: () => ({}),
  percent: () => ({ allowNegative: true }),
  currency: ({ symbol }) => ({ currencySymbol: symbol }),
};

/** Numbers, percentages and amounts of money in a file that says so. */
export const detectCellKinds: Detector = (sample) => {
  const { kind, numbers } = sample;
  const templateOf = kind && templates[kind.type];
  if (!templateOf || countMisses(sample, isPlainNumber) !== 0) return [];
  const places = (numbers?.amounts[0]?.reading.decimalPlaces ?? 0) - (kind.type === "percent" ? 2 : 0);
  const decimalPlaces = Math.min(Math.max(kind.decimalPlaces ?? places, 0), maxDecimalPlaces);
  return [
    { type: kind.type, template: { ...templateOf(kind), decimalPlaces }, unconvertible: 0, isSure: true },
  ];
};

function isPlainNumber(text: string): boolean {
  return numberFromText(text, "local") !== undefined;
}
