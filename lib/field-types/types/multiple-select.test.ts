import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { completeOptions } from "../option";
import { multipleSelect } from "./multiple-select";
import { singleSelect } from "./single-select";

const template = of(["Red", "Green", "Red, Green", "red"]);

test.each<[text: string, labels: string[] | undefined]>([
  ["Red, Green", ["Red", "Green"]],
  ['"Red, Green"', ["Red, Green"]],
  ["GREEN, RED", ["Green", "Red"]],
  ["red", ["red"]],
  ["Red, red, Red", ["Red", "red"]],
  ["Red, Blue", undefined],
  ["", []],
])("the text %j is parsed as %j", (text, labels) => {
  expect(multipleSelect.fromText(text, template)).toEqual(labels);
});

test("a label with a comma needs no quotes if its parts are not labels", () => {
  expect(multipleSelect.fromText("Large, or larger", of(["Large, or larger"]))).toEqual(["Large, or larger"]);
});

test("the text of any labels parses back", () => {
  const label = fc.string({ unit: fc.constantFrom(...'aA ,"\n'), minLength: 1, maxLength: 6 });
  const labels = fc.uniqueArray(label, { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(labels, fc.nat(8), (known, count) => {
      const value = known.slice(0, count);
      expect(multipleSelect.fromText(multipleSelect.toText(value, of(known)), of(known))).toEqual(value);
    }),
  );
});

describe("new options", () => {
  test("from texts are the unknown ones", () => {
    const texts = ["green", "Blue", " Blue ", 'Blue, "a, b"', ""];
    expect(labels(multipleSelect.optionsFrom?.(texts, template))).toEqual(["Blue", "a, b"]);
    expect(labels(singleSelect.optionsFrom?.(texts, template))).toEqual(["Blue", 'Blue, "a, b"']);
  });

  test("for a written value are exactly its labels", () => {
    expect(labels(multipleSelect.optionsFor?.(["green", "Red", 5], template))).toEqual(["green"]);
    expect(labels(multipleSelect.optionsFor?.("a, b", template))).toEqual(["a, b"]);
    expect(labels(singleSelect.optionsFor?.("green", template))).toEqual(["green"]);
    expect(singleSelect.optionsFor?.(5, template)).toBe(template);
  });

  function labels(made: typeof template | undefined): string[] | undefined {
    return made?.options.slice(template.options.length).map((each) => each.label);
  }
});

function of(labels: string[]) {
  const options = labels.map((label) => ({ label }));
  return completeOptions(multipleSelect.template.parse({ options }));
}
