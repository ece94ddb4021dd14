import type { Record } from "@/lib/contract/records";
import { activeOf } from "../cursor/cursor";
import type { GridState } from "../grid-state";
import type { Hold } from "../input/typeahead-queue";
import { notifyHidden, selectRows } from "./go-to-rows";

/** New records, their intended row, and the hold on keys typed for them. */
interface NewRows {
  readonly row: number;
  readonly records: readonly Record[];
  readonly hold: Hold;
}

/**
 * Selects new rows and returns true if it did. Follows a single record that the view has placed elsewhere, if it is
 * loaded.
 */
export async function goToNewRows(grid: GridState, { row, records, hold }: NewRows): Promise<boolean> {
  const { services } = grid;
  await services.reloadRows();
  const { recordAt, rowOf, cursor } = services.state();
  const [first, ...more] = records;
  if (!first) return false;
  const isSameRecord = recordAt(row)?.id === first.id;
  const at = isSameRecord ? row : more.length === 0 ? rowOf(first.id) : undefined;
  if (at === undefined) notifyHidden(services, { records, lost: hold.end(false) });
  if (at === undefined || !hold.isWanted() || cursor.state === "editing") return false;
  const { column } = activeOf(cursor);
  const focus = { row: at + more.length, column };
  const reach = more.length > 0 ? "rows" : "cells";
  return selectRows(grid, { anchor: { row: at, column }, focus, reach }, first.id);
}
