import { isLink } from "../../field-types";
import { execute, Prisma, prisma, type Sql } from "../db";
import type { LoggedEntry } from "../log/change-rows";
import type { ChangeSet } from "../log/changes";
import { takeLinkTurns } from "../records/link-locks";
import { changeLists } from "../records/link-sets";
import { linkOf, sideOf } from "../records/link-side";
import { partitionOf } from "../structure/partitions";
import type { SchemaField, TableSchema } from "../structure/schemas";
import { isOf } from "./is-of";

/** The temporary table with the removed rows of `Link` of each removed record, as JSON. */
export const removedLinks = Prisma.sql`"pg_temp"."removed_links"`;

const allLinks = Prisma.sql`"pg_temp"."all_removed_links"`;

const nothing = Prisma.sql`SELECT NULL::uuid AS "id" WHERE false`;

/**
 * Removes very many records from every list before they are deleted, and keeps their links in `removedLinks`. `removed` is
 * a table with their ids, `entry` the number of the entry of the log.
 */
export async function removeLinkSets(
  change: ChangeSet,
  schema: TableSchema,
  { removed, entry }: { removed: Sql; entry: string },
): Promise<void> {
  const fields = schema.fields.filter(isLink);
  await takeLinkTurns(fields);
  await execute(Prisma.sql`DROP TABLE IF EXISTS ${allLinks}, ${removedLinks}`);
  await execute(
    Prisma.sql`CREATE TEMPORARY TABLE "all_removed_links" ("id" uuid, "row" jsonb) ON COMMIT DROP`,
  );
  for (const field of fields) {
    const { fieldId, own, other } = sideOf(field);
    const links = Prisma.sql`"Link" JOIN ${removed} AS gone ON "fieldId" = ${fieldId} AND ${own} = gone."id"`;
    await execute(Prisma.sql`INSERT INTO ${allLinks} SELECT gone."id", to_jsonb("Link") FROM ${links}`);
    const linked = Prisma.sql`
      SELECT DISTINCT ${other} AS "id" FROM ${links} WHERE ${other} NOT IN (SELECT "id" FROM ${removed})`;
    await changeLists(change, { schema, field, entry, own: nothing, other: linked }, async () => {
      await execute(Prisma.sql`
        DELETE FROM "Link" USING ${removed} AS gone WHERE "fieldId" = ${fieldId} AND ${own} = gone."id"`);
    });
  }
  await execute(Prisma.sql`
    CREATE TEMPORARY TABLE "removed_links" ON COMMIT DROP AS
    SELECT "id", jsonb_agg("row") AS "rows" FROM ${allLinks} GROUP BY "id"`);
}

/**
 * Restores the links of the records that an entry has removed. Skips links to missing records, and those that exceed a
 * cell for a single record.
 */
export async function restoreLinkSets(
  change: ChangeSet,
  schema: TableSchema,
  entry: LoggedEntry,
): Promise<void> {
  const fields = schema.fields.filter(isLink);
  await takeLinkTurns(fields);
  for (const field of fields) await restoreField(change, schema, { entry, field });
}

async function restoreField(
  change: ChangeSet,
  schema: TableSchema,
  { entry, field }: { entry: LoggedEntry; field: SchemaField },
): Promise<void> {
  const { fieldId, own, other } = sideOf(field);
  const { tableId, isInverse } = linkOf(field);
  const [from, to] = isInverse ? [tableId, schema.id] : [schema.id, tableId];
  const forward = await prisma().field.findUniqueOrThrow({ where: { id: fieldId } });
  const takesOne = !linkOf(forward).allowMultiple;
  const exists = (table: string, id: Sql) => Prisma.sql`EXISTS (
    SELECT FROM ${partitionOf(table)} AS record WHERE record."tableId" = ${table} AND record."id" = ${id})`;
  await execute(Prisma.sql`DROP TABLE IF EXISTS ${restored}`);
  await execute(Prisma.sql`
    CREATE TEMPORARY TABLE "restored_links" ON COMMIT DROP AS
    SELECT link.* FROM "ChangedRecord" AS changed, jsonb_array_elements(changed."before" -> 'links') AS "each",
      jsonb_to_record("each") AS link ("fieldId" text, "fromId" uuid, "toId" uuid, "fromOrder" int, "toOrder" int)
    WHERE ${isOf(entry)} AND changed."after" IS NULL AND link."fieldId" = ${fieldId} AND link.${own} = changed."recordId"
      AND ${exists(from, Prisma.sql`link."fromId"`)} AND ${exists(to, Prisma.sql`link."toId"`)}
      AND NOT (${takesOne} AND EXISTS (
        SELECT FROM "Link" AS held WHERE held."fieldId" = ${fieldId} AND held."fromId" = link."fromId"))`);
  const linked = Prisma.sql`SELECT DISTINCT ${other} AS "id" FROM ${restored}`;
  await changeLists(change, { schema, field, entry: entry.number, own: nothing, other: linked }, async () => {
    await execute(Prisma.sql`
      INSERT INTO "Link" ("fieldId", "fromId", "toId", "fromOrder", "toOrder")
      SELECT "fieldId", "fromId", "toId", "fromOrder", "toOrder" FROM ${restored} ON CONFLICT DO NOTHING`);
  });
}

const restored = Prisma.sql`"pg_temp"."restored_links"`;
