import fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod";
import { listFromText, listOf, listToText } from "./list";

test.each<[text: string, items: string[]]>([
  ["", []],
  ["  ", []],
  ["a", ["a"]],
  ["a, b,c", ["a", "b", "c"]],
  [" a ,\tb\n", ["a", "b"]],
  ["a,,b,", ["a", "b"]],
  ['"a, b", c', ["a, b", "c"]],
  ['"say ""hi""" , ""', ['say "hi"', ""]],
  ['" a "', [" a "]],
  // Quotes within an item are part of it.
  ['12" wide, b', ['12" wide', "b"]],
  ['"a" b, c', ['"a" b', "c"]],
  ['"a, b', ['"a', "b"]],
])("the text %j is parsed as the list %j", (text, items) => {
  expect(listFromText(text)).toEqual(items);
});

test("the text of a list parses back", () => {
  const item = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(..."a ,\"'\n\r\t\u00a0") }));
  fc.assert(
    fc.property(fc.array(item), (items) => {
      expect(listFromText(listToText(items))).toEqual(items);
    }),
  );
});

test.each(['"', '""', '",', '"a,', '""a,', ", ", " "])("a long run of %j is parsed quickly", (unit) => {
  const start = performance.now();
  listFromText(unit.repeat(100_000));
  expect(performance.now() - start).toBeLessThan(2_000);
});

const words = listOf(z.string().regex(/^[a-z]+$/, { error: "takes small letters" }), "words");

test("one text stands for a list of one", () => {
  expect(words.parse("a")).toEqual(["a"]);
  expect(words.parse(["a", "b"])).toEqual(["a", "b"]);
  expect(words.parse([])).toEqual([]);
});

test("a list of the maximum length is accepted", () => {
  const long = Array.from({ length: 50_000 }, (_, index) =>
    index.toString(2).replace(/0/g, "a").replace(/1/g, "b"),
  );
  expect(words.parse(long)).toEqual(long);
});

test("a list that is too long is refused before its items are read", () => {
  let read = 0;
  const item = z.string().refine(() => ++read > 0);
  const result = listOf(item, "words", 3).safeParse(["a", "b", "c", "d"]);
  expect(result.error?.issues.map((issue) => issue.message)).toEqual(["takes at most 3 words"]);
  expect(read).toBe(0);
});

test.each([
  [5, "takes a list of words, not a number"],
  [{}, "takes a list of words, not an object"],
  [["a", null], "takes a list of words, not a list with null in it"],
  [["a", "A"], "takes small letters"],
  ["A", "takes small letters"],
  [["a", "b", "a"], 'holds "a" twice; each item may occur only once'],
])("%j is refused: %s", (input, message) => {
  expect(words.safeParse(input).error?.issues.map((issue) => issue.message)).toEqual([message]);
});
