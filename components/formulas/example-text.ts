import { type Example, type ExampleValue, quoteText } from "@/lib/formulas";
import { errorWords } from "./error-words";

/** An example with its result: `ROUND(2.5) → 3`. */
export function exampleText([formula, value]: Example): string {
  return `${formula} → ${valueText(value)}`;
}

/** A result as a formula would write it. */
export function valueText(value: ExampleValue): string {
  if (value === null) return "blank";
  if (typeof value === "string") return quoteText(value);
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  if (typeof value === "number") return String(value);
  if (isList(value)) return value.map(valueText).join(", ");
  return errorWords[value.error].shown;
}

function isList(value: object): value is Extract<ExampleValue, readonly unknown[]> {
  return Array.isArray(value);
}
