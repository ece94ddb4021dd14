import type { CellId, Edit } from "@/components/edits/edits";
import { onOwnWrite } from "@/components/edits/own-writes";
import type { TablePlace } from "@/lib/contract/places";
import type { ClipboardTexts } from "./block";
import { normalizeLineBreaks } from "./own-text";

/** Cut cells: marked until pasted, then cleared once. */
export interface Cut {
  readonly copyId: string;
  readonly text: string;
  readonly place: TablePlace;
  /** In the order of the copied rows. */
  readonly recordIds: ReadonlySet<string>;
  /** The field ids of the copied columns. */
  readonly columns: readonly string[];
  /** The empty values of the fields that can be cleared, by field id. */
  readonly fields: ReadonlyMap<string, unknown>;
}

let current: Cut | null = null;
let stopWatching = () => {};
const listeners = new Set<() => void>();

/** The cut of this tab. It ends with another copy, Esc, an edit in its table or its paste. */
export function getCut(): Cut | null {
  return current;
}

export function setCut(cut: Cut | null): void {
  if (cut === current) return;
  stopWatching();
  current = cut;
  // Cut cells may have new values, which a paste must not clear.
  stopWatching = cut ? onOwnWrite(cut.place, () => setCut(null)) : () => {};
  for (const listener of listeners) listener();
}

export function subscribeToCut(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The cut that pasted content comes from, identified by its copy id, or by its text if that is all there is. */
export function findCut(copyId: string | null, { text }: ClipboardTexts): Cut | null {
  if (!current) return null;
  const isOfIt =
    copyId === null
      ? normalizeLineBreaks(text) === normalizeLineBreaks(current.text)
      : copyId === current.copyId;
  return isOfIt ? current : null;
}

/** Returns a function that finds the cut cell at a position in the copy; undefined if it cannot be cleared. */
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

/** The edits that clear cut cells. */
export function clearing({ fields }: Cut, cells: readonly CellId[]): Edit[] {
  return cells.map((cell) => ({ ...cell, value: fields.get(cell.fieldId), draft: "" }));
}
