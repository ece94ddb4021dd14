import { parse } from "csv-parse/browser/esm/sync";
import { normalizeLineBreaks } from "./own-text";

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
