import { expect, test } from "vitest";
import { dropPlaceAt } from "./drop-place";

/** Four columns of 100 pixels after the row numbers, the first of them frozen. */
const columns = [64, 164, 264, 364].map((left, index) => ({ left, width: 100, isPinned: index === 0 }));

test("a column is placed before the one whose left half the pointer is over", () => {
  const at = (x: number) => dropPlaceAt(columns, { x, scrolled: 0, isFrozen: true });
  expect(at(200)).toEqual({ index: 1, at: 164 });
  expect(at(220)).toEqual({ index: 2, at: 264 });
  expect(at(320)).toEqual({ index: 3, at: 364 });
  expect(at(460)).toEqual({ index: 4, at: 464 });
});

test("nothing is placed before the first column", () => {
  const at = (x: number) => dropPlaceAt(columns, { x, scrolled: 0, isFrozen: true });
  expect(at(70)).toEqual({ index: 1, at: 164 });
  expect(at(-50)).toEqual({ index: 1, at: 164 });
});

test("the scroll position counts, except over frozen columns", () => {
  expect(dropPlaceAt(columns, { x: 220, scrolled: 100, isFrozen: true })).toEqual({ index: 3, at: 364 });
  expect(dropPlaceAt(columns, { x: 100, scrolled: 100, isFrozen: true })).toEqual({ index: 1, at: 264 });
  expect(dropPlaceAt(columns, { x: 150, scrolled: 100, isFrozen: false })).toEqual({ index: 2, at: 264 });
});

test("without columns there is one target", () => {
  expect(dropPlaceAt([], { x: 10, scrolled: 0, isFrozen: true })).toEqual({ index: 0, at: 0 });
});
