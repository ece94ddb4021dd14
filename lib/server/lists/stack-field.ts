import { badRequest } from "../../contract/errors";
import type { FilterKind } from "../../contract/filters";
import type { Stack } from "../../contract/lists";
import { stackDemand, unmetDemand } from "../../contract/view-types";
import { isStackOf } from "../../field-types";
import type { StackKey, Stacks } from "../../field-types/stacks";
import { quote } from "../../field-types/text";
import { Prisma, type Sql } from "../db";
import { unknownField } from "../records/values";
import type { SchemaField, TableSchema } from "../structure/schemas";
import { cell, cellText, kinds, ownRow, valueSql } from "./field-sql";
import type { Subject } from "./subject";
import { fieldSubject } from "./subjects";

/** SQL to stack records by a field of a kind. */
interface StackKind {
  /** The key of a record as text; NULL for no value. */
  readonly key: (subject: Subject) => Sql;
  /** Joins that `key` reads; none if omitted. */
  readonly joins?: (subject: Subject) => Sql;
  /** The condition that a record has a key; by default compares it. */
  readonly has?: (subject: Subject, key: string) => Sql;
  /** Reads a key from its text; the text itself by default. */
  readonly parse?: (text: string) => StackKey;
}

const stackKinds: { readonly [Kind in FilterKind]?: StackKind } = {
  option: { key: cellText },
  boolean: { key: (subject) => Prisma.sql`(${valueSql(subject)})::text`, parse: (text) => text === "true" },
  number: { key: (subject) => Prisma.sql`trim_scale(${valueSql(subject)})::text`, parse: Number },
  people: { key: (subject) => Prisma.sql`(${cell(subject)} ->> 0)` },
  links: {
    key: () => Prisma.sql`"stacked"."key"::text`,
    joins: ({ linked }) =>
      linked
        ? Prisma.sql`LEFT JOIN (
            SELECT ${linked.side.own} AS "own", ${linked.side.other} AS "key" FROM "Link"
            WHERE "fieldId" = ${linked.side.fieldId}
          ) AS "stacked" ON "stacked"."own" = ${ownRow}."id"`
        : Prisma.sql`CROSS JOIN (SELECT NULL::uuid AS "key") AS "stacked"`,
    has: ({ linked }, key) =>
      linked
        ? Prisma.sql`${ownRow}."id" IN (
            SELECT ${linked.side.own} FROM "Link" WHERE "fieldId" = ${linked.side.fieldId} AND ${linked.side.other} = ${key}::uuid)`
        : Prisma.sql`false`,
  },
};

/** The field by which a caller stacks records. */
export interface StackField {
  readonly field: SchemaField;
  readonly subject: Subject;
  readonly stacks: Stacks;
  /** The key of a record as text; empty for no value. */
  readonly key: Sql;
  /** Joins that `key` reads. */
  readonly joins: Sql;
  parse(text: string): StackKey;
}

/** Resolves a field that the caller can stack by; undefined for others. */
export async function stackFieldOf(schema: TableSchema, ref: string): Promise<StackField | undefined> {
  const field = schema.fieldOf(ref);
  const stacks = field?.fieldType.stacks?.(field.template);
  const kind = field && stackKinds[field.fieldType.storage];
  if (!field || !stacks || !kind) return undefined;
  const subject = await fieldSubject(schema, field);
  const { joins = () => Prisma.empty, parse = (text: string) => text } = kind;
  return {
    ...{ field, subject, stacks },
    key: Prisma.sql`coalesce(${kind.key(subject)}, '')`,
    joins: joins(subject),
    parse: (text) => (text === "" ? null : parse(text)),
  };
}

/** SQL: the record is in a stack. Throws a 400 for a field that cannot be stacked by, and for an impossible key. */
export async function inStackSql(schema: TableSchema, { fieldId, key }: Stack): Promise<Sql> {
  const field = schema.fieldOf(fieldId);
  const unmet = field
    ? unmetDemand(stackDemand, field)
    : `names ${quote(fieldId)}, which ${unknownField(schema.face)}`;
  if (!field || unmet !== undefined) throw badRequest([{ path: "stack.fieldId", message: unmet ?? "" }]);
  if (!isStackOf(field, key)) {
    const message = `is ${JSON.stringify(key)}, by which ${quote(field.name)} has no stack`;
    throw badRequest([{ path: "stack.key", message }]);
  }
  const subject = await fieldSubject(schema, field);
  if (key === null) return kinds[subject.kind].isEmpty(subject);
  const { key: keySql, has } = stackKinds[field.fieldType.storage] as StackKind;
  return has ? has(subject, String(key)) : Prisma.sql`${keySql(subject)} = ${String(key)}`;
}
