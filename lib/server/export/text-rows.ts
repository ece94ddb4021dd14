import type { StorageKind } from "../../field-types/storage";
import { Prisma, type Sql } from "../db";
import { isoMoment, linkedReadersOf, type Memory, storedReader } from "../records/cell-readers";
import type { SchemaField, TableSchema } from "../structure/schemas";

/**
 * A record whose values PostgreSQL has taken from its JSON, each as text and null for an empty cell. An array with the
 * id, whether the record is too large to be read with others, its properties and its cells: parsing JSON and making
 * objects would take longer than all the rest of an export.
 */
export type TextRow = readonly [id: string, isLarge: boolean, ...texts: (string | null)[]];

/** The place of the first text in a row. */
const firstText = 2;

/** A property that every record has. */
export type RecordProperty = keyof typeof properties;

const properties = {
  createdAt: { sql: Prisma.sql`"createdAt"::text`, read: isoMoment },
  updatedAt: { sql: Prisma.sql`"updatedAt"::text`, read: isoMoment },
  source: { sql: Prisma.sql`"source"`, read: asIs },
  /** The place in the manual order: a number as text, with any number of digits. */
  position: { sql: Prisma.sql`"position"::text`, read: asIs },
};

/** A field to read in the form of responses, or SQL for a text, made from `data`. */
export type BatchCell = SchemaField | Sql;

interface Columns {
  readonly properties: readonly RecordProperty[];
  readonly cells: readonly BatchCell[];
}

/** SQL: the columns of a row. A record is large if its "data" is NULL. */
export function textColumns(wanted: Columns): Sql {
  const own = wanted.properties.map((name) => properties[name].sql);
  return Prisma.join([Prisma.sql`"id"`, Prisma.sql`"data" IS NULL`, ...own, ...wanted.cells.map(cellSql)]);
}

function cellSql(cell: BatchCell): Sql {
  if (!isField(cell)) return cell;
  const { column } = cell.fieldType;
  return column === undefined ? Prisma.sql`"data" ->> ${cell.id}` : properties[column].sql;
}

function isField(cell: BatchCell): cell is SchemaField {
  return "fieldType" in cell;
}

/** Reads a value of a row in the form of responses. */
export type BatchReader = (row: TextRow) => unknown;

/** Creates a reader for each column, after loading what is stored in other rows. */
export async function batchReaders(
  wanted: Columns & {
    readonly schema: TableSchema;
    readonly memory: Memory;
    readonly linksAs: "ids" | "labels";
  },
  rows: readonly TextRow[],
): Promise<{ readonly properties: BatchReader[]; readonly cells: BatchReader[] }> {
  const ids = rows.map(([id]) => id);
  const linked = await linkedReadersOf(wanted, wanted.cells.filter(isField), ids);
  const firstCell = firstText + wanted.properties.length;
  return {
    properties: wanted.properties.map((name, index) => {
      const { read } = properties[name];
      return (row) => read(row[firstText + index] as string);
    }),
    cells: wanted.cells.map((cell, index) => {
      const place = firstCell + index;
      if (!isField(cell)) return (row) => row[place];
      const read = linked.get(cell.id);
      return read ? ([id]) => read(id) : cellReader(cell, place);
    }),
  };
}

function cellReader(field: SchemaField, place: number): BatchReader {
  const { column, storage } = field.fieldType;
  const parse = column === undefined ? (parsers[storage] ?? asIs) : asIs;
  return storedReader<TextRow>(field, (row) => {
    const text = row[place] as string | null;
    return text === null ? undefined : parse(text);
  });
}

/** Parses what `->>` returns for a stored value. A string is returned as it is, any other value as JSON. */
const parsers: { readonly [Kind in StorageKind]?: (text: string) => unknown } = {
  number: Number,
  boolean: (text) => text === "true",
  options: JSON.parse,
  files: JSON.parse,
};

function asIs(text: string): string {
  return text;
}
