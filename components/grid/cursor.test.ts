import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  allSteps,
  type Bounds,
  type Cursor,
  cancel,
  close,
  edit,
  focusOf,
  idle,
  keepInside,
  leadsOut,
  move,
  type Position,
  retype,
  type Step,
  select,
} from "./cursor";

const bounds: Bounds = { rows: 10, columns: 4, pageRows: 3, pageColumns: 2 };

function at(row: number, column: number): Cursor {
  return select({ row, column }, bounds);
}

describe("move", () => {
  const journeys: [step: Step, from: [number, number], to: [number, number]][] = [
    ["up", [5, 1], [4, 1]],
    ["up", [0, 1], [0, 1]],
    ["down", [5, 1], [6, 1]],
    ["down", [9, 1], [9, 1]],
    ["left", [5, 1], [5, 0]],
    ["left", [5, 0], [5, 0]],
    ["right", [5, 1], [5, 2]],
    ["right", [5, 3], [5, 3]],
    ["page-up", [5, 1], [2, 1]],
    ["page-up", [1, 1], [0, 1]],
    ["page-down", [5, 1], [8, 1]],
    ["page-down", [8, 1], [9, 1]],
    ["page-left", [5, 3], [5, 1]],
    ["page-left", [5, 1], [5, 0]],
    ["page-right", [5, 0], [5, 2]],
    ["page-right", [5, 3], [5, 3]],
    ["top", [5, 1], [0, 1]],
    ["bottom", [5, 1], [9, 1]],
    ["first-field", [5, 2], [5, 0]],
    ["last-field", [5, 2], [5, 3]],
    ["first-cell", [5, 2], [0, 0]],
    ["last-cell", [5, 2], [9, 3]],
    ["next", [5, 2], [5, 3]],
    ["next", [5, 3], [6, 0]],
    ["next", [9, 3], [9, 3]],
    ["previous", [5, 1], [5, 0]],
    ["previous", [5, 0], [4, 3]],
    ["previous", [0, 0], [0, 0]],
  ];

  it.each(journeys)("%s from %j to %j", (step, from, to) => {
    expect(focusOf(move(at(...from), step, bounds))).toEqual({ row: to[0], column: to[1] });
  });

  it("names every step", () => {
    expect(new Set(journeys.map(([step]) => step))).toEqual(new Set(allSteps));
  });

  it("enters the grid at its first cell", () => {
    expect(move(idle, "down", bounds)).toEqual(at(0, 0));
  });

  it("gives the same cursor where there is no step", () => {
    const corner = at(0, 0);
    expect(move(corner, "up", bounds)).toBe(corner);
  });
});

describe("leadsOut", () => {
  it("is true of Tab at the last cell and of Shift+Tab at the first", () => {
    expect(leadsOut(at(9, 3), "next", bounds)).toBe(true);
    expect(leadsOut(at(9, 2), "next", bounds)).toBe(false);
    expect(leadsOut(at(0, 0), "previous", bounds)).toBe(true);
    expect(leadsOut(at(0, 1), "previous", bounds)).toBe(false);
    expect(leadsOut(at(9, 3), "right", bounds)).toBe(false);
  });

  it("is true anywhere after Esc, until something else is done", () => {
    const left = cancel(at(5, 1));
    expect(leadsOut(left, "next", bounds)).toBe(true);
    expect(leadsOut(left, "previous", bounds)).toBe(true);
    expect(leadsOut(move(left, "down", bounds), "next", bounds)).toBe(false);
    expect(leadsOut(select(focusOf(left), bounds), "next", bounds)).toBe(false);
  });
});

describe("editing", () => {
  const editing = edit(at(5, 1), { recordId: "r5", fieldId: "f1", draft: "a" });

  it("is by the record's and the field's id, and keeps its place", () => {
    expect(editing).toEqual({
      state: "editing",
      recordId: "r5",
      fieldId: "f1",
      draft: "a",
      focus: { row: 5, column: 1 },
    });
    expect(retype(editing, "ab")).toEqual({ ...editing, draft: "ab" });
    expect(close(editing)).toEqual(at(5, 1));
    expect(cancel(editing)).toEqual({ ...at(5, 1), isLeaving: true });
  });

  it("needs a selected cell, and typing an editor", () => {
    expect(edit(idle, { recordId: "r", fieldId: "f", draft: "" })).toBe(idle);
    expect(retype(at(1, 1), "x")).toEqual(at(1, 1));
    expect(close(idle)).toBe(idle);
  });

  it("goes on when rows go away", () => {
    expect(keepInside(editing, { ...bounds, rows: 3 })).toEqual({ ...editing, focus: { row: 2, column: 1 } });
  });
});

describe("keepInside", () => {
  it("leaves a cursor alone that is inside", () => {
    const cursor = at(2, 2);
    expect(keepInside(cursor, bounds)).toBe(cursor);
    expect(keepInside(idle, bounds)).toBe(idle);
  });

  it("takes the nearest cell that is left, or none", () => {
    expect(keepInside(at(9, 3), { ...bounds, rows: 4, columns: 2 })).toEqual(at(3, 1));
    expect(keepInside(at(9, 3), { ...bounds, rows: 0 })).toEqual(idle);
  });
});

describe("whatever is done", () => {
  const size = fc.record({
    rows: fc.nat(1_000_000),
    columns: fc.nat(500),
    pageRows: fc.integer({ min: 1, max: 60 }),
    pageColumns: fc.integer({ min: 1, max: 20 }),
  });
  const position = fc.record({ row: fc.nat(2_000_000), column: fc.nat(1_000) });
  const doing = fc.oneof(
    fc.record({ do: fc.constant("move" as const), step: fc.constantFrom(...allSteps) }),
    fc.record({ do: fc.constant("select" as const), position }),
    fc.record({ do: fc.constantFrom("edit" as const, "type" as const, "close" as const, "cancel" as const) }),
    fc.record({ do: fc.constant("resize" as const), size }),
  );

  it("the cursor stays in the grid, and an editor has a cell", () => {
    fc.assert(
      fc.property(size, fc.array(doing, { maxLength: 60 }), (first, doings) => {
        let now = first;
        let cursor: Cursor = idle;
        for (const each of doings) {
          if (each.do === "resize") now = each.size;
          if (each.do === "resize") cursor = keepInside(cursor, now);
          if (each.do === "move") cursor = move(cursor, each.step, now);
          if (each.do === "select") cursor = select(each.position, now);
          if (each.do === "edit") cursor = edit(cursor, { recordId: "r", fieldId: "f", draft: "" });
          if (each.do === "type") cursor = retype(cursor, "text");
          if (each.do === "close") cursor = close(cursor);
          if (each.do === "cancel") cursor = cancel(cursor);
          if (cursor.state === "idle") continue;
          expect(isInside(cursor.focus, now)).toBe(true);
          if (cursor.state === "selecting") expect(isInside(cursor.anchor, now)).toBe(true);
        }
      }),
    );
  });

  it("Tab reaches every cell in turn, and Shift+Tab goes back the same way", () => {
    const there = walk("next", at(0, 0));
    expect(there).toHaveLength(bounds.rows * bounds.columns);
    expect(walk("previous", at(9, 3))).toEqual(there.toReversed());
  });

  function walk(step: "next" | "previous", from: Cursor): Position[] {
    const way = [focusOf(from)];
    for (let cursor = from; !leadsOut(cursor, step, bounds); way.push(focusOf(cursor))) {
      cursor = move(cursor, step, bounds);
    }
    return way;
  }
});

function isInside({ row, column }: Position, { rows, columns }: Bounds): boolean {
  return row >= 0 && row < rows && column >= 0 && column < columns;
}
