import { type FilterKind, filterKindOf } from "../../contract/filters";
import { quote } from "../../field-types/text";
import { linkFieldOf, linkOf, type Side, sideOf } from "../records/link-side";
import { unknownField } from "../records/values";
import type { LookupTemplate } from "../structure/derived-fields";
import { relatedSchema, type SchemaField, type TableSchema } from "../structure/schemas";

/** The subject of a filter, sort or group: a field of the table or a system property. */
export interface Subject {
  /** Field id or system name. */
  readonly id: string;
  /** Name for messages. */
  readonly name: string;
  /** Type for messages. */
  readonly type: string;
  readonly kind: FilterKind;
  readonly template: object;
  readonly field?: SchemaField;
  /** The column with the value; by default `data` under the field id. */
  readonly column?: "id" | "createdAt" | "updatedAt" | "source";
  /** The source of a lookup's values and of the names of linked records. */
  readonly linked?: Linked;
}

/** The records behind a link field, and the subject read in each. */
export interface Linked {
  readonly side: Side;
  readonly tableId: string;
  readonly target: Subject;
}

/** Resolves a caller's name. Fields take precedence over system names. */
export async function subjectOf(schema: TableSchema, name: string): Promise<Subject | undefined> {
  const field = schema.fieldOf(name);
  return field ? fieldSubject(schema, field) : systemSubject(name);
}

/** Resolves a name in a view, which stores ids and system names, so a field of the same name is not meant. */
export async function storedSubjectOf(schema: TableSchema, id: string): Promise<Subject | undefined> {
  const field = schema.fields.find((each) => each.id === id);
  return field ? fieldSubject(schema, field) : systemSubject(id);
}

/** The problem of an unknown name. */
export function unknownSubject(schema: TableSchema, name: string): string {
  const others = Object.keys(system).join(", ");
  return `names ${quote(name)}, which ${unknownField(schema)}, and every record has ${others}`;
}

export async function fieldSubject(schema: TableSchema, field: SchemaField): Promise<Subject> {
  const { id, name, template, fieldType } = field;
  const { column, storage, type } = fieldType;
  const linked = await readers[storage]?.(schema, field);
  return { id, name, type, kind: filterKindOf(fieldType), template, field, column, linked };
}

/** The system properties. */
const system: { [name: string]: Subject } = {
  id: { id: "id", name: "id", type: "record id", kind: "id", template: {}, column: "id" },
  createdAt: moment("createdAt"),
  updatedAt: moment("updatedAt"),
};

function systemSubject(name: string): Subject | undefined {
  return Object.hasOwn(system, name) ? system[name] : undefined;
}

function moment(column: "createdAt" | "updatedAt"): Subject {
  return { id: column, name: column, type: "timestamp", kind: "timestamp", template: {}, column };
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
    return link && linkedBy(schema, link, (target) => target.fieldOf(targetFieldId));
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
