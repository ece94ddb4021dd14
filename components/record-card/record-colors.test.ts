import { expect, it } from "vitest";
import type { Field } from "@/lib/contract/fields";
import { colorsBy } from "./record-colors";
import { recordFixture } from "./rows/record-fixture";

const field = (id: string, type: string, template: Field["template"]): Field => ({
  id,
  name: id,
  type,
  order: 0,
  template,
});
const fields = [
  field("stage", "single_select", {
    options: [
      { value: "aaaa", label: "Open", color: "red" },
      { value: "bbbb", label: "Shut", color: "#123456" },
    ],
    disableColors: false,
  }),
  field("size", "number", { decimalPlaces: 0 }),
];

function colorOf(rowColor: Parameters<typeof colorsBy>[0], data: { [id: string]: unknown }) {
  return colorsBy(rowColor, fields)({ ...recordFixture("a"), data }, undefined).row;
}

it("a select gives the colours of its options", () => {
  expect(colorOf({ fieldId: "stage" }, { stage: "Open" })).toBe("red");
  expect(colorOf({ fieldId: "stage" }, { stage: "Shut" })).toBe("#123456");
  expect(colorOf({ fieldId: "stage" }, { stage: null })).toBeUndefined();
  expect(colorOf({ fieldId: "gone" }, { stage: "Open" })).toBeUndefined();
});

it("the first rule that matches counts", () => {
  const rules = [
    { filter: { field: "size", greater_than: 10 }, color: "blue" as const },
    { filter: { field: "stage", equals: "Open" }, color: "green" as const },
  ];
  expect(colorOf(rules, { stage: "Open", size: 11 })).toBe("blue");
  expect(colorOf(rules, { stage: "Open", size: 10 })).toBe("green");
  expect(colorOf(rules, { stage: "Shut", size: null })).toBeUndefined();
  expect(colorOf([], { stage: "Open" })).toBeUndefined();
});

it("a rule of fields colours their cells alone; the first that matches counts for each cell", () => {
  const big = { field: "size", greater_than: 10 };
  const colors = colorsBy(
    [
      { filter: big, color: "red", fieldIds: ["size"] },
      { filter: { field: "stage", equals: "Open" }, color: "blue", fieldIds: ["stage", "size"] },
      { filter: big, color: "green" },
    ],
    fields,
  );
  const of = (data: { [id: string]: unknown }) => {
    const { row, cells } = colors({ ...recordFixture("a"), data }, undefined);
    return { row, ...Object.fromEntries(cells) };
  };
  expect(of({ stage: "Open", size: 11 })).toEqual({ row: "green", stage: "blue", size: "red" });
  expect(of({ stage: "Open", size: 1 })).toEqual({ row: undefined, stage: "blue", size: "blue" });
  expect(of({ stage: "Shut", size: 11 })).toEqual({ row: "green", size: "red" });
  expect(of({ stage: "Shut", size: null })).toEqual({ row: undefined });
});

it("records that match the same rules share their colours, so that their rows are not drawn again", () => {
  const rules = [{ filter: { field: "size", greater_than: 1 }, color: "red" as const, fieldIds: ["size"] }];
  const colors = colorsBy(rules, fields);
  const of = (size: number) => colors({ ...recordFixture("a"), data: { size } }, undefined);
  expect(of(2).cells).toBe(of(3).cells);
});
