import type { Source } from "../../field-types/types/source";
import { type Author, sourceOf } from "../access/author";
import { Prisma, type Sql } from "../db";
import { logCreation, logUpdate } from "../log/change-log";
import { partitionOf } from "../structure/partitions";
import { isCurrent, type TableSchema } from "../structure/schemas";
import { type CellChanges, writtenCells } from "./values";

/** A record as the statements below answer it. */
export interface RecordRow {
  id: string;
  data: { [fieldId: string]: unknown };
  source: Source;
  /** Rises with every change. */
  version: number;
  /** Moments of UTC, as PostgreSQL writes them (`2026-01-31 09:30:00.5+00`) or in the way of ISO 8601. */
  createdAt: string;
  updatedAt: string;
}

export interface NewRecord {
  id: string;
  data: { [fieldId: string]: unknown };
  position: string;
  createdAt: Date;
}

/** The changes of one record's own cells. */
export type RecordChange = { id: string } & Pick<CellChanges, "set" | "cleared">;

/** What a statement needs to know that it goes by the schema of today. */
type Stamp = Pick<TableSchema, "id" | "databaseId" | "version">;

const otherColumns = Prisma.sql`"source", "version", "createdAt"::text, "updatedAt"::text`;

/** What makes a `RecordRow`. Moments as text: a `Date` for each would cost more than the rest of a page. */
export const recordColumns = Prisma.sql`"id", "data", ${otherColumns}`;

/** So few fields are taken out of a record, which may be large, rather than read with all of it. */
const fewFields = 10;

/** The same with no more of the values than these fields need. */
export function columnsWith(fieldIds: ReadonlySet<string> | undefined): Sql {
  if (fieldIds === undefined || fieldIds.size > fewFields) return recordColumns;
  if (fieldIds.size === 0) return Prisma.sql`"id", '{}'::jsonb AS "data", ${otherColumns}`;
  const values = [...fieldIds].map((id) => Prisma.sql`${id}::text, "data" -> ${id}::text`);
  return Prisma.sql`"id", jsonb_strip_nulls(jsonb_build_object(${Prisma.join(values)})) AS "data", ${otherColumns}`;
}

/** No row: there is no such record, or the schema is not current. */
export function selectRecord(schema: Stamp, recordId: string): Sql {
  return Prisma.sql`
    SELECT ${recordColumns} FROM ${partitionOf(schema.id)}
    WHERE "tableId" = ${schema.id} AND "id" = ${recordId}::uuid AND ${isCurrent(schema)}`;
}

export function selectRecordsById(tableId: string, recordIds: readonly string[]): Sql {
  return Prisma.sql`
    SELECT ${recordColumns} FROM ${partitionOf(tableId)} WHERE "tableId" = ${tableId} AND "id" = ANY(${recordIds}::uuid[])`;
}

/** The same in the order of the ids. */
export function selectRecordsInOrder(tableId: string, recordIds: readonly string[]): Sql {
  return Prisma.sql`
    SELECT ${recordColumns} FROM unnest(${recordIds}::uuid[]) WITH ORDINALITY AS "wanted" ("wantedId", "number")
    JOIN ${partitionOf(tableId)} ON "tableId" = ${tableId} AND "id" = "wantedId" ORDER BY "number"`;
}

/** A record with what the API does not tell of it. */
export interface HeldRow extends RecordRow {
  /** A number, in text: it may have any number of digits. */
  position: string;
}

/** The same, held until the end of the transaction. In the order of ids, so that two such calls never wait for each other. */
export function lockRecords(tableId: string, recordIds: readonly string[]): Sql {
  return Prisma.sql`
    SELECT ${recordColumns}, "position"::text FROM ${partitionOf(tableId)} WHERE "tableId" = ${tableId} AND "id" = ANY(${recordIds}::uuid[])
    ORDER BY "id" FOR UPDATE`;
}

/**
 * No row: the schema is not current. Naming the partition locks it before that is looked at: a row routed from
 * the parent would lock it only afterwards, and a change of the schema could come in between.
 */
export function insertRecords(schema: Stamp, source: Source, records: readonly NewRecord[]): Sql {
  return Prisma.sql`
    INSERT INTO ${partitionOf(schema.id)} ("tableId", "id", "data", "position", "source", "createdAt", "updatedAt")
    SELECT ${schema.id}, "id", "data", "position", ${source}, "createdAt", "createdAt"
    FROM jsonb_to_recordset(${JSON.stringify(records)}::jsonb)
      AS given ("id" uuid, "data" jsonb, "position" numeric, "createdAt" timestamptz)
    WHERE ${isCurrent(schema)}
    RETURNING "id", "data"`;
}

/** The same together with the log entry; new ids rise, so that the first and the last say which are between. */
export function insertAndLog(author: Author, schema: Stamp, records: readonly NewRecord[]): Sql {
  const ids = records.map(({ id }) => id);
  return Prisma.sql`
    WITH made AS (${insertRecords(schema, sourceOf(author.actor), records)}),
      logged AS (${logCreation({ author, databaseId: schema.databaseId }, { tableId: schema.id, ids })})
    SELECT "id" FROM made`;
}

/** Puts deleted records back; their versions go on from where they were. */
export function restoreRows(tableId: string, records: readonly HeldRow[]): Sql {
  return Prisma.sql`
    INSERT INTO ${partitionOf(tableId)} ("tableId", "id", "data", "position", "source", "version", "createdAt", "updatedAt")
    SELECT ${tableId}, "id", "data", "position", "source", "version" + 1, "createdAt", greatest("updatedAt", clock_timestamp())
    FROM jsonb_to_recordset(${JSON.stringify(records)}::jsonb) AS given ("id" uuid, "data" jsonb, "position" numeric,
      "source" text, "version" int, "createdAt" timestamptz, "updatedAt" timestamptz)`;
}

/** What reading a new record would answer: `jsonb` keeps what it is given, so that nobody has to read it. */
export function newRow({ id, data, createdAt }: NewRecord, source: Source): RecordRow {
  const moment = createdAt.toISOString();
  return { id, data, source, version: 1, createdAt: moment, updatedAt: moment };
}

/**
 * Merges the changes into one record, logs them, and answers it as it is then. A writer that had to wait for
 * another merges into what that one left, so two PATCHes of different cells both stay. No row: there is no such
 * record, it is none of these `versions`, its cells hold something other than `expected`, nothing changes, or the
 * schema is not current.
 */
export function mergeRecord(
  author: Author,
  schema: Stamp,
  { id, set, cleared, versions, expected }: RecordChange & Condition,
): Sql {
  const merged = Prisma.sql`("data" || ${JSON.stringify(set)}::jsonb) - ${cleared}::text[]`;
  const after = writtenCells({ set, cleared });
  const isWanted = versions ? Prisma.sql`AND "version" = ANY(${versions}::int[])` : Prisma.empty;
  const isExpected = expected ? Prisma.sql`AND ${holds(writtenCells(expected))}` : Prisma.empty;
  return Prisma.sql`
    WITH old AS (
      SELECT "id" AS "oldId", "data" AS "old" FROM ${partitionOf(schema.id)}
      WHERE "tableId" = ${schema.id} AND "id" = ${id}::uuid FOR UPDATE
    ), changed AS (
      UPDATE ${partitionOf(schema.id)} SET "data" = ${merged}, ${moveOn} FROM old
      WHERE "tableId" = ${schema.id} AND "id" = "oldId" AND ${merged} <> "data" ${isWanted} ${isExpected} AND ${isCurrent(schema)}
      RETURNING "id", "data", "source", "version", "createdAt", "updatedAt", "old"
    ), logged AS (${logUpdate({ author, databaseId: schema.databaseId }, { tableId: schema.id, after })})
    SELECT ${recordColumns} FROM changed`;
}

/** The versions that a record may have, and what its cells are to hold. */
interface Condition {
  readonly versions?: readonly number[] | undefined;
  readonly expected?: Pick<CellChanges, "set" | "cleared"> | undefined;
}

/** Whether cells hold these values, null for an empty one. A scalar, which is computed anew for a row that was waited for. */
function holds(cells: CellChanges["set"]): Sql {
  return Prisma.sql`coalesce((
    SELECT bool_and(coalesce("data" -> "key", 'null') = "value") FROM jsonb_each(${JSON.stringify(cells)}::jsonb) AS "expected" ("key", "value")
  ), true)`;
}

/** The same for many records, which the transaction has locked; answers those that changed. */
export function mergeRecords(tableId: string, changes: readonly RecordChange[]): Sql {
  const merged = Prisma.sql`(record."data" || given."set") - given."cleared"`;
  return Prisma.sql`
    UPDATE ${partitionOf(tableId)} AS record SET "data" = ${merged}, ${moveOn}
    FROM jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) AS given ("id" uuid, "set" jsonb, "cleared" text[])
    WHERE record."tableId" = ${tableId} AND record."id" = given."id" AND ${merged} <> record."data"
    RETURNING record."id"`;
}

/** Moves records on whose links have changed, which lie elsewhere. */
export function touchRecords(tableId: string, recordIds: readonly string[]): Sql {
  return Prisma.sql`
    UPDATE ${partitionOf(tableId)} AS record SET ${moveOn}
    WHERE record."tableId" = ${tableId} AND record."id" = ANY(${recordIds}::uuid[])`;
}

/** The manual order is no part of a record: its version stays. */
export function placeRecords(tableId: string, placed: readonly { id: string; position: string }[]): Sql {
  return Prisma.sql`
    UPDATE ${partitionOf(tableId)} AS record SET "position" = given."position"
    FROM jsonb_to_recordset(${JSON.stringify(placed)}::jsonb) AS given ("id" uuid, "position" numeric)
    WHERE record."tableId" = ${tableId} AND record."id" = given."id"`;
}

export function deleteRecordsById(tableId: string, recordIds: readonly string[]): Sql {
  return Prisma.sql`DELETE FROM ${partitionOf(tableId)} WHERE "tableId" = ${tableId} AND "id" = ANY(${recordIds}::uuid[])`;
}

/** The version rises with every change; the time never goes back, even where a clock does. */
export const moveOn = Prisma.sql`"version" = "version" + 1, "updatedAt" = greatest("updatedAt", clock_timestamp())`;
