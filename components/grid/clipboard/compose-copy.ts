import type { ClipboardCell, ClipboardTexts } from "./block";
import { htmlRowOf, joinHtmlTable } from "./html-table";
import { joinTabText, tabTextOf } from "./tab-text";

/** Above this, the text alone has to do: no program takes as many cells of HTML in any time. */
const mostHtmlCells = 200_000;

/** Takes rows as they come, and gives both forms of them in the end. */
export function composeCopy(copyId: string) {
  const lines: string[] = [];
  const htmlRows: string[] = [];
  let cells = 0;
  return {
    add(row: readonly ClipboardCell[]): void {
      lines.push(tabTextOf(row.map(({ text }) => text)));
      cells += row.length;
      if (cells <= mostHtmlCells) htmlRows.push(htmlRowOf(row));
      else htmlRows.length = 0;
    },
    finish(): ClipboardTexts {
      const html = cells <= mostHtmlCells ? joinHtmlTable(htmlRows, copyId) : "";
      return { text: joinTabText(lines), html };
    },
  };
}
