import type { Role } from "../../contract/roles";
import { execute, Prisma, prisma } from "../db";
import { record, subjectOf } from "./audit";

/** Gives a person a role in a database, in place of an earlier one. */
export async function setRole(databaseId: string, personId: string, role: Role): Promise<void> {
  await execute(Prisma.sql`
    INSERT INTO "Member" ("baseId", "personId", "role") VALUES (${databaseId}, ${personId}::uuid, ${role})
    ON CONFLICT ("baseId", "personId") DO UPDATE SET "role" = excluded."role"`);
}

/** A role to give. */
interface GivenRole {
  readonly person: { readonly id: string; readonly name: string | null };
  readonly role: Role;
  /** The id of the person who gives it; the caller by default. */
  readonly byId?: string;
}

/** Gives a person a role in a database, and records who gave it. */
export async function giveRole(databaseId: string, { person, role, byId }: GivenRole): Promise<void> {
  const place = { baseId: databaseId, personId: person.id };
  const previous = await prisma().member.findUnique({ where: { baseId_personId: place } });
  await setRole(databaseId, person.id, role);
  if (previous?.role === role) return;
  const about = {
    databaseId,
    subject: subjectOf("person", person),
    ...(byId !== undefined && { personId: byId }),
  };
  if (!previous) await record("member-added", { ...about, details: { role } });
  else await record("member-changed", { ...about, details: { role, previousRole: previous.role as Role } });
}
