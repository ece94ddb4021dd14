import fc from "fast-check";
import { expect, it } from "vitest";
import { recordFixtures } from "@/components/record-card/rows/record-fixture";
import { type Rows, segmentsOf } from "@/components/record-card/rows/segments";
import { dropRowAt, heightOf, layOut, rowAt, rowsBetween, topOf } from "./stack-layout";

const heights = { of: ({ id }: { id: string }) => 40 + (Number(id) % 5) * 24, unloaded: 88 };
const rows: Rows = segmentsOf({
  count: 100_000,
  head: recordFixtures(20),
  pages: new Map([[500, recordFixtures(100, 50_000)]]),
});
const layout = layOut(rows, heights);

it("cards follow each other without overlaps, loaded or not", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999 }), (row) => {
      expect(topOf(layout, row) + heightOf(layout, row)).toBe(topOf(layout, row + 1));
      expect(rowAt(layout, topOf(layout, row))).toBe(row);
      expect(rowAt(layout, topOf(layout, row + 1) - 1)).toBe(row);
    }),
  );
  expect(topOf(layout, 100_000)).toBe(layout.height);
  expect(rowAt(layout, layout.height + 5)).toBe(100_000);
});

it("a loaded card is as high as its content", () => {
  expect(heightOf(layout, 3)).toBe(40 + 3 * 24);
  expect(heightOf(layout, 30)).toBe(88);
  expect(heightOf(layout, 50_004)).toBe(40 + 4 * 24);
});

it("the drawn rows cover the visible part", () => {
  const drawn = rowsBetween(layout, { first: 1_000, end: 1_800 }, 200);
  expect(topOf(layout, drawn.first)).toBeLessThanOrEqual(800);
  expect(topOf(layout, drawn.end)).toBeGreaterThanOrEqual(2_000);
  expect(rowsBetween(layOut([], heights), { first: 0, end: 800 }, 200)).toEqual({ first: 0, end: 0 });
});

it("a card is dropped before or after the one whose half it is over", () => {
  const [top, height] = [topOf(layout, 7), heightOf(layout, 7)];
  expect(dropRowAt(layout, top + height / 2 - 1)).toBe(7);
  expect(dropRowAt(layout, top + height / 2 + 1)).toBe(8);
  expect(dropRowAt(layout, -50)).toBe(0);
  expect(dropRowAt(layout, layout.height + 50)).toBe(100_000);
  expect(dropRowAt(layOut([], heights), 40)).toBe(0);
});
