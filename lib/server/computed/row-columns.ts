import { LRUCache } from "lru-cache";
import { limits } from "../../contract/limits";
import { isDerived } from "../../field-types";
import type { StorageKind } from "../../field-types/storage";
import { compileTogether, isList, itemOf, type Type, type ValueSql } from "../../formulas";
import { raw } from "../../formulas/sql";
import { Prisma, type Sql } from "../db";
import { isoText } from "../lists/field-sql";
import { fieldSubject } from "../lists/subjects";
import { isoMoment } from "../records/iso-moment";
import { partitionOf } from "../structure/partitions";
import type { SchemaField, TableSchema } from "../structure/schemas";
import {
  apart,
  type Expression,
  fromFormula,
  joinsOf,
  type OwnFormula,
  scopeOf,
  unitePasses,
} from "./expression";

/** SQL of values of computed fields for a statement in which the record is named "Record". */
export interface ComputedColumns {
  /**
   * A column for each field, named by its id, and "errors", an object of their codes by field or NULL. Columns, because
   * building an object of all values takes four times as long as computing them.
   */
  readonly columns: Sql;
  readonly joins: Sql;
}

/** A computed field and its SQL. */
export interface Computed {
  readonly field: SchemaField;
  readonly expression: Expression;
}

const ofTables = new WeakMap<TableSchema, Map<string, Computed>>();

/** The computed fields of a table among the given ones; all by default. */
export async function computedFields(
  schema: TableSchema,
  only?: ReadonlySet<string>,
): Promise<readonly Computed[]> {
  const wanted = schema.fields.filter((field) => isComputedValue(field) && (only?.has(field.id) ?? true));
  if (wanted.length === 0) return [];
  const found = ofTables.get(schema) ?? new Map<string, Computed>();
  ofTables.set(schema, found);
  for (const field of wanted) {
    if (found.has(field.id)) continue;
    const { expression } = await fieldSubject(schema, field);
    if (expression) found.set(field.id, { field, expression });
  }
  return wanted.flatMap(({ id }) => found.get(id) ?? []);
}

/** True for fields whose values statements compute; lookups are read from the linked records. */
export function isComputedValue(field: SchemaField): boolean {
  return isDerived(field) && field.fieldType.storage !== "lookup";
}

/** True if only the record itself is read, so that the statement that reads it can compute the value. */
export function isOfRecord({ expression }: Computed): boolean {
  return expression.passes.size === 0;
}

/** Columns that were made, because making them takes longer than an update of a record. */
const known = new WeakMap<TableSchema, LRUCache<string, ComputedColumns>>();

/** Columns kept for each table: those of all fields, and of the fields that some callers choose. */
const maxKnown = 20;

/** The columns of computed fields of a table. */
export function computedColumns(schema: TableSchema, computed: readonly Computed[]): ComputedColumns {
  const ofTable = known.get(schema) ?? new LRUCache({ max: maxKnown });
  known.set(schema, ofTable);
  const key = computed.map(({ field }) => field.id).join();
  const found = ofTable.get(key) ?? makeColumns(computed);
  ofTable.set(key, found);
  return found;
}

function makeColumns(computed: readonly Computed[]): ComputedColumns {
  const { cells, joins } = compute(computed);
  const columns = cells.map(
    ({ field, type, value }) => Prisma.sql`${columnIn(value, type)} AS ${Prisma.raw(`"${field.id}"`)}`,
  );
  return { columns: Prisma.join([...columns, Prisma.sql`${errorsOf(cells)} AS "errors"`]), joins };
}

/** The value of a computed field as in "data", and the joins that it needs. */
export function computedJson(computed: Computed): { readonly json: Sql; readonly joins: Sql } {
  const { cells, joins } = compute([computed]);
  const [{ value, type }] = cells as [Cell];
  return { json: jsonOf(value, type), joins };
}

/** SQL of the value and the error of a computed field. */
interface Cell extends Pick<Expression, "type" | "value" | "error"> {
  readonly field: SchemaField;
}

/** Computes fields by joins: passes, and then groups of formulas. */
function compute(computed: readonly Computed[]): { readonly cells: readonly Cell[]; readonly joins: Sql } {
  const passes = unitePasses(computed.map(({ expression }) => expression.passes));
  const known = new Map<string, ValueSql>();
  const groups = groupsOf(computed);
  const rows = groups.map((group, index) => {
    const { row, columns } = compileTogether(
      new Map(group.map(({ field, checked }) => [field.id, checked])),
      scopeOf({ reads: new Map(group.flatMap(({ reads }) => [...reads])), record: group[0].record }, known),
    );
    const name = `"formulas${index}"`;
    for (const [fieldId, { value, error }] of columns) {
      known.set(fieldId, {
        value: raw(`${name}.${value}`),
        ...(error !== undefined && { error: raw(`${name}.${error}`) }),
      });
    }
    // Later groups may use its columns several times.
    const end = index < groups.length - 1 ? apart : Prisma.empty;
    return Prisma.sql`CROSS JOIN LATERAL (${fromFormula(row)} ${end}) AS ${Prisma.raw(name)}`;
  });
  const cells = computed.map(({ field, expression: { type, value, error } }): Cell => {
    const column = known.get(field.id);
    if (!column) return { field, type, value, ...(error && { error }) };
    return {
      field,
      type,
      value: fromFormula(column.value),
      ...(column.error && { error: fromFormula(column.error) }),
    };
  });
  return { cells, joins: Prisma.join([joinsOf(passes, "each"), ...rows], " ") };
}

type Own = OwnFormula & Pick<Computed, "field">;

/** Limits the columns of a query: each part of a formula can take two, and PostgreSQL allows 1,664. */
const partsPerGroup = 800;

/** Groups formulas, each after those that it uses. */
function groupsOf(computed: readonly Computed[]): [Own, ...Own[]][] {
  const formulas = computed
    .flatMap(({ field, expression: { formula } }) => (formula ? [{ ...formula, field }] : []))
    // A formula uses all that the formulas in it use.
    .toSorted((a, b) => a.uses.size - b.uses.size);
  const groups: [Own, ...Own[]][] = [];
  let parts = 0;
  for (const formula of formulas) {
    parts += formula.checked.nodes;
    const group = parts > partsPerGroup ? undefined : groups.at(-1);
    if (group) {
      group.push(formula);
    } else {
      groups.push([formula]);
      parts = formula.checked.nodes;
    }
  }
  return groups;
}

/** Reads computed values of records by their ids. */
export function selectComputed(
  schema: TableSchema,
  computed: readonly Computed[],
  recordIds: readonly string[],
): Sql {
  const { columns, joins } = computedColumns(schema, computed);
  const { id: tableId } = schema;
  return Prisma.sql`
    SELECT "Record"."id", ${columns}
    FROM ${partitionOf(tableId)} AS "Record" ${joins}
    WHERE "Record"."tableId" = ${tableId} AND "Record"."id" = ANY(${recordIds}::uuid[])`;
}

/** PostgreSQL's functions take at most 100 arguments. */
const entriesPerObject = 40;

function errorsOf(cells: readonly Cell[]): Sql {
  const failing = cells.flatMap(({ field, error }) => (error ? [{ field, error }] : []));
  const objects: Sql[] = [];
  for (let from = 0; from < failing.length; from += entriesPerObject) {
    const pairs = failing
      .slice(from, from + entriesPerObject)
      .map(({ field, error }) => Prisma.sql`${field.id}::text, ${error}`);
    objects.push(Prisma.sql`jsonb_build_object(${Prisma.join(pairs)})`);
  }
  if (objects.length === 0) return Prisma.sql`NULL::jsonb`;
  return Prisma.sql`
    CASE WHEN coalesce(${Prisma.join(failing.map(({ error }) => error))}) IS NOT NULL
      THEN jsonb_strip_nulls(${Prisma.join(objects, " || ")}) END`;
}

/** The items of a list that a cell shows, as many as of a lookup. */
const shownItems = Prisma.raw(`[1:${limits.lookupValues}]`);

/** A value as a column that `readers` read. */
function columnIn(value: Sql, type: Type): Sql {
  if (isList(type)) return jsonOf(Prisma.sql`(${value})${shownItems}`, type);
  return type === "date" || type === "datetime" ? Prisma.sql`${value}::text` : value;
}

/** Reads a computed value of a row, in the form of "data"; undefined if it is empty. */
export function computedValue({ id, fieldType }: SchemaField): (row: object) => unknown {
  const read = readers[fieldType.storage];
  return (row) => {
    const value = (row as { readonly [column: string]: unknown })[id] ?? undefined;
    return value === undefined || !read ? value : read(value as string);
  };
}

/** How columns that `pg` gives as texts are read. */
const readers: { readonly [Kind in StorageKind]?: (column: string) => unknown } = {
  number: Number,
  timestamp: isoMoment,
};

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
