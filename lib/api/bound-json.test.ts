import fc from "fast-check";
import { expect, test } from "vitest";
import { limits } from "../contract/limits";
import { findHostile } from "../contract/plain-json";
import { boundJson } from "./bound-json";

const any = Number.POSITIVE_INFINITY;

test("text within the bounds comes back as it is", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 20 }), (text) => {
      expect(boundJson(text, any)).toBe(text);
    }),
  );
});

test("signs within strings count for nothing", () => {
  for (const text of ['"[[[{{{,,,"', '"\\"[[[,,,\\\\"', '["\\\\",{"a\\"[":"]"}]', '"[[[', '"\\']) {
    expect(boundJson(text, 4)).toBe(text);
  }
});

test("a value more than may be is a 413", () => {
  for (const [text, values] of [
    ["1", 1],
    ["[1,2,3]", 4],
    ['{"a":1,"b":[true,null]}', 5],
    ["[[1],[2]]", 5],
  ] as const) {
    expect(boundJson(text, values)).toBe(text);
    expect(() => boundJson(text, values - 1)).toThrow(
      expect.objectContaining({
        code: "PAYLOAD_TOO_LARGE",
        message: `A body has at most ${values - 1} values`,
      }),
    );
  }
});

test.each([
  ["lists", "[".repeat(100_000), "[0]".repeat(32)],
  ["objects", '{"a":'.repeat(100_000), Array(32).fill("a").join(".")],
  ["what stands behind other things", `{"x":[1,{"b":"["},${"[".repeat(40)}`, `x[2]${"[0]".repeat(30)}`],
])("%s that nest too deep are cut to what tells where", (_, text, path) => {
  const cut = boundJson(text, any);
  expect(cut.length).toBeLessThan(400);
  expect(findHostile(JSON.parse(cut))).toEqual({
    path: path.match(/\w+/g)?.map((key) => (/^\d/.test(key) ? Number(key) : key)),
    message: `is nested more than ${limits.jsonDepth} deep`,
  });
});

test("what is no JSON stays none, or nests too deep", () => {
  const signs = fc.string({ unit: fc.constantFrom(...'[[[{}],:"\\1a '), maxLength: 200 });
  fc.assert(
    fc.property(signs, (text) => {
      fc.pre(!isJson(text));
      const bounded = boundJson(text, any);
      expect(isJson(bounded) && findHostile(JSON.parse(bounded)) === undefined).toBe(false);
    }),
  );
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
