import { joinsOf, unitePasses } from "../computed/expression";
import { Prisma, type Sql } from "../db";
import { partitionOf } from "../structure/partitions";
import type { TableSchema } from "../structure/schemas";
import { type Computation, computationSql } from "./computations";
import { namesOf, ownRow, rankSql, unicode } from "./field-sql";
import { recordsOf, type SelectionSql } from "./selections";
import { orderSql, passesOfKeys, type SortKey } from "./sort-sql";
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

/** A bound of a stack: its first records come before this keyset position. Texts by sort key. */
export type Bounds = ReadonlyMap<string, readonly (string | null)[]>;

/** The keys that records have, as texts: no value, then those of `order`, then by name. */
export function usedKeysSql(
  { schema, stackField, selection }: Board,
  { order, limit }: { readonly order: readonly string[]; readonly limit: number },
): Sql {
  const { key, joins, subject } = stackField;
  const { linked, template } = subject;
  const found = Prisma.sql`(
    SELECT DISTINCT ${key} AS "key" FROM ${recordsOf(schema, selection)} ${joins} WHERE ${selection.where}
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
 * Counts the records of stacks and finds the first of each, in one pass. Collects only the records before a stack's bound:
 * sorting all would take several times as long as reading them. The keys join as a small table, because PostgreSQL would
 * expect as many groups as records, and so not aggregate in parallel.
 */
export function stacksSql(board: Board, stackKeys: readonly string[], bounds: Bounds): Sql {
  const { schema, stackField, selection, keys, computation, limit } = board;
  const passes = [...passesOfKeys(keys), ...(computation ? [passesOf(computation.subject)] : [])];
  const isWithin = Prisma.sql`"bound"."isOpen" OR ${isWithinSql(keys, 0)}`;
  const collected = keys.map(
    ({ by }, index) => Prisma.sql`array_agg(${by}) FILTER (WHERE ${isWithin}) AS ${columnName(index)}`,
  );
  const columns = keys.map((_, index) => columnName(index));
  return Prisma.sql`
    WITH "stack" AS MATERIALIZED (
      SELECT "bound"."key", count(*)::int AS "count",
        ${computation ? computationSql(computation) : Prisma.sql`NULL::jsonb`} AS "value",
        array_agg(${ownRow}."id") FILTER (WHERE ${isWithin}) AS "ids", ${Prisma.join(collected)}
      FROM ${recordsOf(schema, selection, passes)} ${stackField.joins}
      JOIN ${boundsTable(keys, stackKeys, bounds)} ON "bound"."key" = ${stackField.key}
      WHERE ${selection.where} GROUP BY "bound"."key"
    )
    SELECT "stack"."key", "count", "value", coalesce(cardinality("stack"."ids"), 0) AS "collected",
      coalesce("first"."ids", '{}') AS "ids"
    FROM "stack" CROSS JOIN LATERAL (
      SELECT array_agg("recordId"::text ORDER BY "number") AS "ids" FROM (
        SELECT "recordId", row_number() OVER (ORDER BY ${orderSql(columnsOf(keys))}) AS "number"
        FROM unnest("stack"."ids", ${Prisma.join(columns.map((name) => Prisma.sql`"stack".${name}`))})
          AS "card" ("recordId", ${Prisma.join(columns)})
      ) AS "numbered" WHERE "number" <= ${limit}
    ) AS "first"`;
}

/** The keys of stacks with their bounds, as rows. */
function boundsTable(keys: readonly SortKey[], stackKeys: readonly string[], bounds: Bounds): Sql {
  const isOpen = stackKeys.map((key) => !bounds.has(key));
  const positions = keys.map(({ type }, index) => {
    const texts = stackKeys.map((key) => bounds.get(key)?.[index] ?? null);
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
  return Prisma.sql`(${isBefore} OR (${isSame} AND ${isWithinSql(keys, index + 1)}))`;
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
