import { apart, joinsOf, unitePasses } from "../computed/expression";
import { Prisma, type Sql } from "../db";
import type { RowParts } from "../records/record-sql";
import { partitionOf } from "../structure/partitions";
import { isCurrent, type TableSchema } from "../structure/schemas";
import { afterSql, type KeysetPosition, keysetColumn } from "./keyset";
import { recordsOf, type SelectionSql } from "./selections";
import { orderSql, passesOfKeys, type SortKey } from "./sort-sql";

/** A page of records to read. */
export interface Page {
  readonly parts: RowParts;
  /** Other columns, each after a comma. */
  readonly others?: Sql;
  readonly keys: readonly SortKey[];
  readonly after?: KeysetPosition | undefined;
  readonly limit: number;
  readonly offset?: number | undefined;
}

/** Computed fields are evaluated last, for the records of the page alone; their joins keep its order. */
export function pageSql(schema: TableSchema, selection: SelectionSql, page: Page): Sql {
  const { parts, others = Prisma.empty, limit, offset } = page;
  const records = offset ? deepSql(schema, selection, { ...page, offset }) : topSql(schema, selection, page);
  return Prisma.sql`
    SELECT ${parts.columns}, "keyset"${others} FROM (${records}) AS "Record" ${parts.joins} LIMIT ${limit}`;
}

function topSql(schema: TableSchema, selection: SelectionSql, { keys, after, limit }: Page): Sql {
  const where = Prisma.sql`${isCurrent(schema)} AND ${selection.where}${after ? Prisma.sql` AND ${afterSql(keys, after)}` : Prisma.empty}`;
  return Prisma.sql`
    SELECT "Record".*${keysetOrNull(keys)} FROM ${recordsOf(schema, selection, passesOfKeys(keys))} WHERE ${where}
    ORDER BY ${orderSql(keys)} LIMIT ${atMost(limit)}`;
}

/**
 * Skips records by ids and keys alone: an index on them avoids reading records, and a sort moves less data. Reads only
 * the records of the page.
 */
function deepSql(
  schema: TableSchema,
  selection: SelectionSql,
  { keys, limit, offset }: Page & { readonly offset: number },
): Sql {
  const passes = passesOfKeys(keys);
  return Prisma.sql`
    SELECT "Record".*${keysetOrNull(keys)} FROM (
      SELECT "id" AS "placedId" FROM ${recordsOf(schema, selection, passes)} WHERE ${selection.where}
      ORDER BY ${orderSql(keys)} LIMIT ${limit} OFFSET ${offset}
    ) AS "placed" JOIN ${partitionOf(schema.id)} AS "Record" ON "id" = "placedId" AND "tableId" = ${schema.id}
    ${joinsOf(unitePasses(passes), "each")}
    WHERE ${isCurrent(schema)} ORDER BY ${orderSql(keys)} ${apart}`;
}

/**
 * A limit in the text of the statement, because PostgreSQL takes a parameter for a tenth of the table, and would plan the
 * statement anew for each call instead of caching that plan. There are few of them, because each is a statement.
 */
function atMost(limit: number): Sql {
  return Prisma.raw(String(2 ** Math.ceil(Math.log2(limit))));
}

function keysetOrNull(keys: readonly SortKey[]): Sql {
  const keyset = keysetColumn(keys);
  return keyset === Prisma.empty ? Prisma.sql`, NULL::text AS "keyset"` : keyset;
}
