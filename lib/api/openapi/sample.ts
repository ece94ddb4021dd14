import { resolve } from "./references";
import type { JsonSchema, Schemas } from "./types";

/**
 * A value of a schema: its own example where it has one, else the smallest that is not empty. Undefined where
 * the schema tells too little to make one up.
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

/** A schema that shows what it means. */
export function withExample(schema: JsonSchema, example: unknown): JsonSchema {
  return example === undefined || misleads(example) ? schema : { ...schema, examples: [example] };
}

/** Whether an example has a key, after somebody's field, that tools would follow as if it were the document's. */
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
