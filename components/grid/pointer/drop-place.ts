import type { GridColumn } from "@/components/cells/columns";

type Placed = Pick<GridColumn, "left" | "width" | "isPinned">;

/** Where a column that is dragged would go: in front of the column at `index`, which is seen to begin at `at`. */
export interface DropPlace {
  readonly index: number;
  readonly at: number;
}

/**
 * The place nearest to the pointer, which is `x` from the left edge of what is seen; `scrolled` is how far the
 * columns that are not frozen have gone to the left. Nothing goes in front of the first column.
 */
export function dropPlaceAt(
  columns: readonly Placed[],
  { x, scrolled, isFrozen }: { x: number; scrolled: number; isFrozen: boolean },
): DropPlace {
  const frozenEnd = columns.reduce((end, { left, width, isPinned }) => (isPinned ? left + width : end), 0);
  const isOverFrozen = isFrozen && x < frozenEnd;
  const inContent = isOverFrozen ? x : x + scrolled;
  const nearest = columns.findIndex(({ left, width }) => inContent < left + width / 2);
  const index = nearest === -1 ? columns.length : Math.max(nearest, Math.min(1, columns.length));
  const before = columns[index - 1];
  const left = before ? before.left + before.width : 0;
  return { index, at: isOverFrozen ? left + scrolled : left };
}
