import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { ApiError } from "@/lib/contract/errors";
import type { RecordPage } from "@/lib/contract/lists";
import type { TablePlace } from "@/lib/contract/places";
import type { Record } from "@/lib/contract/records";
import { keepNewer, pageOf, pageSize, pagesToDrop, withRecord } from "./record-pages";

type Records = readonly Record[];

/** One page of a table's records. It is thrown away by `dropPages`, and asked for again when it is seen again later. */
export function pageQuery(queryClient: QueryClient, place: TablePlace, page: number) {
  return queryOptions<Records>({
    queryKey: pageKey(place, page),
    queryFn: async ({ signal, queryKey }) => {
      const answer = await fetchPage(place, page, signal);
      noteCount(queryClient, place, { page, answer });
      return keepNewer(answer.records, queryClient.getQueryData<Records>(queryKey));
    },
    ...patiently,
    staleTime: 5_000,
    // Comparing a hundred records deeply, to find that some changed, is dearer than drawing them.
    structuralSharing: false,
  });
}

/** How many records the table has. Asked apart from the first page, which must not wait for it. */
export function countQuery(place: TablePlace) {
  return queryOptions<number>({
    queryKey: countKey(place),
    queryFn: async ({ signal }) => {
      const { total } = await list(place, { limit: 1, total: true }, signal);
      return total ?? 0;
    },
    ...patiently,
    staleTime: 5_000,
  });
}

/** The records of a page that are at hand. */
export function heldPage(queryClient: QueryClient, place: TablePlace, page: number): Records | undefined {
  return queryClient.getQueryData<Records>(pageKey(place, page));
}

/** What the server answered for one record replaces what was there. */
export function putRecord(queryClient: QueryClient, place: TablePlace, record: Record): void {
  queryClient.setQueriesData<Records>({ queryKey: pagesKey(place) }, (page) =>
    page ? withRecord(page, record) : page,
  );
}

/** A new record goes to the end; gives its row. */
export function appendRecord(queryClient: QueryClient, place: TablePlace, record: Record): number {
  const row = queryClient.getQueryData<number>(countKey(place)) ?? 0;
  queryClient.setQueryData<number>(countKey(place), row + 1);
  queryClient.setQueryData<Records>(pageKey(place, pageOf(row)), (page) => {
    if (row % pageSize === 0) return [record];
    return page?.length === row % pageSize ? [...page, record] : page;
  });
  return row;
}

/** Lets go of pages far from the wanted ones, so that memory stays flat however far one scrolls. */
export function dropPages(queryClient: QueryClient, place: TablePlace, wanted: readonly number[]): void {
  const held = queryClient
    .getQueryCache()
    .findAll({ queryKey: pagesKey(place), type: "inactive" })
    .map(({ queryKey }) => queryKey.at(-1) as number);
  for (const page of pagesToDrop(held, wanted)) {
    queryClient.removeQueries({ queryKey: pageKey(place, page), exact: true });
  }
}

/** A row that was not there yesterday is no reason to give up, a bad request is. */
export const patiently = {
  retry: (failures: number, error: Error) =>
    failures < 3 && !(error instanceof ApiError && error.status < 429),
  retryDelay: (failures: number) => 300 * 2 ** failures,
  // Without a network the attempt fails and the grid says so, instead of waiting in silence.
  networkMode: "always" as const,
};

function fetchPage(place: TablePlace, page: number, signal: AbortSignal): Promise<RecordPage> {
  return list(place, { limit: pageSize, offset: page * pageSize, total: false }, signal);
}

function list(
  place: TablePlace,
  body: { limit: number; offset?: number; total: boolean },
  signal: AbortSignal,
): Promise<RecordPage> {
  return api("POST /bases/{databaseId}/tables/{tableId}/records/list", {
    params: { ...place },
    body,
    signal,
  });
}

/** The last page tells the count for nothing; one that shows the count to be out of date has it asked for again. */
function noteCount(
  queryClient: QueryClient,
  place: TablePlace,
  { page, answer: { records, hasMore } }: { page: number; answer: RecordPage },
): void {
  const seen = page * pageSize + records.length;
  const known = queryClient.getQueryData<number>(countKey(place));
  if (!hasMore && (records.length > 0 || page === 0)) queryClient.setQueryData(countKey(place), seen);
  else if (known !== undefined && (hasMore ? known <= seen : known > seen)) {
    void queryClient.invalidateQueries({ queryKey: countKey(place) });
  }
}

function pagesKey({ databaseId, tableId }: TablePlace) {
  return ["records", databaseId, tableId, "page"];
}

function pageKey(place: TablePlace, page: number) {
  return [...pagesKey(place), page];
}

function countKey({ databaseId, tableId }: TablePlace) {
  return ["records", databaseId, tableId, "count"];
}
