import { expect, it } from "vitest";
import { neighbourOf, placeNow } from "./place-in-view";

it.each([
  { from: { row: 1, isInView: true }, by: 1, to: 2 },
  { from: { row: 1, isInView: true }, by: -1, to: 0 },
  { from: { row: 0, isInView: true }, by: -1, to: undefined },
  { from: { row: 3, isInView: true }, by: 1, to: undefined },
  { from: { row: 2, isInView: false }, by: 1, to: 2 },
  { from: { row: 2, isInView: false }, by: -1, to: 1 },
  { from: { row: 4, isInView: false }, by: 1, to: undefined },
  { from: { row: 0, isInView: false }, by: -1, to: undefined },
] as const)("of four rows, $by from $from is $to", ({ from, by, to }) => {
  expect(neighbourOf(from, by, 4)).toBe(to);
});

it("an empty view has no next record", () => {
  expect(neighbourOf({ row: 0, isInView: false }, 1, 0)).toBeUndefined();
});

it("a record among the rows has its current position", () => {
  const before = { recordId: "a", place: { row: 7, isInView: true } };
  expect(placeNow(before, { recordId: "a", row: 2 })).toEqual({ row: 2, isInView: true });
});

it("a record that left the rows keeps its last position; one never seen has none", () => {
  const before = { recordId: "a", place: { row: 7, isInView: true } };
  expect(placeNow(before, { recordId: "a", row: undefined })).toEqual({ row: 7, isInView: false });
  expect(placeNow(before, { recordId: "b", row: undefined })).toBeUndefined();
  expect(placeNow(undefined, { recordId: "a", row: undefined })).toBeUndefined();
});
