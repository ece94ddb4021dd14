import { expect, it } from "vitest";
import { overshoot, within } from "./overshoot";

const box = { left: 100, top: 50, right: 500, bottom: 350 };

it.each([
  ["within the cells", { x: 300, y: 200 }, { rows: 0, columns: 0 }],
  ["on an edge", { x: 500, y: 350 }, { rows: 0, columns: 0 }],
  ["just below", { x: 300, y: 351 }, { rows: 1, columns: 0 }],
  ["far below", { x: 300, y: 450 }, { rows: 5, columns: 0 }],
  ["above", { x: 300, y: 40 }, { rows: -1, columns: 0 }],
  ["to the right and below", { x: 520, y: 360 }, { rows: 1, columns: 1 }],
  ["to the left", { x: 0, y: 200 }, { rows: 0, columns: -2 }],
  ["out of the window", { x: 300, y: 100_000 }, { rows: 20, columns: 0 }],
])("a drag %s", (_, point, steps) => {
  expect(overshoot(point, box)).toEqual(steps);
});

it("the nearest point inside belongs to a cell", () => {
  expect(within({ x: 0, y: 1_000 }, box)).toEqual({ x: 101, y: 349 });
  expect(within({ x: 300, y: 200 }, box)).toEqual({ x: 300, y: 200 });
});
