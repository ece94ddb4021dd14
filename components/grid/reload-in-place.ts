import { activeOf, isOneCell, select } from "./cursor";
import type { GridState } from "./grid-state";

/** Has the rows read again. Where one cell is selected, it is that of the same record afterwards, if that is at hand. */
export async function reloadInPlace(state: () => GridState): Promise<void> {
  const before = state();
  const { row } = activeOf(before.cursor);
  const recordId = before.recordAt(row)?.id;
  await before.services.reloadRows();
  const { cursor, bounds, rowOf, setCursor } = state();
  const active = activeOf(cursor);
  const isThere = cursor.state === "selecting" && isOneCell(cursor) && active.row === row;
  const now = isThere && recordId !== undefined ? rowOf(recordId) : undefined;
  if (now !== undefined && now !== row) setCursor(select({ row: now, column: active.column }, bounds));
}
