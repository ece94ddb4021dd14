import { expect, test } from "vitest";
import { dropPlaceAt } from "./drop-place";

/** Four columns of 100, the first of them frozen, beside the row's number. */
const columns = [64, 164, 264, 364].map((left, index) => ({ left, width: 100, isPinned: index === 0 }));

test("a column goes in front of the one whose first half the pointer is over", () => {
  const at = (x: number) => dropPlaceAt(columns, { x, scrolled: 0, isFrozen: true });
  expect(at(200)).toEqual({ index: 1, at: 164 });
  expect(at(220)).toEqual({ index: 2, at: 264 });
  expect(at(320)).toEqual({ index: 3, at: 364 });
  expect(at(460)).toEqual({ index: 4, at: 464 });
});

test("nothing goes in front of the first", () => {
  const at = (x: number) => dropPlaceAt(columns, { x, scrolled: 0, isFrozen: true });
  expect(at(70)).toEqual({ index: 1, at: 164 });
  expect(at(-50)).toEqual({ index: 1, at: 164 });
});

test("what has scrolled away is reckoned with, except over what is frozen", () => {
  expect(dropPlaceAt(columns, { x: 220, scrolled: 100, isFrozen: true })).toEqual({ index: 3, at: 364 });
  expect(dropPlaceAt(columns, { x: 100, scrolled: 100, isFrozen: true })).toEqual({ index: 1, at: 264 });
  expect(dropPlaceAt(columns, { x: 150, scrolled: 100, isFrozen: false })).toEqual({ index: 2, at: 264 });
});

test("where there are no columns, there is one place", () => {
  expect(dropPlaceAt([], { x: 10, scrolled: 0, isFrozen: true })).toEqual({ index: 0, at: 0 });
});
