import { type HiddenRows, hiddenAt } from "@/components/groups/shown-rows";
import { activeOf, type Selecting } from "./cursor";
import type { Corners } from "./selection";
import type { Position } from "./steps";

/** The ids of the selected records by row, as far as they are loaded. */
export type SelectedIds = ReadonlyMap<number, string>;

/** The current positions of records. */
export interface RecordPositions {
  readonly idAt: (row: number) => string | undefined;
  readonly rowOf: (recordId: string) => number | undefined;
  readonly hiddenRows: HiddenRows;
}

/**
 * The ids of the selected records, to follow them when rows move. For whole fields only the active record, because they
 * contain all rows.
 */
export function selectedIds(cursor: Selecting, idAt: RecordPositions["idAt"]): SelectedIds {
  const ids = new Map<number, string>();
  for (const row of [activeOf(cursor).row, ...[cursor, ...cursor.further].flatMap(rowsToKnow)]) {
    const id = idAt(row);
    if (id !== undefined) ids.set(row, id);
  }
  return ids;
}

/**
 * Moves the cursor along with its records: the whole selection if they moved together, otherwise only the active cell.
 * Returns the same cursor if nothing moved, and null if the active record is not loaded or not visible.
 */
export function onItsRecords(
  cursor: Selecting,
  ids: SelectedIds,
  { idAt, rowOf, hiddenRows }: RecordPositions,
): Selecting | null {
  const { row } = activeOf(cursor);
  const id = ids.get(row);
  if (id === undefined) return cursor;
  const now = idAt(row) === id ? row : rowOf(id);
  if (now === undefined || (now !== row && hiddenAt(hiddenRows, now))) return null;
  const by = now - row;
  const areTogether = [...ids].every(([each, was]) => [was, undefined].includes(idAt(each + by)));
  if (areTogether && by === 0) return cursor;
  const { cycledTo, ...kept } = areTogether ? cursor : onActiveCell(cursor);
  return {
    ...kept,
    ...down(kept, by),
    ...(cycledTo && { cycledTo: rowsDown(cycledTo, by) }),
    further: kept.further.map((each) => down(each, by)),
  };
}

/** The cursor after its active record has disappeared: the rest of the selection would cover other records. */
export function withoutItsRecord(cursor: Selecting): Selecting {
  return isOfSomeRows(cursor) ? onActiveCell(cursor) : cursor;
}

function onActiveCell(cursor: Selecting): Selecting {
  const { cycledTo: _, ...rest } = cursor;
  const active = activeOf(cursor);
  return { ...rest, anchor: active, focus: active, reach: "cells", further: [] };
}

function down({ anchor, focus, reach }: Corners, by: number): Corners {
  return { anchor: rowsDown(anchor, by), focus: rowsDown(focus, by), reach };
}

function rowsDown({ row, column }: Position, by: number): Position {
  return { row: row + by, column };
}

function isOfSomeRows({ reach }: Corners): boolean {
  return reach === "cells" || reach === "rows";
}

/** In larger ranges only the ends are compared, because most rows are not loaded. */
const maxRows = 1_000;

function rowsToKnow(corners: Corners): number[] {
  const { anchor, focus } = corners;
  if (!isOfSomeRows(corners)) return [];
  const [first, last] = [Math.min(anchor.row, focus.row), Math.max(anchor.row, focus.row)];
  if (last - first >= maxRows) return [first, last];
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
