import type { CardWay, Step } from "@/components/commands/command";

/** A gallery as keys see it. */
export interface GalleryShape {
  readonly columns: number;
  /** The number of cards. */
  readonly count: number;
  /** True if a button that adds a card follows the last one. */
  readonly hasNew: boolean;
  /** The number of lines that Page Up and Page Down pass. */
  readonly page: number;
}

/** The row of the nearest card or button that exists. */
export function within({ count, hasNew }: Pick<GalleryShape, "count" | "hasNew">, row: number): number {
  return Math.max(0, Math.min(row, hasNew ? count : count - 1));
}

/** The row one step away; the same one at an edge. Undefined for steps that a gallery does not have. */
export function stepFrom(shape: GalleryShape, row: number, step: Step): number | undefined {
  const { columns, count, page } = shape;
  const last = within(shape, count);
  const lineStart = row - (row % columns);
  const steps: { readonly [Name in Step]?: () => number } = {
    left: () => row - 1,
    right: () => row + 1,
    up: () => (row < columns ? row : row - columns),
    // The last line may be shorter.
    down: () => (lineStart + columns > last ? row : row + columns),
    "first-field": () => lineStart,
    "last-field": () => lineStart + columns - 1,
    "first-cell": () => 0,
    "last-cell": () => (count === 0 ? last : count - 1),
    "page-up": () => Math.max(row % columns, row - page * columns),
    "page-down": () => Math.max(row, Math.min(row + page * columns, count - 1)),
  };
  const to = steps[step]?.();
  return to === undefined ? undefined : within(shape, to);
}

/** The row to which cards are moved, both counted without them; undefined if there is none in this direction. */
export function movedFrom(
  { columns, count }: Pick<GalleryShape, "columns" | "count">,
  row: number,
  way: CardWay,
): number | undefined {
  const rows: { readonly [Way in CardWay]: number } = {
    left: row - 1,
    right: row + 1,
    up: row - columns,
    // The last line may be shorter.
    down: Math.floor(row / columns) < Math.floor(count / columns) ? Math.min(row + columns, count) : row,
    top: 0,
    bottom: count,
  };
  const to = rows[way];
  return to !== row && to >= 0 && to <= count ? to : undefined;
}
