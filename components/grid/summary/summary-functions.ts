import type { GridColumn } from "@/components/cells/columns";
import type { AggregateFunction } from "@/lib/contract/aggregates";
import type { StorageKind } from "@/lib/field-types/storage";
import { amountFormat, type FigureName, isAmount, isCountable } from "./summary";

/** One way to sum up the values of a field. */
interface SummaryFunction {
  readonly does: AggregateFunction;
  readonly name: FigureName;
  readonly fits: (storage: StorageKind) => boolean;
  /** Whether it gives a number of records, whatever is in them. */
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

/** Those that a field takes. */
export function functionsFor({ fieldType }: GridColumn): readonly SummaryFunction[] {
  return summaryFunctions.filter(({ fits }) => fits(fieldType.storage));
}

/** What a function gave, as the field shows its values. */
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
