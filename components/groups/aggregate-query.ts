import { queryOptions } from "@tanstack/react-query";
import { listingKey, patiently, type RecordListing, recordsKey } from "@/components/listing/record-queries";
import { api } from "@/lib/client/api";
import type { AggregateFunction, AggregateGroups } from "@/lib/contract/aggregates";
import type { TablePlace } from "@/lib/contract/places";
import type { ViewConfig } from "@/lib/contract/views";

/** What is computed of a listing's records: once for all of them, or for each group. */
export interface Aggregation {
  /** The outermost first. */
  readonly groupBy: readonly ViewConfig["groups"][number][];
  readonly aggregates: readonly { readonly field: string; readonly function: AggregateFunction }[];
}

const what = "aggregate";

/** What begins the key of everything that was computed of a table's records. */
export function aggregatesKey(place: TablePlace) {
  return [...recordsKey(place), what];
}

/** Which records are meant, as a call says it. */
export function recordsMeant({ viewId, search, own }: RecordListing) {
  return {
    viewId,
    ...(own?.filter !== undefined && { config: { filter: own.filter } }),
    ...(search !== "" && { search }),
  };
}

/** It is out of date whenever the records of the table are. */
export function aggregateQuery(listing: RecordListing, { groupBy, aggregates }: Aggregation) {
  const { databaseId, tableId } = listing;
  return queryOptions<AggregateGroups>({
    queryKey: listingKey(listing, what, groupBy, aggregates),
    queryFn: ({ signal }) =>
      api("POST /bases/{databaseId}/tables/{tableId}/records/aggregate", {
        params: { databaseId, tableId },
        body: {
          groupBy: groupBy.map(({ fieldId, direction }) => ({ field: fieldId, direction })),
          aggregates: [...aggregates],
          ...recordsMeant(listing),
        },
        signal,
      }),
    ...patiently,
    staleTime: 5_000,
  });
}
