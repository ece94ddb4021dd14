import { expect, it } from "vitest";
import { columnOf } from "@/components/cells/columns";
import { columnSets, fittingOrientation } from "./paper";

function columnsOf(widths: readonly number[]) {
  return widths.map((width, index) => {
    const field = {
      id: `f${index}`,
      name: `Field ${index}`,
      type: "single_line_text",
      template: {},
    } as const;
    return columnOf(field as never, { index, width, isLocked: true });
  });
}

it("is portrait until the columns would become small", () => {
  expect(fittingOrientation(columnsOf([220, 200, 200, 200]))).toBe("portrait");
  expect(fittingOrientation(columnsOf([220, 200, 200, 200, 200]))).toBe("landscape");
});

it("keeps all columns on one page as long as they can be read", () => {
  expect(columnSets(columnsOf([200, 200]), "portrait")).toMatchObject([{ scale: 1, share: 1 }]);
  expect(columnSets(columnsOf([200, 1_000]), "landscape")).toMatchObject([{ scale: 0.8, share: 1 }]);
});

it("continues on further pages, each of which begins with the first column", () => {
  const sets = columnSets(columnsOf([220, ...Array<number>(20).fill(200), 9_000]), "landscape");
  expect(sets.map(({ columns }) => columns.map(({ index }) => index))).toEqual([
    [0, 1, 2, 3, 4, 5, 6],
    [0, 7, 8, 9, 10, 11, 12],
    [0, 13, 14, 15, 16, 17, 18],
    [0, 19, 20],
    [0, 21],
  ]);
  for (const { columns, scale, share } of sets) {
    const width = columns.reduce((sum, column) => sum + column.width, 0);
    expect(width * scale).toBeLessThanOrEqual(960.001);
    expect(share).toBeLessThanOrEqual(1);
  }
});
