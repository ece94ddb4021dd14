import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { TablePlace } from "@/lib/contract/places";
import { hasSettings, type ViewSettings } from "@/lib/contract/view-settings";
import type { View } from "@/lib/contract/views";
import { listSettings } from "./list-settings";
import { pageSize } from "./record-pages";
import { pageQuery, type RecordListing } from "./record-queries";
import type { FirstPage } from "./use-records";

/** A listing and the first of its records. */
export interface ShownListing {
  readonly listing: RecordListing;
  readonly first: FirstPage;
}

interface Listed {
  readonly saved: View;
  /** A person's own settings in place of some that are saved. */
  readonly own: ViewSettings;
  readonly search: string;
}

/** What is listed, by a view as it is saved and by one's own settings. */
export function listingOf(place: TablePlace, { saved, own, search }: Listed): RecordListing {
  const { filter, sorts, groups, hiddenFieldIds } = { ...saved.config, ...own };
  const selection = JSON.stringify([filter, sorts, groups, hiddenFieldIds.toSorted()]);
  const sent = listSettings(own);
  return { ...place, viewId: saved.id, search, selection, groups, ...(hasSettings(sent) && { own: sent }) };
}

/**
 * The listing to show: the wanted one as soon as its first records are there, until then the one before, so that
 * no rows vanish while others are looked for. `served` are the records that came with the page.
 */
export function useListing(
  wanted: RecordListing,
  served: ShownListing,
): ShownListing & { isPending: boolean } {
  const queryClient = useQueryClient();
  const { records, hasMore } = served.first;
  // Records so large that not all of the first page came are read again.
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
