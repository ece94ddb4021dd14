import { useCallback, useEffect, useRef } from "react";

interface Hold {
  holders: number;
  readonly waiting: (() => void)[];
}

/**
 * Tables whose rows must not move, with the number of holders and the callbacks waiting for the release. A write by
 * someone else must not move the row under an open editor.
 */
const held = new Map<string, Hold>();

/** Keeps the rows of a table in place while `isHolding` is true. */
export function useHeldRows(tableId: string, isHolding: boolean): void {
  useEffect(() => (isHolding ? holdRows(tableId) : undefined), [tableId, isHolding]);
}

/**
 * Keeps the rows of a table in place until the returned function is called, once, and all other holders have released
 * theirs.
 */
export function holdRows(tableId: string): () => void {
  const hold = held.get(tableId) ?? { holders: 0, waiting: [] };
  hold.holders += 1;
  held.set(tableId, hold);
  return () => {
    hold.holders -= 1;
    if (hold.holders > 0) return;
    held.delete(tableId);
    for (const go of hold.waiting) go();
  };
}

/** Resolves once the rows of a table may move. */
export async function whenRowsMayMove(tableId: string): Promise<void> {
  while (held.has(tableId)) await new Promise<void>((resolve) => held.get(tableId)?.waiting.push(resolve));
}

/** Resolves once no table's rows are held. Fields and views stay as they are until then, too. */
export async function whenAllMayMove(): Promise<void> {
  for (let [tableId] = held.keys(); tableId !== undefined; [tableId] = held.keys()) {
    await whenRowsMayMove(tableId);
  }
}

/** Returns a function that reloads the rows as soon as they may move. Calls made while it waits share one reload. */
export function useDeferredReload(tableId: string, reload: () => Promise<void>): () => Promise<void> {
  const isWaiting = useRef(false);
  return useCallback(async () => {
    if (isWaiting.current) return;
    isWaiting.current = true;
    await whenRowsMayMove(tableId);
    isWaiting.current = false;
    await reload();
  }, [tableId, reload]);
}
