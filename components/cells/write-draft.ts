import type { EditStore } from "@/components/edits/edit-store";
import type { Opened } from "@/components/edits/edits";
import type { Reading } from "@/components/edits/read-draft";
import { isSameValue } from "@/components/edits/same-value";
import { type Cell, cellIdOf } from "./cell";
import type { GridColumn } from "./columns";
import { firstDraft, readEdit } from "./editors";

/** A draft for a cell; `opened` is set for text typed in an editor. */
export interface Typing {
  readonly draft: string;
  readonly opened?: Opened | undefined;
}

/** The store for edits, and a callback for failures. */
interface Writing {
  readonly store: EditStore;
  readonly onNotSaved: (reason: string) => void;
}

/** Writes a draft to a cell. If it is invalid, marks the cell and reports the problem. */
export function writeDraft(cell: Cell, { draft, opened }: Typing, { store, onNotSaved }: Writing): void {
  // Someone else may have changed the cell: an unchanged draft must not overwrite that.
  const [before = cell.value] = opened?.held ?? [];
  const reading = readDraftOf({ ...cell, value: before }, draft);
  if (!("value" in reading)) {
    store.fail(cellIdOf(cell), { reason: reading.problem, draft });
    onNotSaved(reading.problem);
  } else if ([before, cell.value].some((value) => isSameValue(reading.value, value)))
    clearFailure(cell, { store });
  else {
    const { value, addsOptions } = reading;
    void store.write({
      edits: [{ ...cellIdOf(cell), value, draft, ...(opened && { opened }) }],
      ...(addsOptions && { addsOptions }),
    });
  }
}

/** Clears the failure of a cell that was given the value it already has. */
export function clearFailure(cell: Cell, { store }: Pick<Writing, "store">): void {
  if (cell.failure) store.clearFailure(cellIdOf(cell));
}

/** Discards the failed text of a cell whose editor is cancelled. A conflict stays open until it is decided. */
export function discardFailure(cell: Cell, writing: Pick<Writing, "store">): void {
  if (!cell.failure?.conflict) clearFailure(cell, writing);
}

/** True if the draft differs from the value the editor was opened on. */
export function isDraftChanged(
  column: GridColumn,
  { draft, opened }: { readonly draft: string; readonly opened: Opened },
): boolean {
  return draft !== firstDraft(column, opened.held[0]);
}

export function readDraftOf({ column, value }: Cell, draft: string): Reading {
  // An unchanged draft keeps the value, because its text may be less precise.
  return draft === firstDraft(column, value) ? { value } : readEdit(column, draft);
}
