import { defaultWidth, narrowestColumn, widestColumn } from "@/components/grid/columns";
import { leastNumberWidth } from "@/components/grid/viewport/geometry";
import { mayStay } from "@/components/grid/viewport/viewport";
import type { Field } from "@/lib/contract/fields";
import type { Table } from "@/lib/contract/tables";
import type { ViewConfig } from "@/lib/contract/views";

/** How far one step of the menu makes a column wider or narrower, in pixels. */
export const widthStep = 24;

/** How wide a field's column is. */
export function widthOf(
  field: Field,
  { primaryFieldId }: Pick<Table, "primaryFieldId">,
  { fieldWidths }: Pick<ViewConfig, "fieldWidths">,
): number {
  return fieldWidths[field.id] ?? defaultWidth(field, primaryFieldId);
}

/** Whether the columns of these fields would stay in sight, by the width that the grid is seen in. */
export function mayFreeze(
  fields: readonly Field[],
  table: Pick<Table, "primaryFieldId">,
  config: Pick<ViewConfig, "fieldWidths">,
): boolean {
  const grid = document.querySelector("[role=columnheader][data-field]")?.closest("[role$='grid']");
  const numbers = grid?.querySelector<HTMLElement>("[role=columnheader]");
  const frozen = fields.reduce(
    (sum, field) => sum + widthOf(field, table, config),
    numbers?.offsetWidth ?? leastNumberWidth,
  );
  // On a phone there is no grid to say anything about it.
  return !grid?.parentElement || mayStay(frozen, grid.parentElement.clientWidth);
}

/** The nearest width that a column may have. */
export function fittingWidth(width: number): number {
  return Math.round(Math.max(narrowestColumn, Math.min(width, widestColumn)));
}

/**
 * How wide a column has to be for all that is drawn of it, its heading included; undefined where it is not
 * drawn at all.
 */
export function contentWidth(fieldId: string): number | undefined {
  const header = document.querySelector<HTMLElement>(`[role=columnheader][data-field="${fieldId}"]`);
  const grid = header?.closest("[role$='grid']");
  if (!header || !grid) return undefined;
  const column = Number(header.ariaColIndex) - 2;
  const cells = grid.querySelectorAll<HTMLElement>(`[data-column="${column}"] > div:first-child`);
  return Math.max(...[header, ...cells].map(widthWithin)) + margin;
}

/** Both paddings of a cell, its line, and a little air. */
const margin = 24;
const gap = 6;

/** What stands side by side in an element, in full, however little of it is in sight. */
function widthWithin(element: HTMLElement): number {
  return [...element.childNodes].reduce((sum, child) => sum + contentsWidth(child) + gap, -gap);
}

function contentsWidth(node: ChildNode): number {
  if (node instanceof Element && node.childNodes.length === 0) return node.getBoundingClientRect().width;
  const range = document.createRange();
  range.selectNodeContents(node);
  return range.getBoundingClientRect().width;
}
