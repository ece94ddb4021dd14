import type { Range } from "./geometry";

/** Rows that are hidden, as ranges in their order of which no two touch. */
export type Folds = readonly Range[];

export function foldAt(folds: Folds, row: number): Range | undefined {
  return folds.find(({ first, end }) => row >= first && row < end);
}

/** The row that is so many shown rows away; past either end of what is shown, one that there is not. */
export function rowAway(folds: Folds, from: number, by: number): number {
  return by < 0 ? rowBefore(folds, from, -by) : rowAfter(folds, from, by);
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

function rowAfter(folds: Folds, from: number, by: number): number {
  let row = from;
  let left = by;
  for (const { first, end } of folds) {
    if (end <= row) continue;
    if (row + left < first) break;
    left -= Math.max(0, first - 1 - row);
    row = end - 1;
  }
  return row + left;
}

function rowBefore(folds: Folds, from: number, by: number): number {
  let row = from;
  let left = by;
  for (const { first, end } of folds.toReversed()) {
    if (first > row) continue;
    if (row - left >= end) break;
    left -= Math.max(0, row - end);
    row = first;
  }
  return row - left;
}
