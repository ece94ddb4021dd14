import { flushSync } from "react-dom";
import { uncover, uncoverEmpty } from "../commands/fold-commands";
import { activeOf, idle, select } from "../cursor/cursor";
import type { GridState } from "../grid-state";
import { sayElsewhere, selectRows } from "./go-to-rows";

/** Selects a row that was added at the end; and where the view orders its rows, goes with it to its place. */
export async function goToAddedRow(
  grid: GridState,
  { row, recordId }: { row: number; recordId: string },
): Promise<void> {
  const { bounds, services } = grid;
  services.takeFocus();
  // Who is in a group, or on its header, has the row come there.
  if (grid.cursor.state === "idle") uncoverEmpty(grid);
  else if (grid.cursor.state === "heading") uncover(activeOf(grid.cursor).row, grid);
  const position = { row, column: 0 };
  // Drawn at once: what is read again is what is in sight by then.
  flushSync(() => grid.setCursor(select(position, { ...bounds, rows: Math.max(bounds.rows, row + 1) })));
  if (services.orderedBy.length === 0) return void services.reloadSummaries();
  await services.reloadRows();
  const now = services.state();
  const { column, row: at } = activeOf(now.cursor);
  // A person has gone elsewhere, or is typing; or the cursor has been carried along with the record already.
  if (now.cursor.state !== "selecting" || at !== row) return;
  const there = now.rowOf(recordId);
  if (there === undefined) {
    // Whatever stands here now is not what was added.
    grid.setCursor(idle);
    sayElsewhere(services, { records: [{ id: recordId }] });
  } else if (there !== row) {
    const cell = { row: there, column };
    selectRows(now, { anchor: cell, focus: cell, reach: "cells" }, recordId);
  }
}
