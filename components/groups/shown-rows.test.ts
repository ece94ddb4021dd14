import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldAt, nearestShown, rowAbove, rowBelow } from "./shown-rows";

/** Sorted edges that open and close folds in turns; no two folds touch. */
const anyFolds = fc.uniqueArray(fc.nat(60), { maxLength: 10 }).map((edges) => {
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
      fc.property(anyFolds, fc.nat(59), (folds, row) => {
        const shown = Array.from({ length: count }, (_, each) => each).filter((each) => !foldAt(folds, each));
        expect(rowAbove(folds, row)).toBe(shown.findLast((each) => each < row) ?? -1);
        expect(rowBelow(folds, row)).toBe(shown.find((each) => each > row) ?? count);
      }),
    );
  });

  it("lead to the nearest visible row, if there is one", () => {
    const folds = [
      { first: 0, end: 2 },
      { first: 5, end: 60 },
    ];
    expect(nearestShown(folds, 1, { count, first: "before" })).toBe(2);
    expect(nearestShown(folds, 9, { count, first: "after" })).toBe(4);
    expect(nearestShown(folds, 3, { count, first: "after" })).toBe(3);
    expect(nearestShown([{ first: 0, end: 60 }], 3, { count, first: "after" })).toBeUndefined();
    expect(nearestShown([], 3, { count: 0, first: "after" })).toBeUndefined();
  });
});
