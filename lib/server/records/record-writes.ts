import { ApiError } from "../../contract/errors";
import { type Creation, defaultOf } from "../../field-types";
import { type Author, personOf, sourceOfWrite } from "../access/author";
import { bulkAnswerBytes } from "../answer-room";
import { Prisma, queryFirst, queryOften, requireTransaction } from "../db";
import { mintRecordId } from "../ids";
import { type ChangeSet, changeSet } from "../log/changes";
import { type SchemaField, staleSchema, type TableSchema } from "../structure/schemas";
import { trashRecords } from "../trash/trash";
import { eachInTurns } from "../turns";
import { deleteLinks } from "./deleted-links";
import type { Touched, WrittenLinks } from "./link-lists";
import { type LinkIntent, leavingIntents, lockBothSides } from "./link-locks";
import { writeLinks } from "./links";
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
import { type ConstrainedRecord, requireConstraints } from "./require-constraints";
import { requireWritable } from "./require-writable";
import { rowParts } from "./row-parts";
import { storeNewOptions } from "./typecast";
import { unknownRecords } from "./unknown-records";
import { type CellChanges, type LinkChange, type ReadRecord, writtenCells } from "./values";

/** True if records can be created by one statement: no other rows, no numbering. */
export function isPlain(schema: TableSchema, all: readonly ReadRecord[]): boolean {
  return (
    schema.newOptions.length === 0 &&
    all.every(({ links }) => links.length === 0) &&
    numberingFields(schema).length === 0
  );
}

/**
 * New records with their default values, all at once, because records created meanwhile would come between these in the
 * manual order.
 */
export function newRecords({ actor }: Author, schema: TableSchema, all: readonly ReadRecord[]): NewRecord[] {
  const defaults = defaultsIn(schema, { at: new Date(), personId: personOf(actor) });
  const isAny = Object.keys(defaults).length > 0;
  return all.map((record) => ({
    ...mintRecordId(),
    data: isAny ? { ...without(defaults, record), ...record.set } : record.set,
  }));
}

/** The default values of a table's fields, as stored, by field id. */
function defaultsIn({ fields }: TableSchema, made: Creation): CellChanges["set"] {
  const values = fields.map((field) => [field.id, defaultOf(field, made)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** The values of fields that are not written as empty. */
function without(values: CellChanges["set"], { cleared }: ReadRecord): CellChanges["set"] {
  if (cleared.length === 0) return values;
  return Object.fromEntries(Object.entries(values).filter(([id]) => !cleared.includes(id)));
}

/** The records as read with all of their own cells. */
export function withData(read: readonly ReadRecord[], records: readonly NewRecord[]): ConstrainedRecord[] {
  return read.map((record, index) => ({ ...record, data: records[index]?.data ?? {} }));
}

/** Runs a change set on the records of a table while its schema is locked. */
export function changeTable<Result>(
  author: Author,
  schema: TableSchema,
  work: (change: ChangeSet) => Promise<Result>,
): Promise<Result> {
  return changeSet(author, schema, async (change) => {
    await holdSchema(schema);
    change.rules = schema.rules;
    const result = await work(change);
    await storeNewOptions(change, schema);
    return result;
  });
}

/** Locks the schema first, as everywhere; exclusively if the write also changes it. */
export async function holdSchema({ databaseId, version, newOptions }: TableSchema): Promise<void> {
  requireTransaction();
  const lock = newOptions.length > 0 ? Prisma.sql`FOR UPDATE` : Prisma.sql`FOR KEY SHARE`;
  const held = await queryOften(Prisma.sql`
    SELECT FROM "AllBases" WHERE "id" = ${databaseId} AND "version" = ${version} ${lock}`);
  if (held.length === 0) throw staleSchema;
}

/** Creates records with their links and numbers, at the end of the manual order or after `after`. */
export async function createAll(
  change: ChangeSet,
  schema: TableSchema,
  given: { records: readonly ReadRecord[]; after?: string | null },
): Promise<string[]> {
  requireWritable(change.author, schema, { write: "create", records: given.records });
  const records = newRecords(change.author, schema, given.records);
  await requireConstraints(change.author, schema, withData(given.records, records));
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
  await queryOften(insertRecords(schema, sourceOfWrite(change.author), records));
  await eachInTurns(records, ({ id, data }) => {
    change.note({ kind: "record", tableId: schema.id, itemId: id, before: null, after: data });
  });
  await writeAllLinks(change, schema, linked);
  return records.map(({ id }) => id);
}

/** An existing record. `path` is where its id is in the body; omitted for one in the URL. */
export interface RecordRef extends Precondition {
  readonly id: string;
  readonly path?: string;
}

/** Changes of an existing record. `idPath` is where its id is in the body; omitted for one in the URL. */
export interface RecordUpdate extends ReadRecord, Precondition {
  readonly id: string;
  readonly idPath?: string;
}

/** Updates existing records, each once; returns them as they were. Throws a 404 that names all missing ones. */
export async function updateAll(
  change: ChangeSet,
  schema: TableSchema,
  records: readonly RecordUpdate[],
): Promise<Map<string, HeldRow>> {
  requireWritable(change.author, schema, { write: "update", records });
  const recordIds = records.map(({ id }) => id);
  await lockBothSides(schema, { recordIds, intents: intentsOf(records) });
  const held = await lockAll(
    schema,
    records.map(({ id, idPath, versions, expected }) => ({ id, path: idPath, versions, expected })),
  );
  await requireConstraints(change.author, schema, records);
  const changes = records.map(({ id, set, cleared }) => ({ id, set, cleared }));
  const merged = await queryOften<{ id: string }>(mergeRecords(schema.id, changes));
  await eachInTurns(changes, ({ id, set, cleared }) => {
    const after = writtenCells({ set, cleared });
    change.noteCells({ tableId: schema.id, itemId: id, before: held.get(id)?.data ?? {}, after });
  });
  await writeAllLinks(change, schema, records, new Set(merged.map(({ id }) => id)));
  return held;
}

/** Moves records to the trash and removes them from every list. */
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
  await eachInTurns(held.values(), ({ id, data }) => {
    const before = { ...data, ...lists.get(id) };
    change.note({ kind: "record", tableId: schema.id, itemId: id, before, after: null });
  });
  await bumpVersions(touched);
}

/**
 * Reads the current rows in the order of `ids`. Throws a 413 if they exceed one response, before anything is
 * committed.
 */
export async function readBack(schema: TableSchema, ids: readonly string[]): Promise<RecordRow[]> {
  const { rows, isCut } = await queryFirst<RecordRow>(
    selectRecordsById(schema.id, ids, await rowParts(schema)),
    {
      bytes: bulkAnswerBytes / 2,
      isOften: true,
    },
  );
  if (isCut) throw largeAnswer();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id) as RecordRow);
}

/** The error for a bulk call whose response would be too large. */
export function largeAnswer(): ApiError {
  const max = bulkAnswerBytes.toLocaleString("en");
  const message = `The response would have more than ${max} bytes, so nothing was changed. Send fewer records at once.`;
  return new ApiError("PAYLOAD_TOO_LARGE", message);
}

/** Locks records to be changed and returns them by id. Throws a 404 that names all missing ones. */
export async function lockAll(
  schema: TableSchema,
  records: readonly RecordRef[],
): Promise<Map<string, HeldRow>> {
  requireTransaction();
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

/** Writes the links of all records, field by field, and increments the versions of records changed only by them. */
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
  await bumpVersions(touched);
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

/** Increments the versions of records whose cells were changed by writes elsewhere. */
export async function bumpVersions(touched: Touched): Promise<void> {
  for (const [tableId, ids] of [...touched].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (ids.size > 0) await queryOften(touchRecords(tableId, [...ids].sort()));
  }
}
