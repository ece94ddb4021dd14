import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";
import { counted } from "@/components/tasks/counted";
import type { Record } from "@/lib/contract/records";
import { createRecordLoader, type RecordLoader, type Records } from "./record-loader";
import { countQuery, type RecordListing } from "./record-queries";

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
  /** Whether they are still being counted. */
  readonly isPending: boolean;
  /** Why they could not be counted. */
  readonly error: Error | null;
  retry(): void;
}

export function useRecordCount(listing: RecordListing, first: FirstPage): RecordCount {
  const { data, isPending, error, refetch } = useQuery({
    ...countQuery(listing),
    ...(!first.hasMore && { initialData: first.records.length, initialDataUpdatedAt: first.readAt }),
  });
  const isKnown = data !== undefined;
  return {
    rows: data ?? first.records.length,
    isKnown,
    isPending,
    error: isKnown ? null : error,
    retry: () => void refetch(),
  };
}

export function countText({ rows, isKnown }: RecordCount): string {
  return isKnown ? counted(rows, "record") : "Counting…";
}

/** What brings the records of a listing, and those that have come. */
export function useRecords(listing: RecordListing): { records: Records; loader: RecordLoader } {
  const queryClient = useQueryClient();
  const loader = useMemo(() => createRecordLoader(queryClient, listing), [queryClient, listing]);
  return { records: useSyncExternalStore(loader.subscribe, loader.records, loader.records), loader };
}
