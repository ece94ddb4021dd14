import { useCallback, useEffect, useRef } from "react";

interface Hold {
  holders: number;
  readonly waiting: (() => void)[];
}

/**
 * Tables whose rows shall stay where they are, how many want that, and what waits until they may move: what others
 * write must not take the row away under an open editor.
 */
const held = new Map<string, Hold>();

/** Keeps the rows of a table where they are for as long as `isHolding`. */
export function useHeldRows(tableId: string, isHolding: boolean): void {
  useEffect(() => (isHolding ? holdRows(tableId) : undefined), [tableId, isHolding]);
}

/** Keeps the rows of a table where they are, until what it gives is called, once; and until all others let go too. */
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

/** Settled once the rows of a table may move. */
export async function whenRowsMayMove(tableId: string): Promise<void> {
  while (held.has(tableId)) await new Promise<void>((resolve) => held.get(tableId)?.waiting.push(resolve));
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
