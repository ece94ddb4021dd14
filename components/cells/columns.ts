import type { Field } from "@/lib/contract/fields";
import { fieldTypeOf, type ResolvedType } from "@/lib/field-types";

/** The horizontal position of a column in pixels from the left edge of the grid. */
export interface ColumnExtent {
  readonly left: number;
  readonly width: number;
}

/** A field as a grid column. */
export interface GridColumn extends ColumnExtent {
  /** The index among the view's columns, from 0. */
  readonly index: number;
  readonly field: Field;
  readonly fieldType: ResolvedType;
  /** True for frozen columns, which come first and stay in view if there is room. */
  readonly isPinned: boolean;
  /** True if this person may not edit its cells. */
  readonly isLocked: boolean;
  readonly isPrimary: boolean;
}

/** A field as a column, to draw and edit values outside a grid. */
export function columnOf(
  field: Field,
  { index, width, isLocked }: Pick<GridColumn, "index" | "width" | "isLocked">,
): GridColumn {
  return {
    index,
    field,
    fieldType: fieldTypeOf(field),
    left: 0,
    width,
    isPinned: false,
    isPrimary: false,
    isLocked,
  };
}
