import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { listingWithoutDate } from "@/components/listing/calendar-queries";
import { pageSize } from "@/components/listing/record-pages";
import { countQuery, pageQuery, type RecordListing } from "@/components/listing/record-queries";
import type { Filter } from "@/lib/contract/filters";

interface Source {
  /** The filter of the view. */
  readonly filter: Filter | null;
  readonly startFieldId: string;
  /** False until the records are shown; they are only counted before. */
  readonly isShown: boolean;
}

/** The records without a date. */
export function useWithoutDate(listing: RecordListing, { filter, startFieldId, isShown }: Source) {
  const queryClient = useQueryClient();
  const [pages, setPages] = useState(1);
  const undated = useMemo(
    () => listingWithoutDate(listing, { filter, startFieldId }),
    [listing, filter, startFieldId],
  );
  const { data: count } = useQuery(countQuery(undated));
  const wanted = isShown ? Array.from({ length: pages }, (_, page) => page) : [];
  const queries = useQueries({ queries: wanted.map((page) => pageQuery(queryClient, undated, page)) });
  const records = queries.flatMap(({ data }) => data ?? []);
  const failed = queries.filter(({ isError, data }) => isError && data === undefined);
  return {
    count,
    records,
    isLoaded: queries.every(({ data }) => data !== undefined),
    hasMore: count !== undefined && count > pages * pageSize,
    showMore: () => setPages(pages + 1),
    error: failed[0]?.error ?? null,
    retry: () => {
      for (const query of failed) void query.refetch();
    },
  };
}

export type WithoutDate = ReturnType<typeof useWithoutDate>;
