import { isLink } from "../../../field-types";
import { execute, Prisma, query, type Sql } from "../../db";
import type { ChangeSet } from "../../log/changes";
import { writeLinks } from "../../records/links";
import { numberingFields } from "../../records/numbering";
import { bumpVersion } from "../../records/record-sql";
import { bumpVersions } from "../../records/record-writes";
import { partitionOf } from "../../structure/partitions";
import type { TableSchema } from "../../structure/schemas";
import { staging } from "./staging";

export interface Counts {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
}

/** Stores the staged rows as records of a table, and notes them as changed by the entry of the log with this number. */
export async function storeRows(change: ChangeSet, schema: TableSchema, entry: string): Promise<Counts> {
  const matched = await countMatched();
  const updated = await updateRecords(schema, entry);
  const created = await createRecords(schema, entry);
  const linked = await linkRecords(change, schema, entry);
  return { created, updated: updated + linked, unchanged: matched - updated - linked };
}

async function countMatched(): Promise<number> {
  const [counted] = await query<{ count: number }>(
    Prisma.sql`SELECT count(*)::int AS "count" FROM ${staging} WHERE "isMatched"`,
  );
  return counted?.count ?? 0;
}

/** Creates records at the end of the manual order, in the order of the file. */
async function createRecords(schema: TableSchema, entry: string): Promise<number> {
  const [counted] = await query<{ count: number }>(
    Prisma.sql`SELECT count(*)::int AS "count" FROM ${staging} WHERE NOT "isMatched"`,
  );
  const count = counted?.count ?? 0;
  if (count === 0) return 0;
  const numbers = await assignNumbers(schema, count);
  await execute(Prisma.sql`
    INSERT INTO ${partitionOf(schema.id)} ("tableId", "id", "data", "position", "source", "createdAt", "updatedAt")
    SELECT ${schema.id}, "id", "data" ${numbers}, "position", 'import', "createdAt", "createdAt"
    FROM ${staging} WHERE NOT "isMatched" ORDER BY "row"`);
  await execute(Prisma.sql`
    INSERT INTO "ChangedRecord" ("tableId", "entry", "recordId", "before", "after")
    SELECT ${schema.id}, ${entry}::bigint, "id", NULL, '{}' FROM ${staging} WHERE NOT "isMatched" ORDER BY "row"`);
  return count;
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

/** Merges rows into the records that they match. Returns how many changed. */
function updateRecords(schema: TableSchema, entry: string): Promise<number> {
  const partition = partitionOf(schema.id);
  const merged = Prisma.sql`((record."data" || given."data") - given."cleared")`;
  const side = (data: Sql) => Prisma.sql`(
    SELECT jsonb_object_agg("key", coalesce(${data} -> "key", 'null'))
    FROM (SELECT jsonb_object_keys(old."data") UNION SELECT jsonb_object_keys(changed."data")) AS "keys" ("key")
    WHERE old."data" -> "key" IS DISTINCT FROM changed."data" -> "key")`;
  return execute(Prisma.sql`
    WITH old AS MATERIALIZED (
      SELECT record."id", record."data" FROM ${partition} AS record JOIN ${staging} AS given ON given."id" = record."id"
      WHERE record."tableId" = ${schema.id} AND given."isMatched"
    ), changed AS (
      UPDATE ${partition} AS record SET "data" = ${merged}, ${bumpVersion}
      FROM ${staging} AS given
      WHERE given."isMatched" AND record."tableId" = ${schema.id} AND record."id" = given."id" AND ${merged} <> record."data"
      RETURNING record."id", record."data"
    )
    INSERT INTO "ChangedRecord" ("tableId", "entry", "recordId", "before", "after")
    SELECT ${schema.id}, ${entry}::bigint, "id", ${side(Prisma.sql`old."data"`)}, ${side(Prisma.sql`changed."data"`)}
    FROM changed JOIN old USING ("id")`);
}

/** A row with its lists of linked records by field id. */
interface LinkedRow {
  readonly row: number;
  readonly id: string;
  readonly links: { readonly [fieldId: string]: readonly string[] };
  /** True if the import has created or changed the record already. */
  readonly isCounted: boolean;
}

const pageRows = 2_000;

/** Sets the lists of link cells. Returns the number of records that only their links changed. */
async function linkRecords(change: ChangeSet, schema: TableSchema, entry: string): Promise<number> {
  let count = 0;
  for (let last = 0; ; ) {
    const rows = await query<LinkedRow>(Prisma.sql`
      SELECT given."row", given."id", given."links", changed."recordId" IS NOT NULL AS "isCounted"
      FROM ${staging} AS given LEFT JOIN "ChangedRecord" AS changed
        ON changed."tableId" = ${schema.id} AND changed."entry" = ${entry}::bigint AND changed."recordId" = given."id"
      WHERE given."links" IS NOT NULL AND given."row" > ${last} ORDER BY given."row" LIMIT ${pageRows}`);
    count += await linkPage(change, schema, rows);
    await change.store();
    if (rows.length < pageRows) return count;
    last = rows.at(-1)?.row ?? last;
  }
}

async function linkPage(change: ChangeSet, schema: TableSchema, rows: readonly LinkedRow[]): Promise<number> {
  const changed = new Set<string>();
  for (const field of schema.fields.filter(isLink)) {
    const written = rows.flatMap(({ row, id, links }) => {
      const ids = links[field.id];
      return ids ? [{ recordId: id, ids, path: `row ${row}, ${field.name}` }] : [];
    });
    if (written.length === 0) continue;
    const touched = await writeLinks(change, { schema, field }, written);
    for (const id of touched.get(schema.id) ?? []) changed.add(id);
    for (const { id, isCounted } of rows) if (isCounted) touched.get(schema.id)?.delete(id);
    await bumpVersions(touched);
  }
  return rows.filter(({ id, isCounted }) => !isCounted && changed.has(id)).length;
}
