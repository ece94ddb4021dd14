import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { ApiError } from "@/lib/contract/errors";
import type { RecordListRequest, RecordPage } from "@/lib/contract/lists";
import type { TablePlace } from "@/lib/contract/places";
import type { Record } from "@/lib/contract/records";
import type { ViewConfig } from "@/lib/contract/views";
import type { ListSettings } from "./list-settings";
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

type Records = readonly Record[];

/** Which records, and in what order: those of a view, or of them those that a text is found in. */
export interface RecordListing extends TablePlace {
  readonly viewId: string;
  /** Empty for all of the view. */
  readonly search: string;
  /** Another one whenever the view, as it is saved, lists other records, another order or other fields. */
  readonly selection: string;
  /** What its records are in groups by, the outermost first. */
  readonly groups: ViewConfig["groups"];
  /** A person's own settings, which are sent in place of the view's; left out where there are none. */
  readonly own?: ListSettings;
}

/** One page of a listing. It is thrown away by `dropPages`, and asked for again when it is seen again later. */
export function pageQuery(queryClient: QueryClient, listing: RecordListing, page: number) {
  return queryOptions<Records>({
    queryKey: pageKey(listing, page),
    queryFn: async ({ queryKey }) => {
      const records = await withNews(queryClient, listing, async () => {
        return (await fetcherOf(queryClient, listing).page(page)) ?? [];
      });
      return keepNewer(records, queryClient.getQueryData<Records>(queryKey));
    },
    ...patiently,
    staleTime: 15_000,
    // Comparing a hundred records deeply, to find that some changed, is dearer than drawing them.
    structuralSharing: false,
  });
}

/** How many records a listing has. Asked apart from the first page, which must not wait for it. */
export function countQuery(listing: RecordListing) {
  return queryOptions<number>({
    queryKey: countKey(listing),
    queryFn: async ({ signal }) => {
      const { total } = await listRecords(listing, { limit: 1, total: true }, signal);
      return total ?? 0;
    },
    ...patiently,
    staleTime: 5_000,
  });
}

/** The records of a page that are at hand. */
export function heldPage(
  queryClient: QueryClient,
  listing: RecordListing,
  page: number,
): Records | undefined {
  return queryClient.getQueryData<Records>(pageKey(listing, page));
}

/** How long the server last took to find a place of the listing, in milliseconds. */
export function timeToFind(queryClient: QueryClient, listing: RecordListing): number {
  return fetcherOf(queryClient, listing).taken();
}

/** What the server answered for records replaces what was there, in every listing of their table. */
export function putRecords(queryClient: QueryClient, place: TablePlace, records: readonly Record[]): void {
  const changed = new Map(records.map((record) => [record.id, record]));
  queryClient.setQueriesData<Records>({ queryKey: [...recordsKey(place), "page"] }, (page) =>
    page ? withRecords(page, changed) : page,
  );
}

/** What the log says that cells have become replaces what was there, in every listing of their table. */
export function putCells(queryClient: QueryClient, place: TablePlace, cells: ChangedCells): void {
  for (const arriving of arrivingAt(queryClient)) {
    if (arriving.tableId === place.tableId) arriving.news.push(cells);
  }
  queryClient.setQueriesData<Records>({ queryKey: [...recordsKey(place), "page"] }, (page) =>
    page ? withCells(page, cells) : page,
  );
}

/** Records on their way, and what their cells have become meanwhile: they may have been read before that. */
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

async function withNews(
  queryClient: QueryClient,
  { tableId }: TablePlace,
  read: () => Promise<Records>,
): Promise<Records> {
  const arriving: Arriving = { tableId, news: [] };
  arrivingAt(queryClient).add(arriving);
  try {
    const records = await read();
    return arriving.news.reduce(withCells, records);
  } finally {
    arrivingAt(queryClient).delete(arriving);
  }
}

/**
 * A new record goes to the end, unless it has been read already, as where the answer of its making was late; gives its
 * row. Where the end is, is not known until the rows are counted.
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

/** Lets go of pages far from the wanted ones, so that memory stays flat however far one scrolls. */
export function dropPages(queryClient: QueryClient, listing: RecordListing, wanted: readonly number[]): void {
  const held = queryClient
    .getQueryCache()
    .findAll({ queryKey: pagesKey(listing), type: "inactive" })
    .map(({ queryKey }) => queryKey.at(-1) as number);
  for (const page of pagesToDrop(held, wanted)) {
    queryClient.removeQueries({ queryKey: pageKey(listing, page), exact: true });
  }
}

/** A row that was not there yesterday is no reason to give up, a bad request is. */
export const patiently = {
  retry: (failures: number, error: Error) =>
    failures < 3 && !(error instanceof ApiError && error.status < 429),
  retryDelay: (failures: number) => 300 * 2 ** failures,
};

/** What begins the key of everything that was read of a table's records. */
export function recordsKey({ databaseId, tableId }: TablePlace) {
  return ["records", databaseId, tableId];
}

const fetchers = new WeakMap<QueryClient, Map<string, PageFetcher>>();

/** One a listing: what is wanted of it at one time comes together. */
function fetcherOf(queryClient: QueryClient, listing: RecordListing): PageFetcher {
  const ofClient = fetchers.get(queryClient) ?? new Map<string, PageFetcher>();
  fetchers.set(queryClient, ofClient);
  const key = JSON.stringify(pagesKey(listing));
  const known = ofClient.get(key);
  if (known) return known;
  const fetcher = createPageFetcher({
    list: (request) => listRecords(listing, { ...request, total: false }),
    isCurrent: (page) => queryClient.getQueryState(pageKey(listing, page))?.isInvalidated === false,
    onCome: (answer, before) => noteCount(queryClient, listing, { before, answer }),
    now: () => performance.now(),
  });
  ofClient.set(key, fetcher);
  return fetcher;
}

/** Records of a listing; `body` says which. */
export function listRecords(
  { databaseId, tableId, viewId, search, own }: RecordListing,
  body: RecordListRequest,
  signal?: AbortSignal,
): Promise<RecordPage> {
  return api("POST /bases/{databaseId}/tables/{tableId}/records/list", {
    params: { databaseId, tableId },
    body: { ...body, viewId, ...(own && { config: own }), ...(search !== "" && { search }) },
    ...(signal && { signal }),
  });
}

/** The last page tells the count for nothing; one that shows the count to be out of date has it asked for again. */
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

function pagesKey(listing: RecordListing) {
  return listingKey(listing, "page");
}

function pageKey(listing: RecordListing, page: number) {
  return [...pagesKey(listing), page];
}

function countKey(listing: RecordListing) {
  return listingKey(listing, "count");
}

/** The key of something that was read of a listing: `what`, and which part of that. */
export function listingKey(listing: RecordListing, what: string, ...part: unknown[]) {
  const { viewId, search, selection } = listing;
  return [...recordsKey(listing), what, viewId, search, selection, ...part];
}

/** The row that a record is in, if that is at hand. */
export function rowOf(
  queryClient: QueryClient,
  listing: RecordListing,
  recordId: string,
): number | undefined {
  for (const [queryKey, page] of queryClient.getQueriesData<Records>({ queryKey: pagesKey(listing) })) {
    const at = page?.findIndex(({ id }) => id === recordId) ?? -1;
    if (at !== -1) return (queryKey.at(-1) as number) * pageSize + at;
  }
  return undefined;
}
