import type { Step } from "@/components/commands/command";
import { nearestShown, rowAbove, rowBelow } from "@/components/groups/shown-rows";
import { countLines, type Line, type Lines, lineAt, lineOf } from "./lines";

/** A cell by its row and column index in the view, both from 0. */
export interface Position {
  readonly row: number;
  readonly column: number;
}

/**
 * The limits of cursor movement. Arrows visit headers and skip hidden rows. Ranges skip headers and may contain hidden
 * rows. A page is what fits on one screen.
 */
export interface Bounds extends Lines {
  readonly columns: number;
  readonly pageRows: number;
  readonly pageColumns: number;
}

/** A cell, or a group header with the column where movement continues. */
export interface CursorPosition extends Line, Position {}

/**
 * Each step may exceed the edges: callers take the nearest cell. Steps of one line may reach a header; longer ones and
 * Tab go from cell to cell.
 */
export const steps: { readonly [Name in Step]: (from: CursorPosition, bounds: Bounds) => CursorPosition } = {
  up: (from, bounds) => away(from, -1, bounds),
  down: (from, bounds) => away(from, 1, bounds),
  left: (from, bounds) => (from.groupId === null ? onColumn(from, from.column - 1) : around(from, bounds)),
  right: (from, bounds) =>
    from.groupId === null ? onColumn(from, from.column + 1) : onColumn(away(from, 1, bounds), 0),
  "page-up": (from, bounds) => farAway(from, -bounds.pageRows, bounds),
  "page-down": (from, bounds) => farAway(from, bounds.pageRows, bounds),
  "page-left": (from, { pageColumns }) => onColumn(from, from.column - pageColumns),
  "page-right": (from, { pageColumns }) => onColumn(from, from.column + pageColumns),
  top: (from, bounds) => farAway(from, Number.NEGATIVE_INFINITY, bounds),
  bottom: (from, bounds) => farAway(from, Number.POSITIVE_INFINITY, bounds),
  "first-field": (from) => onColumn(from, 0),
  "last-field": (from, { columns }) => onColumn(from, columns - 1),
  "first-cell": (from, bounds) => onColumn(farAway(from, Number.NEGATIVE_INFINITY, bounds), 0),
  "last-cell": (from, bounds) =>
    onColumn(farAway(from, Number.POSITIVE_INFINITY, bounds), bounds.columns - 1),
  next: (from, { rows, columns, hiddenRows }) => {
    if (from.groupId === null && from.column < columns - 1) return onColumn(from, from.column + 1);
    const below = rowBelow(hiddenRows, from.groupId === null ? from.row : from.row - 1);
    return below < rows ? { row: below, column: 0, groupId: null } : from;
  },
  previous: (from, { columns, hiddenRows }) => {
    if (from.groupId === null && from.column > 0) return onColumn(from, from.column - 1);
    const above = rowAbove(hiddenRows, from.row);
    return above >= 0 ? { row: above, column: columns - 1, groupId: null } : from;
  },
};

export const allSteps = Object.keys(steps) as Step[];

function onColumn(place: CursorPosition, column: number): CursorPosition {
  return { ...place, column };
}

/** Moves by a number of lines. */
function away(from: CursorPosition, by: number, bounds: Bounds): CursorPosition {
  const line = clamp(lineOf(bounds, from) + by, countLines(bounds) - 1);
  return { ...lineAt(bounds, line), column: from.column };
}

function farAway(from: CursorPosition, by: number, bounds: Bounds): CursorPosition {
  const to = away(from, by, bounds);
  return from.groupId === null ? beside(to, from, bounds) : to;
}

/** Skips a header in the direction of movement to reach a cell. */
export function beside(to: CursorPosition, from: Position, { hiddenRows }: Bounds): CursorPosition {
  if (to.groupId === null) return to;
  const row = to.row <= from.row ? rowAbove(hiddenRows, to.row) : rowBelow(hiddenRows, to.row - 1);
  return { row, column: to.column, groupId: null };
}

/** Moves from a group header to that of its outer group, if there is one. */
function around(from: CursorPosition, { headers }: Bounds): CursorPosition {
  const inner = headers.find(({ group }) => group.id === from.groupId);
  const outer = headers.findLast(
    ({ group: { level, rows } }) => level + 1 === inner?.group.level && rows.first <= from.row,
  );
  return outer ? { row: outer.group.rows.first, column: from.column, groupId: outer.group.id } : from;
}

export function isByTab(step: Step): step is "next" | "previous" {
  return step === "next" || step === "previous";
}

export function isSideways(step: Step): boolean {
  return step === "left" || step === "right";
}

export function isSame(one: Position, other: Position): boolean {
  return one.row === other.row && one.column === other.column;
}

/** True if there is no visible cell. */
export function isEmpty({ rows, columns, hiddenRows }: Bounds): boolean {
  return columns === 0 || nearestShown(hiddenRows, 0, { count: rows, first: "after" }) === undefined;
}

/** The nearest visible cell. */
export function nearest(position: Position, bounds: Bounds, first: "before" | "after" = "after"): Position {
  const { row, column } = within(position, bounds);
  return { row: nearestShown(bounds.hiddenRows, row, { count: bounds.rows, first }) ?? row, column };
}

export function within({ row, column }: Position, { rows, columns }: Bounds): Position {
  return { row: clamp(row, rows - 1), column: clamp(column, columns - 1) };
}

function clamp(index: number, last: number): number {
  return Math.max(0, Math.min(index, last));
}
