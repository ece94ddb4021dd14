import { expect, test } from "vitest";
import { dependentsOf, readsOf, withReads } from "./reads";

const link = { id: "link", type: "linked_record", template: { tableId: "t", inverseFieldId: "back" } };
const price = { id: "price", type: "number", template: {} };
const first = { id: "first", type: "lookup", template: { linkFieldId: "link", targetFieldId: "price" } };
const second = { id: "second", type: "lookup", template: { linkFieldId: "other", targetFieldId: "first" } };
const fields = [second, first, price, link];

test("a field that stores its values reads no other", () => {
  expect([link, price].flatMap(readsOf)).toEqual([]);
  expect(readsOf(first)).toEqual(["link", "price"]);
});

test("fields depend on what they read through others", () => {
  expect(dependentsOf(["price"], fields)).toEqual([first, second]);
  expect(dependentsOf(["link"], fields)).toEqual([first, second]);
  expect(dependentsOf(["second"], fields)).toEqual([]);
});

test("what fields read includes what those read", () => {
  expect([...withReads(["second"], fields)]).toEqual(["second", "other", "first", "link", "price"]);
  expect([...withReads(["price", "gone"], fields)]).toEqual(["price", "gone"]);
});

test("fields that read each other end the search", () => {
  const loop = [
    { ...first, id: "a", template: { linkFieldId: "link", targetFieldId: "b" } },
    { ...first, id: "b", template: { linkFieldId: "link", targetFieldId: "a" } },
  ];
  expect(dependentsOf(["a"], loop).map(({ id }) => id)).toEqual(["b", "a"]);
  expect([...withReads(["a"], loop)]).toEqual(["a", "link", "b"]);
});
