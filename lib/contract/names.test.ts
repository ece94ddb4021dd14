import { expect, test } from "vitest";
import { name } from "./names";
import { tryParse } from "./parse";

test.each([
  "Contacts",
  " leading and trailing ",
  "a/b",
  "100 %",
  `"quotes" and 'apostrophes'`,
  "…",
  "...",
  "constructor",
  "id",
  "\t.",
  "🙂".repeat(255),
  "x".repeat(255),
])("%j is kept exactly", (text) => {
  expect(name.parse(text)).toBe(text);
});

test.each([
  [undefined, "is required"],
  [null, "takes text, not null"],
  [5, "takes text, not a number"],
  [["a"], "takes text, not a list"],
  ["", "cannot be empty"],
  [" ", "cannot be only white space"],
  ["\t\n\u00a0\u3000\ufeff", "cannot be only white space"],
  [".", "cannot be . or .. or __proto__"],
  ["..", "cannot be . or .. or __proto__"],
  ["__proto__", "cannot be . or .. or __proto__"],
  ["x".repeat(256), "takes at most 255 characters"],
  ["🙂".repeat(256), "takes at most 255 characters"],
])("%j is refused: %s", (input, message) => {
  const result = tryParse(name, input);
  expect(result.error?.issues.map((issue) => issue.message)).toEqual([message]);
});
