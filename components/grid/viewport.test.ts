import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { GridColumn } from "./columns";
import { headerHeight, numberWidth, rowHeight } from "./geometry";
import { settled } from "./scroll-scale";
import { bodyHeightOf, drawnAt, type Place, revealed, type Scene, scrolledOf } from "./viewport";

/** Ten columns of 100 pixels, the first of them pinned. */
const columns = Array.from(
  { length: 10 },
  (_, index) => ({ index, left: numberWidth + index * 100, width: 100, isPinned: index === 0 }) as GridColumn,
);
const scene: Scene = { rows: 100_000, columns, width: 800, height: 632 };
const start: Place = { scrollTop: 0, offset: 0, left: 0 };

describe("drawnAt", () => {
  it("draws what is in sight, beside the frozen columns", () => {
    expect(drawnAt(scene, start)).toMatchObject({
      rows: { first: 0 },
      columns: { first: 0 },
      shift: 0,
      isFrozen: true,
    });
    expect(drawnAt({ ...scene, width: 300 }, { ...start, left: 500 })).toMatchObject({
      columns: { first: 3, end: 8 },
      isFrozen: false,
    });
  });

  it("has nothing to draw of an empty grid", () => {
    const empty = { ...scene, rows: 0, columns: [] };
    expect(drawnAt(empty, start)).toMatchObject({
      rows: { first: 0, end: 0 },
      columns: { first: 0, end: 0 },
    });
    expect(bodyHeightOf(0)).toBe(0);
  });
});

describe("revealed", () => {
  const anyScene = fc.record({
    rows: fc.integer({ min: 1, max: 3_000_000 }),
    columns: fc.constant(columns),
    width: fc.integer({ min: 320, max: 2_000 }),
    height: fc.integer({ min: 200, max: 2_000 }),
  });

  it("brings any cell into sight, from anywhere", () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(anyScene, share, share, fc.nat(9), (any, from, to, column) => {
        const scrolled = scrolledOf(any);
        const before = settled(scrolled, { scrollTop: 0, offset: from * scrolled.content });
        const cell = { row: Math.floor(to * (any.rows - 1)), column };
        const place = revealed(any, { ...before, left: from * 500 }, cell);
        const top = cell.row * rowHeight - place.offset;
        expect(top).toBeGreaterThanOrEqual(-0.1);
        expect(top + rowHeight).toBeLessThanOrEqual(any.height - headerHeight + 0.1);
        const drawn = drawnAt(any, place);
        expect(cell.row).toBeGreaterThanOrEqual(drawn.rows.first);
        expect(cell.row).toBeLessThan(drawn.rows.end);
        expect(cell.row * rowHeight + drawn.shift + rowHeight).toBeLessThanOrEqual(
          bodyHeightOf(any.rows) + 0.1,
        );
        if (column === 0) return;
        expect(column - 1).toBeGreaterThanOrEqual(drawn.columns.first);
        expect(column - 1).toBeLessThan(drawn.columns.end);
      }),
    );
  });

  it("does not move for a cell that is in sight", () => {
    expect(revealed(scene, start, { row: 3, column: 3 })).toEqual(start);
    expect(revealed(scene, { ...start, left: 300 }, { row: 3, column: 0 })).toEqual({ ...start, left: 300 });
  });
});
