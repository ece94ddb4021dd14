/** Which element each row is drawn in, by the element's number. */
export type Slots = ReadonlyMap<number, number>;

export const noSlots: Slots = new Map();

/** A row has moved: its element goes with it, and takes the place of the one that stood there. */
export function moveSlot(slots: Slots, from: number, to: number): Slots {
  const [kept, displaced] = [slots.get(from), slots.get(to)];
  if (kept === undefined) return slots;
  const moved = new Map(slots).set(to, kept);
  if (displaced === undefined) moved.delete(from);
  else moved.set(from, displaced);
  return moved;
}

/**
 * Gives each row an element. A row that was drawn before keeps its own, with the focus and all else that is in
 * it; the others take those that have become free, so that scrolling makes no new ones.
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
