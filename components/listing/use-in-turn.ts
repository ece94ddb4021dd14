import { type QueryKey, type UseQueryOptions, useQueries } from "@tanstack/react-query";
import { useEffect, useState } from "react";

/** The number of queries that run at the same time. */
const atOnce = 3;

interface InTurn<Data> {
  /** The data of each query so far, in order. */
  readonly found: readonly (Data | undefined)[];
  readonly isOver: boolean;
}

/**
 * Runs queries about a text a few at a time, until `isEnough`. When the text changes, those under way are cancelled.
 * Nothing runs while it is empty.
 */
export function useInTurn<Data>(
  about: string,
  queries: readonly UseQueryOptions<Data, Error, Data, QueryKey>[],
  isEnough: (found: readonly (Data | undefined)[]) => boolean = () => false,
): InTurn<Data> {
  const isOff = about === "";
  const [progress, setProgress] = useState({ about, reach: atOnce });
  const reach = progress.about === about ? progress.reach : atOnce;
  const results = useQueries({
    queries: queries.slice(0, reach).map((query) => ({ ...query, enabled: !isOff })),
  });
  const found = isOff ? [] : results.map(({ data }) => data as Data | undefined);
  const isLoading = !isOff && results.some(({ isPending }) => isPending);
  const isOver = isOff || (!isLoading && (reach >= queries.length || isEnough(found)));
  useEffect(() => {
    if (!isLoading && !isOver) setProgress({ about, reach: reach + atOnce });
  }, [isLoading, isOver, about, reach]);
  return { found, isOver };
}
