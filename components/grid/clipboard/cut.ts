import type { CellId, Edit } from "@/components/edits/edits";
import { onOwnWrite } from "@/components/edits/own-writes";
import { createObservable } from "@/lib/client/observable";
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

const current = createObservable<Cut | null>(null);
let stopWatching = () => {};

/** The cut of this tab. It ends with another copy, Esc, an edit in its table or its paste. */
export const getCut = current.get;
export const subscribeToCut = current.subscribe;

export function setCut(cut: Cut | null): void {
  if (cut === current.get()) return;
  stopWatching();
  // Cut cells may have new values, which a paste must not clear.
  stopWatching = cut ? onOwnWrite(cut.place, () => setCut(null)) : () => {};
  current.set(cut);
}

/** The cut that pasted content comes from, identified by its copy id, or by its text if that is all there is. */
export function findCut(copyId: string | null, { text }: ClipboardTexts): Cut | null {
  const cut = current.get();
  if (!cut) return null;
  const isOfIt =
    copyId === null ? normalizeLineBreaks(text) === normalizeLineBreaks(cut.text) : copyId === cut.copyId;
  return isOfIt ? cut : null;
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
    const exists = recordId !== undefined && fieldId !== undefined && fields.has(fieldId);
    return exists ? { recordId, fieldId } : undefined;
  };
}

/** The edits that clear cut cells. */
export function clearing({ fields }: Cut, cells: readonly CellId[]): Edit[] {
  return cells.map((cell) => ({ ...cell, value: fields.get(cell.fieldId), draft: "" }));
}
