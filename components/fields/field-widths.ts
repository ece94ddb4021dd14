import type { Field } from "@/lib/contract/fields";
import type { Table } from "@/lib/contract/tables";
import type { ViewConfig } from "@/lib/contract/views";
import { type EditorKind, fieldTypeOf } from "@/lib/field-types";

/** How far one step of the menu makes a column wider or narrower, in pixels. */
export const widthStep = 24;

/** How wide a column is before anybody has said so. */
export function defaultWidth(field: Field, primaryFieldId: string): number {
  const width = widths[fieldTypeOf(field).look.editor];
  return field.id === primaryFieldId ? Math.max(width, 220) : width;
}

export const narrowestColumn = 60;
export const widestColumn = 1_000;

/** By what is edited in them, so that a new field type has a width already. */
const widths: { [Kind in EditorKind]: number } = {
  text: 200,
  "long-text": 280,
  number: 140,
  select: 160,
  "multi-select": 220,
  checkbox: 100,
  date: 140,
  datetime: 190,
  rating: 120,
  files: 180,
  records: 180,
  none: 180,
};

/** How wide a field's column is. */
export function widthOf(
  field: Field,
  { primaryFieldId }: Pick<Table, "primaryFieldId">,
  { fieldWidths }: Pick<ViewConfig, "fieldWidths">,
): number {
  return fieldWidths[field.id] ?? defaultWidth(field, primaryFieldId);
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
