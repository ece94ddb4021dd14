import { v7 } from "uuid";
import { ApiError, badRequest, conflict, notFound } from "../../contract/errors";
import { passkeyId } from "../../contract/ids";
import { limits } from "../../contract/limits";
import type {
  Passkey,
  PasskeyBegin,
  PasskeyCreate,
  PasskeyCreationOptions,
  PasskeyDelete,
  PasskeyUpdate,
} from "../../contract/passkeys";
import type { PasskeyPlace } from "../../contract/places";
import { type Prisma, prisma } from "../db";
import { requireCurrentPassword } from "./account";
import { record } from "./audit";
import type { Actor } from "./author";
import { challengeMinutes, createChallenge, takeChallenge } from "./passkey-challenges";
import { algorithms, verifyCreation } from "./passkey-responses";
import { changePeople, personAt } from "./people";
import { requireRelyingParty } from "./relying-party";
import { requireCode } from "./second-factor";

export type StoredPasskey = Prisma.PasskeyGetPayload<object>;

/** Lists the caller's passkeys, oldest first. */
export async function listPasskeys({ person }: Actor): Promise<Passkey[]> {
  const rows = await prisma().passkey.findMany({
    where: { personId: person.id },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return rows.map(present);
}

/**
 * Returns the options with which a browser creates a passkey. Takes the password and, if the second factor is on, a code: a
 * passkey replaces both.
 */
export async function beginPasskey(
  actor: Actor,
  { currentPassword, code }: PasskeyBegin,
  address: string,
): Promise<PasskeyCreationOptions> {
  const relyingParty = requireRelyingParty();
  const person = await personAt({ personId: actor.person.id });
  if (person.password === null || person.email === null) {
    throw new ApiError(
      "CONFLICT",
      "Set an e-mail address and password first: adding a passkey asks for the password.",
    );
  }
  await requireCurrentPassword(person, currentPassword, address);
  if (person.secondFactor !== null) await requireCode(person, code, address);
  const { id, name, email } = person;
  return changePeople(actor, "change-account", async () => {
    const known = await requireRoom(id);
    return {
      rp: { id: relyingParty.id, name: "Rowhouse" },
      user: { id: userHandleOf(id), name: email, displayName: name ?? email },
      challenge: await createChallenge(id),
      pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key", alg })),
      timeout: challengeMinutes * 60_000,
      excludeCredentials: known.map(({ credentialId }) => ({ type: "public-key", id: credentialId })),
      authenticatorSelection: {
        residentKey: "required",
        requireResidentKey: true,
        userVerification: "required",
      },
      attestation: "none",
    };
  });
}

/** Adds the passkey that a browser has created by these options. */
export async function addPasskey(actor: Actor, { name, credential }: PasskeyCreate): Promise<Passkey> {
  const relyingParty = requireRelyingParty();
  const personId = actor.person.id;
  const challenge = await takeChallenge(credential.response, personId);
  if (challenge === null) {
    throw new ApiError(
      "CONFLICT",
      `This took longer than ${challengeMinutes} minutes, or was done already. Add the passkey again.`,
    );
  }
  const created = await verifyCreation(credential, { challenge, relyingParty });
  if (!created) {
    throw badRequest([{ path: "credential", message: "is not valid, or was created without verification" }]);
  }
  return changePeople(actor, "change-account", async () => {
    await requireRoom(personId);
    const { credentialId } = created;
    if ((await prisma().passkey.count({ where: { credentialId } })) > 0) {
      throw conflict("credential", "was added already");
    }
    const row = await prisma().passkey.create({ data: { id: v7(), personId, name, ...created } });
    await record("passkey-added", {});
    return present(row);
  });
}

/** Renames one of the caller's passkeys. */
export function updatePasskey(actor: Actor, place: PasskeyPlace, { name }: PasskeyUpdate): Promise<Passkey> {
  return changePeople(actor, "change-account", async () => {
    const { id } = await passkeyAt(actor, place);
    return present(await prisma().passkey.update({ where: { id }, data: { name } }));
  });
}

/** Removes one of the caller's passkeys. Takes the password. Browsers that it signed in stay so, as with a second factor. */
export async function deletePasskey(
  actor: Actor,
  place: PasskeyPlace,
  { currentPassword, address }: PasskeyDelete & { readonly address: string },
): Promise<void> {
  await passkeyAt(actor, place);
  await requireCurrentPassword(await personAt({ personId: actor.person.id }), currentPassword, address);
  await changePeople(actor, "change-account", async () => {
    const { id } = await passkeyAt(actor, place);
    await prisma().passkey.delete({ where: { id } });
    await record("passkey-removed", {});
  });
}

/** The id under which authenticators store the passkeys of a person. */
export function userHandleOf(personId: string): string {
  return Buffer.from(personId.replaceAll("-", ""), "hex").toString("base64url");
}

/** Returns the passkeys of a person. Throws a 409 if there can be no further one. */
async function requireRoom(personId: string) {
  const known = await prisma().passkey.findMany({ where: { personId }, select: { credentialId: true } });
  if (known.length < limits.passkeysPerPerson) return known;
  throw new ApiError(
    "CONFLICT",
    `An account can have at most ${limits.passkeysPerPerson} passkeys. Remove one first.`,
  );
}

/** Finds a passkey of the caller; a 404 otherwise. */
async function passkeyAt({ person }: Actor, place: PasskeyPlace) {
  const { success, data: id } = passkeyId.safeParse(place.passkeyId);
  const row = success ? await prisma().passkey.findUnique({ where: { id, personId: person.id } }) : null;
  if (!row) throw notFound("passkey", place.passkeyId);
  return row;
}

function present({ id, name, createdAt, lastUsedAt }: StoredPasskey): Passkey {
  return {
    id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
