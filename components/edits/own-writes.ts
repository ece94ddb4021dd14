import type { TablePlace } from "@/lib/contract/places";

const listeners = new Set<(tableId: string) => void>();

/** Tells of each write of one's own into a table, as it begins, until what it gives is called. */
export function watchOwnWrites({ tableId }: TablePlace, onWrite: () => void): () => void {
  const listener = (written: string) => written === tableId && onWrite();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function tellOfOwnWrite({ tableId }: TablePlace): void {
  for (const listener of listeners) listener(tableId);
}
