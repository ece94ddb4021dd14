import type { ChangeList } from "../../contract/changes";
import { hasUnsettled, listChanges } from "./history";
import { newsCountOf } from "./news";

/** One look at the log after a place in it. */
export interface Look {
  readonly page: ChangeList;
  /** The page as JSON, made once for all who send it. */
  readonly json: string;
  /** Whether something behind an empty page is written and not settled yet: it is to be looked at again soon. */
  readonly isUnsettled: boolean;
  /** Made from the page once, by the name of what is made. */
  readonly encoded: Map<string, Uint8Array>;
}

/** Streams that come to a page this much later read it from here. */
const keptFor = 2_000;

interface SharedLook {
  readonly look: Promise<Look>;
  /** What had been told of the database when the look was begun. */
  readonly newsCount: number;
  /** A page with changes in it is the same for ever. */
  isKept: boolean;
}

const looks = new Map<string, SharedLook>();

/**
 * Reads the log of a database after a place. Streams that stand at the same place, as all that follow it come to, share
 * one reading. A look that was begun before the latest news is not shared: it may have missed what was written.
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
