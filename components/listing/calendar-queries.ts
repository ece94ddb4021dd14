import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { CalendarPage, CalendarSpan } from "@/lib/contract/calendar";
import type { Filter } from "@/lib/contract/filters";
import type { Record } from "@/lib/contract/records";
import { withDayRecords } from "./day-records";
import { keepNewer } from "./record-pages";
import { daysPart, listingKey, type RecordListing, retryPolicy, withNews } from "./record-queries";
import { readCalendar } from "./record-source";

/** The records of a calendar that touch some days. */
export function calendarQuery(queryClient: QueryClient, listing: RecordListing, span: CalendarSpan) {
  const { from, to, timeZone } = span;
  const { fieldIds } = listing;
  return queryOptions<CalendarPage>({
    queryKey: listingKey(listing, daysPart, from, to, timeZone, fieldIds),
    queryFn: async ({ queryKey, signal }) => {
      const response = await withNews(queryClient, listing, {
        read: () => readCalendar(listing, span, signal),
        change: withDayRecords,
      });
      const known = queryClient.getQueryData<CalendarPage>(queryKey);
      return withDayRecords(response, (records) => keepNewer(records, known?.records));
    },
    ...retryPolicy,
    staleTime: 15_000,
    structuralSharing: false,
  });
}

/** The records of the days that a calendar shows, by date; undefined for other listings, and until they are loaded. */
export function shownDayRecords(
  queryClient: QueryClient,
  listing: RecordListing,
): readonly Record[] | undefined {
  if (listing.startFieldId === undefined) return undefined;
  const [shown] = queryClient
    .getQueryCache()
    .findAll({ queryKey: listingKey(listing, daysPart), type: "active" });
  return (shown?.state.data as CalendarPage | undefined)?.records;
}

interface Undated {
  /** The filter of the view. */
  readonly filter: Filter | null;
  readonly startFieldId: string;
}

/** The listing of the records without a date, which have no place on a calendar. */
export function listingWithoutDate(
  { own, startFieldId: _, ...listing }: RecordListing,
  { filter, startFieldId }: Undated,
): RecordListing {
  const isUndated: Filter = { field: startFieldId, is_empty: true };
  // The filter of a shared view always applies.
  const other = listing.link ? (own?.filter ?? null) : filter;
  return {
    ...listing,
    selection: `${listing.selection} without date`,
    own: { ...own, filter: other ? { and: [other, isUndated] } : isUndated },
  };
}

/** The same records by date, as search results are counted. */
export function listingByDate({ own, ...listing }: RecordListing, startFieldId: string): RecordListing {
  return {
    ...listing,
    selection: `${listing.selection} by date`,
    own: { ...own, sorts: [{ fieldId: startFieldId, direction: "asc" }] },
  };
}
