import type { Field } from "@/lib/contract/fields";
import { fieldTypeOf, type ResolvedType } from "@/lib/field-types";

/** A column's place, measured from the left edge of the grid. */
export interface Span {
  readonly left: number;
  readonly width: number;
}

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

/** A field as what draws and edits values takes it, where it is no column of a grid. */
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
