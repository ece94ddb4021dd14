import { type EditorKind, fieldTypeOf, type TypedField } from "../field-types";
import type { Table } from "./tables";
import type { ViewConfig } from "./views";

/** A field, as far as its width depends on it. */
interface WideField extends TypedField {
  readonly id: string;
}

/** The default width of a column, in pixels. */
export function defaultWidth(field: WideField, primaryFieldId: string): number {
  const width = widths[fieldTypeOf(field).look.editor];
  return field.id === primaryFieldId ? Math.max(width, 220) : width;
}

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
  people: 180,
  records: 180,
  none: 180,
};

/** The width of a field's column in a view, in pixels. */
export function widthOf(
  field: WideField,
  { primaryFieldId }: Pick<Table, "primaryFieldId">,
  { fieldWidths }: Pick<ViewConfig, "fieldWidths">,
): number {
  return fieldWidths[field.id] ?? defaultWidth(field, primaryFieldId);
}
