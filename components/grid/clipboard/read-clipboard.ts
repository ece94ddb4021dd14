import { type Block, type ClipboardCell, type ClipboardTexts, widthOf } from "./block";
import { readCsvText } from "./csv-text";
import { readHtmlTable } from "./html-table";
import { findOwnCopy, type OwnCopy } from "./own-text";
import { readTabText } from "./read-tab-text";

export interface Pasted {
  readonly block: Block;
  /** True for one of our own copies. */
  readonly isOwn: boolean;
  /** The id of our own copy. */
  readonly copyId: string | null;
}

/**
 * Reads the cells on the clipboard. HTML separates the cells, plain text has the exact white space: if both contain
 * the same table, the text is used.
 */
export function readClipboard(texts: ClipboardTexts): Pasted {
  // Our own copies are tab-separated, whatever commas they contain.
  const own = texts.html === "" ? findOwnCopy(texts.text) : undefined;
  if (own) return { block: blockOf(own), isOwn: true, copyId: null };
  const { block, copyId } = readEither(texts);
  return { block, isOwn: copyId !== null, copyId };
}

function readEither({ text, html }: ClipboardTexts): Omit<Pasted, "isOwn"> {
  const table = html === "" ? undefined : readHtmlTable(new DOMParser().parseFromString(html, "text/html"));
  if (!table || widthOf(table.block) === 0) {
    return { block: cellsOf(readCsvText(text) ?? readTabText(text)), copyId: null };
  }
  const ofText = readTabText(text);
  const isSameTable =
    ofText.length === table.block.length &&
    ofText.every((row, index) => row.length === table.block[index]?.length);
  if (!isSameTable) return table;
  const block = table.block.map((row, index) =>
    row.map((cell, column) => withText(cell, ofText[index]?.[column] ?? cell.text)),
  );
  return { block, copyId: table.copyId };
}

/**
 * Replaces a cell's text by the plain text, unless that has spaces instead of line breaks, as LibreOffice writes it.
 */
function withText(cell: ClipboardCell, text: string): ClipboardCell {
  const hasMoreLines = cell.text.includes("\n") && !text.includes("\n");
  return hasMoreLines && inOneLine(cell.text) === inOneLine(text) ? cell : { ...cell, text };
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function blockOf({ text, plain, plainColumns }: OwnCopy): Block {
  const plainRows = plainColumns.size === 0 ? [] : readTabText(plain);
  return cellsOf(readTabText(text)).map((row, index) =>
    row.map((cell, column) => {
      const isBlank = cell.text === "" || !plainColumns.has(column);
      return isBlank ? cell : { ...cell, plain: plainRows[index]?.[column] ?? cell.text };
    }),
  );
}

function cellsOf(rows: readonly (readonly string[])[]): Block {
  return rows.map((row) => row.map((text) => ({ text })));
}
