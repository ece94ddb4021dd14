import { parse } from "csv-parse/browser/esm/sync";
import { withLines } from "./own-text";

/** A row of texts as spreadsheets exchange them: quoted only where a cell would otherwise be misread. */
export function tabTextOf(row: readonly string[]): string {
  return row.map(quoted).join("\t");
}

/** Rows as one text. */
export function joinTabText(rows: readonly string[]): string {
  const text = rows.join("\n");
  // A last row of one empty cell would not be seen: a line break at the end belongs to the row before.
  return text === "" || text.endsWith("\n") ? `${text}\n` : text;
}

/** The rows of tab-separated text. Quotes hold tabs and line breaks together; any other quote is a character. */
export function readTabText(given: string): string[][] {
  const text = withLines(given);
  try {
    return parse(text, shape);
  } catch {
    // A quote that nothing closes: then none of them means anything.
    return parse(text, { ...shape, quote: false });
  }
}

const shape = {
  delimiter: "\t",
  record_delimiter: "\n",
  relax_quotes: true,
  relax_column_count: true,
};

function quoted(text: string): string {
  return /[\t\n\r]|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
