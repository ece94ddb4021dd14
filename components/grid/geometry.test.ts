import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { columnsToDraw, rowHeight, rowsOnScreen, rowsToDraw, scrollToReveal } from "./geometry";

describe("rowsToDraw", () => {
  it("takes what is in sight and some more, but no rows that there are not", () => {
    expect(rowsToDraw(0, 640, 1_000)).toEqual({ first: 0, end: 28 });
    expect(rowsToDraw(3_200, 640, 1_000)).toEqual({ first: 92, end: 128 });
    expect(rowsToDraw(3_200, 640, 110)).toEqual({ first: 92, end: 110 });
    expect(rowsToDraw(0, 640, 0)).toEqual({ first: 0, end: 0 });
  });

  it("never leaves out a row in sight, and stays small", () => {
    fc.assert(
      fc.property(fc.nat(32_000_000), fc.nat(2_000), (offset, height) => {
        const { first, end } = rowsToDraw(offset, height, 2_000_000);
        expect(first * rowHeight).toBeLessThanOrEqual(offset);
        expect(end * rowHeight).toBeGreaterThanOrEqual(offset + height);
        expect(end - first).toBeLessThanOrEqual(height / rowHeight + 26);
      }),
    );
  });
});

describe("columnsToDraw", () => {
  const columns = Array.from({ length: 10 }, (_, index) => ({ left: 200 + index * 100, width: 100 }));

  it.each([
    ["the first", 200, 250, { first: 0, end: 4 }],
    ["some in the middle", 550, 200, { first: 2, end: 7 }],
    ["the last", 1_000, 250, { first: 7, end: 10 }],
    ["none", 1_300, 100, { first: 10, end: 10 }],
  ])("%s", (_, left, width, range) => {
    expect(columnsToDraw(columns, left, width)).toEqual(range);
  });

  it("of no columns are none", () => {
    expect(columnsToDraw([], 0, 100)).toEqual({ first: 0, end: 0 });
  });
});

describe("scrollToReveal", () => {
  const view = { before: 50, length: 500 };

  it.each([
    ["stays where the span is in sight", 100, { from: 200, size: 100 }, 100],
    ["goes back to one before", 300, { from: 200, size: 100 }, 150],
    ["goes on to one behind", 0, { from: 480, size: 100 }, 80],
    ["shows the beginning of one that is too large", 0, { from: 600, size: 900 }, 550],
    ["does not go before the beginning", 10, { from: 20, size: 10 }, 0],
  ])("%s", (_, scroll, span, to) => {
    expect(scrollToReveal(scroll, span, view)).toBe(to);
  });
});

it("a screen is at least one row", () => {
  expect(rowsOnScreen(650)).toBe(20);
  expect(rowsOnScreen(0)).toBe(1);
});
