import { ApiError, unauthorized } from "../../contract/errors";
import type { ConfirmedEmail, EmailConfirmation } from "../../contract/people";
import { prisma } from "../db";
import { env } from "../env";
import { change } from "../log/changes";
import { confirmationMail, emailChangedMail } from "../mail/messages";
import { mailWhenStored, sendsMail } from "../mail/send-mail";
import { shareRateLimit } from "../workers/shared-limits";
import { record, recordRefusal } from "./audit";
import { countWrongSecret } from "./failed-sign-ins";
import { lockPeople } from "./people";
import { requireAllowed } from "./rate-limit";
import { hashOf, mintedSecret, mintSecret } from "./secrets";

const minutes = 60;
const requests = shareRateLimit("changes of e-mail addresses", { tokens: 5, seconds: 600 });

interface Account {
  readonly id: string;
  readonly email: string | null;
}

/**
 * Changes the e-mail address of an account. On a server that sends e-mail, the address changes once the link sent to it is
 * opened; the current address cancels such a change. Throws a 409 for the address of another account, and a 429 for too
 * many links.
 */
export async function changeEmail(account: Account, email: string): Promise<void> {
  await forgetNewEmail(account.id);
  if (email === account.email) return;
  await requireFree(email);
  await (sendsMail() ? askToConfirm(account, email) : storeEmail(account, email));
}

/** Ends a change that was not confirmed yet, such as when a new password takes the account back. */
export async function forgetNewEmail(personId: string): Promise<void> {
  await prisma().emailChange.deleteMany({ where: { personId } });
}

/** The address that an account gets once its link is opened; null without one. */
export async function newEmailOf(personId: string): Promise<string | null> {
  const found = await prisma().emailChange.findUnique({ where: { personId, expiresAt: { gt: new Date() } } });
  return found?.email ?? null;
}

/** Gives an account the address that the link with this token was sent to. The link works once, also without a session. */
export async function confirmEmail({ token }: EmailConfirmation, address: string): Promise<ConfirmedEmail> {
  const found = mintedSecret.test(token)
    ? await prisma().emailChange.findUnique({ where: { hash: hashOf(token) } })
    : null;
  if (!found) {
    await countWrongSecret(address);
    recordRefusal("sign-in-failed", { details: { by: "confirmation" } });
    throw wrong();
  }
  return change(async () => {
    await lockPeople();
    // Uses it up by deleting it: of two concurrent calls, only one succeeds.
    const { count } = await prisma().emailChange.deleteMany({
      where: { hash: found.hash, expiresAt: { gt: new Date() } },
    });
    const account = await prisma().person.findUnique({ where: { id: found.personId, deactivatedAt: null } });
    if (count === 0 || !account) throw wrong();
    await requireFree(found.email);
    await storeEmail(account, found.email);
    return { email: found.email };
  });
}

async function askToConfirm({ id }: Account, email: string): Promise<void> {
  requireAllowed(await requests.take(id), "Too many changes of the e-mail address. Try again later.");
  const token = mintSecret();
  const expiresAt = new Date(Date.now() + minutes * 60_000);
  await prisma().emailChange.create({ data: { personId: id, hash: hashOf(token), email, expiresAt } });
  mailWhenStored(confirmationMail({ to: email, url: `${env.APP_URL}/confirm-email#token=${token}` }));
}

/** Stores the address, tells the earlier one, and ends links that were sent there. */
async function storeEmail({ id, email: before }: Account, email: string): Promise<void> {
  await prisma().person.update({ where: { id }, data: { email } });
  await prisma().passwordReset.deleteMany({ where: { personId: id } });
  await record("email-changed", { personId: id });
  if (before !== null) mailWhenStored(emailChangedMail({ to: before, email }));
}

async function requireFree(email: string): Promise<void> {
  if ((await prisma().person.count({ where: { email } })) === 0) return;
  throw new ApiError("CONFLICT", "Another account has this e-mail address.");
}

function wrong(): ApiError {
  return unauthorized(
    "This link was used already, is older than an hour, or was replaced. Change the e-mail address again.",
  );
}
