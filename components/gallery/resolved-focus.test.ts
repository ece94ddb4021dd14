import { describe, expect, it } from "vitest";
import { recordFixture } from "@/components/record-card/rows/record-fixture";
import type { Rows } from "@/components/record-card/rows/segments";
import { resolvedFocus } from "./resolved-focus";
import { loadedIdsBetween } from "./use-gallery";

const records = (...ids: string[]) => ({ records: ids.map(recordFixture) });
const rows: Rows = [records("a", "b", "c"), { missing: { first: 3, end: 50 } }, records("x", "y")];
const shape = { columns: 4, count: 52, hasNew: true, page: 2 };

describe("the focus", () => {
  it("begins at the first card", () => {
    expect(resolvedFocus(null, { shape, rows })).toEqual({ row: 0, recordId: "a", turn: 0 });
    expect(resolvedFocus(null, { shape: { ...shape, count: 0 }, rows: [] })).toMatchObject({
      row: 0,
      recordId: null,
    });
    expect(resolvedFocus(null, { shape: { ...shape, count: 0, hasNew: false }, rows: [] })).toBeNull();
  });

  it("follows its record", () => {
    expect(resolvedFocus({ row: 0, recordId: "y", turn: 3 }, { shape, rows })).toEqual({
      row: 51,
      recordId: "y",
      turn: 3,
    });
  });

  it("stays in its place if the record is gone, and keeps a record that is not loaded", () => {
    const at = (row: number) => resolvedFocus({ row, recordId: "gone", turn: 1 }, { shape, rows });
    expect(at(1)).toEqual({ row: 1, recordId: "b", turn: 1 });
    expect(at(20)).toEqual({ row: 20, recordId: "gone", turn: 1 });
    expect(at(90)).toEqual({ row: 52, recordId: null, turn: 1 });
  });
});

it("a range has its loaded cards, in either direction", () => {
  expect(loadedIdsBetween(rows, 1, 50)).toEqual(["b", "c", "x"]);
  expect(loadedIdsBetween(rows, 50, 1)).toEqual(["b", "c", "x"]);
  expect(loadedIdsBetween(rows, 51, 51)).toEqual(["y"]);
  expect(loadedIdsBetween(rows, 10, 20)).toEqual([]);
});
