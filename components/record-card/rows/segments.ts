import { intersection, isEmptyRange, lengthOf, merged, type Range } from "@/components/listing/range";
import { pageSize } from "@/components/listing/record-pages";
import type { Record } from "@/lib/contract/records";

/** Consecutive rows of a list of cards: loaded records, or rows of its listing that are not loaded. */
export type Segment =
  | { readonly records: readonly Record[] }
  | { readonly records?: undefined; readonly missing: Range };

/** The rows of a list of cards in order. Few segments describe any number of rows. */
export type Rows = readonly Segment[];

interface LoadedRows {
  /** The number of records in the list. */
  readonly count: number;
  /** The first records. */
  readonly head: readonly Record[];
  /** Loaded pages by number. They replace the first records. */
  readonly pages: ReadonlyMap<number, readonly Record[]>;
}

export function segmentsOf({ count, head, pages }: LoadedRows): Rows {
  const segments: Segment[] = [];
  let next = 0;
  const loaded = [...pages].toSorted(([one], [other]) => one - other);
  if (!pages.has(0)) loaded.unshift([0, head]);
  for (const [page, records] of loaded) {
    const first = page * pageSize;
    if (first > next) segments.push({ missing: { first: next, end: first } });
    if (records.length > 0) segments.push({ records });
    next = first + records.length;
  }
  if (count > next) segments.push({ missing: { first: next, end: count } });
  return segments;
}

export function sizeOf(segment: Segment): number {
  return segment.records ? segment.records.length : lengthOf(segment.missing);
}

export function countRows(rows: Rows): number {
  return rows.reduce((sum, segment) => sum + sizeOf(segment), 0);
}

/** The record in a row; undefined if it is not loaded. */
export function recordAt(rows: Rows, row: number): Record | undefined {
  let first = 0;
  for (const segment of rows) {
    if (row < first + sizeOf(segment)) return segment.records?.[row - first];
    first += sizeOf(segment);
  }
  return undefined;
}

/** The row of a loaded record. */
export function rowOfRecord(rows: Rows, recordId: string): number | undefined {
  let first = 0;
  for (const segment of rows) {
    const index = segment.records?.findIndex(({ id }) => id === recordId) ?? -1;
    if (index !== -1) return first + index;
    first += sizeOf(segment);
  }
  return undefined;
}

/** All loaded records, in order. */
export function loadedIn(rows: Rows): readonly Record[] {
  return rows.flatMap(({ records }) => records ?? []);
}

/** Removes records where they are loaded. Returns the same rows if none is. */
export function withoutRecords(rows: Rows, ids: ReadonlySet<string>): Rows {
  if (!rows.some(({ records }) => records?.some(({ id }) => ids.has(id)))) return rows;
  return rows.flatMap((segment): Segment[] => {
    if (!segment.records) return [segment];
    const records = segment.records.filter(({ id }) => !ids.has(id));
    return records.length === 0 ? [] : [{ records }];
  });
}

/** Inserts records before a row, or at the end if there are fewer. */
export function withInserted(rows: Rows, row: number, records: readonly Record[]): Rows {
  const result: Segment[] = [];
  let first = 0;
  let isInserted = false;
  for (const segment of rows) {
    const size = sizeOf(segment);
    const at = row - first;
    if (isInserted || at >= size) result.push(segment);
    else {
      result.push(...splitBy(segment, at, records));
      isInserted = true;
    }
    first += size;
  }
  if (!isInserted) result.push({ records });
  return result;
}

function splitBy(segment: Segment, at: number, records: readonly Record[]): Segment[] {
  if (segment.records) return [{ records: segment.records.toSpliced(at, 0, ...records) }];
  const { first, end } = segment.missing;
  const parts: Segment[] = [
    { missing: { first, end: first + at } },
    { records },
    { missing: { first: first + at, end } },
  ];
  return parts.filter((part) => sizeOf(part) > 0);
}

/** The rows of the listing that are not loaded, among the shown rows of a range. */
export function missingIn(rows: Rows, range: Range): Range[] {
  const missing: Range[] = [];
  let first = 0;
  for (const segment of rows) {
    const size = sizeOf(segment);
    if (!segment.records) {
      const shown = intersection(range, { first, end: first + size });
      const by = segment.missing.first - first;
      if (!isEmptyRange(shown)) missing.push({ first: shown.first + by, end: shown.end + by });
    }
    first += size;
  }
  return merged(missing);
}
