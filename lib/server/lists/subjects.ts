import { type FilterKind, filterKindOf } from "../../contract/filters";
import { quote } from "../../field-types/text";
import { linkFieldOf, linkOf, type Side, sideOf } from "../records/links";
import { unknownField } from "../records/values";
import type { LookupTemplate } from "../structure/derived-fields";
import { relatedSchema, type SchemaField, type TableSchema } from "../structure/schemas";

/** What a filter, a sort or a group is about: a field of the table, or what every record has. */
export interface Subject {
  /** The field's id, or the system name. */
  readonly id: string;
  /** As a person knows it, for messages. */
  readonly name: string;
  /** What kind of thing it is, in words. */
  readonly type: string;
  readonly kind: FilterKind;
  readonly template: object;
  readonly field?: SchemaField;
  /** The column that holds the value; left out: the record's `data`, under the field's id. */
  readonly column?: "id" | "createdAt" | "updatedAt" | "source";
  /** Where a lookup's values come from, and the names of linked records. */
  readonly linked?: Linked;
}

/** The records behind a link field, and what is looked at in each. */
export interface Linked {
  readonly side: Side;
  readonly tableId: string;
  readonly target: Subject;
}

/** What a caller's name means. A field comes before a system name. */
export async function subjectOf(schema: TableSchema, name: string): Promise<Subject | undefined> {
  const field = schema.fieldOf(name);
  return field ? fieldSubject(schema, field) : systemSubject(name);
}

/** What a view means, which holds ids and system names: a field that merely bears such a name is another thing. */
export async function storedSubjectOf(schema: TableSchema, id: string): Promise<Subject | undefined> {
  const field = schema.fields.find((each) => each.id === id);
  return field ? fieldSubject(schema, field) : systemSubject(id);
}

/** What is wrong with a name that means nothing. */
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

/** The names that every record's own parts go by. */
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

/** The kinds whose values lie in other records: how to get there. */
const readers: {
  [Kind in FilterKind]?: (schema: TableSchema, field: SchemaField) => Promise<Linked | undefined>;
} = {
  /** A linked record goes by the value of its primary field. */
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
