import { hash } from "node:crypto";
import { badRequest } from "../../contract/errors";
import type { KeysetPosition } from "./keyset";
import { isShortKeyset, type ShortKeyset, shorten } from "./short-keyset";
import type { SortKey } from "./sort-sql";

/**
 * The list that a cursor belongs to. Nothing is stored on the server, so cursors never expire and are valid on
 * every machine.
 */
export interface Listing {
  /** The caller's description of the list; a cursor is valid only for an equal one. */
  readonly identity: unknown;
  readonly keys: readonly SortKey[];
}

/** The cursor of the page after a record. */
export function cursorAfter(listing: Listing, keyset: KeysetPosition): string {
  const short = shorten(listing.keys, keyset);
  return Buffer.from(JSON.stringify([seal(listing, short), ...short])).toString("base64url");
}

/**
 * Reads a cursor to the short keyset position that `lengthen` completes. Throws a 400 for a malformed cursor or
 * that of another list.
 */
export function readCursor(listing: Listing, cursor: string): ShortKeyset {
  const [given, ...keyset] = decode(cursor);
  if (isShortKeyset(listing.keys, keyset) && given === seal(listing, keyset)) return keyset;
  throw badRequest([
    {
      path: "cursor",
      message:
        "takes the nextCursor of a page with the same sort, filter, search, stack, view and recordIds, unchanged",
    },
  ]);
}

/** A checksum that detects cursors of other lists and corrupt ones; no secret. */
function seal({ identity, keys }: Listing, keyset: ShortKeyset): string {
  const order = keys.map(({ id, direction }) => [id, direction]);
  return hash("sha256", JSON.stringify([identity, order, keyset]), "base64url").slice(0, 22);
}

function decode(cursor: string): unknown[] {
  try {
    const bytes = Buffer.from(cursor, "base64url");
    // Accepts only the canonical encoding, because decoders ignore some characters.
    const read: unknown = bytes.toString("base64url") === cursor ? JSON.parse(bytes.toString("utf8")) : [];
    return Array.isArray(read) ? read : [];
  } catch {
    return [];
  }
}
