import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { activeOf, type Cursor, groupIdOf, hasSelection, selectionOf } from "./cursor";
import { isSame, type Position } from "./steps";

interface Following {
  /** Brings a cell in sight, or only its row or its column. */
  readonly reveal: (cell: Partial<Position>) => void;
  readonly isWanted: RefObject<boolean>;
  /** The cursor as far as it is in the grid: rows may have gone away. */
  readonly kept: Cursor;
  /** Told where that has taken the focus with it, and shall have it. */
  readonly onKept: (kept: Cursor) => void;
  /** Whether it was not a person who has moved it. */
  readonly isCarried: (cursor: Cursor) => boolean;
}

/**
 * Keeps the browser's focus on the active cell or header, and in sight what a person has moved: that cell, or the far corner
 * of its range. The focus is never taken from something outside the grid, unless `isWanted` says so.
 */
export function useFocus(
  gridRef: RefObject<HTMLElement | null>,
  cursor: Cursor,
  { reveal, isWanted, kept, onKept, isCarried }: Following,
): void {
  const followed = useRef(cursor);
  const focused = useFocusedCell(gridRef);
  // After each drawing: the first row of an empty grid, say, is drawn some time after the cursor is on it.
  useLayoutEffect(() => {
    const grid = gridRef.current;
    if (!grid) return;
    // Its record and its row may go away at once: it is carried to where there is no row any more.
    if (followed.current === cursor || isCarried(cursor)) {
      const isMoved = kept.state !== "idle" && kept.state !== "editing" && !isAtSame(kept, cursor);
      if (isMoved && focused.current && hasLost(grid, focused.current)) return onKept(kept);
      if (followed.current === cursor) return;
    }
    if (cursor.state === "idle" || !mayFocus(grid, isWanted)) {
      followed.current = cursor;
      isWanted.current = false;
      return;
    }
    const moved = isCarried(cursor) ? undefined : movedPart(followed.current, cursor);
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

/** The cell or header that has the focus, or had it when it was taken from the page; not one that a person has left. */
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
      // Some browsers tell of this too while they take an element away: whether it is gone shows afterwards.
      queueMicrotask(() => {
        const isLeft = target === focused.current && focused.current?.isConnected && document.hasFocus();
        if (isLeft) focused.current = null;
      });
    }
  }, [gridRef]);
  return focused;
}

/** Whether the cell is gone and nothing has the focus in its place; or it still has it, as that of another row. */
function hasLost(grid: HTMLElement, cell: Element): boolean {
  const { activeElement } = document;
  return cell.isConnected ? activeElement === cell && grid.contains(cell) : activeElement === document.body;
}

/** What a person wants to see after a change of the cursor; of a range of whole rows or fields only where it is. */
function movedPart(before: Cursor, now: Exclude<Cursor, { state: "idle" }>): Partial<Position> | undefined {
  if (now.state === "heading") return { row: now.at.row };
  const { anchor, focus, reach, walkedTo } = selectionOf(now);
  if (!hasSelection(before)) return visible(anchor, reach);
  const previous = selectionOf(before);
  if (walkedTo && now.state === "selecting") return walkedTo;
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
  return isWanted.current || activeElement === document.body || grid.contains(activeElement);
}

/** Whether both are on the same header, or at the same cell. */
function isAtSame(one: Cursor, other: Cursor): boolean {
  const [group, otherGroup] = [groupIdOf(one), groupIdOf(other)];
  return group === otherGroup && (group !== null || isSame(activeOf(one), activeOf(other)));
}

function elementOf(grid: HTMLElement, cursor: Cursor): HTMLElement | null {
  if (cursor.state === "heading")
    return grid.querySelector<HTMLElement>(`[data-group="${CSS.escape(cursor.groupId)}"]`);
  const { row, column } = activeOf(cursor);
  return grid.querySelector<HTMLElement>(`[data-row="${row}"] [data-column="${column}"]`);
}
