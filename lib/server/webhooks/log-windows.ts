import { limits } from "../../contract/limits";
import type { BasePlace } from "../../contract/places";
import { Prisma, query } from "../db";
import { groupBy } from "../group-by";
import { settledRows } from "../log/history";
import { isBefore, type Place, startOfLog } from "../log/log-place";
import type { MadeRow } from "../log/present-entries";
import { structureIn, type Window } from "./steps";

/** The bounds of a read, which has room for everything that one call writes. */
const bounds = { rows: limits.recordsPerCall + 500, bytes: 4_000_000, large: 5 };

export interface Windows {
  readonly windows: readonly Window[];
  /** The position after which they follow; later than the given one if entries after it have expired. */
  readonly after: Place;
}

/**
 * Reads what follows a position in the log: whole transactions, or the next part of one that is too large. The same
 * position always gives the same first window.
 */
export async function readWindows(place: BasePlace, position: Place): Promise<Windows> {
  const { rows, hasMore } = await settledRows(place, position, bounds);
  // Reads the start last, because entries deleted meanwhile were not read.
  const start = await startOfLog(place.databaseId);
  if (isBefore(position, start)) return { ...(await readWindows(place, start)), after: start };
  const groups = [...groupBy(rows, ({ xid }) => xid).values()];
  // The last transaction may go on.
  const isCut = hasMore && groups.length === 1;
  const windows: Window[] = [];
  let after = position;
  for (const own of hasMore && !isCut ? groups.slice(0, -1) : groups) {
    windows.push(await windowOf(own, after, isCut));
    after = endOf(own);
  }
  return { windows, after: position };
}

/** The position after entries. */
export function endOf(rows: readonly MadeRow[]): Place {
  const { xid, number } = rows.at(-1) as MadeRow;
  return { xid, number };
}

async function windowOf(rows: readonly MadeRow[], after: Place, isCut: boolean): Promise<Window> {
  const [{ xid }] = rows as [MadeRow];
  const isWhole = !isCut && (after.xid !== xid || after.number === "0");
  const structure = structureIn(isWhole ? rows : await structureRows(rows));
  return { rows, after, isWhole, ...structure };
}

/** The entries about tables and fields that a transaction has written besides these, which may come later. */
function structureRows(rows: readonly MadeRow[]): Promise<MadeRow[]> {
  const [{ xid }] = rows as [MadeRow];
  const tableIds = [...new Set(rows.flatMap(({ tableId }) => tableId ?? []))];
  return query<MadeRow>(Prisma.sql`
    SELECT "kind", "itemId", "before", "after" FROM "Change"
    WHERE "tableId" = ANY(${tableIds}) AND "recordId" IS NULL AND "kind" IN ('table', 'field') AND "xid" = ${xid}::bigint`);
}
