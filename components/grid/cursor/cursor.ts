import { type Reach, type Step, type WholeReach, wholeReaches } from "@/components/commands/command";
import type { Opened } from "@/components/edits/edits";
import { foldAt, rowAbove, rowBelow } from "@/components/groups/shown-rows";
import { type Header, lineOf } from "./lines";
import { type Area, areaOf, type Corners } from "./selection";
import {
  type Bounds,
  beside,
  isByTab,
  isEmpty,
  isSame,
  isSideways,
  nearest,
  type Place,
  type Position,
  steps,
  within,
} from "./steps";
import { type WalkStep, walk } from "./walk";

/** The current range, and those that were selected before it with Mod. */
export interface Selection extends Corners {
  readonly further: readonly Corners[];
  /** The cell that Tab and Enter have led on to within the range. */
  readonly walkedTo?: Position | undefined;
  /** The column that Tab has led on from, cell by cell: Enter goes back there, a row further. */
  readonly tabbedFrom?: number | undefined;
}

/**
 * Where a person is in the grid. What is selected is a matter of position, what is edited a matter of
 * identity: rows may move under an open editor. The cell at the anchor is the active one, as in a spreadsheet,
 * until Tab or Enter lead on within the range: it has the browser's focus, takes what is typed, and arrows go on
 * from it.
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
      /** A character has begun the edit, and nobody has gone into the text since: arrows lead on to other cells. */
      readonly isTyped?: boolean;
      /** What was selected when the editor opened: there the cursor goes on afterwards. */
      readonly selection: Selection;
    }
  | {
      /** On the header of a group, where nothing is selected, and nothing can be typed. */
      readonly state: "heading";
      readonly groupId: string;
      /** The first row of the group, and the column in which arrows go on below it and above. */
      readonly at: Position;
      readonly isLeaving: boolean;
    };

export type Selecting = Extract<Cursor, { state: "selecting" }>;

type Heading = Extract<Cursor, { state: "heading" }>;

type CursorWithSelection = Extract<Cursor, { state: "selecting" | "editing" }>;

/** What an editor is opened on. */
export interface EditedCell {
  readonly recordId: string;
  readonly fieldId: string;
  readonly draft: string;
  readonly opened: Opened;
  readonly isTyped?: boolean;
}

/** What a pointer does at a cell, at a row's number or at a field's header. */
export interface Pointing {
  readonly position: Position;
  readonly reach: Exclude<Reach, "all">;
  /** Selects it alone, moves the current range's corner to it, or begins a further range. */
  readonly how: "select" | "extend" | "add";
}

export const idle: Cursor = { state: "idle" };

/** Selects one cell: the nearest to `position` that there is. Where all are folded, the first header is gone to. */
export function select(position: Position, bounds: Bounds): Cursor {
  return selectRange({ anchor: position, focus: position, reach: "cells" }, bounds);
}

/** Selects one range, as far as it lies in the grid. */
export function selectRange(corners: Corners, bounds: Bounds): Cursor {
  const [header] = bounds.headers;
  if (!isEmpty(bounds)) return selecting({ ...inside(corners, bounds), further: [] });
  return header && bounds.columns > 0 ? onHeader(header, corners.anchor.column, bounds) : idle;
}

/** Selects a range and stays at its first cell, as after a paste: its end may be thousands of rows away. */
export function selectFromFirst(corners: Corners, bounds: Bounds): Cursor {
  const selected = selectRange(corners, bounds);
  return selected.state === "selecting" ? { ...selected, walkedTo: selected.anchor } : selected;
}

/** Goes to the header of a group, if it is shown. */
export function goToHeader(groupId: string, column: number, bounds: Bounds): Cursor {
  const header = bounds.headers.find(({ group }) => group.id === groupId);
  return header ? onHeader(header, column, bounds) : idle;
}

/**
 * One step from the active cell or from a header, to a cell, which alone is selected then, or to a header; by Tab to the
 * next cell within a range. The same cursor where nothing changes.
 */
export function move(cursor: Cursor, step: Step, bounds: Bounds): Cursor {
  if (cursor.state === "idle") return select(start, bounds);
  if (isByTab(step) && mayWalk(cursor)) return walkOn(cursor, step, bounds);
  const to = steps[step](placeOf(cursor), bounds);
  return changed(
    cursor,
    to.groupId === null
      ? { ...select(to, bounds), ...tabbed(cursor, step, to) }
      : goToHeader(to.groupId, to.column, bounds),
  );
}

/** Where one goes when what was typed is written: up and down it is from where Tab has led on, or within the range. */
export function moveOn(cursor: Cursor, step: Step, bounds: Bounds): Cursor {
  const isVertical = step === "up" || step === "down";
  if (isVertical && mayWalk(cursor)) return walkOn(cursor, step, bounds);
  const from = isVertical && cursor.state === "selecting" ? cursor.tabbedFrom : undefined;
  const moved = move(cursor, step, bounds);
  return from === undefined || moved.state !== "selecting"
    ? moved
    : select({ ...moved.anchor, column: from }, bounds);
}

/** Moves the corner of the current range one step; the active cell stays. The same cursor where nothing changes. */
export function extend(cursor: Cursor, step: Step, bounds: Bounds): Cursor {
  const from = cursor.state === "idle" ? select(start, bounds) : cursor;
  if (from.state === "heading") return extendFromHeader(from, step, bounds);
  if (from.state !== "selecting") return from;
  const to = steps[step]({ ...from.focus, groupId: null }, bounds);
  const focus = nearest(beside(to, from.focus, bounds), bounds);
  return changed(from, selecting({ ...from, ...fromActive(from), focus }));
}

/** Up or down from a header: a range from the next cell on the way to where the step leads. */
function extendFromHeader(cursor: Heading, step: Step, bounds: Bounds): Cursor {
  const { row, column } = cursor.at;
  const from = placeOf(cursor);
  const to = steps[step](from, bounds);
  const way = Math.sign(lineOf(bounds, to) - lineOf(bounds, from));
  const first = way < 0 ? rowAbove(bounds.folds, row) : rowBelow(bounds.folds, row - 1);
  if (way === 0 || isSideways(step) || first < 0 || first >= bounds.rows) return cursor;
  const last = way < 0 ? Math.min(first, to.row) : Math.max(first, to.groupId === null ? to.row : to.row - 1);
  const focus = nearest({ row: last, column: to.column }, bounds, way < 0 ? "after" : "before");
  return selecting({ anchor: { row: first, column }, focus, reach: "cells", further: [] });
}

/** Widens the ranges to their whole rows or fields; of whole rows the fields, and the reverse, is everything. */
export function spread(cursor: Cursor, reach: Exclude<Reach, "cells">, bounds: Bounds): Cursor {
  if (cursor.state === "heading" && reach === "rows") return spreadGroup(cursor, bounds);
  const isNowhere = cursor.state === "idle" || (cursor.state === "heading" && reach === "all");
  const from = isNowhere ? select(activeOf(cursor), bounds) : cursor;
  if (from.state !== "selecting") return from;
  const widened = <Each extends Corners>(each: Each): Each => ({
    ...each,
    reach: each.reach === "cells" || each.reach === reach ? reach : "all",
  });
  const further = reach === "all" ? [] : from.further.map(widened);
  return selecting({ ...widened(from), further });
}

/** From its header, all rows of a group, where the first or the last is shown: that one is active. */
function spreadGroup(cursor: Heading, bounds: Bounds): Cursor {
  const { rows } = bounds.headers.find(({ group }) => group.id === cursor.groupId)?.group ?? {};
  if (!rows) return cursor;
  const { column } = cursor.at;
  const first = within({ row: rows.first, column }, bounds);
  const last = within({ row: rows.end - 1, column }, bounds);
  const anchor = [first, last].find(({ row }) => !foldAt(bounds.folds, row));
  if (!anchor) return cursor;
  return selecting({ anchor, focus: anchor === first ? last : first, reach: "rows", further: [] });
}

/** What a pointer selects; the same cursor where it extends a range to where that is already. */
export function point(cursor: Cursor, { position, reach, how }: Pointing, bounds: Bounds): Cursor {
  const pointed: Corners = { anchor: position, focus: position, reach };
  const before = hasSelection(cursor) ? selectionOf(cursor) : undefined;
  if (!before || how === "select" || isEmpty(bounds)) return selectRange(pointed, bounds);
  if (how === "extend") {
    // Who drags upwards is not held up by a folded group.
    const first = position.row < before.focus.row ? "before" : "after";
    const focus = nearest(position, bounds, first);
    return changed(cursor, selecting({ ...before, ...fromActive(cursor), focus, reach }));
  }
  const { further, ...current } = before;
  return selecting({ ...inside(pointed, bounds), further: [...further, corners(current)] });
}

/** Whether this step leads out of the grid: Tab past the last cell, Shift+Tab past the first, either after Esc. */
export function leadsOut(cursor: Cursor, step: Step, bounds: Bounds): boolean {
  if (!isByTab(step)) return false;
  if (cursor.state === "idle" || ("isLeaving" in cursor && cursor.isLeaving)) return true;
  if (mayWalk(cursor)) return false;
  const from = placeOf(cursor);
  const to = steps[step](from, bounds);
  return to.groupId === from.groupId && isSame(to, from);
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

/** A person has gone into the text of the open editor: from now on arrows are for that. */
export function goIntoText(cursor: Cursor): Cursor {
  return cursor.state === "editing" && cursor.isTyped ? { ...cursor, isTyped: false } : cursor;
}

/** Closes the editor, if one is open: what was selected is selected again. What becomes of the draft is the caller's matter. */
export function close(cursor: Cursor): Cursor {
  return cursor.state === "editing" ? selecting(cursor.selection) : cursor;
}

/** Esc: closes the editor, and in any case lets the next Tab leave the grid. */
export function cancel(cursor: Cursor): Cursor {
  const closed = close(cursor);
  return "isLeaving" in closed ? { ...closed, isLeaving: true } : closed;
}

/** A person has come back: Tab goes on to the next cell again. */
export function stay(cursor: Cursor): Cursor {
  return "isLeaving" in cursor && cursor.isLeaving ? { ...cursor, isLeaving: false } : cursor;
}

/**
 * The cursor in a grid that has become smaller, or of which groups have been folded: where that has hidden the active
 * cell, it is on their header. An editor stays open, wherever its row is: what was typed is not to be lost.
 */
export function keepInside(cursor: Cursor, bounds: Bounds): Cursor {
  if (cursor.state === "idle") return idle;
  if (cursor.state === "heading") return keepOnHeader(cursor, bounds);
  if (cursor.state === "editing" && bounds.folds.length > 0)
    return keepInside(cursor, { ...bounds, folds: [] });
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

/** Whether nothing but whole rows, or nothing but whole fields, is selected. */
export function wholeReachOf(cursor: Cursor): WholeReach | undefined {
  if (!hasSelection(cursor)) return undefined;
  const { further, reach } = selectionOf(cursor);
  return wholeReaches.find((each) =>
    [reach, ...further.map((range) => range.reach)].every((one) => one === each),
  );
}

/** What is selected, while an editor is open too. */
export function selectionOf(cursor: CursorWithSelection): Selection {
  const { anchor, focus, reach, further, walkedTo, tabbedFrom } =
    cursor.state === "editing" ? cursor.selection : cursor;
  return {
    anchor,
    focus,
    reach,
    further,
    ...(walkedTo && { walkedTo }),
    ...(tabbedFrom !== undefined && { tabbedFrom }),
  };
}

/** What is selected: the current range first, then the others, as they were made last. */
export function areasOf(cursor: Cursor, bounds: Pick<Bounds, "rows" | "columns">): Area[] {
  if (!hasSelection(cursor) || bounds.rows === 0 || bounds.columns === 0) return [];
  const { further, ...current } = selectionOf(cursor);
  return [current, ...further.toReversed()].map((corners) => areaOf(corners, bounds));
}

/** The cell that has the browser's focus, or would have it; of a header the one that is gone to from there. */
export function activeOf(cursor: Cursor): Position {
  if (cursor.state === "heading") return cursor.at;
  if (cursor.state === "idle") return start;
  const { anchor, walkedTo } = selectionOf(cursor);
  return walkedTo ?? anchor;
}

/** The group on whose header it is; null elsewhere. */
export function groupIdOf(cursor: Cursor): string | null {
  return cursor.state === "heading" ? cursor.groupId : null;
}

/** The cursor with which Tab enters the grid. */
export function enteredWith(cursor: Cursor, bounds: Bounds): Cursor {
  return cursor.state === "idle" ? select(start, bounds) : cursor;
}

/** Whether a single cell is selected and nothing else. */
export function isOneCell({ anchor, focus, reach, further }: Selection): boolean {
  return reach === "cells" && isSame(anchor, focus) && further.length === 0;
}

const start: Position = { row: 0, column: 0 };

function farCorner(cursor: Cursor): Position {
  return hasSelection(cursor) ? selectionOf(cursor).focus : activeOf(cursor);
}

function placeOf(cursor: Cursor): Place {
  return { ...activeOf(cursor), groupId: groupIdOf(cursor) };
}

function onHeader({ group }: Header, column: number, bounds: Bounds): Cursor {
  const at = { row: group.rows.first, column: within({ row: 0, column }, bounds).column };
  return { state: "heading", groupId: group.id, at, isLeaving: false };
}

/** The header that a row is folded under. */
function headerOver(row: number, { folds, headers }: Bounds): Header | undefined {
  return foldAt(folds, row) && headers.findLast(({ group }) => group.rows.first <= row);
}

/** Its group may be gone, or in one that has been folded. */
function keepOnHeader(cursor: Cursor & { state: "heading" }, bounds: Bounds): Cursor {
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

/** Whether Tab and Enter lead on within what is selected: in a range of several cells, and in whole rows. */
function mayWalk(cursor: Cursor): cursor is CursorWithSelection {
  if (!hasSelection(cursor)) return false;
  const { anchor, focus, reach } = selectionOf(cursor);
  return reach === "rows" || (reach === "cells" && !isSame(anchor, focus));
}

function walkOn(cursor: CursorWithSelection, step: WalkStep, bounds: Bounds): Cursor {
  const selection = selectionOf(cursor);
  const walkedTo = walk(areaOf(selection, bounds), activeOf(cursor), step, bounds.folds);
  return selecting({ ...selection, walkedTo });
}

/** A range that is extended begins at the active cell, wherever in it that is by now. */
function fromActive(cursor: Cursor): Partial<Selection> {
  return { anchor: activeOf(cursor), walkedTo: undefined, tabbedFrom: undefined };
}

/** What is known of where Tab has led on from, after a step to a cell; in another row it begins anew. */
function tabbed(cursor: Cursor, step: Step, to: Position): Pick<Selection, "tabbedFrom"> {
  if (!isByTab(step) || !hasSelection(cursor)) return {};
  const { anchor, tabbedFrom = anchor.column } = selectionOf(cursor);
  return to.row === anchor.row ? { tabbedFrom } : {};
}

function corners({ anchor, focus, reach }: Corners): Corners {
  return { anchor, focus, reach };
}

/** The next cursor, or the one before where the two look the same and take the same keys. */
function changed(before: Cursor, next: Cursor): Cursor {
  return JSON.stringify(before) === JSON.stringify(next) ? before : next;
}

/** The active cell is one that is shown; what a range covers besides may be hidden. */
function inside({ anchor, focus, reach }: Corners, bounds: Bounds): Corners {
  const active = nearest(anchor, bounds);
  return { anchor: active, focus: isSame(anchor, focus) ? active : within(focus, bounds), reach };
}

function isInside({ anchor, focus }: Corners, bounds: Bounds): boolean {
  return isSame(anchor, nearest(anchor, bounds)) && isSame(focus, within(focus, bounds));
}
