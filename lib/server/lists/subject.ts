import { type FilterKind, type ItemKind, isItemKind } from "../../contract/filters";
import type { RecordColumn } from "../../field-types/field-type";
import { quote } from "../../field-types/text";
import { itemOf } from "../../formulas/types";
import { type Expression, noPasses, type Passes } from "../computed/expression";
import type { Side } from "../records/link-side";
import { unknownField } from "../records/values";
import type { SchemaField, TableSchema } from "../structure/schemas";

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
  readonly column?: "id" | RecordColumn;
  /** The source of a lookup's values and of the names of linked records. */
  readonly linked?: Linked;
  /** The value of a computed field. */
  readonly expression?: Expression;
}

/** The records behind a link field, and the subject read in each. */
export interface Linked {
  readonly side: Side;
  readonly tableId: string;
  readonly target: Subject;
}

/** The values of a lookup or computed list that can be compared, with the template by which they are read. */
export interface Items {
  readonly kind: ItemKind;
  readonly template: object;
}

/** The values of a list; undefined if they are neither numbers nor dates. */
export function itemsIn({ kind, template, linked, expression }: Subject): Items | undefined {
  if (kind === "lookup") {
    const target = linked?.target;
    if (!target) return undefined;
    return isItemKind(target.kind) ? { kind: target.kind, template: target.template } : itemsIn(target);
  }
  const item = kind === "list" && expression ? itemKinds[itemOf(expression.type)] : undefined;
  return item && { kind: item, template };
}

const itemKinds: { readonly [type: string]: ItemKind | undefined } = {
  number: "number",
  date: "date",
  datetime: "timestamp",
};

/** What a statement must join for the value of a subject. */
export function passesOf({ expression }: Subject): Passes {
  return expression?.passes ?? noPasses;
}

/** Resolves names in filters and sorts: those of a caller, or the ids in views. */
export type Meaning = (schema: TableSchema, name: string) => Promise<Subject | undefined>;

/** The system properties. */
export const systemSubjects: { readonly [name: string]: Subject } = {
  id: { id: "id", name: "id", type: "record id", kind: "id", template: {}, column: "id" },
  createdAt: moment("createdAt"),
  updatedAt: moment("updatedAt"),
};

function moment(column: "createdAt" | "updatedAt"): Subject {
  return { id: column, name: column, type: "timestamp", kind: "timestamp", template: {}, column };
}

/** The problem of an unknown name. */
export function unknownSubject(schema: TableSchema, name: string): string {
  const problem = `names ${quote(name)}, which ${unknownField(schema.face)}`;
  if (schema.face.visitor) return problem;
  return `${problem}, and every record has ${Object.keys(systemSubjects).join(", ")}`;
}
