import { isLink } from "../../field-types";
import { execute, Prisma, query, type Sql } from "../db";
import { reserveNumber, storeImportEntry } from "../log/change-log";
import type { LoggedEntry, LoggedWrite } from "../log/change-rows";
import type { ChangeSet } from "../log/changes";
import { sideOf } from "../records/links";
import { deleteAll } from "../records/record-writes";
import { partitionOf } from "../structure/partitions";
import { liftTimeout } from "../structure/schema-change";
import { findSchema, type TableSchema } from "../structure/schemas";
import { restoreUnlinked } from "../trash/restore-records";
import type { TrashedRecord } from "../trash/trash";
import { takeTurn } from "../turns";
import { foreignRecords } from "./foreign-changes";
import type { Outcome } from "./outcome";
import { type Reversed, reverseRecords } from "./undo-records";

const pageRecords = 2_000;

/** Brings back the records that an undo of an import has taken back. */
export async function restoreImported(
  change: ChangeSet,
  { write, entry }: Pick<Reversed, "write"> & { readonly entry: LoggedEntry },
  outcome: Outcome,
): Promise<void> {
  const schema = await schemaOf(change, entry);
  if (!schema) return;
  const content = Prisma.sql`
    SELECT record.* FROM "ChangedRecord" AS changed, jsonb_to_record(changed."before") AS record ("id" uuid, "data" jsonb,
      "position" numeric, "source" text, "version" int, "createdAt" timestamptz, "updatedAt" timestamptz)
    WHERE ${isOf(entry)} AND changed."after" IS NULL AND NOT EXISTS (
      SELECT FROM ${partitionOf(schema.id)} AS there WHERE there."tableId" = ${schema.id} AND there."id" = record."id")`;
  if (await hasNewFields(change, write, entry)) {
    await restoreConverted(change, schema, { content, outcome });
    return;
  }
  const number = await reserveNumber();
  const created = await execute(Prisma.sql`
    WITH restored AS (
      INSERT INTO ${partitionOf(schema.id)} ("tableId", "id", "data", "position", "source", "version", "createdAt", "updatedAt")
      SELECT ${schema.id}, "id", "data", "position", "source", "version" + 1, "createdAt", greatest("updatedAt", clock_timestamp())
      FROM (${content}) AS content
      RETURNING "id"
    )
    INSERT INTO "ChangedRecord" ("tableId", "entry", "recordId", "before", "after")
    SELECT ${schema.id}, ${number}::bigint, "id", NULL, '{}' FROM restored`);
  if (created === 0) return;
  const after = { created, updated: 0, fieldIds: fieldIdsOf(entry) };
  await storeImportEntry(change, { number, tableId: schema.id, before: null, after });
  outcome.restored += created;
}

/**
 * True if the fields of the table have changed since, so that values may have to be converted. Fields that the write
 * itself deleted are as they were, because they have been restored.
 */
async function hasNewFields(
  { author }: ChangeSet,
  { changeSetId }: LoggedWrite,
  { tableId, number }: LoggedEntry,
): Promise<boolean> {
  const own = [changeSetId, author.changeSetId];
  const rows = await query(Prisma.sql`
    SELECT 1 FROM "Change" WHERE "tableId" = ${tableId} AND "recordId" IS NULL AND "kind" = 'field'
      AND "number" > ${number}::bigint AND NOT "changeSetId" = ANY(${own}::uuid[]) LIMIT 1`);
  return rows.length > 0;
}

async function restoreConverted(
  change: ChangeSet,
  schema: TableSchema,
  { content, outcome }: { content: Sql; outcome: Outcome },
): Promise<void> {
  for (;;) {
    const records = await query<TrashedRecord>(Prisma.sql`
      SELECT "id", "data", "position"::text, "source", "version", "createdAt"::text, "updatedAt"::text, '[]'::jsonb AS "links"
      FROM (${content}) AS content ORDER BY "id" LIMIT ${pageRecords}`);
    if (records.length === 0) return;
    await restoreUnlinked(change, schema, records);
    await change.store();
    await takeTurn();
    outcome.restored += records.length;
  }
}

/** Takes an import back: restores cells that nobody has changed since, then removes the records that it created. */
export async function takeBackImported(
  change: ChangeSet,
  reversed: Omit<Reversed, "entries"> & { readonly entry: LoggedEntry },
  outcome: Outcome,
): Promise<void> {
  const schema = await schemaOf(change, reversed.entry);
  if (!schema) return;
  await liftTimeout();
  await restoreCells(change, reversed, outcome);
  await removeRecords(change, schema, { entry: reversed.entry, outcome });
}

async function restoreCells(
  change: ChangeSet,
  { entry, ...reversed }: Omit<Reversed, "entries"> & { readonly entry: LoggedEntry },
  outcome: Outcome,
): Promise<void> {
  for (let last = zeroId; ; ) {
    const rows = await query<Pick<LoggedEntry, "itemId" | "before" | "after">>(Prisma.sql`
      SELECT changed."recordId" AS "itemId", changed."before", changed."after" FROM "ChangedRecord" AS changed
      WHERE ${isOf(entry)} AND changed."before" IS NOT NULL AND changed."after" IS NOT NULL AND changed."recordId" > ${last}::uuid
      ORDER BY changed."recordId" LIMIT ${pageRecords}`);
    const { number, tableId } = entry;
    const entries = rows.map((row) => ({ ...row, kind: "record" as const, number, tableId }));
    if (entries.length > 0) await reverseRecords(change, { ...reversed, entries }, outcome);
    await change.store();
    await takeTurn();
    if (rows.length < pageRecords) return;
    last = rows.at(-1)?.itemId ?? last;
  }
}

const zeroId = "00000000-0000-0000-0000-000000000000";

/** Removes the created records, except those that others have written into since. */
async function removeRecords(
  change: ChangeSet,
  schema: TableSchema,
  { entry, outcome }: { entry: LoggedEntry; outcome: Outcome },
): Promise<void> {
  await execute(Prisma.sql`DROP TABLE IF EXISTS ${removed}`);
  await execute(Prisma.sql`
    CREATE TEMPORARY TABLE "removed_records" ON COMMIT DROP AS
    SELECT "id" FROM ${partitionOf(schema.id)} WHERE "tableId" = ${schema.id} AND ${isCreatedBy(entry)}`);
  await execute(Prisma.sql`ANALYZE ${removed}`);
  const foreign = await query<{ id: string }>(Prisma.sql`
    DELETE FROM ${removed} WHERE "id" IN (${foreignRecords(change, { tableId: schema.id, number: entry.number })})
    RETURNING "id"`);
  for (const { id } of foreign) {
    const reason = "somebody else has written into it since";
    outcome.skipped.push({ tableId: schema.id, recordId: id, reason });
  }
  await deleteLinked(change, schema, outcome);
  const number = await reserveNumber();
  const created = await deleteStored(schema, number);
  if (created === 0) return;
  const before = { created, updated: 0, fieldIds: fieldIdsOf(entry) };
  await storeImportEntry(change, { number, tableId: schema.id, before, after: null });
  outcome.restored += created;
}

const removed = Prisma.sql`"pg_temp"."removed_records"`;

/** Deletes the linked records one by one, because their links change other records. */
async function deleteLinked(change: ChangeSet, schema: TableSchema, outcome: Outcome): Promise<void> {
  for (const field of schema.fields.filter(isLink)) {
    const { fieldId, own } = sideOf(field);
    for (;;) {
      const linked = await query<{ id: string }>(Prisma.sql`
        DELETE FROM ${removed} WHERE "id" IN (
          SELECT "id" FROM ${removed} JOIN "Link" ON "fieldId" = ${fieldId} AND ${own} = "id" LIMIT ${pageRecords})
        RETURNING "id"`);
      if (linked.length === 0) break;
      await deleteAll(change, schema, linked);
      await change.store();
      outcome.restored += linked.length;
    }
  }
}

/** Moves the rows of records to the log. Returns how many. */
function deleteStored(schema: TableSchema, number: string): Promise<number> {
  return execute(Prisma.sql`
    WITH gone AS (
      DELETE FROM ${partitionOf(schema.id)} AS record USING ${removed} AS given
      WHERE record."tableId" = ${schema.id} AND record."id" = given."id" RETURNING record.*
    )
    INSERT INTO "ChangedRecord" ("tableId", "entry", "recordId", "before", "after")
    SELECT ${schema.id}, ${number}::bigint, "id", jsonb_build_object('id', "id", 'data', "data", 'position', "position",
      'source', "source", 'version', "version", 'createdAt', "createdAt", 'updatedAt', "updatedAt"), NULL
    FROM gone`);
}

async function schemaOf(change: ChangeSet, { tableId }: LoggedEntry): Promise<TableSchema | undefined> {
  return findSchema({ databaseId: change.databaseId, tableId: tableId ?? "" });
}

/** SQL: the record with the column `id` was created by the entry. */
function isCreatedBy(entry: LoggedEntry): Sql {
  const { firstId, lastId } = entry.after ?? {};
  if (firstId !== undefined) return Prisma.sql`"id" BETWEEN ${firstId}::uuid AND ${lastId}::uuid`;
  return Prisma.sql`"id" IN (
    SELECT "recordId" FROM "ChangedRecord" AS changed WHERE ${isOf(entry)} AND changed."before" IS NULL)`;
}

/** SQL: `changed` is a record of the entry. */
function isOf({ tableId, number }: LoggedEntry): Sql {
  return Prisma.sql`changed."tableId" = ${tableId} AND changed."entry" = ${number}::bigint`;
}

function fieldIdsOf({ before, after }: LoggedEntry): unknown {
  return (after ?? before)?.fieldIds ?? [];
}
