import type { Attachment } from "../../contract/attachments";
import { limits } from "../../contract/limits";
import { isDerived, isLink } from "../../field-types";
import { answerRoom } from "../answer-room";
import { queryFirst, type Sql } from "../db";
import { presentFile } from "../files/attachments";
import type { LookupTemplate } from "../structure/derived-fields";
import { relatedSchema, type SchemaField, type TableSchema } from "../structure/schemas";
import { loadLinks } from "./link-lists";
import { linkFieldOf, linkOf } from "./link-side";
import { type RecordRow, selectRecordsInOrder } from "./record-sql";
import { rememberSize, sizeOf } from "./size-of";
import { presentValue } from "./values";

/** Reads a cell in the form of responses. */
export type Reader = (row: RecordRow) => unknown;

/** Reads a cell that is stored in other rows, in the form of responses. */
export type LinkedReader = (recordId: string) => unknown;

/** The budget for other rows read for one response. Statements run one by one, so that the cut is deterministic. */
export class Memory {
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

interface Reading {
  readonly schema: TableSchema;
  readonly memory: Memory;
  /** The values of link fields: the ids of the linked records as in responses, or their labels. */
  readonly linksAs?: "ids" | "labels";
}

/** Creates a reader per field, after loading data outside of the rows for all of them together. */
export async function readersOf(
  reading: Reading,
  fields: readonly SchemaField[],
  rows: readonly RecordRow[],
): Promise<Reader[]> {
  const linked = await linkedReadersOf(
    reading,
    fields,
    rows.map(({ id }) => id),
  );
  return fields.map((field) => {
    const read = linked.get(field.id);
    return read ? ({ id }) => read(id) : rowReader(field);
  });
}

/** Creates a reader by id for each of the fields whose cells are stored in other rows, after loading these. */
export async function linkedReadersOf(
  { schema, memory, linksAs = "ids" }: Reading,
  fields: readonly SchemaField[],
  recordIds: readonly string[],
): Promise<ReadonlyMap<string, LinkedReader>> {
  const linked = fields.filter((field) => !isInRow(field));
  if (linked.length === 0) return new Map();
  const cellBytes = limits.answerBytes / 2 / linked.filter(isDerived).length;
  const elsewhere = new Elsewhere(schema, recordIds, { memory, cellBytes, linksAs });
  return new Map(
    await Promise.all(linked.map(async (field) => [field.id, await elsewhere.linkedReader(field)] as const)),
  );
}

/** True if the cells are stored in the record's own row. */
function isInRow(field: SchemaField): boolean {
  return !isLink(field) && !isDerived(field);
}

/** Decides per field, not per cell: a page has thousands. */
function rowReader(field: SchemaField): Reader {
  const { id } = field;
  const { column } = field.fieldType;
  return storedReader(field, column === undefined ? ({ data }) => data[id] : (row) => row[column]);
}

/** Reads the cells of a field in the form of responses. `read` finds what is stored, undefined for an empty cell. */
export function storedReader<Row>(field: SchemaField, read: (row: Row) => unknown): (row: Row) => unknown {
  const { column, storage } = field.fieldType;
  if (column === "source") return read;
  if (column !== undefined) return (row) => isoMoment(read(row) as string);
  if (storage === "files") return (row) => (presentValue(field, read(row)) as Attachment[]).map(presentFile);
  return (row) => presentValue(field, read(row));
}

/** Converts a UTC timestamp to the form of responses, with all milliseconds; PostgreSQL omits trailing zeros. */
export function isoMoment(text: string): string {
  const zone = text.indexOf("+", 19);
  const fraction = text.slice(20, zone === -1 ? -1 : zone);
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.padEnd(3, "0")}Z`;
}

/**
 * Loads the parts of cells that are stored in other rows, each only once: lookups through one link share its data,
 * also in further steps.
 */
class Elsewhere {
  readonly #lists = new Map<string, Promise<Map<string, string[]>>>();
  readonly #readers = new Map<string, Promise<LinkedReader>>();
  readonly #behind = new Map<string, Promise<Behind>>();

  constructor(
    readonly schema: TableSchema,
    readonly recordIds: readonly string[],
    /** `cellBytes` limits one lookup cell, so that a record with all its lookups fits into a response. */
    readonly bounds: {
      readonly memory: Memory;
      readonly cellBytes: number;
      readonly linksAs: "ids" | "labels";
    },
  ) {}

  linkedReader(field: SchemaField): Promise<LinkedReader> {
    return once(this.#readers, field.id, () =>
      isLink(field) ? this.#links(field) : this.#lookup(field.template as LookupTemplate),
    );
  }

  async #reader(field: SchemaField): Promise<Reader> {
    if (isInRow(field)) return rowReader(field);
    const read = await this.linkedReader(field);
    return ({ id }) => read(id);
  }

  async #links(field: SchemaField): Promise<LinkedReader> {
    const links = await this.#linksOf(field);
    if (this.bounds.linksAs === "ids") return (recordId) => links.get(recordId) ?? [];
    const labelOf = await this.#labels(field);
    return (recordId) => (links.get(recordId) ?? []).map(labelOf);
  }

  /** The texts of the linked records' primary fields; the id of a record without one. */
  async #labels(link: SchemaField): Promise<(recordId: string) => string> {
    const { rows, elsewhere } = await this.#rowsBehind(link);
    const primary = elsewhere.schema.fieldOf(elsewhere.schema.primaryFieldId);
    const read = primary && (await elsewhere.#reader(primary));
    return (id) => {
      const row = rows.get(id);
      const value = row && read?.(row);
      return (primary && !isBlank(value) && primary.fieldType.toText(value, primary.template)) || id;
    };
  }

  /** The target field's values in the linked records, flattened and without empty ones, up to the limit of a cell. */
  async #lookup({ linkFieldId, targetFieldId }: LookupTemplate): Promise<LinkedReader> {
    const link = linkFieldOf(this.schema, linkFieldId);
    if (!link) return () => [];
    const links = await this.#linksOf(link);
    const { rows, elsewhere } = await this.#rowsBehind(link);
    const field = elsewhere.schema.fieldOf(targetFieldId);
    if (!field) return () => [];
    const read = await elsewhere.#reader(field);
    const { cellBytes } = this.bounds;
    // Caches cells, because lookups of this one read the same cell once per link.
    const cells = new Map<string, unknown[]>();
    return (recordId) =>
      once(cells, recordId, () =>
        gather(links.get(recordId) ?? [], cellBytes, (id) => {
          const linked = rows.get(id);
          return linked && read(linked);
        }),
      );
  }

  #linksOf(field: SchemaField): Promise<Map<string, string[]>> {
    const { memory } = this.bounds;
    return once(this.#lists, field.id, () =>
      loadLinks(field, this.recordIds, (lists) => memory.read(lists, true)),
    );
  }

  #rowsBehind(link: SchemaField): Promise<Behind> {
    return once(this.#behind, link.id, async () => {
      const { tableId } = linkOf(link);
      const target = await relatedSchema(this.schema, tableId);
      const ids = [...new Set([...(await this.#linksOf(link)).values()].flat())];
      const rows = await this.bounds.memory.read<RecordRow>(selectRecordsInOrder(tableId, ids));
      const behind = rows.map(({ id }) => id);
      const elsewhere = new Elsewhere(target, behind, this.bounds);
      return { rows: new Map(rows.map((row) => [row.id, row])), elsewhere };
    });
  }
}

/** The records of a link field, and those that they link to. */
interface Behind {
  readonly rows: ReadonlyMap<string, RecordRow>;
  readonly elsewhere: Elsewhere;
}

/**
 * Collects the values of linked records, flattened and without empty ones, up to the limit of a cell. Appends lists
 * that fit without examining them, because lookups of lookups join many long ones.
 */
function gather(ids: readonly string[], maxSize: number, read: (id: string) => unknown): unknown[] {
  const values: unknown[] = [];
  let size = 0;
  for (const id of ids) {
    const value = read(id);
    if (isBlank(value)) continue;
    const more = Array.isArray(value) ? value : [value];
    const moreSize = sizeOf(value);
    if (values.length + more.length <= limits.lookupValues && size + moreSize <= maxSize) {
      for (const each of more) values.push(each);
      size += moreSize;
      continue;
    }
    for (const each of more) {
      size += sizeOf(each);
      if (values.length === limits.lookupValues || (size > maxSize && values.length > 0))
        return rememberSize(values, size);
      values.push(each);
    }
  }
  return rememberSize(values, size);
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}

function once<Value>(made: Map<string, Value>, key: string, make: () => Value): Value {
  const value = made.get(key) ?? make();
  made.set(key, value);
  return value;
}
