import { badRequest, type ErrorDetail, notFound } from "../contract/errors";
import { recordId as recordIdShape } from "../contract/ids";
import type { RecordPlace, TablePlace } from "../contract/places";
import type { Record, WrittenValues } from "../contract/records";
import { resolveFiles } from "./attachments";
import { changeRecord, changeRecords } from "./changes";
import { queryOften } from "./db";
import { type Actor, sourceOf } from "./keys";
import { placesAfter } from "./positions";
import { presentRecords } from "./present-records";
import { insertRecords, mergeRecord, newRow, placeRecords, type RecordRow, selectRecord } from "./record-sql";
import {
  changeTable,
  createAll,
  deleteAll,
  isPlain,
  lockAll,
  newRecords,
  type ReadRecord,
  type RecordUpdate,
  readAll,
  readBack,
  updateAll,
  type WrittenRecord,
} from "./record-writes";
import { readFresh, staleSchema, type TableSchema, withSchema } from "./schemas";
import { withOptionsFor } from "./typecast";
import { findMatches, matchFields } from "./upserts";

export function getRecord(place: RecordPlace): Promise<Record> {
  return withSchema(place, (schema) => readRecord(schema, place.recordId));
}

/** Whether options that are not there yet are added, where a select field would refuse their labels. */
interface Typecast {
  readonly typecast?: boolean;
}

/** Makes a record, at the end of the manual order, behind the record `after`, or with null on top. */
export function createRecord(
  actor: Actor,
  place: TablePlace,
  { record, after, typecast }: { record: WrittenValues; after?: string | null } & Typecast,
): Promise<Record> {
  return withSchema(place, async (current) => {
    const schema = typecast ? withOptionsFor(current, [record]) : current;
    const [created] = await create(actor, schema, { all: [{ path: "record", written: record }], after });
    return created as Record;
  });
}

/** Makes all of them or, when any value is wrong, none; answers them in the order given. */
export function createRecords(
  actor: Actor,
  place: TablePlace,
  { records: all, typecast }: { records: readonly WrittenValues[] } & Typecast,
): Promise<Record[]> {
  return withSchema(place, (current) => {
    const schema = typecast ? withOptionsFor(current, all) : current;
    return create(actor, schema, { all: all.map(inRecords) });
  });
}

/** Makes records, or changes those that agree with a row in the fields of `matchOn`; all of it or nothing. */
export function upsertRecords(
  actor: Actor,
  place: TablePlace,
  {
    records: all,
    matchOn,
    typecast,
  }: { records: readonly WrittenValues[]; matchOn: readonly string[] } & Typecast,
): Promise<{ records: Record[]; created: number; updated: number }> {
  return withSchema(place, async (current) => {
    const schema = typecast ? withOptionsFor(current, all) : current;
    const fields = matchFields(schema, matchOn);
    const read = readAll(schema, all.map(inRecords));
    await resolveFiles(schema, read);
    const { rows, created } = await changeTable(schema, async (transaction) => {
      const ids = await findMatches(transaction, { schema, fields }, read);
      const updates = read.flatMap((record, index) => {
        const id = ids[index];
        return id === undefined ? [] : [{ ...record, id, idPath: record.path }];
      });
      const records = read.filter((_, index) => ids[index] === undefined);
      if (updates.length > 0) await updateAll(transaction, schema, updates);
      const made = records.length > 0 ? await createAll(transaction, schema, { actor, records }) : [];
      const inOrder = ids.map((id) => id ?? (made.shift() as string));
      return { rows: await readBack(transaction, schema, inOrder), created: records.length };
    });
    const records = await presentRecords(schema, rows);
    return { records, created, updated: records.length - created };
  });
}

/** Changes just the given fields of one record and answers the whole of it. */
export function updateRecord(
  place: RecordPlace,
  { record: written, typecast }: { record: WrittenValues } & Typecast,
): Promise<Record> {
  return withSchema(place, async (current) => {
    const schema = typecast ? withOptionsFor(current, [written]) : current;
    const id = place.recordId;
    const [read] = readAll(schema, [{ path: "record", written }]) as [ReadRecord];
    await resolveFiles(schema, [read]);
    if (read.links.length > 0 || schema.newOptions.length > 0) {
      const [record] = await update(schema, [{ ...read, id }]);
      return record as Record;
    }
    const [changed] = await changeRecord<RecordRow>(mergeRecord(schema, { id, ...read }));
    // No row: nothing to change, no such record, or a schema that is no more. Reading finds out which.
    return changed ? presentOne(schema, changed) : readRecord(schema, id);
  });
}

/** Changes many records: all of them or none; answers them in the order given. */
export function updateRecords(
  place: TablePlace,
  { records: all, typecast }: { records: readonly WrittenValues[] } & Typecast,
): Promise<Record[]> {
  return withSchema(place, async (current) => {
    const schema = typecast ? withOptionsFor(current, all) : current;
    const ids = recordIdsOf(all);
    const read = readAll(
      schema,
      all.map(({ recordId: _, ...written }, index) => inRecords(written, index)),
    );
    await resolveFiles(schema, read);
    return update(
      schema,
      read.map((record, index) => ({
        ...record,
        id: ids[index] as string,
        idPath: `${record.path}.recordId`,
      })),
    );
  });
}

export async function deleteRecord(place: RecordPlace): Promise<void> {
  await remove(place, [{ id: place.recordId }]);
}

/** Deletes all of them or, when any is unknown, none. */
export async function deleteRecords(place: TablePlace, recordIds: readonly string[]): Promise<void> {
  refuseRepeated(recordIds, (index) => `recordIds[${index}]`);
  await remove(
    place,
    recordIds.map((id, index) => ({ id, path: `recordIds[${index}]` })),
  );
}

/** Puts records, in the order given, behind another in the manual order, or on top with null. */
export async function moveRecords(
  place: TablePlace,
  { recordIds, after }: { recordIds: readonly string[]; after: string | null },
): Promise<void> {
  refuseRepeated(recordIds, (index) => `recordIds[${index}]`);
  if (after !== null && recordIds.includes(after)) {
    throw badRequest([{ path: "after", message: "is one of the records that are to be moved" }]);
  }
  await withSchema(place, (schema) =>
    changeTable(schema, async (transaction) => {
      await lockAll(
        transaction,
        schema,
        recordIds.map((id, index) => ({ id, path: `recordIds[${index}]` })),
      );
      const positions = await placesAfter(transaction, schema, {
        after,
        count: recordIds.length,
        moved: recordIds,
      });
      await transaction.$executeRaw(
        placeRecords(
          schema.id,
          recordIds.map((id, index) => ({ id, position: positions[index] ?? "" })),
        ),
      );
    }),
  );
}

async function create(
  actor: Actor,
  schema: TableSchema,
  { all, after }: { all: readonly WrittenRecord[]; after?: string | null },
): Promise<Record[]> {
  const read = readAll(schema, all);
  await resolveFiles(schema, read);
  if (after !== undefined || !isPlain(schema, read)) {
    const rows = await changeTable(schema, async (transaction) => {
      const ids = await createAll(transaction, schema, { actor, records: read, after });
      return readBack(transaction, schema, ids);
    });
    return presentRecords(schema, rows);
  }
  const records = newRecords(read);
  const source = sourceOf(actor);
  const inserted = await changeRecords(insertRecords(schema, source, records));
  if (inserted.length === 0) throw staleSchema;
  return presentRecords(
    schema,
    records.map((record) => newRow(record, source)),
  );
}

async function update(schema: TableSchema, records: readonly RecordUpdate[]): Promise<Record[]> {
  const rows = await changeTable(schema, async (transaction) => {
    await updateAll(transaction, schema, records);
    return readBack(
      transaction,
      schema,
      records.map(({ id }) => id),
    );
  });
  return presentRecords(schema, rows);
}

function remove(place: TablePlace, records: readonly { id: string; path?: string }[]): Promise<void> {
  return withSchema(place, (schema) =>
    changeTable(schema, async (transaction) => {
      await deleteAll(transaction, schema, records);
    }),
  );
}

async function readRecord(schema: TableSchema, recordId: string): Promise<Record> {
  const [row] = await readFresh(schema, queryOften<RecordRow>(selectRecord(schema, recordId)));
  if (!row) throw notFound("record", recordId);
  return presentOne(schema, row);
}

async function presentOne(schema: TableSchema, row: RecordRow): Promise<Record> {
  const [record] = await presentRecords(schema, [row]);
  return record as Record;
}

function inRecords(written: WrittenValues, index: number): WrittenRecord {
  return { path: `records[${index}]`, written };
}

/** The ids of a bulk update, each a UUID and each once. */
function recordIdsOf(all: readonly WrittenValues[]): string[] {
  const problems: ErrorDetail[] = [];
  const ids = all.map(({ recordId }, index) => {
    const read = recordIdShape.safeParse(recordId);
    const message = recordId === undefined ? "is required" : "takes the id of a record, a UUID";
    if (!read.success) problems.push({ path: `records[${index}].recordId`, message });
    return read.data ?? "";
  });
  if (problems.length > 0) throw badRequest(problems);
  refuseRepeated(ids, (index) => `records[${index}].recordId`);
  return ids;
}

function refuseRepeated(ids: readonly string[], pathOf: (index: number) => string): void {
  const firstAt = new Map<string, number>();
  for (const [index, id] of ids.entries()) {
    const first = firstAt.get(id);
    if (first !== undefined)
      throw badRequest([{ path: pathOf(index), message: `is the same record as ${pathOf(first)}` }]);
    firstAt.set(id, index);
  }
}
