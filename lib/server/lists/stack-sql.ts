import { joinsOf, unitePasses } from "../computed/expression";
import { Prisma, type Sql } from "../db";
import { partitionOf } from "../structure/partitions";
import type { TableSchema } from "../structure/schemas";
import { type Computation, computationSql } from "./computations";
import { namesOf, ownRow, rankSql, unicode } from "./field-sql";
import { recordsOf, type SelectionSql } from "./selections";
import { byId, byPosition, orderSql, passesOfKeys, type SortKey } from "./sort-sql";
import type { StackField } from "./stack-field";
import { passesOf } from "./subject";

/** The records of a board. */
export interface Board {
  readonly schema: TableSchema;
  readonly stackField: StackField;
  readonly selection: SelectionSql;
  /** The order within a stack. */
  readonly keys: readonly SortKey[];
  /** The aggregate of each stack. */
  readonly computation?: Computation | undefined;
  /** Maximum number of records of each stack. */
  readonly limit: number;
}

/**
 * The bounds of the stacks whose first records are to be found: they come before these keyset positions, in texts by sort
 * key. Null for an open bound, of a stack with few records.
 */
export type StackBounds = ReadonlyMap<string, readonly (string | null)[] | null>;

/** The keys that records have, as texts: no value, then those of `order`, then by name. */
export function usedKeysSql({ schema, stackField, selection }: Board, { order, limit, rows }: UsedKeys): Sql {
  const { key, joins, subject } = stackField;
  const { linked, template } = subject;
  const records = rows === undefined ? recordsOf(schema, selection) : topOf(schema, selection, rows);
  const found = Prisma.sql`(
    SELECT DISTINCT ${key} AS "key" FROM ${records} ${joins} WHERE ${selection.where}
  ) AS "found"`;
  const named = linked
    ? {
        from: Prisma.sql`${found} LEFT JOIN ${partitionOf(linked.tableId)} AS ${ownRow}
          ON ${ownRow}."tableId" = ${linked.tableId} AND ${ownRow}."id" = nullif("found"."key", '')::uuid
          ${joinsOf(passesOf(linked.target), "all")}`,
        name: rankSql(linked.target),
      }
    : { from: found, name: Prisma.sql`(${namesOf(template)} ->> "found"."key") COLLATE ${unicode}` };
  return Prisma.sql`
    SELECT "found"."key" FROM ${named.from}
    ORDER BY "found"."key" <> '', array_position(${order}::text[], "found"."key") NULLS LAST,
      ${named.name} NULLS LAST, "found"."key" LIMIT ${limit}`;
}

interface UsedKeys {
  readonly order: readonly string[];
  readonly limit: number;
  /** Only the keys of this many records at the top of the table; of all by default. */
  readonly rows?: number;
}

/** SQL: records at the top of the table, by the index of the manual order, with what a selection reads of each. */
function topOf(schema: TableSchema, selection: SelectionSql, rows: number): Sql {
  return Prisma.sql`(
    SELECT * FROM ${partitionOf(schema.id)} AS ${ownRow} WHERE "tableId" = ${schema.id}
    ORDER BY ${orderSql([byPosition, byId])} LIMIT ${rows}
  ) AS ${ownRow} ${joinsOf(selection.passes, "each")}`;
}

/**
 * Finds bounds from a sample of the table's pages: in each stack, the position of the sampled record number `number`. Does
 * not count those in the page of the first, because the records of a stack are often neighbours.
 */
export function boundsSql(
  { schema, stackField, selection, keys }: Board,
  { percent, number }: { readonly percent: number; readonly number: number },
): Sql {
  const passes = unitePasses([selection.passes, ...passesOfKeys(keys)]);
  const order = orderSql(columnsOf(keys));
  const texts = keys.map((_, index) => Prisma.sql`${columnName(index)}::text`);
  return Prisma.sql`
    WITH "sampled" AS (
      SELECT ${stackField.key} AS "key", (${ownRow}.ctid::text::point)[0] AS "page", ${aliased(keys)}
      FROM ${partitionOf(schema.id)} AS ${ownRow} TABLESAMPLE SYSTEM (${percent}::real)
      ${joinsOf(passes, "each")} ${stackField.joins} WHERE ${selection.where}
    ), "paged" AS (
      SELECT *, first_value("page") OVER (PARTITION BY "key" ORDER BY ${order}) AS "firstPage" FROM "sampled"
    ), "numbered" AS (
      SELECT *, row_number() OVER (PARTITION BY "key" ORDER BY ${order}) AS "number" FROM "paged"
      WHERE "page" <> "firstPage"
    )
    SELECT "key", ARRAY[${Prisma.join(texts)}] AS "bound" FROM "numbered" WHERE "number" = ${number}`;
}

/**
 * Finds the first records of stacks among the first `rows` of the table, by the index of the manual order. Omits stacks
 * that have fewer there than the board shows.
 */
export function firstSql({ schema, stackField, selection, limit }: Board, rows: number): Sql {
  const order = orderSql([byPosition, byId]);
  return Prisma.sql`
    SELECT "key", array_agg("id"::text ORDER BY "number") AS "ids" FROM (
      SELECT ${stackField.key} AS "key", ${ownRow}."id",
        row_number() OVER (PARTITION BY ${stackField.key} ORDER BY ${order}) AS "number"
      FROM ${topOf(schema, selection, rows)} ${stackField.joins} WHERE ${selection.where}
    ) AS "numbered" WHERE "number" <= ${limit} GROUP BY "key" HAVING count(*) = ${limit}`;
}

/**
 * Counts the records of stacks in one pass, and finds the first of those with bounds, or with an open one. Collects only
 * the records before a stack's bound: sorting all would take several times as long as reading them.
 */
export function stacksSql(board: Board, stackKeys: readonly string[], bounds: StackBounds): Sql {
  const { schema, stackField, selection, keys, computation, limit } = board;
  const passes = [...passesOfKeys(keys), ...(computation ? [passesOf(computation.subject)] : [])];
  const isWithin = Prisma.sql`"bound"."isOpen" OR ${isWithinSql(keys, 0)}`;
  const collected = keys.map(
    ({ by }, index) => Prisma.sql`array_agg(${by}) FILTER (WHERE ${isWithin}) AS ${columnName(index)}`,
  );
  const columns = keys.map((_, index) => columnName(index));
  return Prisma.sql`
    WITH "stack" AS MATERIALIZED (
      SELECT ${ownRow}."stackKey" AS "key", count(*)::int AS "count",
        ${computation ? computationSql(computation) : Prisma.sql`NULL::jsonb`} AS "value",
        array_agg(${ownRow}."id") FILTER (WHERE ${isWithin}) AS "ids", ${Prisma.join(collected)}
      FROM (
        SELECT ${ownRow}.*, ${stackField.key} AS "stackKey", ${evaluatedOnce}
        FROM ${recordsOf(schema, selection)} ${stackField.joins} WHERE ${selection.where}
      ) AS ${ownRow} ${joinsOf(unitePasses(passes), "all")}
      LEFT JOIN ${boundsTable(keys, bounds)} ON "bound"."key" = ${ownRow}."stackKey"
      GROUP BY ${ownRow}."stackKey"
    )
    SELECT "stack"."key", "count", "value", coalesce(cardinality("stack"."ids"), 0) AS "collected",
      coalesce("first"."ids", '{}') AS "ids"
    FROM "stack" CROSS JOIN LATERAL (
      SELECT array_agg("recordId"::text ORDER BY "number") AS "ids" FROM (
        SELECT "recordId", row_number() OVER (ORDER BY ${orderSql(columnsOf(keys))}) AS "number"
        FROM unnest("stack"."ids", ${Prisma.join(columns.map((name) => Prisma.sql`"stack".${name}`))})
          AS "card" ("recordId", ${Prisma.join(columns)})
      ) AS "numbered" WHERE "number" <= ${limit}
    ) AS "first" WHERE "stack"."key" = ANY(${stackKeys}::text[])`;
}

/**
 * Keeps PostgreSQL from merging a subquery into the query around it, by a column that is volatile as it is written. Unlike
 * OFFSET 0, it allows parallel workers. The key of a record is then computed once instead of several times, and
 * PostgreSQL expects few keys, for which it aggregates in parallel, instead of as many as there are records.
 */
const evaluatedOnce = Prisma.sql`CASE WHEN false THEN clock_timestamp() END AS "evaluatedOnce"`;

/** The keys of stacks with their bounds, as rows. */
function boundsTable(keys: readonly SortKey[], bounds: StackBounds): Sql {
  const stackKeys = [...bounds.keys()];
  const isOpen = [...bounds.values()].map((bound) => bound === null);
  const positions = keys.map(({ type }, index) => {
    const texts = [...bounds.values()].map((bound) => bound?.[index] ?? null);
    return Prisma.sql`${texts}::text[]::${Prisma.raw(type)}[]`;
  });
  return Prisma.sql`
    unnest(${stackKeys}::text[], ${isOpen}::boolean[], ${Prisma.join(positions)})
    AS "bound" ("key", "isOpen", ${Prisma.join(keys.map((_, index) => columnName(index)))})`;
}

/** SQL: the record comes before the bound, or is at it, by the sort keys from `index` on. */
function isWithinSql(keys: readonly SortKey[], index: number): Sql {
  const { by, direction, isNullable } = keys[index] as SortKey;
  const bound = Prisma.sql`"bound".${columnName(index)}`;
  const isLast = index === keys.length - 1;
  const comparison = Prisma.raw(`${direction === "asc" ? "<" : ">"}${isLast ? "=" : ""}`);
  const before = Prisma.sql`${by} ${comparison} ${bound}`;
  // Empty cells sort last.
  const isBefore = isNullable ? Prisma.sql`(${before} OR (${bound} IS NULL AND ${by} IS NOT NULL))` : before;
  if (isLast) return isBefore;
  const isSame = isNullable ? Prisma.sql`${by} IS NOT DISTINCT FROM ${bound}` : Prisma.sql`${by} = ${bound}`;
  const rest = isWithinSql(keys, index + 1);
  if (isNullable) return Prisma.sql`(${isBefore} OR (${isSame} AND ${rest}))`;
  // Most records are after the bound, which one comparison tells.
  return Prisma.sql`(${by} ${comparison}= ${bound} AND (${before} OR ${rest}))`;
}

function aliased(keys: readonly SortKey[]): Sql {
  return Prisma.join(keys.map(({ by }, index) => Prisma.sql`${by} AS ${columnName(index)}`));
}

/** The sort keys as columns of a subquery, which keep the collations of the expressions. */
function columnsOf(keys: readonly SortKey[]): SortKey[] {
  return keys.map((key, index) => ({ ...key, by: columnName(index) }));
}

function columnName(index: number): Sql {
  return Prisma.raw(`"k${index}"`);
}
