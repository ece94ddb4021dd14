import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { hasSettings, type ViewSettings } from "@/lib/contract/view-settings";
import { settingOf, type View } from "@/lib/contract/views";
import { listSettings } from "./list-settings";
import { pageSize } from "./record-pages";
import { pageQuery, type RecordListing } from "./record-queries";
import type { RecordSource } from "./record-source";
import type { FirstPage } from "./use-records";

/** A listing and its first page. */
export interface ShownListing {
  readonly listing: RecordListing;
  readonly first: FirstPage;
}

interface Listed {
  readonly saved: View;
  /** Personal settings that replace saved ones. */
  readonly own: ViewSettings;
  readonly search: string;
}

/** Derives the listing of a view from its saved and personal settings. */
export function listingOf(source: RecordSource, { saved, own, search }: Listed): RecordListing {
  const config = { ...saved.config, ...own };
  const { filter, sorts, hiddenFieldIds } = config;
  const groups = settingOf(config, "groups");
  const selection = JSON.stringify([filter, sorts, groups, hiddenFieldIds.toSorted()]);
  const sent = listSettings(own);
  return { ...source, viewId: saved.id, search, selection, groups, ...(hasSettings(sent) && { own: sent }) };
}

/**
 * Returns the wanted listing once its first page is loaded, and the previous one until then, so that rows do not vanish
 * meanwhile. `served` is the page that the server rendered.
 */
export function useListing(
  wanted: RecordListing,
  served: ShownListing,
): ShownListing & { isPending: boolean } {
  const queryClient = useQueryClient();
  const { records, hasMore } = served.first;
  // The server may render only part of the first page if its records are large; then it is fetched again.
  const isServed = isSame(wanted, served.listing) && (records.length >= pageSize || !hasMore);
  const { data, dataUpdatedAt, isError } = useQuery({
    ...pageQuery(queryClient, wanted, 0),
    ...(isServed && { initialData: served.first.records, initialDataUpdatedAt: served.first.readAt }),
  });
  const [shown, setShown] = useState(served);
  const isPending = !isSame(shown.listing, wanted);
  if (isPending && data !== undefined) {
    const hasMore = isServed ? served.first.hasMore : data.length === pageSize;
    setShown({ listing: wanted, first: { records: data, hasMore, readAt: dataUpdatedAt } });
  } else if (isPending && isError) {
    setShown({ listing: wanted, first: { records: [], hasMore: true, readAt: 0 } });
  }
  return { ...shown, isPending };
}

function isSame(one: RecordListing, other: RecordListing): boolean {
  return one.viewId === other.viewId && one.search === other.search && one.selection === other.selection;
}
