import { expect, test } from "vitest";
import type { Filter } from "./filters";
import type { Question } from "./forms";
import { matchesFilter, shownQuestions } from "./matches-filter";

function question(id: string, type: string, showWhen: Filter | null = null): Question {
  return { id, name: id, type, template: {}, label: id, help: null, required: false, showWhen };
}

const questions = [
  question("has", "checkbox"),
  question("what", "single_line_text", { field: "has", equals: true }),
  question("why", "long_text", { field: "what", is_not_empty: true }),
  question("else", "long_text", { field: "what", is_empty: true }),
];

test.each<[answers: object, shown: string[]]>([
  [{}, ["has", "else"]],
  [{ has: true }, ["has", "what", "else"]],
  [{ has: true, what: "" }, ["has", "what", "else"]],
  [{ has: true, what: "dog" }, ["has", "what", "why"]],
  // A hidden answer counts as empty for those that follow.
  [{ has: false, what: "dog", why: "so" }, ["has", "else"]],
])("the answers %j show %j", (answers, shown) => {
  expect(shownQuestions(questions, { ...answers }).map(({ id }) => id)).toEqual(shown);
});

test("a condition sees earlier questions only, and an unknown field is empty", () => {
  const swapped = [question("a", "checkbox", { field: "b", equals: true }), question("b", "checkbox")];
  expect(shownQuestions(swapped, { a: true, b: true }).map(({ id }) => id)).toEqual(["b"]);
  expect(matchesFilter({ field: "gone", is_not_empty: true }, { gone: 1 }, swapped)).toBe(false);
  expect(matchesFilter({ field: "gone", is_empty: true }, {}, swapped)).toBe(true);
  expect(matchesFilter({ field: "gone", does_not_equal: 1 }, {}, swapped)).toBe(true);
});
