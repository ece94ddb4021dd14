import type { ClipboardCell, ClipboardTexts } from "./block";
import { htmlRowOf, joinHtmlTable } from "./html-table";
import type { OwnCopy } from "./own-text";
import { joinTabText, tabTextOf } from "./tab-text";

/** Larger copies have no HTML: no program accepts that many cells of it in reasonable time. */
const maxHtmlCells = 200_000;

/** Collects rows one by one and returns them in both formats. */
export function composeCopy(copyId: string) {
  const lines: string[] = [];
  const plainLines: string[] = [];
  const plainColumns = new Set<number>();
  const htmlRows: string[] = [];
  let cells = 0;
  return {
    add(row: readonly ClipboardCell[]): void {
      lines.push(tabTextOf(row.map(({ text }) => text)));
      plainLines.push(tabTextOf(row.map(({ text, plain = text }) => plain)));
      row.forEach(({ plain }, index) => {
        if (plain !== undefined) plainColumns.add(index);
      });
      cells += row.length;
      if (cells <= maxHtmlCells) htmlRows.push(htmlRowOf(row));
      else htmlRows.length = 0;
    },
    finish(): ClipboardTexts & OwnCopy {
      const html = cells <= maxHtmlCells ? joinHtmlTable(htmlRows, copyId) : "";
      return { text: joinTabText(lines), plain: joinTabText(plainLines), plainColumns, html };
    },
  };
}
