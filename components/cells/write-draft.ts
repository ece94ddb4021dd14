import type { EditStore } from "@/components/edits/edit-store";
import type { Opened } from "@/components/edits/edits";
import type { Reading } from "@/components/edits/read-draft";
import { isSameValue } from "@/components/edits/same-value";
import { type Cell, cellIdOf } from "./cell";
import type { GridColumn } from "./columns";
import { firstDraft, readEdit } from "./editors";

/** What was typed for a cell; `opened` where that was in an editor. */
export interface Typing {
  readonly draft: string;
  readonly opened?: Opened | undefined;
}

/** Where edits are written, and whom it is said to that one was not. */
interface Writing {
  readonly store: EditStore;
  readonly onNotSaved: (reason: string) => void;
}

/** Writes what was typed for a cell; where it is no value, the cell is marked and the person told. */
export function writeDraft(cell: Cell, { draft, opened }: Typing, { store, onNotSaved }: Writing): void {
  // What the editor was opened on may be another value by now: left as it was, it stays that other's.
  const [before = cell.value] = opened?.held ?? [];
  const reading = readDraftOf({ ...cell, value: before }, draft);
  if (!("value" in reading)) {
    store.fail(cellIdOf(cell), { reason: reading.problem, draft });
    onNotSaved(reading.problem);
  } else if ([before, cell.value].some((value) => isSameValue(reading.value, value)))
    forgive(cell, { store });
  else {
    const { value, addsOptions } = reading;
    void store.write({
      edits: [{ ...cellIdOf(cell), value, draft, ...(opened && { opened }) }],
      ...(addsOptions && { addsOptions }),
    });
  }
}

/** A cell was given what it holds: nothing is sent, and what failed before is forgotten. */
export function forgive(cell: Cell, { store }: Pick<Writing, "store">): void {
  if (cell.failure) store.forgive(cellIdOf(cell));
}

/** Whether an editor holds something else than what it was opened on. */
export function isTouched(
  column: GridColumn,
  { draft, opened }: { readonly draft: string; readonly opened: Opened },
): boolean {
  return draft !== firstDraft(column, opened.held[0]);
}

export function readDraftOf({ column, value }: Cell, draft: string): Reading {
  // Text that was not touched is not read again: it may say less than the value it was made from.
  return draft === firstDraft(column, value) ? { value } : readEdit(column, draft);
}
