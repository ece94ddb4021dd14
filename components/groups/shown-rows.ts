import type { Range } from "@/components/listing/range";

/** Ranges of hidden rows, in order; no two touch. */
export type Folds = readonly Range[];

export function foldAt(folds: Folds, row: number): Range | undefined {
  return folds.find(({ first, end }) => row >= first && row < end);
}

/** The nearest visible row above; −1 for the first. */
export function rowAbove(folds: Folds, row: number): number {
  return (foldAt(folds, row - 1)?.first ?? row) - 1;
}

/** The nearest visible row below; the row count for the last. */
export function rowBelow(folds: Folds, row: number): number {
  return foldAt(folds, row + 1)?.end ?? row + 1;
}

/** The nearest visible row of `count` rows. For a hidden row, `first` gives the preferred direction. */
export function nearestShown(
  folds: Folds,
  row: number,
  { count, first }: { readonly count: number; readonly first: "before" | "after" },
): number | undefined {
  const inside = Math.max(0, Math.min(row, count - 1));
  const fold = foldAt(folds, inside);
  if (!fold) return count > 0 ? inside : undefined;
  const before = fold.first > 0 ? fold.first - 1 : undefined;
  const after = fold.end < count ? fold.end : undefined;
  return first === "before" ? (before ?? after) : (after ?? before);
}
