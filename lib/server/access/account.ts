import { badRequest, unauthorized } from "../../contract/errors";
import type { Me, MeUpdate } from "../../contract/people";
import type { InstallationRole } from "../../contract/roles";
import { type Prisma, prisma } from "../db";
import { record, recordRefusal } from "./audit";
import type { Actor } from "./author";
import { changeEmail, forgetNewEmail, newEmailOf } from "./email-changes";
import { attemptPassword } from "./failed-sign-ins";
import { hashPassword, isPassword, requireGoodPassword } from "./passwords";
import { changePeople, endSessions, personAt } from "./people";
import { pictureAddress, readPicture, storePicture } from "./pictures";

/** Gets the caller's account. */
export async function getMe({ person }: Actor): Promise<Me> {
  const row = await personAt({ personId: person.id });
  return presentMe(
    row,
    await prisma().picture.findUnique({ where: { personId: row.id }, select: { hash: true } }),
    await newEmailOf(row.id),
  );
}

/**
 * Changes the caller's account. A new password ends all other sessions of the person, and a change of the e-mail address
 * that was not confirmed yet.
 */
export async function updateMe(actor: Actor, given: MeUpdate, address: string): Promise<Me> {
  const { name, picture, email, password, currentPassword } = given;
  const place = { personId: actor.person.id };
  const before = await personAt(place);
  const changesAccess = password !== undefined || (email !== undefined && email !== before.email);
  if (changesAccess && before.password !== null)
    await requireCurrentPassword(before, currentPassword, address);
  if (password !== undefined) {
    const told = {
      name: name ?? before.name,
      email: email ?? before.email ?? (await newEmailOf(before.id)),
    };
    if (told.email === null) throw badRequest([{ path: "email", message: "is required with a password" }]);
    requireGoodPassword(password, told);
  }
  const hash = password === undefined ? undefined : await hashPassword(password);
  const newPicture = typeof picture === "string" ? await readPicture(picture) : picture;
  return changePeople(actor, "change-account", async () => {
    const current = await personAt(place);
    if (changesAccess && current.password !== before.password)
      throw unauthorized("The password was changed meanwhile.");
    const data: Prisma.PersonUpdateInput = {
      ...(name !== undefined && { name }),
      ...(hash !== undefined && { password: hash }),
    };
    await prisma().person.update({ where: { id: current.id }, data });
    if (newPicture !== undefined) await storePicture(current.id, newPicture);
    if (email !== undefined) await changeEmail(current, email);
    if (hash !== undefined) {
      if (email === undefined && current.password !== null) await forgetNewEmail(current.id);
      await endSessions(current.id, actor.id);
      await record("password-changed", {});
    }
    return getMe(actor);
  });
}

/** Throws a 400 unless the given password is the current one. Wrong ones count as failed sign-ins. */
export async function requireCurrentPassword(
  { password, email }: { readonly password: string | null; readonly email: string | null },
  given: string | undefined,
  address: string,
): Promise<void> {
  if (given === undefined) throw badRequest([{ path: "currentPassword", message: "is required" }]);
  if (await attemptPassword({ email: email ?? "", address }, () => isPassword(given, password))) return;
  recordRefusal("password-check-failed", {});
  throw badRequest([{ path: "currentPassword", message: "is wrong" }]);
}

function presentMe(
  row: Awaited<ReturnType<typeof personAt>>,
  picture: { readonly hash: string } | null,
  newEmail: string | null,
): Me {
  return {
    id: row.id,
    name: row.name,
    picture: pictureAddress(row.id, picture),
    email: row.email,
    newEmail,
    role: row.role as InstallationRole,
    hasPassword: row.password !== null,
    hasSecondFactor: row.secondFactor !== null,
    createdAt: row.createdAt.toISOString(),
  };
}
