import { textFinder } from "@/components/forms/find-text";
import type { Action } from "@/lib/contract/actions";

/** A database on the home page. */
export interface ListedBase {
  readonly id: string;
  readonly name: string;
  readonly tables: readonly ListedTable[];
  /** Time of the last change, in ms since 1970. */
  readonly changedAt: number;
  /** The actions that the person may do in it. */
  readonly actions: readonly Action[];
}

export interface ListedTable {
  readonly id: string;
  readonly name: string;
  /** Null if counting failed. */
  readonly records: { readonly count: number; readonly isExact: boolean } | null;
}

export const baseOrders = ["recent", "name"] as const;
export type BaseOrder = (typeof baseOrders)[number];

/** A search result; its matching tables come first. */
export interface FoundBase extends ListedBase {
  /** The number of matching tables. */
  readonly foundTables: number;
}

/** Finds databases whose name, or the name of one of their tables, contains every word of a search. */
export function findBases(
  bases: readonly ListedBase[],
  { search, order }: { readonly search: string; readonly order: BaseOrder },
): FoundBase[] {
  const fits = textFinder(search);
  return bases
    .flatMap((base) => {
      if (search.trim() === "") return [{ ...base, foundTables: 0 }];
      const found = base.tables.filter(({ name }) => fits(name));
      if (found.length === 0 && !fits(base.name)) return [];
      const others = base.tables.filter((table) => !found.includes(table));
      return [{ ...base, tables: [...found, ...others], foundTables: found.length }];
    })
    .toSorted(comparisons[order]);
}

const comparisons: { readonly [Order in BaseOrder]: (one: ListedBase, other: ListedBase) => number } = {
  recent: (one, other) => other.changedAt - one.changedAt,
  name: (one, other) => names.compare(one.name, other.name),
};

const names = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** The number of records in all tables, as text; undefined if counting failed. */
export function recordsText(tables: readonly ListedTable[]): string | undefined {
  const figures = tables.flatMap(({ records }) => records ?? []);
  if (figures.length < tables.length || tables.length === 0) return undefined;
  const sum = figures.reduce((total, { count }) => total + count, 0);
  const isExact = figures.every((figure) => figure.isExact);
  if (isExact) return sum === 1 ? "1 record" : `${sum.toLocaleString("en")} records`;
  return `about ${rounded(sum).toLocaleString("en")} records`;
}

/** Rounds to two significant digits, the precision of the estimate. */
function rounded(count: number): number {
  return Number(count.toPrecision(2));
}

/** A relative time such as "5 minutes ago". Both arguments are in ms since 1970. */
export function agoText(at: number, now: number): string {
  const seconds = Math.max(0, now - at) / 1_000;
  if (seconds < 60) return "just now";
  const [unit, length] = units.find(([, each]) => seconds >= each) ??
    units[units.length - 1] ?? ["minute", 60];
  return relative.format(-Math.floor(seconds / length), unit);
}

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 365 * 86_400],
  ["month", 30 * 86_400],
  ["week", 7 * 86_400],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
