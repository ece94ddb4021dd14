import type { GridColumn } from "@/components/cells/columns";
import { isEmpty } from "@/lib/field-types";
import type { StorageKind } from "@/lib/field-types/storage";
import { daysText, figureName } from "./figure-names";

/** The summary of one column's cells, counted locally or by the server. */
export interface ColumnSummary {
  readonly cells: number;
  readonly filled: number;
  /** Undefined for list values. */
  readonly unique?: number;
  /** For numbers; `min` and `max` also for dates and datetimes. Undefined if no cell has a value. */
  readonly sum?: number;
  readonly median?: number;
  readonly min?: number | string;
  readonly max?: number | string;
}

/** A formatted figure. */
export interface Figure {
  readonly name: string;
  readonly text: string;
}

/** Summarizes loaded values of a column. */
export function summarizeColumn({ fieldType }: GridColumn, values: readonly unknown[]): ColumnSummary {
  const filled = values.filter((value) => !isEmpty(fieldType, value));
  const counts = {
    cells: values.length,
    filled: filled.length,
    ...(isCountable(fieldType.storage) && { unique: new Set(filled).size }),
  };
  if (filled.length === 0 || !isAmount(fieldType.storage)) return counts;
  if (fieldType.storage !== "number") {
    const ordered = (filled as string[]).toSorted();
    return { ...counts, min: ordered[0] as string, max: ordered.at(-1) as string };
  }
  const numbers = (filled as number[]).toSorted((one, other) => one - other);
  return {
    ...counts,
    sum: sumOf(numbers),
    median: medianOf(numbers),
    min: numbers[0] as number,
    max: numbers.at(-1) as number,
  };
}

/** The figures of the selected columns; several columns have no figures that apply to one only. */
export function figuresOf(columns: readonly GridColumn[], summaries: readonly ColumnSummary[]): Figure[] {
  const [only] = summaries;
  if (!only) return [];
  const total = (part: (each: ColumnSummary) => number) =>
    summaries.reduce((sum, each) => sum + part(each), 0);
  const filled = total((each) => each.filled);
  const cells = total((each) => each.cells);
  const storages = new Set(columns.map(({ fieldType }) => fieldType.storage));
  const [storage] = storages.size === 1 ? storages : [];
  const counts: Figure[] = [
    figure("Count", cells),
    figure(figureName("Filled", storage), filled),
    figure(figureName("Empty", storage), cells - filled),
    ...(summaries.length === 1 && only.unique !== undefined ? [figure("Unique", only.unique)] : []),
  ];
  const amounts = summaries.flatMap((summary, index) => {
    const column = columns[index];
    return column && summary.min !== undefined ? [{ column, summary }] : [];
  });
  return [...counts, ...amountFigures(amounts)];
}

interface Amount {
  readonly column: GridColumn;
  readonly summary: ColumnSummary;
}

function amountFigures(amounts: readonly Amount[]): Figure[] {
  const numbers = amounts.filter(({ summary }) => summary.sum !== undefined);
  // Dates and numbers have no common minimum.
  const [first] = numbers.length > 0 ? numbers : amounts;
  if (!first) return [];
  const show = amountFormat((numbers.length > 0 ? numbers : amounts).map(({ column }) => column));
  if (numbers.length === 0) {
    const [min, max] = extremes(amounts.map(({ summary }) => summary as { min: string; max: string }));
    const { storage } = first.column.fieldType;
    return [
      { name: figureName("Min", storage), text: show(min) },
      { name: figureName("Max", storage), text: show(max) },
      { name: "Range", text: daysText((Date.parse(max) - Date.parse(min)) / 86_400_000) },
    ];
  }
  const sum = sumOf(numbers.map(({ summary }) => summary.sum as number));
  const filled = numbers.reduce((count, { summary }) => count + summary.filled, 0);
  const [min, max] = extremes(numbers.map(({ summary }) => summary as { min: number; max: number }));
  return [
    { name: "Sum", text: show(sum) },
    { name: "Average", text: show(sum / filled) },
    ...(numbers.length === 1 && first.summary.median !== undefined
      ? [{ name: "Median", text: show(first.summary.median) }]
      : []),
    { name: "Min", text: show(min) },
    { name: "Max", text: show(max) },
  ];
}

/** Formats amounts as the fields do if they all agree, otherwise as plain numbers. */
export function amountFormat(columns: readonly GridColumn[]): (value: number | string) => string {
  const [first, ...others] = columns;
  const shape = JSON.stringify([first?.field.type, first?.field.template]);
  const isOneShape = others.every(({ field }) => JSON.stringify([field.type, field.template]) === shape);
  if (!first || !isOneShape || first.fieldType.isDrawn || first.fieldType.isSerial) return plain;
  const { field, fieldType } = first;
  return (value) => fieldType.display(value, field.template);
}

const decimals = new Intl.NumberFormat("en", { maximumFractionDigits: 4 });

function plain(value: number | string): string {
  return typeof value === "number" ? decimals.format(value) : value;
}

function figure(name: string, count: number): Figure {
  return { name, text: count.toLocaleString("en") };
}

function extremes<Value extends number | string>(
  ranges: readonly { readonly min: Value; readonly max: Value }[],
): [min: Value, max: Value] {
  const ascending = (one: Value, other: Value) => (one < other ? -1 : Number(one > other));
  return [
    ranges.map(({ min }) => min).toSorted(ascending)[0] as Value,
    ranges
      .map(({ max }) => max)
      .toSorted(ascending)
      .at(-1) as Value,
  ];
}

/** Kahan-Neumaier summation, which compensates rounding errors: 0.1 ten times is 1. */
export function sumOf(numbers: readonly number[]): number {
  let sum = 0;
  let lost = 0;
  for (const number of numbers) {
    const next = sum + number;
    lost += Math.abs(sum) >= Math.abs(number) ? sum - next + number : number - next + sum;
    sum = next;
  }
  return sum + lost;
}

function medianOf(ordered: readonly number[]): number {
  const middle = ordered.length >> 1;
  const upper = ordered[middle] as number;
  return ordered.length % 2 === 1 ? upper : ((ordered[middle - 1] as number) + upper) / 2;
}

/** True if values can be compared for uniqueness, which excludes lists. */
export function isCountable(storage: StorageKind): boolean {
  return countable.has(storage);
}

const countable: ReadonlySet<StorageKind> = new Set([
  "text",
  "number",
  "boolean",
  "date",
  "timestamp",
  "option",
]);

/** True if values have a minimum and maximum. */
export function isAmount(storage: StorageKind): boolean {
  return storage === "number" || storage === "date" || storage === "timestamp";
}
