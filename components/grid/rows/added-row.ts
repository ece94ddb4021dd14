import { flushSync } from "react-dom";
import { revealEmptyGroup, revealRow } from "../commands/collapse-commands";
import { activeOf, idle, select } from "../cursor/cursor";
import type { GridState } from "../grid-state";
import { notifyHidden, selectRows } from "./go-to-rows";

/** Selects a row that was added at the end; in a sorted or grouped view, follows it to its position. */
export async function goToAddedRow(
  grid: GridState,
  { row, recordId }: { row: number; recordId: string },
): Promise<void> {
  const { bounds, services } = grid;
  services.takeFocus();
  // The new row will arrive in the group of the cursor, so that group is expanded.
  if (grid.cursor.state === "idle") revealEmptyGroup(grid);
  else if (grid.cursor.state === "group-header") revealRow(activeOf(grid.cursor).row, grid);
  const position = { row, column: 0 };
  // Renders at once: the reload below fetches the rows in view.
  flushSync(() => grid.setCursor(select(position, { ...bounds, rows: Math.max(bounds.rows, row + 1) })));
  if (services.orderedBy.length === 0) return void services.reloadSummaries();
  await services.reloadRows();
  const now = services.state();
  const { column, row: at } = activeOf(now.cursor);
  // The cursor has moved, an editor is open, or the cursor has already followed the record.
  if (now.cursor.state !== "selecting" || at !== row) return;
  const there = now.rowOf(recordId);
  if (there === undefined) {
    // Another record is in this row now.
    grid.setCursor(idle);
    notifyHidden(services, { records: [{ id: recordId }] });
  } else if (there !== row) {
    const cell = { row: there, column };
    selectRows(now, { anchor: cell, focus: cell, reach: "cells" }, recordId);
  }
}
