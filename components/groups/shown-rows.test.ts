import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hiddenAt, nearestShown, rowAbove, rowBelow } from "./shown-rows";

/** Sorted edges at which ranges of hidden rows start and end in turns; no two ranges touch. */
const anyHiddenRows = fc.uniqueArray(fc.nat(60), { maxLength: 10 }).map((edges) => {
  const ordered = edges.toSorted((one, other) => one - other);
  return ordered.flatMap((first, at) => {
    const end = ordered[at + 1];
    return at % 2 === 1 || end === undefined ? [] : [{ first, end }];
  });
});
const count = 60;

describe("rows that are hidden", () => {
  it("are skipped, also when starting inside them", () => {
    fc.assert(
      fc.property(anyHiddenRows, fc.nat(59), (hiddenRows, row) => {
        const shown = Array.from({ length: count }, (_, each) => each).filter(
          (each) => !hiddenAt(hiddenRows, each),
        );
        expect(rowAbove(hiddenRows, row)).toBe(shown.findLast((each) => each < row) ?? -1);
        expect(rowBelow(hiddenRows, row)).toBe(shown.find((each) => each > row) ?? count);
      }),
    );
  });

  it("lead to the nearest visible row, if there is one", () => {
    const hiddenRows = [
      { first: 0, end: 2 },
      { first: 5, end: 60 },
    ];
    expect(nearestShown(hiddenRows, 1, { count, first: "before" })).toBe(2);
    expect(nearestShown(hiddenRows, 9, { count, first: "after" })).toBe(4);
    expect(nearestShown(hiddenRows, 3, { count, first: "after" })).toBe(3);
    expect(nearestShown([{ first: 0, end: 60 }], 3, { count, first: "after" })).toBeUndefined();
    expect(nearestShown([], 3, { count: 0, first: "after" })).toBeUndefined();
  });
});
