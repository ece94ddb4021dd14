import type { Reach } from "@/components/commands/command";
import {
  common,
  countOf,
  indexesOf,
  isNothing,
  lengthOf,
  merged,
  ordered,
  type Range,
} from "@/components/listing/range";
import type { Bounds, Position } from "./steps";

/** A selected range by two of its corners. */
export interface Corners {
  /** The corner that a range stays fixed at. */
  readonly anchor: Position;
  /** The corner across, which Shift and a drag move. */
  readonly focus: Position;
  readonly reach: Reach;
}

/** A box of cells, by the rows and the columns that it spans. */
export interface Area {
  readonly rows: Range;
  readonly columns: Range;
}

export function areaOf(
  { anchor, focus, reach }: Corners,
  { rows, columns }: Pick<Bounds, "rows" | "columns">,
): Area {
  return {
    rows: reach === "fields" || reach === "all" ? { first: 0, end: rows } : between(anchor.row, focus.row),
    columns:
      reach === "rows" || reach === "all" ? { first: 0, end: columns } : between(anchor.column, focus.column),
  };
}

/** The range that an area is, with its first cell the active one. */
export function cornersOf({ rows, columns }: Area): Corners {
  return {
    anchor: { row: rows.first, column: columns.first },
    focus: { row: rows.end - 1, column: columns.end - 1 },
    reach: "cells",
  };
}

/** The same cells in areas of which no two have one in common. */
export function disjoint(areas: readonly Area[]): Area[] {
  const parts: Area[] = [];
  for (const area of areas) {
    parts.push(...parts.reduce((rest, part) => rest.flatMap((each) => without(each, part)), [area]));
  }
  return parts;
}

export function countCells(areas: readonly Area[]): number {
  return disjoint(areas).reduce((sum, { rows, columns }) => sum + lengthOf(rows) * lengthOf(columns), 0);
}

/** The rows that something is selected of, as few ranges in their order. */
export function rowsOf(areas: readonly Area[]): Range[] {
  return merged(areas.map(({ rows }) => rows));
}

/** The columns that something is selected of, in their order. */
export function columnsOf(areas: readonly Area[]): number[] {
  return merged(areas.map(({ columns }) => columns)).flatMap(indexesOf);
}

/** One table of what several areas hold: they stand beside each other, or one above the other; undefined where they do neither. */
export function asOneBlock(areas: readonly Area[]): { rows: Range[]; columns: Range[] } | undefined {
  const rows = unique(areas.map((area) => area.rows));
  const columns = unique(areas.map((area) => area.columns));
  if (rows.length > 1 && columns.length > 1) return undefined;
  const isWhole = [rows, columns].every((ranges) => countOf(merged(ranges)) === countOf(ranges));
  return isWhole ? { rows: ordered(rows), columns: ordered(columns) } : undefined;
}

export function contains({ rows, columns }: Area, { row, column }: Position): boolean {
  return row >= rows.first && row < rows.end && column >= columns.first && column < columns.end;
}

function between(one: number, other: number): Range {
  return { first: Math.min(one, other), end: Math.max(one, other) + 1 };
}

/** What is left of an area without another: at most a box above, one below, and one on either side. */
function without(area: Area, other: Area): Area[] {
  const rows = common(area.rows, other.rows);
  const columns = common(area.columns, other.columns);
  if (isNothing(rows) || isNothing(columns)) return [area];
  return [
    { rows: { first: area.rows.first, end: rows.first }, columns: area.columns },
    { rows, columns: { first: area.columns.first, end: columns.first } },
    { rows, columns: { first: columns.end, end: area.columns.end } },
    { rows: { first: rows.end, end: area.rows.end }, columns: area.columns },
  ].filter((part) => !isNothing(part.rows) && !isNothing(part.columns));
}

function unique(ranges: readonly Range[]): Range[] {
  return ranges.filter(
    ({ first, end }, index) => ranges.findIndex((each) => each.first === first && each.end === end) === index,
  );
}
