import type { Record } from "@/lib/contract/records";
import { countRows, type Rows, rowOfRecord, withInserted, withoutRecords } from "./segments";

/** Cards shown at another place than the one in which the server has them. */
export interface MovedRecords {
  readonly records: readonly Record[];
  /** Counted without the moved cards, and used where `after` is not shown. */
  readonly row: number;
  /** The record before them; null at the top, undefined where the view's sorts decide. */
  readonly after: string | null | undefined;
}

/** Shows moved cards among the others of a list, before the server has confirmed it. */
export function withMoved(list: Rows, { records, row, after }: MovedRecords): Rows {
  const rows = withoutRecords(list, new Set(records.map(({ id }) => id)));
  return withInserted(rows, placeIn(rows, after, row), records);
}

function placeIn(rows: Rows, after: MovedRecords["after"], row: number): number {
  if (after === null) return 0;
  const before = after === undefined ? undefined : rowOfRecord(rows, after);
  return before === undefined ? Math.min(row, countRows(rows)) : before + 1;
}
