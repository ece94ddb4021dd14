import { joinsOf, unitePasses } from "../computed/expression";
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

/** Computed fields are evaluated last, for the records of the page alone. */
export function pageSql(schema: TableSchema, selection: SelectionSql, page: Page): Sql {
  const { parts, others = Prisma.empty, keys, after, limit, offset } = page;
  if (offset) return offsetSql(schema, selection, { ...page, others, offset });
  const records = recordsOf(schema, selection, passesOfKeys(keys));
  const where = Prisma.sql`${isCurrent(schema)} AND ${selection.where}${after ? Prisma.sql` AND ${afterSql(keys, after)}` : Prisma.empty}`;
  return Prisma.sql`
    SELECT ${parts.columns}, "keyset"${others} FROM (
      SELECT "Record".*${keysetOrNull(keys)} FROM ${records} WHERE ${where}
      ORDER BY ${orderSql(keys)} LIMIT ${atMost(limit)}
    ) AS "Record" ${parts.joins} LIMIT ${limit}`;
}

/**
 * SQL for a deep page. Skips records by ids and keys alone: an index on them avoids reading records, and a sort
 * moves less data. Reads only the records of the page.
 */
function offsetSql(
  schema: TableSchema,
  selection: SelectionSql,
  { parts, others, keys, limit, offset }: Page & { readonly others: Sql; readonly offset: number },
): Sql {
  const passes = passesOfKeys(keys);
  return Prisma.sql`
    SELECT ${parts.columns}${keysetColumn(keys)}${others} FROM (
      SELECT "id" AS "placedId" FROM ${recordsOf(schema, selection, passes)} WHERE ${selection.where}
      ORDER BY ${orderSql(keys)} LIMIT ${limit} OFFSET ${offset}
    ) AS "placed" JOIN ${partitionOf(schema.id)} AS "Record" ON "id" = "placedId" AND "tableId" = ${schema.id}
    ${joinsOf(unitePasses(passes), "each")} ${parts.joins}
    WHERE ${isCurrent(schema)} ORDER BY ${orderSql(keys)}`;
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
