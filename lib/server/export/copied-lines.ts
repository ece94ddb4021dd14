import { limits } from "../../contract/limits";
import { copyOut, execute, Prisma, type Sql } from "../db";
import { recordsOf } from "../lists/selections";
import { orderSql, passesOfKeys } from "../lists/sort-sql";
import type { TableSchema } from "../structure/schemas";
import type { BatchesWanted } from "./record-batches";
import type { CopiedLines } from "./sheet";

/**
 * Reads the lines of all selected records in their order, part by part, in the memory of one record and one part. Runs
 * in a transaction, and takes as long as its reader.
 */
export async function* copyLines(
  schema: TableSchema,
  { selection, keys }: Pick<BatchesWanted, "selection" | "keys">,
  { cells, delimiter }: CopiedLines,
): AsyncGenerator<Buffer> {
  const maxMs = limits.exportSeconds * 1_000;
  await execute(Prisma.sql`SET LOCAL statement_timeout = ${Prisma.raw(String(maxMs))}`);
  const columns = cells.map((cell, index) => ({ ...cell, name: Prisma.raw(`"${index}"`) }));
  const stored = columns.map((column) => Prisma.sql`${column.stored} AS ${column.name}`);
  const texts = columns.map(({ name, text }) => text(name));
  // Without OFFSET, PostgreSQL would take a value from the JSON again for each use in a text.
  const rows = Prisma.sql`SELECT ${listOf(visible(texts))} FROM (
    SELECT ${listOf(stored)} FROM ${recordsOf(schema, selection, passesOfKeys(keys))}
    WHERE ${selection.where} ORDER BY ${orderSql(keys)} OFFSET 0) AS "stored"`;
  yield* withLineEnds(copyOut(rows, Prisma.sql`FORMAT csv, DELIMITER ${delimiter}`));
}

/** Readers skip lines without any character, and COPY quotes empty texts, but not NULL. */
function visible(texts: readonly Sql[]): readonly Sql[] {
  return texts.length === 1 ? texts.map((text) => Prisma.sql`coalesce(${text}, '')`) : texts;
}

function listOf(columns: readonly Sql[]): Sql {
  return columns.length > 0 ? Prisma.join([...columns]) : Prisma.empty;
}

/** Ends lines with CRLF instead of LF. Line feeds between quotes stay. */
async function* withLineEnds(parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isQuoted = false;
  for await (const part of parts) {
    // A character per byte, because a part may end within a character of several.
    const texts = part.toString("latin1").split('"');
    const ended = texts.map((text, index) =>
      isQuoted === (index % 2 === 1) ? text.replaceAll("\n", "\r\n") : text,
    );
    if (texts.length % 2 === 0) isQuoted = !isQuoted;
    yield Buffer.from(ended.join('"'), "latin1");
  }
}
