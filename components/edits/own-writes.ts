import { createEmitter } from "@/lib/client/observable";
import type { TablePlace } from "@/lib/contract/places";

const writtenTables = createEmitter<string>();

/** Calls `onWrite` at the start of each own write to a table, until the returned function is called. */
export function onOwnWrite({ tableId }: TablePlace, onWrite: () => void): () => void {
  return writtenTables.subscribe((written) => {
    if (written === tableId) onWrite();
  });
}

export function notifyOwnWrite({ tableId }: TablePlace): void {
  writtenTables.emit(tableId);
}
