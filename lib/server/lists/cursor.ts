import { hash } from "node:crypto";
import { badRequest } from "../../contract/errors";
import { isShortStanding, type ShortStanding, shorten } from "./short-standings";
import type { SortKey } from "./sort-sql";
import type { Standing } from "./standings";

/** What a page goes on with: nothing is kept of it here, so that it is good for ever and on every machine. */
export interface Listing {
  /** What the list is of, in the caller's words: a cursor belongs to it. */
  readonly identity: unknown;
  readonly keys: readonly SortKey[];
}

/** The cursor of the page that begins behind a record. */
export function cursorAfter(listing: Listing, standing: Standing): string {
  const short = shorten(listing.keys, standing);
  return Buffer.from(JSON.stringify([seal(listing, short), ...short])).toString("base64url");
}

/** Where the page of a cursor begins, for `lengthen`; a 400 for one that is of another list, or none. */
export function readCursor(listing: Listing, cursor: string): ShortStanding {
  const [given, ...standing] = decode(cursor);
  if (isShortStanding(listing.keys, standing) && given === seal(listing, standing)) return standing;
  throw badRequest([
    {
      path: "cursor",
      message:
        "takes the nextCursor of a page with the same sort, filter, search, view and recordIds, as it was answered",
    },
  ]);
}

/** Not a secret, just what tells a cursor of this list from others and from garbage. */
function seal({ identity, keys }: Listing, standing: ShortStanding): string {
  const order = keys.map(({ id, direction }) => [id, direction]);
  return hash("sha256", JSON.stringify([identity, order, standing]), "base64url").slice(0, 22);
}

function decode(cursor: string): unknown[] {
  try {
    const bytes = Buffer.from(cursor, "base64url");
    // One spelling only: what a decoder passes over would make another.
    const read: unknown = bytes.toString("base64url") === cursor ? JSON.parse(bytes.toString("utf8")) : [];
    return Array.isArray(read) ? read : [];
  } catch {
    return [];
  }
}
