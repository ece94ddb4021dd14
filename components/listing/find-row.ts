import { limits } from "@/lib/contract/limits";
import type { RecordListRequest } from "@/lib/contract/lists";
import { fillPage } from "./fill-page";
import { lengthOf, type Range } from "./range";
import type { RecordListing } from "./record-queries";
import { readPage } from "./record-source";

/** Rows that are read on demand, as record ids. */
export interface RowsByIds {
  readonly count: number;
  /** The ids of the records in these rows, in order. */
  readonly idsIn: (rows: Range) => Promise<readonly string[]>;
  /** Sorts record ids by row; leaves out records that the rows do not contain. */
  readonly inOrder: (ids: readonly string[]) => Promise<readonly string[]>;
  /** The maximum number of rows per request. */
  readonly maxAtOnce: number;
}

/** The number of rows that a record is compared with at once. */
const maxCompared = 7;

/**
 * Finds the row of a record; undefined if no row contains it. Compares the record with a few rows spread over the
 * range, then narrows the range to the gap it falls into: three steps find it among a million rows.
 */
export async function findRow(recordId: string, rows: RowsByIds): Promise<number | undefined> {
  let range: Range = { first: 0, end: rows.count };
  while (lengthOf(range) > rows.maxAtOnce) {
    const compared = await Promise.all(spreadOver(range).map((row) => recordIn(row, rows)));
    const itself = compared.find(({ id }) => id === recordId);
    if (itself) return itself.row;
    const known = compared.flatMap(({ id }) => id ?? []);
    const ordered = await rows.inOrder([...known, recordId]);
    if (!ordered.includes(recordId)) return undefined;
    const before = new Set<string | undefined>(ordered.slice(0, ordered.indexOf(recordId)));
    const passed = compared.findLastIndex(({ id }) => before.has(id));
    const [last, next] = [compared[passed], compared[passed + 1]];
    range = { first: last ? last.row + 1 : range.first, end: next?.row ?? range.end };
  }
  const index = (await rows.idsIn(range)).indexOf(recordId);
  return index === -1 ? undefined : range.first + index;
}

/** Reads the rows of a listing from the server. */
export function rowsByIds(listing: RecordListing, count: number): RowsByIds {
  async function list(body: RecordListRequest & { limit: number }): Promise<readonly string[]> {
    const { records } = await fillPage((request) => readPage(listing, request), {
      ...body,
      fields: [],
      total: false,
    });
    return records.map(({ id }) => id);
  }
  return {
    count,
    maxAtOnce: limits.recordsPerCall,
    idsIn: async (rows) => (lengthOf(rows) > 0 ? list({ offset: rows.first, limit: lengthOf(rows) }) : []),
    inOrder: (ids) => list({ recordIds: [...ids], limit: ids.length }),
  };
}

async function recordIn(row: number, rows: RowsByIds): Promise<{ row: number; id: string | undefined }> {
  const [id] = await rows.idsIn({ first: row, end: row + 1 });
  return { row, id };
}

function spreadOver({ first, end }: Range): number[] {
  const step = Math.ceil((end - first) / (maxCompared + 1));
  return Array.from({ length: maxCompared }, (_, index) => first + step * (index + 1)).filter(
    (row) => row < end,
  );
}
