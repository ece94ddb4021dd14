import { lengthOf, type Range } from "@/components/listing/range";
import type { Area } from "../cursor/selection";
import type { Position } from "../cursor/steps";

/** The source and target of a fill, and if values continue as a series or are copied. */
export interface Fill {
  readonly source: Area;
  readonly target: Area;
  /** The direction: vertical or horizontal. */
  readonly along: "rows" | "columns";
  readonly how: "series" | "copy";
}

/** The fill of a handle dragged from an area to a cell, along the longer distance; undefined within the area. */
export function fillToward(area: Area, { row, column }: Position): Fill | undefined {
  const rows = beyond(area.rows, row);
  const columns = beyond(area.columns, column);
  const along = lengthOf(rows) >= lengthOf(columns) ? "rows" : "columns";
  const range = along === "rows" ? rows : columns;
  if (lengthOf(range) === 0) return undefined;
  return { source: area, target: { ...area, [along]: range }, along, how: "series" };
}

/** The range from an edge of a range to an index outside; empty for an index inside. */
function beyond({ first, end }: Range, index: number): Range {
  if (index < first) return { first: index, end: first };
  return { first: end, end: Math.max(end, index + 1) };
}
