import type { CellId, Edit } from "@/components/edits/edits";
import { watchOwnWrites } from "@/components/edits/own-writes";
import type { TablePlace } from "@/lib/contract/places";
import type { ClipboardTexts } from "./block";
import { withLines } from "./own-text";

/** Cells that are cut: they are cleared when they are pasted, once, and until then they are only marked. */
export interface Cut {
  readonly copyId: string;
  readonly text: string;
  readonly place: TablePlace;
  /** In the order of the rows that were copied. */
  readonly recordIds: ReadonlySet<string>;
  /** Of each column that was copied, the field's id. */
  readonly columns: readonly string[];
  /** Those that can be cleared, by their ids, with what an empty cell of each holds. */
  readonly fields: ReadonlyMap<string, unknown>;
}

let current: Cut | null = null;
let stopWatching = () => {};
const listeners = new Set<() => void>();

/** What is cut in this tab; another copy, Esc, an edit in its table or its paste ends it. */
export function getCut(): Cut | null {
  return current;
}

export function setCut(cut: Cut | null): void {
  if (cut === current) return;
  stopWatching();
  current = cut;
  // What was cut may have got another value, which its paste must not clear.
  stopWatching = cut ? watchOwnWrites(cut.place, () => setCut(null)) : () => {};
  for (const listener of listeners) listener();
}

export function subscribeToCut(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The cut that a paste is of, if it is of one: told by the copy's own name, or by its text where that is all there is. */
export function findCut(copyId: string | null, { text }: ClipboardTexts): Cut | null {
  if (!current) return null;
  const isOfIt = copyId === null ? withLines(text) === withLines(current.text) : copyId === current.copyId;
  return isOfIt ? current : null;
}

/** Tells which cell was cut where a cell of the copy stands; undefined where it cannot be cleared. */
export function cutCells({
  recordIds,
  columns,
  fields,
}: Cut): (row: number, column: number) => CellId | undefined {
  const ids = [...recordIds];
  return (row, column) => {
    const [recordId, fieldId] = [ids[row], columns[column]];
    const isThere = recordId !== undefined && fieldId !== undefined && fields.has(fieldId);
    return isThere ? { recordId, fieldId } : undefined;
  };
}

/** The edits that clear cells that were cut. */
export function clearing({ fields }: Cut, cells: readonly CellId[]): Edit[] {
  return cells.map((cell) => ({ ...cell, value: fields.get(cell.fieldId), draft: "" }));
}
