import type { ChangeList } from "../../contract/changes";
import { hasUnsettled, listChanges } from "./history";
import { newsCountOf } from "./news";

/** One read of the log after a position. */
export interface Look {
  readonly page: ChangeList;
  /** The page as JSON, serialised once for all streams. */
  readonly json: string;
  /** True if entries after an empty page are not settled yet, so that it must be read again soon. */
  readonly isUnsettled: boolean;
  /** Encodings of the page, by name. */
  readonly encoded: Map<string, Uint8Array>;
}

/** Time in ms that a page is cached for slower streams. */
const keptFor = 2_000;

interface SharedLook {
  readonly look: Promise<Look>;
  /** Number of notifications when the read began. */
  readonly newsCount: number;
  /** True for a page with changes, which never changes. */
  isKept: boolean;
}

const looks = new Map<string, SharedLook>();

/**
 * Reads the log of a database after a position. Streams at the same position share one read, unless it began before
 * the latest notification and may have missed its write.
 */
export function lookAfter(databaseId: string, since: string): Promise<Look> {
  const name = `${databaseId} ${since}`;
  const newsCount = newsCountOf(databaseId);
  const known = looks.get(name);
  if (known && (known.isKept || known.newsCount === newsCount)) return known.look;
  const shared: SharedLook = { look: read(databaseId, since), newsCount, isKept: false };
  looks.set(name, shared);
  const forget = () => {
    if (looks.get(name) === shared) looks.delete(name);
  };
  shared.look.then(({ page }) => {
    if (page.changes.length === 0) return forget();
    shared.isKept = true;
    setTimeout(forget, keptFor).unref();
  }, forget);
  return shared.look;
}

async function read(databaseId: string, since: string): Promise<Look> {
  const page = await listChanges({ databaseId }, since);
  const isUnsettled = page.changes.length === 0 && (await hasUnsettled({ databaseId }, page.next));
  return { page, json: JSON.stringify(page), isUnsettled, encoded: new Map() };
}
