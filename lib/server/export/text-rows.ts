import type { RecordColumn } from "../../field-types/field-type";
import type { StorageKind } from "../../field-types/storage";
import { Prisma, type Sql } from "../db";
import { CellError, forCaller, linkedReadersOf, type Memory, storedReader } from "../records/cell-readers";
import { recordColumns } from "../records/record-columns";
import type { SchemaField, TableSchema } from "../structure/schemas";

/** A record as texts: its id, its properties and its stored cells, where null and "" are an empty one (`cellSql`). */
export type TextRow = readonly [id: string, ...texts: (string | null)[]];

/** A property of a record: a column that fields may show, or its place in the manual order. */
export type RecordProperty = RecordColumn | "position";

/** SQL: a property as text. A position is a number with any number of digits. */
function propertySql(name: RecordProperty): Sql {
  return name === "position" ? Prisma.sql`"position"::text` : recordColumns[name].text;
}

/** The properties and fields to read of each record, besides its id. */
export interface Columns {
  readonly properties: readonly RecordProperty[];
  readonly fields: readonly SchemaField[];
}

/** SQL: the columns of a row. */
export function textColumns({ properties: names, fields }: Columns): Sql {
  const own = names.map(propertySql);
  return Prisma.join([Prisma.sql`"id"::text`, ...own, ...fields.map(cellSql)]);
}

function cellSql({ id, fieldType: { column, storage } }: SchemaField): Sql {
  if (column !== undefined) return recordColumns[column].text;
  const text = Prisma.sql`"data" ->> ${id}`;
  // Tells a text without characters from an empty cell.
  return storage === "text" ? Prisma.sql`'=' || (${text})` : text;
}

/** Stands between the texts of a packed row: the unit separator of ASCII. */
const separator = "\u001F";

/** SQL: a row as one text, only its id if "data" is NULL. Many short texts take `pg` longer to receive than one. */
export function packedRow(wanted: Columns): Sql {
  const row = Prisma.sql`array_to_string(ARRAY[${textColumns(wanted)}], ${separator}::text, '')`;
  return Prisma.sql`CASE WHEN "data" IS NULL THEN "id"::text ELSE ${row} END`;
}

/** The row in a packed one, or only its id: without its values, or if a separator is among their characters. */
export function unpack(packed: string, wanted: Columns): { readonly id: string; readonly row?: TextRow } {
  const row = packed.split(separator) as [string, ...string[]];
  const isWhole = row.length === 1 + wanted.properties.length + wanted.fields.length;
  return isWhole ? { id: row[0], row } : { id: row[0] };
}

/** Reads a value of a row in the form of responses. */
export type RowReader = (row: TextRow) => unknown;

/** Creates a reader for each column, after loading what is stored in other rows. */
export async function rowReaders(
  wanted: Columns & {
    readonly schema: TableSchema;
    readonly memory: Memory;
    readonly linksAs: "ids" | "labels";
  },
  rows: readonly TextRow[],
): Promise<{ readonly properties: RowReader[]; readonly cells: RowReader[] }> {
  const ids = rows.map(([id]) => id);
  const linked = await linkedReadersOf(wanted, wanted.fields, ids);
  const firstCell = 1 + wanted.properties.length;
  return {
    properties: wanted.properties.map((name, index) => {
      const read = name === "position" ? asIs : recordColumns[name].read;
      return (row) => {
        const text = row[1 + index];
        return text ? read(text) : null;
      };
    }),
    cells: wanted.fields.map((field, index) => {
      const read = linked.get(field.id);
      const reader: RowReader = read
        ? ([id]) => withoutError(read(id))
        : cellReader(field, firstCell + index);
      return forCaller(wanted.schema, field, reader);
    }),
  };
}

/** A file has an empty cell in place of an error. */
function withoutError(value: unknown): unknown {
  return value instanceof CellError ? null : value;
}

function cellReader(field: SchemaField, place: number): RowReader {
  const { column, storage } = field.fieldType;
  const parse = column === undefined ? (parsers[storage] ?? asIs) : asIs;
  return storedReader<TextRow>(field, (row) => {
    const text = row[place];
    return text ? parse(text) : undefined;
  });
}

/** Parses the text of a stored cell: what `->>` returns, a string as it is and any other value as JSON. */
const parsers: { readonly [Kind in StorageKind]?: (text: string) => unknown } = {
  text: (text) => text.slice(1),
  number: Number,
  boolean: (text) => text === "true",
  options: JSON.parse,
  people: JSON.parse,
  files: JSON.parse,
};

function asIs(text: string): string {
  return text;
}
