import { ApiError, unauthorized } from "../../contract/errors";
import type { PasswordReset, PasswordResetUse } from "../../contract/people";
import type { PersonPlace } from "../../contract/places";
import { prisma } from "../db";
import { env } from "../env";
import { change } from "../log/changes";
import type { Actor } from "./author";
import { countWrongSecret } from "./failed-sign-ins";
import { hashPassword, requireGoodPassword } from "./passwords";
import { changePeople, endSessions, lockPeople, personAt } from "./people";
import { hashOf, mintedSecret, mintSecret } from "./secrets";
import { openSession } from "./sessions";

const minutes = 60;

/** Creates a link with which a person chooses a new password. It ends earlier ones. */
export function createReset(actor: Actor, place: PersonPlace): Promise<PasswordReset> {
  return changePeople(actor, "manage-people", async () => {
    const person = await personAt(place);
    if (person.email === null) {
      throw new ApiError("CONFLICT", "This person has no e-mail address, and so cannot sign in by password.");
    }
    const token = mintSecret();
    const expiresAt = new Date(Date.now() + minutes * 60_000);
    await prisma().passwordReset.deleteMany({ where: { personId: person.id } });
    await prisma().passwordReset.create({ data: { hash: hashOf(token), personId: person.id, expiresAt } });
    return { url: `${env.APP_URL}/reset#token=${token}`, expiresAt: expiresAt.toISOString() };
  });
}

/**
 * Sets a new password by the token of a link and ends all sessions of the person. Returns the token of a new one; null if
 * the person must sign in with a code of the second factor.
 */
export async function applyReset(
  { token, password }: PasswordResetUse,
  address: string,
): Promise<string | null> {
  const reset = mintedSecret.test(token)
    ? await prisma().passwordReset.findUnique({ where: { hash: hashOf(token) }, include: { person: true } })
    : null;
  if (!reset || reset.expiresAt < new Date() || reset.person.deactivatedAt !== null) {
    await countWrongSecret(address);
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
    return reset.person.secondFactor === null ? openSession({ personId: reset.personId }) : null;
  });
}

function wrong(): ApiError {
  return unauthorized("This link was used already, or is older than an hour. Ask for a new one.");
}
