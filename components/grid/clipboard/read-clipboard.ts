import { type Block, type ClipboardTexts, widthOf } from "./block";
import { readCsvText } from "./csv-text";
import { readHtmlTable } from "./html-table";
import { isOwnText } from "./own-text";
import { readTabText } from "./tab-text";

export interface Pasted {
  readonly block: Block;
  /** Whether it is a copy of ours, whose texts mean the same to everybody. */
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
  if (texts.html === "" && isOwnText(texts.text)) {
    return { block: cellsOf(readTabText(texts.text)), isOwn: true, copyId: null };
  }
  const { block, copyId } = readEither(texts);
  return { block, isOwn: copyId !== null, copyId };
}

function readEither({ text, html }: ClipboardTexts): Omit<Pasted, "isOwn"> {
  const table = html === "" ? undefined : readHtmlTable(new DOMParser().parseFromString(html, "text/html"));
  if (!table || widthOf(table.block) === 0) {
    return { block: cellsOf(readCsvText(text) ?? readTabText(text)), copyId: null };
  }
  const ofText = cellsOf(readTabText(text));
  const isSameTable =
    ofText.length === table.block.length &&
    ofText.every((row, index) => row.length === table.block[index]?.length);
  if (!isSameTable) return table;
  const block = table.block.map((row, index) =>
    row.map((cell, column) => ({ ...cell, text: ofText[index]?.[column]?.text ?? cell.text })),
  );
  return { block, copyId: table.copyId };
}

function cellsOf(rows: readonly (readonly string[])[]): Block {
  return rows.map((row) => row.map((text) => ({ text })));
}
