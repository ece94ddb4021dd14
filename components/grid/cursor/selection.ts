import type { Reach } from "@/components/commands/command";
import {
  countOf,
  indexesOf,
  intersection,
  isEmptyRange,
  lengthOf,
  merged,
  ordered,
  type Range,
} from "@/components/listing/range";
import type { Bounds, Position } from "./steps";

/** A selected range by two of its corners. */
export interface Corners {
  /** The fixed corner. */
  readonly anchor: Position;
  /** The opposite corner, moved by Shift and by dragging. */
  readonly focus: Position;
  readonly reach: Reach;
}

/** A rectangle of cells. */
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

/** An area as a range with its first cell active. */
export function cornersOf({ rows, columns }: Area): Corners {
  return {
    anchor: { row: rows.first, column: columns.first },
    focus: { row: rows.end - 1, column: columns.end - 1 },
    reach: "cells",
  };
}

/** Splits areas so that none overlap. */
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

/** The rows that contain a selection, as merged ranges in order. */
export function rowsOf(areas: readonly Area[]): Range[] {
  return merged(areas.map(({ rows }) => rows));
}

/** The columns that contain a selection, in order. */
export function columnsOf(areas: readonly Area[]): number[] {
  return merged(areas.map(({ columns }) => columns)).flatMap(indexesOf);
}

/** Joins areas to one table if they have the same rows or the same columns; undefined otherwise. */
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

/** Subtracts an area from another: leaves at most one rectangle on each side. */
function without(area: Area, other: Area): Area[] {
  const rows = intersection(area.rows, other.rows);
  const columns = intersection(area.columns, other.columns);
  if (isEmptyRange(rows) || isEmptyRange(columns)) return [area];
  return [
    { rows: { first: area.rows.first, end: rows.first }, columns: area.columns },
    { rows, columns: { first: area.columns.first, end: columns.first } },
    { rows, columns: { first: columns.end, end: area.columns.end } },
    { rows: { first: rows.end, end: area.rows.end }, columns: area.columns },
  ].filter((part) => !isEmptyRange(part.rows) && !isEmptyRange(part.columns));
}

function unique(ranges: readonly Range[]): Range[] {
  return ranges.filter(
    ({ first, end }, index) => ranges.findIndex((each) => each.first === first && each.end === end) === index,
  );
}
