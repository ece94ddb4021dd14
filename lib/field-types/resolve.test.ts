/** Types whose properties depend on the template of a field. */
import { expect, test } from "vitest";
import * as z from "zod";
import { filterKindOf } from "../contract/filters";
import { fieldTypes, resolutionsOf } from ".";
import { defineFieldType } from "./field-type";

const results = {
  number: { storage: "number", empty: null, look: { align: "end", editor: "none" } },
  texts: { storage: "options", empty: [], look: { align: "start", editor: "none", cell: "options" } },
} as const;

const result = defineFieldType({
  type: "result",
  label: "Result",
  description: "A number or texts.",
  canBePrimary: false,
  isComputed: true,
  resolve: ({ gives }) => results[gives],
  reads: ({ fieldId }) => [fieldId],
  template: z.strictObject({ gives: z.enum(["number", "texts"]), fieldId: z.string().default("f1") }),
  value: () => z.unknown(),
  toText: String,
  fromText: () => undefined,
  display: String,
  examples: [
    { template: { gives: "number" }, input: 1, text: "1" },
    { template: { gives: "texts" }, input: ["a"], text: "a" },
  ],
  counterexamples: [],
});

test("a type resolves per field, to the same object for equal fields", () => {
  const [number, texts] = (["number", "texts"] as const).map((gives) =>
    result.resolve({ gives, fieldId: "f1" }),
  );
  expect(number).toMatchObject({ type: "result", storage: "number", empty: null, isComputed: true });
  expect(texts).toMatchObject({ type: "result", storage: "options", empty: [], look: { cell: "options" } });
  expect(result.resolve({ gives: "number", fieldId: "f2" })).toBe(number);
});

test("its examples cover all kinds of its fields", () => {
  const kinds = resolutionsOf(result as never).map(filterKindOf);
  expect(kinds).toEqual(["number", "options"]);
});

test.each([...fieldTypes.values()])("$type stores its values in one way, whatever the template", (type) => {
  const storages = new Set(resolutionsOf(type).map(({ storage }) => storage));
  if (!type.isComputed) expect(storages.size).toBe(1);
});
