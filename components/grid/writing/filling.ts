import type { GridColumn } from "@/components/cells/columns";
import { firstDraft } from "@/components/cells/editors";
import type { CellId } from "@/components/edits/edits";
import type { Area } from "../cursor/selection";

/** A new value of a cell and its text, which is shown again if the value is refused. */
export interface NewValue {
  readonly value: unknown;
  readonly draft: string;
  /** The cell that the value is moved from. */
  readonly movedFrom?: CellId;
}

/** New values for the cells of an area: pasted, filled or cleared. */
export interface Filling {
  readonly area: Area;
  /** Undefined for cells that stay as they are. */
  readonly valueAt: (row: number, column: number) => NewValue | undefined;
}

/** A new value for a cell of the column; undefined stays undefined. */
export function newValueOf(column: GridColumn, value: unknown): NewValue | undefined {
  return value === undefined ? undefined : { value, draft: firstDraft(column, value) };
}
