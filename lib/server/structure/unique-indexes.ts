import { conflict } from "../../contract/errors";
import { fieldId as mintedFieldId } from "../../contract/ids";
import type { BasePlace } from "../../contract/places";
import { execute, Prisma, query, requireTransaction, type Sql } from "../db";
import { uniquePrefix } from "../repeated-values";
import { partitionOf } from "./partitions";

/** Creates the unique indexes that the fields of a database lack, and drops those that none needs any more. */
export async function settleUnique({ databaseId }: BasePlace): Promise<void> {
  requireTransaction();
  const partition = (id: Sql) => Prisma.sql`to_regclass(format('%I', 'Record_' || ${id}))`;
  const changed = await query<{ id: string; tableId: string | null }>(Prisma.sql`
    WITH wanted AS (
      SELECT field."id", field."tableId" FROM "Field" AS field JOIN "Table" AS parent ON parent."id" = field."tableId"
      WHERE parent."baseId" = ${databaseId} AND field."isUnique" AND ${partition(Prisma.sql`parent."id"`)} IS NOT NULL
    ), present AS (
      SELECT substr(named.relname, ${uniquePrefix.length + 1}) AS "id" FROM pg_index AS index JOIN pg_class AS named ON named.oid = index.indexrelid
      WHERE starts_with(named.relname, ${uniquePrefix})
        AND index.indrelid IN (SELECT ${partition(Prisma.sql`"id"`)} FROM "AllTables" WHERE "baseId" = ${databaseId})
    )
    SELECT "id", wanted."tableId" FROM wanted FULL JOIN present USING ("id") WHERE wanted."id" IS NULL OR present."id" IS NULL`);
  for (const { id, tableId } of changed) {
    if (tableId === null) await dropUnique(id);
    else await createUnique({ id, tableId });
  }
}

/** The field of a table that is to have an index. */
export interface IndexedField {
  readonly id: string;
  readonly tableId: string;
}

async function createUnique(field: IndexedField): Promise<void> {
  await execute(Prisma.sql`LOCK TABLE ${partitionOf(field.tableId)} IN SHARE ROW EXCLUSIVE MODE`);
  await query(Prisma.sql`SET LOCAL statement_timeout = 0`);
  await refuseRepeated(field);
  await execute(Prisma.raw(uniqueIndex(field)));
}

/** Drops the index of a field until its structure is settled, for conversions that may repeat a value in between. */
export async function dropUnique(id: string): Promise<void> {
  await execute(Prisma.raw(`DROP INDEX IF EXISTS "${uniquePrefix}${minted(id)}"`));
}

/**
 * The statement that creates the index of a field: over a hash of the text, because an entry of an index cannot hold long
 * texts.
 */
export function uniqueIndex({ id, tableId }: IndexedField): string {
  return `CREATE UNIQUE INDEX "${uniquePrefix}${id}" ON ${partitionOf(tableId).sql} ((${hashOf(id).sql})) WHERE ${countsSql(id).sql}`;
}

/** SQL: the cell has a value, so that its index has it. Without this condition a statement does not use the index. */
export function countsSql(id: string, data?: Sql): Sql {
  return Prisma.sql`(${textSql(id, data)} <> '')`;
}

/** SQL: the text of a cell. Names the field in the text of the statement, as otherwise its index would not be used. */
export function textSql(id: string, data: Sql = Prisma.sql`"data"`): Sql {
  return Prisma.sql`(${data} ->> ${Prisma.raw(`'${minted(id)}'`)})`;
}

/** SQL: the indexed hash of a cell. */
export function hashOf(id: string, data?: Sql): Sql {
  return Prisma.sql`md5(${textSql(id, data)})`;
}

/** A value of several records. */
interface Repeated {
  readonly value: string;
  readonly ids: string[];
}

/** Throws a 409 with the number of repeated values and examples. */
async function refuseRepeated(field: IndexedField): Promise<void> {
  const { count, examples } = await repeatedIn(field);
  if (count === 0) return;
  const words = examples.map(
    ({ value, ids }) => `${JSON.stringify(shortened(value))} (records ${ids.join(", ")})`,
  );
  const values = count === 1 ? "1 value" : `${count.toLocaleString("en")} values`;
  throw conflict(
    "isUnique",
    `is not possible, because several records have the same value; ${values} such as ${words.join("; ")}`,
  );
}

/** The number of values that several records have, and some of them. */
export async function repeatedIn({
  id,
  tableId,
}: IndexedField): Promise<{ readonly count: number; readonly examples: readonly Repeated[] }> {
  const rows = await query<Repeated & { count: number }>(Prisma.sql`
    SELECT (count(*) OVER ())::int AS "count", left(min(${textSql(id)}), 200) AS "value", (array_agg("id"::text ORDER BY "id"))[1:3] AS "ids"
    FROM ${partitionOf(tableId)} WHERE "tableId" = ${tableId} AND ${countsSql(id)}
    GROUP BY ${hashOf(id)} HAVING count(*) > 1 ORDER BY min("id"::text) LIMIT 3`);
  return { count: rows[0]?.count ?? 0, examples: rows };
}

/** The beginning of a long value, for messages. */
export function shortened(value: string): string {
  return value.length > 60 ? `${value.slice(0, 60)}…` : value;
}

function minted(id: string): string {
  if (mintedFieldId.safeParse(id).success) return id;
  throw new Error(`no field has the id ${JSON.stringify(id)}`);
}
