import { describe, expect, test } from "vitest";
import { type FieldType, fieldType, fieldTypes, type TypedField } from "../../field-types";
import { conversionOf } from "./convert-stored";

const options = {
  options: [
    { value: "aaaa", label: "Open" },
    { value: "bbbb", label: "Shut" },
  ],
};
const onlyOpen = { options: options.options.slice(0, 1) };

test.each<[from: string, to: string, stored: unknown, after: unknown]>([
  ["single_line_text", "number", "12.5", 12.5],
  ["single_line_text", "number", "", null],
  ["single_line_text", "number", "twelve", undefined],
  ["number", "single_line_text", 12.5, "12.5"],
  ["single_line_text", "checkbox", "yes", true],
  ["single_line_text", "checkbox", "no", null],
  ["date", "single_line_text", "2026-01-31", "2026-01-31"],
  ["single_select", "multiple_select", "aaaa", ["aaaa"]],
  ["multiple_select", "single_select", ["bbbb"], "bbbb"],
  ["multiple_select", "single_select", ["aaaa", "bbbb"], undefined],
  ["single_select", "single_line_text", "bbbb", "Shut"],
  ["single_line_text", "single_select", "open", "aaaa"],
])("of %s to %s: %j", (from, to, stored, after) => {
  expect(conversionOf(typed(from), typed(to))?.(stored)).toEqual(
    after === undefined ? { stored: null, isLost: true } : { stored: after, isLost: false },
  );
});

describe("a changed template", () => {
  test.each<[type: string, before: object, after: object]>([
    ["number", { decimalPlaces: 1 }, { decimalPlaces: 4 }],
    ["single_select", onlyOpen, options],
    ["single_select", options, { options: [{ value: "aaaa", label: "Begun" }, options.options[1]] }],
    ["date", { dateFormat: "us" }, { dateFormat: "eu" }],
    ["percent", { showProgressBar: false }, { showProgressBar: true }],
  ])("of %s from %j to %j keeps every value", (type, before, after) => {
    const [was, is] = [before, after].map((template) => whole(type, template)) as [object, object];
    expect(conversionOf({ type, template: was }, { type, template: is })).toBeNull();
  });

  test.each<[type: string, before: object, after: object, stored: unknown, left: unknown, isLost: boolean]>([
    ["rating", {}, { maxRating: 3 }, 3, 3, false],
    ["rating", {}, { maxRating: 3 }, 4, null, true],
    ["percent", { allowNegative: true }, { allowNegative: false }, -0.5, null, true],
    ["percent", { allowNegative: true }, { allowNegative: false }, 0.5, 0.5, false],
    ["single_select", options, onlyOpen, "aaaa", "aaaa", false],
    ["single_select", options, onlyOpen, "bbbb", null, true],
    ["multiple_select", options, onlyOpen, ["aaaa", "bbbb"], ["aaaa"], true],
    ["multiple_select", options, onlyOpen, ["bbbb"], null, true],
    ["multiple_select", options, onlyOpen, ["aaaa"], ["aaaa"], false],
  ])("of %s from %j to %j converts %j to %j", (type, before, after, stored, left, isLost) => {
    const sides = [before, after].map((template) => ({ type, template: whole(type, template) }));
    expect(conversionOf(...(sides as [TypedField, TypedField]))?.(stored)).toEqual({ stored: left, isLost });
  });
});

test.each([...fieldTypes.values()])("$type with the same template keeps its values", (type) => {
  for (const { template = {} } of type.examples) {
    const whole = complete(type, type.template.parse(template));
    const field = { type: type.type, template: whole };
    expect(conversionOf(field, field)).toBeNull();
  }
});

function typed(type: string): TypedField {
  const { template } = fieldType(type);
  const known = template.safeParse(options).success ? options : {};
  return { type, template: whole(type, known) };
}

function whole(type: string, template: object): object {
  return complete(fieldType(type), fieldType(type).template.parse(template));
}

function complete(type: FieldType, template: object): object {
  return type.completeTemplate ? type.completeTemplate(template) : template;
}
