import { expect, test } from "vitest";
import { listedNames, nearestFirst } from "../formulas/nearest";

test.each([
  ["nmae", "name"],
  ["feilds", "fields"],
  ["record_id", "recordId"],
  ["RECORDID", "recordId"],
  ["field", "fields"],
  ["matchon", "matchOn"],
])("%s resembles %s", (misspelt, meant) => {
  const names = ["name", "fields", "recordId", "matchOn", "template"];
  expect(nearestFirst(misspelt, names)).toEqual([meant, ...names.filter((name) => name !== meant)]);
});

test("a name that resembles none keeps the order", () => {
  for (const misspelt of ["", "x", "where", "colour", "__proto__"]) {
    expect(nearestFirst(misspelt, ["name", "id", "to"])).toEqual(["name", "id", "to"]);
  }
});

test("a huge name takes no time", () => {
  const huge = "name".repeat(1_000_000);
  const start = performance.now();
  expect(nearestFirst(huge, Array(20).fill("name"))).toHaveLength(20);
  expect(performance.now() - start).toBeLessThan(500);
});

test("a long list is cut", () => {
  const names = Array.from({ length: 23 }, (_, index) => `n${index}`);
  expect(listedNames(names)).toBe(`${names.slice(0, 20).join(", ")} and 3 more`);
  expect(listedNames(["a", "b"])).toBe("a, b");
});
