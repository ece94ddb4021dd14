import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { mintRecordId } from "@/lib/server/ids";
import { type BenchTable, recordOf } from "./data";

/** Writes the records of the benchmark as a CSV file, which a spreadsheet would save the same way. */
export function writeCsv(file: string, count: number): Promise<void> {
  const header = `${Object.keys(recordOf(0)).join(",")}\n`;
  return writeLines(file, count, (n) => {
    const line = Object.values(recordOf(n)).map(quoted).join(",");
    return n === 0 ? `${header}${line}\n` : `${line}\n`;
  });
}

function quoted(value: unknown): string {
  const text = String(value);
  return text.includes(",") ? `"${text}"` : text;
}

/** Writes the same records for a bare COPY into the partition of a table. */
export function writeCopy(file: string, count: number, { id: tableId, fields }: BenchTable): Promise<void> {
  const idOf = new Map(fields.map((field) => [field.name, field.id]));
  return writeLines(file, count, (n) => {
    const { id, createdAt, position } = mintRecordId();
    const data = Object.fromEntries(
      Object.entries(recordOf(n)).map(([name, value]) => [idOf.get(name), value]),
    );
    const moment = createdAt.toISOString();
    return `${[tableId, id, JSON.stringify(data), position, "public_api", moment, moment].join("\t")}\n`;
  });
}

/** The columns of the lines of `writeCopy`. */
export const copyColumns = `"tableId", "id", "data", "position", "source", "createdAt", "updatedAt"`;

const linesAtOnce = 2_000;

async function writeLines(file: string, count: number, lineOf: (n: number) => string): Promise<void> {
  function* chunks(): Generator<string> {
    for (let from = 0; from < count; from += linesAtOnce) {
      const length = Math.min(linesAtOnce, count - from);
      yield Array.from({ length }, (_, index) => lineOf(from + index)).join("");
    }
  }
  await pipeline(Readable.from(chunks()), createWriteStream(file));
}
