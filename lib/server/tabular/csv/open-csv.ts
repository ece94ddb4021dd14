import type { Delimiter } from "../../../contract/import-formats";
import { Tally } from "../notes";
import { reading } from "../reading";
import type { ReadOptions, Row, Table } from "../table";
import { readText } from "../text/read-text";
import type { TextFile } from "../text/text-file";
import { UnreadableFile } from "../unreadable-file";
import { CsvParser } from "./parse-csv";
import { delimiterLine, recognizeDelimiter } from "./recognize-delimiter";

/** Opens delimited text. */
export async function openCsv(file: TextFile, { filename, delimiter }: ReadOptions): Promise<Table> {
  const given = delimiter ?? (await delimiterOf(file, filename));
  return {
    format: "csv",
    sheets: null,
    sheet: null,
    delimiter: given,
    encoding: file.encoding,
    read: () => reading((tally) => ({ batches: rowsOf(readText(file, tally), given) })),
  };
}

async function delimiterOf(file: TextFile, filename: string): Promise<Delimiter> {
  let sample = "";
  let isWhole = true;
  for await (const text of readText(file, new Tally())) {
    isWhole = sample.length + text.length <= sampleLength;
    sample += text;
    if (!isWhole) break;
  }
  return recognizeDelimiter(sample, { isWhole, byDefault: /\.(tsv|tab)$/i.test(filename) ? "\t" : "," });
}

/** Characters. */
const sampleLength = 100_000;

async function* rowsOf(texts: AsyncIterable<string>, delimiter: Delimiter): AsyncGenerator<Row[]> {
  const parser = new CsvParser(delimiter);
  let isFirst = true;
  let isEmpty = true;
  try {
    for await (const text of texts) {
      const rows = await parser.write(isFirst ? text.replace(delimiterLine, "") : text);
      isFirst = false;
      isEmpty &&= rows.length === 0;
      yield rows;
    }
    const rest = await parser.end();
    if (isEmpty && rest.length === 0) throw new UnreadableFile("The file has no rows.");
    yield rest;
  } finally {
    parser.destroy();
  }
}
