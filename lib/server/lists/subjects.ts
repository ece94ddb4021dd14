import { type FilterKind, filterKindOf } from "../../contract/filters";
import { expressionOf } from "../computed/expressions";
import { linkFieldOf, linkOf, sideOf } from "../records/link-side";
import type { LookupTemplate } from "../structure/derived-fields";
import { lookedUpIn, relatedSchema, type SchemaField, type TableSchema, wholeOf } from "../structure/schemas";
import { type Linked, type Subject, systemSubjects } from "./subject";

/** Resolves a caller's name. Fields take precedence over system names. */
export async function subjectOf(schema: TableSchema, name: string): Promise<Subject | undefined> {
  const field = schema.fieldOf(name);
  if (field) return fieldSubject(schema, field);
  return schema.face.visitor ? undefined : systemSubject(name);
}

/** Resolves a name in a view, which stores ids and system names, so a field of the same name is not meant. */
export async function storedSubjectOf(schema: TableSchema, id: string): Promise<Subject | undefined> {
  const whole = wholeOf(schema);
  const field = whole.fields.find((each) => each.id === id);
  return field ? fieldSubject(whole, field) : systemSubject(id);
}

export async function fieldSubject(schema: TableSchema, field: SchemaField): Promise<Subject> {
  const { id, name, template, fieldType } = field;
  const { column, storage, type } = fieldType;
  const linked = await readers[storage]?.(schema, field);
  const expression = await expressionOf({ schema: wholeOf(schema), meaning: storedSubjectOf }, field);
  return { id, name, type, kind: filterKindOf(fieldType), template, field, column, linked, expression };
}

function systemSubject(name: string): Subject | undefined {
  return Object.hasOwn(systemSubjects, name) ? systemSubjects[name] : undefined;
}

/** Kinds whose values are in other records, and how to reach them. */
const readers: {
  [Kind in FilterKind]?: (schema: TableSchema, field: SchemaField) => Promise<Linked | undefined>;
} = {
  /** A linked record is represented by its primary value. */
  links: async (schema, field) => linkedBy(schema, field, (target) => target.fieldOf(target.primaryFieldId)),
  lookup: async (schema, { template }) => {
    const { linkFieldId, targetFieldId } = template as LookupTemplate;
    const link = linkFieldOf(schema, linkFieldId);
    return link && linkedBy(schema, link, (target) => lookedUpIn(target, targetFieldId));
  },
};

async function linkedBy(
  schema: TableSchema,
  link: SchemaField,
  targetIn: (target: TableSchema) => SchemaField | undefined,
): Promise<Linked | undefined> {
  const { tableId } = linkOf(link);
  const related = await relatedSchema(schema, tableId);
  const target = targetIn(related);
  return target && { side: sideOf(link), tableId, target: await fieldSubject(related, target) };
}
