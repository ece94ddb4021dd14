import { expect, test } from "vitest";
import { holdsMoreValues } from "./values";

test.each([
  [null, 1],
  ["text", 1],
  [[], 1],
  [{ a: 1, b: [2, 3] }, 5],
  [Array(1_000).fill([1]), 2_001],
])("counts the values of %j", (value, count) => {
  expect(holdsMoreValues(value, count)).toBe(false);
  expect(holdsMoreValues(value, count - 1)).toBe(true);
});
