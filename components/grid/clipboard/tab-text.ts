import { parse } from "csv-parse/browser/esm/sync";
import { normalizeLineBreaks } from "./own-text";

/** A row of tab-separated text as spreadsheets exchange it, quoted only where necessary. */
export function tabTextOf(row: readonly string[]): string {
  return row.map(quoted).join("\t");
}

/** Joins rows to one text. */
export function joinTabText(rows: readonly string[]): string {
  const text = rows.join("\n");
  // A last row of one empty cell needs another line break: a final one belongs to the row before.
  return text === "" || text.endsWith("\n") ? `${text}\n` : text;
}

/**
 * Parses tab-separated text. Quotes at the start of a cell enclose tabs and line breaks; others are plain characters.
 */
export function readTabText(given: string): string[][] {
  const text = normalizeLineBreaks(given);
  try {
    return parse(text, shape);
  } catch {
    // An unclosed quote: all quotes are plain characters then.
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
