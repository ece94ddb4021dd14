import { expect, test } from "vitest";
import { orderedFirst } from "./ordered-first";

test("what comes first leaves its old place", () => {
  const orders = [
    { fieldId: "a", direction: "asc" as const },
    { fieldId: "b", direction: "asc" as const },
  ];
  expect(orderedFirst(orders, { fieldId: "b", direction: "desc" })).toEqual([
    { fieldId: "b", direction: "desc" },
    { fieldId: "a", direction: "asc" },
  ]);
});
