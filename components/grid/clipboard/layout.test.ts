import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lengthOf } from "@/components/listing/range";
import type { Area } from "../cursor/selection";
import { layOut } from "./layout";

const bounds = { columns: 6 };

function area(row: number, column: number, height: number, width: number): Area {
  return {
    rows: { first: row, end: row + height },
    columns: { first: column, end: column + width },
  };
}

describe("a pasted block", () => {
  it.each([
    ["one value into one cell", [1, 1], [2, 2, 1, 1], [2, 2, 1, 1]],
    ["one value into a range", [1, 1], [2, 2, 4, 3], [2, 2, 4, 3]],
    ["a block from one cell", [3, 2], [2, 2, 1, 1], [2, 2, 3, 2]],
    ["a block into its own size", [3, 2], [2, 2, 3, 2], [2, 2, 3, 2]],
    ["a block into twice its size each way", [2, 2], [2, 0, 4, 4], [2, 0, 4, 4]],
    ["a row into a column of cells", [1, 3], [2, 1, 4, 1], [2, 1, 4, 3]],
    ["a column into a row of cells", [3, 1], [2, 1, 1, 4], [2, 1, 3, 4]],
    ["a block into a range that is no multiple of it", [2, 2], [2, 0, 3, 4], [2, 0, 2, 2]],
    ["a block into a smaller range", [4, 4], [2, 0, 2, 2], [2, 0, 4, 4]],
  ] as [string, [number, number], [number, number, number, number], [number, number, number, number]][])(
    "%s",
    (_, [height, width], selected, target) => {
      expect(layOut({ height, width }, [area(...selected)], bounds)).toEqual({
        areas: [area(...target)],
        columnsLeftOut: 0,
      });
    },
  );

  it("of one value fills every range, larger ones only the current one", () => {
    const areas = [area(0, 0, 2, 1), area(5, 3, 1, 2)];
    expect(layOut({ height: 1, width: 1 }, areas, bounds).areas).toEqual(areas);
    expect(layOut({ height: 2, width: 1 }, areas, bounds).areas).toEqual([area(0, 0, 2, 1)]);
  });

  it("continues below the last row, and leaves out columns after the last field", () => {
    expect(layOut({ height: 4, width: 3 }, [area(8, 4, 1, 1)], bounds)).toEqual({
      areas: [area(8, 4, 4, 2)],
      columnsLeftOut: 1,
    });
  });

  it("without cells has no areas", () => {
    expect(layOut({ height: 0, width: 0 }, [area(0, 0, 1, 1)], bounds).areas).toEqual([]);
    expect(layOut({ height: 1, width: 1 }, [], bounds).areas).toEqual([]);
  });

  it("is never cut off, and starts at the range's first cell", () => {
    const size = fc.record({ height: fc.integer({ min: 1, max: 9 }), width: fc.integer({ min: 1, max: 6 }) });
    const selected = fc
      .tuple(fc.nat(9), fc.nat(5), fc.integer({ min: 1, max: 10 }), fc.integer({ min: 1, max: 6 }))
      .filter(([row, column, height, width]) => row + height <= 10 && column + width <= 6)
      .map((parts) => area(...parts));
    fc.assert(
      fc.property(size, selected, ({ height, width }, range) => {
        const { areas, columnsLeftOut } = layOut({ height, width }, [range], bounds);
        const [target] = areas as [Area];
        expect(target.rows.first).toBe(range.rows.first);
        expect(target.columns.first).toBe(range.columns.first);
        expect(lengthOf(target.rows) % height).toBe(0);
        expect((lengthOf(target.columns) + columnsLeftOut) % width).toBe(0);
        expect(target.columns.end).toBeLessThanOrEqual(bounds.columns);
      }),
    );
  });
});
