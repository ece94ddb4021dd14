import { badRequest } from "../../contract/errors";
import type { RecordPlace, TablePlace } from "../../contract/places";
import type { Record, WrittenValues } from "../../contract/records";
import { type Author, sourceOf } from "../access/author";
import { bulkAnswerBytes } from "../answer-room";
import { resolveFiles } from "../files/attachments";
import type { JsonItems } from "../json-in-turns";
import { changeRecord, changeRecords } from "../log/changes";
import { staleSchema, type TableSchema, withSchema } from "../structure/schemas";
import { mapInTurns } from "../turns";
import { JsonRecord } from "./json-record";
import { placeAll } from "./positions";
import { type Precondition, UnmetPrecondition } from "./preconditions";
import {
  itemsOf,
  presentOneStored,
  presentStored,
  readAnswer,
  readRecord,
  type Stored,
} from "./record-answers";
import { recordIdsOf, refuseRepeated } from "./record-ids";
import { insertAndLog, mergeRecord, newRow, type RecordRow } from "./record-sql";
import {
  changeTable,
  createAll,
  deleteAll,
  isPlain,
  largeAnswer,
  lockAll,
  newRecords,
  type RecordRef,
  type RecordUpdate,
  updateAll,
  withData,
} from "./record-writes";
import { underConstraints } from "./require-constraints";
import { requireWritable } from "./require-writable";
import { ownRowParts } from "./row-parts";
import { sizeOf } from "./size-of";
import { withWrittenOptions } from "./typecast";
import { findMatches, matchFields } from "./upserts";
import { type ReadRecord, readAll, type WrittenRecord } from "./values";

export function getRecord(place: RecordPlace): Promise<JsonRecord> {
  return withSchema(place, (schema) => readRecord(schema, place.recordId));
}

/** Adds missing options instead of refusing their labels. */
interface Typecast {
  readonly typecast?: boolean;
}

/** Creates a record at the end of the manual order, after the record `after`, or at the top for null. */
export async function createRecord(
  author: Author,
  place: TablePlace,
  { record, after, typecast }: { record: WrittenValues; after?: string | null } & Typecast,
): Promise<JsonRecord> {
  const stored = await withSchema(place, async (current) => {
    const schema = typecast ? withWrittenOptions(current, [record]) : current;
    return createWithin(author, schema, { all: [{ path: "record", written: record }], after });
  });
  return presentOneStored(place, stored);
}

/** Creates all records or none; returns them in the given order. */
export async function createRecords(
  author: Author,
  place: TablePlace,
  { records: all, typecast }: { records: readonly WrittenValues[] } & Typecast,
): Promise<JsonItems<Record>> {
  const stored = await withSchema(place, async (current) => {
    const schema = typecast ? withWrittenOptions(current, all) : current;
    return createWithin(author, schema, { all: all.map(inRecords) });
  });
  return itemsOf(await presentStored(place, stored));
}

/** Creates records, or updates those that match in the fields of `matchOn`; all or none. */
export async function upsertRecords(
  author: Author,
  place: TablePlace,
  {
    records: all,
    matchOn,
    typecast,
  }: { records: readonly WrittenValues[]; matchOn: readonly string[] } & Typecast,
): Promise<{ records: JsonItems<Record>; created: number; updated: number }> {
  const { created, ...stored } = await withSchema(place, async (current) => {
    const schema = typecast ? withWrittenOptions(current, all) : current;
    const fields = matchFields(schema, matchOn);
    const read = await readAll(schema, all.map(inRecords));
    await resolveFiles(schema, read);
    return changeTable(author, schema, async (change) => {
      const ids = await findMatches({ schema, fields }, read);
      const updates = read.flatMap((record, index) => {
        const id = ids[index];
        return id === undefined ? [] : [{ ...record, id, idPath: record.path }];
      });
      const records = read.filter((_, index) => ids[index] === undefined);
      if (updates.length > 0) await updateAll(change, schema, updates);
      const made = records.length > 0 ? await createAll(change, schema, { records }) : [];
      const inOrder = ids.map((id) => id ?? (made.shift() as string));
      return { ...(await readAnswer(schema, inOrder)), created: records.length };
    });
  });
  const records = itemsOf(await presentStored(place, stored));
  return { records, created, updated: all.length - created };
}

/**
 * Updates the given fields of one record, moves it after the record `after` in the manual order, or to the top for null,
 * and returns it. Throws a 412 with the current record if it has none of the
 * `versions` or differs from the `expected` values.
 */
export async function updateRecord(
  author: Author,
  place: RecordPlace,
  {
    record: written,
    after,
    expected,
    typecast,
    versions,
  }: RecordWrite & Typecast & Pick<Precondition, "versions">,
): Promise<JsonRecord> {
  const id = place.recordId;
  if (after === id) throw badRequest([{ path: "after", message: "is the record to be moved" }]);
  const done = await withSchema(place, async (current) => {
    const schema = typecast ? withWrittenOptions(current, [written]) : current;
    const given = [
      { path: "record", written },
      ...(expected ? [{ path: "expected", written: expected, isCompared: true as const }] : []),
    ];
    const all = await readAll(schema, given);
    const [read, isHeld] = all as [ReadRecord, ReadRecord?];
    requireWritable(author, schema, { write: "update", records: [read] });
    await resolveFiles(schema, all);
    const wanted = { ...read, id, versions, expected: isHeld };
    const locked = () => explained(schema, id, update(author, schema, { records: [wanted], after }));
    const hasLinks = all.some(({ links }) => links.length > 0);
    if (hasLinks || after !== undefined || schema.newOptions.length > 0) return locked();
    const merged = mergeRecord(author, schema, { ...wanted, read: await ownRowParts(schema) });
    const rows = await underConstraints(author, schema, {
      records: [{ ...read, id }],
      write: () => changeRecord<RecordRow>(place, merged),
    });
    if (rows.length > 0) return { schema, rows };
    // No row: nothing to change, no such record, another state, or a stale schema. Reads again to find out.
    return versions || expected ? locked() : readRecord(schema, id);
  });
  return done instanceof JsonRecord ? done : presentOneStored(place, done);
}

/** New values of a record, and the expected current ones. */
interface RecordWrite {
  readonly record: WrittenValues;
  readonly after?: string | null | undefined;
  readonly expected?: WrittenValues | undefined;
}

/** Updates many records, all or none; returns them in the given order. */
export async function updateRecords(
  author: Author,
  place: TablePlace,
  { records: all, typecast }: { records: readonly WrittenValues[] } & Typecast,
): Promise<JsonItems<Record>> {
  const stored = await withSchema(place, async (current) => {
    const schema = typecast ? withWrittenOptions(current, all) : current;
    const ids = recordIdsOf(all);
    const read = await readAll(schema, await mapInTurns(all, withoutId));
    await resolveFiles(schema, read);
    const updates = read.map((record, index) => ({
      ...record,
      id: ids[index] as string,
      idPath: `${record.path}.recordId`,
    }));
    return update(author, schema, { records: updates });
  });
  return itemsOf(await presentStored(place, stored));
}

/** Deletes a record. Throws a 412 with the current record if it has none of the `versions`. */
export async function deleteRecord(
  author: Author,
  place: RecordPlace,
  { versions }: Pick<Precondition, "versions">,
): Promise<void> {
  const id = place.recordId;
  await withSchema(place, (schema) => explained(schema, id, remove(author, schema, [{ id, versions }])));
}

/** Deletes all records, or none if any is unknown. */
export async function deleteRecords(
  author: Author,
  place: TablePlace,
  recordIds: readonly string[],
): Promise<void> {
  refuseRepeated(recordIds, (index) => `recordIds[${index}]`);
  const records = recordIds.map((id, index) => ({ id, path: `recordIds[${index}]` }));
  await withSchema(place, (schema) => remove(author, schema, records));
}

/** Moves records, in the given order, after another one in the manual order, or to the top for null. */
export async function moveRecords(
  author: Author,
  place: TablePlace,
  { recordIds, after }: { recordIds: readonly string[]; after: string | null },
): Promise<void> {
  refuseRepeated(recordIds, (index) => `recordIds[${index}]`);
  if (after !== null && recordIds.includes(after)) {
    throw badRequest([{ path: "after", message: "is one of the records to be moved" }]);
  }
  await withSchema(place, async (schema) => {
    requireWritable(author, schema, { write: "update", records: [] });
    await changeTable(author, schema, async (change) => {
      const held = await lockAll(
        schema,
        recordIds.map((id, index) => ({ id, path: `recordIds[${index}]` })),
      );
      await placeAll(change, schema, { recordIds, after, held });
    });
  });
}

/** Creates all records or none for the caller of the schema, the first after the record `after`. */
export async function createWithin(
  author: Author,
  schema: TableSchema,
  { all, after }: { all: readonly WrittenRecord[]; after?: string | null },
): Promise<Stored> {
  const read = await readAll(schema, all);
  requireWritable(author, schema, { write: "create", records: read });
  await resolveFiles(schema, read);
  if (after !== undefined || !isPlain(schema, read)) {
    return changeTable(author, schema, async (change) => {
      const ids = await createAll(change, schema, { records: read, after });
      return readAnswer(schema, ids);
    });
  }
  if (all.length * sizeOf(namesOf(schema)) > bulkAnswerBytes) throw largeAnswer();
  const records = newRecords(author, schema, read);
  const inserted = await underConstraints(author, schema, {
    records: withData(read, records),
    write: () => changeRecords(schema, insertAndLog(author, schema, records)),
  });
  if (inserted.length === 0) throw staleSchema;
  const source = sourceOf(author.actor);
  return { schema, rows: await mapInTurns(records, (record) => newRow(record, source)) };
}

/** The keys of every record in responses. */
function namesOf({ fields }: TableSchema): string[] {
  return fields.flatMap(({ id, name }) => [id, name]);
}

function update(
  author: Author,
  schema: TableSchema,
  { records, after }: { records: readonly RecordUpdate[]; after?: string | null | undefined },
): Promise<Stored> {
  const recordIds = records.map(({ id }) => id);
  return changeTable(author, schema, async (change) => {
    const held = await updateAll(change, schema, records);
    if (after !== undefined) await placeAll(change, schema, { recordIds, after, held });
    return readAnswer(schema, recordIds);
  });
}

function remove(author: Author, schema: TableSchema, records: readonly RecordRef[]): Promise<void> {
  return changeTable(author, schema, (change) => deleteAll(change, schema, records));
}

/** Converts an unmet precondition to an error with the current record. */
async function explained<Result>(
  schema: TableSchema,
  recordId: string,
  write: Promise<Result>,
): Promise<Result> {
  try {
    return await write;
  } catch (error) {
    if (!(error instanceof UnmetPrecondition)) throw error;
    throw error.toApiError((await readRecord(schema, recordId)).parse());
  }
}

function withoutId({ recordId: _, ...written }: WrittenValues, index: number): WrittenRecord {
  return inRecords(written, index);
}

function inRecords(written: WrittenValues, index: number): WrittenRecord {
  return { path: `records[${index}]`, written };
}
