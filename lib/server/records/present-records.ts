import type { Attachment } from "../../contract/attachments";
import { limits } from "../../contract/limits";
import type { Record } from "../../contract/records";
import { isDerived, isLink } from "../../field-types";
import { answerRoom } from "../answer-room";
import { queryFirst, type Sql } from "../db";
import { presentFile } from "../files/attachments";
import type { LookupTemplate } from "../structure/derived-fields";
import { relatedSchema, type SchemaField, type TableSchema } from "../structure/schemas";
import { eachInTurns } from "../turns";
import { linkFieldOf, linkOf, loadLinks } from "./links";
import { type RecordRow, selectRecordsInOrder } from "./record-sql";
import { rememberSize, sizeOf } from "./size-of";
import { presentValue } from "./values";

/** What a cell holds, in the words of the API. */
type Reader = (row: RecordRow) => unknown;

/**
 * Rows as the API answers them, with every field. However many rows: one statement a link field, and one more a table
 * that lookups lead to; what would be too much in memory together is read in parts. Throws what `refuse` gives where
 * they are more than `bytes`.
 */
export async function presentRecords(
  schema: TableSchema,
  rows: readonly RecordRow[],
  bounds?: { readonly bytes: number; refuse(): Error },
): Promise<Record[]> {
  const records: Record[] = [];
  let size = 0;
  while (records.length < rows.length) {
    const part = await presentFirst(schema, rows.slice(records.length), { bytes: Number.POSITIVE_INFINITY });
    size += part.size;
    if (bounds && size > bounds.bytes) throw bounds.refuse();
    records.push(...part.records);
  }
  return records;
}

/** As many of the first records as fit into one answer, at least one; with every field or those of `only`. */
export async function presentFirst(
  schema: TableSchema,
  rows: readonly RecordRow[],
  { only, bytes = limits.answerBytes }: { readonly only?: ReadonlySet<string>; readonly bytes?: number },
): Promise<Presented> {
  const fields = only ? schema.fields.filter((field) => only.has(field.id)) : schema.fields;
  const memory = new Memory();
  const presented = await presentAll({ schema, fields, memory, bytes }, rows);
  if (!memory.isFull || rows.length <= 1) return presented;
  // What lookups lead to was too much: of fewer records it may not be, and of one alone the first values are shown.
  const fewer = rows.slice(0, Math.max(1, Math.floor(rows.length / 8)));
  return presentFirst(schema, fewer, { ...(only && { only }), bytes });
}

interface Presented {
  readonly records: Record[];
  /** About how many bytes they are as JSON. */
  readonly size: number;
}

interface Presenting {
  readonly schema: TableSchema;
  readonly fields: readonly SchemaField[];
  readonly memory: Memory;
  readonly bytes: number;
}

async function presentAll(
  { schema, fields, memory, bytes }: Presenting,
  rows: readonly RecordRow[],
): Promise<Presented> {
  const readers = await readersOf({ schema, memory }, fields, rows);
  const columns = fields.map(({ id, name }, index) => ({ id, name, read: readers[index] as Reader }));
  const records: Record[] = [];
  const emptySize = columns.reduce((sum, { id, name }) => sum + id.length + name.length + 8, recordSize);
  let size = 0;
  let isFull = false;
  function* rowsThatFit(): Generator<RecordRow> {
    for (const row of rows) {
      if (isFull) return;
      yield row;
    }
  }
  await eachInTurns(rowsThatFit(), (row) => {
    const { record, valueSize } = present(row, columns);
    // An answer has each value twice, by the id of its field and by its name.
    const own = emptySize + 2 * valueSize;
    isFull = size + own > bytes && records.length > 0;
    if (isFull) return;
    size += own;
    records.push(record);
  });
  return { records, size };
}

/** About how many bytes a record without fields takes as JSON. */
const recordSize = 160;

/** What is read of other rows for one answer, one statement after the other, so that the same is always cut. */
class Memory {
  isFull = false;
  #left = limits.answerBytes;
  #turn: Promise<unknown> = Promise.resolve();

  read<Row extends object>(rows: Sql, isOften = false): Promise<Row[]> {
    const reading = this.#turn.then(async () => {
      const share = answerRoom.enter();
      try {
        const found = await queryFirst<Row>(rows, {
          bytes: this.#left,
          isOften,
          onRow: (bytes) => {
            this.#left -= bytes;
            share.take(bytes);
          },
        });
        this.isFull ||= found.isCut;
        return found.rows;
      } finally {
        share.release();
      }
    });
    this.#turn = reading.catch(() => {});
    return reading;
  }
}

interface Column {
  readonly id: string;
  readonly name: string;
  readonly read: Reader;
}

function present(row: RecordRow, columns: readonly Column[]): { record: Record; valueSize: number } {
  const data: Record["data"] = {};
  const fields: Record["fields"] = {};
  let valueSize = 0;
  for (const { id, name, read } of columns) {
    const value = read(row);
    data[id] = value;
    fields[name] = value;
    valueSize += sizeOf(value);
  }
  const { id, createdAt, updatedAt } = row;
  const record = { id, data, fields, createdAt: isoMoment(createdAt), updatedAt: isoMoment(updatedAt) };
  return { record, valueSize };
}

/** One reader a field. What lies outside the rows is fetched first, for all of them together. */
async function readersOf(
  { schema, memory }: Pick<Presenting, "schema" | "memory">,
  fields: readonly SchemaField[],
  rows: readonly RecordRow[],
): Promise<Reader[]> {
  if (fields.every(isInRow)) return fields.map(rowReader);
  const cells = fields.filter(isDerived).length;
  const elsewhere = new Elsewhere(schema, rows, { memory, cellBytes: limits.answerBytes / 2 / cells });
  return Promise.all(fields.map((field) => elsewhere.reader(field)));
}

function isInRow(field: SchemaField): boolean {
  return !isLink(field) && !isDerived(field);
}

/** What to do is decided once a field, not once a cell: a page has thousands. */
function rowReader(field: SchemaField): Reader {
  const { id, fieldType } = field;
  const { column, storage } = fieldType;
  if (column === "source") return ({ source }) => source;
  if (column !== undefined) return (row) => isoMoment(row[column]);
  if (storage === "files") {
    return ({ data }) => (presentValue(field, data[id]) as Attachment[]).map(presentFile);
  }
  return ({ data }) => presentValue(field, data[id]);
}

/** A moment of UTC as the API writes it: with its milliseconds, which PostgreSQL writes without their last zeros. */
function isoMoment(text: string): string {
  const zone = text.indexOf("+", 19);
  const fraction = text.slice(20, zone === -1 ? -1 : zone);
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.padEnd(3, "0")}Z`;
}

/**
 * What the cells of some rows hold that lies in other rows. Nothing is fetched twice: lookups that go through one link
 * share what is behind it, however many of them there are and wherever they look on from there.
 */
class Elsewhere {
  readonly #ids: string[];
  readonly #links = new Map<string, Promise<Map<string, string[]>>>();
  readonly #readers = new Map<string, Promise<Reader>>();
  readonly #behind = new Map<string, Promise<Behind>>();

  constructor(
    readonly schema: TableSchema,
    rows: readonly RecordRow[],
    /** `cellBytes`: of what one lookup cell shows, so that a record with all of its lookups is no endless answer. */
    readonly bounds: { readonly memory: Memory; readonly cellBytes: number },
  ) {
    this.#ids = rows.map((row) => row.id);
  }

  reader(field: SchemaField): Promise<Reader> {
    return once(this.#readers, field.id, () => this.#read(field));
  }

  async #read(field: SchemaField): Promise<Reader> {
    if (isInRow(field)) return rowReader(field);
    if (!isLink(field)) return this.#lookup(field.template as LookupTemplate);
    const links = await this.#linksOf(field);
    return (row) => links.get(row.id) ?? [];
  }

  /** The target field's values of the linked records, empty ones left out, lists opened out, as many as a cell shows. */
  async #lookup({ linkFieldId, targetFieldId }: LookupTemplate): Promise<Reader> {
    const link = linkFieldOf(this.schema, linkFieldId);
    if (!link) return () => [];
    const links = await this.#linksOf(link);
    const { rows, elsewhere } = await this.#rowsBehind(link);
    const field = elsewhere.schema.fieldOf(targetFieldId);
    if (!field) return () => [];
    const read = await elsewhere.reader(field);
    const { cellBytes } = this.bounds;
    // Lookups of this one ask for the same cell again and again, one time a link.
    const cells = new Map<string, unknown[]>();
    return (row) =>
      once(cells, row.id, () =>
        gather(links.get(row.id) ?? [], cellBytes, (id) => {
          const linked = rows.get(id);
          return linked && read(linked);
        }),
      );
  }

  #linksOf(field: SchemaField): Promise<Map<string, string[]>> {
    const { memory } = this.bounds;
    return once(this.#links, field.id, () =>
      loadLinks(field, this.#ids, (lists) => memory.read(lists, true)),
    );
  }

  #rowsBehind(link: SchemaField): Promise<Behind> {
    return once(this.#behind, link.id, async () => {
      const { tableId } = linkOf(link);
      const target = await relatedSchema(this.schema, tableId);
      const ids = [...new Set([...(await this.#linksOf(link)).values()].flat())];
      const rows = await this.bounds.memory.read<RecordRow>(selectRecordsInOrder(tableId, ids));
      const elsewhere = new Elsewhere(target, rows, this.bounds);
      return { rows: new Map(rows.map((row) => [row.id, row])), elsewhere };
    });
  }
}

/** The records behind a link field, and what in turn lies behind those. */
interface Behind {
  readonly rows: ReadonlyMap<string, RecordRow>;
  readonly elsewhere: Elsewhere;
}

/**
 * Lists what linked records hold, without empty values and lists within lists, as far as one cell shows it. Lists that
 * fit whole are not looked into: a lookup of lookups joins many long ones.
 */
function gather(ids: readonly string[], most: number, read: (id: string) => unknown): unknown[] {
  const values: unknown[] = [];
  let size = 0;
  for (const id of ids) {
    const value = read(id);
    if (value === undefined || value === null || value === "") continue;
    const more = Array.isArray(value) ? value : [value];
    const moreSize = sizeOf(value);
    if (values.length + more.length <= limits.lookupValues && size + moreSize <= most) {
      for (const each of more) values.push(each);
      size += moreSize;
      continue;
    }
    for (const each of more) {
      size += sizeOf(each);
      if (values.length === limits.lookupValues || (size > most && values.length > 0))
        return rememberSize(values, size);
      values.push(each);
    }
  }
  return rememberSize(values, size);
}

function once<Value>(made: Map<string, Value>, key: string, make: () => Value): Value {
  const value = made.get(key) ?? make();
  made.set(key, value);
  return value;
}
