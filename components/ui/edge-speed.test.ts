import { expect, it } from "vitest";
import { edgeSpeed } from "./edge-speed";

it.each([
  ["in the middle of the viewport", 300, 0],
  ["near the end", 588, 0.75],
  ["at the end", 600, 1],
  ["far beyond the end", 5_000, 3],
  ["near the beginning", 112, -0.75],
  ["far before the beginning", -900, -3],
])("a drag %s", (_, at, speed) => {
  expect(edgeSpeed(at, { from: 100, to: 600 })).toBe(speed);
});
