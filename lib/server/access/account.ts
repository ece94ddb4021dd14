import { ApiError, badRequest, unauthorized } from "../../contract/errors";
import type { Me, MeUpdate } from "../../contract/people";
import type { InstallationRole } from "../../contract/roles";
import { type Prisma, prisma } from "../db";
import { record, recordRefusal } from "./audit";
import type { Actor } from "./author";
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
  );
}

/** Changes the caller's account. A new password ends all other sessions of the person. */
export async function updateMe(actor: Actor, given: MeUpdate, address: string): Promise<Me> {
  const { name, picture, email, password, currentPassword } = given;
  const place = { personId: actor.person.id };
  const before = await personAt(place);
  const changesAccess = password !== undefined || (email !== undefined && email !== before.email);
  if (changesAccess && before.password !== null)
    await requireCurrentPassword(before, currentPassword, address);
  if (password !== undefined) {
    const told = { name: name ?? before.name, email: email ?? before.email };
    if (told.email === null) throw badRequest([{ path: "email", message: "is required with a password" }]);
    requireGoodPassword(password, told);
  }
  const hash = password === undefined ? undefined : await hashPassword(password);
  const newPicture = typeof picture === "string" ? await readPicture(picture) : picture;
  return changePeople(actor, "change-account", async () => {
    const current = await personAt(place);
    if (changesAccess && current.password !== before.password)
      throw unauthorized("The password was changed meanwhile.");
    if (email !== undefined && email !== current.email) await requireFree(email);
    const data: Prisma.PersonUpdateInput = {
      ...(name !== undefined && { name }),
      ...(email !== undefined && { email }),
      ...(hash !== undefined && { password: hash }),
    };
    await prisma().person.update({ where: { id: current.id }, data });
    if (newPicture !== undefined) await storePicture(current.id, newPicture);
    if (email !== undefined && email !== current.email) await record("email-changed", {});
    if (hash !== undefined) {
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

async function requireFree(email: string): Promise<void> {
  if ((await prisma().person.count({ where: { email } })) === 0) return;
  throw new ApiError("CONFLICT", "Another account has this e-mail address.");
}

function presentMe(row: Awaited<ReturnType<typeof personAt>>, picture: { readonly hash: string } | null): Me {
  return {
    id: row.id,
    name: row.name,
    picture: pictureAddress(row.id, picture),
    email: row.email,
    role: row.role as InstallationRole,
    hasPassword: row.password !== null,
    hasSecondFactor: row.secondFactor !== null,
    createdAt: row.createdAt.toISOString(),
  };
}
