import type { Attachment } from "../../contract/attachments";
import { limits } from "../../contract/limits";
import type { Record } from "../../contract/records";
import { query } from "../db";
import { presentFile } from "../files/attachments";
import type { LookupTemplate } from "../structure/lookup-fields";
import { relatedSchema, type SchemaField, type TableSchema } from "../structure/schemas";
import { isLink, type LinkTemplate, linkFieldOf, loadLinks } from "./links";
import { type RecordRow, selectRecordsById } from "./record-sql";
import { presentValue } from "./values";

/** What a cell holds, in the words of the API. */
type Reader = (row: RecordRow) => unknown;

/**
 * Rows as the API answers them, with every field or those of `only`. However many rows: one statement a link
 * field, and one more a table that lookups lead to.
 */
export async function presentRecords(
  schema: TableSchema,
  rows: readonly RecordRow[],
  only?: ReadonlySet<string>,
): Promise<Record[]> {
  const fields = only ? schema.fields.filter((field) => only.has(field.id)) : schema.fields;
  const readers = await readersOf(schema, fields, rows);
  const columns = fields.map(({ id, name }, index) => ({ id, name, read: readers[index] as Reader }));
  return rows.map((row) => present(row, columns));
}

interface Column {
  readonly id: string;
  readonly name: string;
  readonly read: Reader;
}

function present(row: RecordRow, columns: readonly Column[]): Record {
  const data: Record["data"] = {};
  const fields: Record["fields"] = {};
  for (const { id, name, read } of columns) {
    const value = read(row);
    data[id] = value;
    fields[name] = value;
  }
  const { id, createdAt, updatedAt } = row;
  return { id, data, fields, createdAt: isoMoment(createdAt), updatedAt: isoMoment(updatedAt) };
}

/** One reader a field. What lies outside the rows is fetched first, for all of them together. */
async function readersOf(
  schema: TableSchema,
  fields: readonly SchemaField[],
  rows: readonly RecordRow[],
): Promise<Reader[]> {
  if (fields.every(isInRow)) return fields.map(rowReader);
  const elsewhere = new Elsewhere(schema, rows);
  return Promise.all(fields.map((field) => elsewhere.reader(field)));
}

function isInRow({ fieldType }: SchemaField): boolean {
  return fieldType.storage !== "links" && fieldType.storage !== "lookup";
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
    // Lookups of this one ask for the same cell again and again, one time a link.
    const cells = new Map<string, unknown[]>();
    return (row) =>
      once(cells, row.id, () =>
        gather(links.get(row.id) ?? [], (id) => {
          const linked = rows.get(id);
          return linked && read(linked);
        }),
      );
  }

  #linksOf(field: SchemaField): Promise<Map<string, string[]>> {
    return once(this.#links, field.id, () => loadLinks(field, this.#ids));
  }

  #rowsBehind(link: SchemaField): Promise<Behind> {
    return once(this.#behind, link.id, async () => {
      const { tableId } = link.template as LinkTemplate;
      const target = await relatedSchema(this.schema, tableId);
      const ids = [...new Set([...(await this.#linksOf(link)).values()].flat())];
      const rows = await query<RecordRow>(selectRecordsById(tableId, ids));
      return { rows: new Map(rows.map((row) => [row.id, row])), elsewhere: new Elsewhere(target, rows) };
    });
  }
}

/** The records behind a link field, and what in turn lies behind those. */
interface Behind {
  readonly rows: ReadonlyMap<string, RecordRow>;
  readonly elsewhere: Elsewhere;
}

/** What linked records hold, as one list of no more values than a cell shows: no further one is looked at then. */
function gather(ids: readonly string[], read: (id: string) => unknown): unknown[] {
  const values: unknown[] = [];
  for (const id of ids) {
    const value = read(id);
    if (value === undefined || value === null || value === "") continue;
    for (const each of Array.isArray(value) ? value : [value]) {
      if (values.length === limits.lookupValues) return values;
      values.push(each);
    }
  }
  return values;
}

function once<Value>(made: Map<string, Value>, key: string, make: () => Value): Value {
  const value = made.get(key) ?? make();
  made.set(key, value);
  return value;
}
