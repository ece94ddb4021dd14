import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { listingByDate } from "@/components/listing/calendar-queries";
import { listingKey, type RecordListing, retryPolicy } from "@/components/listing/record-queries";
import { readPage } from "@/components/listing/record-source";
import type { Record } from "@/lib/contract/records";
import { spanOf } from "./spans/span";
import type { CalendarModel } from "./use-calendar";

/** Shows the day of the current search result, and returns the result. Results are counted by date. */
export function useHit(calendar: CalendarModel, listing: RecordListing, hit: number | null): Record | null {
  const { dates, focusOn, showsWithoutDate, toggleWithoutDate } = calendar;
  const sorted = listingByDate(listing, dates.start.id);
  const { data } = useQuery({
    queryKey: listingKey(sorted, "hit", hit),
    queryFn: ({ signal }) => readPage(sorted, { offset: hit ?? 0, limit: 1, total: false }, signal),
    ...retryPolicy,
    enabled: hit !== null,
  });
  const found = hit === null ? null : (data?.records[0] ?? null);
  const foundId = found?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new search result
  useEffect(() => {
    const span = found && spanOf(found, dates);
    if (span) focusOn({ day: span.first, on: "record", recordId: span.record.id });
    else if (found && !showsWithoutDate) toggleWithoutDate();
  }, [foundId]);
  return found;
}
