import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldAt, nearestShown, rowAway } from "./shown-rows";

/** Edges in their order, which close and open in turns; no two folds touch. */
const anyFolds = fc.uniqueArray(fc.nat(60), { maxLength: 10 }).map((edges) => {
  const ordered = edges.toSorted((one, other) => one - other);
  return ordered.flatMap((first, at) => {
    const end = ordered[at + 1];
    return at % 2 === 1 || end === undefined ? [] : [{ first, end }];
  });
});
const count = 60;

describe("rows that are hidden", () => {
  it("are passed over, as if there were only the others", () => {
    fc.assert(
      fc.property(anyFolds, fc.nat(59), fc.integer({ min: -70, max: 70 }), (folds, at, by) => {
        const shown = Array.from({ length: count }, (_, row) => row).filter((row) => !foldAt(folds, row));
        const index = shown.indexOf(at);
        fc.pre(index !== -1);
        const away = rowAway(folds, at, by);
        const expected = shown[index + by];
        if (expected === undefined)
          expect(nearestShown(folds, away, { count, first: "after" })).toBe(by < 0 ? shown[0] : shown.at(-1));
        else expect(away).toBe(expected);
      }),
    );
  });

  it("are left to the nearest that is shown, if there is one", () => {
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

  it("are left in one step, from within", () => {
    const folds = [{ first: 3, end: 7 }];
    expect(rowAway(folds, 4, 1)).toBe(7);
    expect(rowAway(folds, 4, -1)).toBe(2);
  });
});
