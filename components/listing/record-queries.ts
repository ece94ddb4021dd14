import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { CalendarPage } from "@/lib/contract/calendar";
import { ApiError } from "@/lib/contract/errors";
import type { RecordPage } from "@/lib/contract/lists";
import type { TablePlace } from "@/lib/contract/places";
import type { Record } from "@/lib/contract/records";
import type { StackPage } from "@/lib/contract/stacks";
import type { ConfigOf } from "@/lib/contract/views";
import { withDayRecords } from "./day-records";
import { createPageFetcher, type PageFetcher } from "./page-fetcher";
import {
  type ChangedCells,
  keepNewer,
  pageOf,
  pageSize,
  pagesToDrop,
  withCells,
  withRecords,
} from "./record-pages";
import { type RecordSelection, type RecordSource, readPage } from "./record-source";
import { recordsOfStacks, withStackRecords } from "./stack-records";

type Records = readonly Record[];

/** Identifies a list of records and their order: those of a view, or the search results among them. */
export interface RecordListing extends RecordSource, RecordSelection {
  /** Changes whenever the saved view's records, order or fields change. */
  readonly selection: string;
  /** The fields that its records are grouped by, outermost first. */
  readonly groups: ConfigOf<"grid">["groups"];
  /** The field by which a board stacks its records. Left out for other views. */
  readonly stackFieldId?: string;
  /** The field by which a calendar places its records. Left out for other views. */
  readonly startFieldId?: string;
  /** The field with the last date of a record. Left out without one. */
  readonly endFieldId?: string;
}

/** One page of a listing. `dropPages` removes it from the cache; it is fetched again when it comes back into view. */
export function pageQuery(queryClient: QueryClient, listing: RecordListing, page: number) {
  return queryOptions<Records>({
    queryKey: pageKey(listing, page),
    queryFn: async ({ queryKey }) => {
      const records = await withNews<Records>(queryClient, listing, {
        read: async () => (await fetcherOf(queryClient, listing).page(page)) ?? [],
        change: (page, change) => change(page),
      });
      return keepNewer(records, queryClient.getQueryData<Records>(queryKey));
    },
    ...retryPolicy,
    staleTime: 15_000,
    // Comparing a hundred records deeply costs more than drawing them again.
    structuralSharing: false,
  });
}

/** The number of records in a listing. A query of its own, because counting must not delay the first page. */
export function countQuery(listing: RecordListing) {
  return queryOptions<number>({
    queryKey: countKey(listing),
    queryFn: async ({ signal }) => {
      const { total } = await readPage(listing, { limit: 1, total: true }, signal);
      return total ?? 0;
    },
    ...retryPolicy,
    staleTime: 5_000,
  });
}

/** The cached records of a page. */
export function cachedPage(
  queryClient: QueryClient,
  listing: RecordListing,
  page: number,
): Records | undefined {
  return queryClient.getQueryData<Records>(pageKey(listing, page));
}

/** How long the server last took to find an offset of the listing, in milliseconds. */
export function timeToFind(queryClient: QueryClient, listing: RecordListing): number {
  return fetcherOf(queryClient, listing).taken();
}

/** Replaces records with the server's response in every cached listing of their table. */
export function putRecords(queryClient: QueryClient, place: TablePlace, records: readonly Record[]): void {
  const changed = new Map(records.map((record) => [record.id, record]));
  changePages(queryClient, place, (page) => withRecords(page, changed));
}

/** Replaces cells with the values in the change log, in every cached listing of their table. */
export function putCells(queryClient: QueryClient, place: TablePlace, cells: ChangedCells): void {
  for (const arriving of arrivingAt(queryClient)) {
    if (arriving.tableId === place.tableId) arriving.news.push(cells);
  }
  changePages(queryClient, place, (page) => withCells(page, cells));
}

/** The parts of a listing that contain records. */
const pagesPart = "page";
export const stacksPart = "stacks";
export const daysPart = "days";

function changePages(queryClient: QueryClient, place: TablePlace, change: (page: Records) => Records): void {
  queryClient.setQueriesData<Records>({ queryKey: [...recordsKey(place), pagesPart] }, (page) =>
    page ? change(page) : page,
  );
  queryClient.setQueriesData<StackPage>({ queryKey: [...recordsKey(place), stacksPart] }, (response) =>
    response ? withStackRecords(response, change) : response,
  );
  queryClient.setQueriesData<CalendarPage>({ queryKey: [...recordsKey(place), daysPart] }, (response) =>
    response ? withDayRecords(response, change) : response,
  );
}

/** The cached records of a table in all its listings, except those of failed requests, which may be deleted. */
export function cachedRecords(queryClient: QueryClient, place: TablePlace): readonly Record[] {
  const cached = <Data>(part: string) =>
    queryClient
      .getQueryCache()
      .findAll({
        queryKey: [...recordsKey(place), part],
        predicate: ({ state }) => state.status === "success",
      })
      .map(({ state }) => state.data as Data);
  return [
    ...cached<Records>(pagesPart).flat(),
    ...cached<StackPage>(stacksPart).flatMap(recordsOfStacks),
    ...cached<CalendarPage>(daysPart).flatMap(({ records }) => records),
  ];
}

/**
 * A request for records under way, and the cells that changed meanwhile: its response may be older than those changes.
 */
interface Arriving {
  readonly tableId: string;
  readonly news: ChangedCells[];
}

const arrivals = new WeakMap<QueryClient, Set<Arriving>>();

function arrivingAt(queryClient: QueryClient): Set<Arriving> {
  const known = arrivals.get(queryClient) ?? new Set<Arriving>();
  arrivals.set(queryClient, known);
  return known;
}

interface ReadRecords<Data> {
  readonly read: () => Promise<Data>;
  /** Changes all records of a response. */
  readonly change: (data: Data, change: (records: Records) => Records) => Data;
}

/** Reads records, and applies the changes that became known meanwhile. */
export async function withNews<Data>(
  queryClient: QueryClient,
  { tableId }: TablePlace,
  { read, change }: ReadRecords<Data>,
): Promise<Data> {
  const arriving: Arriving = { tableId, news: [] };
  arrivingAt(queryClient).add(arriving);
  try {
    const data = await read();
    return arriving.news.reduce<Data>(
      (known, cells) => change(known, (page) => withCells(page, cells)),
      data,
    );
  } finally {
    arrivingAt(queryClient).delete(arriving);
  }
}

/**
 * Appends a new record to the cached rows and returns its row. A record that is cached already stays where it is,
 * because its listing may arrive before the response to its creation. Returns undefined until the rows have been
 * counted.
 */
export function appendRecord(
  queryClient: QueryClient,
  listing: RecordListing,
  record: Record,
): number | undefined {
  const there = rowOf(queryClient, listing, record.id);
  if (there !== undefined) return there;
  const row = queryClient.getQueryData<number>(countKey(listing));
  if (row === undefined) return undefined;
  queryClient.setQueryData<number>(countKey(listing), row + 1);
  queryClient.setQueryData<Records>(pageKey(listing, pageOf(row)), (page) => {
    if (row % pageSize === 0) return [record];
    return page?.length === row % pageSize ? [...page, record] : page;
  });
  return row;
}

/** Drops pages far from the wanted ones, so that memory stays flat however far a person scrolls. */
export function dropPages(queryClient: QueryClient, listing: RecordListing, wanted: readonly number[]): void {
  const held = queryClient
    .getQueryCache()
    .findAll({ queryKey: pagesKey(listing), type: "inactive" })
    .map(({ queryKey }) => queryKey.at(-1) as number);
  for (const page of pagesToDrop(held, wanted)) {
    queryClient.removeQueries({ queryKey: pageKey(listing, page), exact: true });
  }
}

/** Retries network failures, rate limits and server errors with backoff, but not invalid requests. */
export const retryPolicy = {
  retry: (failures: number, error: Error) =>
    failures < 3 && !(error instanceof ApiError && error.status < 429),
  retryDelay: (failures: number) => 300 * 2 ** failures,
};

/** The common prefix of all query keys for records of a table. */
export function recordsKey({ databaseId, tableId }: TablePlace) {
  return ["records", databaseId, tableId];
}

const fetchers = new WeakMap<QueryClient, Map<string, PageFetcher>>();

/** One fetcher per listing, so that concurrent requests for its pages are batched. */
function fetcherOf(queryClient: QueryClient, listing: RecordListing): PageFetcher {
  const ofClient = fetchers.get(queryClient) ?? new Map<string, PageFetcher>();
  fetchers.set(queryClient, ofClient);
  const key = JSON.stringify(pagesKey(listing));
  const known = ofClient.get(key);
  if (known) return known;
  const fetcher = createPageFetcher({
    list: (request) => readPage(listing, { ...request, total: false }),
    isCurrent: (page) => queryClient.getQueryState(pageKey(listing, page))?.isInvalidated === false,
    onCome: (answer, before) => noteCount(queryClient, listing, { before, answer }),
    now: () => performance.now(),
  });
  ofClient.set(key, fetcher);
  return fetcher;
}

/** Takes the count from the last page for free, and refetches it if another page contradicts it. */
function noteCount(
  queryClient: QueryClient,
  listing: RecordListing,
  { before, answer: { records, hasMore } }: { before: number; answer: RecordPage },
): void {
  const seen = before + records.length;
  const known = queryClient.getQueryData<number>(countKey(listing));
  if (!hasMore && (records.length > 0 || before === 0)) queryClient.setQueryData(countKey(listing), seen);
  else if (known !== undefined && (hasMore ? known <= seen : known > seen)) {
    void queryClient.invalidateQueries({ queryKey: countKey(listing) });
  }
}

export function pagesKey(listing: RecordListing) {
  return listingKey(listing, pagesPart);
}

function pageKey(listing: RecordListing, page: number) {
  return [...pagesKey(listing), page];
}

function countKey(listing: RecordListing) {
  return listingKey(listing, "count");
}

/** A query key for something read of a listing: `what`, and optionally which part of it. */
export function listingKey(listing: RecordListing, what: string, ...part: unknown[]) {
  const { viewId, search, selection, stack } = listing;
  // The keys of a stack do not begin with those of the whole view.
  return [...recordsKey(listing), what, viewId, search, selection, stack ?? null, ...part];
}

/** The row of a record, if it is cached. */
export function rowOf(
  queryClient: QueryClient,
  listing: RecordListing,
  recordId: string,
): number | undefined {
  for (const [queryKey, page] of queryClient.getQueriesData<Records>({ queryKey: pagesKey(listing) })) {
    const at = page?.findIndex(({ id }) => id === recordId) ?? -1;
    if (at !== -1) return (queryKey.at(-1) as number) * pageSize + at;
  }
  const at = firstOfStack(queryClient, listing).findIndex(({ id }) => id === recordId);
  return at === -1 ? undefined : at;
}

/** The first records of a stack, from the response for the whole board. */
function firstOfStack(queryClient: QueryClient, { stack, ...board }: RecordListing): Records {
  if (!stack) return [];
  const response = queryClient.getQueryData<StackPage>(listingKey(board, stacksPart));
  return response?.stacks.find(({ key }) => key === stack.key)?.records ?? [];
}
