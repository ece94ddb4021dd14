import { activeOf } from "../cursor/cursor";
import type { GridState } from "../grid-state";
import { selectCell } from "./commands";

/** Selects the cell of a field in the active row. Returns false if the grid does not show the field or has no rows. */
export function goToField(fieldId: string, grid: GridState): boolean {
  const column = grid.columns.findIndex(({ field }) => field.id === fieldId);
  if (column === -1 || grid.bounds.rows === 0) return false;
  grid.services.takeFocus();
  selectCell({ row: activeOf(grid.cursor).row, column }, grid);
  return true;
}
