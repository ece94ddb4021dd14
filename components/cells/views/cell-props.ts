import type { GridColumn } from "../columns";

/** What draws a value; it is never empty. */
export interface CellProps {
  readonly column: GridColumn;
  readonly value: unknown;
}
