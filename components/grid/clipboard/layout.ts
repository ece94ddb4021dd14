import { lengthOf } from "@/components/listing/range";
import { type Area, disjoint } from "../cursor/selection";
import type { Bounds } from "../cursor/steps";

/** The size of a pasted block. */
export interface BlockSize {
  readonly height: number;
  readonly width: number;
}

export interface PasteLayout {
  /** The areas it fills, repeatedly. They may extend past the last row. */
  readonly areas: readonly Area[];
  /** The number of the block's columns without a field. */
  readonly columnsLeftOut: number;
}

/**
 * Places a block: a single value fills the whole selection; a larger block repeats in the current range (`areas[0]`) if
 * that is a multiple of its size, and otherwise fills from its first cell once.
 */
export function layOut(
  { height, width }: BlockSize,
  areas: readonly Area[],
  bounds: Pick<Bounds, "columns">,
): PasteLayout {
  const [current] = areas;
  if (!current || height === 0 || width === 0) return { areas: [], columnsLeftOut: 0 };
  if (height === 1 && width === 1) return { areas: disjoint(areas), columnsLeftOut: 0 };
  const isMultiple = fits(lengthOf(current.rows), height) && fits(lengthOf(current.columns), width);
  const rows = isMultiple ? Math.max(lengthOf(current.rows), height) : height;
  const columns = isMultiple ? Math.max(lengthOf(current.columns), width) : width;
  const end = { row: current.rows.first + rows, column: current.columns.first + columns };
  const area = {
    rows: { first: current.rows.first, end: end.row },
    columns: { first: current.columns.first, end: Math.min(end.column, bounds.columns) },
  };
  return { areas: [area], columnsLeftOut: Math.max(0, end.column - bounds.columns) };
}

/** A single selected row or column adapts to the block. */
function fits(selected: number, pasted: number): boolean {
  return selected === 1 || selected % pasted === 0;
}
