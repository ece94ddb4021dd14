import { execute, Prisma, query, queryFirst } from "../db";
import type { FirstRows } from "../first-rows";
import { recordsOf, type SelectionSql } from "../lists/selections";
import { orderSql, passesOfKeys, type SortKey } from "../lists/sort-sql";
import { Memory } from "../records/cell-readers";
import { partitionOf } from "../structure/partitions";
import type { TableSchema } from "../structure/schemas";
import {
  type Columns,
  packedRow,
  type RowReader,
  rowReaders,
  type TextRow,
  textColumns,
  unpack,
} from "./text-rows";

/** The records to read, in their order, and what to read of them. */
export interface BatchesWanted extends Columns {
  readonly selection: SelectionSql;
  readonly keys: readonly SortKey[];
  readonly linksAs: "ids" | "labels";
}

/** Records with a reader for each property and each field. */
export interface Batch {
  readonly rows: readonly TextRow[];
  readonly properties: readonly RowReader[];
  readonly cells: readonly RowReader[];
}

/** Records per statement. */
const maxRows = 500;

/** Bytes of the large records per statement, as sent by PostgreSQL. A single record may have more. */
const maxBytes = 4_000_000;

/** SQL: the values take at most 2 kB in memory, not only on the disk. */
const isSmall = Prisma.sql`pg_column_size("Record"."data") <= 2000 AND pg_column_compression("Record"."data") IS NULL`;

/**
 * Reads all selected records in their order, in batches of bounded memory. Runs in a transaction, whose cursor holds the
 * small records. Large ones are read by their ids, because how many fit into a batch is known only when they come.
 */
export async function* readBatches(schema: TableSchema, wanted: BatchesWanted): AsyncGenerator<Batch> {
  const { selection, keys } = wanted;
  // All records will be read, not the first few.
  await execute(Prisma.sql`SET LOCAL cursor_tuple_fraction = 1`);
  await execute(Prisma.sql`
    DECLARE "exported" NO SCROLL CURSOR FOR SELECT ${packedRow(wanted)} AS "packed" FROM (
      SELECT "id", CASE WHEN ${isSmall} THEN "data" END AS "data", "source", "createdAt", "updatedAt", "createdById", "updatedById", "position"
      FROM ${recordsOf(schema, selection, passesOfKeys(keys))} WHERE ${selection.where} ORDER BY ${orderSql(keys)}
    ) AS "selected"`);
  let size = maxRows;
  for (let rest = await fetchRows(wanted); rest.length > 0; ) {
    const ids = rest.flatMap(({ id, row }) => (row ? [] : id)).slice(0, size);
    const large = await readLarge(schema, ids, wanted);
    const batch = await withReaders({ schema, ...wanted }, untilMissing(rest, large.rows));
    size = large.isCut ? large.rows.length : Math.min(maxRows, 2 * size);
    rest = rest.slice(batch.rows.length);
    yield batch;
    if (rest.length === 0) rest = await fetchRows(wanted);
  }
  await execute(Prisma.sql`CLOSE "exported"`);
}

/** A record of the cursor; without its row if it must be read by its id. */
type Found = ReturnType<typeof unpack>;

async function fetchRows(wanted: Columns): Promise<Found[]> {
  const fetch = Prisma.sql`FETCH ${Prisma.raw(String(maxRows))} FROM "exported"`;
  return (await query<{ packed: string }>(fetch)).map(({ packed }) => unpack(packed, wanted));
}

/** Reads as many of these records as fit into a batch, at least one. */
async function readLarge(
  schema: TableSchema,
  ids: readonly string[],
  wanted: Columns,
): Promise<FirstRows<TextRow>> {
  if (ids.length === 0) return { rows: [], isCut: false };
  // The concatenation unpacks a record once instead of once per field.
  const large = Prisma.sql`
    SELECT ${textColumns(wanted)} FROM (
      SELECT "id", "data" || '{}' AS "data", "source", "createdAt", "updatedAt", "createdById", "updatedById", "position", "number"
      FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS "wanted" ("wantedId", "number")
      JOIN ${partitionOf(schema.id)} ON "tableId" = ${schema.id} AND "id" = "wantedId" OFFSET 0
    ) AS "large" ORDER BY "number"`;
  return queryFirst(large, { bytes: maxBytes, isOften: true, asArrays: true });
}

/** The first records with their values, up to one that was not read. */
function untilMissing(found: readonly Found[], large: readonly TextRow[]): TextRow[] {
  const byId = new Map(large.map((row) => [row[0], row]));
  const rows: TextRow[] = [];
  for (const { id, row = byId.get(id) } of found) {
    if (!row) break;
    rows.push(row);
  }
  return rows;
}

/** Makes readers for the first rows, for fewer if the linked records of all exceed the memory. */
async function withReaders(
  wanted: Columns & Pick<BatchesWanted, "linksAs"> & { readonly schema: TableSchema },
  rows: readonly TextRow[],
): Promise<Batch> {
  if (rows.length === 0) throw new Error("a record of the snapshot is missing");
  const memory = new Memory();
  const readers = await rowReaders({ ...wanted, memory }, rows);
  if (!memory.isFull || rows.length === 1) return { rows, ...readers };
  return withReaders(wanted, rows.slice(0, Math.max(1, Math.floor(rows.length / 8))));
}
