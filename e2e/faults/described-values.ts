/** Random values of a schema, and mutations of values. */
import fc from "fast-check";
import type { JsonSchema } from "../../lib/api/openapi/types";
import type { Document } from "../api/document";

/** Placeholders for the ids that a call refers to. */
export const placeholders = ["databaseId", "tableId", "fieldId", "viewId", "recordId", "keyId"] as const;

/** Values that services commonly misinterpret. */
const awkward = [
  "",
  " ",
  "null",
  "__proto__",
  "constructor",
  "../../etc/passwd",
  '\'; DROP TABLE "Record"; --',
  '" OR 1=1 --',
  "$1",
  "%_\\",
  "</script><script>alert(1)</script>",
  "{{7*7}}",
  "\u0000",
  "\ud800",
  "\u202eesrever",
  "👩‍👩‍👧",
  "a".repeat(300),
  "2026-02-30",
  "-0",
  "1e400",
];
const fieldNames = ["Name", "Notes", "Email", "Link", "Amount", "Price", "Done", "Stage", "Day"];
const likely = ["Ada", "12.5", "Open", "2026-01-31", "ada@example.com", "https://example.com/"];

const text = fc.oneof(
  fc.constantFrom(...awkward),
  fc.constantFrom(...likely, ...fieldNames),
  fc.constantFrom(...placeholders.map((name) => `{${name}}`)),
  fc.string({ unit: "binary", maxLength: 8 }),
);
const numbers = [0, -0, 1, -1, 0.1, 2 ** 31, 2 ** 53, -(2 ** 63), 1e21, 5e-324, 1.7976931348623157e308];
const number = fc.oneof(fc.constantFrom(...numbers), fc.integer({ min: -20, max: 2_000 }));

/** Any JSON. */
const anything: fc.Arbitrary<unknown> = fc.oneof(
  text,
  number,
  fc.constantFrom(null, true, false, [], {}),
  fc.jsonValue({ maxDepth: 2 }),
);

/** Values of a schema; patterns are ignored. */
export function describedBy(document: Document, schema: JsonSchema, depth = 5): fc.Arbitrary<unknown> {
  const { $ref, anyOf, oneOf, const: only, enum: words, examples, type } = schema;
  if (depth < 0) return anything;
  if ($ref) return describedBy(document, document.schema($ref), depth);
  const choices = anyOf ?? oneOf;
  if (choices) return fc.oneof(...choices.map((each) => describedBy(document, each, depth - 1)));
  if (only !== undefined) return fc.constant(only);
  if (words) return fc.constantFrom(...words);
  const types = typeof type === "string" ? [type] : (type ?? []);
  const described = types.map((each) => kinds[each]?.(document, schema, depth) ?? anything);
  const shown = examples ? [fc.constantFrom(...examples)] : [];
  return fc.oneof(...shown, ...(described.length > 0 ? described : [anything]));
}

const kinds: {
  readonly [type: string]: (document: Document, schema: JsonSchema, depth: number) => fc.Arbitrary<unknown>;
} = {
  null: () => fc.constant(null),
  boolean: () => fc.boolean(),
  string: () => text,
  number: () => number,
  integer: (_, { minimum = -2, maximum = 2_000 }) =>
    fc.oneof(
      fc.constantFrom(minimum, maximum),
      fc.integer({ min: Math.max(minimum, -2), max: Math.min(maximum, 2_000) }),
    ),
  array: (document, { items, minItems = 0 }, depth) =>
    fc.array(typeof items === "object" ? describedBy(document, items, depth - 1) : anything, {
      minLength: minItems,
      maxLength: minItems + 3,
    }),
  object: (document, schema, depth) => {
    const { properties = {}, required = [], additionalProperties } = schema;
    const named = Object.entries(properties).map(
      ([name, each]) => [name, describedBy(document, each, depth - 1)] as const,
    );
    const own = fc.record(Object.fromEntries(named), {
      requiredKeys: required.filter((name) => name in properties),
    });
    if (!additionalProperties) return own;
    const more =
      additionalProperties === true ? anything : describedBy(document, additionalProperties, depth - 1);
    return fc
      .tuple(own, fc.dictionary(fc.oneof(fc.constantFrom(...fieldNames), text), more, { maxKeys: 4 }))
      .map(([one, other]) => ({ ...other, ...one }));
  },
};

/** A change of the part of a value that a number selects. */
export interface Mutation {
  readonly at: number;
  readonly how: "replace" | "remove" | "double" | "add";
  readonly by: unknown;
  readonly name: string;
}

export const mutation: fc.Arbitrary<Mutation> = fc.record({
  at: fc.nat({ max: 9_999 }),
  how: fc.constantFrom("replace", "replace", "remove", "double", "add"),
  by: anything,
  name: fc.oneof(fc.constantFrom(...fieldNames), text),
});

/** Applies changes to a value one after the other. */
export function mutate(value: unknown, mutations: readonly Mutation[]): unknown {
  return mutations.reduce((changed, { at, ...change }) => {
    const all = partsOf(changed);
    return changePart(changed, all[at % all.length] ?? [], change);
  }, value);
}

type Path = readonly (string | number)[];

function partsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, each]) => partsOf(each, [...path, key]))];
}

function changePart(value: unknown, [key, ...rest]: Path, change: Omit<Mutation, "at">): unknown {
  if (key === undefined) return changed(value, change);
  if (Array.isArray(value)) {
    const index = Number(key);
    const [before, after] = [value.slice(0, index), value.slice(index + 1)];
    if (rest.length > 0) return [...before, changePart(value[index], rest, change), ...after];
    if (change.how === "remove") return [...before, ...after];
    if (change.how === "double") return [...before, value[index], value[index], ...after];
    return [...before, changed(value[index], change), ...after];
  }
  const { [key]: part, ...others } = value as { [name: string]: unknown };
  if (rest.length === 0 && change.how === "remove") return others;
  return { ...others, [key]: changePart(part, rest, change) };
}

function changed(value: unknown, { how, by, name }: Omit<Mutation, "at">): unknown {
  if (how !== "add") return by;
  if (Array.isArray(value)) return [...value, by];
  return typeof value === "object" && value !== null ? { ...value, [name]: by } : by;
}

/** Replaces placeholders by ids. */
export function fillIn<Value>(value: Value, ids: { readonly [placeholder: string]: string }): Value {
  const filled = JSON.stringify(value)?.replace(/\{(\w+Id)\}/g, (all, name: string) => ids[name] ?? all);
  return filled === undefined ? value : JSON.parse(filled);
}
