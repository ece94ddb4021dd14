import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeColumns } from "@/components/cells/columns-fixture";
import { lengthOf } from "@/components/listing/range";
import { type Area, contains } from "../cursor/selection";
import { type Fill, fillToward } from "./fill-toward";
import { type CellSource, columnBeside, fillFromFirst, fillRest, planFill, takesRow } from "./plan-fill";

const columns = makeColumns(
  "single_line_text",
  "number",
  "number",
  "date",
  "autonumber",
  ["single_select", { options: [{ label: "7" }] }],
  "checkbox",
);
const [text, number, other, date, auto, select] = [0, 1, 2, 3, 4, 5] as const;

function area(row: number, column: number, height: number, width: number): Area {
  return {
    rows: { first: row, end: row + height },
    columns: { first: column, end: column + width },
  };
}

/** Cells by row; missing ones are empty. */
function cells(...rows: unknown[][]): CellSource {
  return { columns, valueIn: ({ row, column }) => rows[row]?.[column] ?? columns[column]?.fieldType.empty };
}

function filled(fill: Fill | undefined, source: CellSource): unknown[][] {
  if (!fill) return [];
  const { area: at, valueAt } = planFill(fill, source);
  return Array.from({ length: lengthOf(at.rows) }, (_, row) =>
    Array.from(
      { length: lengthOf(at.columns) },
      (_, column) => valueAt(at.rows.first + row, at.columns.first + column)?.value,
    ),
  );
}

describe("a double click on the handle", () => {
  const source = cells(["a", 1, null], ["b", null, 5], ["c", null, null], [null, 7, 8], ["e", null, 9]);

  it("follows the column on the left, or else the one on the right", () => {
    expect(columnBeside(area(0, 1, 1, 1), 1, source)).toBe(0);
    expect(columnBeside(area(0, 0, 1, 1), 3, source)).toBe(1);
    expect(columnBeside(area(0, 1, 1, 1), 3, source)).toBe(2);
    expect(columnBeside(area(0, 1, 1, 1), 7, source)).toBeUndefined();
  });

  it("continues while that has values, and overwrites nothing", () => {
    const takes = (of: Area, beside: number) =>
      [1, 2, 3, 4].map((row) => takesRow(of, row, { ...source, beside }));
    expect(takes(area(0, 1, 1, 1), 0)).toEqual([true, true, false, true]);
    expect(takes(area(0, 1, 1, 2), 0)).toEqual([false, true, false, false]);
    expect(takes(area(0, 3, 1, 2), 2)).toEqual([true, false, true, true]);
  });
});

describe("the handle", () => {
  it.each([
    ["down", [4, 1], area(3, 1, 2, 2), "rows"],
    ["up", [0, 1], area(0, 1, 1, 2), "rows"],
    ["to the right", [1, 5], area(1, 3, 2, 3), "columns"],
    ["to the left", [2, 0], area(1, 0, 2, 1), "columns"],
    ["farther down than to the right", [5, 4], area(3, 1, 3, 2), "rows"],
    ["farther to the right than down", [3, 5], area(1, 3, 2, 3), "columns"],
  ] as [string, [number, number], Area, string][])("goes %s", (_, [row, column], target, along) => {
    expect(fillToward(area(1, 1, 2, 2), { row, column })).toMatchObject({ target, along });
  });

  it("does nothing within its area", () => {
    expect(fillToward(area(1, 1, 2, 2), { row: 2, column: 1 })).toBeUndefined();
  });

  it("never fills a cell that it fills from", () => {
    const position = fc.record({ row: fc.nat(20), column: fc.nat(6) });
    fc.assert(
      fc.property(fc.nat(9), fc.nat(2), fc.integer({ min: 1, max: 5 }), position, (row, column, size, to) => {
        const source = area(row, column, size, 2);
        const fill = fillToward(source, to);
        expect(fill === undefined).toBe(contains(source, to));
        if (!fill) return;
        for (let each = fill.target.rows.first; each < fill.target.rows.end; each += 1) {
          for (let at = fill.target.columns.first; at < fill.target.columns.end; at += 1) {
            expect(contains(source, { row: each, column: at })).toBe(false);
          }
        }
      }),
    );
  });
});

describe("a fill", () => {
  const table = cells(["Item 1", 1, 10, "2026-01-01", 1, "7"], ["Item 2", 2, 20, "2026-01-08", 2, "7"]);

  it("down continues each column's own series, and skips computed cells", () => {
    expect(filled(fillToward(area(0, text, 2, 6), { row: 3, column: 0 }), table)).toEqual([
      ["Item 3", 3, 30, "2026-01-15", undefined, "7"],
      ["Item 4", 4, 40, "2026-01-22", undefined, "7"],
    ]);
  });

  it("up continues backwards", () => {
    const low = cells([], [], ["Item 5", 5], ["Item 7", 7]);
    expect(filled(fillToward(area(2, text, 2, 2), { row: 0, column: 0 }), low)).toEqual([
      ["Item 1", 1],
      ["Item 3", 3],
    ]);
  });

  it("to the side continues each row's own series, as far as the fields accept it", () => {
    expect(filled(fillToward(area(0, number, 2, 2), { row: 0, column: select }), table)).toEqual([
      [undefined, undefined, undefined],
      [undefined, undefined, undefined],
    ]);
    const sevens = cells([null, 7, 7]);
    expect(filled(fillToward(area(0, number, 1, 2), { row: 0, column: select }), sevens)).toEqual([
      [undefined, undefined, "7"],
    ]);
    expect(filled(fillToward(area(0, other, 2, 1), { row: 0, column: text }), table)).toEqual([
      ["10", 10],
      ["20", 20],
    ]);
  });

  it("of several field types repeats the values", () => {
    expect(filled(fillToward(area(0, text, 1, 2), { row: 0, column: date }), table)).toEqual([
      [undefined, undefined],
    ]);
    const texts = cells(["5", 5]);
    expect(filled(fillToward(area(0, text, 1, 2), { row: 0, column: other }), texts)).toEqual([[5]]);
  });

  it("of empty cells clears the others", () => {
    expect(filled(fillToward(area(0, text, 1, 3), { row: 1, column: 0 }), cells([]))).toEqual([
      [null, null, null],
    ]);
  });
});

describe("fill down and right", () => {
  const table = cells(["a", 1, 2], ["b", 3, 4], ["c", 5, 6]);

  it("copies the first row or column into the others", () => {
    expect(filled(fillFromFirst(area(0, text, 3, 2), "rows"), table)).toEqual([
      ["a", 1],
      ["a", 1],
    ]);
    expect(filled(fillFromFirst(area(0, number, 3, 2), "columns"), table)).toEqual([[1], [3], [5]]);
  });

  it("fills a single row or column from the one before it, if there is one", () => {
    expect(filled(fillFromFirst(area(1, text, 1, 2), "rows"), table)).toEqual([["a", 1]]);
    expect(filled(fillFromFirst(area(1, other, 1, 1), "columns"), table)).toEqual([[3]]);
    expect(fillFromFirst(area(0, text, 1, 2), "rows")).toBeUndefined();
    expect(fillFromFirst(area(1, text, 2, 1), "columns")).toBeUndefined();
  });
});

describe("continuing a series within a selection", () => {
  it("starts from the rows with values at its top", () => {
    const table = cells(["Item 1", 1], ["Item 2", 2]);
    expect(filled(fillRest(area(0, text, 4, 2), table), table)).toEqual([
      ["Item 3", 3],
      ["Item 4", 4],
    ]);
  });

  it("always starts from the first row, and does nothing if all have values", () => {
    expect(fillRest(area(0, text, 3, 1), cells([]))?.source).toEqual(area(0, text, 1, 1));
    expect(fillRest(area(0, text, 2, 1), cells(["a"], ["b"]))).toBeUndefined();
    expect(fillRest(area(0, auto, 1, 1), cells([]))).toBeUndefined();
  });
});
