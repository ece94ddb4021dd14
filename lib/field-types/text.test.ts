import { expect, test } from "vitest";
import { nameOf, quote, textUpTo } from "./text";

test("a character is a code point", () => {
  const text = textUpTo(3);
  for (const accepted of ["", "abc", "🙂🙂🙂", "e\u0301x"]) expect(text.parse(accepted)).toBe(accepted);
  for (const refused of ["abcd", "🙂🙂🙂🙂", "x".repeat(1_000_000)]) {
    expect(text.safeParse(refused).error?.issues.map((issue) => issue.message)).toEqual([
      "takes at most 3 characters",
    ]);
  }
});

test.each([
  [null, "null"],
  [undefined, "nothing"],
  ["", "text"],
  [0, "a number"],
  [Number.POSITIVE_INFINITY, "a number that is too large"],
  [false, "true or false"],
  [[], "a list"],
  [{}, "an object"],
])("%j is called %s", (value, words) => {
  expect(nameOf(value)).toBe(words);
});

test.each([
  ["plain", '"plain"'],
  ['"', '"\\""'],
  [{ a: [1] }, '{"a":[1]}'],
  ["x".repeat(100), `"${"x".repeat(56)}…`],
  [`x${"🙂".repeat(100)}`, `"x${"🙂".repeat(27)}\ufffd…`],
  [undefined, "nothing"],
])("%j is quoted as %s", (value, quoted) => {
  expect(quote(value)).toBe(quoted);
});
