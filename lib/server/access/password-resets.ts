import { ApiError, unauthorized } from "../../contract/errors";
import type { PasswordReset, PasswordResetRequest, PasswordResetUse } from "../../contract/people";
import type { PersonPlace } from "../../contract/places";
import { prisma } from "../db";
import { env } from "../env";
import { change } from "../log/changes";
import { logger } from "../logger";
import { resetMail } from "../mail/messages";
import { mailWhenStored, sendsMail } from "../mail/send-mail";
import { shareRateLimit } from "../workers/shared-limits";
import { record, recordRefusal, subjectOf } from "./audit";
import type { Actor } from "./author";
import { forgetNewEmail } from "./email-changes";
import { countWrongSecret } from "./failed-sign-ins";
import { hashPassword, requireGoodPassword } from "./passwords";
import { changePeople, endSessions, lockPeople, personAt } from "./people";
import { requireAllowed } from "./rate-limit";
import { hashOf, mintedSecret, mintSecret } from "./secrets";
import { type NewSession, openSession } from "./sessions";

const minutes = 60;
/** Minutes after a link in which no other is sent, so that nobody floods an inbox. */
const minutesBetween = 10;
const requests = shareRateLimit("password reset requests", { tokens: 10, seconds: 600 });

/** Creates a link with which a person chooses a new password, and sends it to them. It ends earlier ones. */
export function createReset(actor: Actor, place: PersonPlace): Promise<PasswordReset> {
  return changePeople(actor, "manage-people", async () => {
    const person = await personAt(place);
    if (person.email === null) {
      throw new ApiError("CONFLICT", "This person has no e-mail address, and so cannot sign in by password.");
    }
    return storeReset({ ...person, email: person.email });
  });
}

/**
 * Sends a link to choose a new password to the person with an e-mail address, if there is one. Returns before looking, so
 * that nobody learns whether there is. Throws a 409 on a server that sends no e-mail, and a 429 to an address that asks
 * too often.
 */
export async function requestReset({ email }: PasswordResetRequest, address: string): Promise<void> {
  if (!sendsMail()) {
    throw new ApiError(
      "CONFLICT",
      "This server sends no e-mail. Ask an owner of the installation for a link to choose a new password.",
    );
  }
  requireAllowed(await requests.take(address), "Too many requests for a new password. Try again later.");
  void mailReset(email).catch((err: unknown) => logger.error({ err }, "a password reset failed"));
}

function mailReset(email: string): Promise<void> {
  return change(async () => {
    await lockPeople();
    const person = await prisma().person.findUnique({
      where: { email, removedAt: null, deactivatedAt: null },
    });
    if (!person) return;
    const sentSince = new Date(Date.now() + (minutes - minutesBetween) * 60_000);
    const recent = await prisma().passwordReset.count({
      where: { personId: person.id, expiresAt: { gt: sentSince } },
    });
    if (recent === 0) await storeReset({ ...person, email });
  });
}

/** Stores a new link, which ends earlier ones, and sends it. */
async function storeReset(person: {
  readonly id: string;
  readonly name: string | null;
  readonly email: string;
}): Promise<PasswordReset> {
  const token = mintSecret();
  const expiresAt = new Date(Date.now() + minutes * 60_000);
  await prisma().passwordReset.deleteMany({ where: { personId: person.id } });
  await prisma().passwordReset.create({ data: { hash: hashOf(token), personId: person.id, expiresAt } });
  await record("password-reset-created", { subject: subjectOf("person", person) });
  const url = `${env.APP_URL}/reset#token=${token}`;
  mailWhenStored(resetMail({ to: person.email, url }));
  return { url, isMailed: sendsMail(), expiresAt: expiresAt.toISOString() };
}

/**
 * Sets a new password by the token of a link and ends all sessions of the person. Returns a new one; null if the person
 * must sign in with a code of the second factor. That, passkeys and the account at the OpenID provider stay: only the
 * password was forgotten.
 */
export async function applyReset(
  { token, password }: PasswordResetUse,
  address: string,
): Promise<NewSession | null> {
  const reset = mintedSecret.test(token)
    ? await prisma().passwordReset.findUnique({ where: { hash: hashOf(token) }, include: { person: true } })
    : null;
  if (!reset || reset.expiresAt < new Date() || reset.person.deactivatedAt !== null) {
    await countWrongSecret(address);
    recordRefusal("sign-in-failed", { details: { by: "reset" } });
    throw wrong();
  }
  requireGoodPassword(password, reset.person);
  const hash = await hashPassword(password);
  return change(async () => {
    await lockPeople();
    // Uses it up by deleting it: of two concurrent calls, only one succeeds.
    const { count } = await prisma().passwordReset.deleteMany({
      where: { hash: reset.hash, expiresAt: { gt: new Date() } },
    });
    const changed = await prisma().person.updateMany({
      where: { id: reset.personId, deactivatedAt: null },
      data: { password: hash },
    });
    if (count === 0 || changed.count === 0) throw wrong();
    await endSessions(reset.personId);
    await forgetNewEmail(reset.personId);
    await record("password-reset-used", { personId: reset.personId });
    return reset.person.secondFactor === null ? openSession({ personId: reset.personId }) : null;
  });
}

function wrong(): ApiError {
  return unauthorized("This link was used already, or is older than an hour. Ask for a new one.");
}
