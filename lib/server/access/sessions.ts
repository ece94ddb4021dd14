import { v7 } from "uuid";
import { ApiError, notFound, unauthorized } from "../../contract/errors";
import { keySecret } from "../../contract/ids";
import { limits } from "../../contract/limits";
import type { SessionPlace } from "../../contract/places";
import type { SessionCreate, SignedIn } from "../../contract/sessions";
import { Prisma, prisma, query, queryAtDoor, type Transaction } from "../db";
import { change } from "../log/changes";
import { shareRateLimit } from "../workers/shared-limits";
import type { Actor } from "./author";
import {
  everyRight,
  findSecret,
  findSecretAtDoor,
  findSessionAtDoor,
  isGood,
  isInForce,
  isSignedIn,
  rightsOf,
} from "./key-rows";
import { noteUse } from "./last-use";
import { areWithin } from "./rights";
import { hashOf, mintedSecret, mintSecret } from "./secrets";

export const sessionDays = 30;
const codeMinutes = 15;

/** A code that signs one browser in, once, as the owner. */
export async function createSignInCode(): Promise<string> {
  const code = mintSecret();
  await change((transaction) =>
    transaction.signInCode.create({ data: { hash: hashOf(code), expiresAt: after(codeMinutes * 60_000) } }),
  );
  return code;
}

const attempts = shareRateLimit("sign-in", { tokens: limits.signInAttemptsPerMinute, seconds: 60 });
const attemptsFrom = shareRateLimit("sign-in from", { tokens: limits.signInAttemptsPerAddress, seconds: 60 });

/**
 * Signs a browser in and gives the token for its cookie. Wrong attempts are limited for all callers together and for
 * each address; a right one counts for nothing and is let in whatever others have tried, as nobody guesses so many
 * random bits. A wrong one opens no transaction, and one that has not even the form of a secret asks the database nothing.
 */
export async function createSession(given: SessionCreate, address: string): Promise<string> {
  const token = (await isKnown(given)) ? await signIn(given) : undefined;
  if (token !== undefined) return token;
  // In this order: an address at its limit uses up nothing of what all have together.
  const isWithin = (await attemptsFrom.take(address)).allowed && (await attempts.take("all")).allowed;
  if (!isWithin) throw tooManyAttempts();
  throw unauthorized(
    "key" in given
      ? "This is not a valid API key"
      : "This sign-in link has been used or is older than 15 minutes; sign in with an API key, or make a new link with npm run sign-in",
  );
}

/** Looks whether a secret is there at all, which says nothing of its use by others at the same moment. */
async function isKnown(given: SessionCreate): Promise<boolean> {
  if ("key" in given) {
    const found = keySecret.test(given.key) ? await findSecretAtDoor(hashOf(given.key)) : null;
    return found !== null && isGood(found);
  }
  if (!mintedSecret.test(given.code)) return false;
  const codes = await queryAtDoor(Prisma.sql`SELECT FROM "SignInCode" WHERE "hash" = ${hashOf(given.code)}`);
  return codes.length > 0;
}

/** Gives the token of a new session, or nothing for a key or code that has just ended. */
async function signIn(given: SessionCreate): Promise<string | undefined> {
  const token = mintSecret();
  const signedIn = await change(async (transaction) => {
    const owner = await findOwner(transaction, given);
    if (!owner) return false;
    const now = new Date();
    await transaction.signInCode.deleteMany({ where: { expiresAt: { lt: now } } });
    await transaction.session.deleteMany({ where: { expiresAt: { lt: now } } });
    await transaction.session.create({
      data: { id: v7(), hash: hashOf(token), ...owner },
    });
    if (owner.keyId !== null) await endOldest(owner.keyId);
    return true;
  });
  return signedIn ? token : undefined;
}

export async function deleteSession(actor: Actor): Promise<void> {
  if (actor.kind === "session") {
    await change((transaction) => transaction.session.deleteMany({ where: { id: actor.id } }));
  }
}

/** Who is signed in, and by which key; null: as the owner, by a link. */
export interface SessionActor extends Actor {
  readonly keyId: string | null;
}

/** Who a cookie's token belongs to, or null for one that is unknown or has expired, by itself or with its key. */
export async function findSession({ token, isEarlier }: GivenToken): Promise<SessionActor | null> {
  const found = await findSessionAtDoor(hashOf(token));
  if (!found || !isSignedIn(found)) return null;
  if (isEarlier && !(await isOfEarlierVersion(found.id))) return null;
  const { id, key } = found;
  if (!key) return { kind: "session", id, keyId: null, ...everyRight };
  noteUse(key);
  return { kind: "session", id, keyId: key.id, ...rightsOf(key) };
}

/** A cookie's token; by the name that earlier versions gave the cookie, it has to be of a session of that time. */
interface GivenToken {
  readonly token: string;
  readonly isEarlier: boolean;
}

/** The version with a migration was the first to give cookies other names. */
async function isOfEarlierVersion(sessionId: string): Promise<boolean> {
  const rows = await queryAtDoor(Prisma.sql`
    SELECT FROM "Session" WHERE "id" = ${sessionId}::uuid AND "createdAt" < (
      SELECT min("finished_at") FROM "_prisma_migrations" WHERE "migration_name" = '0009_minted_ids')`);
  return rows.length > 0;
}

/** The browsers that are signed in with one's own key, and for a key of keys those of the keys that it sees. */
export async function listSessions(actor: Actor): Promise<SignedIn[]> {
  const rows = await visibleSessions(actor);
  return rows.map(({ id, key, createdAt, expiresAt }) => ({
    id,
    key: key && { id: key.id, name: key.name },
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    isCurrent: id === actor.id,
  }));
}

/** Signs out one of them. */
export async function endSession(actor: Actor, { sessionId }: SessionPlace): Promise<void> {
  const seen = await visibleSessions(actor);
  if (!seen.some(({ id }) => id === sessionId)) throw notFound("session", sessionId);
  await change((transaction) => transaction.session.deleteMany({ where: { id: sessionId } }));
}

/** Signs all of them out but the one that asks for it. */
export async function endOtherSessions(actor: Actor): Promise<void> {
  const ids = (await visibleSessions(actor)).map(({ id }) => id).filter((id) => id !== actor.id);
  await change((transaction) => transaction.session.deleteMany({ where: { id: { in: ids } } }));
}

async function visibleSessions(actor: Actor) {
  const rows = await prisma().session.findMany({
    where: { expiresAt: { gt: new Date() } },
    include: { key: true },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  return rows.filter(({ keyId, key }) => {
    if (key && !isInForce(key)) return false;
    const isSeen = actor.scopes.includes("keys") && areWithin(key ? rightsOf(key) : everyRight, actor);
    return keyId === actor.keyId || isSeen;
  });
}

/** Signs out those who signed in longest ago with a key, once there are more than may be. Its row is held. */
async function endOldest(keyId: string): Promise<void> {
  await query(Prisma.sql`
    DELETE FROM "Session" WHERE "id" IN (
      SELECT "id" FROM "Session" WHERE "keyId" = ${keyId}::uuid ORDER BY "createdAt" DESC, "id" DESC
      OFFSET ${limits.sessionsPerKey})`);
}

/** Whose rights a session is to have, and until when. */
interface Owner {
  /** Null: the owner's. */
  readonly keyId: string | null;
  readonly expiresAt: Date;
}

/** The one who signs in, or null for a key or code that is none. */
async function findOwner(transaction: Transaction, given: SessionCreate): Promise<Owner | null> {
  const longest = after(sessionDays * 86_400_000);
  if ("key" in given) {
    const hash = hashOf(given.key);
    const known = await findSecret(hash);
    if (!known) return null;
    // Who rotates it at the same moment waits, and ends this session too; so do others who sign in with it.
    await query(Prisma.sql`SELECT FROM "ApiKey" WHERE "id" = ${known.key.id}::uuid FOR NO KEY UPDATE`);
    const found = await findSecret(hash);
    if (!found || !isGood(found)) return null;
    requireRead(found.key);
    // A secret that is being rotated away leaves no session behind.
    const { key, endsAt } = found;
    return { keyId: key.id, expiresAt: endsAt !== null && endsAt < longest ? endsAt : longest };
  }
  // Deleting is what uses a code up: of two browsers with the same one, only one deletes it.
  const { count } = await transaction.signInCode.deleteMany({
    where: { hash: hashOf(given.code), expiresAt: { gt: new Date() } },
  });
  return count === 1 ? { keyId: null, expiresAt: longest } : null;
}

/** Every page reads. */
function requireRead({ scopes }: { scopes: readonly string[] }): void {
  if (!scopes.includes("read")) {
    throw new ApiError("FORBIDDEN", 'This key opens no pages: it lacks the scope "read"');
  }
}

function after(milliseconds: number): Date {
  return new Date(Date.now() + milliseconds);
}

function tooManyAttempts(): ApiError {
  return new ApiError("RATE_LIMITED", "Too many wrong sign-ins; try again in a minute", undefined, {
    "Retry-After": "60",
  });
}
