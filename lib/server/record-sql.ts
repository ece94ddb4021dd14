import { Prisma, type Sql, type Transaction } from "./db";
import type { CellChanges } from "./values";

/** A record as the statements below answer it. */
export interface RecordRow {
  id: string;
  data: { [fieldId: string]: unknown };
  createdAt: Date;
  updatedAt: Date;
}

export interface NewRecord {
  id: string;
  data: { [fieldId: string]: unknown };
  createdAt: Date;
}

const columns = Prisma.sql`"id", "data", "createdAt", "updatedAt"`;

/**
 * Where a table's records are, by the partition's own name. A statement on "Record" would go by the list of
 * partitions that each connection keeps, and PostgreSQL (seen in 15 and 18) may keep one without a partition
 * that was attached just while the list was read: its records are then missing until another is attached.
 */
function recordsOf(tableId: string): Sql {
  return Prisma.raw(`"Record_${tableId}"`);
}

/** Makes the partition of a table. Attaching it, unlike `PARTITION OF`, lets other tables' writers go on. */
export async function createPartition(transaction: Transaction, tableId: string): Promise<void> {
  const partition = recordsOf(tableId);
  // Room for new versions beside the old ones: an update then touches one page and no index.
  await transaction.$executeRaw`CREATE TABLE ${partition} (LIKE "Record" INCLUDING ALL) WITH (fillfactor = 85)`;
  await transaction.$executeRaw`ALTER TABLE "Record" ATTACH PARTITION ${partition} FOR VALUES IN (${Prisma.raw(`'${tableId}'`)})`;
}

export function selectRecord(tableId: string, recordId: string): Sql {
  return Prisma.sql`SELECT ${columns} FROM ${recordsOf(tableId)} WHERE "tableId" = ${tableId} AND "id" = ${recordId}::uuid`;
}

export function selectRecords(tableId: string, { limit, offset }: { limit: number; offset: number }): Sql {
  return Prisma.sql`
    SELECT ${columns} FROM ${recordsOf(tableId)} WHERE "tableId" = ${tableId}
    ORDER BY "id" LIMIT ${limit} OFFSET ${offset}`;
}

export function countRecords(tableId: string): Sql {
  return Prisma.sql`SELECT count(*)::int AS "total" FROM ${recordsOf(tableId)} WHERE "tableId" = ${tableId}`;
}

export function insertRecords(tableId: string, records: readonly NewRecord[]): Sql {
  return Prisma.sql`
    INSERT INTO ${recordsOf(tableId)} ("tableId", "id", "data", "createdAt", "updatedAt")
    SELECT ${tableId}, "id", "data", "createdAt", "createdAt"
    FROM jsonb_to_recordset(${JSON.stringify(records)}::jsonb) AS given ("id" uuid, "data" jsonb, "createdAt" timestamptz)
    RETURNING ${columns}`;
}

/**
 * Merges the changes into one record and answers it as it is then. A writer that had to wait for another
 * merges into what that one left, so two PATCHes of different cells both stay. No row: there is no such
 * record, or nothing changes.
 */
export function mergeRecord(tableId: string, recordId: string, { set, cleared }: CellChanges): Sql {
  const merged = Prisma.sql`("data" || ${JSON.stringify(set)}::jsonb) - ${cleared}::text[]`;
  return Prisma.sql`
    UPDATE ${recordsOf(tableId)}
    SET "data" = ${merged}, "version" = "version" + 1, "updatedAt" = greatest("updatedAt", clock_timestamp())
    WHERE "tableId" = ${tableId} AND "id" = ${recordId}::uuid AND ${merged} <> "data"
    RETURNING ${columns}`;
}
