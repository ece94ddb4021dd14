import { v7 } from "uuid";
import { ApiError, unauthorized } from "../../contract/errors";
import { limits } from "../../contract/limits";
import type { SessionCreate } from "../../contract/sessions";
import { Prisma, prisma, query, type Transaction } from "../db";
import { change } from "../log/changes";
import type { Actor } from "./author";
import { everyRight, findGoodSecret, isInForce, rightsOf } from "./keys";
import { noteUse } from "./last-use";
import { createRateLimit } from "./rate-limit";
import { hashOf, mintSecret } from "./secrets";

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

const attempts = createRateLimit({ tokens: limits.signInAttemptsPerMinute, seconds: 60 });

/**
 * Signs a browser in and gives the token for its cookie. Wrong attempts are limited for all callers together; a
 * right one counts for nothing and is let in whatever others have tried, as nobody guesses so many random bits.
 */
export async function createSession(given: SessionCreate): Promise<string> {
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
    return true;
  });
  if (signedIn) return token;
  if (!attempts.take("sign-in").allowed) throw tooManyAttempts();
  throw unauthorized(
    "key" in given
      ? "This is not a valid API key"
      : "This sign-in link has been used or is older than 15 minutes; sign in with an API key, or restart for a new link",
  );
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
export async function findSession(token: string): Promise<SessionActor | null> {
  const found = await prisma().session.findUnique({ where: { hash: hashOf(token) }, include: { key: true } });
  if (!found || found.expiresAt <= new Date()) return null;
  const { id, key } = found;
  if (!key) return { kind: "session", id, keyId: null, ...everyRight };
  if (!isInForce(key)) return null;
  noteUse(key);
  return { kind: "session", id, keyId: key.id, ...rightsOf(key) };
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
    // Who rotates it at the same moment waits, and ends this session too.
    await query(Prisma.sql`SELECT FROM "KeySecret" WHERE "hash" = ${hashOf(given.key)} FOR SHARE`);
    const found = await findGoodSecret(transaction, given.key);
    if (!found) return null;
    requireRead(found.key);
    // A secret that is being rotated away leaves no session behind.
    const { keyId, endsAt } = found;
    return { keyId, expiresAt: endsAt !== null && endsAt < longest ? endsAt : longest };
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
