import type { Field } from "@/lib/contract/fields";
import type { Table } from "@/lib/contract/tables";
import type { ViewConfig } from "@/lib/contract/views";
import { type EditorKind, fieldTypeOf } from "@/lib/field-types";

/** The pixels that a column grows or shrinks by per step of the menu. */
export const widthStep = 24;

/** The default width of a column, in pixels. */
export function defaultWidth(field: Field, primaryFieldId: string): number {
  const width = widths[fieldTypeOf(field).look.editor];
  return field.id === primaryFieldId ? Math.max(width, 220) : width;
}

export const narrowestColumn = 60;
export const widestColumn = 1_000;

/** Default widths by kind of editor, so that new field types have one. */
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

/** The width of a field's column in a view, in pixels. */
export function widthOf(
  field: Field,
  { primaryFieldId }: Pick<Table, "primaryFieldId">,
  { fieldWidths }: Pick<ViewConfig, "fieldWidths">,
): number {
  return fieldWidths[field.id] ?? defaultWidth(field, primaryFieldId);
}

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
