import { expect, it } from "vitest";
import { findIn } from "./mark-found";

it("finds a text in another one regardless of case, without overlaps", () => {
  expect(findIn("Anna and ANNA", "anna")).toEqual([
    [0, 4],
    [9, 13],
  ]);
  expect(findIn("aaaa", "aa")).toEqual([
    [0, 2],
    [2, 4],
  ]);
  expect(findIn("text", "")).toEqual([]);
  expect(findIn("İstanbul", "stan")).toEqual([]);
  expect(findIn(`${"x".repeat(20_000)}y`, "y")).toEqual([]);
});
