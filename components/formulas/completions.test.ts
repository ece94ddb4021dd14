import { expect, test } from "vitest";
import { parse, toIds } from "@/lib/formulas";
import { insertionOf, type Suggestion, suggestionsAt } from "./completions";
import { sampleScope as scope } from "./scope-fixture";

/** The suggestions at the `|` of a formula. */
function at(marked: string, isExplicit = false) {
  const position = marked.indexOf("|");
  const text = marked.replace("|", "");
  return { text, found: suggestionsAt(text, position, { scope, isExplicit }) };
}

/** The formula after a suggestion is accepted, with a `|` at the cursor. */
function accepted(marked: string, label: string): string {
  const { text, found } = at(marked, true);
  const suggestion = found?.suggestions.find((each) => each.label === label) as Suggestion;
  const { start, end } = found?.replaced ?? { start: 0, end: 0 };
  const inserted = insertionOf(suggestion, { scope, rest: text.slice(end) });
  const cursor = start + inserted.cursor;
  const after = text.slice(0, start) + inserted.text + text.slice(end);
  return `${after.slice(0, cursor)}|${after.slice(cursor)}`;
}

const labels = (marked: string, isExplicit?: boolean) =>
  at(marked, isExplicit).found?.suggestions.map(({ label }) => label) ?? [];

test("within braces, fields are suggested, those of linked tables too", () => {
  for (const marked of ["{|}", "{|", "IF({|", "{|} + {Price}"]) {
    expect(labels(marked)).toEqual(expect.arrayContaining(["Price", "Company.Revenue"]));
    expect(labels(marked)).not.toContain("SUM");
  }
  for (const marked of ["{Pr|}", "{Pr|", "1 + {pr|ice}"]) expect(labels(marked)).toEqual(["Price"]);
});

test("for a word, fields and functions with their aliases are suggested", () => {
  expect(labels("av|")).toEqual(["AVERAGE", "AVG"]);
  expect(labels("rev|")).toEqual(["Company.Revenue"]);
  expect(labels("nothing_like_this|")).toEqual([]);
});

test("the best come first: the word itself, then beginnings of names and of words in them, fields first", () => {
  expect(labels("if|").slice(0, 2)).toEqual(["IF", "IFS"]);
  expect(labels("co|")[0]).toBe("Company");
  expect(labels("{am|")).toEqual(["Name"]);
  expect(labels("{home|")).toEqual(["Company.Home City"]);
  expect(labels("date|").slice(0, 2)).toEqual(["DATE", "DATETIME_PARSE"]);
  expect(labels("text|").slice(0, 2)).toEqual(["TEXT", "TEXTJOIN"]);
  const ranks = labels("n|");
  expect(ranks.indexOf("Notes")).toBeLessThan(ranks.indexOf("NOT"));
  expect(ranks.indexOf("NOT")).toBeLessThan(ranks.indexOf("Company"));
});

test("without a word, fields and functions are suggested only on demand, and without aliases", () => {
  for (const marked of ["|", "{Price} * |", "SUM(|)", "{Price}|"]) expect(labels(marked)).toEqual([]);
  expect(labels("SUM(|)", true)).toEqual(expect.arrayContaining(["Price", "AVERAGE"]));
  expect(labels("SUM(|)", true)).not.toContain("AVG");
});

test("in texts and numbers, nothing is suggested", () => {
  for (const marked of ['"a|b"', '"a|', '"|"', "'it|", "1e|5", "12|"])
    expect(labels(marked, true)).toEqual([]);
});

test("the typed part is matched, and the whole field replaced", () => {
  expect(at("1 + {Pr|ice} + 2").found).toMatchObject({ start: 5, end: 7, replaced: { start: 4, end: 11 } });
  expect(at("1 + Pr|ice").found).toMatchObject({ start: 4, end: 6, replaced: { start: 4, end: 9 } });
});

test("an accepted field gets braces", () => {
  expect(accepted("Pr|", "Price")).toBe("{Price}|");
  expect(accepted("{Pr|", "Price")).toBe("{Price}|");
  expect(accepted("{Pr|} * 2", "Price")).toBe("{Price}| * 2");
  expect(accepted("{|Price}", "Quantity")).toBe("{Quantity}|");
  expect(accepted("{Pr| + {Quantity}", "Price")).toBe("{Price}| + {Quantity}");
  expect(accepted("SUM({Company.|})", "Company.Revenue")).toBe("SUM({Company.Revenue}|)");
  expect(accepted("|", "A}b")).toBe("{A\\}b}|");
});

test("a field of linked records needs no braces to be suggested", () => {
  expect(labels("1 + company.|")).toEqual(["Company.Revenue", "Company.Home City"]);
  expect(accepted("SUM(company.re|)", "Company.Revenue")).toBe("SUM({Company.Revenue}|)");
  expect(labels("Price.|")).toEqual([]);
});

test("an accepted function gets parentheses unless it has some, with the cursor in them", () => {
  expect(accepted("1 + su|", "SUM")).toBe("1 + SUM(|)");
  expect(accepted("su|({Scores})", "SUM")).toBe("SUM|({Scores})");
  expect(accepted("tod|", "TODAY")).toBe("TODAY()|");
});

test("every field can be accepted, and then leads to itself", () => {
  const all = suggestionsAt("{", 1, { scope, isExplicit: true })?.suggestions ?? [];
  expect(all.length).toBeGreaterThan(scope.fields.length);
  for (const suggestion of all) {
    const { text } = insertionOf(suggestion, { scope, rest: "" });
    expect(parse(text).problem).toBeUndefined();
    if (suggestion.is !== "field") continue;
    const { field, link } = suggestion;
    expect(toIds(text, scope).value).toBe(`{${link ? `${link.id}.` : ""}${field.id}}`);
  }
});
