import { badRequest, notFound } from "../../contract/errors";
import { personId } from "../../contract/ids";
import type { AddedMember, Member, MemberCreate, MemberUpdate } from "../../contract/people";
import type { BasePlace, MemberPlace } from "../../contract/places";
import type { Role } from "../../contract/roles";
import { prisma } from "../db";
import { requireBase } from "../structure/structure";
import { record, subjectOf } from "./audit";
import type { Actor } from "./author";
import { storeInvitation } from "./invitations";
import { may } from "./may";
import { giveRole } from "./member-rows";
import { changePeople, requireOwnerOf } from "./people";
import { pictureAddress, withPicture } from "./pictures";

/** Lists the people with a role in a database, the most powerful first. E-mail addresses are for its owners. */
export async function listMembers(actor: Actor, place: BasePlace): Promise<Member[]> {
  await requireBase(place);
  const rows = await prisma().member.findMany({
    where: { baseId: place.databaseId },
    include: { person: { include: withPicture } },
    orderBy: [{ person: { createdAt: "asc" } }, { personId: "asc" }],
  });
  const showsEmail = may(actor, "manage-members", place.databaseId);
  return rows.map(({ person, role }) => presentMember(person, role as Role, showsEmail));
}

/** Gives a person a role in a database. An e-mail address without an account becomes an invitation. */
export function addMember(actor: Actor, place: BasePlace, given: MemberCreate): Promise<AddedMember> {
  const { databaseId } = place;
  return changePeople(
    actor,
    "manage-members",
    async () => {
      await requireBase(place);
      const person = await findPerson(given);
      if (person) {
        await giveRole(databaseId, { person, role: given.role });
        await requireOwnerOf(databaseId);
        return { member: presentMember(person, given.role, true), invitation: null };
      }
      const { email, role } = given;
      if (email === undefined) throw badRequest([{ path: "personId", message: "is not the id of a person" }]);
      const databases = [{ databaseId, role }];
      return { member: null, invitation: await storeInvitation(actor, { email, role: "guest", databases }) };
    },
    databaseId,
  );
}

export function updateMember(actor: Actor, place: MemberPlace, { role }: MemberUpdate): Promise<Member> {
  return changeMember(actor, place, async (person) => {
    await giveRole(place.databaseId, { person, role });
    return presentMember(person, role, true);
  });
}

export async function removeMember(actor: Actor, place: MemberPlace): Promise<void> {
  const { databaseId } = place;
  await changeMember(actor, place, async (person) => {
    const { role } = await prisma().member.delete({
      where: { baseId_personId: { baseId: databaseId, personId: person.id } },
    });
    const details = { previousRole: role as Role };
    await record("member-removed", { databaseId, subject: subjectOf("person", person), details });
  });
}

/** Changes the role of a member, which must leave the database with an owner. */
function changeMember<Result>(
  actor: Actor,
  { databaseId, personId: given }: MemberPlace,
  work: (person: PersonOfMember) => Promise<Result>,
): Promise<Result> {
  return changePeople(
    actor,
    "manage-members",
    async () => {
      await requireBase({ databaseId });
      const id = personId.safeParse(given);
      const row = id.success
        ? await prisma().member.findUnique({
            where: { baseId_personId: { baseId: databaseId, personId: id.data } },
            include: { person: { include: withPicture } },
          })
        : null;
      if (!row) throw notFound("member", given);
      const result = await work(row.person);
      if (row.role === "owner") await requireOwnerOf(databaseId);
      return result;
    },
    databaseId,
  );
}

interface PersonOfMember {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly picture: { readonly hash: string } | null;
}

function findPerson({ personId: given, email }: MemberCreate): Promise<PersonOfMember | null> {
  if (email !== undefined)
    return prisma().person.findUnique({ where: { email, removedAt: null }, include: withPicture });
  const id = personId.safeParse(given);
  return id.success
    ? prisma().person.findUnique({ where: { id: id.data, removedAt: null }, include: withPicture })
    : Promise.resolve(null);
}

function presentMember(
  { id, name, email, picture }: PersonOfMember,
  role: Role,
  showsEmail: boolean,
): Member {
  return {
    personId: id,
    name,
    email: showsEmail ? email : null,
    picture: pictureAddress(id, picture),
    role,
  };
}
