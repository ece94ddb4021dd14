import type { Record } from "@/lib/contract/records";
import type { Range } from "./range";

/** The number of records per page. */
export const pageSize = 100;
/** Pages kept besides those in the viewport. Scrolling back a little needs no request, and memory stays flat. */
export const sparePages = 24;
/** The maximum number of pages per request. */
export const maxPages = 20;

export function pageOf(row: number): number {
  return Math.floor(row / pageSize);
}

/**
 * Returns the pages that contain these rows plus `margin` rows on either side, out of `count` rows. A wide margin is
 * aligned to blocks of half its size, so that steady scrolling needs a new block now and then instead of a request per
 * page.
 */
export function pagesFor(
  { first, end }: Range,
  { count, margin }: { count: number; margin: number },
): number[] {
  if (end <= first || count === 0) return [];
  const block = Math.max(1, Math.floor(margin / pageSize / 2));
  const from = Math.floor(pageOf(Math.max(0, first - margin)) / block) * block;
  const to = Math.ceil((pageOf(Math.min(count, end + margin) - 1) + 1) / block) * block;
  const behindLast = Math.min(to, pageOf(count - 1) + 1);
  return Array.from({ length: Math.max(0, behindLast - from) }, (_, index) => from + index);
}

/** The widest margin, in rows. */
const widest = 8 * pageSize;

/**
 * Chooses how many rows around the viewport to fetch. Fast scrolling and slow requests (a sort, a distant server) get
 * many, for fewer and larger requests. A jump of more rows than that gets none: a dragged scrollbar is likely to move
 * on.
 */
export function marginFor({ by, taken }: { by: number; taken: number }): number {
  if (by > widest) return 0;
  if (by > pageSize / 4 || taken >= 250) return widest;
  return taken < 50 ? pageSize / 2 : pageSize;
}

/** Consecutive pages, for one request. */
export interface Run {
  readonly first: number;
  readonly pages: number;
}

export function runsOf(pages: readonly number[]): Run[] {
  const runs: Run[] = [];
  for (const page of pages.toSorted((one, other) => one - other)) {
    const last = runs.at(-1);
    const follows = last && last.first + last.pages === page && last.pages < maxPages;
    if (follows) runs[runs.length - 1] = { ...last, pages: last.pages + 1 };
    else runs.push({ first: page, pages: 1 });
  }
  return runs;
}

/** Chooses the pages to drop: the farthest from the wanted ones, beyond `sparePages`. */
export function pagesToDrop(held: readonly number[], wanted: readonly number[]): number[] {
  const distance = (page: number) => Math.min(...wanted.map((each) => Math.abs(each - page)));
  return held
    .filter((page) => !wanted.includes(page))
    .sort((one, other) => distance(one) - distance(other))
    .slice(sparePages);
}

/**
 * Keeps cached records that are newer than those that arrived: an edit may have been saved while the page was loading.
 */
export function keepNewer(come: readonly Record[], known: readonly Record[] = []): readonly Record[] {
  const knownById = new Map(known.map((record) => [record.id, record]));
  return come.map((record) => {
    const before = knownById.get(record.id);
    return before && before.updatedAt > record.updatedAt ? before : record;
  });
}

/** Replaces changed records in a page. Returns the same page if it contains none of them. */
export function withRecords(
  page: readonly Record[],
  changed: ReadonlyMap<string, Record>,
): readonly Record[] {
  return page.some(({ id }) => changed.has(id))
    ? page.map((record) => changed.get(record.id) ?? record)
    : page;
}

/** New values of cells by record and field, and when they changed (ISO 8601). */
export type ChangedCells = ReadonlyMap<string, { readonly at: string; readonly cells: Record["data"] }>;

/** Applies changed cells to a page. Skips fields that the page lacks and records it has in a newer version. */
export function withCells(page: readonly Record[], changed: ChangedCells): readonly Record[] {
  const changedRecords = page.flatMap((record) => {
    const { at, cells } = changed.get(record.id) ?? nothing;
    const shown = Object.entries(cells).filter(([id]) => Object.hasOwn(record.data, id));
    if (shown.length === 0 || record.updatedAt > at) return [];
    return [[record.id, { ...record, data: { ...record.data, ...Object.fromEntries(shown) } }] as const];
  });
  return withRecords(page, new Map(changedRecords));
}

const nothing = { at: "", cells: {} };
