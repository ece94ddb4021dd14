import type { Attachment } from "../../contract/attachments";
import { limits } from "../../contract/limits";
import { isDerived, isLink } from "../../field-types";
import type { RecordColumn } from "../../field-types/field-type";
import type { ErrorCode } from "../../formulas";
import { answerRoom, takeInSteps } from "../answer-room";
import { computedFields, computedValue, isComputedValue, selectComputed } from "../computed/row-columns";
import { queryFirst, type Sql } from "../db";
import { presentFile } from "../files/file-forms";
import type { LookupTemplate } from "../structure/derived-fields";
import { lookedUpIn, relatedSchema, type SchemaField, type TableSchema } from "../structure/schemas";
import { loadLinks } from "./link-lists";
import { linkFieldOf, linkOf } from "./link-side";
import { recordColumns } from "./record-columns";
import { type RecordRow, selectRecordsInOrder } from "./record-sql";
import { rowParts } from "./row-parts";
import { rememberSize, sizeOf } from "./size-of";
import { presentValue } from "./values";

/** Reads a cell in the form of responses, or the error in it. */
export type Reader = (row: RecordRow) => unknown;

/** Reads a cell that is not in the record's own row, in the form of responses, or the error in it. */
export type LinkedReader = (recordId: string) => unknown;

/** An error in place of a value. */
export class CellError {
  constructor(readonly code: ErrorCode) {}
}

const broken = new CellError("REF");

/** The budget for other rows read for one response. Statements run one by one, so that the cut is deterministic. */
export class Memory {
  isFull = false;
  #left = limits.answerBytes;
  #turn: Promise<unknown> = Promise.resolve();

  read<Row extends object>(rows: Sql, isOften = false): Promise<Row[]> {
    const reading = this.#turn.then(async () => {
      const share = answerRoom.enter();
      const take = takeInSteps(share);
      try {
        const found = await queryFirst<Row>(rows, {
          bytes: this.#left,
          isOften,
          onRow: (bytes) => {
            this.#left -= bytes;
            take(bytes);
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
  const outside = fields.filter((field) => !isStored(field));
  if (outside.length === 0) return fields.map(rowReader);
  const elsewhere = elsewhereOf(reading, outside, rows);
  return Promise.all(fields.map((field) => elsewhere.reader(field)));
}

/** Creates a reader by id for each of the fields whose cells are not stored in the record, after loading these. */
export async function linkedReadersOf(
  reading: Reading,
  fields: readonly SchemaField[],
  recordIds: readonly string[],
): Promise<ReadonlyMap<string, LinkedReader>> {
  const outside = fields.filter((field) => !isStored(field));
  if (outside.length === 0) return new Map();
  const elsewhere = elsewhereOf(
    reading,
    outside,
    recordIds.map((id) => ({ id })),
  );
  return new Map(
    await Promise.all(outside.map(async (field) => [field.id, await elsewhere.linkedReader(field)] as const)),
  );
}

/** Replaces the addresses of files by those for the caller. */
export function forCaller<Row>(
  { face: { visitor } }: TableSchema,
  { fieldType: { storage } }: SchemaField,
  read: (row: Row) => unknown,
): (row: Row) => unknown {
  if (!visitor || (storage !== "files" && storage !== "lookup")) return read;
  return (row) => {
    const value = read(row);
    return Array.isArray(value)
      ? value.map((item) => (isFile(item) ? { ...item, url: visitor.addressOf(item) } : item))
      : value;
  };
}

/** Among the items of files and lookups, files and people are objects. */
function isFile(item: unknown): item is Attachment {
  return typeof item === "object" && item !== null && "url" in item;
}

function elsewhereOf(
  { schema, memory, linksAs = "ids" }: Reading,
  fields: readonly SchemaField[],
  rows: readonly Row[],
): Elsewhere {
  const cellBytes = limits.answerBytes / 2 / fields.filter(isDerived).length;
  return new Elsewhere(schema, rows, { memory, cellBytes, linksAs, fields });
}

/** True if the cells are stored in the record's own row. */
function isStored(field: SchemaField): boolean {
  return !isLink(field) && !isDerived(field);
}

/** Decides per field, not per cell: a page has thousands. */
function rowReader(field: SchemaField): Reader {
  const { id } = field;
  const { column } = field.fieldType;
  return storedReader(field, column === undefined ? ({ data }) => data[id] : (row) => row[column]);
}

/** Reads a computed cell from a row with its values. */
function computedReader(field: SchemaField): (row: ComputedRow | undefined) => unknown {
  const { id } = field;
  const valueIn = computedValue(field);
  return (row) => {
    const code = row?.errors?.[id];
    return code === undefined ? presentValue(field, row && valueIn(row)) : new CellError(code);
  };
}

/** A record, perhaps with its values. */
type Row = Pick<RecordRow, "id"> & Partial<RecordRow>;

type ComputedRow = Pick<RecordRow, "id" | "errors">;

/** Reads the cells of a field in the form of responses. `read` finds what is stored, undefined for an empty cell. */
export function storedReader<Row>(field: SchemaField, read: (row: Row) => unknown): (row: Row) => unknown {
  const { column, storage } = field.fieldType;
  if (column !== undefined) return columnReader(field, column, read);
  if (storage === "files") return (row) => (presentValue(field, read(row)) as Attachment[]).map(presentFile);
  const { present, empty } = field.fieldType;
  if (!present) return (row) => read(row) ?? empty;
  return (row) => presentValue(field, read(row));
}

/** Reads the cells of a field that shows a column of the record. */
function columnReader<Row>(
  field: SchemaField,
  column: RecordColumn,
  read: (row: Row) => unknown,
): (row: Row) => unknown {
  const { read: parse, cell } = recordColumns[column];
  return (row) => {
    const text = read(row);
    if (typeof text !== "string") return field.fieldType.empty;
    return cell ? presentValue(field, cell(text)) : parse(text);
  };
}

/**
 * Loads the parts of cells that are not stored in the records, each only once: lookups through one link share its data,
 * also in further steps, and one statement computes all computed fields.
 */
class Elsewhere {
  readonly #lists = new Map<string, Promise<Map<string, string[]>>>();
  readonly #readers = new Map<string, Promise<LinkedReader>>();
  readonly #behind = new Map<string, Promise<Behind>>();
  #computed: Promise<ReadonlyMap<string, ComputedRow>> | undefined;

  constructor(
    readonly schema: TableSchema,
    readonly rows: readonly Row[],
    /**
     * `cellBytes` limits one lookup cell, so that a record with all its lookups fits into a response. `fields` are those
     * that may be read.
     */
    readonly bounds: {
      readonly memory: Memory;
      readonly cellBytes: number;
      readonly linksAs: "ids" | "labels";
      readonly fields: readonly SchemaField[];
    },
  ) {}

  linkedReader(field: SchemaField): Promise<LinkedReader> {
    return once(this.#readers, field.id, () => {
      if (isLink(field)) return this.#links(field);
      return isComputedValue(field)
        ? this.#computedReader(field)
        : this.#lookup(field.template as LookupTemplate);
    });
  }

  async reader(field: SchemaField): Promise<Reader> {
    if (isStored(field)) return rowReader(field);
    if (isComputedValue(field) && this.#isInRows(field)) return computedReader(field);
    const read = await this.linkedReader(field);
    return ({ id }) => read(id);
  }

  async #computedReader(field: SchemaField): Promise<LinkedReader> {
    const read = computedReader(field);
    this.#computed ??= this.#compute();
    const rows = await this.#computed;
    return (recordId) => read(rows.get(recordId));
  }

  async #compute(): Promise<ReadonlyMap<string, ComputedRow>> {
    const wanted = await computedFields(this.schema, new Set(this.bounds.fields.map(({ id }) => id)));
    const missing = wanted.filter(({ field }) => !this.#isInRows(field));
    if (missing.length === 0 || this.rows.length === 0) return new Map();
    const statement = selectComputed(this.schema, missing, this.#recordIds);
    const rows = await this.bounds.memory.read<ComputedRow>(statement, true);
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** True if the statement that has read the rows has computed the field, too. */
  #isInRows({ id }: SchemaField): boolean {
    return this.rows.every((row) => id in row);
  }

  get #recordIds(): string[] {
    return this.rows.map(({ id }) => id);
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
    const read = primary && (await elsewhere.reader(primary));
    return (id) => {
      const row = rows.get(id);
      const value = row && read?.(row);
      const isNamed = primary && !isBlank(value) && !(value instanceof CellError);
      return (isNamed && primary.fieldType.toText(value, primary.template)) || id;
    };
  }

  /** The target field's values in the linked records, flattened and without empty ones, up to the limit of a cell. */
  async #lookup({ linkFieldId, targetFieldId }: LookupTemplate): Promise<LinkedReader> {
    const link = linkFieldOf(this.schema, linkFieldId);
    if (!link) return () => broken;
    const links = await this.#linksOf(link);
    const { rows, elsewhere } = await this.#rowsBehind(link);
    const field = lookedUpIn(elsewhere.schema, targetFieldId);
    if (!field) return () => broken;
    const read = await elsewhere.reader(field);
    const { cellBytes } = this.bounds;
    // Caches cells, because lookups of this one read the same cell once per link.
    const cells = new Map<string, unknown>();
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
      loadLinks(field, this.#recordIds, (lists) => memory.read(lists, true)),
    );
  }

  #rowsBehind(link: SchemaField): Promise<Behind> {
    return once(this.#behind, link.id, async () => {
      const { tableId } = linkOf(link);
      const target = await relatedSchema(this.schema, tableId);
      const ids = [...new Set([...(await this.#linksOf(link)).values()].flat())];
      const fields = this.#fieldsBehind(link, target);
      const parts = await rowParts(target, new Set(fields.map(({ id }) => id)));
      const rows = await this.bounds.memory.read<RecordRow>(selectRecordsInOrder(tableId, ids, parts));
      const elsewhere = new Elsewhere(target, rows, { ...this.bounds, fields });
      return { rows: new Map(rows.map((row) => [row.id, row])), elsewhere };
    });
  }

  /** The fields of the linked table that are read through a link field. */
  #fieldsBehind(link: SchemaField, target: TableSchema): SchemaField[] {
    const templates = this.bounds.fields.map(({ template }) => template as Partial<LookupTemplate>);
    const lookedUp = templates
      .filter(({ linkFieldId }) => linkFieldId === link.id)
      .map(({ targetFieldId = "" }) => lookedUpIn(target, targetFieldId)?.id);
    const wanted = new Set([
      ...lookedUp,
      ...(this.bounds.linksAs === "labels" ? [target.primaryFieldId] : []),
    ]);
    return target.face.fields.filter(({ id }) => wanted.has(id));
  }
}

/** The records of a link field, and those that they link to. */
interface Behind {
  readonly rows: ReadonlyMap<string, RecordRow>;
  readonly elsewhere: Elsewhere;
}

/**
 * Collects the values of linked records, flattened and without empty ones, up to the limit of a cell; an error in one of
 * them instead. Joins lists that fit without examining them, because lookups of lookups join many long ones.
 */
function gather(ids: readonly string[], maxSize: number, read: (id: string) => unknown): unknown {
  const lists: unknown[][] = [];
  let length = 0;
  let size = 0;
  for (const id of ids) {
    const value = read(id);
    if (value instanceof CellError) return value;
    if (isBlank(value)) continue;
    const more = Array.isArray(value) ? value : [value];
    const moreSize = sizeOf(value);
    if (length + more.length <= limits.lookupValues && size + moreSize <= maxSize) {
      lists.push(more);
      length += more.length;
      size += moreSize;
      continue;
    }
    const fitting: unknown[] = [];
    lists.push(fitting);
    for (const each of more) {
      size += sizeOf(each);
      if (length === limits.lookupValues || (size > maxSize && length > 0))
        return rememberSize(joined(lists), size);
      fitting.push(each);
      length++;
    }
  }
  return rememberSize(joined(lists), size);
}

/** Copies whole lists, which takes a tenth of the time and memory of appending their items. */
function joined(lists: readonly unknown[][]): unknown[] {
  return lists.length > maxArguments ? lists.flat() : ([] as unknown[]).concat(...lists);
}

/** Functions take no more than some hundred thousand. */
const maxArguments = 10_000;

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}

function once<Value>(made: Map<string, Value>, key: string, make: () => Value): Value {
  const value = made.get(key) ?? make();
  made.set(key, value);
  return value;
}
