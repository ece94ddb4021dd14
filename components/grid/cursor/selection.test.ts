import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { indexesOf } from "@/components/listing/range";
import { areasOf, type Cursor, idle, point, select, selectRange } from "./cursor";
import {
  type Area,
  areaOf,
  asOneBlock,
  columnsOf,
  contains,
  cornersOf,
  countCells,
  disjoint,
  rowsOf,
} from "./selection";
import { marksAt, marksByRow } from "./selection-marks";
import type { Bounds } from "./steps";

const bounds: Bounds = { rows: 10, columns: 4, hiddenRows: [], headers: [], pageRows: 3, pageColumns: 2 };

/** Creates an area from inclusive ends: `area(1, 2, 0, 3)` is two rows of four columns. */
function area(firstRow: number, lastRow: number, firstColumn: number, lastColumn: number): Area {
  return {
    rows: { first: firstRow, end: lastRow + 1 },
    columns: { first: firstColumn, end: lastColumn + 1 },
  };
}

describe("the areas of a selection", () => {
  it("are the rectangle between its corners, in any order", () => {
    const [one, other] = [
      { row: 5, column: 1 },
      { row: 2, column: 3 },
    ];
    expect(areaOf({ anchor: one, focus: other, reach: "cells" }, bounds)).toEqual(area(2, 5, 1, 3));
    expect(areaOf({ anchor: other, focus: one, reach: "cells" }, bounds)).toEqual(area(2, 5, 1, 3));
    expect(areaOf({ anchor: one, focus: other, reach: "rows" }, bounds)).toEqual(area(2, 5, 0, 3));
    expect(areaOf({ anchor: one, focus: other, reach: "fields" }, bounds)).toEqual(area(0, 9, 1, 3));
    expect(areaOf({ anchor: one, focus: other, reach: "all" }, bounds)).toEqual(area(0, 9, 0, 3));
  });

  it("grow with the rows for whole fields", () => {
    const all: Cursor = selectRange(
      { anchor: { row: 0, column: 0 }, focus: { row: 0, column: 0 }, reach: "all" },
      bounds,
    );
    expect(areasOf(all, { ...bounds, rows: 1_000_000 })).toEqual([area(0, 999_999, 0, 3)]);
  });

  it("start with the current range", () => {
    const cell = select({ row: 1, column: 1 }, bounds);
    const two = point(cell, { position: { row: 4, column: 2 }, reach: "cells", how: "add" }, bounds);
    expect(areasOf(two, bounds)).toEqual([area(4, 4, 2, 2), area(1, 1, 1, 1)]);
    expect(areasOf(idle, bounds)).toEqual([]);
  });

  it("convert back to a cursor", () => {
    expect(areaOf(cornersOf(area(2, 5, 1, 3)), bounds)).toEqual(area(2, 5, 1, 3));
  });
});

describe("areas that overlap", () => {
  it("are counted once", () => {
    expect(countCells([area(0, 3, 0, 3), area(2, 5, 2, 3)])).toBe(16 + 4);
    expect(countCells([area(0, 3, 0, 3), area(0, 3, 0, 3)])).toBe(16);
    expect(countCells([])).toBe(0);
  });

  it("are one range of rows", () => {
    expect(rowsOf([area(2, 4, 0, 0), area(0, 0, 1, 1), area(4, 6, 2, 2), area(7, 7, 0, 0)])).toEqual([
      { first: 0, end: 1 },
      { first: 2, end: 8 },
    ]);
    expect(columnsOf([area(0, 0, 2, 3), area(5, 5, 0, 0), area(5, 5, 3, 3)])).toEqual([0, 2, 3]);
  });

  const anArea = fc
    .tuple(fc.nat(7), fc.nat(7), fc.nat(7), fc.nat(7))
    .map(([one, two, three, four]) =>
      area(Math.min(one, two), Math.max(one, two), Math.min(three, four), Math.max(three, four)),
    );

  it("split into parts that contain each of their cells once", () => {
    fc.assert(
      fc.property(fc.array(anArea, { maxLength: 8 }), (areas) => {
        const parts = disjoint(areas);
        for (let row = 0; row < 8; row += 1) {
          for (let column = 0; column < 8; column += 1) {
            const holding = (each: readonly Area[]) =>
              each.filter((one) => contains(one, { row, column })).length;
            expect(holding(parts)).toBe(Math.min(1, holding(areas)));
          }
        }
      }),
    );
  });
});

describe("several areas are one block", () => {
  it("side by side or one above the other, in grid order", () => {
    expect(asOneBlock([area(2, 3, 1, 1)])).toMatchObject({ rows: [{ first: 2, end: 4 }] });
    expect(asOneBlock([area(2, 3, 3, 3), area(2, 3, 0, 1)])).toEqual({
      rows: [{ first: 2, end: 4 }],
      columns: [
        { first: 0, end: 2 },
        { first: 3, end: 4 },
      ],
    });
    expect(asOneBlock([area(6, 6, 0, 1), area(2, 3, 0, 1)])).toMatchObject({
      rows: [
        { first: 2, end: 4 },
        { first: 6, end: 7 },
      ],
    });
  });

  it("otherwise they are not", () => {
    expect(asOneBlock([area(2, 3, 0, 0), area(5, 6, 1, 1)])).toBeUndefined();
    expect(asOneBlock([area(2, 3, 0, 1), area(3, 4, 0, 1)])).toBeUndefined();
  });
});

describe("selection marks", () => {
  it("outline each area, and share one array between rows that look the same", () => {
    const marks = marksByRow([area(2, 5, 1, 2)], {});
    expect(marks(1)).toBe(marks(6));
    expect(marks(3)).toBe(marks(4));
    expect(marksAt(marks(1), 1)).toEqual({ isSelected: false, outline: undefined });
    expect(marksAt(marks(3), 0)).toEqual({ isSelected: false, outline: undefined });
    expect(marksAt(marks(2), 1).outline).toBe("inset 0 1px var(--focus), inset 1px 0 var(--focus)");
    expect(marksAt(marks(3), 2).outline).toBe("inset -1px 0 var(--focus)");
    expect(marksAt(marks(5), 2).outline).toBe("inset 0 -1px var(--focus), inset -1px 0 var(--focus)");
  });

  it("distinguish filled from selected areas", () => {
    const marks = marksByRow([area(2, 2, 1, 1)], { filled: area(3, 4, 1, 1) });
    expect(marksAt(marks(2), 1).isSelected).toBe(true);
    expect(marksAt(marks(3), 1)).toEqual({
      isSelected: false,
      outline: expect.stringContaining("var(--border-strong)"),
    });
  });
});

it("indexes of a range", () => {
  expect(indexesOf({ first: 2, end: 5 })).toEqual([2, 3, 4]);
});
