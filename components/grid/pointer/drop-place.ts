import type { GridColumn } from "@/components/cells/columns";

type Placed = Pick<GridColumn, "left" | "width" | "isPinned">;

/** The target of a dragged column: before the column at `index`, whose left edge is drawn at `at`. */
export interface DropPlace {
  readonly index: number;
  readonly at: number;
}

/**
 * The target nearest to the pointer at `x` pixels from the left edge of the viewport; `scrolled` is the horizontal
 * scroll position. No column can be placed before the first one.
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
