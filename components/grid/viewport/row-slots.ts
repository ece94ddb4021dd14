/** The element number of each drawn row. */
export type Slots = ReadonlyMap<number, number>;

export const noSlots: Slots = new Map();

/** Moves a row to another position with its element, swapping with the row there. */
export function moveSlot(slots: Slots, from: number, to: number): Slots {
  const [kept, displaced] = [slots.get(from), slots.get(to)];
  if (kept === undefined) return slots;
  const moved = new Map(slots).set(to, kept);
  if (displaced === undefined) moved.delete(from);
  else moved.set(from, displaced);
  return moved;
}

/**
 * Assigns an element to each row. Rows drawn before keep theirs, with focus and other state; others reuse free ones, so
 * that scrolling creates no elements.
 */
export function assignSlots(before: Slots, rows: readonly number[]): Slots {
  const taken = new Set(rows.map((row) => before.get(row)));
  let free = 0;
  return new Map(
    rows.map((row) => {
      const kept = before.get(row);
      if (kept !== undefined) return [row, kept];
      while (taken.has(free)) free += 1;
      return [row, free++];
    }),
  );
}
