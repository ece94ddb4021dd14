import { generateSecret, generateURI } from "otplib";
import { ApiError, badRequest, conflict } from "../../contract/errors";
import type { RecoveryCodes, SecondFactorSetup } from "../../contract/people";
import { randomBase58 } from "../../field-types/base58";
import { prisma } from "../db";
import { requireCurrentPassword } from "./account";
import { record } from "./audit";
import type { Actor } from "./author";
import { attemptPassword } from "./failed-sign-ins";
import {
  recoveryHash,
  redeemCode,
  removeSecondFactor,
  timeStepOf,
  type WithSecondFactor,
} from "./one-time-codes";
import { changePeople, personAt } from "./people";

const recoveryCodeCount = 10;

/** Creates a secret for an authenticator app. It takes effect once a code confirms it. */
export async function beginSecondFactor(
  actor: Actor,
  { currentPassword }: { readonly currentPassword: string },
  address: string,
): Promise<SecondFactorSetup> {
  const place = { personId: actor.person.id };
  const person = await personAt(place);
  if (person.password === null || person.email === null) {
    throw new ApiError(
      "CONFLICT",
      "Set an e-mail address and password first: the code is asked for with them.",
    );
  }
  await requireCurrentPassword(person, currentPassword, address);
  const label = person.email;
  return changePeople(actor, "change-account", async () => {
    await refuseIfOn(place);
    const secret = generateSecret();
    await prisma().person.update({ where: { id: person.id }, data: { pendingSecondFactor: secret } });
    return { secret, url: generateURI({ issuer: "Rowhouse", label, secret }) };
  });
}

/** Turns the second factor on by a code of the app, and returns recovery codes, of which only hashes are stored. */
export async function confirmSecondFactor(
  actor: Actor,
  { code }: { readonly code: string },
): Promise<RecoveryCodes> {
  const place = { personId: actor.person.id };
  return changePeople(actor, "change-account", async () => {
    const { id, pendingSecondFactor } = await refuseIfOn(place);
    if (pendingSecondFactor === null)
      throw conflict("code", "confirms nothing: begin to set up the second factor first");
    const step = await timeStepOf(pendingSecondFactor, code, null);
    if (step === null)
      throw badRequest([{ path: "code", message: "is wrong; enter the one that the app shows now" }]);
    await prisma().person.update({
      where: { id },
      data: { secondFactor: pendingSecondFactor, pendingSecondFactor: null, lastTimeStep: step },
    });
    const recoveryCodes = Array.from({ length: recoveryCodeCount }, () => randomBase58(10));
    await prisma().recoveryCode.createMany({
      data: recoveryCodes.map((each) => ({ hash: recoveryHash(id, each), personId: id })),
    });
    await record("second-factor-turned-on", {});
    return { recoveryCodes };
  });
}

/** Turns the second factor off. Takes the password and a code. */
export async function endSecondFactor(
  actor: Actor,
  { currentPassword, code }: { readonly currentPassword: string; readonly code: string },
  address: string,
): Promise<void> {
  const person = await personAt({ personId: actor.person.id });
  if (person.secondFactor === null) throw new ApiError("CONFLICT", "The second factor is off already.");
  await requireCurrentPassword(person, currentPassword, address);
  await requireCode(person, code, address);
  await changePeople(actor, "change-account", async () => {
    await removeSecondFactor(person.id);
    await record("second-factor-turned-off", {});
  });
}

/** Throws a 400 unless the given code is one of the second factor, and uses it up. Wrong ones count as failed sign-ins. */
export async function requireCode(
  person: WithSecondFactor & { readonly email: string | null },
  code: string | undefined,
  address: string,
): Promise<void> {
  if (code === undefined) throw badRequest([{ path: "code", message: "is required" }]);
  const email = person.email ?? "";
  if (await attemptPassword({ email, address }, () => redeemCode(person, code))) return;
  throw badRequest([{ path: "code", message: "is wrong" }]);
}

async function refuseIfOn(place: { readonly personId: string }) {
  const person = await personAt(place);
  if (person.secondFactor === null) return person;
  throw new ApiError("CONFLICT", "The second factor is on already. Turn it off first.");
}
