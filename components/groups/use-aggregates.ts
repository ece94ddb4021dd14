import { type UseQueryResult, useQueries } from "@tanstack/react-query";
import type { RecordListing } from "@/components/listing/record-queries";
import type { AggregateGroups } from "@/lib/contract/aggregates";
import { type Aggregation, aggregateQuery } from "./aggregate-query";

export interface Aggregated {
  /** The result of each aggregation, undefined until it is loaded. */
  readonly answers: readonly (AggregateGroups | undefined)[];
  /** The reason why one of them could not be loaded. */
  readonly error: Error | null;
}

/** Loads several aggregations. Returns the same object until a result changes. */
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
