import { expect, it } from "vitest";
import { textFinder } from "./find-text";

it.each([
  ["", "anything", true],
  ["  ", "anything", true],
  ["resume", "My Résumé", true],
  ["RÉSUMÉ", "my resume", true],
  ["two one", "one, two", true],
  ["two three", "one, two", false],
  ["ﬁ", "fish", true],
])("“%s” in “%s”: %s", (search, text, isFound) => {
  expect(textFinder(search)(text)).toBe(isFound);
});
