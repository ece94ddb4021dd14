/** The pixels that a column grows or shrinks by per step of the menu. */
export const widthStep = 24;

export const narrowestColumn = 60;
export const widestColumn = 1_000;

/** Clamps a width to the allowed range. */
export function fittingWidth(width: number): number {
  return Math.round(Math.max(narrowestColumn, Math.min(width, widestColumn)));
}

/**
 * The width that fits all rendered cells of a column and its header, in pixels; undefined if the column is not
 * rendered.
 */
export function contentWidth(fieldId: string): number | undefined {
  const header = document.querySelector<HTMLElement>(`[role=columnheader][data-field="${fieldId}"]`);
  const grid = header?.closest("[role$='grid']");
  if (!header || !grid) return undefined;
  const column = Number(header.ariaColIndex) - 2;
  const cells = grid.querySelectorAll<HTMLElement>(`[data-column="${column}"] > div:first-child`);
  return Math.max(...[header, ...cells].map(widthWithin)) + margin;
}

/** A cell's paddings and border, and a little space. */
const margin = 24;
const gap = 6;

/** The full width of an element's content, including what is clipped. */
function widthWithin(element: HTMLElement): number {
  return [...element.childNodes].reduce((sum, child) => sum + contentsWidth(child) + gap, -gap);
}

function contentsWidth(node: ChildNode): number {
  if (node instanceof Element && node.childNodes.length === 0) return node.getBoundingClientRect().width;
  const range = document.createRange();
  range.selectNodeContents(node);
  return range.getBoundingClientRect().width;
}
