import { ApiError } from "../../contract/errors";
import { limits } from "../../contract/limits";
import { execute, outsideTransaction, Prisma, query } from "../db";
import { change } from "../log/changes";
import { shareRateLimit } from "../workers/shared-limits";
import { hashOf } from "./secrets";

const attempts = shareRateLimit("sign-in", { tokens: limits.signInAttemptsPerMinute, seconds: 60 });
const attemptsFrom = shareRateLimit("sign-in from", { tokens: limits.signInAttemptsPerAddress, seconds: 60 });

/**
 * Counts a failed attempt with a key, code or token. Throws a 429 beyond the limits. Valid secrets are always accepted,
 * because so many random bits cannot be guessed.
 */
export async function countWrongSecret(address: string): Promise<void> {
  // Checks the address first, so that an address at its limit does not use up the total.
  const isWithin = (await attemptsFrom.take(address)).allowed && (await attempts.take("all")).allowed;
  if (isWithin) return;
  throw new ApiError("RATE_LIMITED", "Too many failed sign-ins. Try again in a minute.", undefined, {
    "Retry-After": "60",
  });
}

/** Minutes in which wrong passwords count. */
export const lockoutMinutes = 15;
const maxOfAccount = 10;
const maxOfAddress = 100;

/**
 * Checks a password by `check`, unless too many were wrong in the last quarter of an hour: 10 for this account from this
 * address, or 100 from this address. Then throws a 429. Counts the attempt before the check, so that concurrent ones
 * count too, and forgets it if the password is right.
 */
export async function attemptPassword(
  { email, address }: { readonly email: string; readonly address: string },
  check: () => Promise<boolean>,
): Promise<boolean> {
  const account = Buffer.from(hashOf(email));
  // Apart from a transaction of the caller: the refusal rolls that back, and so would forget the attempt.
  const [counted] = await changeApart(async () => {
    // One at a time for an address, so that each sees those before it.
    await query(Prisma.sql`SELECT pg_advisory_xact_lock(hashtextextended(${`sign-in ${address}`}, 0))`);
    return query<{ id: bigint; ofAccount: number; ofAddress: number }>(Prisma.sql`
      WITH earlier AS (
        SELECT count(*) FILTER (WHERE "account" = ${account})::int AS "ofAccount", count(*)::int AS "ofAddress"
        FROM "FailedSignIn" WHERE "address" = ${address}
          AND "at" > statement_timestamp() - ${lockoutMinutes} * interval '1 minute'
      )
      INSERT INTO "FailedSignIn" ("address", "account", "at") SELECT ${address}, ${account}, clock_timestamp()
      RETURNING "id", (SELECT "ofAccount" FROM earlier), (SELECT "ofAddress" FROM earlier)`);
  });
  const forget = () =>
    changeApart(() => execute(Prisma.sql`DELETE FROM "FailedSignIn" WHERE "id" = ${counted?.id}::bigint`));
  if (counted && (counted.ofAccount >= maxOfAccount || counted.ofAddress >= maxOfAddress)) {
    // Refused attempts do not prolong the wait.
    await forget();
    throw new ApiError(
      "RATE_LIMITED",
      "Too many wrong passwords. Try again in a quarter of an hour.",
      undefined,
      { "Retry-After": String(lockoutMinutes * 60) },
    );
  }
  const isRight = await check();
  if (isRight) await forget();
  return isRight;
}

function changeApart<Result>(work: () => Promise<Result>): Promise<Result> {
  return outsideTransaction(() => change(work));
}
