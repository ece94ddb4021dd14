import { verify } from "otplib";
import { ApiError } from "../../contract/errors";
import { execute, Prisma, prisma } from "../db";
import { change } from "../log/changes";
import { hashOf } from "./secrets";

/** Seconds by which the clock of a phone may differ. */
const tolerance = 30;

/** The columns of a person by which codes are checked. */
export interface WithSecondFactor {
  readonly id: string;
  readonly secondFactor: string | null;
  readonly lastTimeStep: number | null;
}

/** Removes the second factor of a person, with its recovery codes. */
export async function removeSecondFactor(personId: string): Promise<void> {
  await prisma().recoveryCode.deleteMany({ where: { personId } });
  await prisma().person.update({
    where: { id: personId },
    data: { secondFactor: null, pendingSecondFactor: null, lastTimeStep: null },
  });
}

/** The error of a sign-in that lacks the code. The page then asks for it. */
export function codeRequired(): ApiError {
  return new ApiError(
    "UNAUTHORIZED",
    "Enter the code that your authenticator app shows, or a recovery code.",
    [{ path: "code", message: "is required" }],
  );
}

export function wrongCode(): ApiError {
  return new ApiError("UNAUTHORIZED", "This code is wrong or was used already.", [
    { path: "code", message: "is wrong or was used already" },
  ]);
}

/** Uses up a code of the app or a recovery code. False for a wrong one, and for one that was used before. */
export async function redeemCode(person: WithSecondFactor, given: string): Promise<boolean> {
  const { id, secondFactor, lastTimeStep } = person;
  const code = given.replace(/[\s-]/g, "");
  if (secondFactor === null) return false;
  if (!/^\d{6}$/.test(code)) {
    const { count } = await change(() =>
      prisma().recoveryCode.deleteMany({ where: { personId: id, hash: recoveryHash(id, code) } }),
    );
    return count === 1;
  }
  const step = await timeStepOf(secondFactor, code, lastTimeStep);
  if (step === null) return false;
  // Only one of two concurrent sign-ins with a code succeeds.
  const used = await change(() =>
    execute(Prisma.sql`
      UPDATE "Person" SET "lastTimeStep" = ${step} WHERE "id" = ${id}::uuid AND "secondFactor" = ${secondFactor}
        AND ("lastTimeStep" IS NULL OR "lastTimeStep" < ${step})`),
  );
  return used === 1;
}

/** The time step of a valid code that is later than the last one used; null for any other code. */
export async function timeStepOf(
  secret: string,
  code: string,
  lastTimeStep: number | null,
): Promise<number | null> {
  const token = code.replace(/\s/g, "");
  if (!/^\d{6}$/.test(token)) return null;
  const result = await verify({
    secret,
    token,
    epochTolerance: tolerance,
    ...(lastTimeStep !== null && { afterTimeStep: lastTimeStep }),
  });
  return result.valid && "timeStep" in result ? result.timeStep : null;
}

/** Recovery codes have 58 random bits, and can be tried only a few times, so a plain hash suffices. */
export function recoveryHash(personId: string, code: string): Uint8Array<ArrayBuffer> {
  return hashOf(`${personId} ${code}`);
}
