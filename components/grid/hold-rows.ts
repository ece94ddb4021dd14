import { useCallback, useEffect, useRef } from "react";

/**
 * Tables whose rows shall stay where they are, and what waits until they may move: what others write must not take
 * the row away under an open editor.
 */
const held = new Map<string, (() => void)[]>();

/** Keeps the rows of a table where they are for as long as `isHolding`. */
export function useHeldRows(tableId: string, isHolding: boolean): void {
  useEffect(() => {
    if (!isHolding) return;
    held.set(tableId, []);
    return () => {
      const waiting = held.get(tableId) ?? [];
      held.delete(tableId);
      for (const go of waiting) go();
    };
  }, [tableId, isHolding]);
}

/** Settled once the rows of a table may move. */
export async function whenRowsMayMove(tableId: string): Promise<void> {
  while (held.has(tableId)) await new Promise<void>((resolve) => held.get(tableId)?.push(resolve));
}

/** Settled once no rows are held: until then fields and views stay as they are too. */
export async function whenAllMayMove(): Promise<void> {
  for (let [tableId] = held.keys(); tableId !== undefined; [tableId] = held.keys()) {
    await whenRowsMayMove(tableId);
  }
}

/** Has rows read again as soon as they may move; once, however often that is asked for meanwhile. */
export function useTimelyReload(tableId: string, reload: () => Promise<void>): () => Promise<void> {
  const isWaiting = useRef(false);
  return useCallback(async () => {
    if (isWaiting.current) return;
    isWaiting.current = true;
    await whenRowsMayMove(tableId);
    isWaiting.current = false;
    await reload();
  }, [tableId, reload]);
}
