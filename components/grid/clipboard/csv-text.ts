import { parse } from "csv-parse/browser/esm/sync";
import { normalizeLineBreaks } from "./own-text";

/**
 * Parses CSV with commas or semicolons; undefined if the text may not be CSV. Prose has commas too, so every line must
 * have the same number of cells, and no comma may be followed by a space or belong to a number.
 */
export function readCsvText(given: string): string[][] | undefined {
  if (given.includes("\t")) return undefined;
  const text = normalizeLineBreaks(given);
  const [semicolons, commas] = [readSeparated(text, ";"), hasOtherCommas(text) && readSeparated(text, ",")];
  if (!semicolons || !commas) return semicolons || commas || undefined;
  // In "Ada;36;1,5" and in "Ada,36,a;b" the other separator occurs within cells.
  return widthOf(commas) > widthOf(semicolons) ? commas : semicolons;
}

function readSeparated(text: string, delimiter: string): string[][] | undefined {
  if (!text.includes(delimiter)) return undefined;
  let isProse = false;
  try {
    const rows: string[][] = parse(text, {
      delimiter,
      record_delimiter: "\n",
      cast(cell, { quoting }) {
        isProse ||= !quoting && cell.startsWith(" ");
        return cell;
      },
    });
    // A single line is CSV only with quotes. Lines of code or of a list often end with a separator.
    const isCsv = rows.length > 1 || text.includes('"');
    const isOfTable = widthOf(rows) > 1 && rows.some((row) => row.at(-1) !== "");
    return isCsv && isOfTable && !isProse ? rows : undefined;
  } catch {
    return undefined;
  }
}

/** True if there are commas outside numbers such as "1,5" and "$1,234.50". */
function hasOtherCommas(text: string): boolean {
  return text.replace(numberWithCommas, "").includes(",");
}

const numberWithCommas = /(?<!\S)[-+−(\p{Sc}]*[\d.]+(?:,\d+|(?:,\d{3})+(?:\.\d+)?)[\p{Sc}%).:;!?]*(?!\S)/gu;

/** All rows have the same width. */
function widthOf([first]: readonly string[][]): number {
  return first?.length ?? 0;
}
