import { type EntryGroup, type EntryKind, entryKinds, type PaletteEntry } from "./entry";
import { comparable, matchText } from "./match-text";

interface Ranking {
  readonly query: string;
  /** The ids of entries used before, the last one first. */
  readonly recentIds: readonly string[];
  /** The id of what is open, which is no destination. */
  readonly openId?: string | undefined;
}

/** The entries to show under headings: the best matches of a query, or the recent ones before all others. */
export function rankEntries(entries: readonly PaletteEntry[], ranking: Ranking): EntryGroup[] {
  const query = comparable(ranking.query);
  return query === "" ? listed(entries, ranking) : found(entries, { ...ranking, query });
}

/** The number of entries of a kind for a query. */
const shownOfKind = 8;
const shownRecent = 6;
/** The number of tables, views and such listed without a query. */
const listedOfKind = 5;
/** The kinds of which everything is listed without a query. */
const listedWhole: ReadonlySet<EntryKind> = new Set(["Settings", "Actions", "Commands"]);

function listed(entries: readonly PaletteEntry[], { recentIds, openId }: Ranking): EntryGroup[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const recent = recentIds.flatMap((id) => (id === openId ? [] : (byId.get(id) ?? []))).slice(0, shownRecent);
  const rest = entries.filter((entry) => !entry.isHidden && !recent.includes(entry));
  return [
    ...(recent.length > 0 ? [{ value: "Recent", items: recent }] : []),
    ...entryKinds.flatMap((kind) => {
      const ofKind = rest.filter((entry) => entry.kind === kind);
      const shown = listedWhole.has(kind) ? ofKind : ofKind.slice(0, listedOfKind);
      return grouped(shown, ({ heading }) => heading ?? kind);
    }),
  ];
}

function found(entries: readonly PaletteEntry[], { query, recentIds }: Ranking): EntryGroup[] {
  const rated = entries
    .flatMap((entry, index) => {
      const rating = ratingOf(query, entry);
      return rating === null ? [] : [{ entry, index, rating: rating + bonusOf(entry, recentIds) }];
    })
    .sort((one, other) => other.rating - one.rating || one.index - other.index);
  const ranked = rated.map(({ entry }) => entry);
  return grouped(ranked, ({ kind }) => kind).map(({ value, items }) => ({
    value,
    items: items.slice(0, shownOfKind),
  }));
}

/** Recent entries go before others that match about as well. */
function bonusOf({ id }: PaletteEntry, recentIds: readonly string[]): number {
  const at = recentIds.indexOf(id);
  return at === -1 ? 0 : 60 - at;
}

/** An entry is also found by its table or database with its own name, such as “crm contacts”. */
function ratingOf(query: string, { label, detail, isHidden }: PaletteEntry): number | null {
  const own = matchText(query, label);
  const rating = own ?? (detail === undefined ? null : lower(matchText(query, `${detail} ${label}`)));
  return rating === null || !isHidden ? rating : rating - 1;
}

function lower(rating: number | null): number | null {
  return rating === null || rating < 200 ? null : rating - 200;
}

/** Groups entries by their headings, in the order of their first entries. */
function grouped(entries: readonly PaletteEntry[], headingOf: (entry: PaletteEntry) => string): EntryGroup[] {
  const groups = new Map<string, PaletteEntry[]>();
  for (const entry of entries) {
    const heading = headingOf(entry);
    groups.set(heading, [...(groups.get(heading) ?? []), entry]);
  }
  return [...groups].map(([value, items]) => ({ value, items }));
}
