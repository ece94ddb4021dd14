import { execute, Prisma, query, queryFirst, type Sql } from "../db";
import type { FirstRows } from "../first-rows";
import { orderSql, type SortKey } from "../lists/sort-sql";
import { Memory, type Reader, readersOf } from "../records/cell-readers";
import type { HeldRow } from "../records/record-sql";
import { columnsWith, selectRecordsInOrder } from "../records/record-sql";
import { partitionOf } from "../structure/partitions";
import type { SchemaField, TableSchema } from "../structure/schemas";

/** The records to read, in their order, and the fields to read of them. */
export interface BatchesWanted {
  readonly selection: Sql;
  readonly keys: readonly SortKey[];
  readonly fields: readonly SchemaField[];
  readonly linksAs: "ids" | "labels";
}

/** A record with its place in the manual order: a number as text, with any number of digits. */
export type BatchRow = HeldRow;

/** Records with a reader for each field. */
export interface Batch {
  readonly rows: readonly BatchRow[];
  readonly readers: readonly Reader[];
}

/** Records per statement. */
const maxRows = 500;

/** Bytes of the large records per statement, as sent by PostgreSQL. A single record may have more. */
const maxBytes = 4_000_000;

/** A record of the cursor; a large one comes without its values. */
type FoundRow = BatchRow & { readonly isLarge: boolean };

/** SQL: the values take at most 2 kB in memory, not only on the disk. */
const isSmall = Prisma.sql`pg_column_size("Record"."data") <= 2000 AND pg_column_compression("Record"."data") IS NULL`;

/**
 * Reads all selected records in their order, in batches of bounded memory. Runs in a transaction, whose cursor holds the
 * small records. Large ones are read by their ids, because how many fit into a batch is known only when they come.
 */
export async function* readBatches(schema: TableSchema, wanted: BatchesWanted): AsyncGenerator<Batch> {
  const { selection, keys, fields, linksAs } = wanted;
  const columns = Prisma.sql`${columnsWith(new Set(fields.map(({ id }) => id)))}, "position"::text`;
  // All records will be read, not the first few.
  await execute(Prisma.sql`SET LOCAL cursor_tuple_fraction = 1`);
  await execute(Prisma.sql`
    DECLARE "exported" NO SCROLL CURSOR FOR SELECT ${columns}, "data" IS NULL AS "isLarge" FROM (
      SELECT "id", CASE WHEN ${isSmall} THEN "data" END AS "data", "source", "version", "createdAt", "updatedAt", "position"
      FROM ${partitionOf(schema.id)} AS "Record" WHERE ${selection} ORDER BY ${orderSql(keys)}
    ) AS "selected"`);
  const fetch = Prisma.sql`FETCH ${Prisma.raw(String(maxRows))} FROM "exported"`;
  let size = maxRows;
  for (let rest = await query<FoundRow>(fetch); rest.length > 0; ) {
    const ids = rest.flatMap(({ id, isLarge }) => (isLarge ? id : [])).slice(0, size);
    const large = await readLarge(schema, ids, columns);
    const batch = await withReaders({ schema, fields, linksAs }, untilMissing(rest, large.rows));
    size = large.isCut ? large.rows.length : Math.min(maxRows, 2 * size);
    rest = rest.slice(batch.rows.length);
    yield batch;
    if (rest.length === 0) rest = await query<FoundRow>(fetch);
  }
  await execute(Prisma.sql`CLOSE "exported"`);
}

/** Reads as many of these records as fit into a batch, at least one. */
async function readLarge(
  schema: TableSchema,
  ids: readonly string[],
  columns: Sql,
): Promise<FirstRows<BatchRow>> {
  if (ids.length === 0) return { rows: [], isCut: false };
  return queryFirst(selectRecordsInOrder(schema.id, ids, columns), { bytes: maxBytes, isOften: true });
}

/** The first records with their values, up to a large one that was not read. */
function untilMissing(found: readonly FoundRow[], large: readonly BatchRow[]): BatchRow[] {
  const byId = new Map(large.map((row) => [row.id, row]));
  const rows: BatchRow[] = [];
  for (const row of found) {
    const whole = row.isLarge ? byId.get(row.id) : row;
    if (!whole) break;
    rows.push(whole);
  }
  return rows;
}

/** Makes readers for the first rows, for fewer if the linked records of all exceed the memory. */
async function withReaders(
  reading: { schema: TableSchema; fields: readonly SchemaField[]; linksAs: "ids" | "labels" },
  rows: readonly BatchRow[],
): Promise<Batch> {
  if (rows.length === 0) throw new Error("a record of the snapshot is missing");
  const memory = new Memory();
  const readers = await readersOf({ ...reading, memory }, reading.fields, rows);
  if (!memory.isFull || rows.length === 1) return { rows, readers };
  return withReaders(reading, rows.slice(0, Math.max(1, Math.floor(rows.length / 8))));
}
