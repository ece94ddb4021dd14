import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Reach, Step } from "@/components/commands/command";
import type { Opened } from "@/components/edits/edits";
import { groupsOf } from "@/components/groups/group";
import { fieldFixture } from "@/components/groups/group-fixture";
import { layRows } from "@/components/groups/row-layout";
import type { Field } from "@/lib/contract/fields";
import {
  activeOf,
  areasOf,
  type Cursor,
  cancel,
  close,
  dependsOnCount,
  edit,
  enteredWith,
  expandSelection,
  extend,
  goToHeader,
  hasSelection,
  idle,
  keepInside,
  leavesGrid,
  move,
  moveAfterCommit,
  type Pointing,
  point,
  retype,
  select,
  selectFromFirst,
  selectionOf,
  selectRange,
  stay,
} from "./cursor";
import { countLines, type Lines } from "./lines";
import { areaOf, contains } from "./selection";
import { allSteps, type Bounds, type Position } from "./steps";

const opened: Opened = { held: ["a"] };
const bounds: Bounds = { rows: 10, columns: 4, hiddenRows: [], headers: [], pageRows: 3, pageColumns: 2 };

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

  it("returns the same cursor if nothing changes", () => {
    const corner = at(0, 0);
    expect(move(corner, "up", bounds)).toBe(corner);
  });

  it("starts from the active cell and clears a range, even at the edge", () => {
    expect(move(range([5, 1], [8, 3]), "down", bounds)).toEqual(at(6, 1));
    expect(move(range([0, 0], [8, 3]), "up", bounds)).toEqual(at(0, 0));
  });
});

describe("moveAfterCommit", () => {
  it.each<[string, Step[], Step, to: Cursor]>([
    ["without Tab it stays in its column", [], "down", at(3, 1)],
    ["after several Tabs it returns to the column of the first", ["next", "next"], "down", at(3, 1)],
    ["also upwards", ["next", "next"], "up", at(1, 1)],
    ["also after Shift+Tab", ["next", "previous", "previous"], "down", at(3, 1)],
    ["a new row starts a new run of Tab", ["next", "next", "next", "next"], "down", at(4, 0)],
    ["another move ends the run", ["next", "right"], "down", at(3, 3)],
    ["Tab continues the run", ["next"], "next", { ...at(2, 3), tabbedFrom: 1 } as Cursor],
  ])("%s", (_, before, step, to) => {
    const there = before.reduce((cursor, each) => move(cursor, each, bounds), at(2, 1));
    expect(moveAfterCommit(there, step, bounds)).toEqual(to);
  });

  it("opening and closing an editor keeps the run of Tab, selecting a range ends it", () => {
    const tabbed = move(at(2, 1), "next", bounds);
    expect(moveAfterCommit(edited(tabbed), "down", bounds)).toEqual(at(3, 1));
    const extended = extend(tabbed, "down", bounds);
    expect(activeOf(moveAfterCommit(extended, "down", bounds))).toEqual({ row: 3, column: 2 });
  });
});

describe("within a range", () => {
  const selected = range([5, 1], [6, 2]);

  it("Tab cycles along the rows, Enter down the columns, and the range stays selected", () => {
    expect(way(selected, ["next", "next", "next", "next"])).toEqual(["5,2", "6,1", "6,2", "5,1"]);
    expect(way(selected, ["previous", "previous"])).toEqual(["6,2", "6,1"]);
    expect(way(selected, ["down", "down", "up", "next"])).toEqual(["6,1", "5,2", "6,1", "6,2"]);
    expect(areasOf(moveAfterCommit(selected, "down", bounds), bounds)).toEqual(areasOf(selected, bounds));
  });

  it("also in whole rows, but not in whole fields", () => {
    expect(way(range([5, 2], [5, 2], "rows"), ["next", "next"])).toEqual(["5,3", "5,0"]);
    expect(moveAfterCommit(range([5, 2], [5, 2], "fields"), "next", bounds)).toMatchObject(at(5, 3));
  });

  it("arrows and extensions start from the active cell", () => {
    const there = moveAfterCommit(selected, "next", bounds);
    expect(move(there, "up", bounds)).toEqual(at(4, 2));
    expect(extend(there, "right", bounds)).toEqual(range([5, 2], [6, 3]));
    const pointing = { position: { row: 8, column: 0 }, reach: "cells", how: "extend" } as const;
    expect(point(there, pointing, bounds)).toEqual(range([5, 2], [8, 0]));
    expect(point(there, { ...pointing, how: "add" }, bounds)).toMatchObject({ further: [corners(selected)] });
  });

  it("Tab stays in the grid at the end of the table, and leaves it after Esc", () => {
    const end = range([9, 2], [9, 3]);
    const last = moveAfterCommit(end, "next", bounds);
    expect(leavesGrid(last, "next", bounds)).toBe(false);
    expect(leavesGrid(cancel(last), "next", bounds)).toBe(true);
  });

  it("in a smaller table the range's first cell becomes active again", () => {
    const last = move(selected, "previous", bounds);
    expect(keepInside(last, { ...bounds, rows: 6 })).toEqual(range([5, 1], [5, 2]));
    expect(keepInside(last, bounds)).toBe(last);
  });

  function way(from: Cursor, by: Step[]): string[] {
    return by.map((_, index) => {
      const there = by
        .slice(0, index + 1)
        .reduce((cursor, step) => moveAfterCommit(edited(cursor), step, bounds), from);
      const { row, column } = activeOf(there);
      return `${row},${column}`;
    });
  }

  function corners(cursor: Cursor) {
    if (cursor.state !== "selecting") throw new Error("nothing is selected");
    const { anchor, focus, reach } = cursor;
    return { anchor, focus, reach };
  }
});

/** Opens and saves an editor. */
function edited(cursor: Cursor): Cursor {
  return close(edit(cursor, { recordId: "r", fieldId: "f", draft: "", opened }));
}

describe("after a paste", () => {
  it("the whole range is selected, with its first cell active and in view", () => {
    const corners = { anchor: { row: 2, column: 1 }, focus: { row: 9, column: 2 }, reach: "cells" } as const;
    const pasted = selectFromFirst(corners, bounds);
    expect(areasOf(pasted, bounds)).toEqual([areaOf(corners, bounds)]);
    expect(activeOf(pasted)).toEqual(corners.anchor);
    expect(pasted).toMatchObject({ cycledTo: corners.anchor });
    expect(areasOf(extend(pasted, "up", bounds), bounds)).toEqual([
      areaOf({ ...corners, focus: { row: 8, column: 2 } }, bounds),
    ]);
    expect(areasOf(move(pasted, "down", bounds), bounds)).toEqual(
      areasOf(select({ row: 3, column: 1 }, bounds), bounds),
    );
    expect(selectFromFirst(corners, { ...bounds, rows: 0 })).toEqual(idle);
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

  it("keeps whole rows whole, and ignores an open editor", () => {
    expect(extend(range([2, 1], [2, 1], "rows"), "down", bounds)).toEqual(range([2, 1], [3, 1], "rows"));
    const editing = edit(at(5, 1), { recordId: "r5", fieldId: "f1", draft: "a", opened });
    expect(extend(editing, "down", bounds)).toBe(editing);
  });

  it("returns the same cursor if nothing changes", () => {
    const corner = range([5, 1], [9, 3]);
    expect(extend(corner, "down", bounds)).toBe(corner);
    const past = { position: { row: 12, column: 7 }, reach: "cells", how: "extend" } as const;
    expect(point(corner, past, bounds)).toBe(corner);
  });

  it("starts at the first cell, and does nothing in an empty grid", () => {
    expect(extend(idle, "down", bounds)).toEqual(range([0, 0], [1, 0]));
    expect(extend(idle, "down", { ...bounds, rows: 0 })).toBe(idle);
  });
});

describe("expand-selection", () => {
  it("expands a range to its rows or its fields; both in turn select everything", () => {
    expect(expandSelection(range([2, 1], [4, 2]), "rows", bounds)).toEqual(range([2, 1], [4, 2], "rows"));
    expect(expandSelection(range([2, 1], [4, 2]), "fields", bounds)).toEqual(range([2, 1], [4, 2], "fields"));
    expect(expandSelection(range([2, 1], [4, 2], "rows"), "rows", bounds)).toEqual(
      range([2, 1], [4, 2], "rows"),
    );
    expect(expandSelection(range([2, 1], [4, 2], "rows"), "fields", bounds)).toEqual(
      range([2, 1], [4, 2], "all"),
    );
  });

  it("selects everything as one range, and keeps the active cell", () => {
    const several = point(at(1, 1), { position: { row: 4, column: 2 }, reach: "cells", how: "add" }, bounds);
    expect(expandSelection(several, "all", bounds)).toEqual(range([4, 2], [4, 2], "all"));
    expect(expandSelection(idle, "all", bounds)).toEqual(range([0, 0], [0, 0], "all"));
    expect(expandSelection(idle, "all", { ...bounds, columns: 0 })).toBe(idle);
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

  it("extends the range to its position", () => {
    expect(point(at(2, 1), pointing(4, 3, "extend"), bounds)).toEqual(range([2, 1], [4, 3]));
    expect(point(at(2, 1), pointing(4, 0, "extend", "rows"), bounds)).toEqual(range([2, 1], [4, 0], "rows"));
    expect(point(idle, pointing(4, 3, "extend"), bounds)).toEqual(at(4, 3));
  });

  it("adds a range, which becomes the current one", () => {
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

describe("dependsOnCount", () => {
  const moving = (from: Cursor, step: Step) => dependsOnCount(from, { do: "move", step }, bounds);

  it("is true for steps to the last row and past the rows seen so far", () => {
    expect(moving(at(0, 0), "bottom")).toBe(true);
    expect(moving(at(0, 0), "last-cell")).toBe(true);
    expect(moving(at(9, 1), "down")).toBe(true);
    expect(moving(at(8, 1), "page-down")).toBe(true);
    expect(moving(at(9, 3), "next")).toBe(true);
    expect(dependsOnCount(range([2, 1], [9, 2]), { do: "extend", step: "down" }, bounds)).toBe(true);
  });

  it("is false for any other step", () => {
    for (const step of ["down", "page-down", "next", "last-field"] as const) {
      expect(moving(at(5, 1), step)).toBe(false);
    }
    for (const step of ["up", "top", "first-cell", "previous", "right"] as const) {
      expect(moving(at(9, 1), step)).toBe(false);
    }
    expect(dependsOnCount(range([9, 1], [2, 2]), { do: "extend", step: "down" }, bounds)).toBe(false);
  });
});

describe("leavesGrid", () => {
  it("is true for Tab at the last cell and Shift+Tab at the first", () => {
    expect(leavesGrid(at(9, 3), "next", bounds)).toBe(true);
    expect(leavesGrid(at(9, 2), "next", bounds)).toBe(false);
    expect(leavesGrid(at(0, 0), "previous", bounds)).toBe(true);
    expect(leavesGrid(at(0, 1), "previous", bounds)).toBe(false);
    expect(leavesGrid(at(9, 3), "right", bounds)).toBe(false);
  });

  it("is true anywhere after Esc, until the next action", () => {
    const left = cancel(at(5, 1));
    expect(leavesGrid(left, "next", bounds)).toBe(true);
    expect(leavesGrid(left, "previous", bounds)).toBe(true);
    expect(leavesGrid(move(left, "down", bounds), "next", bounds)).toBe(false);
    expect(leavesGrid(select(activeOf(left), bounds), "next", bounds)).toBe(false);
    expect(leavesGrid(stay(left), "next", bounds)).toBe(false);
    expect(stay(idle)).toBe(idle);
  });
});

describe("editing", () => {
  const editing = edit(at(5, 1), { recordId: "r5", fieldId: "f1", draft: "a", opened });

  it("follows the ids of record and field, and keeps its position", () => {
    expect(editing).toEqual({
      state: "editing",
      recordId: "r5",
      fieldId: "f1",
      draft: "a",
      opened,
      selection: { anchor: { row: 5, column: 1 }, focus: { row: 5, column: 1 }, reach: "cells", further: [] },
    });
    expect(retype(editing, "ab")).toEqual({ ...editing, draft: "ab" });
    expect(close(editing)).toEqual(at(5, 1));
    expect(cancel(editing)).toEqual({ ...at(5, 1), isLeaving: true });
  });

  it("needs a selected cell, and typing needs an editor", () => {
    expect(edit(idle, { recordId: "r", fieldId: "f", draft: "", opened })).toBe(idle);
    expect(retype(at(1, 1), "x")).toEqual(at(1, 1));
    expect(close(idle)).toBe(idle);
  });

  it("keeps the range in which it was opened", () => {
    const wide = edit(range([5, 1], [7, 2]), { recordId: "r5", fieldId: "f1", draft: "a", opened });
    expect(close(retype(wide, "ab"))).toEqual(range([5, 1], [7, 2]));
  });

  it("continues when rows disappear", () => {
    const kept = keepInside(editing, { ...bounds, rows: 3 });
    expect(kept).toMatchObject({ state: "editing", draft: "a" });
    expect(activeOf(kept)).toEqual({ row: 2, column: 1 });
    expect(keepInside(editing, { ...bounds, rows: 0 })).toBe(editing);
  });
});

describe("keepInside", () => {
  it("returns a cursor inside the grid unchanged", () => {
    const cursor = at(2, 2);
    expect(keepInside(cursor, bounds)).toBe(cursor);
    expect(keepInside(idle, bounds)).toBe(idle);
  });

  it("takes the nearest remaining cell, or none", () => {
    expect(keepInside(at(9, 3), { ...bounds, rows: 4, columns: 2 })).toEqual(at(3, 1));
    expect(keepInside(at(9, 3), { ...bounds, rows: 0 })).toEqual(idle);
    expect(keepInside(range([1, 1], [9, 3]), { ...bounds, rows: 4 })).toEqual(range([1, 1], [3, 3]));
  });
});

/** Rows in nested groups with the given record counts. `collapsed` lists the collapsed ones by header index. */
function grouped(tree: readonly (readonly number[])[], { collapsed = [] as number[], more = 0 } = {}): Lines {
  const [outer, inner] = ["a", "b"].map(fieldFixture) as [Field, Field];
  const sum = (counts: readonly number[]) => counts.reduce((all, each) => all + each, 0);
  const groups = groupsOf([
    { fields: [outer], groups: tree.map((counts, a) => ({ key: { a }, count: sum(counts) })) },
    {
      fields: [outer, inner],
      groups: tree.flatMap((counts, a) => counts.map((count, b) => ({ key: { a, b }, count }))),
    },
  ]);
  const ids = new Set(collapsed.flatMap((at) => groups[at]?.id ?? []));
  return layRows({ rows: Math.max(0, sum(tree.map(sum)) + more), rowHeight: 1, groups, collapsed: ids });
}

/** Names the line a cursor is on: a header, or a row. */
function lineNameOf(cursor: Cursor, { headers }: Lines): string {
  if (cursor.state !== "group-header") return `row ${activeOf(cursor).row}`;
  return `header ${headers.findIndex(({ group }) => group.id === cursor.groupId)}`;
}

describe("in groups", () => {
  /**
   * Header 0: header 1: rows 0, 1; header 2, collapsed: rows 2 to 4. Header 3: header 4: rows 5, 6. Header 5,
   * collapsed: rows 7, 8.
   */
  const inGroups: Bounds = { ...bounds, ...grouped([[2, 3], [2], [2]], { collapsed: [2, 5] }) };
  const header = (at: number, column = 1) =>
    goToHeader(inGroups.headers[at]?.group.id ?? "", column, inGroups);
  const row = (row: number, column = 1) => select({ row, column }, inGroups);

  it("arrows reach every visible row and header in turn, and the same way back", () => {
    const shown = ["header 0", "header 1", "row 0", "row 1", "header 2", "header 3", "header 4"];
    const all = [...shown, "row 5", "row 6", "header 5"];
    const there = pathOf("down", header(0), inGroups);
    expect(there.map((each) => lineNameOf(each, inGroups))).toEqual(all);
    expect(there.map((each) => activeOf(each).column)).toEqual(all.map(() => 1));
    const back = pathOf("up", header(5), inGroups);
    expect(back.map((each) => lineNameOf(each, inGroups))).toEqual(all.toReversed());
  });

  it.each<[Step, from: Cursor, to: Cursor]>([
    ["page-down", row(0), row(5)],
    ["page-down", row(1), row(5)],
    ["page-down", row(6), row(6)],
    ["page-up", row(6), row(1)],
    ["page-up", row(1), row(0)],
    ["top", row(6), row(0)],
    ["bottom", row(0), row(6)],
    ["first-cell", row(6), row(0, 0)],
    ["last-cell", row(0), row(6, 3)],
    ["next", row(1, 3), row(5, 0)],
    ["previous", row(5, 0), row(1, 3)],
  ])("%s leads from a cell to a cell", (step, from, to) => {
    expect(move(from, step, inGroups)).toEqual(to);
  });

  it.each<[Step, from: Cursor, to: Cursor]>([
    ["page-down", header(2), row(5)],
    ["page-up", header(3), row(0)],
    ["page-up", header(2), header(1)],
    ["top", header(3), header(0)],
    ["bottom", header(0), header(5)],
    ["left", header(2), header(0)],
    ["left", header(3), header(3)],
    ["right", header(0), header(1, 0)],
    ["right", header(1), row(0, 0)],
    ["next", header(2), row(5, 0)],
    ["previous", header(2), row(1, 3)],
  ])("%s leads from a header to what is nearest there", (step, from, to) => {
    expect(move(from, step, inGroups)).toEqual(to);
  });

  it("Tab leaves the grid if no cell follows, also from a header", () => {
    expect(leavesGrid(row(6, 3), "next", inGroups)).toBe(true);
    expect(leavesGrid(header(5), "next", inGroups)).toBe(true);
    expect(leavesGrid(header(0), "previous", inGroups)).toBe(true);
    expect(leavesGrid(header(5), "previous", inGroups)).toBe(false);
    expect(leavesGrid(cancel(header(2)), "next", inGroups)).toBe(true);
    expect(leavesGrid(stay(cancel(header(2))), "next", inGroups)).toBe(false);
  });

  it("a range spans headers and hidden rows, and dragging upwards continues past them", () => {
    expect(extend(row(1), "down", inGroups)).toEqual({ ...row(1), focus: { row: 5, column: 1 } });
    expect(extend(row(5), "up", inGroups)).toEqual({ ...row(5), focus: { row: 1, column: 1 } });
    expect(extend(row(0), "up", inGroups)).toEqual(row(0));
    expect(extend(row(6), "down", inGroups)).toEqual(row(6));
    expect(extend(row(0), "bottom", inGroups)).toMatchObject({ focus: { row: 6 } });
    const pointing = { position: { row: 3, column: 1 }, reach: "cells", how: "extend" } as const;
    expect(point(row(5), pointing, inGroups)).toEqual({ ...row(5), focus: { row: 1, column: 1 } });
  });

  it.each<[Step, from: Cursor, to: Cursor]>([
    ["down", header(0), row(0)],
    ["down", header(2), row(5)],
    ["down", header(5), header(5)],
    ["up", header(0), header(0)],
    ["up", header(3), row(1)],
    ["page-down", header(2), row(5)],
    ["page-up", header(3), { ...row(1), focus: { row: 0, column: 1 } } as Cursor],
    ["bottom", header(0), { ...row(0), focus: { row: 6, column: 1 } } as Cursor],
    ["top", header(3), { ...row(1), focus: { row: 0, column: 1 } } as Cursor],
    ["last-cell", header(3), { ...row(5), focus: { row: 6, column: 3 } } as Cursor],
    ["left", header(2), header(2)],
    ["right", header(1), header(1)],
    ["first-field", header(1), header(1)],
  ])("Shift and %s on a header begin a range with the next cell on the way", (step, from, to) => {
    expect(extend(from, step, inGroups)).toEqual(to);
  });

  it("a header expands to the rows of its group, unless it is collapsed", () => {
    expect(expandSelection(header(1), "rows", inGroups)).toEqual({
      ...row(0),
      focus: { row: 1, column: 1 },
      reach: "rows",
    });
    expect(expandSelection(header(0), "rows", inGroups)).toMatchObject({
      anchor: { row: 0 },
      focus: { row: 4 },
    });
    expect(expandSelection(header(2), "rows", inGroups)).toEqual(header(2));
    const firstCollapsed = { ...bounds, ...grouped([[2, 3]], { collapsed: [1] }) };
    const outer = goToHeader(firstCollapsed.headers[0]?.group.id ?? "", 1, firstCollapsed);
    expect(expandSelection(outer, "rows", firstCollapsed)).toMatchObject({
      anchor: { row: 4 },
      focus: { row: 0 },
    });
  });

  it("a header allows no editing, but selecting everything", () => {
    expect(expandSelection(header(2), "all", inGroups)).toMatchObject({ state: "selecting", reach: "all" });
    expect(edit(header(2), { recordId: "r", fieldId: "f", draft: "", opened })).toEqual(header(2));
    expect(dependsOnCount(header(5), { do: "move", step: "down" }, inGroups)).toBe(true);
    expect(dependsOnCount(header(2), { do: "move", step: "down" }, inGroups)).toBe(false);
  });

  it("collapsing a group moves the cursor from its rows to its header", () => {
    expect(keepInside(at(3, 1), inGroups)).toEqual(header(2));
    expect(keepInside(at(8, 1), inGroups)).toEqual(header(5));
    expect(keepInside(range([3, 1], [6, 2]), inGroups)).toEqual(header(2));
    expect(keepInside(range([1, 1], [3, 2]), inGroups)).toMatchObject({ focus: { row: 3, column: 2 } });
  });

  it("a removed header leaves the cursor on its outer header, otherwise on the rows", () => {
    const outer = { ...bounds, ...grouped([[2, 3], [2], [2]], { collapsed: [0] }) };
    expect(lineNameOf(keepInside(header(2), outer), outer)).toBe("header 0");
    expect(keepInside(header(2), { ...bounds, rows: 9 })).toEqual(at(2, 1));
    expect(keepInside(header(2), { ...bounds, rows: 0 })).toEqual(idle);
    const below = { ...bounds, ...grouped([[4, 3], [2], [2]], { collapsed: [2, 5] }) };
    expect(keepInside(header(2), below)).toMatchObject({ state: "group-header", at: { row: 4, column: 1 } });
    expect(keepInside(header(2), inGroups)).toEqual(header(2));
  });

  it("Tab enters at the first visible cell, or at the first header if all are collapsed", () => {
    const firstCollapsed = { ...bounds, ...grouped([[3], [2]], { collapsed: [0] }) };
    expect(activeOf(enteredWith(idle, firstCollapsed))).toEqual({ row: 3, column: 0 });
    const allCollapsed = { ...bounds, ...grouped([[3], [2]], { collapsed: [0, 2] }) };
    expect(lineNameOf(enteredWith(idle, allCollapsed), allCollapsed)).toBe("header 0");
    expect(lineNameOf(move(idle, "down", allCollapsed), allCollapsed)).toBe("header 0");
    expect(enteredWith(idle, { ...bounds, rows: 0 })).toEqual(idle);
  });
});

describe("whatever is done", () => {
  const lines = fc.oneof(
    fc.nat(1_000_000).map((rows) => ({ rows, hiddenRows: [], headers: [] })),
    fc
      .record({
        tree: fc.array(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 3 }), {
          minLength: 1,
          maxLength: 5,
        }),
        collapsed: fc.array(fc.nat(20)),
        more: fc.integer({ min: -4, max: 9 }),
      })
      .map(({ tree, ...rest }) => grouped(tree, rest)),
  );
  const size = fc
    .record({
      lines,
      columns: fc.nat(500),
      pageRows: fc.integer({ min: 1, max: 60 }),
      pageColumns: fc.integer({ min: 1, max: 20 }),
    })
    .map(({ lines, ...rest }): Bounds => ({ ...lines, ...rest }));
  const position = fc.record({ row: fc.nat(2_000_000), column: fc.nat(1_000) });
  const doing = fc.oneof(
    fc.record({
      do: fc.constantFrom("move" as const, "moveAfterCommit" as const, "extend" as const),
      step: fc.constantFrom(...allSteps),
    }),
    fc.record({
      do: fc.constant("expand-selection" as const),
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
    fc.record({ do: fc.constant("go" as const), header: fc.nat(20) }),
  );
  type Doing = typeof doing extends fc.Arbitrary<infer Each> ? Each : never;

  function after(cursor: Cursor, each: Doing, now: Bounds): Cursor {
    switch (each.do) {
      case "resize":
        return keepInside(cursor, now);
      case "move":
        return move(cursor, each.step, now);
      case "moveAfterCommit":
        return moveAfterCommit(cursor, each.step, now);
      case "extend":
        return extend(cursor, each.step, now);
      case "expand-selection":
        return expandSelection(cursor, each.reach, now);
      case "point":
        return point(close(cursor), each.pointing, now);
      case "go":
        return goToHeader(now.headers[each.header]?.group.id ?? "", 1, now);
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

  it("the cursor stays on a visible header or cell, and an editor keeps a cell while there is one", () => {
    fc.assert(
      fc.property(size, fc.array(doing, { maxLength: 60 }), (first, doings) => {
        let now = first;
        let cursor: Cursor = idle;
        for (const each of doings) {
          if (each.do === "resize") now = each.size;
          cursor = keepInside(after(cursor, each, now), now);
          const isEmpty = now.rows === 0 || now.columns === 0;
          if (cursor.state === "idle") expect(isEmpty || each.do !== "move").toBe(true);
          if (cursor.state === "group-header") {
            const { groupId } = cursor;
            const header = now.headers.find(({ group }) => group.id === groupId);
            expect(header?.group.rows.first).toBe(cursor.at.row);
            expect(isInside(cursor.at, now)).toBe(true);
          }
          if (!hasSelection(cursor) || (cursor.state === "editing" && isEmpty)) continue;
          const { further, ...current } = selectionOf(cursor);
          const active = activeOf(cursor);
          const isShown = !now.hiddenRows.some(isAround(active.row));
          expect(isShown || cursor.state === "editing").toBe(true);
          expect(contains(areaOf(current, now), active)).toBe(true);
          for (const corners of [current, ...further]) {
            expect(isInside(corners.anchor, now)).toBe(true);
            expect(isInside(corners.focus, now)).toBe(true);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it("steps down visit every visible line, and steps up go back the same way", () => {
    fc.assert(
      fc.property(lines, (some) => {
        fc.pre(some.rows > 0 && some.rows <= 80);
        const now: Bounds = { ...bounds, ...some };
        const [header] = now.headers;
        const first = header ? goToHeader(header.group.id, 1, now) : select({ row: 0, column: 1 }, now);
        const there = pathOf("down", first, now);
        expect(there).toHaveLength(countLines(now));
        expect(pathOf("up", there.at(-1) ?? idle, now)).toEqual(there.toReversed());
      }),
    );
  });

  it("Tab reaches every cell in turn, and Shift+Tab goes back the same way", () => {
    const there = pathOf("next", at(0, 0), bounds);
    expect(there).toHaveLength(bounds.rows * bounds.columns);
    const back = pathOf("previous", at(9, 3), bounds);
    expect(back.map(activeOf)).toEqual(there.toReversed().map(activeOf));
  });
});

/** The cursors on the way until a step leads nowhere. */
function pathOf(step: Step, from: Cursor, now: Bounds): Cursor[] {
  const way = [from];
  for (let next = move(from, step, now); next !== way.at(-1); next = move(next, step, now)) way.push(next);
  return way;
}

function isInside({ row, column }: Position, { rows, columns }: Bounds): boolean {
  return row >= 0 && row < rows && column >= 0 && column < columns;
}

function isAround(row: number) {
  return ({ first, end }: { first: number; end: number }) => row >= first && row < end;
}
