import { describe, expect, it } from "vitest";
import { fieldType, fieldTypeOf, fieldTypes } from "@/lib/field-types";
import { draftOf, readDraft } from "./read-draft";

/** The field types edited as text. */
const typed = [...fieldTypes.values()].filter((type) => !type.isComputed && !type.textSaysLess);

function read(type: string, draft: string, template: object = {}, locale?: string) {
  const field = { id: "f", name: "Size", type, template: fieldType(type).template.parse(template), order: 0 };
  return readDraft(field as never, fieldTypeOf(field), draft, locale);
}

describe("readDraft", () => {
  it("parses text by the field type", () => {
    expect(read("number", "1,234.5")).toEqual({ value: 1234.5 });
    expect(read("single_line_text", " as given ")).toEqual({ value: " as given " });
  });

  it("parses text as people of the locale write it", () => {
    expect(read("number", "1.234,5", {}, "de-DE")).toEqual({ value: 1234.5 });
    expect(read("date", "3.4.26", {}, "de-DE")).toEqual({ value: "2026-04-03" });
  });

  it("clears the cell for an empty text", () => {
    for (const type of typed) {
      for (const { template = {} } of type.examples) {
        const { empty } = type.resolve(type.template.parse(template));
        expect(read(type.type, "", template)).toEqual({ value: empty });
      }
    }
  });

  it("explains with the field's name why a text is invalid", () => {
    expect(read("number", "lots")).toEqual({
      problem: expect.stringMatching(/^Size takes a number.*"lots"/),
    });
    expect(read("email", "ada")).toEqual({ problem: expect.stringMatching(/^Size takes an e-mail address/) });
    expect(read("date", "soon")).toEqual({
      problem: 'Size takes a day such as 2026-01-31 or tomorrow; "soon" is not one',
    });
    expect(read("duration", "an hour")).toEqual({
      problem: 'Size takes a length of time such as 1:30 or 1h 30m; "an hour" is not one',
    });
    expect(read("single_line_text", "x".repeat(10_001))).toEqual({
      problem: expect.stringMatching(/^Size takes at most 10,000 characters/),
    });
  });

  it("parses the text an editor starts with back to the same value, for every type", () => {
    for (const type of typed) {
      for (const { template = {}, input, value = input } of type.examples) {
        const full = type.template.parse(template) as { [key: string]: unknown };
        const field = { id: "f", name: "Size", type: type.type, template: full, order: 0 };
        const resolved = type.resolve(full);
        const reading = readDraft(field, resolved, draftOf(field, resolved, value));
        expect(reading).toEqual({ value: value === "" ? resolved.empty : value });
      }
    }
  });
});
