import { v7 } from "uuid";
import { ApiError, badRequest, notFound, problemsError, unauthorized } from "../../contract/errors";
import { invitationId } from "../../contract/ids";
import {
  type Grant,
  type Invitation,
  type InvitationAccept,
  type InvitationCreate,
  type InvitationPreview,
  type NamedPerson,
  newPassword,
  type ShownInvitation,
} from "../../contract/people";
import type { InvitationPlace } from "../../contract/places";
import { type InstallationRole, isAtLeast, type Role } from "../../contract/roles";
import { quote } from "../../field-types/text";
import { type Prisma, prisma } from "../db";
import { env } from "../env";
import { change } from "../log/changes";
import { invitationMail } from "../mail/messages";
import { mailWhenStored, sendsMail } from "../mail/send-mail";
import { record, recordRefusal, subjectOf } from "./audit";
import type { Actor } from "./author";
import { countWrongSecret } from "./failed-sign-ins";
import { may } from "./may";
import { giveRole } from "./member-rows";
import { wrongCode } from "./one-time-codes";
import { hashPassword, requireGoodPassword } from "./passwords";
import { changePeople, lockPeople } from "./people";
import { hashOf, mintedSecret, mintSecret } from "./secrets";
import { attemptSignIn, type NewSession, openSession } from "./sessions";

const days = 7;

export const withInviter = { invitedBy: true } as const;
type Row = Prisma.InvitationGetPayload<{ include: typeof withInviter }>;

/** Lists open invitations, newest first: the caller's own, or all for owners of the installation. */
export async function listInvitations(actor: Actor): Promise<Invitation[]> {
  const rows = await prisma().invitation.findMany({
    where: { expiresAt: { gt: new Date() }, ...visibleTo(actor) },
    include: withInviter,
    orderBy: { id: "desc" },
  });
  return rows.map(presentInvitation);
}

/** Invites a person. Owners of the installation may invite anybody, members only guests into databases they own. */
export function createInvitation(actor: Actor, given: InvitationCreate): Promise<ShownInvitation> {
  return changePeople(actor, "invite", async () => {
    if (given.role === "member" && !may(actor, "manage-people")) {
      throw problemsError("FORBIDDEN", [
        { path: "role", message: "may be member only for owners of the installation" },
      ]);
    }
    const known = await prisma().base.findMany({
      where: { id: { in: given.databases.map(({ databaseId }) => databaseId) } },
      select: { id: true },
    });
    const ids = new Set(known.map(({ id }) => id));
    const details = given.databases.flatMap(({ databaseId }, index) =>
      ids.has(databaseId) && may(actor, "manage-members", databaseId)
        ? []
        : [
            {
              path: `databases[${index}].databaseId`,
              message: `is not the id of a database you own: ${quote(databaseId)}`,
            },
          ],
    );
    if (details.length > 0) throw badRequest(details);
    return storeInvitation(actor, given);
  });
}

/** Stores an invitation, sends its link to its address, and returns it with the link, which is not stored. */
export async function storeInvitation(actor: Actor, given: InvitationCreate): Promise<ShownInvitation> {
  const token = mintSecret();
  const row = await prisma().invitation.create({
    data: {
      id: v7(),
      hash: hashOf(token),
      email: given.email ?? null,
      role: given.role,
      grants: given.databases,
      invitedById: actor.person.id,
      expiresAt: new Date(Date.now() + days * 86_400_000),
    },
    include: withInviter,
  });
  await record("invitation-created", {
    subject: subjectOf("invitation", { id: row.id, name: row.email }),
    details: { role: given.role, databases: given.databases },
  });
  const url = `${env.APP_URL}/invite#token=${token}`;
  if (row.email !== null)
    mailWhenStored(invitationMail({ to: row.email, url, invitedBy: row.invitedBy.name }));
  return { ...presentInvitation(row), url, isMailed: row.email !== null && sendsMail() };
}

export async function deleteInvitation(actor: Actor, place: InvitationPlace): Promise<void> {
  await changePeople(actor, "invite", async () => {
    const { success, data: id } = invitationId.safeParse(place.invitationId);
    const where = { id, ...visibleTo(actor) };
    const row = success ? await prisma().invitation.findFirst({ where }) : null;
    if (!row) throw notFound("invitation", place.invitationId);
    await prisma().invitation.delete({ where: { id: row.id } });
    const subject = subjectOf("invitation", { id: row.id, name: row.email });
    await record("invitation-withdrawn", { subject });
  });
}

/** Shows an invitation to whoever holds its token. */
export async function previewInvitation(
  { token }: { readonly token: string },
  address: string,
): Promise<InvitationPreview> {
  const row = await findOpen(token, address);
  const grants = grantsIn(row);
  const bases = await prisma().base.findMany({
    where: { id: { in: grants.map(({ databaseId }) => databaseId) } },
    select: { id: true, name: true },
  });
  const names = new Map(bases.map(({ id, name }) => [id, name]));
  return {
    email: row.email,
    role: row.role as InstallationRole,
    invitedBy: row.invitedBy.name,
    databases: grants.flatMap(({ databaseId, role }) => {
      const name = names.get(databaseId);
      return name === undefined ? [] : [{ name, role }];
    }),
  };
}

/**
 * Accepts an invitation by creating an account, or with the password of the account that has the e-mail address. Uses up
 * the invitation, and returns a new session.
 */
export async function acceptInvitation(given: InvitationAccept, address: string): Promise<NewSession> {
  const open = await findOpen(given.token, address);
  const email = open.email ?? given.email;
  if (email === undefined) throw badRequest([{ path: "email", message: "is required" }]);
  if (given.email !== undefined && given.email !== email) {
    throw badRequest([{ path: "email", message: "must be the address that was invited" }]);
  }
  const account = await prisma().person.findUnique({ where: { email, removedAt: null } });
  if (account) {
    const attempt = await attemptSignIn(account, { ...given, email }, address);
    if (attempt === "wrong code") throw wrongCode();
    if (attempt === "wrong") {
      throw unauthorized("There is an account with this e-mail address, but the password is wrong.");
    }
  }
  const hash = account ? undefined : await hashNew(given, email);
  return change(async () => {
    await lockPeople();
    // Read again: the person who invited, or the account, may have changed meanwhile.
    const current = await prisma().invitation.findUnique({
      where: { id: open.id, expiresAt: { gt: new Date() } },
      include: withInviter,
    });
    if (!current || !isByGoodInviter(current)) throw missing();
    await prisma().invitation.delete({ where: { id: open.id } });
    const person = account
      ? await unchanged(account)
      : await createPerson(given, { email, hash: hash ?? null, role: current.role });
    const subject = subjectOf("invitation", { id: open.id, name: open.email });
    const details = { role: current.role as InstallationRole };
    await record("invitation-accepted", { personId: person.id, subject, details });
    await grant(current, person);
    return openSession({ personId: person.id });
  });
}

/** True if the person who invited may still do so. */
export function isByGoodInviter({ invitedBy, role }: Row): boolean {
  return invitedBy.deactivatedAt === null && (role === "guest" || invitedBy.role === "owner");
}

/** The account as it is now. Throws a 401 if its password was changed or it was deactivated since the check. */
async function unchanged(account: { readonly id: string; readonly password: string | null }) {
  const current = await prisma().person.findUnique({ where: { id: account.id, deactivatedAt: null } });
  if (current?.password === account.password) return current;
  throw unauthorized("The password was changed meanwhile.");
}

async function hashNew({ name, password }: InvitationAccept, email: string): Promise<string> {
  const problems = [
    ...(name === undefined ? [{ path: "name", message: "is required" }] : []),
    ...(newPassword.safeParse(password).error?.issues.map(({ message }) => ({ path: "password", message })) ??
      []),
  ];
  if (problems.length > 0) throw badRequest(problems);
  requireGoodPassword(password, { name: name ?? null, email });
  return hashPassword(password);
}

async function createPerson(
  { name = null }: { readonly name?: string | null | undefined },
  { email, hash, role }: { readonly email: string; readonly hash: string | null; readonly role: string },
) {
  if ((await prisma().person.count({ where: { email } })) > 0) {
    throw new ApiError(
      "CONFLICT",
      "An account with this e-mail address was created meanwhile. Accept with its password.",
    );
  }
  return prisma().person.create({ data: { id: v7(), name, email, password: hash, role } });
}

/**
 * Gives the roles of an invitation, as far as the person who invited may still give them. Roles never go down by
 * accepting.
 */
export async function grant(row: Row, person: NamedPerson & { readonly role: string }): Promise<void> {
  const { invitedBy } = row;
  if (row.role === "member" && person.role === "guest") {
    await prisma().person.update({ where: { id: person.id }, data: { role: "member" } });
    const details = { role: "member", previousRole: "guest" } as const;
    await record("role-changed", { personId: person.id, subject: subjectOf("person", person), details });
  }
  for (const { databaseId, role } of grantsIn(row)) {
    const [owner, own] = await Promise.all(
      [invitedBy.id, person.id].map((personId) =>
        prisma().member.findUnique({ where: { baseId_personId: { baseId: databaseId, personId } } }),
      ),
    );
    if (invitedBy.role !== "owner" && owner?.role !== "owner") continue;
    if (!own || isAtLeast(role, own.role as Role)) {
      await giveRole(databaseId, { person, role, byId: person.id });
    }
  }
}

/** Finds an open invitation by its token; a 404 otherwise, which counts as a failed attempt. */
async function findOpen(token: string, address: string): Promise<Row> {
  const row = mintedSecret.test(token)
    ? await prisma().invitation.findUnique({
        where: { hash: hashOf(token), expiresAt: { gt: new Date() } },
        include: withInviter,
      })
    : null;
  if (row && isByGoodInviter(row)) return row;
  await countWrongSecret(address);
  recordRefusal("sign-in-failed", { details: { by: "invitation" } });
  throw missing();
}

function missing(): ApiError {
  return new ApiError(
    "NOT_FOUND",
    "This invitation was used already, withdrawn, or is older than seven days. Ask for a new one.",
  );
}

function visibleTo(actor: Actor): { invitedById?: string } {
  return may(actor, "manage-people") ? {} : { invitedById: actor.person.id };
}

function grantsIn({ grants }: Pick<Row, "grants">): Grant[] {
  return grants as unknown as Grant[];
}

function presentInvitation(row: Row): Invitation {
  return {
    id: row.id,
    email: row.email,
    role: row.role as InstallationRole,
    databases: grantsIn(row),
    invitedBy: { id: row.invitedBy.id, name: row.invitedBy.name },
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  };
}
