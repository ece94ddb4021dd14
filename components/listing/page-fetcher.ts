import type { RecordPage } from "@/lib/contract/lists";
import type { Record } from "@/lib/contract/records";
import { collect } from "./collect";
import { fillPage } from "./fill-page";
import { maxPages, pageSize, type Run, runsOf } from "./record-pages";

/** Dependencies of a page fetcher; tests pass their own. */
export interface PageFetching {
  list(request: { limit: number; offset?: number; cursor?: string }): Promise<RecordPage>;
  /** True if the page is cached and none of our own writes have moved records since it arrived. */
  isCurrent(page: number): boolean;
  /** Called with each response and the number of records before it. */
  onCome(answer: RecordPage, before: number): void;
  now(): number;
}

export interface PageFetcher {
  page(page: number): Promise<readonly Record[] | undefined>;
  /** How long the server last took to find an offset, in milliseconds. */
  taken(): number;
}

/** The keyset cursor of the page after the last one fetched. It saves the server from counting to an offset. */
interface Next {
  readonly page: number;
  readonly cursor: string;
  readonly at: number;
}

/** Maximum age of a cursor in ms: when others add or delete records before it, the rows after it shift. */
const goodFor = 10_000;

/** Creates a fetcher of pages. Consecutive pages requested in the same tick share one request. */
export function createPageFetcher(world: PageFetching): PageFetcher {
  let next: Next | undefined;
  let taken = 0;

  async function fetchRun({ first, pages }: Run): Promise<[number, readonly Record[]][]> {
    const start = world.now();
    const isKnown = next?.page === first && start - next.at < goodFor && world.isCurrent(first - 1);
    const known = isKnown ? next : undefined;
    const from = known ? { cursor: known.cursor } : { offset: first * pageSize };
    const answer = await fillPage(world.list, { limit: pages * pageSize, ...from });
    const at = world.now();
    if (!known) taken = at - start;
    if (answer.nextCursor !== null) next = { page: first + pages, cursor: answer.nextCursor, at };
    world.onCome(answer, first * pageSize);
    return Array.from({ length: pages }, (_, index) => [
      first + index,
      answer.records.slice(index * pageSize, (index + 1) * pageSize),
    ]);
  }

  return {
    page: collect({
      fetch: async (pages) => new Map((await Promise.all(runsOf(pages).map(fetchRun))).flat()),
      later: queueMicrotask,
      max: maxPages,
    }),
    taken: () => taken,
  };
}
