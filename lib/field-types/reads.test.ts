import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import * as z from "zod";
import { fieldType, fieldTypes } from ".";
import { dependentsOf, readsOf, withReads } from "./reads";

const link = { id: "link", type: "linked_record", template: { tableId: "t", inverseFieldId: "back" } };
const price = { id: "price", type: "number", template: {} };
const first = { id: "first", type: "lookup", template: { linkFieldId: "link", targetFieldId: "price" } };
const second = { id: "second", type: "lookup", template: { linkFieldId: "other", targetFieldId: "first" } };
const fields = [second, first, price, link];

test("a field with stored values reads no others", () => {
  expect([link, price].flatMap(readsOf)).toEqual([]);
  expect(readsOf(first)).toEqual(["link", "price"]);
});

test("fields depend on what they read through other fields", () => {
  expect(dependentsOf(["price"], fields)).toEqual([first, second]);
  expect(dependentsOf(["link"], fields)).toEqual([first, second]);
  expect(dependentsOf(["second"], fields)).toEqual([]);
});

test("the fields read include indirect ones", () => {
  expect([...withReads(["second"], fields)]).toEqual(["second", "other", "first", "link", "price"]);
  expect([...withReads(["price", "gone"], fields)]).toEqual(["price", "gone"]);
});

test("cycles end the search", () => {
  const loop = [
    { ...first, id: "a", template: { linkFieldId: "link", targetFieldId: "b" } },
    { ...first, id: "b", template: { linkFieldId: "link", targetFieldId: "a" } },
  ];
  expect(dependentsOf(["a"], loop).map(({ id }) => id)).toEqual(["b", "a"]);
  expect([...withReads(["a"], loop)]).toEqual(["a", "link", "b"]);
});

test("the fields that a field reads can be left out of its template", () => {
  const ofLinks = { linkFieldId: "secret1", fieldIds: ["secret2"], filter: "secret3" };
  const templates = {
    rollup: { ...ofLinks, targetFieldId: "secret4", function: "sum" },
    count: ofLinks,
    formula: { formula: "{secret5}", fieldIds: ["secret2"] },
  };
  // A lookup is described by its values instead.
  const reading = [...fieldTypes.values()].filter(({ type, reads }) => reads && type !== "lookup");
  expect(reading.map(({ type }) => type).toSorted()).toEqual(Object.keys(templates).toSorted());
  for (const [type, given] of Object.entries(templates)) {
    const { template, withoutReads } = fieldType(type);
    const whole = template.parse(given);
    const left = withoutReads?.(whole);
    expect(Object.keys(left ?? {}).toSorted()).toEqual(Object.keys(whole).toSorted());
    expect(JSON.stringify(left)).not.toContain("secret");
    const documented = new Ajv2020({ strict: false }).compile(
      z.toJSONSchema(template, { io: "input", unrepresentable: "any" }),
    );
    expect([type, documented(left), documented.errors]).toEqual([type, true, null]);
  }
});
