import { expect, test } from "vitest";
import { fieldTypes } from "@/lib/field-types";
import { typesFor } from "./field-choices";

test("only what can be primary is offered to the first field, besides what it is", () => {
  expect(typesFor(1, "number").map((each) => each.type)).toContain("checkbox");
  expect(typesFor(0, "number").map((each) => each.type)).not.toContain("checkbox");
  expect(typesFor(0, "checkbox").map((each) => each.type)).toContain("checkbox");
});

test("a type whose template the form cannot fill in is left out, every other one is there", () => {
  const offered = typesFor(1, "number").map((each) => each.type);
  expect([...fieldTypes.keys()].filter((type) => !offered.includes(type))).toEqual(["lookup"]);
});
