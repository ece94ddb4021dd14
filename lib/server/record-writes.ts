import { badRequest, type ErrorDetail } from "../contract/errors";
import type { WrittenValues } from "../contract/records";
import { changeSet } from "./changes";
import type { Transaction } from "./db";
import { mintRecordId } from "./ids";
import { type Actor, sourceOf } from "./keys";
import { type LinkIntent, leavingIntents, lockBothSides } from "./link-locks";
import { deleteLinks, type Touched, type WrittenLinks, writeLinks } from "./links";
import { isNumbering } from "./numbering";
import { placesAfter } from "./positions";
import {
  deleteRecordsById,
  insertRecords,
  lockRecords,
  mergeRecords,
  type NewRecord,
  type RecordRow,
  selectRecordsById,
  touchRecords,
} from "./record-sql";
import { type SchemaField, staleSchema, type TableSchema } from "./schemas";
import { storeNewOptions } from "./typecast";
import { unknownRecords } from "./unknown-records";
import { type CellChanges, collect, type LinkChange, readValues } from "./values";

/** What a caller wrote about one record; `path` is where it stands in the body. */
export interface WrittenRecord {
  readonly path: string;
  readonly written: WrittenValues;
}

/** One record's changes, read and checked. */
export interface ReadRecord extends CellChanges, WrittenRecord {}

/** Reads every record, or throws a 400 with all that is wrong in any of them. */
export function readAll(schema: TableSchema, all: readonly WrittenRecord[]): ReadRecord[] {
  const problems: ErrorDetail[] = [];
  const read = all.map(({ path, written }) => ({
    path,
    written,
    ...readValues(schema, written, collect(path, problems)),
  }));
  if (problems.length > 0) throw badRequest(problems);
  return read;
}

/** Whether creating such records is one statement: no other row is written, and no number counted up. */
export function isPlain(schema: TableSchema, all: readonly ReadRecord[]): boolean {
  return (
    schema.newOptions.length === 0 &&
    all.every(({ links }) => links.length === 0) &&
    schema.fields.every((field) => !isNumbered(field))
  );
}

export function newRecords(all: readonly ReadRecord[]): NewRecord[] {
  return all.map(({ set }) => ({ ...mintRecordId(), data: set }));
}

/** One change set on the records of a table, during which its schema stays what it is. */
export function changeTable<Result>(
  schema: TableSchema,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return changeSet(async (transaction) => {
    await holdSchema(transaction, schema);
    const result = await work(transaction);
    await storeNewOptions(transaction, schema);
    return result;
  });
}

/** The first of all locks, here as everywhere; an exclusive one where the schema is about to change with the records. */
async function holdSchema(
  transaction: Transaction,
  { databaseId, version, newOptions }: TableSchema,
): Promise<void> {
  const held =
    newOptions.length > 0
      ? await transaction.$executeRaw`
          SELECT FROM "Base" WHERE "id" = ${databaseId} AND "version" = ${version} FOR UPDATE`
      : await transaction.$executeRaw`
          SELECT FROM "Base" WHERE "id" = ${databaseId} AND "version" = ${version} FOR KEY SHARE`;
  if (held === 0) throw staleSchema;
}

/** Makes records with all that belongs to them, at the end of the manual order or behind `after`. */
export async function createAll(
  transaction: Transaction,
  schema: TableSchema,
  given: { actor: Actor; records: readonly ReadRecord[]; after?: string | null },
): Promise<string[]> {
  const records = newRecords(given.records);
  const linked = given.records.map((record, index) => ({ ...record, id: records[index]?.id ?? "" }));
  await lockBothSides(transaction, schema, { recordIds: [], intents: intentsOf(linked) });
  await number(transaction, schema, records);
  if (given.after !== undefined) {
    const positions = await placesAfter(transaction, schema, {
      after: given.after,
      count: records.length,
      moved: [],
    });
    for (const [index, record] of records.entries()) record.position = positions[index] ?? record.position;
  }
  await transaction.$queryRaw(insertRecords(schema, sourceOf(given.actor), records));
  await writeAllLinks(transaction, schema, linked);
  return records.map(({ id }) => id);
}

/** One existing record's changes; `idPath` is where its id stands in the body, left out for one in the address. */
export interface RecordUpdate extends ReadRecord {
  readonly id: string;
  readonly idPath?: string;
}

/** Changes records that exist, each once. A 404 that names each missing one. */
export async function updateAll(
  transaction: Transaction,
  schema: TableSchema,
  records: readonly RecordUpdate[],
): Promise<void> {
  const recordIds = records.map(({ id }) => id);
  await lockBothSides(transaction, schema, { recordIds, intents: intentsOf(records) });
  await lockAll(
    transaction,
    schema,
    records.map(({ id, idPath }) => ({ id, path: idPath })),
  );
  const changes = records.map(({ id, set, cleared }) => ({ id, set, cleared }));
  const merged = await transaction.$queryRaw<{ id: string }[]>(mergeRecords(schema.id, changes));
  await writeAllLinks(transaction, schema, records, new Set(merged.map(({ id }) => id)));
}

/** Deletes records and takes them out of every list that holds them. */
export async function deleteAll(
  transaction: Transaction,
  schema: TableSchema,
  records: readonly { id: string; path?: string }[],
): Promise<void> {
  const ids = records.map(({ id }) => id);
  await lockBothSides(transaction, schema, { recordIds: ids, intents: leavingIntents(schema, ids) });
  await lockAll(transaction, schema, records);
  const touched = await deleteLinks(transaction, schema, ids);
  await transaction.$executeRaw(deleteRecordsById(schema.id, ids));
  await moveOn(transaction, touched);
}

/** The rows as they are now, in the order of `ids`. */
export async function readBack(
  transaction: Transaction,
  schema: TableSchema,
  ids: readonly string[],
): Promise<RecordRow[]> {
  const rows = await transaction.$queryRaw<RecordRow[]>(selectRecordsById(schema.id, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id) as RecordRow);
}

/** Holds records that are about to be changed; a 404 that names each one that is not there. */
export async function lockAll(
  transaction: Transaction,
  schema: TableSchema,
  records: readonly { id: string; path?: string }[],
): Promise<void> {
  const locked = await transaction.$queryRaw<RecordRow[]>(
    lockRecords(
      schema.id,
      records.map(({ id }) => id),
    ),
  );
  if (locked.length === records.length) return;
  const found = new Set(locked.map(({ id }) => id));
  throw unknownRecords(records.filter(({ id }) => !found.has(id)));
}

/** Writes the links of all records, a field at a time, and moves on what changed only by them. */
async function writeAllLinks(
  transaction: Transaction,
  schema: TableSchema,
  records: readonly { id: string; path: string; links: readonly LinkChange[] }[],
  movedOn: ReadonlySet<string> = new Set(records.map(({ id }) => id)),
): Promise<void> {
  const byField = new Map<SchemaField, WrittenLinks[]>();
  for (const { id, path, links } of records) {
    for (const { field, key, ids } of links) {
      const written = byField.get(field) ?? [];
      written.push({ recordId: id, ids, path: `${path}.${key}` });
      byField.set(field, written);
    }
  }
  const touched: Touched = new Map();
  for (const [field, written] of byField) {
    for (const [tableId, ids] of await writeLinks(transaction, { schema, field }, written)) {
      touched.set(tableId, new Set([...(touched.get(tableId) ?? []), ...ids]));
    }
  }
  for (const id of movedOn) touched.get(schema.id)?.delete(id);
  await moveOn(transaction, touched);
}

function intentsOf(records: readonly { id: string; links: readonly LinkChange[] }[]): LinkIntent[] {
  const byField = new Map<SchemaField, { field: SchemaField; recordIds: string[]; wanted: string[] }>();
  for (const { id, links } of records) {
    for (const { field, ids } of links) {
      const intent = byField.get(field) ?? { field, recordIds: [], wanted: [] };
      intent.recordIds.push(id);
      intent.wanted.push(...ids);
      byField.set(field, intent);
    }
  }
  return [...byField.values()];
}

async function moveOn(transaction: Transaction, touched: Touched): Promise<void> {
  for (const [tableId, ids] of [...touched].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (ids.size > 0) await transaction.$executeRaw(touchRecords(tableId, [...ids].sort()));
  }
}

function isNumbered({ fieldType }: SchemaField): boolean {
  return isNumbering(fieldType.type);
}

/** Counts up the table's numbering fields, in the order of the records. */
async function number(
  transaction: Transaction,
  schema: TableSchema,
  records: readonly NewRecord[],
): Promise<void> {
  for (const { id } of schema.fields.filter(isNumbered)) {
    const [counted] = await transaction.$queryRaw<{ last: number }[]>`
      UPDATE "Field" SET "lastNumber" = "lastNumber" + ${records.length} WHERE "id" = ${id}
      RETURNING "lastNumber" AS "last"`;
    const before = (counted?.last ?? 0) - records.length;
    for (const [index, record] of records.entries()) record.data[id] = before + index + 1;
  }
}
