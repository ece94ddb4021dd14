import type { Opened } from "./edits";
import { type Folds, nearestShown, rowAway } from "./shown-rows";

/** A cell by its place in the view: the row's and the column's index, both from 0. */
export interface Position {
  readonly row: number;
  readonly column: number;
}

/** Whether a range is the box between its corners, or the whole rows or fields that lie between them. */
export type Reach = "cells" | "rows" | "fields" | "all";

/** A selected range by two of its corners. */
export interface Corners {
  /** The corner that a range stays fixed at. */
  readonly anchor: Position;
  /** The corner across, which Shift and a drag move. */
  readonly focus: Position;
  readonly reach: Reach;
}

/** The current range, and those that were selected before it with Mod. */
export interface Selection extends Corners {
  readonly further: readonly Corners[];
}

/**
 * Where a person is in the grid. What is selected is a matter of position, what is edited a matter of
 * identity: rows may move under an open editor. The cell at the anchor is the active one, as in a spreadsheet:
 * it has the browser's focus, takes what is typed, and arrows go on from it.
 */
export type Cursor =
  | { readonly state: "idle" }
  | (Selection & {
      readonly state: "selecting";
      /** After Esc, Tab leads out of the grid instead of on to the next cell. */
      readonly isLeaving: boolean;
    })
  | {
      readonly state: "editing";
      readonly recordId: string;
      readonly fieldId: string;
      /** What the editor holds by now. */
      readonly draft: string;
      readonly opened: Opened;
      /** What was selected when the editor opened: there the cursor goes on afterwards. */
      readonly selection: Selection;
    };

/** How far a cursor may go. A page is what one screen shows in full. */
export interface Bounds {
  readonly rows: number;
  readonly columns: number;
  /** The rows of folded groups: the cursor passes over them. A range may reach over them, or end in one. */
  readonly folds: Folds;
  readonly pageRows: number;
  readonly pageColumns: number;
}

/** What an editor is opened on. */
export interface EditedCell {
  readonly recordId: string;
  readonly fieldId: string;
  readonly draft: string;
  readonly opened: Opened;
}

/** What a pointer does at a cell, at a row's number or at a field's header. */
export interface Pointing {
  readonly position: Position;
  readonly reach: Exclude<Reach, "all">;
  /** Selects it alone, moves the current range's corner to it, or begins a further range. */
  readonly how: "select" | "extend" | "add";
}

export const idle: Cursor = { state: "idle" };

/** Selects one cell: the nearest to `position` that there is. */
export function select(position: Position, bounds: Bounds): Cursor {
  return selectRange({ anchor: position, focus: position, reach: "cells" }, bounds);
}

/** Selects one range, as far as it lies in the grid. */
export function selectRange(corners: Corners, bounds: Bounds): Cursor {
  if (isEmpty(bounds)) return idle;
  return selecting({ ...inside(corners, bounds), further: [] });
}

/** One step from the active cell, which alone is selected then; the same cursor where nothing changes. */
export function move(cursor: Cursor, step: Step, bounds: Bounds): Cursor {
  if (cursor.state === "idle") return select(start, bounds);
  return changed(cursor, select(steps[step](activeOf(cursor), bounds), bounds));
}

/** Moves the corner of the current range one step; the active cell stays. The same cursor where nothing changes. */
export function extend(cursor: Cursor, step: Step, bounds: Bounds): Cursor {
  if (cursor.state === "editing") return cursor;
  const from = cursor.state === "idle" ? select(start, bounds) : cursor;
  if (from.state !== "selecting") return from;
  const focus = nearest(steps[step](from.focus, bounds), bounds);
  return changed(from, selecting({ ...from, focus }));
}

/** Widens the ranges to their whole rows or fields; of whole rows the fields, and the reverse, is everything. */
export function spread(cursor: Cursor, reach: Exclude<Reach, "cells">, bounds: Bounds): Cursor {
  if (cursor.state === "editing") return cursor;
  const from = cursor.state === "idle" ? select(start, bounds) : cursor;
  if (from.state !== "selecting") return from;
  const widened = <Each extends Corners>(each: Each): Each => ({
    ...each,
    reach: each.reach === "cells" || each.reach === reach ? reach : "all",
  });
  const further = reach === "all" ? [] : from.further.map(widened);
  return selecting({ ...widened(from), further });
}

/** What a pointer selects; the same cursor where it extends a range to where that is already. */
export function point(cursor: Cursor, { position, reach, how }: Pointing, bounds: Bounds): Cursor {
  const pointed: Corners = { anchor: position, focus: position, reach };
  const before = cursor.state === "idle" ? undefined : selectionOf(cursor);
  if (!before || how === "select" || isEmpty(bounds)) return selectRange(pointed, bounds);
  if (how === "extend") {
    // Who drags upwards is not held up by a folded group.
    const first = position.row < before.focus.row ? "before" : "after";
    return changed(cursor, selecting({ ...before, focus: nearest(position, bounds, first), reach }));
  }
  const { further, ...current } = before;
  return selecting({ ...inside(pointed, bounds), further: [...further, corners(current)] });
}

/** Whether this step leads out of the grid: Tab past the last cell, Shift+Tab past the first, either after Esc. */
export function leadsOut(cursor: Cursor, step: Step, bounds: Bounds): boolean {
  if (step !== "next" && step !== "previous") return false;
  if (cursor.state === "idle" || (cursor.state === "selecting" && cursor.isLeaving)) return true;
  const end = step === "next" ? { row: bounds.rows - 1, column: bounds.columns - 1 } : start;
  return isSame(activeOf(cursor), nearest(end, bounds));
}

/** Whether it makes a difference for a step how many rows there are. */
export function goesByCount(
  cursor: Cursor,
  { do: way, step }: { readonly do: "move" | "extend"; readonly step: Step },
  bounds: Bounds,
): boolean {
  const go = { move, extend }[way];
  const [next, further] = [bounds, { ...bounds, rows: Number.POSITIVE_INFINITY }].map((each) =>
    farCorner(go(cursor, step, each)),
  );
  return next?.row !== further?.row || next?.column !== further?.column;
}

/** Opens an editor on the active cell. */
export function edit(cursor: Cursor, cell: EditedCell): Cursor {
  return cursor.state === "selecting"
    ? { state: "editing", ...cell, selection: selectionOf(cursor) }
    : cursor;
}

/** What was typed into the open editor. */
export function retype(cursor: Cursor, draft: string): Cursor {
  return cursor.state === "editing" ? { ...cursor, draft } : cursor;
}

/** Closes the editor, if one is open: what was selected is selected again. What becomes of the draft is the caller's matter. */
export function close(cursor: Cursor): Cursor {
  return cursor.state === "editing" ? selecting(cursor.selection) : cursor;
}

/** Esc: closes the editor, and in any case lets the next Tab leave the grid. */
export function cancel(cursor: Cursor): Cursor {
  const closed = close(cursor);
  return closed.state === "selecting" ? { ...closed, isLeaving: true } : closed;
}

/** A person has come back: Tab goes on to the next cell again. */
export function stay(cursor: Cursor): Cursor {
  return cursor.state === "selecting" && cursor.isLeaving ? { ...cursor, isLeaving: false } : cursor;
}

/**
 * The cursor in a grid that has become smaller, or of which groups have been folded. An editor stays open, wherever
 * its row is: what was typed is not to be lost.
 */
export function keepInside(cursor: Cursor, bounds: Bounds): Cursor {
  if (cursor.state === "editing" && bounds.folds.length > 0)
    return keepInside(cursor, { ...bounds, folds: [] });
  if (cursor.state === "idle" || isEmpty(bounds)) return cursor.state === "editing" ? cursor : idle;
  const before = selectionOf(cursor);
  if ([before, ...before.further].every((each) => isInside(each, bounds))) return cursor;
  const further = before.further.map((each) => inside(each, bounds));
  const selection = { ...inside(before, bounds), further };
  return cursor.state === "editing" ? { ...cursor, selection } : selecting(selection);
}

/** What is selected, while an editor is open too. */
export function selectionOf(cursor: Exclude<Cursor, { state: "idle" }>): Selection {
  const { anchor, focus, reach, further } = cursor.state === "editing" ? cursor.selection : cursor;
  return { anchor, focus, reach, further };
}

/** The cell that has the browser's focus, or would have it: where Tab enters the grid. */
export function activeOf(cursor: Cursor): Position {
  return cursor.state === "idle" ? start : selectionOf(cursor).anchor;
}

/** The cell by which Tab enters the grid; undefined where none is shown. */
export function tabStopOf(cursor: Cursor, bounds: Bounds): Position | undefined {
  if (cursor.state !== "idle") return activeOf(cursor);
  return isEmpty(bounds) ? undefined : nearest(start, bounds);
}

/** Whether a single cell is selected and nothing else. */
export function isOneCell({ anchor, focus, reach, further }: Selection): boolean {
  return reach === "cells" && isSame(anchor, focus) && further.length === 0;
}

export function isSame(one: Position, other: Position): boolean {
  return one.row === other.row && one.column === other.column;
}

const start: Position = { row: 0, column: 0 };

function farCorner(cursor: Cursor): Position {
  return cursor.state === "idle" ? start : selectionOf(cursor).focus;
}

/** Each may step over the edge: the nearest cell is taken. */
const steps = {
  up: ({ row, column }, { folds }) => ({ row: rowAway(folds, row, -1), column }),
  down: ({ row, column }, { folds }) => ({ row: rowAway(folds, row, 1), column }),
  left: ({ row, column }) => ({ row, column: column - 1 }),
  right: ({ row, column }) => ({ row, column: column + 1 }),
  "page-up": ({ row, column }, { pageRows, folds }) => ({ row: rowAway(folds, row, -pageRows), column }),
  "page-down": ({ row, column }, { pageRows, folds }) => ({ row: rowAway(folds, row, pageRows), column }),
  "page-left": ({ row, column }, { pageColumns }) => ({ row, column: column - pageColumns }),
  "page-right": ({ row, column }, { pageColumns }) => ({ row, column: column + pageColumns }),
  top: ({ column }) => ({ row: 0, column }),
  bottom: ({ column }, { rows }) => ({ row: rows - 1, column }),
  "first-field": ({ row }) => ({ row, column: 0 }),
  "last-field": ({ row }, { columns }) => ({ row, column: columns - 1 }),
  "first-cell": () => start,
  "last-cell": (_, { rows, columns }) => ({ row: rows - 1, column: columns - 1 }),
  next: ({ row, column }, { rows, columns, folds }) => {
    if (column < columns - 1) return { row, column: column + 1 };
    const below = rowAway(folds, row, 1);
    return below < rows ? { row: below, column: 0 } : { row, column };
  },
  previous: ({ row, column }, { columns, folds }) => {
    if (column > 0) return { row, column: column - 1 };
    const above = rowAway(folds, row, -1);
    return above >= 0 ? { row: above, column: columns - 1 } : { row, column };
  },
} satisfies { [step: string]: (from: Position, bounds: Bounds) => Position };

export type Step = keyof typeof steps;
export const allSteps = Object.keys(steps) as Step[];

function selecting({ anchor, focus, reach, further }: Selection): Cursor & { state: "selecting" } {
  return { state: "selecting", anchor, focus, reach, further, isLeaving: false };
}

function corners({ anchor, focus, reach }: Corners): Corners {
  return { anchor, focus, reach };
}

/** The next cursor, or the one before where the two look the same and take the same keys. */
function changed(before: Cursor, next: Cursor): Cursor {
  return JSON.stringify(before) === JSON.stringify(next) ? before : next;
}

/** Whether there is no cell that could be selected. */
function isEmpty({ rows, columns, folds }: Bounds): boolean {
  return columns === 0 || nearestShown(folds, 0, { count: rows, first: "after" }) === undefined;
}

/** The active cell is one that is shown; what a range covers besides may be hidden. */
function inside({ anchor, focus, reach }: Corners, bounds: Bounds): Corners {
  const active = nearest(anchor, bounds);
  return { anchor: active, focus: isSame(anchor, focus) ? active : within(focus, bounds), reach };
}

function isInside({ anchor, focus }: Corners, bounds: Bounds): boolean {
  return isSame(anchor, nearest(anchor, bounds)) && isSame(focus, within(focus, bounds));
}

/** The nearest cell that is shown. */
function nearest(position: Position, bounds: Bounds, first: "before" | "after" = "after"): Position {
  const { row, column } = within(position, bounds);
  return { row: nearestShown(bounds.folds, row, { count: bounds.rows, first }) ?? row, column };
}

function within({ row, column }: Position, { rows, columns }: Bounds): Position {
  return { row: clamp(row, rows - 1), column: clamp(column, columns - 1) };
}

function clamp(index: number, last: number): number {
  return Math.max(0, Math.min(index, last));
}
