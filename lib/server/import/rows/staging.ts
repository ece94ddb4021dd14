import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { from as copyFrom } from "pg-copy-streams";
import { execute, onTransaction, Prisma, requireTransaction } from "../../db";
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
      if (rows.length > 0) yield rows.map((row) => lineOf(row, options)).join("");
    }
  }
  await onTransaction(async (connection) => {
    const copy = connection.query(copyFrom(`COPY "pg_temp"."import_rows" (${columns}) FROM STDIN`));
    await pipeline(Readable.from(lines(), { objectMode: true }), copy);
  });
  await execute(Prisma.sql`ANALYZE ${staging}`);
  return count;
}

const columns = `"row", "id", "createdAt", "position", "data", "cleared", "links", "key"`;

/** A line of COPY's text format. */
function lineOf({ row, data, empty, links }: ImportedRow, { matchOn, clearEmpty }: StagingOptions): string {
  const { id, createdAt, position } = mintRecordId();
  const key = matchOn.length > 0 ? JSON.stringify(matchOn.map((fieldId) => data[fieldId] ?? null)) : null;
  const kept = clearEmpty ? Object.entries(links) : Object.entries(links).filter(([, text]) => text !== "");
  const cells = [
    String(row),
    id,
    createdAt.toISOString(),
    position,
    JSON.stringify(data),
    // Ids of fields are minted, so that none needs quotes.
    `{${clearEmpty ? empty.join(",") : ""}}`,
    kept.length > 0 ? JSON.stringify(Object.fromEntries(kept)) : null,
    key,
  ];
  return `${cells.map((cell) => (cell === null ? "\\N" : escaped(cell))).join("\t")}\n`;
}

/** JSON has no control characters, so that only backslashes need to be escaped. */
function escaped(text: string): string {
  return text.includes("\\") ? text.replaceAll("\\", "\\\\") : text;
}
