import type { Range } from "@/components/listing/range";

/** Rows that are hidden, as ranges in their order of which no two touch. */
export type Folds = readonly Range[];

export function foldAt(folds: Folds, row: number): Range | undefined {
  return folds.find(({ first, end }) => row >= first && row < end);
}

/** The nearest row above that is shown; of the first one, one that there is not. */
export function rowAbove(folds: Folds, row: number): number {
  return (foldAt(folds, row - 1)?.first ?? row) - 1;
}

/** The nearest row below that is shown; of the last one, one that there is not. */
export function rowBelow(folds: Folds, row: number): number {
  return foldAt(folds, row + 1)?.end ?? row + 1;
}

/** Of `count` rows the shown one that is nearest, in one direction first where the row itself is hidden. */
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
