import type { Record } from "@/lib/contract/records";
import type { Range } from "./geometry";

/** Records come in pages of this many. */
export const pageSize = 100;
/** Pages kept beside those in sight: going back a little costs no request, and memory stays flat. */
export const sparePages = 24;

export function pageOf(row: number): number {
  return Math.floor(row / pageSize);
}

/** The pages to have at hand for the rows in sight: theirs, and the next when less than half a page is left. */
export function pagesFor({ first, end }: Range, count: number): number[] {
  if (count === 0 || end <= first) return [];
  const from = pageOf(Math.max(0, first - pageSize / 2));
  const to = pageOf(Math.min(count - 1, end - 1 + pageSize / 2));
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
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
export function keepNewer(come: readonly Record[], known: readonly Record[] = []): Record[] {
  const knownById = new Map(known.map((record) => [record.id, record]));
  return come.map((record) => {
    const before = knownById.get(record.id);
    return before && before.updatedAt > record.updatedAt ? before : record;
  });
}

/** The page with one of its records as it is now; the same page where it is not in it. */
export function withRecord(page: readonly Record[], changed: Record): readonly Record[] {
  const index = page.findIndex((record) => record.id === changed.id);
  return index === -1 ? page : page.with(index, changed);
}
