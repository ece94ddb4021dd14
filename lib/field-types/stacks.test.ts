import { expect, test } from "vitest";
import { fieldTypes, isStackOf, stacksOf } from ".";
import type { StackKey } from "./stacks";

const single = { allowMultiple: false };
const stage = { options: [{ value: "aaaa", label: "Open" }] };
const uuid = "0198c5a0-7b1e-7c3d-9a4f-2b6c8d0e1f23";

test("these types make stacks, and people and links only of one value", () => {
  const able = [...fieldTypes.values()].filter((each) => each.stacks).map(({ type }) => type);
  expect(able).toEqual(["single_select", "checkbox", "rating", "person", "linked_record"]);
  for (const type of ["person", "linked_record"]) {
    expect(stacksOf({ type, template: single })).toBeDefined();
    expect(stacksOf({ type, template: { allowMultiple: true } })).toBeUndefined();
    expect(isStackOf({ type, template: { allowMultiple: true } }, uuid)).toBe(false);
  }
});

test.each<[type: string, template: object, keys: StackKey[], others: StackKey[]]>([
  ["single_select", stage, ["aaaa", null], ["bbbb", "Open", 1, true]],
  ["checkbox", {}, [true, false], [null, "true", 1]],
  ["rating", { maxRating: 3 }, [0, 3, null], [4, -1, 1.5, "3"]],
  ["person", single, [uuid, null], ["ada@example.com", "", 1]],
  ["linked_record", single, [uuid, null], ["Acme", uuid.toUpperCase(), false]],
  ["number", {}, [], [1, null]],
])("%s has stacks of its values alone", (type, template, keys, others) => {
  for (const key of keys) expect(isStackOf({ type, template }, key), String(key)).toBe(true);
  for (const key of others) expect(isStackOf({ type, template }, key), String(key)).toBe(false);
});
