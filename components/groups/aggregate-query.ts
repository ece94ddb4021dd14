import { queryOptions } from "@tanstack/react-query";
import { listingKey, type RecordListing, recordsKey, retryPolicy } from "@/components/listing/record-queries";
import { readAggregates } from "@/components/listing/record-source";
import type { AggregateFunction } from "@/lib/contract/aggregate-functions";
import type { AggregateGroups } from "@/lib/contract/aggregates";
import type { TablePlace } from "@/lib/contract/places";
import type { ConfigOf } from "@/lib/contract/views";

/** The values to compute for a listing's records: once for all of them, or per group. */
export interface Aggregation {
  /** Outermost first. */
  readonly groupBy: readonly ConfigOf<"grid">["groups"][number][];
  readonly aggregates: readonly { readonly field: string; readonly function: AggregateFunction }[];
}

const what = "aggregate";

/** The common prefix of all query keys for aggregates of a table's records. */
export function aggregatesKey(place: TablePlace) {
  return [...recordsKey(place), what];
}

/** A query for aggregates. It becomes stale with the table's records, because its key starts with theirs. */
export function aggregateQuery(listing: RecordListing, { groupBy, aggregates }: Aggregation) {
  return queryOptions<AggregateGroups>({
    queryKey: listingKey(listing, what, groupBy, aggregates),
    queryFn: ({ signal }) =>
      readAggregates(
        listing,
        {
          groupBy: groupBy.map(({ fieldId, direction }) => ({ field: fieldId, direction })),
          aggregates: [...aggregates],
        },
        signal,
      ),
    ...retryPolicy,
    staleTime: 5_000,
  });
}
