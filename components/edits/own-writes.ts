import type { TablePlace } from "@/lib/contract/places";

const listeners = new Set<(tableId: string) => void>();

/** Calls `onWrite` at the start of each own write to a table, until the returned function is called. */
export function onOwnWrite({ tableId }: TablePlace, onWrite: () => void): () => void {
  const listener = (written: string) => written === tableId && onWrite();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function notifyOwnWrite({ tableId }: TablePlace): void {
  for (const listener of listeners) listener(tableId);
}
