import { unauthorized } from "../../contract/errors";
import { limits } from "../../contract/limits";
import type { Assertion, PasskeyRequestOptions } from "../../contract/passkeys";
import { execute, Prisma, prisma, query } from "../db";
import { change } from "../log/changes";
import { shareRateLimit } from "../workers/shared-limits";
import { record, recordRefusal } from "./audit";
import { countWrongSecret } from "./failed-sign-ins";
import { challengeMinutes, createChallenge, takeChallenge } from "./passkey-challenges";
import { verifyAssertion } from "./passkey-responses";
import { type StoredPasskey, userHandleOf } from "./passkeys";
import { requireAllowed } from "./rate-limit";
import { findRelyingParty, requireRelyingParty } from "./relying-party";
import { type NewSession, openSession } from "./sessions";

const starts = shareRateLimit("passkeys from", { tokens: limits.passkeyStartsPerAddress, seconds: 60 });

/** Begins a sign-in with any passkey that the browser has for this site. */
export async function beginPasskeySignIn(address: string): Promise<PasskeyRequestOptions> {
  const { id } = requireRelyingParty();
  // Each stores a row.
  requireAllowed(await starts.take(address), "Too many sign-ins were begun. Try again in a minute.");
  return {
    rpId: id,
    challenge: await createChallenge(null),
    timeout: challengeMinutes * 60_000,
    userVerification: "required",
  };
}

/**
 * Signs in by the response of an authenticator. That has verified the person by a fingerprint, a face or a PIN, so a
 * passkey counts as both factors: no code of the second factor is asked for. Every failure gets the same error and counts
 * as a wrong key does. Valid passkeys are always accepted, because a signature cannot be guessed.
 */
export async function signInByPasskey(given: Assertion, address: string): Promise<NewSession> {
  const known = await prisma().passkey.findUnique({ where: { credentialId: given.id } });
  const session = await signIn(given, known);
  if (session !== null) return session;
  await countWrongSecret(address);
  recordRefusal("sign-in-failed", { personId: known?.personId ?? null, details: { by: "passkey" } });
  throw unauthorized("This passkey is not valid here. Try again, or sign in in another way.");
}

async function signIn(given: Assertion, known: StoredPasskey | null): Promise<NewSession | null> {
  const challenge = await takeChallenge(given.response, null);
  const relyingParty = findRelyingParty();
  if (known === null || challenge === null || relyingParty === null) return null;
  if (given.response.userHandle !== userHandleOf(known.personId)) return null;
  const stored = { ...known, counter: Number(known.counter) };
  const counter = await verifyAssertion(given, stored, { challenge, relyingParty });
  return counter === null ? null : signInBy(known, counter);
}

/** Creates a session; null if the person was deactivated or the passkey removed or used meanwhile. */
function signInBy({ id, personId }: StoredPasskey, counter: number): Promise<NewSession | null> {
  return change(async () => {
    // Waits for a concurrent deactivation, which ends all sessions.
    await query(Prisma.sql`SELECT FROM "Person" WHERE "id" = ${personId}::uuid FOR SHARE`);
    const person = await prisma().person.findUnique({ where: { id: personId, deactivatedAt: null } });
    if (!person) return null;
    const used = await execute(Prisma.sql`
      UPDATE "Passkey" SET "counter" = ${counter}::bigint, "lastUsedAt" = ${new Date()}
      WHERE "id" = ${id}::uuid AND ("counter" < ${counter}::bigint OR ("counter" = 0 AND ${counter}::bigint = 0))`);
    if (used !== 1) return null;
    await record("signed-in", { personId, keyId: null, details: { by: "passkey" } });
    return openSession({ personId });
  });
}
