import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";
import { counted } from "@/components/tasks/counted";
import type { Record } from "@/lib/contract/records";
import type { StackPage } from "@/lib/contract/stacks";
import { createRecordLoader, type RecordLoader, type Records } from "./record-loader";
import { countQuery, type RecordListing } from "./record-queries";

/** The first records, as rendered by the server. */
export interface FirstPage {
  readonly records: readonly Record[];
  readonly hasMore: boolean;
  /** The stacks of a board, which has no records here. */
  readonly stacks?: StackPage;
  /** Time of reading, in milliseconds since 1970. */
  readonly readAt: number;
}

export interface RecordCount {
  /** The number of rows; until they are counted, the number seen so far. */
  readonly rows: number;
  readonly isKnown: boolean;
  /** True while the rows are being counted. */
  readonly isPending: boolean;
  /** The reason why they could not be counted. */
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

/** Provides the records of a listing and the loader that fetches them. */
export function useRecords(listing: RecordListing): { records: Records; loader: RecordLoader } {
  const queryClient = useQueryClient();
  const loader = useMemo(() => createRecordLoader(queryClient, listing), [queryClient, listing]);
  return { records: useSyncExternalStore(loader.subscribe, loader.records, loader.records), loader };
}
