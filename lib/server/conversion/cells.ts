import { fieldType, isDerived, isLink } from "../../field-types";
import { computedFields, computedJson } from "../computed/row-columns";
import { Prisma, prisma, query } from "../db";
import { storeBatch } from "../log/change-log";
import type { ChangeSet } from "../log/changes";
import { sideOf } from "../records/link-side";
import { recordColumns } from "../records/record-columns";
import { partitionOf } from "../structure/partitions";
import { findSchema } from "../structure/schemas";
import type { FieldRow } from "../structure/structure";
import { takeTurn } from "../turns";

/** The stored value of a record in a field. */
export interface Cell {
  readonly recordId: string;
  readonly stored: unknown;
}

/** The stored value of a record in a field before and after; null if empty. */
export interface ChangedCell {
  readonly recordId: string;
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * Reads all cells of a field that are not empty, in batches, so that memory stays constant. Cells already read may
 * be written before the next batch.
 */
export async function* cellsOf(field: FieldRow): AsyncGenerator<Cell[]> {
  const partition = partitionOf(field.tableId);
  const { stored, joins } = isDerived(field)
    ? await computedIn(field)
    : { stored: storedIn(field), joins: Prisma.empty };
  let size = firstBatch;
  for (let last = firstId; ; ) {
    // One text per batch, because a row per cell is read far more slowly.
    const [batch] = await query<{ cells: string | null }>(Prisma.sql`
      SELECT json_agg(json_build_array("id", "stored"))::text AS "cells" FROM (
        SELECT "id", ${stored} AS "stored" FROM ${partition} AS "Record" ${joins}
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
    size = Math.max(1, Math.min(maxInBatch, Math.floor((cells.length * batchLength) / text.length)));
  }
}

/** Small enough for cells of the maximum length. Later batches adapt to the size of the previous one. */
const firstBatch = 50;
const maxInBatch = 2_000;
/** UTF-16 code units of a batch, which take a few milliseconds to parse. */
const batchLength = 1_000_000;
/** Sorts before every id. */
export const firstId = "00000000-0000-0000-0000-000000000000";

/**
 * Stores new values of a field; `cells` are sorted by record id. Increments the versions, because responses change,
 * but keeps the time of the last update, because nobody edited the records.
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

/** True if the field's values are stored in the records' `data`. */
export function isInData(field: FieldRow): boolean {
  return fieldType(field.type).column === undefined && !isLink(field) && !isDerived(field);
}

/** The computed value of a record, as JSON, and the joins that it needs. */
async function computedIn({ id, tableId }: FieldRow): Promise<{ stored: Prisma.Sql; joins: Prisma.Sql }> {
  const { baseId } = await prisma().table.findUniqueOrThrow({
    where: { id: tableId },
    select: { baseId: true },
  });
  const schema = await findSchema({ databaseId: baseId, tableId });
  const [computed] = schema ? await computedFields(schema, new Set([id])) : [];
  if (!computed) return { stored: Prisma.sql`NULL::jsonb`, joins: Prisma.empty };
  const { json, joins } = computedJson(computed);
  return { stored: json, joins };
}

/** SQL of a record's stored value in the field, as JSON. */
function storedIn(field: FieldRow): Prisma.Sql {
  const { column } = fieldType(field.type);
  if (column !== undefined) return recordColumns[column].json;
  if (!isLink(field)) return Prisma.sql`"Record"."data" -> ${field.id}::text`;
  const { fieldId, own, ownOrder, other } = sideOf(field);
  return Prisma.sql`(
    SELECT jsonb_agg(${other} ORDER BY ${ownOrder}) FROM "Link"
    WHERE "fieldId" = ${fieldId} AND ${own} = "Record"."id")`;
}
