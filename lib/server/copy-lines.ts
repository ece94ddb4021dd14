import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { from as copyFrom } from "pg-copy-streams";
import { onTransaction, requireTransaction } from "./db";

/** Copies lines of `lineOf` into a table, in the current transaction. */
export async function copyLines(
  { into, columns }: { into: string; columns: string },
  lines: AsyncIterable<string> | Iterable<string>,
): Promise<void> {
  requireTransaction();
  await onTransaction(async (connection) => {
    const copy = connection.query(copyFrom(`COPY ${into} (${columns}) FROM STDIN`));
    await pipeline(Readable.from(lines, { objectMode: true }), copy);
  });
}

/** A line of COPY's text format. */
export function lineOf(cells: readonly (string | null)[]): string {
  return `${cells.map((cell) => (cell === null ? "\\N" : escaped(cell))).join("\t")}\n`;
}

/** JSON has no control characters, so that only backslashes need to be escaped. */
function escaped(text: string): string {
  return text.includes("\\") ? text.replaceAll("\\", "\\\\") : text;
}
