import { type Cell, cellOf } from "@/components/cells/cell";
import { writeDraft } from "@/components/cells/write-draft";
import type { Cursor } from "../cursor/cursor";
import * as cursors from "../cursor/cursor";
import type { GridState } from "../grid-state";

/** Closes the editor, if one is open, and saves the draft. Returns the cursor afterwards. */
export function commit(grid: GridState): Cursor {
  const { cursor } = grid;
  const cell = editedCell(grid);
  if (cursor.state !== "editing") return cursor;
  const closed = closedAtRecord(grid);
  grid.setCursor(closed);
  if (cell) writeDraft(cell, cursor, grid);
  else if (cursor.draft !== "") grid.onNotSaved(`“${cursor.draft}”: the field was deleted`);
  return closed;
}

/**
 * The cell of the open editor; undefined if its field is gone. If the record is not loaded or deleted, the cell keeps
 * the value it was opened on, and the server decides about the write.
 */
export function editedCell({ cursor, columns, findRecord, store }: GridState): Cell | undefined {
  if (cursor.state !== "editing") return undefined;
  const { recordId, fieldId, opened } = cursor;
  const column = columns.find(({ field }) => field.id === fieldId);
  const record = findRecord(recordId) ?? { id: recordId, data: { [fieldId]: opened.held[0] } };
  return column && cellOf(column, record, store);
}

/** The cursor with its editor closed. A single cell is selected at the current row of its record. */
export function closedAtRecord({ cursor, bounds, recordAt, rowOf }: GridState): Cursor {
  const closed = cursors.close(cursor);
  if (cursor.state !== "editing") return closed;
  const { selection } = cursor;
  const { anchor } = selection;
  const isSameRecord = recordAt(anchor.row)?.id === cursor.recordId;
  const row = cursors.isOneCell(selection) && !isSameRecord ? rowOf(cursor.recordId) : undefined;
  return row === undefined ? closed : cursors.select({ row, column: anchor.column }, bounds);
}
