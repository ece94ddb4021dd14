import { hash } from "node:crypto";
import { notFound } from "../../contract/errors";
import type { ExportProgress } from "../../contract/export";
import type { ExportPlace } from "../../contract/places";
import { Prisma, query } from "../db";
import { recordsOf, type SelectionSql } from "../lists/selections";
import { requireBase } from "../structure/structure";
import type { Batch } from "./record-batches";

/**
 * The progress of an export, noted in the name of its connection, where every process finds it, and gone with its
 * transaction. A snapshot cannot write to a table.
 */
export class NotedProgress {
  #records = 0;
  #notedAt = Number.NEGATIVE_INFINITY;

  constructor(
    readonly place: ExportPlace,
    readonly of: number,
  ) {}

  /**
   * Counts records, and notes the sum a few times a second. Runs in the transaction of the export. PostgreSQL itself
   * counts those that it copies.
   */
  async add(records: number): Promise<void> {
    this.#records += records;
    if (performance.now() - this.#notedAt < noteEvery) return;
    this.#notedAt = performance.now();
    const name = `${prefixOf(this.place)}${this.#records}/${this.of}`;
    await query(Prisma.sql`SELECT set_config('application_name', ${name}, true)`);
  }
}

/** Notes the progress of an export if it has an id. `count` finds out how many records it has. */
export async function notedProgress(
  { databaseId, exportId }: { readonly databaseId: string; readonly exportId?: string | undefined },
  count: () => Promise<number>,
): Promise<NotedProgress | undefined> {
  return exportId === undefined ? undefined : new NotedProgress({ databaseId, exportId }, await count());
}

/** Counts the records of a table; all of them without a selection. */
export async function countRecords(tableId: string, selection = everything): Promise<number> {
  const [counted] = await query<{ total: number }>(
    Prisma.sql`SELECT count(*)::int AS "total" FROM ${recordsOf({ id: tableId }, selection)} WHERE ${selection.where}`,
  );
  return counted?.total ?? 0;
}

const everything: SelectionSql = { where: Prisma.sql`true`, passes: new Map(), isSmall: false };

/** In milliseconds. */
const noteEvery = 300;

/** PostgreSQL cuts off a name at 63 bytes, and every caller of the database may choose the id. */
function prefixOf({ databaseId, exportId }: ExportPlace): string {
  const id = hash("sha256", `${databaseId} ${exportId.toLowerCase()}`, "base64url").slice(0, 22);
  return `rowhouse export ${id} `;
}

/** Notes the progress of an export with each batch. */
export async function* noting(
  batches: AsyncIterable<Batch>,
  progress: NotedProgress | undefined,
): AsyncGenerator<Batch> {
  for await (const batch of batches) {
    await progress?.add(batch.rows.length);
    yield batch;
  }
}

/** Throws a 404 for an unknown database and for an export that does not run. */
export async function findProgress(place: ExportPlace): Promise<ExportProgress> {
  await requireBase(place);
  const prefix = prefixOf(place);
  const [found] = await query<{ name: string; copied: number | null }>(Prisma.sql`
    SELECT "application_name" AS "name", "tuples_processed"::float8 AS "copied"
    FROM "pg_stat_activity" LEFT JOIN "pg_stat_progress_copy" USING ("pid", "datname")
    WHERE "datname" = current_database() AND starts_with("application_name", ${prefix}) LIMIT 1`);
  if (!found) throw notFound("running export", place.exportId);
  const [records = 0, of = 0] = found.name.slice(prefix.length).split("/").map(Number);
  return { records: found.copied ?? records, of };
}
