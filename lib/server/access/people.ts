import { ApiError, notFound } from "../../contract/errors";
import { personId } from "../../contract/ids";
import type { Grant, Person, PersonUpdate } from "../../contract/people";
import type { PersonPlace } from "../../contract/places";
import type { InstallationRole } from "../../contract/roles";
import { Prisma, prisma, query } from "../db";
import { change } from "../log/changes";
import { record, subjectOf } from "./audit";
import type { Actor } from "./author";
import { holdRights } from "./current-rights";
import { requireMay } from "./may";
import { removeSecondFactor } from "./one-time-codes";

const withRoles = { roles: { orderBy: { baseId: "asc" } } } as const;
type Row = Prisma.PersonGetPayload<{ include: typeof withRoles }>;

/** Lists people, oldest first. Removed ones are left out. */
export async function listPeople(): Promise<Person[]> {
  const rows = await prisma().person.findMany({
    where: { removedAt: null },
    include: withRoles,
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return rows.map(presentPerson);
}

/**
 * Changes a person's role in the installation, or deactivates them, which ends their sessions. Password, second factor and
 * passkeys are kept, and work again once the person is activated.
 */
export function updatePerson(actor: Actor, place: PersonPlace, given: PersonUpdate): Promise<Person> {
  return changePeople(actor, "manage-people", async () => {
    const row = await personAt(place);
    const role = given.role ?? row.role;
    const isActive = given.isActive ?? row.deactivatedAt === null;
    const deactivatedAt = isActive ? null : (row.deactivatedAt ?? new Date());
    const updated = await prisma().person.update({
      where: { id: row.id },
      data: { role, deactivatedAt },
      include: withRoles,
    });
    if (!isActive) await endSessions(row.id);
    if (given.hasSecondFactor === false) await removeSecondFactor(row.id);
    await requireAnOwner();
    await recordUpdate(row, updated, given);
    return presentPerson(given.hasSecondFactor === false ? { ...updated, secondFactor: null } : updated);
  });
}

/** Records the changes of a person. */
async function recordUpdate(before: Row, after: Row, given: PersonUpdate): Promise<void> {
  const subject = subjectOf("person", before);
  if (after.role !== before.role) {
    const details = {
      role: after.role as InstallationRole,
      previousRole: before.role as InstallationRole,
    };
    await record("role-changed", { subject, details });
  }
  const isActive = after.deactivatedAt === null;
  if (isActive !== (before.deactivatedAt === null)) {
    await record(isActive ? "person-activated" : "person-deactivated", { subject });
  }
  if (given.hasSecondFactor === false && before.secondFactor !== null) {
    await record("second-factor-turned-off", { subject });
  }
}

/**
 * Removes a person with their sessions, keys and roles. What they made stays under their name. Throws a 409 for the last
 * owner of a database or of the installation.
 */
export async function removePerson(actor: Actor, place: PersonPlace): Promise<void> {
  await changePeople(actor, "manage-people", async () => {
    const row = await personAt(place);
    const now = new Date();
    await prisma().apiKey.updateMany({
      where: { personId: row.id, revokedAt: null },
      data: { revokedAt: now },
    });
    await prisma().person.update({
      where: { id: row.id },
      data: { email: null, password: null, role: "guest", deactivatedAt: now, removedAt: now },
    });
    await removeSecondFactor(row.id);
    await prisma().passkey.deleteMany({ where: { personId: row.id } });
    await prisma().picture.deleteMany({ where: { personId: row.id } });
    await endSessions(row.id);
    await prisma().member.deleteMany({ where: { personId: row.id } });
    await prisma().invitation.deleteMany({ where: { invitedById: row.id } });
    await prisma().share.deleteMany({ where: { createdById: row.id } });
    await prisma().passwordReset.deleteMany({ where: { personId: row.id } });
    await prisma().emailChange.deleteMany({ where: { personId: row.id } });
    await requireAnOwner();
    for (const { baseId, role } of row.roles) if (role === "owner") await requireOwnerOf(baseId);
    await record("person-removed", { subject: subjectOf("person", row) });
  });
}

/**
 * Runs a change of people or their roles, one at a time, with the caller's rights as they are then. One at a time, because
 * concurrent changes could leave a database without an owner.
 */
export function changePeople<Result>(
  actor: Actor,
  action: Parameters<typeof requireMay>[1],
  work: () => Promise<Result>,
  databaseId?: string,
): Promise<Result> {
  return change(async () => {
    await lockPeople();
    requireMay(await holdRights(actor), action, databaseId);
    return work();
  });
}

/** Waits for other changes of people, until the transaction ends. */
export async function lockPeople(): Promise<void> {
  await query(Prisma.sql`SELECT pg_advisory_xact_lock(${peopleLock})`);
}

/** Differs from the other advisory locks. */
const peopleLock = 76946875;

/** Finds a person who was not removed; a 404 otherwise. */
export async function personAt(place: PersonPlace): Promise<Row> {
  const { success, data: id } = personId.safeParse(place.personId);
  const row = success
    ? await prisma().person.findUnique({ where: { id, removedAt: null }, include: withRoles })
    : null;
  if (!row) throw notFound("person", place.personId);
  return row;
}

/** Ends the sessions of a person, except one, and the adding of passkeys in progress. */
export async function endSessions(personId: string, except?: string): Promise<void> {
  await prisma().passkeyChallenge.deleteMany({ where: { personId } });
  await prisma().session.deleteMany({
    where: { personId, ...(except !== undefined && { id: { not: except } }) },
  });
}

/** Throws a 409 if nobody active owns the installation. */
async function requireAnOwner(): Promise<void> {
  const owners = await prisma().person.count({ where: { role: "owner", deactivatedAt: null } });
  if (owners > 0) return;
  throw new ApiError(
    "CONFLICT",
    "This person is the last active owner of the installation. Make somebody else an owner first.",
  );
}

/** Throws a 409 that names a database without an owner. */
export async function requireOwnerOf(databaseId: string): Promise<void> {
  if ((await prisma().member.count({ where: { baseId: databaseId, role: "owner" } })) > 0) return;
  const base = await prisma().base.findUnique({ where: { id: databaseId }, select: { name: true } });
  // A database in the trash may lose its owner: those of the installation can restore it.
  if (!base) return;
  throw new ApiError(
    "CONFLICT",
    `This person is the last owner of the database “${base.name}”. Make somebody else an owner first.`,
  );
}

function presentPerson(row: Row): Person {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role as InstallationRole,
    isActive: row.deactivatedAt === null,
    hasPassword: row.password !== null,
    hasSecondFactor: row.secondFactor !== null,
    createdAt: row.createdAt.toISOString(),
    databases: row.roles.map(({ baseId, role }) => ({ databaseId: baseId, role: role as Grant["role"] })),
  };
}
