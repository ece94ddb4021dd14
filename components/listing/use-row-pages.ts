import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Record } from "@/lib/contract/records";
import { indexesOf, type Range } from "./range";
import { pageOf, pageSize } from "./record-pages";
import { dropPages, pageQuery, type RecordListing } from "./record-queries";

export interface RowPages {
  /** The loaded pages by number. */
  readonly pages: ReadonlyMap<number, readonly Record[]>;
  /** The reason why visible records could not be loaded. */
  readonly error: Error | null;
  readonly retry: () => void;
}

/** Loads the records of the drawn rows, out of `count` rows. */
export function useRowPages(listing: RecordListing, drawn: readonly Range[], count: number): RowPages {
  const queryClient = useQueryClient();
  const wanted = pagesOf(drawn, count);
  const queries = useQueries({ queries: wanted.map((page) => pageQuery(queryClient, listing, page)) });
  const name = wanted.join();
  useEffect(() => {
    if (name !== "") dropPages(queryClient, listing, name.split(",").map(Number));
  }, [queryClient, listing, name]);

  const failed = queries.filter(({ isError, data }) => isError && data === undefined);
  return {
    pages: new Map(
      wanted.flatMap((page, index) => {
        const records = queries[index]?.data;
        return records ? [[page, records] as const] : [];
      }),
    ),
    error: failed[0]?.error ?? null,
    retry: () => {
      for (const query of failed) void query.refetch();
    },
  };
}

/** The pages of the drawn rows, and the next page when less than half of one is left. */
export function pagesOf(drawn: readonly Range[], count: number): number[] {
  const pages = drawn.flatMap(({ first, end }) => {
    const from = pageOf(Math.max(0, first - pageSize / 2));
    const to = pageOf(Math.min(count - 1, end - 1 + pageSize / 2));
    return indexesOf({ first: from, end: to + 1 });
  });
  return [...new Set(pages)];
}
