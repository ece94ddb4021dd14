import { type QueryClient, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { TablePlace } from "@/lib/contract/places";
import type { Record } from "@/lib/contract/records";
import { pageOf, pageSize } from "./record-pages";
import { countQuery, dropPages, heldPage, pageQuery } from "./record-queries";

/** The first records, which come with the page itself. */
export interface FirstPage {
  readonly records: readonly Record[];
  readonly hasMore: boolean;
  /** When they were read, in milliseconds since 1970. */
  readonly readAt: number;
}

export interface RecordCount {
  /** How many rows there are, or, until that is known, how many have been seen. */
  readonly rows: number;
  readonly isKnown: boolean;
}

export function useRecordCount(place: TablePlace, first: FirstPage): RecordCount {
  const { data } = useQuery({
    ...countQuery(place),
    ...(!first.hasMore && { initialData: first.records.length, initialDataUpdatedAt: first.readAt }),
  });
  return data === undefined ? { rows: first.records.length, isKnown: false } : { rows: data, isKnown: true };
}

export interface Records {
  /** The record of a row, if it is at hand. */
  at(row: number): Record | undefined;
  find(recordId: string): Record | undefined;
  /** Why rows that are in sight could not be had. */
  readonly error: Error | null;
  retry(): void;
}

/** The records of some pages; the rest of them comes while others stay at hand. */
export function useRecordPages(place: TablePlace, first: FirstPage, pages: readonly number[]): Records {
  const queryClient = useQueryClient();
  const wanted = useRested(pages);
  useEffect(() => dropPages(queryClient, place, wanted), [queryClient, place, wanted]);
  const queries = useQueries({
    queries: wanted.map((page) => ({
      ...pageQuery(queryClient, place, page),
      ...(page === 0 && { initialData: first.records, initialDataUpdatedAt: first.readAt }),
    })),
  });
  const failed = queries.filter(({ isError, data }) => isError && data === undefined);
  return {
    at: (row) => heldPage(queryClient, place, pageOf(row))?.[row % pageSize],
    find: (recordId) => findRecord(queryClient, place, { recordId, wanted }),
    error: failed[0]?.error ?? null,
    retry: () => {
      for (const query of failed) void query.refetch();
    },
  };
}

function findRecord(
  queryClient: QueryClient,
  place: TablePlace,
  { recordId, wanted }: { recordId: string; wanted: readonly number[] },
): Record | undefined {
  for (const page of wanted) {
    const found = heldPage(queryClient, place, page)?.find((record) => record.id === recordId);
    if (found) return found;
  }
  return undefined;
}

/** How long pages must stay in sight before they are asked for: what is flung past is not. */
const rest = 40;

/** The pages, once they have stayed the same for a moment; at first at once. */
function useRested(pages: readonly number[]): readonly number[] {
  const [rested, setRested] = useState(pages);
  const name = pages.join();
  useEffect(() => {
    const timer = setTimeout(() => setRested(name === "" ? [] : name.split(",").map(Number)), rest);
    return () => clearTimeout(timer);
  }, [name]);
  return rested;
}
