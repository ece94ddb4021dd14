import { v4 } from "uuid";
import type { Cell } from "@/components/cells/cell";
import { cellIdOf } from "@/components/cells/cell";
import { isReadOnly } from "@/components/cells/editors";
import { readDraftOf } from "@/components/cells/write-draft";
import { commit, editedCell } from "../commands/commit";
import { notifyReadOnly } from "../commands/notify-read-only";
import { close } from "../cursor/cursor";
import { disjoint } from "../cursor/selection";
import { convertBetweenColumns } from "../fill/convert-between-columns";
import { activeCell, type GridState, selectedAreas, selectedColumns } from "../grid-state";
import { type Filling, newValueOf } from "./filling";
import { writeCells } from "./write-cells";

/** Copies the active cell's value, or the open editor's draft, to every selected cell whose field accepts it. */
export function fillSelection(grid: GridState): void {
  const { cursor } = grid;
  if (cursor.state !== "editing") {
    const cell = activeCell(grid);
    if (!cell) return;
    const columns = selectedColumns(grid);
    if (columns.every(isReadOnly)) return void notifyReadOnly(columns, grid);
    return void writeCells(grid, { label: "Filling", fillings: fillingsWith(cell.value, cell, grid) });
  }
  const cell = editedCell(grid);
  const own = cell && readDraftOf(cell, cursor.draft);
  if (!own || !("value" in own)) return void commit(grid);
  const { draft, opened } = cursor;
  const changeSetId = v4();
  const { value, ...options } = own;
  grid.setCursor(close(cursor));
  // A separate write, so that a conflict in this cell does not affect the others.
  void grid.store.write({ edits: [{ ...cellIdOf(cell), value, draft, opened }], changeSetId, ...options });
  const fillings = fillingsWith(value, cell, grid);
  void writeCells(grid, { label: "Filling", fillings, changeSetId, ...options });
}

/**
 * Fills the other selected cells with a cell's value. Uses the value, because the draft of ids or files means nothing
 * to another field.
 */
function fillingsWith(value: unknown, { column: from, recordId }: Cell, grid: GridState): Filling[] {
  const values = grid.columns.map((to) =>
    isReadOnly(to) ? undefined : newValueOf(to, convertBetweenColumns(value, from, to)),
  );
  const isItself = (row: number, column: number) =>
    grid.columns[column] === from && grid.recordAt(row)?.id === recordId;
  return disjoint(selectedAreas(grid)).map((area) => ({
    area,
    valueAt: (row, column) => (isItself(row, column) ? undefined : values[column]),
  }));
}
