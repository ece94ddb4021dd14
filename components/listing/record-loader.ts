import { QueriesObserver, type QueryClient, type QueryObserverOptions } from "@tanstack/react-query";
import type { Record } from "@/lib/contract/records";
import type { Range } from "./range";
import { marginFor, pageOf, pageSize, pagesFor } from "./record-pages";
import { cachedPage, dropPages, pageQuery, type RecordListing, timeToFind } from "./record-queries";

/** A snapshot of the records that are loaded. */
export interface Records {
  /** The record in a row, if it is loaded. */
  at(row: number): Record | undefined;
  /** The row that a record is in now, if it is loaded. */
  rowOf(recordId: string): number | undefined;
  find(recordId: string): Record | undefined;
  /** The reason why wanted records could not be loaded. */
  readonly error: Error | null;
  retry(): void;
}

/** Loads the records in the viewport and some around them, and drops those far away. */
export interface RecordLoader {
  /** A new object whenever records have arrived or changed. */
  records(): Records;
  has(rows: readonly Range[]): boolean;
  /** Loads these rows and keeps them up to date, instead of the rows wanted before. */
  want(wanted: Wanted): void;
  /** True while some of these rows are loading for the first time. */
  isFetching(rows: readonly Range[]): boolean;
  subscribe(listener: () => void): () => void;
}

export interface Wanted {
  /** In order; collapsed rows may be between them. */
  readonly rows: readonly Range[];
  /** The rows drawn now, which stay drawn until others are loaded. */
  readonly drawn: readonly Range[];
  /** True once scrolling has stopped. */
  readonly isResting: boolean;
  /** One more row to keep loaded, wherever it is. */
  readonly kept: number;
  /** The total number of rows. */
  readonly count: number;
}

export function createRecordLoader(queryClient: QueryClient, listing: RecordListing): RecordLoader {
  const observer = new QueriesObserver(queryClient, []);
  let wanted: readonly number[] = [];
  let lastRow = 0;
  let margin = 0;
  let results = observer.getCurrentResult();
  let records = snapshot();

  function snapshot(): Records {
    return { at, rowOf, find, retry, error: failure() };
  }
  function failure(): Error | null {
    return missing().find(({ isError }) => isError)?.error ?? null;
  }
  function missing() {
    return results.filter(({ data }) => data === undefined);
  }
  /** Lists pages that are loading for the first time. They stay wanted, even if the viewport has left them. */
  function underWay(): readonly number[] {
    refresh();
    return wanted.filter((_, index) => results[index]?.data === undefined && results[index]?.isFetching);
  }
  function held(page: number): readonly Record[] | undefined {
    return cachedPage(queryClient, listing, page);
  }
  function at(row: number): Record | undefined {
    return held(pageOf(row))?.[row % pageSize];
  }
  function rowOf(recordId: string): number | undefined {
    for (const page of wanted) {
      const index = held(page)?.findIndex(({ id }) => id === recordId) ?? -1;
      if (index !== -1) return page * pageSize + index;
    }
    return undefined;
  }
  function find(recordId: string): Record | undefined {
    const row = rowOf(recordId);
    return row === undefined ? undefined : at(row);
  }
  function retry(): void {
    for (const result of missing()) if (result.isError) void result.refetch();
  }
  /** Takes a new snapshot only if data or the error changed: requests that start or end draw nothing. */
  function refresh(): void {
    const latest = observer.getCurrentResult();
    if (latest === results) return;
    const before = new Set(results.map(({ data }) => data));
    results = latest;
    const hasCome = results.some(({ data }) => data !== undefined && !before.has(data));
    if (hasCome || failure() !== records.error) records = snapshot();
  }
  return {
    records() {
      refresh();
      return records;
    },
    has: (rows) => inPages(rows).every((page) => held(page)),
    want({ rows, drawn, isResting, kept, count }) {
      const first = rows[0]?.first ?? lastRow;
      const by = Math.abs(first - lastRow);
      lastRow = first;
      // After a jump, fetches the margin only once scrolling has stopped.
      if (by > 0 || isResting) margin = marginFor({ by, taken: timeToFind(queryClient, listing) });
      const around = rows.flatMap((range) => pagesFor(range, { count, margin }));
      const pages = [...new Set([...around, ...inPages(drawn), pageOf(kept), ...underWay()])];
      if (pages.join() === wanted.join()) return;
      wanted = pages;
      const queries = pages.map((page) => pageQuery(queryClient, listing, page));
      // The observer accepts queries of any type and therefore types their data as unknown.
      observer.setQueries(queries as QueryObserverOptions[]);
      dropPages(queryClient, listing, pages);
    },
    isFetching(rows) {
      const pages = underWay();
      return inPages(rows).some((page) => pages.includes(page));
    },
    subscribe: (listener) => observer.subscribe(listener),
  };
}

/** The pages that contain these rows. */
function inPages(rows: readonly Range[]): number[] {
  return rows.flatMap((range) => pagesFor(range, { count: Number.POSITIVE_INFINITY, margin: 0 }));
}
