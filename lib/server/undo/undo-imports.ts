import { execute, Prisma, query, type Sql } from "../db";
import { reserveNumber, storeImportEntry } from "../log/change-log";
import { firstRows, type LoggedEntry, type LoggedWrite, logRows } from "../log/change-rows";
import type { ChangeSet } from "../log/changes";
import { bumpVersion, writer } from "../records/record-sql";
import { uniqueFields } from "../records/unique-values";
import { partitionOf } from "../structure/partitions";
import { liftTimeout } from "../structure/schema-change";
import { findSchema, type TableSchema } from "../structure/schemas";
import { obstaclesOf, restoreUnlinked } from "../trash/restore-records";
import type { TrashedRecord } from "../trash/trash";
import { takeTurn } from "../turns";
import { foreignRecords } from "./foreign-changes";
import { isOf } from "./is-of";
import type { Outcome } from "./outcome";
import { removedLinks, removeLinkSets, restoreLinkSets } from "./undo-link-sets";
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
      "position" numeric, "source" text, "version" int, "createdAt" timestamptz, "updatedAt" timestamptz, "createdById" uuid,
      "updatedById" uuid)
    WHERE ${isOf(entry)} AND changed."after" IS NULL AND NOT EXISTS (
      SELECT FROM ${partitionOf(schema.id)} AS there WHERE there."tableId" = ${schema.id} AND there."id" = record."id")`;
  if (uniqueFields(schema).length > 0 || (await hasNewFields(change, write, entry))) {
    await restoreConverted(change, schema, { content, outcome });
    return;
  }
  const number = await reserveNumber();
  const created = await execute(Prisma.sql`
    WITH restored AS (
      INSERT INTO ${partitionOf(schema.id)} ("tableId", "id", "data", "position", "source", "version", "createdAt", "updatedAt", "createdById", "updatedById")
      SELECT ${schema.id}, "id", "data", "position", "source", "version" + 1, "createdAt", greatest("updatedAt", clock_timestamp()),
        "createdById", ${writer()}
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

/** Restores the links of the records that `restoreImported` has brought back, once other records have released them. */
export async function relinkImported(change: ChangeSet, entry: LoggedEntry): Promise<void> {
  const schema = await schemaOf(change, entry);
  if (schema) await restoreLinkSets(change, schema, entry);
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
  for (let last = zeroId; ; ) {
    const records = await query<TrashedRecord>(Prisma.sql`
      SELECT "id", "data", "position"::text, "source", "version", "createdAt"::text, "updatedAt"::text, "createdById", "updatedById", '[]'::jsonb AS "links"
      FROM (${content}) AS content WHERE "id" > ${last}::uuid ORDER BY "id" LIMIT ${pageRecords}`);
    if (records.length === 0) return;
    last = records.at(-1)?.id ?? last;
    const obstacles = await obstaclesOf(schema, records);
    for (const [recordId, reason] of obstacles)
      outcome.skipped.push({ tableId: schema.id, recordId, reason });
    const free = records.filter(({ id }) => !obstacles.has(id));
    await restoreUnlinked(change, schema, free);
    await change.store();
    await takeTurn();
    outcome.restored += free.length;
  }
}

/** Takes an import back: removes the records that it created, and restores cells that nobody has changed since. */
export async function takeBackImported(
  change: ChangeSet,
  reversed: Omit<Reversed, "entries"> & { readonly entry: LoggedEntry },
  outcome: Outcome,
): Promise<void> {
  const schema = await schemaOf(change, reversed.entry);
  if (!schema) return;
  await liftTimeout();
  // Releases first what the created records link to.
  await removeRecords(change, schema, { entry: reversed.entry, outcome });
  await restoreCells(change, schema, reversed, outcome);
}

/**
 * Restores the cells of changed records: by one statement in records that are as the import left them, record by record
 * in the others.
 */
async function restoreCells(
  change: ChangeSet,
  schema: TableSchema,
  { entry, ...reversed }: Omit<Reversed, "entries"> & { readonly entry: LoggedEntry },
  outcome: Outcome,
): Promise<void> {
  // Cells with rules are checked one by one.
  const isConstrained = schema.fields.some(({ isRequired, isUnique }) => isRequired || isUnique);
  const restored =
    isConstrained || (await hasNewFields(change, reversed.write, entry))
      ? null
      : await restoreUntouched(change, schema, { entry, outcome });
  const isLeft =
    restored === null
      ? Prisma.sql`true`
      : Prisma.sql`NOT EXISTS (
          SELECT FROM "ChangedRecord" AS done WHERE done."tableId" = ${schema.id} AND done."entry" = ${restored}::bigint
            AND done."recordId" = changed."recordId")`;
  for await (const entries of changedRecords(entry, isLeft)) {
    await reverseRecords(change, { ...reversed, entries }, outcome);
    await change.store();
  }
}

/**
 * Restores records whose changed cells hold what the import wrote, unless others have written into them since. Returns
 * the number of the new entry of the log. Link cells are not in `data`, so their records differ from what was written.
 */
async function restoreUntouched(
  change: ChangeSet,
  schema: TableSchema,
  { entry, outcome }: { entry: LoggedEntry; outcome: Outcome },
): Promise<string> {
  const number = await reserveNumber();
  const partition = partitionOf(schema.id);
  const previous = Prisma.sql`(SELECT coalesce(jsonb_object_agg("key", "value"), '{}')
    FROM jsonb_each(changed."before") WHERE "value" <> 'null')`;
  const keys = Prisma.sql`(SELECT array_agg("key") FROM jsonb_object_keys(changed."after") AS "key")`;
  const updated = await execute(Prisma.sql`
    WITH others AS MATERIALIZED (${foreignRecords(change, { tableId: schema.id, number: entry.number })}),
    restored AS (
      UPDATE ${partition} AS record SET "data" = (record."data" - ${keys}) || ${previous}, ${bumpVersion()}
      FROM "ChangedRecord" AS changed
      WHERE record."tableId" = ${schema.id} AND record."id" = changed."recordId" AND ${isOf(entry)}
        AND changed."before" IS NOT NULL AND changed."after" IS NOT NULL
        AND changed."recordId" NOT IN (SELECT "recordId" FROM others)
        AND NOT EXISTS (
          SELECT FROM jsonb_each(changed."after") AS "cell"
          WHERE coalesce(record."data" -> "cell"."key", 'null') <> "cell"."value")
      RETURNING record."id", changed."before", changed."after"
    )
    INSERT INTO "ChangedRecord" ("tableId", "entry", "recordId", "before", "after")
    SELECT ${schema.id}, ${number}::bigint, "id", "after", "before" FROM restored`);
  if (updated === 0) return number;
  const after = { created: 0, updated, fieldIds: fieldIdsOf(entry) };
  await storeImportEntry(change, { number, tableId: schema.id, before: null, after });
  outcome.restored += updated;
  return number;
}

/** The side effects of a write, newest first and in batches; those of imports as entries about each record. */
export async function* echoesOf(write: LoggedWrite): AsyncGenerator<LoggedEntry[]> {
  for await (const entries of logRows(write, "echoes")) {
    let records: LoggedEntry[] = [];
    for (const entry of entries) {
      if (entry.kind !== "import") {
        records.push(entry);
        continue;
      }
      yield records;
      records = [];
      yield* changedRecords(entry, Prisma.sql`true`);
    }
    yield records;
  }
}

/** The changed records of an import, as entries about each, in batches. `isWanted` is SQL about the row `changed`. */
async function* changedRecords(
  { number, tableId }: LoggedEntry,
  isWanted: Sql,
): AsyncGenerator<LoggedEntry[]> {
  for (let last: string | undefined = zeroId; last !== undefined; ) {
    const next = Prisma.sql`
      SELECT changed."recordId" AS "itemId", changed."before", changed."after", NULL::uuid AS "lastId"
      FROM "ChangedRecord" AS changed
      WHERE ${isOf({ number, tableId })} AND changed."before" IS NOT NULL AND changed."after" IS NOT NULL AND ${isWanted}
        AND changed."recordId" > ${last}::uuid
      ORDER BY changed."recordId" LIMIT ${pageRecords}`;
    // Links are logged as whole lists, so few records can be large.
    const rows: Pick<LoggedEntry, "itemId" | "before" | "after">[] = await query(
      firstRows(next, Prisma.sql`"itemId"`, { bytes: batchBytes }),
    );
    if (rows.length > 0) {
      yield rows.map(({ itemId, before, after }) => ({
        itemId,
        before,
        after,
        kind: "record",
        number,
        tableId,
      }));
    }
    await takeTurn();
    last = rows.at(-1)?.itemId;
  }
}

const batchBytes = 16_000_000;

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
    const reason = "someone else has written into it since";
    outcome.skipped.push({ tableId: schema.id, recordId: id, reason });
  }
  const number = await reserveNumber();
  await removeLinkSets(change, schema, { removed, entry: number });
  const created = await deleteStored(schema, number);
  if (created === 0) return;
  const before = { created, updated: 0, fieldIds: fieldIdsOf(entry) };
  await storeImportEntry(change, { number, tableId: schema.id, before, after: null });
  outcome.restored += created;
}

const removed = Prisma.sql`"pg_temp"."removed_records"`;

/** Moves the rows of records to the log. Returns how many. */
function deleteStored(schema: TableSchema, number: string): Promise<number> {
  return execute(Prisma.sql`
    WITH gone AS (
      DELETE FROM ${partitionOf(schema.id)} AS record USING ${removed} AS given
      WHERE record."tableId" = ${schema.id} AND record."id" = given."id" RETURNING record.*
    )
    INSERT INTO "ChangedRecord" ("tableId", "entry", "recordId", "before", "after")
    SELECT ${schema.id}, ${number}::bigint, "id", jsonb_build_object('id', "id", 'data', "data", 'position', "position",
      'source', "source", 'version', "version", 'createdAt', "createdAt", 'updatedAt', "updatedAt", 'createdById', "createdById", 'updatedById', "updatedById",
      'links', coalesce(links."rows", '[]')), NULL
    FROM gone LEFT JOIN ${removedLinks} AS links USING ("id")`);
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

function fieldIdsOf({ before, after }: LoggedEntry): unknown {
  return (after ?? before)?.fieldIds ?? [];
}
