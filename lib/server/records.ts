import { badRequest, type ErrorDetail, notFound } from "../contract/errors";
import type { RecordPlace, TablePlace } from "../contract/places";
import type { Record, RecordList, RecordPage, WrittenValues } from "../contract/records";
import { changeRecords } from "./changes";
import { query } from "./db";
import { mintRecordId } from "./ids";
import {
  countRecords,
  insertRecords,
  mergeRecord,
  type NewRecord,
  type RecordRow,
  selectRecord,
  selectRecords,
} from "./record-sql";
import { getSchema, type TableSchema } from "./schemas";
import { collect, presentValue, readValues } from "./values";

export async function getRecord(place: RecordPlace): Promise<Record> {
  const schema = await getSchema(place);
  const [row] = await query<RecordRow>(selectRecord(schema.id, place.recordId));
  if (!row) throw notFound("record", place.recordId);
  return presentRecord(schema, row);
}

/** A page of the table's records in the order of their creation. */
export async function listRecords(
  place: TablePlace,
  { limit, offset, total }: RecordList,
): Promise<RecordPage> {
  const schema = await getSchema(place);
  // One more than asked for tells whether there is more.
  const [rows, count] = await Promise.all([
    query<RecordRow>(selectRecords(schema.id, { limit: limit + 1, offset })),
    total ? query<{ total: number }>(countRecords(schema.id)) : [],
  ]);
  return {
    records: rows.slice(0, limit).map((row) => presentRecord(schema, row)),
    total: count[0]?.total ?? null,
    hasMore: rows.length > limit,
  };
}

export async function createRecord(place: TablePlace, written: WrittenValues): Promise<Record> {
  const [created] = await insert(place, [{ path: "record", written }]);
  if (!created) throw new Error("an inserted record was not returned");
  return created;
}

/** Creates all of them or, when any value is wrong, none; answers them in the order given. */
export function createRecords(place: TablePlace, all: readonly WrittenValues[]): Promise<Record[]> {
  return insert(
    place,
    all.map((written, index) => ({ path: `records[${index}]`, written })),
  );
}

/** Changes just the given fields of one record and answers the whole of it. */
export async function updateRecord(place: RecordPlace, written: WrittenValues): Promise<Record> {
  const schema = await getSchema(place);
  const problems: ErrorDetail[] = [];
  const changes = readValues(schema, written, collect("record", problems));
  if (problems.length > 0) throw badRequest(problems);
  const [changed] = await changeRecords<RecordRow>(mergeRecord(schema.id, place.recordId, changes));
  return changed ? presentRecord(schema, changed) : getRecord(place);
}

async function insert(
  place: TablePlace,
  all: readonly { path: string; written: WrittenValues }[],
): Promise<Record[]> {
  const schema = await getSchema(place);
  const problems: ErrorDetail[] = [];
  const records: NewRecord[] = all.map(({ path, written }) => ({
    ...mintRecordId(),
    data: readValues(schema, written, collect(path, problems)).set,
  }));
  if (problems.length > 0) throw badRequest(problems);
  const rows = await changeRecords<RecordRow>(insertRecords(schema.id, records));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return records.map(({ id }) => presentRecord(schema, byId.get(id) as RecordRow));
}

function presentRecord(schema: TableSchema, { id, data, createdAt, updatedAt }: RecordRow): Record {
  const answered: Record = {
    id,
    data: {},
    fields: {},
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
  for (const field of schema.fields) {
    const value = presentValue(field, data[field.id]);
    answered.data[field.id] = value;
    answered.fields[field.name] = value;
  }
  return answered;
}
