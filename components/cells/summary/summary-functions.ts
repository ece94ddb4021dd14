import type { GridColumn } from "@/components/cells/columns";
import type { AggregateFunction } from "@/lib/contract/aggregate-functions";
import type { StorageKind } from "@/lib/field-types/storage";
import { amountFormat, type FigureName, isAmount, isCountable } from "./summary";

/** A function that summarizes the values of a field. */
interface SummaryFunction {
  readonly does: AggregateFunction;
  readonly name: FigureName;
  readonly fits: (storage: StorageKind) => boolean;
  /** True if the result is a number of records. */
  readonly isCount?: true;
}

const summaryFunctions: readonly SummaryFunction[] = [
  { does: "count", name: "Count", fits: any, isCount: true },
  { does: "count_empty", name: "Empty", fits: any, isCount: true },
  { does: "count_filled", name: "Filled", fits: any, isCount: true },
  { does: "count_unique", name: "Unique", fits: isCountable, isCount: true },
  { does: "sum", name: "Sum", fits: isNumber },
  { does: "average", name: "Average", fits: isNumber },
  { does: "median", name: "Median", fits: isNumber },
  { does: "min", name: "Min", fits: isAmount },
  { does: "max", name: "Max", fits: isAmount },
];

/** The functions that a field supports. */
export function functionsFor({ fieldType }: GridColumn): readonly SummaryFunction[] {
  return summaryFunctions.filter(({ fits }) => fits(fieldType.storage));
}

/** Formats a result as the field displays its values. */
export function summaryText(
  { isCount }: SummaryFunction,
  column: GridColumn,
  value: number | string | null,
): string {
  if (value === null) return "–";
  return isCount ? value.toLocaleString("en") : amountFormat([column])(value);
}

function any(): boolean {
  return true;
}

function isNumber(storage: StorageKind): boolean {
  return storage === "number";
}
