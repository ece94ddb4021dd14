import { orderedFields, shownFields } from "@/components/fields/field-order";
import type { Field } from "@/lib/contract/fields";
import type { Table } from "@/lib/contract/tables";
import type { ViewConfig } from "@/lib/contract/views";
import { type EditorKind, fieldTypeOf, type ResolvedType } from "@/lib/field-types";
import type { Span } from "./viewport/geometry";

/** A field as the grid shows it. */
export interface GridColumn extends Span {
  /** Among the view's columns, from 0. */
  readonly index: number;
  readonly field: Field;
  readonly fieldType: ResolvedType;
  /** Whether it comes before those that are not, and stays in sight where there is room. */
  readonly isPinned: boolean;
  /** Whether the person at the page may not write its cells. */
  readonly isLocked: boolean;
  readonly isPrimary: boolean;
}

/** How a view lays the fields out, in the terms of the table model. */
export interface ColumnLayout {
  readonly columnOrder: string[];
  readonly columnVisibility: { [fieldId: string]: boolean };
  readonly columnSizing: { [fieldId: string]: number };
  readonly columnPinning: { start: string[]; end: string[] };
}

/** How the table model is to lay out what a view shows. */
export function layoutOf(table: Table, config: ViewConfig): ColumnLayout {
  const ordered = orderedFields(table, config.orderedFieldIds);
  const known = new Set(ordered.map(({ id }) => id));
  const frozen = shownFields(table, config).slice(0, config.frozenFieldCount);
  return {
    columnOrder: [...known],
    columnVisibility: Object.fromEntries(config.hiddenFieldIds.map((id) => [id, false])),
    columnSizing: Object.fromEntries(Object.entries(config.fieldWidths).filter(([id]) => known.has(id))),
    columnPinning: { start: frozen.map(({ id }) => id), end: [] },
  };
}

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
