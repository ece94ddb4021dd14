import type { ColumnExtent } from "@/components/cells/columns";
import { minNumberWidth } from "@/components/fields/frozen-fields";
import type { Range } from "@/components/listing/range";

/** Pixels. The row numbers and the header stay in view. */
export const headerHeight = 32;
/** The height of the line below the last row, with the button for a new one. */
export const tailHeight = 32;
/** The width of the number column for this many rows; a digit takes less than 8 pixels. */
export function numberWidthFor(rows: number): number {
  return Math.max(minNumberWidth, 44 + 8 * String(rows).length);
}

/** The width of the number column, which ends where the first field starts. */
export function numberWidthOf(columns: readonly ColumnExtent[]): number {
  return columns[0]?.left ?? minNumberWidth;
}

/** The columns that overlap `left` to `left + width`, plus one on either side. */
export function columnsToDraw(columns: readonly ColumnExtent[], left: number, width: number): Range {
  const isBefore = (column: ColumnExtent) => column.left + column.width <= left;
  const first = columns.findIndex((column) => !isBefore(column));
  if (first === -1) return { first: columns.length, end: columns.length };
  const after = columns.findIndex((column, index) => index > first && column.left >= left + width);
  const end = after === -1 ? columns.length : after;
  return within(columns.length, first - 1, end + 1);
}

/** The number of rows fully visible on a screen, at least one, for PageDown. */
export function rowsOnScreen(height: number, rowHeight: number): number {
  return Math.max(1, Math.floor(height / rowHeight));
}

function within(count: number, first: number, end: number): Range {
  return { first: Math.max(0, Math.min(first, count)), end: Math.max(0, Math.min(end, count)) };
}
