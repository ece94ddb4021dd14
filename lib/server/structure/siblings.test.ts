import { expect, test } from "vitest";
import { limits } from "../../contract/limits";
import { freeName, placeAt, requireFree } from "./siblings";

test.each([
  [0, "bacd"],
  [1, "abcd"],
  [3, "acdb"],
  [99, "acdb"],
  [-5, "bacd"],
])("b moves to %i", (position, order) => {
  expect(placeAt([..."abcd"], "b", position).join("")).toBe(order);
});

test("a new id is inserted among the others", () => {
  expect(placeAt(["a", "b"], "new", 1)).toEqual(["a", "new", "b"]);
});

test.each([
  [[], "Jobs"],
  [["jobs", "Jobs "], "Jobs"],
  [["Jobs"], "Jobs (1)"],
  [["Jobs", "Jobs (1)", "Jobs (3)"], "Jobs (2)"],
])("with %j taken, the free name is %s", (taken, name) => {
  expect(freeName("Jobs", named(taken))).toBe(name);
});

test("a numbered name respects the maximum length", () => {
  const longest = "🙂".repeat(limits.nameLength);
  const free = freeName(longest, named([longest]));
  expect([...free]).toHaveLength(limits.nameLength);
  expect(free).toMatch(/^🙂+ \(1\)$/u);
});

test("a taken name is a conflict that names its owner", () => {
  expect(() => requireFree("A", named(["a", "B"]), "this table has a field")).not.toThrow();
  expect(() => requireFree("A", named(["A"]), "this table has a field")).toThrow(
    'name is taken: this table has a field "A" already',
  );
});

function named(names: readonly string[]): { name: string }[] {
  return names.map((name) => ({ name }));
}
