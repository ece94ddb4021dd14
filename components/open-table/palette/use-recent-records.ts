import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { nameQuery } from "@/components/listing/record-names";
import type { RecordPlace } from "@/lib/contract/places";
import { recordOfEntry } from "./entry-ids";

/** A record opened before, with its present name. */
export interface RecentRecord {
  readonly place: RecordPlace;
  readonly name: string;
}

const maxNames = 6;

/** Loads the names of records opened before. Those that are gone, unnamed or not permitted are left out. */
export function useRecentRecords(recentIds: readonly string[], mayRead: boolean): readonly RecentRecord[] {
  const queryClient = useQueryClient();
  const places = useMemo(
    () => (mayRead ? recentIds.flatMap((id) => recordOfEntry(id) ?? []).slice(0, maxNames) : []),
    [recentIds, mayRead],
  );
  const names = useQueries({
    queries: places.map(({ recordId, ...place }) => nameQuery(queryClient, place, recordId)),
    combine: (results) => results.map(({ data }) => data),
  });
  return places.flatMap((place, at) => {
    const name = names[at];
    return name ? [{ place, name }] : [];
  });
}
