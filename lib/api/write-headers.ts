import { createHash } from "node:crypto";
import { badRequest } from "../contract/errors";
import { recordId as uuid } from "../contract/ids";
import type { Actor, Author } from "../server/access/author";
import { mintUuid } from "../server/ids";
import { jsonInTurns } from "../server/json-in-turns";
import { rehearse } from "../server/log/changes";
import { joinChangeSet } from "../server/log/joined-change-sets";
import { eachInTurns } from "../server/turns";

/**
 * Determines the author and change set of a write: that of the header `Change-Set-Id`, or a new one. A dry run uses
 * the same change set, but does not keep it open.
 */
export async function authorOf(
  actor: Actor,
  { request: { headers }, isDryRun }: { request: Request; isDryRun: boolean },
): Promise<Joined> {
  const name = changeSetNameOf(headers);
  const named = name !== undefined && { changeSetName: name };
  const given = headers.get("Change-Set-Id");
  if (given === null) return { author: { actor, changeSetId: mintUuid(), ...named }, leave: async () => {} };
  if (!uuid.safeParse(given).success) {
    throw badRequest([{ path: "Change-Set-Id", message: "takes a UUID" }]);
  }
  const join = () => joinChangeSet(actor, given.toLowerCase());
  const { changeSetId, leave } = await (isDryRun ? rehearse(join) : join());
  return { author: { actor, changeSetId, ...named }, leave: isDryRun ? async () => {} : leave };
}

/** An author that has joined a change set. A refused write leaves it again. */
interface Joined {
  readonly author: Author;
  leave(): Promise<void>;
}

/** Reads the header `Change-Set-Name`, percent-encoded because headers hold only ASCII. */
function changeSetNameOf(headers: Headers): string | undefined {
  const given = headers.get("Change-Set-Name");
  if (given === null) return undefined;
  try {
    const name = decodeURIComponent(given);
    const { length } = [...name];
    if (length >= 1 && length <= 100 && !/\p{Cc}/u.test(name)) return name;
  } catch {
    // Refused below.
  }
  throw badRequest([
    { path: "Change-Set-Name", message: "takes 1 to 100 characters, percent-encoded UTF-8" },
  ]);
}

/** Reads the header `Idempotency-Key`. */
export function idempotencyKeyOf({ headers }: Request): string | undefined {
  const key = headers.get("Idempotency-Key");
  if (key === null) return undefined;
  if (key.length >= 1 && key.length <= 255) return key;
  throw badRequest([{ path: "Idempotency-Key", message: "takes 1 to 255 characters" }]);
}

/**
 * Fingerprint that a retry must match: method, path, query and `sent`, the body or what identifies it. Distinguishes
 * callers that may not read, and what rules refuse to the caller, so that a response is repeated only to those who may still
 * get it.
 */
export async function fingerprintOf(
  { method, url }: Request,
  sent: unknown,
  { mayRead, refused = [] }: Restrictions,
): Promise<Uint8Array<ArrayBuffer>> {
  const { pathname, search } = new URL(url);
  const hash = createHash("sha256").update(JSON.stringify([method, pathname, search]).slice(0, -1));
  // In turns, as a body may have many megabytes.
  await eachInTurns([",", ...(await partsOf(sent, { mayRead, refused })), "]"], (part) => hash.update(part));
  return new Uint8Array(hash.digest());
}

/** The limits of what a caller may do. */
interface Restrictions {
  readonly mayRead: boolean;
  /** The writes that rules of the database refuse. */
  readonly refused?: readonly string[];
}

async function partsOf(sent: unknown, { mayRead, refused }: Required<Restrictions>): Promise<string[]> {
  const isObject = typeof sent === "object" && sent !== null && !Array.isArray(sent);
  const parts = isObject ? await jsonInTurns(sent) : [JSON.stringify(sent ?? null)];
  if (mayRead && refused.length === 0) return parts;
  const restricted = JSON.stringify({ ...(!mayRead && { mayRead }), ...(refused.length > 0 && { refused }) });
  return sent === undefined ? [restricted] : ['{"sent":', ...parts, `,${restricted.slice(1)}`];
}
