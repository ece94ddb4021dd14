import { QueriesObserver, type QueryClient, type QueryObserverOptions } from "@tanstack/react-query";
import type { Record } from "@/lib/contract/records";
import type { Range } from "./range";
import { marginFor, pageOf, pageSize, pagesFor } from "./record-pages";
import { dropPages, heldPage, pageQuery, type RecordListing, timeToFind } from "./record-queries";

/** The records that are at hand. */
export interface Records {
  /** The record of a row. */
  at(row: number): Record | undefined;
  /** The row that a record is in by now. */
  rowOf(recordId: string): number | undefined;
  find(recordId: string): Record | undefined;
  /** Why records that are wanted could not be had. */
  readonly error: Error | null;
  retry(): void;
}

/** Brings the records that are in sight, and some around them, and lets go of those far away. */
export interface RecordLoader {
  /** Another object whenever some have come or changed. */
  records(): Records;
  has(rows: readonly Range[]): boolean;
  /** Has these fetched and kept up to date, in place of those that were wanted before. */
  want(wanted: Wanted): void;
  /** Whether some of these are under way for the first time. */
  isFetching(rows: readonly Range[]): boolean;
  subscribe(listener: () => void): () => void;
}

export interface Wanted {
  /** In their order; between them may lie some that are hidden. */
  readonly rows: readonly Range[];
  /** Those that are drawn by now, and stay so until others can be. */
  readonly drawn: readonly Range[];
  /** Whether the scrolling has come to rest. */
  readonly isResting: boolean;
  /** One more, wherever it is. */
  readonly kept: number;
  /** How many there are in all. */
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
  /** Pages that are being fetched for the first time: those are waited for, though others be wanted by now. */
  function underWay(): readonly number[] {
    refresh();
    return wanted.filter((_, index) => results[index]?.data === undefined && results[index]?.isFetching);
  }
  function held(page: number): readonly Record[] | undefined {
    return heldPage(queryClient, listing, page);
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
  /** That some are asked for, or wanted no longer, changes nothing of what is drawn: nobody hears of that. */
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
      // Where one has leapt to, more is fetched once the scrolling rests.
      if (by > 0 || isResting) margin = marginFor({ by, taken: timeToFind(queryClient, listing) });
      const around = rows.flatMap((range) => pagesFor(range, { count, margin }));
      const pages = [...new Set([...around, ...inPages(drawn), pageOf(kept), ...underWay()])];
      if (pages.join() === wanted.join()) return;
      wanted = pages;
      const queries = pages.map((page) => pageQuery(queryClient, listing, page));
      // It takes queries of any kinds, and so knows them as queries of none.
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

/** The pages that hold these rows. */
function inPages(rows: readonly Range[]): number[] {
  return rows.flatMap((range) => pagesFor(range, { count: Number.POSITIVE_INFINITY, margin: 0 }));
}
