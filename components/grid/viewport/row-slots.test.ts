import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assignSlots, moveSlot, noSlots } from "./row-slots";

describe("assignSlots", () => {
  it("reuses elements scrolled out of view", () => {
    const first = assignSlots(noSlots, [0, 1, 2, 3]);
    expect([...first]).toEqual([
      [0, 0],
      [1, 1],
      [2, 2],
      [3, 3],
    ]);
    expect([...assignSlots(first, [2, 3, 4, 5])]).toEqual([
      [2, 2],
      [3, 3],
      [4, 0],
      [5, 1],
    ]);
  });

  it("keeps the element of a row, and gives no two the same", () => {
    const screens = fc.array(fc.uniqueArray(fc.nat(60), { maxLength: 30 }), { minLength: 1 });
    fc.assert(
      fc.property(screens, (all) => {
        let slots = noSlots;
        for (const rows of all) {
          const next = assignSlots(slots, rows);
          expect([...next.keys()]).toEqual(rows);
          expect(new Set(next.values()).size).toBe(rows.length);
          for (const row of rows) if (slots.has(row)) expect(next.get(row)).toBe(slots.get(row));
          slots = next;
        }
      }),
    );
  });
});

describe("moveSlot", () => {
  const slots = assignSlots(noSlots, [0, 1, 2]);

  it("swaps the elements of the moved row and the displaced one", () => {
    expect(Object.fromEntries(moveSlot(slots, 0, 2))).toEqual({ 0: 2, 1: 1, 2: 0 });
    expect(Object.fromEntries(moveSlot(slots, 0, 7))).toEqual({ 1: 1, 2: 2, 7: 0 });
  });

  it("ignores a row that was not drawn", () => {
    expect(Object.fromEntries(moveSlot(slots, 9, 2))).toEqual({ 0: 0, 1: 1, 2: 2 });
  });
});
