import { expect, test } from "vitest";
import { withItem } from "./with-item";

test("withItem keeps the order of all when adding or removing", () => {
  const all = ["a", "b", "c"];
  expect(withItem(["c", "a"], all, { item: "b", isIn: true })).toEqual(["a", "b", "c"]);
  expect(withItem(["c", "a"], all, { item: "a", isIn: false })).toEqual(["c"]);
  expect(withItem(["c"], all, { item: "c", isIn: true })).toEqual(["c"]);
});
