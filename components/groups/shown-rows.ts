import type { Range } from "@/components/listing/range";

/** Ranges of hidden rows, in order; no two touch. */
export type HiddenRows = readonly Range[];

export function hiddenAt(hiddenRows: HiddenRows, row: number): Range | undefined {
  return hiddenRows.find(({ first, end }) => row >= first && row < end);
}

/** The nearest visible row above; −1 for the first. */
export function rowAbove(hiddenRows: HiddenRows, row: number): number {
  return (hiddenAt(hiddenRows, row - 1)?.first ?? row) - 1;
}

/** The nearest visible row below; the row count for the last. */
export function rowBelow(hiddenRows: HiddenRows, row: number): number {
  return hiddenAt(hiddenRows, row + 1)?.end ?? row + 1;
}

/** The nearest visible row of `count` rows. For a hidden row, `first` gives the preferred direction. */
export function nearestShown(
  hiddenRows: HiddenRows,
  row: number,
  { count, first }: { readonly count: number; readonly first: "before" | "after" },
): number | undefined {
  const inside = Math.max(0, Math.min(row, count - 1));
  const hidden = hiddenAt(hiddenRows, inside);
  if (!hidden) return count > 0 ? inside : undefined;
  const before = hidden.first > 0 ? hidden.first - 1 : undefined;
  const after = hidden.end < count ? hidden.end : undefined;
  return first === "before" ? (before ?? after) : (after ?? before);
}
