import { expect, test } from "vitest";
import { fieldTypes } from "@/lib/field-types";
import { typesFor } from "./field-choices";

test("the first field offers only types that can be primary, and its current type", () => {
  expect(typesFor(1, "number").map((each) => each.type)).toContain("checkbox");
  expect(typesFor(0, "number").map((each) => each.type)).not.toContain("checkbox");
  expect(typesFor(0, "checkbox").map((each) => each.type)).toContain("checkbox");
});

test("types whose template the form cannot fill in are left out", () => {
  const offered = typesFor(1, "number").map((each) => each.type);
  expect([...fieldTypes.keys()].filter((type) => !offered.includes(type))).toEqual([
    "lookup",
    "formula",
    "rollup",
    "count",
  ]);
});
