import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { placeBox } from "./place-box";

const window = { width: 1_000, height: 800 };
const box = { width: 300, height: 200 };

describe("placeBox", () => {
  it("places a popup below its cell, or above if there is more room", () => {
    const place = (top: number) =>
      placeBox({ left: 100, top, bottom: top + 32 }, box, { side: "below", window });
    expect(place(100)).toEqual({ left: 100, top: 132 });
    expect(place(700)).toEqual({ left: 100, top: 500 });
  });

  it("places it over its cell", () => {
    expect(placeBox({ left: 100, top: 50, bottom: 82 }, box, { side: "over", window })).toEqual({
      left: 100,
      top: 50,
    });
  });

  it("keeps all of it in the window, wherever the cell is", () => {
    const anywhere = fc.integer({ min: -5_000, max: 5_000 });
    fc.assert(
      fc.property(
        anywhere,
        anywhere,
        fc.constantFrom("over" as const, "below" as const),
        (left, top, side) => {
          const placed = placeBox({ left, top, bottom: top + 32 }, box, { side, window });
          expect(placed.left).toBeGreaterThanOrEqual(0);
          expect(placed.top).toBeGreaterThanOrEqual(0);
          expect(placed.left + box.width).toBeLessThanOrEqual(window.width);
          expect(placed.top + box.height).toBeLessThanOrEqual(window.height);
        },
      ),
    );
  });
});
