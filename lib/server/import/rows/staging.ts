import { copyLines, lineOf } from "../../copy-lines";
import { execute, Prisma, requireTransaction } from "../../db";
import { mintRecordId } from "../../ids";
import type { ImportedRow } from "./read-rows";

/**
 * The temporary table of the rows of an import, which is not logged and ends with the transaction.
 * - `id`: of the record that the row creates, or of the one that it matches
 * - `key`: the values by which records are matched
 * - `links`: texts of link cells by field id, then lists of ids
 */
export const staging = Prisma.sql`"pg_temp"."import_rows"`;

export async function createStaging(): Promise<void> {
  requireTransaction();
  await execute(Prisma.sql`DROP TABLE IF EXISTS ${staging}`);
  await execute(Prisma.sql`
    CREATE TEMPORARY TABLE "import_rows" ("row" int, "id" uuid, "createdAt" timestamptz, "position" numeric,
      "data" jsonb, "cleared" text[], "links" jsonb, "key" jsonb, "isMatched" boolean NOT NULL DEFAULT false)
    ON COMMIT DROP`);
}

/** Indexes the staged rows by their number, for work that reads them in pages. */
export async function indexStaging(): Promise<void> {
  await execute(Prisma.sql`CREATE INDEX IF NOT EXISTS "import_rows_row" ON ${staging} ("row")`);
}

export interface StagingOptions {
  /** Ids of the fields by which records are matched. */
  readonly matchOn: readonly string[];
  /** True if empty texts clear the cells of existing records. */
  readonly clearEmpty: boolean;
}

/** Copies rows into the temporary table. Returns how many. */
export async function stageRows(
  batches: AsyncIterable<readonly ImportedRow[]>,
  options: StagingOptions,
): Promise<number> {
  let count = 0;
  async function* lines(): AsyncGenerator<string> {
    for await (const rows of batches) {
      count += rows.length;
      if (rows.length > 0) yield rows.map((row) => stagedLine(row, options)).join("");
    }
  }
  await copyLines({ into: staging.text, columns }, lines());
  await execute(Prisma.sql`ANALYZE ${staging}`);
  return count;
}

const columns = `"row", "id", "createdAt", "position", "data", "cleared", "links", "key"`;

function stagedLine(
  { row, data, empty, links }: ImportedRow,
  { matchOn, clearEmpty }: StagingOptions,
): string {
  const { id, createdAt, position } = mintRecordId();
  const key = matchOn.length > 0 ? JSON.stringify(matchOn.map((fieldId) => data[fieldId] ?? null)) : null;
  const kept = clearEmpty ? Object.entries(links) : Object.entries(links).filter(([, text]) => text !== "");
  return lineOf([
    String(row),
    id,
    createdAt.toISOString(),
    position,
    JSON.stringify(data),
    // Ids of fields are minted, so that none needs quotes.
    `{${clearEmpty ? empty.join(",") : ""}}`,
    kept.length > 0 ? JSON.stringify(Object.fromEntries(kept)) : null,
    key,
  ]);
}
