import { describe, expect, it } from "vitest";
import { cycleInSelection } from "./cycle-in-selection";

const range = { rows: { first: 2, end: 5 }, columns: { first: 1, end: 3 } };

describe("cycleInSelection", () => {
  it("moves along the rows by Tab, and from the last cell to the first", () => {
    expect(round("next", [])).toEqual(["2,1", "2,2", "3,1", "3,2", "4,1", "4,2", "2,1"]);
    expect(round("previous", [])).toEqual(["2,1", "4,2", "4,1", "3,2", "3,1", "2,2", "2,1"]);
  });

  it("moves down the columns by Enter", () => {
    expect(round("down", [])).toEqual(["2,1", "3,1", "4,1", "2,2", "3,2", "4,2", "2,1"]);
    expect(round("up", [])).toEqual(["2,1", "4,2", "3,2", "2,2", "4,1", "3,1", "2,1"]);
  });

  it("skips hidden rows, also at the ends of the range", () => {
    expect(round("next", [{ first: 3, end: 4 }], 4)).toEqual(["2,1", "2,2", "4,1", "4,2", "2,1"]);
    expect(round("up", [{ first: 4, end: 9 }], 4)).toEqual(["2,1", "3,2", "2,2", "3,1", "2,1"]);
  });

  function round(
    step: Parameters<typeof cycleInSelection>[2],
    hiddenRows: Parameters<typeof cycleInSelection>[3],
    count = 6,
  ): string[] {
    const way = [{ row: 2, column: 1 }];
    for (let at = 0; at < count; at++)
      way.push(cycleInSelection(range, way[at] as (typeof way)[0], step, hiddenRows));
    return way.map(({ row, column }) => `${row},${column}`);
  }
});
