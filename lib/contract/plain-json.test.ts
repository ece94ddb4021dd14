import { expect, test } from "vitest";
import { limits } from "./limits";
import { findHostile } from "./plain-json";

test("plain values pass", () => {
  for (const json of [null, 5, "a 🙂", [], { "": [{ a: ["b"] }] }]) expect(findHostile(json)).toBeUndefined();
});

test("values that cannot be stored are found with their path", () => {
  const hostile: [unknown, unknown[], string][] = [
    ["\0", [], "NUL"],
    [{ a: [1, "\ud800"] }, ["a", 1], "surrogate"],
    [{ "a\0": 1 }, ["a\\u0000"], "NUL"],
    [JSON.parse('{ "a": { "__proto__": 1 } }'), ["a", "__proto__"], "not a known key"],
  ];
  for (const [json, path, message] of hostile) {
    expect(findHostile(json)).toEqual({ path, message: expect.stringContaining(message) });
  }
});

test("extreme nesting is refused without a stack overflow", () => {
  let json: unknown = 1;
  for (let depth = 0; depth < 100_000; depth++) json = [json];
  expect(findHostile(json)?.path).toHaveLength(limits.jsonDepth);
});
