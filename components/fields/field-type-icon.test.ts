import { expect, test } from "vitest";
import { fieldTypes } from "@/lib/field-types";
import { icons } from "./field-type-icon";

test("each field type has an icon of its own", () => {
  expect(Object.keys(icons).sort()).toEqual([...fieldTypes.keys()].sort());
});
