import { expect, test } from "vitest";
import { deletedPair, parenthesesAt, type TextChange, typedBracket } from "./brackets";

/** Types a character at the `|`, or over the text between two of them. */
function typed(marked: string, character: string): string {
  const start = marked.indexOf("|");
  const end = Math.max(start, marked.lastIndexOf("|") - 1);
  const text = marked.replaceAll("|", "");
  const change = typedBracket(text, { start, end }, character);
  return change ? applied(text, change) : `${text.slice(0, start)}${character}|${text.slice(end)}`;
}

function applied(text: string, { start, end, insert, cursor }: TextChange): string {
  const after = text.slice(0, start) + insert + text.slice(end);
  return `${after.slice(0, cursor)}|${after.slice(cursor)}`;
}

test.each([
  ["|", "(", "(|)"],
  ["SUM|", "(", "SUM(|)"],
  ["|", "{", "{|}"],
  ["1 & |", '"', '1 & "|"'],
  ["|", "'", "'|'"],
  ["SUM(|)", "{", "SUM({|})"],
])("%s and %s gives %s", (before, character, after) => {
  expect(typed(before, character)).toBe(after);
});

test.each([
  ["|{Price}", "(", "(|{Price}"],
  ["|Price", "{", "{|Price"],
  ['"say |"', "(", '"say (|"'],
  ['"it|"', "'", '"it\'|"'],
  ['"say \\|"', '"', '"say \\"|"'],
  ["{Pri|}", "(", "{Pri(|}"],
])("before a value and within texts and fields, %s and %s gives %s", (before, character, after) => {
  expect(typed(before, character)).toBe(after);
});

test.each([
  ["SUM(1|)", ")", "SUM(1)|"],
  ["{Price|}", "}", "{Price}|"],
  ["{|}", "}", "{}|"],
  ['"a|"', '"', '"a"|'],
  ['"|"', '"', '""|'],
  ["((1|)", ")", "((1)|)"],
])("typed over the closing one, %s and %s gives %s", (before, character, after) => {
  expect(typed(before, character)).toBe(after);
});

test("a selection is put in parentheses, and replaced by other brackets", () => {
  expect(typed("|1 + 2| * 3", "(")).toBe("(1 + 2)| * 3");
  expect(typed("|1 + 2|", "{")).toBe("{|}");
  expect(typed("|1 + 2| * 3", '"')).toBe('"|" * 3');
});

test("Backspace deletes an empty pair", () => {
  const deleted = (marked: string) => {
    const text = marked.replace("|", "");
    const change = deletedPair(text, marked.indexOf("|"));
    return change && applied(text, change);
  };
  expect(deleted("SUM(|)")).toBe("SUM|");
  expect(deleted("1 + {|}")).toBe("1 + |");
  expect(deleted('"|"')).toBe("|");
  for (const other of ["(1|)", "|()", "()|", '"a"|"b"', '"(|)"', ""]) expect(deleted(other)).toBeUndefined();
});

test("a parenthesis finds its partner, not those in texts", () => {
  expect(parenthesesAt('SUM((1), ")")', 3)).toEqual([
    { start: 3, end: 4 },
    { start: 12, end: 13 },
  ]);
  expect(parenthesesAt('SUM((1), ")")', 13)).toEqual([
    { start: 12, end: 13 },
    { start: 3, end: 4 },
  ]);
  expect(parenthesesAt("((1)", 1)).toEqual([{ start: 0, end: 1 }]);
  expect(parenthesesAt("SUM(1)", 1)).toEqual([]);
});
