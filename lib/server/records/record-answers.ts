import { notFound } from "../../contract/errors";
import type { TablePlace } from "../../contract/places";
import type { Record } from "../../contract/records";
import { bulkAnswerBytes } from "../answer-room";
import { query, queryOften } from "../db";
import { JsonItems } from "../json-in-turns";
import { readFresh, staleSchema, type TableSchema, withSchema } from "../structure/schemas";
import { JsonRecord } from "./json-record";
import { presentRecords } from "./present-records";
import { type RecordRow, selectRecord, selectRecordsById } from "./record-sql";
import { largeAnswer, readBack } from "./record-writes";
import { rowParts } from "./row-parts";

/** The result of a write with its schema. */
export interface Stored {
  readonly schema: TableSchema;
  readonly rows: readonly RecordRow[];
  /** The records as JSON, if known already. */
  readonly records?: readonly string[];
}

export async function presentOneStored(place: TablePlace, stored: Stored): Promise<JsonRecord> {
  const [record] = await presentStored(place, stored);
  return record as JsonRecord;
}

/**
 * Converts the result of a write to its response. If the schema has changed since, repeats only this, never the
 * write.
 */
export async function presentStored(
  place: TablePlace,
  { schema, rows, records }: Stored,
): Promise<readonly JsonRecord[]> {
  if (records) return versionsWith(records, rows);
  try {
    return await presentAll(schemaAfter(schema), rows);
  } catch (error) {
    if (error !== staleSchema) throw error;
    // By id, because the name may belong to another table meanwhile.
    return withSchema({ ...place, tableId: schema.id }, async (fresh) => {
      const ids = rows.map(({ id }) => id);
      const now = new Map(
        (await query<RecordRow>(selectRecordsById(fresh.id, ids, await rowParts(fresh)))).map((row) => [
          row.id,
          row,
        ]),
      );
      // Includes records that were deleted meanwhile.
      return presentAll(
        fresh,
        rows.map((row) => now.get(row.id) ?? row),
      );
    });
  }
}

/** The schema after a write: new options increment its version. */
function schemaAfter(schema: TableSchema): TableSchema {
  return schema.newOptions.length === 0 ? schema : { ...schema, version: schema.version + 1, newOptions: [] };
}

async function presentAll(schema: TableSchema, rows: readonly RecordRow[]): Promise<readonly JsonRecord[]> {
  return versionsWith(await presentRecords(schema, rows), rows);
}

function versionsWith(records: readonly string[], rows: readonly RecordRow[]): JsonRecord[] {
  return rows.map(({ id, version }, index) => new JsonRecord(id, version, records[index] as string));
}

export function itemsOf(records: readonly JsonRecord[]): JsonItems<Record> {
  return new JsonItems(records.map(({ json }) => json));
}

/** The response to a bulk call; throws if it would be too large. */
export async function readAnswer(schema: TableSchema, ids: readonly string[]): Promise<Stored> {
  const rows = await readBack(schema, ids);
  const bounds = { bytes: bulkAnswerBytes, refuse: largeAnswer };
  const records = ids.length > 1 ? await presentRecords(schema, rows, bounds) : undefined;
  return { schema, rows, ...(records && { records }) };
}

/** Reads one record. Throws a 404 if there is none. */
export async function readRecord(schema: TableSchema, recordId: string): Promise<JsonRecord> {
  const statement = selectRecord(schema, recordId, await rowParts(schema));
  const [row] = await readFresh(schema, queryOften<RecordRow>(statement));
  if (!row) throw notFound("record", recordId);
  const [record] = await presentAll(schema, [row]);
  return record as JsonRecord;
}
