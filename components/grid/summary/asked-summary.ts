import type { GridColumn } from "@/components/cells/columns";
import { type ColumnSummary, isAmount, isCountable } from "@/components/cells/summary/summary";
import type { AggregateFunction } from "@/lib/contract/aggregate-functions";

/** One aggregate to request from the server. */
export interface AskedFigure {
  readonly field: string;
  readonly function: AggregateFunction;
}

/** The aggregates to request for columns that are not loaded. Some apply to a single column only. */
export function askedFigures(columns: readonly GridColumn[]): AskedFigure[] {
  const isAlone = columns.length === 1;
  return columns.flatMap((column) =>
    functionsFor(column, isAlone ? "alone" : "among others").map((name) => ({
      field: column.field.id,
      function: name,
    })),
  );
}

/** Converts the response's values, in the order of the requested aggregates, to summaries of the columns. */
export function summariesFrom(
  columns: readonly GridColumn[],
  values: readonly (number | string | null)[],
): ColumnSummary[] {
  const asked = askedFigures(columns).map((each, index) => ({ ...each, value: values[index] ?? null }));
  return columns.map(({ field }) => {
    const own = new Map(
      asked.filter((each) => each.field === field.id).map((each) => [each.function, each.value]),
    );
    const filled = Number(own.get("count_filled") ?? 0);
    const amount = (name: AggregateFunction) => (filled > 0 ? (own.get(name) ?? undefined) : undefined);
    return {
      cells: Number(own.get("count") ?? 0),
      filled,
      unique: (own.get("count_unique") ?? undefined) as number | undefined,
      sum: amount("sum") as number | undefined,
      median: amount("median") as number | undefined,
      min: amount("min"),
      max: amount("max"),
    };
  });
}

function functionsFor({ fieldType }: GridColumn, place: "alone" | "among others"): AggregateFunction[] {
  const { storage } = fieldType;
  const isAlone = place === "alone";
  return [
    "count",
    "count_filled",
    ...(isAlone && isCountable(storage) ? (["count_unique"] as const) : []),
    ...(storage === "number" ? (["sum"] as const) : []),
    ...(isAlone && storage === "number" ? (["median"] as const) : []),
    ...(isAmount(storage) ? (["min", "max"] as const) : []),
  ];
}
