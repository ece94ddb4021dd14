import { reading } from "../reading";
import type { Row, Table } from "../table";
import { readText } from "../text/read-text";
import type { TextFile } from "../text/text-file";
import { UnreadableFile } from "../unreadable-file";
import { ObjectRows } from "./object-rows";
import { arrayGrammar, JsonSplitter, linesGrammar } from "./split-json";

const grammars = { json: arrayGrammar, ndjson: linesGrammar };

/** Opens a list of objects in JSON, or one object a line in NDJSON. */
export function openJson(file: TextFile, format: keyof typeof grammars): Table {
  return {
    format,
    sheets: null,
    sheet: null,
    delimiter: null,
    encoding: file.encoding,
    read: () =>
      reading((tally) => {
        const objects = new ObjectRows(tally, file);
        const texts = readText(file, tally);
        return {
          batches: rowsOf(texts, new JsonSplitter(grammars[format]), objects),
          columns: () => objects.names,
        };
      }),
  };
}

async function* rowsOf(
  texts: AsyncIterable<string>,
  splitter: JsonSplitter,
  objects: ObjectRows,
): AsyncGenerator<Row[]> {
  let isEmpty = true;
  for await (const text of texts) {
    const rows = splitter.write(text).map((object) => objects.rowOf(object));
    isEmpty &&= rows.length === 0;
    yield rows;
  }
  splitter.end();
  if (isEmpty) throw new UnreadableFile("The file has no rows.");
}
