import { type Block, type ClipboardCell, type ClipboardTexts, widthOf } from "./block";
import { readCsvText } from "./csv-text";
import { readHtmlTable } from "./html-table";
import { findOwnCopy, type OwnCopy } from "./own-text";
import { readTabText } from "./tab-text";

export interface Pasted {
  readonly block: Block;
  /** Whether it is a copy of ours. */
  readonly isOwn: boolean;
  /** Which copy of ours it is. */
  readonly copyId: string | null;
}

/**
 * The cells that a clipboard holds. HTML says which cells there are, text says to the space what they hold:
 * where both tell of the same table, the text is what counts.
 */
export function readClipboard(texts: ClipboardTexts): Pasted {
  // What we have copied ourselves is tab-separated, whatever commas it holds.
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

/** A cell of HTML with the text of the other form, unless that only has spaces for its line breaks, as LibreOffice writes it. */
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
