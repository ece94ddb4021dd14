import { type QueryCacheNotifyEvent, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useState, useSyncExternalStore } from "react";
import { pageOf, pageSize } from "@/components/listing/record-pages";
import { countQuery, pageQuery, type RecordListing, rowOf } from "@/components/listing/record-queries";
import { findStackKey, listingOfStack } from "@/components/listing/stack-queries";
import { useStable } from "@/components/ui/use-stable";
import { neighbourOf, type PlaceInView, placeNow } from "./place-in-view";

/** The position of a record in a listing; undefined if it was in none of the loaded rows. */
export function usePlaceInView(listing: RecordListing, recordId: string | null): PlaceInView | undefined {
  const row = useRow(listing, recordId);
  const [known, setKnown] = useState<{ recordId: string | null; place: PlaceInView }>();
  const place = placeNow(known, { recordId, row });
  if (place && (known?.recordId !== recordId || known.place.row !== place.row)) setKnown({ recordId, place });
  return place;
}

/** The listing that shows a record: that of its stack on a board, else that of the view. */
export function useListingAround(listing: RecordListing, recordId: string | null): RecordListing {
  const queryClient = useQueryClient();
  const { stackFieldId } = listing;
  const key = useOfCache(() => {
    if (recordId === null || stackFieldId === undefined) return undefined;
    return findStackKey(queryClient, listing, recordId);
  });
  return useMemo(
    () =>
      stackFieldId === undefined || key === undefined ? listing : listingOfStack(listing, stackFieldId, key),
    [listing, stackFieldId, key],
  );
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
  const { data: count } = useQuery(countQuery(listing));

  async function idAt(at: number): Promise<string | undefined> {
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
  return useOfCache(() => (recordId === null ? undefined : rowOf(queryClient, listing, recordId)));
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
  return (type === "updated" || type === "removed") && query.queryKey[0] === "records";
}
