import { ApiError } from "../../contract/errors";
import { type Author, sourceOf } from "../access/author";
import { bulkAnswerBytes } from "../answer-room";
import { Prisma, queryFirst, queryOften } from "../db";
import { mintRecordId } from "../ids";
import { type ChangeSet, changeSet } from "../log/changes";
import { type SchemaField, staleSchema, type TableSchema } from "../structure/schemas";
import { trashRecords } from "../trash/trash";
import { type LinkIntent, leavingIntents, lockBothSides } from "./link-locks";
import { deleteLinks, type Touched, type WrittenLinks, writeLinks } from "./links";
import { countUp, numberingFields } from "./numbering";
import { placesAfter } from "./positions";
import { type Precondition, requireMet } from "./preconditions";
import {
  deleteRecordsById,
  type HeldRow,
  insertRecords,
  lockRecords,
  mergeRecords,
  type NewRecord,
  type RecordRow,
  selectRecordsById,
  touchRecords,
} from "./record-sql";
import { storeNewOptions } from "./typecast";
import { unknownRecords } from "./unknown-records";
import { type LinkChange, type ReadRecord, writtenCells } from "./values";

/** Whether creating such records is one statement: no other row is written, and no number counted up. */
export function isPlain(schema: TableSchema, all: readonly ReadRecord[]): boolean {
  return (
    schema.newOptions.length === 0 &&
    all.every(({ links }) => links.length === 0) &&
    numberingFields(schema).length === 0
  );
}

export function newRecords(all: readonly ReadRecord[]): NewRecord[] {
  return all.map(({ set }) => ({ ...mintRecordId(), data: set }));
}

/** One change set on the records of a table, during which its schema stays what it is. */
export function changeTable<Result>(
  author: Author,
  schema: TableSchema,
  work: (change: ChangeSet) => Promise<Result>,
): Promise<Result> {
  return changeSet(author, schema, async (change) => {
    await holdSchema(schema);
    const result = await work(change);
    await storeNewOptions(change, schema);
    return result;
  });
}

/** The first of all locks, here as everywhere; an exclusive one where the schema is about to change with the records. */
async function holdSchema({ databaseId, version, newOptions }: TableSchema): Promise<void> {
  const lock = newOptions.length > 0 ? Prisma.sql`FOR UPDATE` : Prisma.sql`FOR KEY SHARE`;
  const held = await queryOften(Prisma.sql`
    SELECT FROM "AllBases" WHERE "id" = ${databaseId} AND "version" = ${version} ${lock}`);
  if (held.length === 0) throw staleSchema;
}

/** Makes records with all that belongs to them, at the end of the manual order or behind `after`. */
export async function createAll(
  change: ChangeSet,
  schema: TableSchema,
  given: { records: readonly ReadRecord[]; after?: string | null },
): Promise<string[]> {
  const records = newRecords(given.records);
  const linked = given.records.map((record, index) => ({ ...record, id: records[index]?.id ?? "" }));
  await lockBothSides(schema, { recordIds: [], intents: intentsOf(linked) });
  await countUp(schema, records);
  if (given.after !== undefined) {
    const { positions } = await placesAfter(change, schema, {
      after: given.after,
      count: records.length,
      moved: [],
    });
    for (const [index, record] of records.entries()) record.position = positions[index] ?? record.position;
  }
  await queryOften(insertRecords(schema, sourceOf(change.author.actor), records));
  for (const { id, data } of records) {
    change.note({ kind: "record", tableId: schema.id, itemId: id, before: null, after: data });
  }
  await writeAllLinks(change, schema, linked);
  return records.map(({ id }) => id);
}

/** A record that is there; `path` is where its id stands in the body, left out for one in the address. */
export interface RecordRef extends Precondition {
  readonly id: string;
  readonly path?: string;
}

/** One existing record's changes; `idPath` is where its id stands in the body, left out for one in the address. */
export interface RecordUpdate extends ReadRecord, Precondition {
  readonly id: string;
  readonly idPath?: string;
}

/** Changes records that exist, each once. A 404 that names each missing one. */
export async function updateAll(
  change: ChangeSet,
  schema: TableSchema,
  records: readonly RecordUpdate[],
): Promise<void> {
  const recordIds = records.map(({ id }) => id);
  await lockBothSides(schema, { recordIds, intents: intentsOf(records) });
  const held = await lockAll(
    schema,
    records.map(({ id, idPath, versions, expected }) => ({ id, path: idPath, versions, expected })),
  );
  const changes = records.map(({ id, set, cleared }) => ({ id, set, cleared }));
  const merged = await queryOften<{ id: string }>(mergeRecords(schema.id, changes));
  for (const { id, set, cleared } of changes) {
    const after = writtenCells({ set, cleared });
    change.noteCells({ tableId: schema.id, itemId: id, before: held.get(id)?.data ?? {}, after });
  }
  await writeAllLinks(change, schema, records, new Set(merged.map(({ id }) => id)));
}

/** Deletes records, which lie in the trash then, and takes them out of every list that holds them. */
export async function deleteAll(
  change: ChangeSet,
  schema: TableSchema,
  records: readonly RecordRef[],
): Promise<void> {
  const ids = records.map(({ id }) => id);
  await lockBothSides(schema, { recordIds: ids, intents: leavingIntents(schema, ids) });
  const held = await lockAll(schema, records);
  const { touched, lists, rows } = await deleteLinks(change, schema, ids);
  await trashRecords(change, schema, { records: [...held.values()], links: rows });
  await queryOften(deleteRecordsById(schema.id, ids));
  for (const { id, data } of held.values()) {
    const before = { ...data, ...lists.get(id) };
    change.note({ kind: "record", tableId: schema.id, itemId: id, before, after: null });
  }
  await moveOn(touched);
}

/** The rows as they are now, in the order of `ids`; a 413 for more than one answer holds, while nothing is stored yet. */
export async function readBack(schema: TableSchema, ids: readonly string[]): Promise<RecordRow[]> {
  const { rows, isCut } = await queryFirst<RecordRow>(selectRecordsById(schema.id, ids), {
    bytes: bulkAnswerBytes / 2,
    isOften: true,
  });
  if (isCut) throw largeAnswer();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id) as RecordRow);
}

/** Refuses a call on many records, of which nothing is done, as its answer would be more than one holds. */
export function largeAnswer(): ApiError {
  const most = bulkAnswerBytes.toLocaleString("en");
  const message = `The answer would have more than ${most} bytes, so nothing was changed. Send fewer records at once.`;
  return new ApiError("PAYLOAD_TOO_LARGE", message);
}

/** Holds records that are about to be changed and gives them by id; a 404 that names each one that is not there. */
export async function lockAll(
  schema: TableSchema,
  records: readonly RecordRef[],
): Promise<Map<string, HeldRow>> {
  const locked = await queryOften<HeldRow>(
    lockRecords(
      schema.id,
      records.map(({ id }) => id),
    ),
  );
  const held = new Map(locked.map((row) => [row.id, row]));
  if (held.size < records.length) throw unknownRecords(records.filter(({ id }) => !held.has(id)));
  for (const record of records) {
    const row = held.get(record.id);
    if (row && (record.versions || record.expected)) await requireMet(schema, row, record);
  }
  return held;
}

/** Writes the links of all records, a field at a time, and moves on what changed only by them. */
async function writeAllLinks(
  change: ChangeSet,
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
    for (const [tableId, ids] of await writeLinks(change, { schema, field }, written)) {
      touched.set(tableId, new Set([...(touched.get(tableId) ?? []), ...ids]));
    }
  }
  for (const id of movedOn) touched.get(schema.id)?.delete(id);
  await moveOn(touched);
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

/** Moves records on whose cells changed by what was written elsewhere. */
export async function moveOn(touched: Touched): Promise<void> {
  for (const [tableId, ids] of [...touched].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (ids.size > 0) await queryOften(touchRecords(tableId, [...ids].sort()));
  }
}
