import { expect, test } from "vitest";
import { fieldType, fieldTypes } from "@/lib/field-types";
import { requiredKeys, templateDefaults } from "./template-keys";

test("the defaults of a type without required keys equal its empty template parsed", () => {
  for (const type of fieldTypes.values()) {
    if (requiredKeys(type).length > 0) continue;
    expect(templateDefaults(type)).toEqual(type.template.parse({}));
  }
});

test("required keys have no default", () => {
  expect(requiredKeys(fieldType("linked_record"))).toEqual(["tableId"]);
  expect(templateDefaults(fieldType("linked_record"))).toEqual({ tableId: undefined, allowMultiple: true });
  expect(requiredKeys(fieldType("lookup"))).toEqual(["linkFieldId", "targetFieldId"]);
});
