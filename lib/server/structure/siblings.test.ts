import { expect, test } from "vitest";
import { limits } from "../../contract/limits";
import { freeName, placeAt, requireFree } from "./siblings";

test.each([
  [0, "bacd"],
  [1, "abcd"],
  [3, "acdb"],
  [99, "acdb"],
  [-5, "bacd"],
])("b goes to %i", (position, order) => {
  expect(placeAt([..."abcd"], "b", position).join("")).toBe(order);
});

test("what is new takes a place among the others", () => {
  expect(placeAt(["a", "b"], "new", 1)).toEqual(["a", "new", "b"]);
});

test.each([
  [[], "Jobs"],
  [["jobs", "Jobs "], "Jobs"],
  [["Jobs"], "Jobs (1)"],
  [["Jobs", "Jobs (1)", "Jobs (3)"], "Jobs (2)"],
])("beside %j the free name is %s", (taken, name) => {
  expect(freeName("Jobs", named(taken))).toBe(name);
});

test("a numbered name is no longer than names may be", () => {
  const longest = "🙂".repeat(limits.nameLength);
  const free = freeName(longest, named([longest]));
  expect([...free]).toHaveLength(limits.nameLength);
  expect(free).toMatch(/^🙂+ \(1\)$/u);
});

test("a name that is taken is a conflict that says whose it is", () => {
  expect(() => requireFree("A", named(["a", "B"]), "this table has a field")).not.toThrow();
  expect(() => requireFree("A", named(["A"]), "this table has a field")).toThrow(
    'name is taken: this table has a field "A" already',
  );
});

function named(names: readonly string[]): { name: string }[] {
  return names.map((name) => ({ name }));
}
