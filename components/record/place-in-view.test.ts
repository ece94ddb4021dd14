import { expect, it } from "vitest";
import { neighbourOf, placeNow } from "./place-in-view";

it.each([
  { from: { row: 1, isThere: true }, by: 1, to: 2 },
  { from: { row: 1, isThere: true }, by: -1, to: 0 },
  { from: { row: 0, isThere: true }, by: -1, to: undefined },
  { from: { row: 3, isThere: true }, by: 1, to: undefined },
  { from: { row: 2, isThere: false }, by: 1, to: 2 },
  { from: { row: 2, isThere: false }, by: -1, to: 1 },
  { from: { row: 4, isThere: false }, by: 1, to: undefined },
  { from: { row: 0, isThere: false }, by: -1, to: undefined },
] as const)("of four rows, $by from $from is $to", ({ from, by, to }) => {
  expect(neighbourOf(from, by, 4)).toBe(to);
});

it("of no rows, none is next", () => {
  expect(neighbourOf({ row: 0, isThere: false }, 1, 0)).toBeUndefined();
});

it("a record that is among the rows is there, wherever it was before", () => {
  const before = { recordId: "a", place: { row: 7, isThere: true } };
  expect(placeNow(before, { recordId: "a", row: 2 })).toEqual({ row: 2, isThere: true });
});

it("one that has left the rows keeps its place; nothing is known of one that never was there", () => {
  const before = { recordId: "a", place: { row: 7, isThere: true } };
  expect(placeNow(before, { recordId: "a", row: undefined })).toEqual({ row: 7, isThere: false });
  expect(placeNow(before, { recordId: "b", row: undefined })).toBeUndefined();
  expect(placeNow(undefined, { recordId: "a", row: undefined })).toBeUndefined();
});
