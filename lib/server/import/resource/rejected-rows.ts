import { Readable } from "node:stream";
import type { ImportPlace } from "../../../contract/places";
import type { Actor } from "../../access/author";
import { lineWriter } from "../../export/delimited";
import { guardText } from "../../export/formula-guard";
import { contentDisposition } from "../../files/file-names";
import type { Table } from "../../tabular";
import { takeTurn } from "../../turns";
import type { Rejected } from "../rows/problems";
import { openImport } from "./analysis";
import { findImport, type StoredImport } from "./stored-imports";

/** The rejected rows of an import as a CSV file: number, field and reason, then the cells as they were given. */
export async function rejectedRows(
  place: ImportPlace,
  actor: Actor,
): Promise<{ stream: ReadableStream; headers: { [name: string]: string } }> {
  const found = await findImport(place, actor);
  const rejected = new Map(((found.rejected ?? []) as unknown as Rejected[]).map((each) => [each[0], each]));
  const table = rejected.size > 0 ? await openImport(found, found.reading) : null;
  const name = `${found.filename.replace(/\.[^.]*$/, "")} rejected.csv`;
  return {
    stream: Readable.toWeb(Readable.from(linesOf(found, table, rejected))) as ReadableStream,
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": contentDisposition("attachment", name),
    },
  };
}

async function* linesOf(
  found: StoredImport,
  table: Table | null,
  rejected: ReadonlyMap<number, Rejected>,
): AsyncGenerator<Buffer> {
  const names = found.analysis?.columns.map(({ name }) => name) ?? [];
  yield Buffer.from(`\uFEFF${lineOf(["row", "field", "reason", ...names])}`);
  if (!table) return;
  for await (const batch of table.read()) {
    await takeTurn();
    const lines = batch.flatMap(({ number, cells }) => {
      const [, field, reason] = rejected.get(number) ?? [];
      return reason === undefined ? [] : [lineOf([String(number), field ?? "", reason, ...cells])];
    });
    if (lines.length > 0) yield Buffer.from(lines.join(""));
  }
}

const write = lineWriter();

function lineOf(cells: readonly string[]): string {
  return write(cells.map(guardText));
}
