import type { RecordPage } from "@/lib/contract/lists";
import type { Record } from "@/lib/contract/records";
import { collect } from "./collect";
import { fillPage } from "./fill-page";
import { mostPages, pageSize, type Run, runsOf } from "./record-pages";

/** How pages are had; tests give another. */
export interface PageFetching {
  list(request: { limit: number; offset?: number; cursor?: string }): Promise<RecordPage>;
  /** Whether a page is at hand, and nothing of ours has moved records since it came. */
  isCurrent(page: number): boolean;
  /** Told what came, and how many records lie before it. */
  onCome(answer: RecordPage, before: number): void;
  now(): number;
}

export interface PageFetcher {
  page(page: number): Promise<readonly Record[] | undefined>;
  /** How long the server last took to find a place, in milliseconds. */
  taken(): number;
}

/** Where the page behind one that has come begins: from there the server need not count its way. */
interface Next {
  readonly page: number;
  readonly cursor: string;
  readonly at: number;
}

/** So many milliseconds that is taken as right: records that others add or delete before it move those behind. */
const goodFor = 10_000;

/** Fetches pages; those that are asked for at one time and follow each other come with one request. */
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
      most: mostPages,
    }),
    taken: () => taken,
  };
}
