import { type RefObject, useLayoutEffect, useRef } from "react";
import type { Cursor, Position } from "./cursor";

/**
 * Keeps the browser's focus on the cell of the cursor, and that cell in sight, each time a person moves it.
 * The focus is never taken from something outside the grid, unless `isWanted` says so.
 */
export function useFocus(
  gridRef: RefObject<HTMLElement | null>,
  cursor: Cursor,
  { reveal, isWanted }: { reveal: (position: Position) => void; isWanted: RefObject<boolean> },
): void {
  const followed = useRef(cursor);
  // After each drawing: the first row of an empty grid, say, is drawn some time after the cursor is on it.
  useLayoutEffect(() => {
    const grid = gridRef.current;
    if (!grid || followed.current === cursor) return;
    if (cursor.state !== "selecting" || !mayFocus(grid, isWanted)) {
      followed.current = cursor;
      return;
    }
    reveal(cursor.focus);
    const cell = cellAt(grid, cursor.focus);
    if (!cell) return;
    followed.current = cursor;
    isWanted.current = false;
    cell.focus({ preventScroll: true });
  });
}

function mayFocus(grid: HTMLElement, isWanted: RefObject<boolean>): boolean {
  const { activeElement } = document;
  return isWanted.current || activeElement === document.body || grid.contains(activeElement);
}

function cellAt(grid: HTMLElement, { row, column }: Position): HTMLElement | null {
  return grid.querySelector<HTMLElement>(`[data-row="${row}"] > [data-column="${column}"]`);
}

/** The cell that an event came from; undefined outside of cells. */
export function positionOf(target: EventTarget): Position | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>("[data-column]") : null;
  const row = cell?.closest<HTMLElement>("[data-row]");
  return cell && row ? { row: Number(row.dataset.row), column: Number(cell.dataset.column) } : undefined;
}
