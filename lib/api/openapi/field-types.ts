import * as z from "zod";
import type { Field } from "../../contract/fields";
import { type FieldType, fieldTypeOf, fieldTypes, isDerived } from "../../field-types";
import { plain } from "./plain";
import { refTo } from "./references";
import type { JsonSchema, Schemas } from "./types";

/** A component for the template of each field type. */
export function templateSchemas(): Schemas {
  return Object.fromEntries(
    [...fieldTypes.values()].map(({ type, label, description, template }) => [
      templateName(type),
      {
        ...toSchema(template, "input"),
        description: `Template of a ${type} field (${label}): ${description}`,
      },
    ]),
  );
}

/** Adds field types to the schemas of fields: each type with its own template. */
export function withFieldTypes(components: Schemas): Schemas {
  return Object.fromEntries(
    Object.entries(components).map(([name, schema]) => [name, isField(schema) ? typed(schema) : schema]),
  );
}

/** Schemas of a field's values in requests and responses. */
export function valueSchemas(field: Field): { written: JsonSchema; answered: JsonSchema } {
  const { value, description, empty, isComputed } = fieldTypeOf(field);
  const shape = value(field.template);
  const notes = { title: field.name, description: `${field.type}: ${description}` };
  const answered = toSchema(shape, "output");
  return {
    written: { ...orNull(toSchema(shape, "input")), ...notes },
    answered: {
      // Computed values in error are null, whatever they are when empty.
      ...(empty === null || isDerived(field) ? orNull(answered) : answered),
      ...notes,
      ...(isComputed && { readOnly: true }),
    },
  };
}

/** A table of the field types: values, an example, template, and whether they can be primary. */
export function fieldTypeTable(): string {
  const rows = [...fieldTypes.values()].map((each) =>
    [
      `\`${each.type}\``,
      each.description,
      exampleIn(each),
      templateIn(each),
      each.canBePrimary ? "yes" : "no",
    ].join(" | "),
  );
  return [
    "| type | description | example | template with defaults | primary |",
    "|---|---|---|---|---|",
    ...rows.map((row) => `| ${row} |`),
  ].join("\n");
}

function isField({ properties, required }: JsonSchema): boolean {
  return properties?.template !== undefined && required?.includes("type") === true;
}

function typed(schema: JsonSchema): JsonSchema {
  const isRequired = schema.required?.includes("template");
  const types = [...fieldTypes.keys()];
  return {
    ...schema,
    properties: { ...schema.properties, type: { ...schema.properties?.type, enum: types } },
    oneOf: types.map((type) => ({
      title: type,
      properties: { type: { const: type }, template: { $ref: refTo(templateName(type)) } },
      required: isRequired ? ["type", "template"] : ["type"],
    })),
  };
}

/** `single_select` → `SingleSelectTemplate` */
function templateName(type: string): string {
  return `${type.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}Template`;
}

function toSchema(shape: z.ZodType, side: "input" | "output"): JsonSchema {
  return plain(z.toJSONSchema(shape, { io: side, unrepresentable: "any" })) as JsonSchema;
}

/** Adds `null`, which clears a cell and is returned for empty ones. */
function orNull(schema: JsonSchema): JsonSchema {
  const { type } = schema;
  if (typeof type !== "string" || schema.enum) return { anyOf: [schema, { type: "null" }] };
  return { ...schema, type: [type, "null"] };
}

/** Prefers a short example that is not a default; the table has little room. */
function exampleIn({ examples }: FieldType): string {
  const texts = examples.map((each) => each.value ?? each.input).map((value) => JSON.stringify(value));
  const [first = ""] = texts;
  const short = texts.find((text) => text.length <= maxShown && !["0", "[]", '""', "false"].includes(text));
  return code(short ?? `${first.slice(0, maxShown)}…`);
}

const maxShown = 30;

function templateIn({ template }: FieldType): string {
  const { properties = {} } = toSchema(template, "input");
  const keys = Object.entries(properties).map(([key, { default: byDefault }]) =>
    code(byDefault === undefined ? key : `${key}: ${JSON.stringify(byDefault)}`),
  );
  return keys.join(", ") || "none";
}

/** Formats code for a table, whose cells end at a `|`. */
function code(text: string): string {
  return `\`${text.replaceAll("|", "\\|")}\``;
}
