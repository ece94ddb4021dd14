import { counted } from "@/components/tasks/counted";
import type { RestoredTogether, TrashItem, TrashKind } from "@/lib/contract/trash";

export const kindWords: { readonly [Kind in TrashKind]: string } = {
  base: "Database",
  table: "Table",
  field: "Field",
  view: "View",
  record: "Record",
};

/** Names an entry: one thing by its name, records that were deleted together by their number. */
export function titleOf({ count = 1, records = 0, name }: TrashItem, tableName: string | undefined): string {
  if (count === 1 || records < count) return name || "Unnamed";
  return `${counted(count, "record")}${tableName === undefined ? "" : ` of ${tableName}`}`;
}

/** Says what an entry is, and what was deleted together with it. */
export function kindOf(
  { kind, count = 1, records = 0, name }: TrashItem,
  tableName: string | undefined,
): string {
  if (count > 1 && records === count)
    return `${name || "Unnamed"} and ${(count - 1).toLocaleString("en")} more`;
  const of =
    tableName === undefined || kind === "table" ? kindWords[kind] : `${kindWords[kind]} of ${tableName}`;
  const others = count - 1 - records;
  const more = [
    ...(others > 0 ? [counted(others, "other item")] : []),
    ...(records > 0 && count > 1 ? [counted(records, "record")] : []),
  ];
  return more.length === 0 ? of : `${of}, with ${more.join(" and ")}`;
}

/** Says what a restore has brought back, and what not and why. */
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
