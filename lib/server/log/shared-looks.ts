import type { ChangeList } from "../../contract/changes";
import type { Actor } from "../access/author";
import { hasUnsettled, listChanges } from "./history";
import { withKnownNames } from "./known-names";
import { newsCountOf } from "./news";
import { hiddenInLog, withoutHidden } from "./seen-changes";

/** A page of the log as text, made once for all streams. */
export interface Page {
  readonly page: ChangeList;
  readonly json: string;
  /** Encodings of the text, by name. */
  readonly encoded: Map<string, Uint8Array>;
}

/** One read of the log after a position. */
export interface Look extends Page {
  /** True if entries after an empty page are not settled yet, so that it must be read again soon. */
  readonly isUnsettled: boolean;
  readonly databaseId: string;
  /** The page as callers see it from whom certain fields are hidden, by their other rights. */
  readonly seen: Map<ReadonlySet<string>, Map<string, Promise<Page>>>;
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
  return { ...textOf(page), isUnsettled, databaseId, seen: new Map() };
}

/** The page without the fields and names that the caller may not see. Callers with the same rights share it. */
export async function seenBy(actor: Actor, look: Look): Promise<Page> {
  const { databaseId, page } = look;
  if (page.changes.length === 0) return look;
  const { scopes, databases, expiresAt } = actor;
  const hidden = await hiddenInLog({ databaseId }, actor);
  if (databases === null && hidden.parts.size === 0) return look;
  const rights = { scopes, databases, expiresAt };
  const name = databases === null ? "" : JSON.stringify(rights);
  const alike = look.seen.get(hidden.parts) ?? new Map<string, Promise<Page>>();
  look.seen.set(hidden.parts, alike);
  const known = alike.get(name);
  if (known) return known;
  const seen = withKnownNames(withoutHidden(page.changes, hidden), rights).then((changes) =>
    textOf({ ...page, changes }),
  );
  alike.set(name, seen);
  seen.catch(() => alike.delete(name));
  return seen;
}

export function textOf(page: ChangeList): Page {
  return { page, json: JSON.stringify(page), encoded: new Map() };
}
