import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { activeOf, type Cursor, groupIdOf, hasSelection, selectionOf } from "./cursor";
import { isSame, type Position } from "./steps";

interface Following {
  /** Scrolls a cell into view, or only its row or column. */
  readonly reveal: (cell: Partial<Position>) => void;
  readonly isWanted: RefObject<boolean>;
  /** The cursor clipped to the grid: rows may have disappeared. */
  readonly kept: Cursor;
  /** Called when the clipping took the focused cell away; the result gets the focus. */
  readonly onKept: (kept: Cursor) => void;
  /** True if the cursor moved along with its records. */
  readonly movedWithRecords: (cursor: Cursor) => boolean;
}

/**
 * Keeps the focus on the active cell or header, and scrolls it or the range's far corner into view after a person has
 * moved it. Takes the focus from elements outside the grid only if `isWanted` is set.
 */
export function useFocus(
  gridRef: RefObject<HTMLElement | null>,
  cursor: Cursor,
  { reveal, isWanted, kept, onKept, movedWithRecords }: Following,
): void {
  const followed = useRef(cursor);
  const focused = useFocusedCell(gridRef);
  // Runs after every render: the first row of an empty grid, for example, is drawn some time after the cursor moved to
  // it.
  useLayoutEffect(() => {
    const grid = gridRef.current;
    if (!grid) return;
    // The record and its row may disappear at once, which moves the cursor to a row that no longer exists.
    if (followed.current === cursor || movedWithRecords(cursor)) {
      const isMoved = kept.state !== "idle" && kept.state !== "editing" && !isAtSame(kept, cursor);
      if (isMoved && focused.current && hasLost(grid, focused.current)) return onKept(kept);
      if (followed.current === cursor) return;
    }
    if (cursor.state === "idle" || !mayFocus(grid, isWanted)) {
      followed.current = cursor;
      isWanted.current = false;
      return;
    }
    const moved = movedWithRecords(cursor) ? undefined : movedPart(followed.current, cursor);
    if (moved) reveal(moved);
    const cell = elementOf(grid, cursor);
    if (!cell) return;
    followed.current = cursor;
    // An open editor has the focus itself.
    if (cursor.state === "editing") return;
    isWanted.current = false;
    if (document.activeElement !== cell) cell.focus({ preventScroll: true });
  });
}

/**
 * The cell or header with the focus, also after it was removed from the DOM, but not after a person moved the focus
 * elsewhere.
 */
function useFocusedCell(gridRef: RefObject<HTMLElement | null>): RefObject<Element | null> {
  const focused = useRef<Element | null>(null);
  useEffect(() => {
    const grid = gridRef.current;
    const stop = new AbortController();
    const listening = { signal: stop.signal };
    grid?.addEventListener("focusin", onFocusIn, listening);
    grid?.addEventListener("focusout", onFocusOut, listening);
    return () => stop.abort();

    function onFocusIn({ target }: FocusEvent): void {
      const isOurs = target instanceof Element && target.matches("[data-column], [data-group]");
      focused.current = isOurs ? target : null;
    }
    function onFocusOut({ target }: FocusEvent): void {
      // Some browsers fire focusout while removing an element; only later is it clear if it is gone.
      queueMicrotask(() => {
        const isLeft = target === focused.current && focused.current?.isConnected && document.hasFocus();
        if (isLeft) focused.current = null;
      });
    }
  }, [gridRef]);
  return focused;
}

/** True if the focused cell was removed and nothing else got the focus, or if it shows another row now. */
function hasLost(grid: HTMLElement, cell: Element): boolean {
  const { activeElement } = document;
  return cell.isConnected ? activeElement === cell && grid.contains(cell) : activeElement === document.body;
}

/** The cell to scroll into view after a change of the cursor; for whole rows or fields only the row or column. */
function movedPart(before: Cursor, now: Exclude<Cursor, { state: "idle" }>): Partial<Position> | undefined {
  if (now.state === "group-header") return { row: now.at.row };
  const { anchor, focus, reach, cycledTo } = selectionOf(now);
  if (!hasSelection(before)) return visible(anchor, reach);
  const previous = selectionOf(before);
  if (cycledTo && now.state === "selecting") return cycledTo;
  if (now.state === "editing") return before.state === "editing" ? undefined : activeOf(now);
  if (previous.reach !== reach && isSame(previous.anchor, anchor)) return undefined;
  if (!isSame(previous.anchor, anchor)) return visible(anchor, reach);
  return isSame(previous.focus, focus) ? anchor : visible(focus, reach);
}

function visible({ row, column }: Position, reach: "cells" | "rows" | "fields" | "all"): Partial<Position> {
  return { cells: { row, column }, rows: { row }, fields: { column }, all: {} }[reach];
}

function mayFocus(grid: HTMLElement, isWanted: RefObject<boolean>): boolean {
  const { activeElement } = document;
  // The person may have opened a dialog since.
  if (activeElement?.closest("[role=dialog], [role=alertdialog]")) return false;
  return isWanted.current || activeElement === document.body || grid.contains(activeElement);
}

/** True if both are on the same header or the same cell. */
function isAtSame(one: Cursor, other: Cursor): boolean {
  const [group, otherGroup] = [groupIdOf(one), groupIdOf(other)];
  return group === otherGroup && (group !== null || isSame(activeOf(one), activeOf(other)));
}

function elementOf(grid: HTMLElement, cursor: Cursor): HTMLElement | null {
  if (cursor.state === "group-header")
    return grid.querySelector<HTMLElement>(`[data-group="${CSS.escape(cursor.groupId)}"]`);
  const { row, column } = activeOf(cursor);
  return grid.querySelector<HTMLElement>(`[data-row="${row}"] [data-column="${column}"]`);
}
