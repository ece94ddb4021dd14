import type { Record } from "@/lib/contract/records";
import type { GridColumn } from "./columns";
import type { Bounds, Cursor, Position } from "./cursor";
import * as cursors from "./cursor";
import type { EditStore } from "./edit-store";
import { editorOf, firstDraft, isReadOnly, readEdit } from "./editors";
import type { Typed } from "./editors/editor";
import { type CellId, type Failure, failureOf, shownValue } from "./edits";
import type { Command } from "./keys";

/** All that a command may look at and do. */
export interface GridState {
  readonly cursor: Cursor;
  readonly bounds: Bounds;
  readonly columns: readonly GridColumn[];
  readonly recordAt: (row: number) => Record | undefined;
  readonly findRecord: (recordId: string) => Record | undefined;
  readonly store: EditStore;
  readonly setCursor: (cursor: Cursor) => void;
  readonly onNotSaved: (reason: string) => void;
}

/** A cell that a command works on: its field, its record, and what it shows. */
interface Cell {
  readonly column: GridColumn;
  readonly recordId: string;
  readonly value: unknown;
  readonly failure: Failure | undefined;
}

/** Does what a key asks for; false leaves the key to the browser. */
export function run(command: Command, grid: GridState): boolean {
  const verb = verbs[command.do] as (command: Command, grid: GridState) => boolean;
  return verb(command, grid);
}

/** Text reaches the focused cell: mostly it opens the editor, with the text in place of the value. */
export function startTyping(text: string, grid: GridState): void {
  const cell = focusedCell(grid);
  if (!cell) return;
  const { Editor, typed = replaceValue } = editorOf(cell.column);
  const doing = Editor ? typed(text, firstDraft(cell.column, cell.value)) : "nothing";
  if (doing === "nothing") return;
  if ("open" in doing) openEditor(cell, doing.open, grid);
  else writeDraft(cell, doing.commit, grid);
}

/** Closes the editor, if one is open, and writes what was typed. Gives the cursor as it is then. */
export function commit(grid: GridState): Cursor {
  const { cursor } = grid;
  if (cursor.state !== "editing") return cursor;
  const closed = cursors.close(cursor);
  grid.setCursor(closed);
  const column = grid.columns.find(({ field }) => field.id === cursor.fieldId);
  const record = grid.findRecord(cursor.recordId);
  if (column && record) writeDraft(cellOf(column, record, grid.store), cursor.draft, grid);
  return closed;
}

/** Selects a cell, after writing what is in an open editor. */
export function selectCell(position: Position, grid: GridState): void {
  commit(grid);
  grid.setCursor(cursors.select(position, grid.bounds));
}

const verbs: {
  [Name in Command["do"]]: (command: Extract<Command, { do: Name }>, grid: GridState) => boolean;
} = {
  move({ step }, grid) {
    if (cursors.leadsOut(grid.cursor, step, grid.bounds)) return false;
    grid.setCursor(cursors.move(grid.cursor, step, grid.bounds));
    return true;
  },
  edit(_, grid) {
    const cell = focusedCell(grid);
    if (!cell) return true;
    const draft = cell.failure?.draft ?? firstDraft(cell.column, cell.value);
    if (editorOf(cell.column).Editor) openEditor(cell, draft, grid);
    else toggle(cell, grid);
    return true;
  },
  clear(_, grid) {
    const cell = focusedCell(grid);
    if (!cell || isReadOnly(cell.column)) return true;
    write(cell, { value: cell.column.fieldType.empty, draft: "" }, grid.store);
    return true;
  },
  toggle(_, grid) {
    const cell = focusedCell(grid);
    if (cell) toggle(cell, grid);
    return true;
  },
  today(_, grid) {
    const cell = focusedCell(grid);
    const draft = cell && editorOf(cell.column).now?.(new Date());
    if (cell && draft !== undefined) writeDraft(cell, draft, grid);
    return true;
  },
  escape(_, grid) {
    grid.setCursor(cursors.cancel(grid.cursor));
    return true;
  },
  reveal(_, grid) {
    grid.setCursor({ ...grid.cursor });
    return true;
  },
  commit({ step }, grid) {
    const isLeaving = step !== undefined && cursors.leadsOut(grid.cursor, step, grid.bounds);
    const closed = commit(grid);
    if (step && !isLeaving) grid.setCursor(cursors.move(closed, step, grid.bounds));
    return !isLeaving;
  },
};

function replaceValue(text: string): Typed {
  return { open: text };
}

function focusedCell(grid: GridState): Cell | undefined {
  if (grid.cursor.state !== "selecting") return undefined;
  const { row, column } = grid.cursor.focus;
  const record = grid.recordAt(row);
  const focused = grid.columns[column];
  return record && focused && cellOf(focused, record, grid.store);
}

function cellOf(column: GridColumn, record: Record, store: EditStore): Cell {
  const edits = store.get().records.get(record.id);
  const { id } = column.field;
  return {
    column,
    recordId: record.id,
    value: shownValue(edits, id, record.data[id]),
    failure: failureOf(edits, id),
  };
}

function openEditor({ recordId, column }: Cell, draft: string, grid: GridState): void {
  grid.setCursor(cursors.edit(grid.cursor, { recordId, fieldId: column.field.id, draft }));
}

function toggle(cell: Cell, { store }: GridState): void {
  const { toggled } = editorOf(cell.column);
  if (toggled) write(cell, { value: toggled(cell.value), draft: "" }, store);
}

function writeDraft(cell: Cell, draft: string, grid: GridState): void {
  // Text that was not touched is not read again: it may say less than the value it was made from.
  const isUntouched = draft === firstDraft(cell.column, cell.value);
  const reading = isUntouched ? { value: cell.value } : readEdit(cell.column, draft);
  if ("value" in reading) {
    write(cell, { value: reading.value, draft }, grid.store);
  } else {
    grid.store.fail(cellIdOf(cell), { reason: reading.problem, draft });
    grid.onNotSaved(reading.problem);
  }
}

/** A value that the cell has already sends nothing. */
function write(cell: Cell, { value, draft }: { value: unknown; draft: string }, store: EditStore): void {
  const isUnchanged = JSON.stringify(value) === JSON.stringify(cell.value);
  if (isUnchanged) store.forgive(cellIdOf(cell));
  else store.write({ ...cellIdOf(cell), value, draft });
}

function cellIdOf({ recordId, column }: Cell): CellId {
  return { recordId, fieldId: column.field.id };
}
