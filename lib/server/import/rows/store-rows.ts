import { execute, Prisma, query, type Sql } from "../../db";
import type { ChangeSet } from "../../log/changes";
import { numberingFields } from "../../records/numbering";
import { bumpVersion, writer } from "../../records/record-sql";
import { partitionOf } from "../../structure/partitions";
import type { SchemaField, TableSchema } from "../../structure/schemas";
import { staging } from "./staging";
import { storeLinks } from "./store-links";

export interface Counts {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
}

interface Storing {
  readonly schema: TableSchema;
  /** The link fields of the columns. */
  readonly links: readonly SchemaField[];
  /** The number of the entry of the log. */
  readonly entry: string;
}

/** Stores the staged rows as records of a table, and notes them as changed by an entry of the log. */
export async function storeRows(change: ChangeSet, { schema, links, entry }: Storing): Promise<Counts> {
  const { matched, created } = await countStaged();
  if (matched > 0) await updateRecords(schema, entry);
  if (created > 0) await createRecords(schema, entry, created);
  for (const field of links) await storeLinks(change, { schema, field, entry });
  const updated = await countUpdated(schema, entry);
  return { created, updated, unchanged: matched - updated };
}

/** Counts the matched records that the entry has changed. */
async function countUpdated({ id }: TableSchema, entry: string): Promise<number> {
  const [counted] = await query<{ count: number }>(Prisma.sql`
    SELECT count(*)::int AS "count" FROM ${staging} AS given JOIN "ChangedRecord" AS changed
      ON changed."tableId" = ${id} AND changed."entry" = ${entry}::bigint AND changed."recordId" = given."id"
    WHERE given."isMatched"`);
  return counted?.count ?? 0;
}

async function countStaged(): Promise<{ matched: number; created: number }> {
  const [counted] = await query<{ matched: number; created: number }>(Prisma.sql`
    SELECT (count(*) FILTER (WHERE "isMatched"))::int AS "matched",
      (count(*) FILTER (WHERE NOT "isMatched"))::int AS "created" FROM ${staging}`);
  return counted ?? { matched: 0, created: 0 };
}

/** Creates records at the end of the manual order, in the order of the file. */
async function createRecords(schema: TableSchema, entry: string, count: number): Promise<void> {
  const numbers = await assignNumbers(schema, count);
  await execute(Prisma.sql`
    INSERT INTO ${partitionOf(schema.id)} ("tableId", "id", "data", "position", "source", "createdAt", "updatedAt", "createdById", "updatedById")
    SELECT ${schema.id}, "id", "data" ${numbers}, "position", 'import', "createdAt", "createdAt", ${writer()}, ${writer()}
    FROM ${staging} WHERE NOT "isMatched" ORDER BY "row"`);
  await execute(Prisma.sql`
    INSERT INTO "ChangedRecord" ("tableId", "entry", "recordId", "before", "after")
    SELECT ${schema.id}, ${entry}::bigint, "id", NULL, '{}' FROM ${staging} WHERE NOT "isMatched" ORDER BY "row"`);
}

/** SQL that adds the numbers of numbering fields to `data`. */
async function assignNumbers(schema: TableSchema, count: number): Promise<Sql> {
  const parts: Sql[] = [];
  for (const { id } of numberingFields(schema)) {
    const [counted] = await query<{ last: number }>(Prisma.sql`
      UPDATE "Field" SET "lastNumber" = "lastNumber" + ${count} WHERE "id" = ${id} RETURNING "lastNumber" AS "last"`);
    const before = (counted?.last ?? count) - count;
    parts.push(
      Prisma.sql`|| jsonb_build_object(${id}::text, ${before}::bigint + row_number() OVER (ORDER BY "row"))`,
    );
  }
  return parts.length > 0 ? Prisma.join(parts, " ") : Prisma.empty;
}

/** Merges rows into the records that they match. */
async function updateRecords(schema: TableSchema, entry: string): Promise<void> {
  const partition = partitionOf(schema.id);
  const merged = Prisma.sql`((record."data" || given."data") - given."cleared")`;
  const side = (data: Sql) => Prisma.sql`(
    SELECT jsonb_object_agg("key", coalesce(${data} -> "key", 'null'))
    FROM (SELECT jsonb_object_keys(old."data") UNION SELECT jsonb_object_keys(changed."data")) AS "keys" ("key")
    WHERE old."data" -> "key" IS DISTINCT FROM changed."data" -> "key")`;
  await execute(Prisma.sql`
    WITH old AS MATERIALIZED (
      SELECT record."id", record."data" FROM ${partition} AS record JOIN ${staging} AS given ON given."id" = record."id"
      WHERE record."tableId" = ${schema.id} AND given."isMatched"
    ), changed AS (
      UPDATE ${partition} AS record SET "data" = ${merged}, ${bumpVersion()}
      FROM ${staging} AS given
      WHERE given."isMatched" AND record."tableId" = ${schema.id} AND record."id" = given."id" AND ${merged} <> record."data"
      RETURNING record."id", record."data"
    )
    INSERT INTO "ChangedRecord" ("tableId", "entry", "recordId", "before", "after")
    SELECT ${schema.id}, ${entry}::bigint, "id", ${side(Prisma.sql`old."data"`)}, ${side(Prisma.sql`changed."data"`)}
    FROM changed JOIN old USING ("id")`);
}
