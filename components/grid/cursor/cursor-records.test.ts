import { describe, expect, it } from "vitest";
import type { HiddenRows } from "@/components/groups/shown-rows";
import { activeOf, move, type Selecting, select, selectRange } from "./cursor";
import { onItsRecords, selectedIds, withoutItsRecord } from "./cursor-records";
import type { Corners } from "./selection";

const bounds = { rows: 20, columns: 4, hiddenRows: [], headers: [], pageRows: 5, pageColumns: 2 };

const rows = (ids: string) => ids.split(" ");

function now(ids: string, hiddenRows: HiddenRows = []) {
  const list = rows(ids);
  const rowOf = (id: string) => (list.includes(id) ? list.indexOf(id) : undefined);
  // A dash stands for a row that is not loaded.
  return { idAt: (row: number) => (list[row] === "-" ? undefined : list[row]), rowOf, hiddenRows };
}

function range(from: number, to: number, reach: Corners["reach"] = "cells"): Selecting {
  return selectRange(
    { anchor: { row: from, column: 1 }, focus: { row: to, column: 2 }, reach },
    bounds,
  ) as Selecting;
}

/** Moves a cursor along with its records when the rows change. */
function follow(cursor: Selecting, before: string, after: string, hiddenRows: HiddenRows = []) {
  const found = onItsRecords(cursor, selectedIds(cursor, now(before).idAt), now(after, hiddenRows));
  return (
    found && { rows: [found.anchor.row, found.focus.row], columns: [found.anchor.column, found.focus.column] }
  );
}

describe("a cell", () => {
  const cell = select({ row: 2, column: 1 }, bounds) as Selecting;

  it.each([
    ["a record above was deleted", "a c d", 1],
    ["one was added above", "a x b c d", 3],
    ["sorting moved it", "c a b d", 0],
    ["the rows above are not loaded", "- - - c", 3],
  ])("goes with its record where %s", (_, after, row) => {
    expect(follow(cell, "a b c d", after)).toEqual({ rows: [row, row], columns: [1, 1] });
  });

  it("stays the same if nothing moved", () => {
    const ids = selectedIds(cell, now("a b c d").idAt);
    expect(onItsRecords(cell, ids, now("a b c x"))).toBe(cell);
    // Pages being loaded may contain a record twice.
    expect(onItsRecords(cell, ids, now("c b c d"))).toBe(cell);
  });

  it("ignores a record that was not loaded", () => {
    expect(onItsRecords(cell, selectedIds(cell, now("a b -").idAt), now("x y z"))).toBe(cell);
  });

  it("is null if its record was deleted or is in a collapsed group", () => {
    expect(follow(cell, "a b c d", "a b d")).toBeNull();
    expect(follow(cell, "a b c d", "a b x c d", [{ first: 3, end: 5 }])).toBeNull();
  });
});

describe("a range", () => {
  it("moves with its records while they stay together", () => {
    expect(follow(range(2, 3), "a b c d e", "b c d e")).toEqual({ rows: [1, 2], columns: [1, 2] });
    expect(follow(range(3, 2), "a b c d e", "x a b c d e")).toEqual({ rows: [4, 3], columns: [1, 2] });
    expect(follow(range(2, 3, "rows"), "a b c d e", "b c d e")).toEqual({ rows: [1, 2], columns: [1, 2] });
    expect(follow(range(2, 4), "a b c d e", "b c - e")).toEqual({ rows: [1, 3], columns: [1, 2] });
  });

  it.each([
    ["one was inserted between them", "a b c x d e", 2],
    ["one of them was deleted", "a b c e", 2],
    ["their order changed", "a d c b e", 2],
  ])("is its active cell alone where %s", (_, after, row) => {
    expect(follow(range(2, 3), "a b c d e", after)).toEqual({ rows: [row, row], columns: [1, 1] });
  });

  it("moves with the cell that Tab reached within it, and shrinks to that cell if they part", () => {
    const cycled = move(range(2, 3), "previous", bounds) as Selecting;
    const ids = selectedIds(cycled, now("a b c d e").idAt);
    const together = onItsRecords(cycled, ids, now("b c d e"));
    expect(together && activeOf(together)).toEqual({ row: 2, column: 2 });
    expect(together).toMatchObject({ anchor: { row: 1, column: 1 }, focus: { row: 2, column: 2 } });
    expect(onItsRecords(cycled, ids, now("x d a c"))).toEqual(select({ row: 1, column: 2 }, bounds));
  });

  it("moves with the further ranges, or all shrink to the active cell", () => {
    const several = { ...range(3, 4), further: [range(0, 1)] };
    const ids = selectedIds(several, now("a b c d e f").idAt);
    expect(onItsRecords(several, ids, now("x a b c d e f"))).toEqual({
      ...range(4, 5),
      further: [{ anchor: { row: 1, column: 1 }, focus: { row: 2, column: 2 }, reach: "cells" }],
    });
    expect(onItsRecords(several, ids, now("a b x c d e f"))).toEqual(select({ row: 4, column: 1 }, bounds));
  });

  it("of whole fields contains all rows", () => {
    expect(follow(range(0, 3, "fields"), "a b c d e", "a x c e")).toEqual({ rows: [0, 3], columns: [1, 2] });
  });

  it("shrinks to the cell of its active record once that is deleted", () => {
    expect(withoutItsRecord(range(2, 4))).toEqual(select({ row: 2, column: 1 }, bounds));
    expect(withoutItsRecord(range(2, 4, "fields"))).toEqual(range(2, 4, "fields"));
  });
});
