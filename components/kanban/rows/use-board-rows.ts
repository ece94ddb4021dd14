import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { indexesOf, type Range } from "@/components/listing/range";
import { pageOf } from "@/components/listing/record-pages";
import { dropPages, pageQuery, type RecordListing } from "@/components/listing/record-queries";
import { listingOfStack } from "@/components/listing/stack-queries";
import { type Rows, segmentsOf } from "@/components/record-card/rows/segments";
import type { Record } from "@/lib/contract/records";
import type { StackPage } from "@/lib/contract/stacks";
import type { BoardRows } from "../moves/card-moves";
import { stackIdOf } from "../stacks/stack-values";

type Stack = StackPage["stacks"][number];

export interface LoadedBoard {
  readonly rows: BoardRows;
  /** Loads rows of a stack's listing, instead of those wanted before. */
  readonly want: (stackId: string, rows: readonly Range[]) => void;
  /** Stops loading rows of a stack that is not drawn any more, except its first ones. */
  readonly release: (stackId: string) => void;
  /** The reason why wanted rows could not be loaded. */
  readonly error: Error | null;
  readonly retry: () => void;
}

/** The rows of all stacks: the first records of each, and the pages that are scrolled into view. */
export function useBoardRows(listing: RecordListing, response: StackPage | undefined): LoadedBoard {
  const queryClient = useQueryClient();
  const [wanted, setWanted] = useState<ReadonlyMap<string, readonly number[]>>(nothing);
  const stacks = response?.stacks ?? noStacks;
  const asked = stacks.flatMap((stack) => {
    const pages = wanted.get(stackIdOf(stack.key)) ?? [];
    return pages.map((page) => ({
      stack,
      page,
      listing: listingOfStack(listing, response?.fieldId ?? "", stack.key),
    }));
  });
  const queries = useQueries({
    queries: asked.map((each) => pageQuery(queryClient, each.listing, each.page)),
  });

  const [cache] = useState(() => new WeakMap<Stack, { parts: readonly unknown[]; rows: Rows }>());
  const rows = new Map<string, Rows>();
  for (const stack of stacks) {
    const pages = new Map<number, readonly Record[]>();
    for (const [index, each] of asked.entries()) {
      const data = queries[index]?.data;
      if (each.stack === stack && data) pages.set(each.page, data);
    }
    const parts = [...pages].flat();
    const known = cache.get(stack);
    const isSame =
      known?.parts.length === parts.length && parts.every((part, at) => part === known.parts[at]);
    const now = isSame ? known.rows : segmentsOf({ count: countOf(stack), head: stack.records, pages });
    if (!isSame) cache.set(stack, { parts, rows: now });
    rows.set(stackIdOf(stack.key), now);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: other pages are dropped when others are wanted
  useEffect(() => {
    const listings = new Map(asked.map((each) => [each.stack.key, each.listing]));
    for (const [key, each] of listings) {
      const pages = asked.filter(({ stack }) => stack.key === key).map(({ page }) => page);
      dropPages(queryClient, each, pages);
    }
  }, [wanted]);

  const want = useCallback((stackId: string, ranges: readonly Range[]) => {
    const pages = pagesWith(ranges);
    setWanted((before) => {
      const now = before.get(stackId) ?? [];
      // Pages stay wanted while none is missing, because they are shown.
      if (pages.length === 0 || pages.every((page) => now.includes(page))) return before;
      return new Map(before).set(stackId, [
        ...now.slice(-maxShown),
        ...pages.filter((page) => !now.includes(page)),
      ]);
    });
  }, []);
  const release = useCallback((stackId: string) => {
    setWanted((before) => {
      if (!before.has(stackId)) return before;
      const rest = new Map(before);
      rest.delete(stackId);
      return rest;
    });
  }, []);
  const failed = queries.filter(({ isError, data }) => isError && data === undefined);
  return {
    rows,
    want,
    release,
    error: failed[0]?.error ?? null,
    retry: () => {
      for (const query of failed) void query.refetch();
    },
  };
}

/** The rows of a stack. Until it is counted, one row stands for all that follow the first ones. */
function countOf({ count, records }: Stack): number {
  return count ?? records.length + 1;
}

/** The pages of a stack that stay loaded beside new ones. */
const maxShown = 3;

const nothing: ReadonlyMap<string, readonly number[]> = new Map();
const noStacks: StackPage["stacks"] = [];

function pagesWith(ranges: readonly Range[]): number[] {
  const pages = ranges.flatMap(({ first, end }) =>
    indexesOf({ first: pageOf(first), end: pageOf(end - 1) + 1 }),
  );
  return [...new Set(pages)];
}
