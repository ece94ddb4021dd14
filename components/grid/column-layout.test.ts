import { expect, it } from "vitest";
import { narrowestColumn, widestColumn } from "@/components/fields/field-widths";
import { defaultWidth } from "@/lib/contract/field-widths";
import type { Table } from "@/lib/contract/tables";
import { fieldTypes } from "@/lib/field-types";
import { layoutOf } from "./column-layout";

const fields = ["a", "b", "c", "d"].map((id, order) => ({
  id,
  name: id,
  type: "number",
  template: {},
  order,
}));
const table = { fields, primaryFieldId: "a" } as unknown as Table;
const config = {
  sorts: [],
  hiddenFieldIds: ["c"],
  fieldWidths: { b: 90, gone: 10 },
  orderedFieldIds: ["d", "gone", "b"],
  filter: null,
  groups: [],
  rowHeight: 32,
  frozenFieldCount: 1,
  isLocked: false,
};

it("a view orders, hides and sizes the fields; the primary field comes first, unplaced ones last", () => {
  expect(layoutOf(table, config)).toEqual({
    columnOrder: ["a", "d", "b", "c"],
    columnVisibility: { c: false },
    columnSizing: { b: 90 },
    columnPinning: { start: ["a"], end: [] },
  });
});

it("a view freezes the first visible fields", () => {
  const frozen = (frozenFieldCount: number) =>
    layoutOf(table, { ...config, frozenFieldCount }).columnPinning.start;
  expect(frozen(0)).toEqual([]);
  expect(frozen(3)).toEqual(["a", "d", "b"]);
  expect(frozen(9)).toEqual(["a", "d", "b"]);
  expect(layoutOf(table, { ...config, hiddenFieldIds: ["a"] }).columnPinning.start).toEqual(["d"]);
});

it("every field type has a default width, and the primary field one that fits a name", () => {
  for (const type of fieldTypes.keys()) {
    const width = defaultWidth({ id: "a", type, template: {} }, "b");
    expect(width).toBeGreaterThanOrEqual(narrowestColumn);
    expect(width).toBeLessThanOrEqual(widestColumn);
  }
  expect(defaultWidth({ id: "a", type: "number", template: {} }, "a")).toBe(220);
});
