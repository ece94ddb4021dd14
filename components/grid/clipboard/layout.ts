import { lengthOf } from "@/components/listing/range";
import { type Area, disjoint } from "../cursor/selection";
import type { Bounds } from "../cursor/steps";

/** The size of what is pasted. */
export interface BlockSize {
  readonly height: number;
  readonly width: number;
}

export interface PasteLayout {
  /** Where its cells go, over and over. Its rows may be more than the grid has. */
  readonly areas: readonly Area[];
  /** Columns of the block for which there is no field. */
  readonly columnsLeftOut: number;
}

/**
 * Where a block goes: one value fills all that is selected; a block fills the current range (`areas[0]`) over
 * and over where that is a multiple of it, and else goes there once, from its first cell.
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

/** A range of one row or column takes as many as the block has. */
function fits(selected: number, pasted: number): boolean {
  return selected === 1 || selected % pasted === 0;
}
