import { execute, Prisma, query, queryFirst, type Sql } from "../db";
import { orderSql, type SortKey } from "../lists/sort-sql";
import { Memory, type Reader, readersOf } from "../records/cell-readers";
import type { RecordRow } from "../records/record-sql";
import { columnsWith, selectRecordsInOrder } from "../records/record-sql";
import { partitionOf } from "../structure/partitions";
import type { SchemaField, TableSchema } from "../structure/schemas";

/** Which records to read, and what of them. */
export interface BatchesWanted {
  readonly selection: Sql;
  readonly keys: readonly SortKey[];
  readonly fields: readonly SchemaField[];
  readonly linksAs: "ids" | "labels";
}

/** Records with a reader for each field. */
export interface Batch {
  readonly rows: readonly RecordRow[];
  readonly readers: readonly Reader[];
}

/** Records per statement. */
const maxRows = 1_000;

/** Bytes of the records per statement, as sent by PostgreSQL. A single record may have more. */
const maxBytes = 4_000_000;

/**
 * Reads all selected records in their order, in batches of bounded memory. Runs in a transaction, whose cursor holds
 * only the ids: a sort then moves little data, and how many records fit into a batch is known only when they come.
 */
export async function* readBatches(schema: TableSchema, wanted: BatchesWanted): AsyncGenerator<Batch> {
  const { selection, keys, fields, linksAs } = wanted;
  const columns = columnsWith(new Set(fields.map(({ id }) => id)));
  // All records will be read, not the first few.
  await execute(Prisma.sql`SET LOCAL cursor_tuple_fraction = 1`);
  await execute(Prisma.sql`
    DECLARE "exported" NO SCROLL CURSOR FOR SELECT "id"::text FROM ${partitionOf(schema.id)} AS "Record"
    WHERE ${selection} ORDER BY ${orderSql(keys)}`);
  let size = maxRows;
  for (;;) {
    const found = await query<{ id: string }>(
      Prisma.sql`FETCH ${Prisma.raw(String(maxRows))} FROM "exported"`,
    );
    if (found.length === 0) break;
    for (let ids = found.map(({ id }) => id); ids.length > 0; ) {
      const statement = selectRecordsInOrder(schema.id, ids.slice(0, size), columns);
      const { rows, isCut } = await queryFirst<RecordRow>(statement, { bytes: maxBytes, isOften: true });
      const batch = await withReaders({ schema, fields, linksAs }, rows);
      size = isCut ? batch.rows.length : Math.min(maxRows, 2 * size);
      ids = ids.slice(batch.rows.length);
      yield batch;
    }
  }
  await execute(Prisma.sql`CLOSE "exported"`);
}

/** Makes readers for the first rows, for fewer if the linked records of all exceed the memory. */
async function withReaders(
  reading: { schema: TableSchema; fields: readonly SchemaField[]; linksAs: "ids" | "labels" },
  rows: readonly RecordRow[],
): Promise<Batch> {
  if (rows.length === 0) throw new Error("a record of the snapshot is missing");
  const memory = new Memory();
  const readers = await readersOf({ ...reading, memory }, reading.fields, rows);
  if (!memory.isFull || rows.length === 1) return { rows, readers };
  return withReaders(reading, rows.slice(0, Math.max(1, Math.floor(rows.length / 8))));
}
