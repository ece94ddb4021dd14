import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { keepNewer } from "@/components/listing/record-pages";
import { recordsKey, retryPolicy } from "@/components/listing/record-queries";
import { type RecordSource, readRecord } from "@/components/listing/record-source";
import { api } from "@/lib/client/api";
import type { History } from "@/lib/contract/changes";
import { recordId as recordIdType } from "@/lib/contract/ids";
import type { RecordPlace } from "@/lib/contract/places";
import type { Record } from "@/lib/contract/records";

/**
 * A record with all its fields, also those its view hides. Cached as a page of its own, so that responses to edits
 * update it like other pages.
 */
export function recordQuery(queryClient: QueryClient, source: RecordSource, recordId: string) {
  return queryOptions<readonly Record[]>({
    queryKey: [...recordsKey(source), "page", "record", recordId],
    queryFn: async ({ signal, queryKey }) => {
      const record = await readRecord(source, recordId, signal);
      return keepNewer([record], queryClient.getQueryData<readonly Record[]>(queryKey));
    },
    ...retryPolicy,
    staleTime: 5_000,
  });
}

/** The changes of a record up to a moment, newest first. */
export function historyQuery(place: RecordPlace, updatedAt: string) {
  return infiniteQueryOptions({
    queryKey: [...recordsKey(place), "history", place.recordId, updatedAt],
    queryFn: ({ signal, pageParam }): Promise<History> =>
      api("GET /bases/{databaseId}/tables/{tableId}/records/{recordId}/history", {
        params: place,
        query: { limit: "20", ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    ...retryPolicy,
  });
}

/** The trash entry of a deleted record; null if there is none. */
export function trashedQuery({ databaseId, recordId }: RecordPlace) {
  return queryOptions({
    queryKey: ["trashed", databaseId, recordId],
    queryFn: async ({ signal }) => {
      const query = { itemId: recordId };
      const { trash } = await api("GET /bases/{databaseId}/trash", { params: { databaseId }, query, signal });
      return trash[0] ?? null;
    },
    ...retryPolicy,
    enabled: recordIdType.safeParse(recordId).success,
    staleTime: 0,
  });
}
