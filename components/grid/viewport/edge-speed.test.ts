import { expect, it } from "vitest";
import { edgeSpeed } from "./edge-speed";

it.each([
  ["in the middle of the viewport", 300, 0],
  ["near the end", 588, 9],
  ["at the end", 600, 12],
  ["far beyond the end", 5_000, 48],
  ["near the beginning", 110, -10],
  ["far before the beginning", -900, -48],
])("a drag %s", (_, at, speed) => {
  expect(edgeSpeed(at, { from: 100, to: 600 })).toBe(speed);
});
