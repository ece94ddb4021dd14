import { describe, expect, it } from "vitest";
import { scrollToReveal } from "@/components/ui/scroll-to-reveal";
import { columnsToDraw, rowsOnScreen } from "./geometry";

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

  it("without columns are none", () => {
    expect(columnsToDraw([], 0, 100)).toEqual({ first: 0, end: 0 });
  });
});

describe("scrollToReveal", () => {
  const view = { before: 50, length: 500 };

  it.each([
    ["stays if the span is in view", 100, { from: 200, size: 100 }, 100],
    ["scrolls back to one before", 300, { from: 200, size: 100 }, 150],
    ["scrolls forward to one behind", 0, { from: 480, size: 100 }, 80],
    ["shows the start of one that is too large", 0, { from: 600, size: 900 }, 550],
    ["does not scroll before the start", 10, { from: 20, size: 10 }, 0],
  ])("%s", (_, scroll, span, to) => {
    expect(scrollToReveal(scroll, span, view)).toBe(to);
  });
});

it("a screen is at least one row", () => {
  expect(rowsOnScreen(650, 32)).toBe(20);
  expect(rowsOnScreen(650, 88)).toBe(7);
  expect(rowsOnScreen(0, 32)).toBe(1);
});
