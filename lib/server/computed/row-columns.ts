import { isDerived } from "../../field-types";
import { isList, itemOf, type Type } from "../../formulas";
import { Prisma, type Sql } from "../db";
import { isoText } from "../lists/field-sql";
import { fieldSubject } from "../lists/subjects";
import { partitionOf } from "../structure/partitions";
import type { SchemaField, TableSchema } from "../structure/schemas";
import { apart, type Expression, joinsOf, unitePasses } from "./expression";

/** Values of computed fields as columns of a statement in which the record is named "Record". */
export interface ComputedColumns {
  /** A JSON object of the values by field id, without empty ones. */
  readonly values: Sql;
  /** A JSON object of the errors by field id, NULL if there are none. */
  readonly errors: Sql;
  readonly joins: Sql;
}

/** A computed field and its SQL. */
export interface Computed {
  readonly field: SchemaField;
  readonly expression: Expression;
}

/** The computed fields of a table among the given ones; all by default. */
export async function computedFields(
  schema: TableSchema,
  only?: ReadonlySet<string>,
): Promise<readonly Computed[]> {
  const wanted = schema.fields.filter((field) => isComputedValue(field) && (only?.has(field.id) ?? true));
  const found = await Promise.all(
    wanted.map(async (field) => ({ field, ...(await fieldSubject(schema, field)) })),
  );
  return found.flatMap(({ field, expression }) => (expression ? [{ field, expression }] : []));
}

/** True for fields whose values statements compute; lookups are read from the linked records. */
export function isComputedValue(field: SchemaField): boolean {
  return isDerived(field) && field.fieldType.storage !== "lookup";
}

/** True if only the record itself is read, so that the statement that reads it can compute the value. */
export function isOfRecord({ expression }: Computed): boolean {
  return expression.passes.size === 0;
}

export function computedColumns(computed: readonly Computed[]): ComputedColumns {
  const passes = unitePasses(computed.map(({ expression }) => expression.passes));
  const rows = rowsOf(computed);
  const values = computed.map(({ field, expression }): Entry => {
    const value = Prisma.sql`${named(field)}."value"`;
    return [field.id, jsonOf(value, expression.type)];
  });
  const errors = computed
    .filter(({ expression }) => expression.error)
    .map(({ field }): Entry => [field.id, Prisma.sql`to_jsonb(${named(field)}."error")`]);
  return {
    values: objectOf(values),
    errors: errors.length > 0 ? Prisma.sql`nullif(${objectOf(errors)}, '{}')` : Prisma.sql`NULL::jsonb`,
    joins: Prisma.join([joinsOf(passes, "each"), ...rows], " "),
  };
}

/** A row for each field, after those that it uses. */
function rowsOf(computed: readonly Computed[]): Sql[] {
  const used = new Set(computed.flatMap(({ expression }) => [...expression.uses]));
  // A formula uses all that the formulas in it use, so it comes after them.
  const inOrder = computed.toSorted((a, b) => a.expression.uses.size - b.expression.uses.size);
  const known = new Map<string, Pick<Expression, "value" | "error">>();
  return inOrder.map(({ field, expression }) => {
    const row = expression.row(known);
    const value = Prisma.sql`${named(field)}."value"`;
    const error = expression.error && Prisma.sql`${named(field)}."error"`;
    known.set(field.id, { value, ...(error && { error }) });
    return Prisma.sql`CROSS JOIN LATERAL (${row} ${used.has(field.id) ? apart : Prisma.empty}) AS ${named(field)}`;
  });
}

/** Reads computed values of records by their ids. */
export function selectComputed(
  { id: tableId }: TableSchema,
  computed: readonly Computed[],
  recordIds: readonly string[],
): Sql {
  const { values, errors, joins } = computedColumns(computed);
  return Prisma.sql`
    SELECT "Record"."id", ${values} AS "data", ${errors} AS "errors"
    FROM ${partitionOf(tableId)} AS "Record" ${joins}
    WHERE "Record"."tableId" = ${tableId} AND "Record"."id" = ANY(${recordIds}::uuid[])`;
}

type Entry = readonly [fieldId: string, json: Sql];

/** PostgreSQL's functions take at most 100 arguments. */
const entriesPerObject = 40;

function objectOf(entries: readonly Entry[]): Sql {
  const parts: Sql[] = [];
  for (let from = 0; from < entries.length; from += entriesPerObject) {
    const pairs = entries
      .slice(from, from + entriesPerObject)
      .map(([id, json]) => Prisma.sql`${id}::text, ${json}`);
    parts.push(Prisma.sql`jsonb_build_object(${Prisma.join(pairs)})`);
  }
  if (parts.length === 0) return Prisma.sql`'{}'::jsonb`;
  return Prisma.sql`jsonb_strip_nulls(${Prisma.join(parts, " || ")})`;
}

function named({ id }: SchemaField): Sql {
  return Prisma.raw(`"${id}"`);
}

/** A value as in "data": NULL if it is empty. */
function jsonOf(value: Sql, type: Type): Sql {
  if (isList(type)) return Prisma.sql`to_jsonb(nullif(${listOf(value, type)}, '{}'))`;
  if (type === "checkbox") return Prisma.sql`to_jsonb(nullif(${value}, false))`;
  return Prisma.sql`to_jsonb(${itemOf(type) === "datetime" ? isoText(value) : value})`;
}

function listOf(value: Sql, type: Type): Sql {
  if (itemOf(type) !== "datetime") return value;
  const item = Prisma.raw(`"items"."item"`);
  return Prisma.sql`(
    SELECT array_agg(${isoText(item)} ORDER BY "items"."at")
    FROM unnest(${value}) WITH ORDINALITY AS "items" ("item", "at"))`;
}
