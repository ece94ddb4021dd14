import type { Source } from "../../field-types/types/source";
import type { ErrorCode } from "../../formulas";
import { type Author, sourceOf } from "../access/author";
import { context } from "../context";
import { Prisma, type Sql } from "../db";
import { JsonList } from "../json-list";
import { logCreation, logUpdate } from "../log/change-log";
import { partitionOf } from "../structure/partitions";
import { isCurrent, type TableSchema } from "../structure/schemas";
import { type CellChanges, writtenCells } from "./values";

/** A record as returned by the statements below. */
export interface RecordRow {
  id: string;
  data: { [fieldId: string]: unknown };
  source: Source;
  /** Codes of errors by computed field. Undefined in rows without values of computed fields. */
  errors?: { [fieldId: string]: ErrorCode } | null;
  /** Incremented by every change. */
  version: number;
  /** UTC timestamps, as PostgreSQL formats them (`2026-01-31 09:30:00.5+00`) or as ISO 8601. */
  createdAt: string;
  updatedAt: string;
  /** Ids of the people who created and last changed it; null if unknown. */
  createdById: string | null;
  updatedById: string | null;
}

export interface NewRecord {
  id: string;
  data: { [fieldId: string]: unknown };
  position: string;
  createdAt: Date;
}

/** Changes of a record's own cells. */
export type RecordChange = { id: string } & Pick<CellChanges, "set" | "cleared">;

/** Identifies the schema version that a statement relies on. */
type Stamp = Pick<TableSchema, "id" | "databaseId" | "version">;

export const otherColumns = Prisma.sql`"source", "version", "createdAt"::text, "updatedAt"::text, "createdById", "updatedById"`;

/**
 * The columns of a `RecordRow`. Timestamps as text, because creating `Date`s would cost more than the rest of a
 * page.
 */
export const recordColumns = Prisma.sql`"id", "data", ${otherColumns}`;

/** The columns and joins by which a statement reads a `RecordRow` from the row that it names "Record". */
export interface RowParts {
  readonly columns: Sql;
  readonly joins: Sql;
}

/** The columns of a `RecordRow` with what is stored in it. */
export const storedParts: RowParts = { columns: recordColumns, joins: Prisma.empty };

/** Returns no row if the record does not exist or the schema is not current. */
export function selectRecord(
  schema: Stamp,
  recordId: string,
  { columns, joins }: RowParts = storedParts,
): Sql {
  return Prisma.sql`
    SELECT ${columns} FROM ${partitionOf(schema.id)} AS "Record" ${joins}
    WHERE "tableId" = ${schema.id} AND "id" = ${recordId}::uuid AND ${isCurrent(schema)}`;
}

export function selectRecordsById(
  tableId: string,
  recordIds: readonly string[],
  { columns, joins }: RowParts = storedParts,
): Sql {
  return Prisma.sql`
    SELECT ${columns} FROM ${partitionOf(tableId)} AS "Record" ${joins}
    WHERE "tableId" = ${tableId} AND "id" = ANY(${recordIds}::uuid[])`;
}

/** Selects records in the order of the ids. */
export function selectRecordsInOrder(
  tableId: string,
  recordIds: readonly string[],
  { columns, joins }: RowParts = storedParts,
): Sql {
  return Prisma.sql`
    SELECT ${columns} FROM unnest(${recordIds}::uuid[]) WITH ORDINALITY AS "wanted" ("wantedId", "number")
    JOIN ${partitionOf(tableId)} AS "Record" ON "tableId" = ${tableId} AND "id" = "wantedId" ${joins} ORDER BY "number"`;
}

/** A record with internal columns. */
export interface HeldRow extends RecordRow {
  /** A number as text, with any number of digits. */
  position: string;
}

/** Locks records until the end of the transaction, ordered by id, so that two calls never deadlock. */
export function lockRecords(tableId: string, recordIds: readonly string[]): Sql {
  return Prisma.sql`
    SELECT ${recordColumns}, "position"::text FROM ${partitionOf(tableId)} WHERE "tableId" = ${tableId} AND "id" = ANY(${recordIds}::uuid[])
    ORDER BY "id" FOR UPDATE`;
}

/**
 * Returns no row if the schema is not current. Names the partition, which locks it before that check: a row routed
 * from the parent would lock it only later, and a schema change could slip in between.
 */
export function insertRecords(schema: Stamp, source: Source, records: readonly NewRecord[]): Sql {
  return Prisma.sql`
    INSERT INTO ${partitionOf(schema.id)} ("tableId", "id", "data", "position", "source", "createdAt", "updatedAt", "createdById", "updatedById")
    SELECT ${schema.id}, "id", "data", "position", ${source}, "createdAt", "createdAt", ${writer()}, ${writer()}
    FROM jsonb_to_recordset(${new JsonList(records)}::jsonb)
      AS given ("id" uuid, "data" jsonb, "position" numeric, "createdAt" timestamptz)
    WHERE ${isCurrent(schema)}
    RETURNING "id", "data"`;
}

/** Inserts records together with their log entry. New ids ascend, so the first and last delimit them. */
export function insertAndLog(author: Author, schema: Stamp, records: readonly NewRecord[]): Sql {
  const ids = records.map(({ id }) => id);
  return Prisma.sql`
    WITH made AS (${insertRecords(schema, sourceOf(author.actor), records)}),
      logged AS (${logCreation({ author, databaseId: schema.databaseId }, { tableId: schema.id, ids })})
    SELECT "id" FROM made`;
}

/** Restores deleted records; their versions continue. */
export function restoreRows(tableId: string, records: readonly HeldRow[]): Sql {
  return Prisma.sql`
    INSERT INTO ${partitionOf(tableId)} ("tableId", "id", "data", "position", "source", "version", "createdAt", "updatedAt", "createdById", "updatedById")
    SELECT ${tableId}, "id", "data", "position", "source", "version" + 1, "createdAt", greatest("updatedAt", clock_timestamp()), "createdById", ${writer()}
    FROM jsonb_to_recordset(${new JsonList(records)}::jsonb) AS given ("id" uuid, "data" jsonb, "position" numeric,
      "source" text, "version" int, "createdAt" timestamptz, "updatedAt" timestamptz, "createdById" uuid)`;
}

/** The row of a new record, without reading it back: `jsonb` stores values unchanged. */
export function newRow({ id, data, createdAt }: NewRecord, source: Source): RecordRow {
  const moment = createdAt.toISOString();
  const personId = writerId();
  return {
    id,
    data,
    source,
    version: 1,
    createdAt: moment,
    updatedAt: moment,
    createdById: personId,
    updatedById: personId,
  };
}

/**
 * Merges changes into one record, logs them and returns its new state, as far as `read` says. A concurrent writer that had to wait merges
 * into that state, so two PATCHes of different cells both take effect. Returns no row if the record does not exist,
 * has none of the `versions`, differs from `expected`, would not change, or the schema is not current.
 */
export function mergeRecord(
  author: Author,
  schema: Stamp,
  {
    id,
    set,
    cleared,
    versions,
    expected,
    read = storedParts,
  }: RecordChange & Condition & { read?: RowParts },
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
      UPDATE ${partitionOf(schema.id)} SET "data" = ${merged}, ${bumpVersion()} FROM old
      WHERE "tableId" = ${schema.id} AND "id" = "oldId" AND ${merged} <> "data" ${isWanted} ${isExpected} AND ${isCurrent(schema)}
      RETURNING "id", "data", "source", "version", "createdAt", "updatedAt", "createdById", "updatedById", "old"
    ), logged AS (${logUpdate({ author, databaseId: schema.databaseId }, { tableId: schema.id, after })})
    SELECT ${read.columns} FROM changed AS "Record" ${read.joins}`;
}

/** The accepted versions and expected cells of a record. */
interface Condition {
  readonly versions?: readonly number[] | undefined;
  readonly expected?: Pick<CellChanges, "set" | "cleared"> | undefined;
}

/**
 * SQL: cells hold these values, null for empty. A scalar subquery, because it is evaluated again for a row that was
 * waited for.
 */
function holds(cells: CellChanges["set"]): Sql {
  return Prisma.sql`coalesce((
    SELECT bool_and(coalesce("data" -> "key", 'null') = "value") FROM jsonb_each(${JSON.stringify(cells)}::jsonb) AS "expected" ("key", "value")
  ), true)`;
}

/** Merges changes into many locked records; returns those that changed. */
export function mergeRecords(tableId: string, changes: readonly RecordChange[]): Sql {
  const merged = Prisma.sql`(record."data" || given."set") - given."cleared"`;
  return Prisma.sql`
    UPDATE ${partitionOf(tableId)} AS record SET "data" = ${merged}, ${bumpVersion()}
    FROM jsonb_to_recordset(${new JsonList(changes)}::jsonb) AS given ("id" uuid, "set" jsonb, "cleared" text[])
    WHERE record."tableId" = ${tableId} AND record."id" = given."id" AND ${merged} <> record."data"
    RETURNING record."id"`;
}

/** Increments the versions of records whose links have changed, which are stored elsewhere. */
export function touchRecords(tableId: string, recordIds: readonly string[]): Sql {
  return Prisma.sql`
    UPDATE ${partitionOf(tableId)} AS record SET ${bumpVersion()}
    WHERE record."tableId" = ${tableId} AND record."id" = ANY(${recordIds}::uuid[])`;
}

/** Stores positions without a new version, because the manual order is not part of a record. */
export function placeRecords(tableId: string, placed: readonly { id: string; position: string }[]): Sql {
  return Prisma.sql`
    UPDATE ${partitionOf(tableId)} AS record SET "position" = given."position"
    FROM jsonb_to_recordset(${new JsonList(placed)}::jsonb) AS given ("id" uuid, "position" numeric)
    WHERE record."tableId" = ${tableId} AND record."id" = given."id"`;
}

export function deleteRecordsById(tableId: string, recordIds: readonly string[]): Sql {
  return Prisma.sql`DELETE FROM ${partitionOf(tableId)} WHERE "tableId" = ${tableId} AND "id" = ANY(${recordIds}::uuid[])`;
}

/** Marks a record as changed now, by the caller. The time never goes back, even if the clock does. */
export function bumpVersion(): Sql {
  return Prisma.sql`"version" = "version" + 1, "updatedAt" = greatest("updatedAt", clock_timestamp()), "updatedById" = ${writer()}`;
}

/** SQL: the id of the person whose call it is; NULL without one. */
export function writer(): Sql {
  return Prisma.sql`${writerId()}::uuid`;
}

/** The id of the person whose call it is. */
export function writerId(): string | null {
  return context().caller?.personId || null;
}
