import { counted } from "@/components/tasks/counted";
import type { RestoredTogether, TrashItem, TrashKind } from "@/lib/contract/trash";

export const kindWords: { readonly [Kind in TrashKind]: string } = {
  base: "Database",
  table: "Table",
  field: "Field",
  view: "View",
  record: "Record",
};

/**
 * The title of an entry: the name of a single item or of a table with its records, the number of records deleted
 * together, or the names of other groups by their most important item.
 */
export function titleOf(item: TrashItem, tableName: string | undefined): string {
  const { kind, count = 1, records = 0, name } = item;
  if (count > 1 && records === count)
    return `${counted(count, "record")}${tableName === undefined ? "" : ` in ${tableName}`}`;
  const isOneThing = count === 1 || (kind === "table" && records === count - 1);
  return isOneThing ? name || "Unnamed" : andMore(item);
}

function andMore({ name, count = 1 }: TrashItem): string {
  return `${name || "Unnamed"} and ${(count - 1).toLocaleString("en")} more`;
}

/** Describes an entry: its kind, and what was deleted together with it. */
export function kindOf(item: TrashItem, tableName: string | undefined): string {
  const { kind, count = 1, records = 0 } = item;
  if (count > 1 && records === count) return andMore(item);
  const of =
    tableName === undefined || kind === "table" ? kindWords[kind] : `${kindWords[kind]} in ${tableName}`;
  const others = count - 1 - records;
  const more = [
    ...(others > 0 ? [counted(others, "other item")] : []),
    ...(records > 0 && count > 1 ? [counted(records, "record")] : []),
  ];
  return more.length === 0 ? of : `${of}, with ${more.join(" and ")}`;
}

/** The message after a restore: what was restored, and why the rest was not. */
export function restoredText(
  what: string,
  { restored, skipped, skippedCount }: Pick<RestoredTogether, "restored" | "skipped" | "skippedCount">,
): { title: string; detail?: string; isError?: true } {
  if (skippedCount === 0) return { title: `${what} restored` };
  const reasons = [...new Set(skipped.map(({ reason }) => reason))].slice(0, 3).join("; ");
  return {
    title: restored === 0 ? `${what} not restored` : `${counted(restored, "item")} restored`,
    detail: `${counted(skippedCount, "item")} could not be restored: ${reasons}`,
    isError: true,
  };
}
