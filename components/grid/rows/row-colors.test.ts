import { expect, it } from "vitest";
import { recordFixture } from "@/components/record-card/rows/record-fixture";
import type { Field } from "@/lib/contract/fields";
import { colorsBy } from "./row-colors";

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
  return colorsBy(rowColor, fields)({ ...recordFixture("a"), data }, undefined);
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
