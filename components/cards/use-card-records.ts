import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Range } from "@/components/listing/range";
import { pageOf, pageSize } from "@/components/listing/record-pages";
import { dropPages, pageQuery, type RecordListing } from "@/components/listing/record-queries";
import type { Record } from "@/lib/contract/records";
import { pagesOf } from "./card-window";

export interface CardRecords {
  /** The record of a card, if it is loaded. */
  readonly at: (row: number) => Record | undefined;
  /** The reason why visible records could not be loaded. */
  readonly error: Error | null;
  readonly retry: () => void;
}

/** Loads the records of the drawn cards. */
export function useCardRecords(listing: RecordListing, drawn: readonly Range[], count: number): CardRecords {
  const queryClient = useQueryClient();
  const pages = pagesOf(drawn, count);
  const queries = useQueries({ queries: pages.map((page) => pageQuery(queryClient, listing, page)) });
  const name = pages.join();
  useEffect(() => {
    if (name !== "") dropPages(queryClient, listing, name.split(",").map(Number));
  }, [queryClient, listing, name]);

  const failed = queries.filter(({ isError, data }) => isError && data === undefined);
  return {
    at: (row) => queries[pages.indexOf(pageOf(row))]?.data?.[row % pageSize],
    error: failed[0]?.error ?? null,
    retry: () => {
      for (const query of failed) void query.refetch();
    },
  };
}
