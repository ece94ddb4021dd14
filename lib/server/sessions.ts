import { v7 } from "uuid";
import { ApiError } from "../contract/errors";
import { type Scope, scopes } from "../contract/keys";
import { limits } from "../contract/limits";
import type { SessionCreate } from "../contract/sessions";
import { changeSet } from "./changes";
import { prisma, type Transaction } from "./db";
import type { Actor } from "./keys";
import { createRateLimit } from "./rate-limit";
import { hashOf, mintSecret } from "./secrets";

export const sessionDays = 30;
const codeMinutes = 15;

/** A code that signs one browser in, once, as the owner. */
export async function createSignInCode(): Promise<string> {
  const code = mintSecret();
  await changeSet((transaction) =>
    transaction.signInCode.create({ data: { hash: hashOf(code), expiresAt: after(codeMinutes * 60_000) } }),
  );
  return code;
}

const attempts = createRateLimit({ tokens: limits.signInAttemptsPerMinute, seconds: 60 });

/** Signs a browser in and gives the token for its cookie. Wrong attempts are limited for all callers together. */
export async function createSession(given: SessionCreate): Promise<string> {
  const token = mintSecret();
  if (!attempts.take("sign-in").allowed) throw tooManyAttempts();
  const signedIn = await changeSet(async (transaction) => {
    const keyId = await findOwner(transaction, given);
    if (keyId === undefined) return false;
    const now = new Date();
    await transaction.signInCode.deleteMany({ where: { expiresAt: { lt: now } } });
    await transaction.session.deleteMany({ where: { expiresAt: { lt: now } } });
    await transaction.session.create({
      data: { id: v7(), hash: hashOf(token), keyId, expiresAt: after(sessionDays * 86_400_000) },
    });
    return true;
  });
  if (signedIn) {
    attempts.giveBack("sign-in");
    return token;
  }
  throw new ApiError(
    "UNAUTHORIZED",
    "key" in given
      ? "This is not a valid API key"
      : "This sign-in link has been used or is older than 15 minutes; sign in with an API key, or restart for a new link",
  );
}

export async function deleteSession(actor: Actor): Promise<void> {
  if (actor.kind === "session") {
    await changeSet((transaction) => transaction.session.deleteMany({ where: { id: actor.id } }));
  }
}

/** Who a cookie's token belongs to, or null for one that is unknown or has expired. */
export async function findSession(token: string): Promise<Actor | null> {
  const found = await prisma().session.findUnique({ where: { hash: hashOf(token) }, include: { key: true } });
  if (!found || found.expiresAt <= new Date()) return null;
  return { kind: "session", id: found.id, scopes: found.key ? (found.key.scopes as Scope[]) : scopes };
}

/** The key that signs in, null for the owner's code, undefined for neither. */
async function findOwner(transaction: Transaction, given: SessionCreate): Promise<string | null | undefined> {
  if ("key" in given) {
    const key = await transaction.apiKey.findUnique({ where: { hash: hashOf(given.key) } });
    return key?.id;
  }
  // Deleting is what uses a code up: of two browsers with the same one, only one deletes it.
  const { count } = await transaction.signInCode.deleteMany({
    where: { hash: hashOf(given.code), expiresAt: { gt: new Date() } },
  });
  return count === 1 ? null : undefined;
}

function after(milliseconds: number): Date {
  return new Date(Date.now() + milliseconds);
}

function tooManyAttempts(): ApiError {
  return new ApiError("RATE_LIMITED", "Too many wrong sign-ins; try again in a minute", undefined, {
    "Retry-After": "60",
  });
}
