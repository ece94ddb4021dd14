import { v7 } from "uuid";
import { prisma } from "../db";
import { env } from "../env";
import { change } from "../log/changes";
import { record, subjectOf } from "./audit";
import { grant, isByGoodInviter, withInviter } from "./invitations";
import { OpenIdError, type ProviderAccount } from "./openid-provider";
import { lockPeople } from "./people";
import { type NewSession, openSession } from "./sessions";

/**
 * Signs in the person of an account at the provider. A second factor is left to the provider. `signedInAs` is the person
 * whom the browser is signed in as already.
 */
export function signInByAccount(account: ProviderAccount, signedInAs: string | null): Promise<NewSession> {
  return change(async () => {
    await lockPeople();
    const personId = await personOf(account, signedInAs);
    const session = await openSession({ personId });
    await record("signed-in", { personId, keyId: null, details: { by: "openid" } });
    return session;
  });
}

/** True if the person signs in with an account at the provider. */
export async function hasIdentity(personId: string): Promise<boolean> {
  return (await prisma().identity.count({ where: { personId } })) > 0;
}

async function personOf(account: ProviderAccount, signedInAs: string | null): Promise<string> {
  const identity = await prisma().identity.findUnique({
    where: { issuer_subject: keyOf(account) },
    include: { person: true },
  });
  if (identity && identity.person.removedAt === null) return activeId(identity.person);
  const { email } = account;
  if (email === null) throw new OpenIdError("unverified");
  const known = await prisma().person.findUnique({ where: { email } });
  if (known) {
    activeId(known);
    // Nobody confirms the e-mail address of an account, so whoever made it may be somebody else, who knows its password.
    if (known.id !== signedInAs) throw new OpenIdError("unlinked");
    return link(account, known.id);
  }
  // Somebody who was removed gets in again only by an invitation.
  const mayJoin = identity === null && isOfOwnDomain(email);
  const created = (await acceptInvitations(account, email)) ?? (mayJoin ? await join(account, email) : null);
  if (created === null) throw new OpenIdError("unknown");
  return link(account, created);
}

function activeId({
  id,
  deactivatedAt,
}: {
  readonly id: string;
  readonly deactivatedAt: Date | null;
}): string {
  if (deactivatedAt !== null) throw new OpenIdError("deactivated");
  return id;
}

async function link(account: ProviderAccount, personId: string): Promise<string> {
  const key = keyOf(account);
  await prisma().identity.upsert({
    where: { issuer_subject: key },
    create: { ...key, personId },
    update: { personId },
  });
  return personId;
}

/**
 * Creates the person of all open invitations to the e-mail address, with the roles that the people who invited may still
 * give. Null without an invitation.
 */
async function acceptInvitations(account: ProviderAccount, email: string): Promise<string | null> {
  const open = await prisma().invitation.findMany({
    where: { email, expiresAt: { gt: new Date() } },
    include: withInviter,
    orderBy: { id: "asc" },
  });
  const good = open.filter(isByGoodInviter);
  if (good.length === 0) return null;
  const role = good.some((invitation) => invitation.role === "member") ? "member" : "guest";
  const person = await createPerson(account, { email, role });
  for (const invitation of good) {
    const subject = subjectOf("invitation", { id: invitation.id, name: email });
    await record("invitation-accepted", { personId: person.id, subject, details: { role } });
    await grant(invitation, person);
  }
  await prisma().invitation.deleteMany({ where: { id: { in: good.map(({ id }) => id) } } });
  return person.id;
}

async function join(account: ProviderAccount, email: string): Promise<string> {
  return (await createPerson(account, { email, role: "member" })).id;
}

function createPerson(
  { name }: Pick<ProviderAccount, "name">,
  given: { readonly email: string; readonly role: "member" | "guest" },
) {
  return prisma().person.create({ data: { id: v7(), name, ...given } });
}

/** Compares the whole domain: `example.com` does not include `mail.example.com`. */
function isOfOwnDomain(email: string): boolean {
  return (env.OIDC_DOMAINS ?? []).includes(email.slice(email.lastIndexOf("@") + 1));
}

function keyOf({ issuer, subject }: ProviderAccount) {
  return { issuer, subject };
}
