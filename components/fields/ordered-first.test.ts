import { expect, test } from "vitest";
import { orderedFirst } from "./ordered-first";

test("the first order is removed from its old position", () => {
  const orders = [
    { fieldId: "a", direction: "asc" as const },
    { fieldId: "b", direction: "asc" as const },
  ];
  expect(orderedFirst(orders, { fieldId: "b", direction: "desc" })).toEqual([
    { fieldId: "b", direction: "desc" },
    { fieldId: "a", direction: "asc" },
  ]);
});
