import type { Record } from "@/lib/contract/records";
import type { Range } from "./range";

/** Records come in pages of this many. */
export const pageSize = 100;
/** Pages kept beside those in sight: going back a little costs no request, and memory stays flat. */
export const sparePages = 24;
/** As many come with one request. */
export const mostPages = 20;

export function pageOf(row: number): number {
  return Math.floor(row / pageSize);
}

/**
 * The pages that hold these rows and `margin` rows around, of `count` that there are. Where the margin is wide they
 * begin and end with blocks of half of it, so that who goes on needs a new block now and then, not a page each time.
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

/** The most rows around those in sight that are fetched with them. */
const widest = 8 * pageSize;

/**
 * How many rows around those in sight are fetched with them. Many where one goes fast, or where a request took long
 * the last time, because the server has to sort or is far away: fewer and larger ones are made then. None where one
 * has come by a leap, over more rows than that: a scrollbar that is dragged goes on to other places.
 */
export function marginFor({ by, taken }: { by: number; taken: number }): number {
  if (by > widest) return 0;
  if (by > pageSize / 4 || taken >= 250) return widest;
  return taken < 50 ? pageSize / 2 : pageSize;
}

/** Pages that follow each other, so that one request brings them. */
export interface Run {
  readonly first: number;
  readonly pages: number;
}

export function runsOf(pages: readonly number[]): Run[] {
  const runs: Run[] = [];
  for (const page of pages.toSorted((one, other) => one - other)) {
    const last = runs.at(-1);
    const follows = last && last.first + last.pages === page && last.pages < mostPages;
    if (follows) runs[runs.length - 1] = { ...last, pages: last.pages + 1 };
    else runs.push({ first: page, pages: 1 });
  }
  return runs;
}

/** Which of the held pages to let go: those farthest from the wanted ones, beyond `sparePages`. */
export function pagesToDrop(held: readonly number[], wanted: readonly number[]): number[] {
  const distance = (page: number) => Math.min(...wanted.map((each) => Math.abs(each - page)));
  return held
    .filter((page) => !wanted.includes(page))
    .sort((one, other) => distance(one) - distance(other))
    .slice(sparePages);
}

/** A page that has just come, with what is known to be newer: an edit may have settled while it was under way. */
export function keepNewer(come: readonly Record[], known: readonly Record[] = []): readonly Record[] {
  const knownById = new Map(known.map((record) => [record.id, record]));
  return come.map((record) => {
    const before = knownById.get(record.id);
    return before && before.updatedAt > record.updatedAt ? before : record;
  });
}

/** The page with those of its records that changed as they are now; the same page where none of them is in it. */
export function withRecords(
  page: readonly Record[],
  changed: ReadonlyMap<string, Record>,
): readonly Record[] {
  return page.some(({ id }) => changed.has(id))
    ? page.map((record) => changed.get(record.id) ?? record)
    : page;
}

/** What cells have become, by record and field, and when, in ISO 8601. */
export type ChangedCells = ReadonlyMap<string, { readonly at: string; readonly cells: Record["data"] }>;

/** The page with cells of its records as they became; of fields that it has, and of what it does not know newer. */
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
