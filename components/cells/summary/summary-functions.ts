import type { GridColumn } from "@/components/cells/columns";
import type { AggregateFunction } from "@/lib/contract/aggregate-functions";
import type { StorageKind } from "@/lib/field-types/storage";
import { daysText, type FigureName, figureName } from "./figure-names";
import { amountFormat, isAmount, isCountable } from "./summary";

/** A function that summarizes the values of a field. */
interface SummaryFunction {
  readonly does: AggregateFunction;
  readonly name: string;
  readonly result: keyof typeof resultTexts;
  /** True if the result says how many records there are, not what their values are. */
  readonly isCount: boolean;
}

interface FunctionOfFields extends Omit<SummaryFunction, "name" | "isCount"> {
  readonly name: FigureName;
  readonly fits: (storage: StorageKind) => boolean;
}

const summaryFunctions: readonly FunctionOfFields[] = [
  { does: "count", name: "Count", fits: any, result: "count" },
  { does: "count_empty", name: "Empty", fits: any, result: "count" },
  { does: "count_filled", name: "Filled", fits: any, result: "count" },
  { does: "count_unique", name: "Unique", fits: isCountable, result: "count" },
  { does: "percent_empty", name: "% empty", fits: any, result: "share" },
  { does: "percent_filled", name: "% filled", fits: any, result: "share" },
  { does: "percent_unique", name: "% unique", fits: isCountable, result: "share" },
  { does: "sum", name: "Sum", fits: isNumber, result: "amount" },
  { does: "average", name: "Average", fits: isNumber, result: "amount" },
  { does: "median", name: "Median", fits: isNumber, result: "amount" },
  { does: "min", name: "Min", fits: isAmount, result: "amount" },
  { does: "max", name: "Max", fits: isAmount, result: "amount" },
  { does: "range", name: "Range", fits: isNumber, result: "amount" },
  { does: "range", name: "Range", fits: isMoment, result: "days" },
];

const percents = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 1 });

const resultTexts = {
  count: (value: number | string, _: GridColumn) => value.toLocaleString("en"),
  share: (value: number | string) => percents.format(Number(value)),
  /** As the field displays its values. */
  amount: (value: number | string, column: GridColumn) => amountFormat([column])(value),
  days: (value: number | string) => daysText(Number(value)),
};

/** The functions that a field supports, in the words for its values. */
export function functionsFor({ fieldType }: GridColumn): readonly SummaryFunction[] {
  const { storage } = fieldType;
  return summaryFunctions
    .filter(({ fits }) => fits(storage))
    .map(({ does, name, result }) => ({
      does,
      name: figureName(name, storage),
      result,
      isCount: result === "count" || result === "share",
    }));
}

/** Formats a result. */
export function summaryText(
  { result }: SummaryFunction,
  column: GridColumn,
  value: number | string | null,
): string {
  return value === null ? "–" : resultTexts[result](value, column);
}

function any(): boolean {
  return true;
}

function isNumber(storage: StorageKind): boolean {
  return storage === "number";
}

function isMoment(storage: StorageKind): boolean {
  return isAmount(storage) && !isNumber(storage);
}
