import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { pageSize } from "./record-pages";
import { pageQuery, type RecordListing } from "./record-queries";
import { servedStacks, stacksQuery } from "./stack-queries";
import type { FirstPage } from "./use-records";

/** A listing and its first page. */
export interface ShownListing {
  readonly listing: RecordListing;
  readonly first: FirstPage;
}

/**
 * Returns the wanted listing once its first page or stacks are loaded, and the previous one until then, so that rows do
 * not vanish meanwhile. `served` is the page that the server rendered. Reads nothing if `isShown` is false.
 */
export function useListing(
  wanted: RecordListing,
  served: ShownListing,
  isShown: boolean,
): ShownListing & { isPending: boolean } {
  const queryClient = useQueryClient();
  // A calendar reads its records by days, which it chooses itself.
  const isRead = isShown && wanted.startFieldId === undefined;
  const isBoard = isRead && wanted.stackFieldId !== undefined;
  const isServed = isSame(wanted, served.listing);
  const page = useFirstPage(wanted, {
    served: isServed ? served.first : undefined,
    isEnabled: isRead && !isBoard,
  });
  const stacks = useQuery({
    ...stacksQuery(queryClient, wanted),
    enabled: isBoard,
    ...(isServed && servedStacks(served.first)),
  });
  const board = stacks.data && { ...noRecords, stacks: stacks.data, readAt: stacks.dataUpdatedAt };
  const { first, isError } = isBoard ? { first: board, isError: stacks.isError } : page;
  const [shown, setShown] = useState(served);
  const isPending = !isSame(shown.listing, wanted);
  if (isPending && isRead && first) setShown({ listing: wanted, first });
  else if (isPending && (!isRead || isError))
    setShown({ listing: wanted, first: { ...noRecords, readAt: 0 } });
  return { ...shown, isPending };
}

const noRecords = { records: [], hasMore: true };

function useFirstPage(
  wanted: RecordListing,
  { served, isEnabled }: { served: FirstPage | undefined; isEnabled: boolean },
): { first: FirstPage | undefined; isError: boolean } {
  const queryClient = useQueryClient();
  // The server may render only part of the first page if its records are large; then it is fetched again.
  const whole = served && (served.records.length >= pageSize || !served.hasMore) ? served : undefined;
  const { data, dataUpdatedAt, isError } = useQuery({
    ...pageQuery(queryClient, wanted, 0),
    enabled: isEnabled,
    ...(whole && { initialData: whole.records, initialDataUpdatedAt: whole.readAt }),
  });
  if (data === undefined) return { first: undefined, isError };
  const hasMore = whole ? whole.hasMore : data.length === pageSize;
  return { first: { records: data, hasMore, readAt: dataUpdatedAt }, isError };
}

function isSame(one: RecordListing, other: RecordListing): boolean {
  return one.viewId === other.viewId && one.search === other.search && one.selection === other.selection;
}
