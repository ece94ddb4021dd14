import { type QueryCacheNotifyEvent, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useState, useSyncExternalStore } from "react";
import { listingWithoutDate, shownDayRecords } from "@/components/listing/calendar-queries";
import { pageOf, pageSize } from "@/components/listing/record-pages";
import { countQuery, pageQuery, type RecordListing, rowOf } from "@/components/listing/record-queries";
import { findStackKey, listingOfStack } from "@/components/listing/stack-queries";
import { useStable } from "@/components/ui/use-stable";
import type { Filter } from "@/lib/contract/filters";
import { neighbourOf, type PlaceInView, placeNow } from "./place-in-view";

/** The position of a record in a listing; undefined if it was in none of the loaded rows. */
export function usePlaceInView(listing: RecordListing, recordId: string | null): PlaceInView | undefined {
  const row = useRow(listing, recordId);
  const [known, setKnown] = useState<{ recordId: string | null; place: PlaceInView }>();
  const place = placeNow(known, { recordId, row });
  if (place && (known?.recordId !== recordId || known.place.row !== place.row)) setKnown({ recordId, place });
  return place;
}

/**
 * The listing that shows a record: that of its stack on a board, that of the records without a date on a calendar, else
 * that of the view.
 */
export function useListingAround(
  listing: RecordListing,
  { recordId, filter }: { readonly recordId: string | null; readonly filter: Filter | null },
): RecordListing {
  const queryClient = useQueryClient();
  const { stackFieldId, startFieldId } = listing;
  const undated = useMemo(
    () => (startFieldId === undefined ? null : listingWithoutDate(listing, { filter, startFieldId })),
    [listing, filter, startFieldId],
  );
  const isUndated = useOfCache(
    () => recordId !== null && undated !== null && rowOf(queryClient, undated, recordId) !== undefined,
  );
  const key = useOfCache(() => {
    if (recordId === null || stackFieldId === undefined) return undefined;
    return findStackKey(queryClient, listing, recordId);
  });
  return useMemo(() => {
    if (undated && isUndated) return undated;
    return stackFieldId === undefined || key === undefined
      ? listing
      : listingOfStack(listing, stackFieldId, key);
  }, [listing, stackFieldId, key, undated, isUndated]);
}

export interface Neighbours {
  /** The number of rows; undefined until they are counted. */
  readonly count: number | undefined;
  readonly has: (by: 1 | -1) => boolean;
  /** The id of the next or previous record, loaded from the server if needed. */
  readonly find: (by: 1 | -1) => Promise<string | undefined>;
}

/** The records next to a position in a listing. */
export function useNeighbours(
  listing: RecordListing,
  { recordId, place }: { readonly recordId: string; readonly place: PlaceInView | undefined },
): Neighbours {
  const queryClient = useQueryClient();
  const days = useOfCache(() => shownDayRecords(queryClient, listing));
  const { data: counted } = useQuery({ ...countQuery(listing), enabled: days === undefined });
  const count = days ? days.length : counted;

  async function idAt(at: number): Promise<string | undefined> {
    if (days) return days[at]?.id;
    const page = await queryClient.ensureQueryData(pageQuery(queryClient, listing, pageOf(at)));
    return page[at % pageSize]?.id;
  }
  const to = (by: 1 | -1) => place && neighbourOf(place, by, count ?? Number.POSITIVE_INFINITY);
  return {
    count,
    has: (by) => to(by) !== undefined,
    find: useStable(async (by) => {
      const next = to(by);
      const found = next === undefined ? undefined : await idAt(next);
      // The record is still in the listing: only its page was dropped from the cache.
      return next !== undefined && found === recordId ? idAt(next + by) : found;
    }),
  };
}

function useRow(listing: RecordListing, recordId: string | null): number | undefined {
  const queryClient = useQueryClient();
  return useOfCache(() => {
    if (recordId === null) return undefined;
    const row = shownDayRecords(queryClient, listing)?.findIndex(({ id }) => id === recordId);
    return row === undefined ? rowOf(queryClient, listing, recordId) : row < 0 ? undefined : row;
  });
}

/** A value derived from the cached records. */
function useOfCache<Value>(read: () => Value): Value {
  const queryClient = useQueryClient();
  const subscribe = useCallback(
    (onChange: () => void) =>
      queryClient.getQueryCache().subscribe((event) => {
        if (mayMoveRows(event)) onChange();
      }),
    [queryClient],
  );
  return useSyncExternalStore(subscribe, read, read);
}

function mayMoveRows({ type, query }: QueryCacheNotifyEvent): boolean {
  return cacheEvents.has(type) && query.queryKey[0] === "records";
}

/** `observerAdded` is another page of a calendar that is shown from the cache. */
const cacheEvents: ReadonlySet<QueryCacheNotifyEvent["type"]> = new Set([
  "updated",
  "removed",
  "observerAdded",
]);
