import type { ChangeEntry } from "../../contract/changes";
import { hasCode } from "../../contract/errors";
import type { Filter } from "../../contract/filters";
import type { TablePlace } from "../../contract/places";
import { Prisma, query, queryFirst } from "../db";
import { recordsOf, selectionSql } from "../lists/selections";
import type { HiddenInLog } from "../log/seen-changes";
import { presentFirst } from "../records/present-records";
import { type RecordRow, selectRecordsById } from "../records/record-sql";
import { rowParts } from "../records/row-parts";
import { isCurrent, readFresh, type SchemaField, type TableSchema, withSchema } from "../structure/schemas";
import { goneRecord, lastValues, matchedFilter, momentsInTrash } from "./gone-records";

/** A record in the form of responses. */
export interface KnownRecord {
  readonly json: string;
  /** True if it matches the filter of the webhook. */
  readonly isMatch: boolean;
}

/** Bytes of records to read at once. */
const readBytes = 2_000_000;

interface Reading {
  /** The values that the change of a record has logged, for one of a table that is gone. */
  readonly loggedOf: (id: string) => ChangeEntry["after"] | undefined;
  readonly filter: Filter | null;
  readonly hidden: HiddenInLog;
}

/**
 * Reads the first of these records for the caller of the work in progress, as they are now or, if they were deleted, were
 * last: as many as fit into the memory, at least one.
 */
export async function readFirstRecords(
  place: TablePlace,
  ids: readonly string[],
  { filter, hidden, loggedOf }: Reading,
): Promise<Map<string, KnownRecord>> {
  const { fields, found, reached } = await readCurrent(place, ids, filter);
  const known = new Map<string, KnownRecord>(found);
  const gone = reached.filter((id) => !found.has(id));
  if (gone.length === 0) return known;
  const values = await lastValues({ ...place, fields, hidden }, gone);
  const moments = await momentsInTrash(place, gone);
  for (const id of gone) {
    const record = goneRecord(id, values.get(id) ?? loggedOf(id) ?? {}, { fields, moments: moments.get(id) });
    known.set(id, { json: JSON.stringify(record), isMatch: matchedFilter(filter, record, fields) });
  }
  return known;
}

interface Current {
  readonly fields: readonly SchemaField[];
  readonly found: ReadonlyMap<string, KnownRecord>;
  /** The first of the ids, for which it is known whether there is a record. */
  readonly reached: readonly string[];
}

async function readCurrent(
  place: TablePlace,
  ids: readonly string[],
  filter: Filter | null,
): Promise<Current> {
  try {
    return await withSchema(place, async (schema) => {
      const statement = Prisma.sql`
        ${selectRecordsById(schema.id, ids, await rowParts(schema))} AND ${isCurrent(schema)}
        ORDER BY array_position(${ids}::uuid[], "id")`;
      let isCut = false;
      const reading = queryFirst<RecordRow>(statement, { bytes: readBytes, isOften: true }).then((first) => {
        isCut = first.isCut;
        return first.rows;
      });
      const rows = await readFresh(schema, reading);
      const { records } = await presentFirst(schema, rows, { bytes: 2 * readBytes });
      const matching = filter && rows.length > 0 ? await matchingOf(schema, rows, filter) : undefined;
      const found = new Map(
        records.map((json, index): [string, KnownRecord] => {
          const { id } = rows[index] as RecordRow;
          return [id, { json, isMatch: matching?.has(id) ?? true }];
        }),
      );
      const isPart = isCut || records.length < rows.length;
      const last = isPart ? ids.indexOf(rows[records.length - 1]?.id ?? "") + 1 : ids.length;
      return { fields: schema.face.fields, found, reached: ids.slice(0, last) };
    });
  } catch (error) {
    if (!hasCode(error, "NOT_FOUND")) throw error;
    return { fields: [], found: new Map(), reached: ids };
  }
}

async function matchingOf(
  schema: TableSchema,
  rows: readonly RecordRow[],
  filter: Filter,
): Promise<ReadonlySet<string>> {
  const selection = await selectionSql(schema, { filter, recordIds: rows.map(({ id }) => id) });
  const matching = await query<{ id: string }>(
    Prisma.sql`SELECT "Record"."id" FROM ${recordsOf(schema, selection)} WHERE ${selection.where}`,
  );
  return new Set(matching.map(({ id }) => id));
}
