import { describe, expect, it } from "vitest";
import {
  cardGap,
  columnsIn,
  layOut,
  lineOf,
  linesAt,
  minWidths,
  sameOnTop,
  slotAt,
  slotsIn,
  topOf,
} from "./gallery-layout";

/** Three columns of cards that are 88 pixels high, so that a line takes 100. */
function layoutOf(slots: number, columns = 3) {
  return layOut({ columns, cardWidth: 200, coverHeight: 0 }, { cardHeight: 100 - cardGap, slots });
}

describe("columns", () => {
  it("fill the page, however wide it is", () => {
    for (let width = 200; width < 3_000; width += 37) {
      for (const minWidth of Object.values(minWidths)) {
        const { columns, cardWidth } = columnsIn(width, minWidth);
        const used = columns * cardWidth + (columns + 1) * cardGap;
        expect(used).toBeLessThanOrEqual(width);
        expect(used).toBeGreaterThan(width - columns - 1);
        expect(columns === 1 || cardWidth >= minWidth).toBe(true);
      }
    }
  });

  it("are one or two on a phone", () => {
    expect(columnsIn(375, minWidths.small).columns).toBe(2);
    expect(columnsIn(375, minWidths.medium).columns).toBe(1);
    expect(columnsIn(375, minWidths.large).columns).toBe(1);
  });
});

describe("lines", () => {
  it("are drawn where they are visible, with half a screen on either side", () => {
    expect(linesAt(layoutOf(300), 0, 600)).toEqual({ first: 0, end: 9 });
    expect(linesAt(layoutOf(300), 5_012, 600)).toEqual({ first: 47, end: 59 });
    expect(linesAt(layoutOf(300), 9_412, 600)).toEqual({ first: 91, end: 100 });
  });

  it("are not drawn before the view is measured, or if there are none", () => {
    expect(linesAt(layoutOf(300), 0, 0)).toEqual({ first: 0, end: 0 });
    expect(linesAt(layoutOf(0), 0, 600)).toEqual({ first: 0, end: 0 });
    expect(layoutOf(0).height).toBe(0);
  });

  it("have a gap around them", () => {
    const layout = layoutOf(7);
    expect(layout.lines).toBe(3);
    expect(topOf(layout, 0)).toBe(cardGap);
    expect(layout.height).toBe(topOf(layout, 2) + layout.cardHeight + cardGap);
    expect(slotsIn(layout, 2)).toEqual({ first: 6, end: 7 });
  });
});

describe("the first visible card", () => {
  it("stays on top when there are more or fewer columns", () => {
    const [wide, narrow] = [layoutOf(3_000, 6), layoutOf(3_000, 2)];
    const offset = topOf(wide, 100);
    const narrowed = sameOnTop(wide, offset, narrow);
    expect(narrowed).toBe(topOf(narrow, lineOf(narrow, 600)));
    expect(sameOnTop(narrow, narrowed, wide)).toBe(offset);
  });

  it("stays where it is when cards are added below, or on top of the page", () => {
    expect(sameOnTop(layoutOf(30), 250, layoutOf(33))).toBe(250);
    expect(sameOnTop(layoutOf(30, 3), 0, layoutOf(30, 2))).toBe(0);
  });
});

describe("a point", () => {
  it("is at the nearest card", () => {
    const layout = layoutOf(8);
    const middleOf = (slot: number) => ({
      x: cardGap + (slot % 3) * (200 + cardGap) + 100,
      y: topOf(layout, lineOf(layout, slot)) + 40,
    });
    for (let slot = 0; slot < 8; slot++) expect(slotAt(layout, middleOf(slot))).toBe(slot);
    expect(slotAt(layout, { x: -50, y: -50 })).toBe(0);
    expect(slotAt(layout, { x: 5_000, y: 50 })).toBe(2);
    expect(slotAt(layout, { x: 600, y: 5_000 })).toBe(7);
  });
});
