import { type Reach, type Step, type WholeReach, wholeReaches } from "@/components/commands/command";
import type { Opened } from "@/components/edits/edits";
import { hiddenAt, rowAbove, rowBelow } from "@/components/groups/shown-rows";
import { type CycleStep, cycleInSelection } from "./cycle-in-selection";
import { type Header, lineOf } from "./lines";
import { type Area, areaOf, type Corners } from "./selection";
import {
  type Bounds,
  beside,
  type CursorPosition,
  isByTab,
  isEmpty,
  isSame,
  isSideways,
  nearest,
  type Position,
  steps,
  within,
} from "./steps";

/** The current range, and further ranges selected before it with Mod. */
export interface Selection extends Corners {
  readonly further: readonly Corners[];
  /** The active cell, if Tab or Enter has moved it within the range. */
  readonly cycledTo?: Position | undefined;
  /** The column where a run of Tab began: Enter returns to it, one row below. */
  readonly tabbedFrom?: number | undefined;
}

/**
 * The position of a person in the grid. A selection is a matter of position, an edit of identity, because rows may move
 * under an open editor. As in spreadsheets, the anchor is the active cell until Tab or Enter move on within the range:
 * it has the focus, receives typed text, and arrows start from it.
 */
export type Cursor =
  | { readonly state: "idle" }
  | (Selection & {
      readonly state: "selecting";
      /** After Esc, Tab leaves the grid instead of moving to the next cell. */
      readonly isLeaving: boolean;
    })
  | {
      readonly state: "editing";
      readonly recordId: string;
      readonly fieldId: string;
      /** The current draft. */
      readonly draft: string;
      readonly opened: Opened;
      /** True if typing opened the editor and the caret has not been moved into the text: arrows save and move on. */
      readonly isTyped?: boolean;
      /** The selection when the editor opened, restored when it closes. */
      readonly selection: Selection;
    }
  | {
      /** On a group header: nothing is selected and nothing can be typed. */
      readonly state: "group-header";
      readonly groupId: string;
      /** The group's first row, and the column where arrows continue above and below. */
      readonly at: Position;
      readonly isLeaving: boolean;
    };

export type Selecting = Extract<Cursor, { state: "selecting" }>;

type OnGroupHeader = Extract<Cursor, { state: "group-header" }>;

type CursorWithSelection = Extract<Cursor, { state: "selecting" | "editing" }>;

/** The cell an editor is opened on. */
export interface EditedCell {
  readonly recordId: string;
  readonly fieldId: string;
  readonly draft: string;
  readonly opened: Opened;
  readonly isTyped?: boolean;
}

/** A pointer action on a cell, a row number or a column header. */
export interface Pointing {
  readonly position: Position;
  readonly reach: Exclude<Reach, "all">;
  /** Selects it alone, moves the current range's corner to it, or starts a further range. */
  readonly how: "select" | "extend" | "add";
}

export const idle: Cursor = { state: "idle" };

/** Selects the visible cell nearest to `position`. If all groups are collapsed, moves to the first header. */
export function select(position: Position, bounds: Bounds): Cursor {
  return selectRange({ anchor: position, focus: position, reach: "cells" }, bounds);
}

/** Selects a range, clipped to the grid. */
export function selectRange(corners: Corners, bounds: Bounds): Cursor {
  const [header] = bounds.headers;
  if (!isEmpty(bounds)) return selecting({ ...inside(corners, bounds), further: [] });
  return header && bounds.columns > 0 ? onHeader(header, corners.anchor.column, bounds) : idle;
}

/** Selects a range with its first cell active, as after a paste: its end may be thousands of rows away. */
export function selectFromFirst(corners: Corners, bounds: Bounds): Cursor {
  const selected = selectRange(corners, bounds);
  return selected.state === "selecting" ? { ...selected, cycledTo: selected.anchor } : selected;
}

/** Moves to a group header, if it is visible. */
export function goToHeader(groupId: string, column: number, bounds: Bounds): Cursor {
  const header = bounds.headers.find(({ group }) => group.id === groupId);
  return header ? onHeader(header, column, bounds) : idle;
}

/**
 * Moves one step from the active cell or a header and selects the cell reached; Tab cycles through a range of several
 * cells. Returns the same cursor if nothing changes.
 */
export function move(cursor: Cursor, step: Step, bounds: Bounds): Cursor {
  if (cursor.state === "idle") return select(start, bounds);
  if (isByTab(step) && canCycle(cursor)) return cycle(cursor, step, bounds);
  const to = steps[step](cursorPositionOf(cursor), bounds);
  return changed(
    cursor,
    to.groupId === null
      ? { ...select(to, bounds), ...tabbed(cursor, step, to) }
      : goToHeader(to.groupId, to.column, bounds),
  );
}

/**
 * Moves on after an edit is saved. Up and down cycle through the range, or return to the column where a run of Tab
 * began.
 */
export function moveAfterCommit(cursor: Cursor, step: Step, bounds: Bounds): Cursor {
  const isVertical = step === "up" || step === "down";
  if (isVertical && canCycle(cursor)) return cycle(cursor, step, bounds);
  const from = isVertical && cursor.state === "selecting" ? cursor.tabbedFrom : undefined;
  const moved = move(cursor, step, bounds);
  return from === undefined || moved.state !== "selecting"
    ? moved
    : select({ ...moved.anchor, column: from }, bounds);
}

/** Moves the current range's corner one step; the active cell stays. Returns the same cursor if nothing changes. */
export function extend(cursor: Cursor, step: Step, bounds: Bounds): Cursor {
  const from = cursor.state === "idle" ? select(start, bounds) : cursor;
  if (from.state === "group-header") return extendFromHeader(from, step, bounds);
  if (from.state !== "selecting") return from;
  const to = steps[step]({ ...from.focus, groupId: null }, bounds);
  const focus = nearest(beside(to, from.focus, bounds), bounds);
  return changed(from, selecting({ ...from, ...fromActive(from), focus }));
}

/** Extends from a header: selects from the first cell in the step's direction to where the step leads. */
function extendFromHeader(cursor: OnGroupHeader, step: Step, bounds: Bounds): Cursor {
  const { row, column } = cursor.at;
  const from = cursorPositionOf(cursor);
  const to = steps[step](from, bounds);
  const way = Math.sign(lineOf(bounds, to) - lineOf(bounds, from));
  const first = way < 0 ? rowAbove(bounds.hiddenRows, row) : rowBelow(bounds.hiddenRows, row - 1);
  if (way === 0 || isSideways(step) || first < 0 || first >= bounds.rows) return cursor;
  const last = way < 0 ? Math.min(first, to.row) : Math.max(first, to.groupId === null ? to.row : to.row - 1);
  const focus = nearest({ row: last, column: to.column }, bounds, way < 0 ? "after" : "before");
  return selecting({ anchor: { row: first, column }, focus, reach: "cells", further: [] });
}

/** Expands the ranges to whole rows or fields; whole rows expanded to fields, or the reverse, select everything. */
export function expandSelection(cursor: Cursor, reach: Exclude<Reach, "cells">, bounds: Bounds): Cursor {
  if (cursor.state === "group-header" && reach === "rows") return expandToGroup(cursor, bounds);
  const isNowhere = cursor.state === "idle" || (cursor.state === "group-header" && reach === "all");
  const from = isNowhere ? select(activeOf(cursor), bounds) : cursor;
  if (from.state !== "selecting") return from;
  const widened = <Each extends Corners>(each: Each): Each => ({
    ...each,
    reach: each.reach === "cells" || each.reach === reach ? reach : "all",
  });
  const further = reach === "all" ? [] : from.further.map(widened);
  return selecting({ ...widened(from), further });
}

/** Selects all rows of a group from its header. The first or last row must be visible to become active. */
function expandToGroup(cursor: OnGroupHeader, bounds: Bounds): Cursor {
  const { rows } = bounds.headers.find(({ group }) => group.id === cursor.groupId)?.group ?? {};
  if (!rows) return cursor;
  const { column } = cursor.at;
  const first = within({ row: rows.first, column }, bounds);
  const last = within({ row: rows.end - 1, column }, bounds);
  const anchor = [first, last].find(({ row }) => !hiddenAt(bounds.hiddenRows, row));
  if (!anchor) return cursor;
  return selecting({ anchor, focus: anchor === first ? last : first, reach: "rows", further: [] });
}

/** Selects with a pointer. Returns the same cursor if the range does not change. */
export function point(cursor: Cursor, { position, reach, how }: Pointing, bounds: Bounds): Cursor {
  const pointed: Corners = { anchor: position, focus: position, reach };
  const before = hasSelection(cursor) ? selectionOf(cursor) : undefined;
  if (!before || how === "select" || isEmpty(bounds)) return selectRange(pointed, bounds);
  if (how === "extend") {
    // Dragging upwards continues past a collapsed group.
    const first = position.row < before.focus.row ? "before" : "after";
    const focus = nearest(position, bounds, first);
    return changed(cursor, selecting({ ...before, ...fromActive(cursor), focus, reach }));
  }
  const { further, ...current } = before;
  return selecting({ ...inside(pointed, bounds), further: [...further, corners(current)] });
}

/** True if a step leaves the grid: Tab past the last cell, Shift+Tab past the first, or either after Esc. */
export function leavesGrid(cursor: Cursor, step: Step, bounds: Bounds): boolean {
  if (!isByTab(step)) return false;
  if (cursor.state === "idle" || ("isLeaving" in cursor && cursor.isLeaving)) return true;
  if (canCycle(cursor)) return false;
  const from = cursorPositionOf(cursor);
  const to = steps[step](from, bounds);
  return to.groupId === from.groupId && isSame(to, from);
}

/** True if the result of a step depends on the number of rows. */
export function dependsOnCount(
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

/** Updates the draft of the open editor. */
export function retype(cursor: Cursor, draft: string): Cursor {
  return cursor.state === "editing" ? { ...cursor, draft } : cursor;
}

/** Moves the caret into the text of the open editor: arrows belong to the text from now on. */
export function moveCaretIntoText(cursor: Cursor): Cursor {
  return cursor.state === "editing" && cursor.isTyped ? { ...cursor, isTyped: false } : cursor;
}

/** Closes the editor, if one is open, and restores the selection. Saving the draft is up to the caller. */
export function close(cursor: Cursor): Cursor {
  return cursor.state === "editing" ? selecting(cursor.selection) : cursor;
}

/** Handles Esc: closes the editor, and lets the next Tab leave the grid. */
export function cancel(cursor: Cursor): Cursor {
  const closed = close(cursor);
  return "isLeaving" in closed ? { ...closed, isLeaving: true } : closed;
}

/** Lets Tab move to the next cell again, after the focus has returned to the grid. */
export function stay(cursor: Cursor): Cursor {
  return "isLeaving" in cursor && cursor.isLeaving ? { ...cursor, isLeaving: false } : cursor;
}

/**
 * Adapts the cursor to a smaller grid or to collapsed groups. If the active cell is hidden, the cursor moves to the
 * header that hides it. An editor stays open wherever its row is, so that no draft is lost.
 */
export function keepInside(cursor: Cursor, bounds: Bounds): Cursor {
  if (cursor.state === "idle") return idle;
  if (cursor.state === "group-header") return keepOnHeader(cursor, bounds);
  if (cursor.state === "editing" && bounds.hiddenRows.length > 0)
    return keepInside(cursor, { ...bounds, hiddenRows: [] });
  const before = selectionOf(cursor);
  const active = activeOf(cursor);
  const header = headerOver(within(active, bounds).row, bounds);
  if (header && bounds.columns > 0) return onHeader(header, active.column, bounds);
  if (isEmpty(bounds)) return cursor.state === "editing" ? cursor : idle;
  const isActiveInside = isSame(active, within(active, bounds));
  if (isActiveInside && [before, ...before.further].every((each) => isInside(each, bounds))) return cursor;
  const further = before.further.map((each) => inside(each, bounds));
  const selection = { ...inside(before, bounds), further };
  return cursor.state === "editing" ? { ...cursor, selection } : selecting(selection);
}

export function hasSelection(cursor: Cursor): cursor is CursorWithSelection {
  return cursor.state === "selecting" || cursor.state === "editing";
}

/** The common reach if only whole rows or only whole fields are selected. */
export function wholeReachOf(cursor: Cursor): WholeReach | undefined {
  if (!hasSelection(cursor)) return undefined;
  const { further, reach } = selectionOf(cursor);
  return wholeReaches.find((each) =>
    [reach, ...further.map((range) => range.reach)].every((one) => one === each),
  );
}

/** The selection, also while an editor is open. */
export function selectionOf(cursor: CursorWithSelection): Selection {
  const { anchor, focus, reach, further, cycledTo, tabbedFrom } =
    cursor.state === "editing" ? cursor.selection : cursor;
  return {
    anchor,
    focus,
    reach,
    further,
    ...(cycledTo && { cycledTo }),
    ...(tabbedFrom !== undefined && { tabbedFrom }),
  };
}

/** The selected areas: the current range first, then the others, latest first. */
export function areasOf(cursor: Cursor, bounds: Pick<Bounds, "rows" | "columns">): Area[] {
  if (!hasSelection(cursor) || bounds.rows === 0 || bounds.columns === 0) return [];
  const { further, ...current } = selectionOf(cursor);
  return [current, ...further.toReversed()].map((corners) => areaOf(corners, bounds));
}

/** The active cell; for a header, the cell where arrows continue from it. */
export function activeOf(cursor: Cursor): Position {
  if (cursor.state === "group-header") return cursor.at;
  if (cursor.state === "idle") return start;
  const { anchor, cycledTo } = selectionOf(cursor);
  return cycledTo ?? anchor;
}

/** The id of the group whose header the cursor is on; otherwise null. */
export function groupIdOf(cursor: Cursor): string | null {
  return cursor.state === "group-header" ? cursor.groupId : null;
}

/** The cursor with which Tab enters the grid. */
export function enteredWith(cursor: Cursor, bounds: Bounds): Cursor {
  return cursor.state === "idle" ? select(start, bounds) : cursor;
}

/** True if exactly one cell is selected. */
export function isOneCell({ anchor, focus, reach, further }: Selection): boolean {
  return reach === "cells" && isSame(anchor, focus) && further.length === 0;
}

const start: Position = { row: 0, column: 0 };

function farCorner(cursor: Cursor): Position {
  return hasSelection(cursor) ? selectionOf(cursor).focus : activeOf(cursor);
}

function cursorPositionOf(cursor: Cursor): CursorPosition {
  return { ...activeOf(cursor), groupId: groupIdOf(cursor) };
}

function onHeader({ group }: Header, column: number, bounds: Bounds): Cursor {
  const at = { row: group.rows.first, column: within({ row: 0, column }, bounds).column };
  return { state: "group-header", groupId: group.id, at, isLeaving: false };
}

/** The header of the collapsed group that hides a row. */
function headerOver(row: number, { hiddenRows, headers }: Bounds): Header | undefined {
  return hiddenAt(hiddenRows, row) && headers.findLast(({ group }) => group.rows.first <= row);
}

/** Replaces a header that is gone or hidden by the nearest one above. */
function keepOnHeader(cursor: Cursor & { state: "group-header" }, bounds: Bounds): Cursor {
  const { headers } = bounds;
  const { row, column } = cursor.at;
  const header =
    headers.find(({ group }) => group.id === cursor.groupId) ??
    headers.findLast(({ group }) => group.rows.first <= row) ??
    headers[0];
  if (!header || bounds.columns === 0) return select(cursor.at, bounds);
  const kept = onHeader(header, column, bounds);
  return isSame(activeOf(kept), cursor.at) && header.group.id === cursor.groupId ? cursor : kept;
}

function selecting(selection: Selection): Selecting {
  return { state: "selecting", ...selection, isLeaving: false };
}

/** True if Tab and Enter cycle in the selection: in a range of several cells, and in whole rows. */
function canCycle(cursor: Cursor): cursor is CursorWithSelection {
  if (!hasSelection(cursor)) return false;
  const { anchor, focus, reach } = selectionOf(cursor);
  return reach === "rows" || (reach === "cells" && !isSame(anchor, focus));
}

function cycle(cursor: CursorWithSelection, step: CycleStep, bounds: Bounds): Cursor {
  const selection = selectionOf(cursor);
  const cycledTo = cycleInSelection(areaOf(selection, bounds), activeOf(cursor), step, bounds.hiddenRows);
  return selecting({ ...selection, cycledTo });
}

/** A range is extended from the active cell, wherever that is within the selection. */
function fromActive(cursor: Cursor): Partial<Selection> {
  return { anchor: activeOf(cursor), cycledTo: undefined, tabbedFrom: undefined };
}

/** The column where the current run of Tab began; a new row starts a new run. */
function tabbed(cursor: Cursor, step: Step, to: Position): Pick<Selection, "tabbedFrom"> {
  if (!isByTab(step) || !hasSelection(cursor)) return {};
  const { anchor, tabbedFrom = anchor.column } = selectionOf(cursor);
  return to.row === anchor.row ? { tabbedFrom } : {};
}

function corners({ anchor, focus, reach }: Corners): Corners {
  return { anchor, focus, reach };
}

/** Returns the previous cursor if the next one equals it, to avoid a render. */
function changed(before: Cursor, next: Cursor): Cursor {
  return JSON.stringify(before) === JSON.stringify(next) ? before : next;
}

/** The active cell must be visible; the rest of a range may be hidden. */
function inside({ anchor, focus, reach }: Corners, bounds: Bounds): Corners {
  const active = nearest(anchor, bounds);
  return { anchor: active, focus: isSame(anchor, focus) ? active : within(focus, bounds), reach };
}

function isInside({ anchor, focus }: Corners, bounds: Bounds): boolean {
  return isSame(anchor, nearest(anchor, bounds)) && isSame(focus, within(focus, bounds));
}
