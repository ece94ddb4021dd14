import { type UseQueryResult, useQueries } from "@tanstack/react-query";
import type { RecordListing } from "@/components/listing/record-queries";
import type { AggregateGroups } from "@/lib/contract/aggregates";
import { type Aggregation, aggregateQuery } from "./aggregate-query";

export interface Aggregated {
  /** What each aggregation gives, undefined until it is there. */
  readonly answers: readonly (AggregateGroups | undefined)[];
  /** Why one of them could not be had. */
  readonly error: Error | null;
}

/** What several aggregations give; the same object while nothing of it changes. */
export function useAggregates(listing: RecordListing, aggregations: readonly Aggregation[]): Aggregated {
  return useQueries({
    queries: aggregations.map((each) => aggregateQuery(listing, each)),
    combine: together,
  });
}

function together(results: readonly UseQueryResult<AggregateGroups>[]): Aggregated {
  return {
    answers: results.map(({ data }) => data),
    error: results.find(({ data, error }) => error && data === undefined)?.error ?? null,
  };
}
