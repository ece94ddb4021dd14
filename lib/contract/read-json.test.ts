import fc from "fast-check";
import { expect, test } from "vitest";
import { limits } from "./limits";
import { findHostile } from "./plain-json";
import { boundJson, readJson, readJsonInSteps } from "./read-json";

const any = Number.POSITIVE_INFINITY;

test("text within the limits is unchanged", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 20 }), (text) => {
      expect(boundJson(text, any).text).toBe(text);
    }),
  );
});

test("punctuation within strings is ignored", () => {
  for (const text of ['"[[[{{{,,,"', '"\\"[[[,,,\\\\"', '["\\\\",{"a\\"[":"]"}]', '"[[[', '"\\']) {
    expect(boundJson(text, 4)).toMatchObject({ text, hostile: undefined });
  }
});

test("one value too many is a 413", () => {
  for (const [text, values] of [
    ["1", 1],
    ["[1,2,3]", 4],
    ['{"a":1,"b":[true,null]}', 5],
    ["[[1],[2]]", 5],
  ] as const) {
    expect(boundJson(text, values).text).toBe(text);
    expect(() => boundJson(text, values - 1)).toThrow(
      expect.objectContaining({
        code: "PAYLOAD_TOO_LARGE",
        message: `The body has too many values. At most ${values - 1} are allowed.`,
      }),
    );
  }
});

test.each([
  ["lists", "[".repeat(100_000), "[0]".repeat(32)],
  ["objects", '{"a":'.repeat(100_000), Array(32).fill("a").join(".")],
  ["lists after other values", `{"x":[1,{"b":"["},${"[".repeat(40)}`, `x[2]${"[0]".repeat(30)}`],
])("%s that nest too deep are cut off at that place", (_, text, path) => {
  const cut = boundJson(text, any).text;
  expect(cut.length).toBeLessThan(400);
  expect(findHostile(JSON.parse(cut))).toEqual({
    path: path.match(/\w+/g)?.map((key) => (/^\d/.test(key) ? Number(key) : key)),
    message: `is nested more than ${limits.jsonDepth} deep`,
  });
});

test.each<[text: string, path: (string | number)[]]>([
  ['{"a":1,"a":1}', ["a"]],
  ['{"A":1,"\\u0041":2}', ["A"]],
  ['{"a\\\\":1,"b":"\\"","a\\u005c":2}', ["a\\"]],
  ['{"":1,"":2}', [""]],
  ['{"__proto__":1,"__proto__":2}', ["__proto__"]],
  ['{"a\\u0000":1,"a\\u0000":2}', ["a\\u0000"]],
  ['{"list":[0,{"a":{}},{"a":[1,{"b":1}],"c":{"a":1},"a":2}]}', ["list", 2, "a"]],
  ['{"a":{"b":"x","b":"x"},"a":1}', ["a", "b"]],
])("a duplicate key is found: %s", (text, path) => {
  expect(readJson(text, any).hostile).toEqual({ path, message: "is given more than once" });
});

test("the same key in several objects, or as a value, is not a duplicate", () => {
  for (const text of [
    '{"a":{"a":["a","a",{"a":"a"}]}}',
    '[{"a":1},{"a":1}]',
    '{"a":"b","b":"a","c":["a","b"]}',
    '{"a":1,"A":1,"\u0430":1}',
    '{"a":{},"b":[],"c":{"b":1,"a":{"c":1}},"d":"\\\\","e":1}',
  ]) {
    expect(readJson(text, any)).toEqual({ json: JSON.parse(text), hostile: undefined });
  }
});

test("only objects with duplicate keys are refused", () => {
  const key = fc.oneof(fc.string({ unit: fc.constantFrom(...'a\\",:{}[]1') }), fc.string());
  const object = fc.uniqueArray(
    key.filter((each) => each !== "__proto__" && !/\0/.test(each)),
    { minLength: 1 },
  );
  fc.assert(
    fc.property(object, fc.jsonValue(), fc.nat(), (keys, value, pick) => {
      const entries = keys.map((each) => `${JSON.stringify(each)}:${JSON.stringify(value)}`);
      const again = keys[pick % keys.length] as string;
      expect(boundJson(`{${entries}}`, any).hostile).toBeUndefined();
      expect(boundJson(`[0,{${entries},${JSON.stringify(again)}:1}]`, any).hostile).toMatchObject({
        path: [1, again],
      });
    }),
  );
});

test.each([
  "1e-400",
  "-1E-400",
  "0.1e-330",
  "1.5e-99999",
  `0.${"0".repeat(400)}1`,
  `-0.${"0".repeat(330)}9e+5`,
])("%.40s would round to 0", (number) => {
  expect(readJson(`{"a":[1,${number}]}`, any).hostile).toEqual({
    path: ["a", 1],
    message: "takes numbers that a double can hold; this one is too small",
  });
  expect(readJson(` ${number} `, any).hostile).toMatchObject({ path: [] });
  expect(readJson(JSON.stringify({ [number]: number }), any).hostile).toBeUndefined();
});

test.each([
  "0",
  "-0",
  "0.0",
  "0e-400",
  "-0.000E+5",
  "5e-324",
  "1e-307",
  "1e400",
  `0.${"0".repeat(400)}`,
  "12.5",
])("%.40s keeps its value", (number) => {
  expect(readJson(`[${number}]`, any)).toEqual({ json: [Number(number)], hostile: undefined });
});

test("reading in steps gives the same value and finds the same problems", () => {
  const cell = fc.oneof(fc.jsonValue(), fc.constantFrom("\0", "\ud800", "]}", '\\"'));
  const lists = fc.dictionary(
    fc.string().filter((each) => each !== "__proto__"),
    fc.oneof(cell, fc.array(fc.oneof(cell, fc.array(cell), fc.dictionary(fc.string(), cell)))),
  );
  fc.assert(
    fc.property(fc.oneof(lists, fc.jsonValue()), fc.boolean(), (value, isSpaced) => {
      const text = JSON.stringify(value, null, isSpaced ? 1 : 0);
      const { json, hostile } = inSteps(text);
      expect(json).toStrictEqual(JSON.parse(text));
      expect(hostile === undefined).toBe(readJson(text, any).hostile === undefined);
    }),
  );
});

test("reading in steps refuses invalid JSON", () => {
  const nearly = fc.string({ unit: fc.constantFrom(...'[[{}],:"\\1a '), maxLength: 60 });
  fc.assert(
    fc.property(
      nearly,
      fc.constantFrom("", '{"a":[', '{"a":[{},'),
      fc.constantFrom("", "]}"),
      (text, a, b) => {
        fc.pre(!isJson(a + text + b));
        const { text: bounded } = boundJson(a + text + b, any);
        fc.pre(bounded === a + text + b);
        expect(() => inSteps(a + text + b)).toThrow();
      },
    ),
    { numRuns: 1_000 },
  );
});

test("ten megabytes of records are read in many short steps", () => {
  const text = JSON.stringify({ records: Array(2_000).fill({ a: "x".repeat(4_000), b: [1, 2, 3] }) });
  const steps = readJsonInSteps(text, any);
  let count = 1;
  while (!steps.next().done) count++;
  expect(count).toBeGreaterThan(60);
});

/** Reads in as many steps as possible. */
function inSteps(text: string): ReturnType<typeof readJson> {
  const steps = readJsonInSteps(text, any, 0);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

test("invalid JSON stays invalid or nests too deep", () => {
  const signs = fc.string({ unit: fc.constantFrom(...'[[[{}],:"\\1a '), maxLength: 200 });
  fc.assert(
    fc.property(signs, (text) => {
      fc.pre(!isJson(text));
      const bounded = boundJson(text, any).text;
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
