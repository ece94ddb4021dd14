import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { GridColumn } from "@/components/cells/columns";
import { minNumberWidth as numberWidth } from "@/components/fields/frozen-fields";
import { layRows, type RowLayout } from "@/components/groups/row-layout";
import type { Range } from "@/components/listing/range";
import { extentOf, settled } from "@/components/ui/scroll-scale";
import { headerHeight } from "./geometry";
import {
  bodyHeightOf,
  followed,
  frameAt,
  type GridScroll,
  layerTop,
  linesAroundViewport,
  linesInViewport,
  revealed,
  type Scene,
  scrolledOf,
} from "./viewport";

/** Ten columns of 100 pixels, the first two of them frozen. */
const columns = Array.from(
  { length: 10 },
  (_, index) => ({ index, left: numberWidth + index * 100, width: 100, isPinned: index < 2 }) as GridColumn,
);
const scene: Scene = { layout: rowsAlone(100_000, 32), columns, width: 800, height: 632 };
const start: GridScroll = { scrollTop: 0, offset: 0, left: 0 };
const anyScene = fc.record({
  layout: fc
    .tuple(fc.integer({ min: 1, max: 3_000_000 }), fc.constantFrom(24, 32, 56, 88))
    .map(([rows, rowHeight]) => rowsAlone(rows, rowHeight)),
  columns: fc.constant(columns),
  width: fc.integer({ min: 320, max: 2_000 }),
  height: fc.integer({ min: 200, max: 2_000 }),
});
const share = fc.double({ min: 0, max: 1, noNaN: true });

describe("frameAt", () => {
  it("includes the columns in view beside the frozen ones", () => {
    expect(frameAt(scene, 0)).toMatchObject({ isFrozen: true, columns: { first: 0, end: 7 } });
    expect(frameAt({ ...scene, width: 300 }, 500)).toMatchObject({
      isFrozen: false,
      columns: { first: 4, end: 9 },
    });
  });

  it("freezes none if the others would have too little room", () => {
    const wide = columns.map((column) => ({ ...column, width: 350 }));
    expect(frameAt({ ...scene, columns: wide }, 0).isFrozen).toBe(false);
    expect(frameAt({ ...scene, columns: wide, width: 1_000 }, 0).isFrozen).toBe(true);
    const pinned = columns.map((column) => ({ ...column, isPinned: true }));
    expect(frameAt({ ...scene, columns: pinned }, 300)).toMatchObject({
      isFrozen: false,
      columns: { first: 2, end: 10 },
    });
  });

  it("is as high as the viewport, or as the rows", () => {
    expect(frameAt(scene, 0).height).toBe(600);
    expect(frameAt({ ...scene, layout: rowsAlone(3, 32) }, 0).height).toBe(96);
    expect(frameAt({ ...scene, layout: rowsAlone(0, 32) }, 0).height).toBe(0);
  });
});

describe("an empty grid", () => {
  it("has nothing to draw", () => {
    const empty = { ...scene, layout: rowsAlone(0, 32), columns: [] };
    expect(frameAt(empty, 0).columns).toEqual({ first: 0, end: 0 });
    expect(linesAroundViewport(empty, start).rows).toEqual([]);
    expect(bodyHeightOf(empty)).toBe(0);
  });
});

describe("layerTop", () => {
  it("places the visible rows in the window, wherever the scrollbar is", () => {
    fc.assert(
      fc.property(anyScene, share, (any, at) => {
        const scrolled = scrolledOf(any);
        const place = { ...settled(scrolled, { scrollTop: 0, offset: at * scrolled.content }), left: 0 };
        const { first, end } = onlyRange(linesInViewport(any, place).rows);
        const top = layerTop(any, place, first * any.layout.rowHeight);
        const bottom = layerTop(any, place, end * any.layout.rowHeight);
        // At the end of the rows the window scrolls away, for the line below them.
        const { height } = frameAt(any, 0);
        const gone = Math.max(0, place.scrollTop - (bodyHeightOf(any) - height));
        expect(top - gone).toBeLessThanOrEqual(0.1);
        const isFull = bottom - gone >= scrolled.viewport - 0.1;
        expect(isFull || end === any.layout.rows).toBe(true);
      }),
    );
  });

  it("shows the line below the last row at the very end", () => {
    const scrolled = scrolledOf(scene);
    const end = { ...settled(scrolled, { scrollTop: 0, offset: scrolled.content }), left: 0 };
    expect(end.scrollTop).toBe(extentOf(scrolled) - scrolled.viewport);
    // The window is 32 pixels up, with the last row at its bottom.
    expect(layerTop(scene, end, scene.layout.height)).toBe(frameAt(scene, 0).height);
  });
});

describe("revealed", () => {
  it("brings any cell into view, from anywhere", () => {
    fc.assert(
      fc.property(anyScene, share, share, fc.nat(9), (any, from, to, column) => {
        const scrolled = scrolledOf(any);
        const before = settled(scrolled, { scrollTop: 0, offset: from * scrolled.content });
        const cell = { row: Math.floor(to * (any.layout.rows - 1)), column };
        const place = revealed(any, { ...before, left: from * 500 }, cell);
        const top = cell.row * any.layout.rowHeight - place.offset;
        expect(top).toBeGreaterThanOrEqual(-0.1);
        expect(top + any.layout.rowHeight).toBeLessThanOrEqual(any.height - headerHeight + 0.1);
        const { first, end } = onlyRange(linesAroundViewport(any, place).rows);
        expect(cell.row).toBeGreaterThanOrEqual(first);
        expect(cell.row).toBeLessThan(end);
        const { isFrozen, columns: drawn } = frameAt(any, place.left);
        if (column < 2 && isFrozen) return;
        const among = isFrozen ? column - 2 : column;
        expect(among).toBeGreaterThanOrEqual(drawn.first);
        expect(among).toBeLessThan(drawn.end);
      }),
    );
  });

  it("does not move for a cell in view", () => {
    expect(revealed(scene, start, { row: 3, column: 3 })).toEqual(start);
    expect(revealed(scene, { ...start, left: 300 }, { row: 3, column: 0 })).toEqual({ ...start, left: 300 });
  });

  it("moves along one axis only for a row or a column", () => {
    expect(revealed(scene, { ...start, left: 300 }, { row: 90_000 })).toMatchObject({ left: 300 });
    expect(revealed(scene, start, { column: 9 })).toMatchObject({ offset: 0, left: numberWidth + 200 });
    expect(revealed(scene, start, {})).toEqual(start);
  });
});

describe("followed", () => {
  const inside: GridScroll = { scrollTop: 3_210, offset: 3_210, left: 7 };

  it("keeps a moved row at its position on screen", () => {
    expect(followed(scene, inside, { from: 105, to: 104 })).toMatchObject({ offset: 3_178, left: 7 });
    expect(followed(scene, inside, { from: 100, to: 900 })).toMatchObject({
      offset: 28_810,
      scrollTop: 28_810,
    });
  });

  it("does not scroll past the first row", () => {
    expect(followed(scene, inside, { from: 105, to: 2 })).toMatchObject({ offset: 0, scrollTop: 0 });
  });

  it("does not scroll for a row that is out of view or has not moved", () => {
    for (const row of [99, 120]) expect(followed(scene, inside, { from: row, to: 5 })).toBe(inside);
    expect(followed(scene, inside, { from: 100, to: 100 })).toBe(inside);
  });

  it("hides nothing at the very top, unless the row would leave the viewport", () => {
    expect(followed(scene, start, { from: 3, to: 4 })).toEqual(start);
    expect(followed(scene, start, { from: 17, to: 19 })).toMatchObject({ offset: 40 });
  });
});

function rowsAlone(rows: number, rowHeight: number): RowLayout {
  return layRows({ rows, rowHeight, groups: [], collapsed: new Set() });
}

function onlyRange(ranges: readonly Range[]): Range {
  expect(ranges).toHaveLength(1);
  return ranges[0] as Range;
}
