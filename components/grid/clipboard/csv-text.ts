import { parse } from "csv-parse/browser/esm/sync";
import { withLines } from "./own-text";

/**
 * The rows of a CSV, separated by commas or semicolons; undefined where a text need not be one. Prose has commas too,
 * and is not torn: every line has to have the same number of cells, and no comma may be followed by a space, or be
 * that of a number.
 */
export function readCsvText(given: string): string[][] | undefined {
  if (given.includes("\t")) return undefined;
  const text = withLines(given);
  const [semicolons, commas] = [readSeparated(text, ";"), hasOtherCommas(text) && readSeparated(text, ",")];
  if (!semicolons || !commas) return semicolons || commas || undefined;
  // As in "Ada;36;1,5" and in "Ada,36,a;b", the other sign is within cells.
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
    // One line is a CSV only where quotes say so; and lines of code, or of a list, end with such signs.
    const isCsv = rows.length > 1 || text.includes('"');
    const isOfTable = widthOf(rows) > 1 && rows.some((row) => row.at(-1) !== "");
    return isCsv && isOfTable && !isProse ? rows : undefined;
  } catch {
    return undefined;
  }
}

/** Whether there are commas but those of numbers, as in "1,5" and "$1,234.50". */
function hasOtherCommas(text: string): boolean {
  return text.replace(numberWithCommas, "").includes(",");
}

const numberWithCommas = /(?<!\S)[-+−(\p{Sc}]*[\d.]+(?:,\d+|(?:,\d{3})+(?:\.\d+)?)[\p{Sc}%).:;!?]*(?!\S)/gu;

/** They all have the same. */
function widthOf([first]: readonly string[][]): number {
  return first?.length ?? 0;
}
