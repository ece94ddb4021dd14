import type { Block, ClipboardCell, KeptValue } from "./block";
import { normalizeLineBreaks } from "./own-text";

/** Marks the HTML of Rowhouse's own copies. */
const copyAttribute = "data-rowhouse-copy";
const keptAttribute = "data-rowhouse-value";
const plainAttribute = "data-rowhouse-text";
/**
 * A checksum per row, to detect texts edited elsewhere, such as in a mail: the other attributes no longer apply then.
 */
const sumAttribute = "data-rowhouse-sum";

/** A table row in HTML, which spreadsheets and mail programs read cell by cell. */
export function htmlRowOf(row: readonly ClipboardCell[]): string {
  return `<tr ${sumAttribute}="${sumOf(row)}">${row.map(cellToHtml).join("")}</tr>`;
}

/** Joins rows to a table. */
export function joinHtmlTable(rows: readonly string[], copyId: string): string {
  return `${head}<table ${copyAttribute}="${copyId}" style="white-space:pre-wrap"><tbody>${rows.join("")}</tbody></table>`;
}

/** Reads the first table of an HTML document and its copy id; undefined if there is none. */
export function readHtmlTable(document: Document): { block: Block; copyId: string | null } | undefined {
  const table = document.querySelector("table");
  if (!table) return undefined;
  return { block: placed(table), copyId: table.getAttribute(copyAttribute) };
}

/** Without this style, Excel splits a cell with line breaks into several rows. */
const head = '<meta charset="utf-8"><style>br{mso-data-placement:same-cell}</style>';

function cellToHtml({ text, plain, kept }: ClipboardCell): string {
  const ofPlain = plain === undefined ? "" : ` ${plainAttribute}="${escaped(plain)}"`;
  const ofKept = kept ? ` ${keptAttribute}="${escaped(JSON.stringify(kept))}"` : "";
  return `<td${ofPlain}${ofKept}>${escaped(text).replace(/\r\n|[\r\n]/g, "<br>")}</td>`;
}

/** A 32-bit FNV-1a hash of a row's visible text without white space. */
function sumOf(row: readonly ClipboardCell[]): string {
  let sum = 0x811c9dc5;
  for (const character of row.map(({ text }) => text.replace(/\s+/g, "")).join("\t")) {
    sum = Math.imul(sum ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return (sum >>> 0).toString(36);
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** The visible cells by position. A merged cell fills the first of its positions; the others are empty. */
function placed(table: HTMLTableElement): Block {
  const rows: ClipboardCell[][] = [];
  const shown = [...table.rows].filter((row) => !isHidden(row));
  for (const [rowIndex, row] of shown.entries()) {
    let column = 0;
    for (const cell of row.cells) {
      if (isHidden(cell)) continue;
      while (rows[rowIndex]?.[column]) column += 1;
      const lastRow = Math.min(shown.length, rowIndex + Math.max(1, cell.rowSpan));
      for (let down = rowIndex; down < lastRow; down += 1) {
        rows[down] ??= [];
        for (let across = 0; across < cell.colSpan; across += 1) {
          const isFirst = down === rowIndex && across === 0;
          (rows[down] as ClipboardCell[])[column + across] = isFirst ? readCell(cell) : { text: "" };
        }
      }
      column += cell.colSpan;
    }
  }
  return shown.map((row, index) => {
    const cells = Array.from(rows[index] ?? [], (cell) => cell ?? { text: "" });
    return row.getAttribute(sumAttribute) === sumOf(cells) ? cells : cells.map(({ text }) => ({ text }));
  });
}

function readCell(cell: HTMLTableCellElement): ClipboardCell {
  const kept = readKept(cell.getAttribute(keptAttribute));
  const plain = cell.getAttribute(plainAttribute);
  const keepsSpace = cell.closest("table")?.style.whiteSpace.startsWith("pre") ?? false;
  const text = keepsSpace ? textOf(cell, (raw) => raw) : collapsed(textOf(cell, collapse));
  return { text: normalizeLineBreaks(text), ...(plain !== null && { plain }), ...(kept && { kept }) };
}

/** Anyone may have written this attribute, so the value is validated when pasted. */
function readKept(json: string | null): KeptValue | undefined {
  try {
    const kept = JSON.parse(json ?? "null") as Partial<KeptValue> | null;
    return kept && typeof kept.type === "string" && "value" in kept ? (kept as KeptValue) : undefined;
  } catch {
    return undefined;
  }
}

/** The visible text of an element, with line breaks for `<br>` and block edges. */
function textOf(element: Element, readText: (raw: string) => string): string {
  let text = "";
  for (const node of element.childNodes) {
    if (node.nodeType === 3) text += readText(node.nodeValue ?? "");
    if (node.nodeType !== 1) continue;
    const child = node as HTMLElement;
    if (child.tagName === "BR") text += "\n";
    else if (!unseen.has(child.tagName) && !isHidden(child)) {
      const inner = textOf(child, readText);
      const isBlock = blocks.has(child.tagName);
      text += isBlock && text.trim() !== "" && !text.endsWith("\n") ? `\n${inner}` : inner;
      if (isBlock && child.nextSibling && inner.trim() !== "") text += "\n";
    }
  }
  return text;
}

const unseen = new Set(["SCRIPT", "STYLE", "TEMPLATE", "NOSCRIPT"]);
const blocks = new Set([
  "P",
  "DIV",
  "LI",
  "UL",
  "OL",
  "H1",
  "H2",
  "H3",
  "H4",
  "H5",
  "H6",
  "PRE",
  "BLOCKQUOTE",
]);

function collapse(raw: string): string {
  return raw.replace(/[ \t\n\r\f]+/g, " ");
}

/** Removes spaces at the edges of lines and turns non-breaking spaces into plain ones. */
function collapsed(text: string): string {
  return text
    .replace(/ *\n */g, "\n")
    .replace(/ {2,}/g, " ")
    .replace(/^[ \n]+|[ \n]+$/g, "")
    .replaceAll("\u00a0", " ");
}

function isHidden({ style }: HTMLElement): boolean {
  return style.display === "none";
}
