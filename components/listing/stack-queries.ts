import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Record } from "@/lib/contract/records";
import type { StackPage } from "@/lib/contract/stacks";
import type { StackKey } from "@/lib/field-types/stacks";
import { keepNewer } from "./record-pages";
import {
  listingKey,
  pagesKey,
  type RecordListing,
  retryPolicy,
  stacksPart,
  withNews,
} from "./record-queries";
import { readStacks } from "./record-source";
import { recordsOfStacks, withStackRecords } from "./stack-records";
import type { FirstPage } from "./use-records";

/** The stacks of a board, each with its first records: one request for all. */
export function stacksQuery(queryClient: QueryClient, listing: RecordListing) {
  return queryOptions<StackPage>({
    queryKey: listingKey(listing, stacksPart),
    queryFn: async ({ queryKey, signal }) => {
      const response = await withNews(queryClient, listing, {
        read: () => readStacks(listing, signal),
        change: withStackRecords,
      });
      const known = queryClient.getQueryData<StackPage>(queryKey);
      return withStackRecords(response, (records) => keepNewer(records, known && recordsOfStacks(known)));
    },
    ...retryPolicy,
    staleTime: 15_000,
    structuralSharing: false,
  });
}

/** Begins `stacksQuery` with the stacks that came with the page. If they are not counted, they are read again at once. */
export function servedStacks({ stacks, readAt }: FirstPage) {
  if (!stacks) return {};
  const isCounted = stacks.stacks.every(({ count }) => count !== null);
  return { initialData: stacks, initialDataUpdatedAt: isCounted ? readAt : 0 };
}

/** The listing of one stack of a board. */
export function listingOfStack(listing: RecordListing, fieldId: string, key: StackKey): RecordListing {
  return { ...listing, stack: { fieldId, key } };
}

/** The key of the stack that shows a record, if it is loaded. */
export function findStackKey(
  queryClient: QueryClient,
  listing: RecordListing,
  recordId: string,
): StackKey | undefined {
  const response = queryClient.getQueryData<StackPage>(listingKey(listing, stacksPart));
  const has = (records: readonly Record[] | undefined) => records?.some(({ id }) => id === recordId);
  const stack = response?.stacks.find(({ records }) => has(records));
  if (stack || !response) return stack?.key;
  return response.stacks.find(({ key }) => {
    const queryKey = pagesKey(listingOfStack(listing, response.fieldId, key));
    return queryClient.getQueriesData<readonly Record[]>({ queryKey }).some(([, page]) => has(page));
  })?.key;
}
