import type { GridColumn } from "@/components/cells/columns";
import { firstDraft } from "@/components/cells/editors";
import type { CellId } from "@/components/edits/edits";
import type { Area } from "../cursor/selection";

/** A new value of a cell, and its text, to be given back if it is refused. */
export interface NewValue {
  readonly value: unknown;
  readonly draft: string;
  /** The cell that it is moved from. */
  readonly movedFrom?: CellId;
}

/** New values for the cells of an area, whatever they come from: a clipboard, a series, nothing at all. */
export interface Filling {
  readonly area: Area;
  /** Undefined where a cell stays as it is. */
  readonly valueAt: (row: number, column: number) => NewValue | undefined;
}

/** A value as a cell of the column gets it; undefined stays so. */
export function newValueOf(column: GridColumn, value: unknown): NewValue | undefined {
  return value === undefined ? undefined : { value, draft: firstDraft(column, value) };
}
