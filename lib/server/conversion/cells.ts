import { fieldType, isDerived, isLink } from "../../field-types";
import { Prisma, query } from "../db";
import { storeBatch } from "../log/change-log";
import type { ChangeSet } from "../log/changes";
import { sideOf } from "../records/links";
import { partitionOf } from "../structure/partitions";
import type { FieldRow } from "../structure/structure";
import { takeTurn } from "../turns";

/** What one record holds in a field, as it is stored. */
export interface Cell {
  readonly recordId: string;
  readonly stored: unknown;
}

/** What one record held and holds from now on in a field, as it is stored; null for nothing. */
export interface ChangedCell {
  readonly recordId: string;
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * Every cell of a field that is not empty, in batches: memory stays flat however many there are. Cells that
 * have been read may be written before the next batch.
 */
export async function* cellsOf(field: FieldRow): AsyncGenerator<Cell[]> {
  const partition = partitionOf(field.tableId);
  const stored = storedIn(field);
  let size = firstBatch;
  for (let last = firstId; ; ) {
    // One text a batch: a row for each cell takes far longer to read.
    const [batch] = await query<{ cells: string | null }>(Prisma.sql`
      SELECT json_agg(json_build_array("id", "stored"))::text AS "cells" FROM (
        SELECT "id", ${stored} AS "stored" FROM ${partition} AS "record"
        WHERE "tableId" = ${field.tableId} AND "id" > ${last}::uuid AND ${stored} IS NOT NULL
        ORDER BY "id" LIMIT ${size}
      ) AS "cell"`);
    const text = batch?.cells ?? "[]";
    await takeTurn();
    const cells = (JSON.parse(text) as [string, unknown][]).map(([recordId, value]) => ({
      recordId,
      stored: value,
    }));
    if (cells.length > 0) yield cells;
    if (cells.length < size) return;
    last = cells[cells.length - 1]?.recordId ?? last;
    size = Math.max(1, Math.min(mostInBatch, Math.floor((cells.length * batchLength) / text.length)));
  }
}

/** Small enough for cells of the greatest length; the following batches go by what the one before turned out to hold. */
const firstBatch = 50;
const mostInBatch = 2_000;
/** What a batch holds, in UTF-16 code units: takes a few milliseconds to parse. */
const batchLength = 1_000_000;
/** Comes before every id. */
export const firstId = "00000000-0000-0000-0000-000000000000";

/**
 * Stores what the records hold in a field from now on; `cells` in the order of their records' ids. Their versions move on, as they
 * answer something else now; the time of their last update does not: nobody edited them.
 */
export async function storeCells(
  change: ChangeSet,
  { id, tableId }: FieldRow,
  cells: readonly ChangedCell[],
): Promise<void> {
  if (cells.length === 0) return;
  await storeBatch(change, { tableId, fieldId: id }, cells);
  const given = cells.map(({ recordId, after }) => ({
    id: recordId,
    set: after === null ? {} : { [id]: after },
  }));
  await query(Prisma.sql`
    UPDATE ${partitionOf(tableId)} AS "record"
    SET "data" = ("record"."data" - ${id}::text) || "given"."set", "version" = "version" + 1
    FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS "given" ("id" uuid, "set" jsonb)
    WHERE "record"."tableId" = ${tableId} AND "record"."id" = "given"."id"`);
}

/** Whether the field's values lie in the records' `data`. */
export function isInData(field: FieldRow): boolean {
  return fieldType(field.type).column === undefined && !isLink(field) && !isDerived(field);
}

/** What a record holds in the field, as JSON. */
function storedIn(field: FieldRow): Prisma.Sql {
  const { column } = fieldType(field.type);
  if (column !== undefined) return columns[column];
  if (!isLink(field)) return Prisma.sql`"record"."data" -> ${field.id}::text`;
  const { fieldId, own, ownOrder, other } = sideOf(field);
  return Prisma.sql`(
    SELECT jsonb_agg(${other} ORDER BY ${ownOrder}) FROM "Link"
    WHERE "fieldId" = ${fieldId} AND ${own} = "record"."id")`;
}

const columns = {
  createdAt: moment(Prisma.sql`"record"."createdAt"`),
  updatedAt: moment(Prisma.sql`"record"."updatedAt"`),
  source: Prisma.sql`to_jsonb("record"."source")`,
};

function moment(column: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`to_jsonb(to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`;
}
