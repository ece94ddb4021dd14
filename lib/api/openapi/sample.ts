import { resolve } from "./references";
import type { JsonSchema, Schemas } from "./types";

/**
 * A sample value of a schema: its own example, else the smallest value that is not empty. Undefined if the schema
 * has too little information.
 */
export function sample(schema: JsonSchema, components: Schemas): unknown {
  const known = [schema.examples?.[0], schema.const, schema.default, schema.enum?.[0]];
  const found = known.find((each) => each !== undefined);
  if (found !== undefined) return found;
  if (schema.$ref !== undefined) return sample(resolve(schema, components), components);
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
  if (choice && !schema.properties) return sample(choice, components);
  return makers[typeOf(schema)]?.(schema, components);
}

/** Adds an example to a schema. */
export function withExample(schema: JsonSchema, example: unknown): JsonSchema {
  return example === undefined || misleads(example) ? schema : { ...schema, examples: [example] };
}

/**
 * True if an example has a key, from the name of a field, that tools would interpret as a keyword of the document.
 */
export function misleads(example: unknown): boolean {
  return /"\$(?:ref|id|schema|anchor|dynamicRef|dynamicAnchor)":/.test(JSON.stringify(example));
}

const makers: Record<string, (schema: JsonSchema, components: Schemas) => unknown> = {
  object: ({ properties = {}, required = [] }, components) =>
    Object.fromEntries(
      Object.entries(properties)
        .filter(([name]) => required.includes(name))
        .map(([name, property]) => [name, sample(property, components)]),
    ),
  array: ({ items }, components) => {
    const item = typeof items === "object" ? sample(items, components) : undefined;
    return item === undefined ? [] : [item];
  },
  string: ({ format = "" }) => byFormat[format] ?? "text",
  number: ({ minimum = 1 }) => minimum,
  integer: ({ minimum = 1 }) => minimum,
  boolean: () => true,
  null: () => null,
};

const byFormat: Record<string, string> = {
  "date-time": "2026-01-31T09:30:00.000Z",
  date: "2026-01-31",
  uri: "https://example.com/",
  uuid: "019c3a5e-7d2b-7c41-9a6f-2f8e1d0b4c33",
};

function typeOf({ type }: JsonSchema): string {
  return (Array.isArray(type) ? type[0] : type) ?? "";
}
