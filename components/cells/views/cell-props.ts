import type { GridColumn } from "../columns";

/** The props of a component that displays a value, which is never empty. */
export interface CellProps {
  readonly column: GridColumn;
  readonly value: unknown;
}
