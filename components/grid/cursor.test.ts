import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  activeOf,
  allSteps,
  type Bounds,
  type Cursor,
  cancel,
  close,
  edit,
  extend,
  goesByCount,
  idle,
  keepInside,
  leadsOut,
  move,
  type Pointing,
  type Position,
  point,
  type Reach,
  retype,
  type Step,
  select,
  selectionOf,
  selectRange,
  spread,
  stay,
  tabStopOf,
} from "./cursor";
import type { Opened } from "./edits";

const opened: Opened = { held: ["a"], tag: Promise.resolve(undefined) };
const bounds: Bounds = { rows: 10, columns: 4, folds: [], pageRows: 3, pageColumns: 2 };

function at(row: number, column: number): Cursor {
  return select({ row, column }, bounds);
}

function range(anchor: [number, number], focus: [number, number], reach: Reach = "cells"): Cursor {
  const position = ([row, column]: [number, number]) => ({ row, column });
  return selectRange({ anchor: position(anchor), focus: position(focus), reach }, bounds);
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
    expect(activeOf(move(at(...from), step, bounds))).toEqual({ row: to[0], column: to[1] });
  });

  it("names every step", () => {
    expect(new Set(journeys.map(([step]) => step))).toEqual(new Set(allSteps));
  });

  it("enters the grid at its first cell", () => {
    expect(move(idle, "down", bounds)).toEqual(at(0, 0));
  });

  it("gives the same cursor where nothing changes", () => {
    const corner = at(0, 0);
    expect(move(corner, "up", bounds)).toBe(corner);
  });

  it("goes on from the active cell and leaves a range behind, at the edge too", () => {
    expect(move(range([5, 1], [8, 3]), "down", bounds)).toEqual(at(6, 1));
    expect(move(range([0, 0], [8, 3]), "up", bounds)).toEqual(at(0, 0));
  });
});

describe("extend", () => {
  const journeys: [step: Step, from: Cursor, to: Cursor][] = [
    ["down", at(5, 1), range([5, 1], [6, 1])],
    ["up", range([5, 1], [6, 1]), range([5, 1], [5, 1])],
    ["up", at(0, 1), at(0, 1)],
    ["right", at(5, 1), range([5, 1], [5, 2])],
    ["page-down", at(5, 1), range([5, 1], [8, 1])],
    ["page-left", at(5, 3), range([5, 3], [5, 1])],
    ["bottom", at(5, 1), range([5, 1], [9, 1])],
    ["last-cell", at(5, 1), range([5, 1], [9, 3])],
    ["first-cell", range([5, 1], [9, 3]), range([5, 1], [0, 0])],
  ];

  it.each(journeys)("%s of %j", (step, from, to) => {
    expect(extend(from, step, bounds)).toEqual(to);
  });

  it("keeps whole rows whole, and leaves an editor alone", () => {
    expect(extend(range([2, 1], [2, 1], "rows"), "down", bounds)).toEqual(range([2, 1], [3, 1], "rows"));
    const editing = edit(at(5, 1), { recordId: "r5", fieldId: "f1", draft: "a", opened });
    expect(extend(editing, "down", bounds)).toBe(editing);
  });

  it("gives the same cursor where nothing changes", () => {
    const corner = range([5, 1], [9, 3]);
    expect(extend(corner, "down", bounds)).toBe(corner);
    const past = { position: { row: 12, column: 7 }, reach: "cells", how: "extend" } as const;
    expect(point(corner, past, bounds)).toBe(corner);
  });

  it("begins at the first cell, and nowhere in an empty grid", () => {
    expect(extend(idle, "down", bounds)).toEqual(range([0, 0], [1, 0]));
    expect(extend(idle, "down", { ...bounds, rows: 0 })).toBe(idle);
  });
});

describe("spread", () => {
  it("widens a range to its rows or its fields; to both, one after the other, it is everything", () => {
    expect(spread(range([2, 1], [4, 2]), "rows", bounds)).toEqual(range([2, 1], [4, 2], "rows"));
    expect(spread(range([2, 1], [4, 2]), "fields", bounds)).toEqual(range([2, 1], [4, 2], "fields"));
    expect(spread(range([2, 1], [4, 2], "rows"), "rows", bounds)).toEqual(range([2, 1], [4, 2], "rows"));
    expect(spread(range([2, 1], [4, 2], "rows"), "fields", bounds)).toEqual(range([2, 1], [4, 2], "all"));
  });

  it("selects everything as one range, and keeps the active cell", () => {
    const several = point(at(1, 1), { position: { row: 4, column: 2 }, reach: "cells", how: "add" }, bounds);
    expect(spread(several, "all", bounds)).toEqual(range([4, 2], [4, 2], "all"));
    expect(spread(idle, "all", bounds)).toEqual(range([0, 0], [0, 0], "all"));
    expect(spread(idle, "all", { ...bounds, columns: 0 })).toBe(idle);
  });
});

describe("a pointer", () => {
  const pointing = (
    row: number,
    column: number,
    how: Pointing["how"],
    reach: Pointing["reach"] = "cells",
  ) => ({
    position: { row, column },
    reach,
    how,
  });

  it("selects a cell, a row or a field", () => {
    expect(point(range([1, 1], [2, 2]), pointing(4, 2, "select"), bounds)).toEqual(at(4, 2));
    expect(point(idle, pointing(4, 0, "select", "rows"), bounds)).toEqual(range([4, 0], [4, 0], "rows"));
    expect(point(idle, pointing(40, 2, "select"), bounds)).toEqual(at(9, 2));
  });

  it("extends to what it points at", () => {
    expect(point(at(2, 1), pointing(4, 3, "extend"), bounds)).toEqual(range([2, 1], [4, 3]));
    expect(point(at(2, 1), pointing(4, 0, "extend", "rows"), bounds)).toEqual(range([2, 1], [4, 0], "rows"));
    expect(point(idle, pointing(4, 3, "extend"), bounds)).toEqual(at(4, 3));
  });

  it("adds a range, which is the current one then", () => {
    const two = point(range([1, 1], [2, 2]), pointing(5, 3, "add"), bounds);
    expect(two).toEqual({
      ...at(5, 3),
      further: [{ anchor: { row: 1, column: 1 }, focus: { row: 2, column: 2 }, reach: "cells" }],
    });
    expect(extend(two, "down", bounds)).toMatchObject({
      focus: { row: 6, column: 3 },
      further: [{ focus: { row: 2, column: 2 } }],
    });
    expect(move(two, "down", bounds)).toEqual(at(6, 3));
  });
});

describe("goesByCount", () => {
  const moving = (from: Cursor, step: Step) => goesByCount(from, { do: "move", step }, bounds);

  it("is true of the steps to the last row, and of those past the rows that are known", () => {
    expect(moving(at(0, 0), "bottom")).toBe(true);
    expect(moving(at(0, 0), "last-cell")).toBe(true);
    expect(moving(at(9, 1), "down")).toBe(true);
    expect(moving(at(8, 1), "page-down")).toBe(true);
    expect(moving(at(9, 3), "next")).toBe(true);
    expect(goesByCount(range([2, 1], [9, 2]), { do: "extend", step: "down" }, bounds)).toBe(true);
  });

  it("is false of any other", () => {
    for (const step of ["down", "page-down", "next", "last-field"] as const) {
      expect(moving(at(5, 1), step)).toBe(false);
    }
    for (const step of ["up", "top", "first-cell", "previous", "right"] as const) {
      expect(moving(at(9, 1), step)).toBe(false);
    }
    expect(goesByCount(range([9, 1], [2, 2]), { do: "extend", step: "down" }, bounds)).toBe(false);
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
    expect(leadsOut(select(activeOf(left), bounds), "next", bounds)).toBe(false);
    expect(leadsOut(stay(left), "next", bounds)).toBe(false);
    expect(stay(idle)).toBe(idle);
  });
});

describe("editing", () => {
  const editing = edit(at(5, 1), { recordId: "r5", fieldId: "f1", draft: "a", opened });

  it("is by the record's and the field's id, and keeps its place", () => {
    expect(editing).toEqual({
      state: "editing",
      recordId: "r5",
      fieldId: "f1",
      draft: "a",
      opened,
      selection: selectionOf(range([5, 1], [5, 1]) as Exclude<Cursor, { state: "idle" }>),
    });
    expect(retype(editing, "ab")).toEqual({ ...editing, draft: "ab" });
    expect(close(editing)).toEqual(at(5, 1));
    expect(cancel(editing)).toEqual({ ...at(5, 1), isLeaving: true });
  });

  it("needs a selected cell, and typing an editor", () => {
    expect(edit(idle, { recordId: "r", fieldId: "f", draft: "", opened })).toBe(idle);
    expect(retype(at(1, 1), "x")).toEqual(at(1, 1));
    expect(close(idle)).toBe(idle);
  });

  it("leaves the range selected that it was opened in", () => {
    const wide = edit(range([5, 1], [7, 2]), { recordId: "r5", fieldId: "f1", draft: "a", opened });
    expect(close(retype(wide, "ab"))).toEqual(range([5, 1], [7, 2]));
  });

  it("goes on when rows go away", () => {
    const kept = keepInside(editing, { ...bounds, rows: 3 });
    expect(kept).toMatchObject({ state: "editing", draft: "a" });
    expect(activeOf(kept)).toEqual({ row: 2, column: 1 });
    expect(keepInside(editing, { ...bounds, rows: 0 })).toBe(editing);
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
    expect(keepInside(range([1, 1], [9, 3]), { ...bounds, rows: 4 })).toEqual(range([1, 1], [3, 3]));
  });
});

describe("over folded groups", () => {
  /** Of ten rows, 0, 4, 5 and 9 are shown. */
  const folded: Bounds = {
    ...bounds,
    folds: [
      { first: 1, end: 4 },
      { first: 6, end: 9 },
    ],
  };

  it.each<[Step, from: number, to: number]>([
    ["down", 0, 4],
    ["down", 5, 9],
    ["down", 9, 9],
    ["up", 9, 5],
    ["up", 4, 0],
    ["page-down", 0, 9],
    ["page-up", 9, 0],
    ["top", 9, 0],
    ["bottom", 0, 9],
  ])("%s goes from row %i to %i", (step, from, to) => {
    expect(move(at(from, 1), step, folded)).toEqual(at(to, 1));
  });

  it("Tab wraps to the next row that is shown, and leaves the grid at the last", () => {
    const all = {
      ...folded,
      folds: [
        { first: 1, end: 4 },
        { first: 6, end: 10 },
      ],
    };
    expect(move(at(0, 3), "next", all)).toEqual(at(4, 0));
    expect(move(at(4, 0), "previous", all)).toEqual(at(0, 3));
    expect(leadsOut(at(5, 3), "next", all)).toBe(true);
    expect(move(at(0, 0), "bottom", all)).toEqual(at(5, 0));
  });

  it("a range reaches over them, and a drag upwards is not held up", () => {
    expect(extend(at(0, 0), "down", folded)).toEqual(range([0, 0], [4, 0]));
    const pointing = { position: { row: 8, column: 0 }, reach: "cells", how: "extend" } as const;
    expect(point(at(9, 0), pointing, folded)).toEqual(range([9, 0], [5, 0]));
  });

  it("the cursor leaves a group that is folded: to the next row, else the one before", () => {
    expect(keepInside(at(2, 1), folded)).toEqual(at(4, 1));
    expect(keepInside(at(9, 1), { ...bounds, folds: [{ first: 6, end: 10 }] })).toEqual(at(5, 1));
    expect(keepInside(at(2, 1), { ...bounds, folds: [{ first: 0, end: 10 }] })).toEqual(idle);
    expect(keepInside(range([2, 0], [9, 1]), folded)).toEqual(range([4, 0], [9, 1]));
  });

  it("Tab enters by the first cell that is shown", () => {
    expect(tabStopOf(idle, { ...bounds, folds: [{ first: 0, end: 3 }] })).toEqual({ row: 3, column: 0 });
    expect(tabStopOf(idle, { ...bounds, folds: [{ first: 0, end: 10 }] })).toBeUndefined();
  });
});

describe("whatever is done", () => {
  const size = fc.record({
    rows: fc.nat(1_000_000),
    columns: fc.nat(500),
    folds: fc
      .uniqueArray(fc.nat(40), { maxLength: 12 })
      .map((edges) => edges.toSorted((one, other) => one - other))
      .map((edges) =>
        edges.flatMap((first, at) => (at % 2 ? [] : [{ first, end: edges[at + 1] ?? 1_000_000 }])),
      ),
    pageRows: fc.integer({ min: 1, max: 60 }),
    pageColumns: fc.integer({ min: 1, max: 20 }),
  });
  const position = fc.record({ row: fc.nat(2_000_000), column: fc.nat(1_000) });
  const doing = fc.oneof(
    fc.record({
      do: fc.constantFrom("move" as const, "extend" as const),
      step: fc.constantFrom(...allSteps),
    }),
    fc.record({
      do: fc.constant("spread" as const),
      reach: fc.constantFrom("rows" as const, "fields" as const, "all" as const),
    }),
    fc.record({
      do: fc.constant("point" as const),
      pointing: fc.record({
        position,
        reach: fc.constantFrom("cells" as const, "rows" as const, "fields" as const),
        how: fc.constantFrom("select" as const, "extend" as const, "add" as const),
      }),
    }),
    fc.record({ do: fc.constantFrom("edit" as const, "type" as const, "close" as const, "cancel" as const) }),
    fc.record({ do: fc.constant("resize" as const), size }),
  );
  type Doing = typeof doing extends fc.Arbitrary<infer Each> ? Each : never;

  function after(cursor: Cursor, each: Doing, now: Bounds): Cursor {
    switch (each.do) {
      case "resize":
        return keepInside(cursor, now);
      case "move":
        return move(cursor, each.step, now);
      case "extend":
        return extend(cursor, each.step, now);
      case "spread":
        return spread(cursor, each.reach, now);
      case "point":
        return point(close(cursor), each.pointing, now);
      case "edit":
        return edit(cursor, { recordId: "r", fieldId: "f", draft: "", opened });
      case "type":
        return retype(cursor, "text");
      case "close":
        return close(cursor);
      case "cancel":
        return cancel(cursor);
    }
  }

  it("the cursor stays in the grid, and an editor has a cell as long as there is one", () => {
    fc.assert(
      fc.property(size, fc.array(doing, { maxLength: 60 }), (first, doings) => {
        let now = first;
        let cursor: Cursor = idle;
        for (const each of doings) {
          if (each.do === "resize") now = each.size;
          cursor = keepInside(after(cursor, each, now), now);
          const isEmpty = now.rows === 0 || now.columns === 0;
          if (cursor.state === "idle" || (cursor.state === "editing" && isEmpty)) continue;
          const { further, ...current } = selectionOf(cursor);
          const isShown = !now.folds.some(isAround(current.anchor.row));
          expect(isShown || cursor.state === "editing").toBe(true);
          for (const corners of [current, ...further]) {
            expect(isInside(corners.anchor, now)).toBe(true);
            expect(isInside(corners.focus, now)).toBe(true);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it("Tab reaches every cell in turn, and Shift+Tab goes back the same way", () => {
    const there = walk("next", at(0, 0));
    expect(there).toHaveLength(bounds.rows * bounds.columns);
    expect(walk("previous", at(9, 3))).toEqual(there.toReversed());
  });

  function walk(step: "next" | "previous", from: Cursor): Position[] {
    const way = [activeOf(from)];
    for (let cursor = from; !leadsOut(cursor, step, bounds); way.push(activeOf(cursor))) {
      cursor = move(cursor, step, bounds);
    }
    return way;
  }
});

function isInside({ row, column }: Position, { rows, columns }: Bounds): boolean {
  return row >= 0 && row < rows && column >= 0 && column < columns;
}

function isAround(row: number) {
  return ({ first, end }: { first: number; end: number }) => row >= first && row < end;
}
