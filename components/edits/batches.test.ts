import fc from "fast-check";
import { expect, it } from "vitest";
import { charactersOf, inBatches } from "./batches";

it("limits a request to 2,000 items and the maximum number of characters", () => {
  expect(inBatches(Array(4_500).fill("x"), charactersOf).map((call) => call.length)).toEqual([
    2_000, 2_000, 500,
  ]);
  expect(inBatches([1, 2, 3, 4], () => 2_000_000).map((call) => call.length)).toEqual([2, 2]);
  expect(inBatches([1, 2], () => 9_000_000)).toEqual([[1], [2]]);
  expect(inBatches([], charactersOf)).toEqual([]);
});

it("keeps all items in order", () => {
  const sizes = fc.array(fc.nat(5_000_000), { maxLength: 50 });
  fc.assert(
    fc.property(sizes, (items) => {
      expect(inBatches(items, (size) => size).flat()).toEqual(items);
    }),
  );
});

it("measures values by their JSON", () => {
  expect(charactersOf("four")).toBe(4);
  expect(charactersOf(["a"])).toBe(5);
  expect(charactersOf(undefined)).toBe(0);
});
