import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { ApiError, badRequest } from "../../contract/errors";
import { isCommonPassword } from "./common-passwords";

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** OWASP's parameters with 32 MB: N = 2^15, r = 8, p = 3. Stored with each hash, so that they can grow. */
const parameters = { cost: 15, blockSize: 8, parallelization: 3 };
const hashBytes = 32;

/** Hashes being computed, and waiting. Each takes 32 MB and a thread of libuv's pool, which files need too. */
let running = 0;
const waiting: (() => void)[] = [];
const maxRunning = 2;
const maxWaiting = 40;

/** The stored form of a password. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await deriveInTurn(password, salt, parameters);
  const { cost, blockSize, parallelization } = parameters;
  const parts = [cost, blockSize, parallelization, salt.toString("base64url"), hash.toString("base64url")];
  return `scrypt$${parts.join("$")}`;
}

/** Compares a password with its stored form. Takes as long without one, so that the time reveals no accounts. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const [, cost, blockSize, parallelization, salt = "", expected = ""] = (stored ?? (await nobodys())).split(
    "$",
  );
  const hash = await deriveInTurn(password, Buffer.from(salt, "base64url"), {
    cost: Number(cost),
    blockSize: Number(blockSize),
    parallelization: Number(parallelization),
  });
  return timingSafeEqual(hash, Buffer.from(expected, "base64url")) && stored !== null;
}

/** Throws a 400 for a password among the most common ones, or one that is the name or e-mail address. */
export function requireGoodPassword(
  password: string,
  { name = null, email = null }: { readonly name?: string | null; readonly email?: string | null },
): void {
  const told = [name, email, email?.split("@")[0]].map((each) => each?.toLowerCase());
  const message = told.includes(password.toLowerCase())
    ? "must not be your name or e-mail address"
    : isCommonPassword(password) && "is one of the most common passwords; choose another one";
  if (message) throw badRequest([{ path: "password", message }]);
}

let hashOfNobody: Promise<string> | undefined;
function nobodys(): Promise<string> {
  hashOfNobody ??= hashPassword(randomBytes(16).toString("base64url"));
  return hashOfNobody;
}

async function deriveInTurn(password: string, salt: Buffer, given: typeof parameters): Promise<Buffer> {
  if (running >= maxRunning) {
    if (waiting.length >= maxWaiting) {
      throw new ApiError(
        "UNAVAILABLE",
        "Too many people are signing in. Try again in a few seconds.",
        undefined,
        {
          "Retry-After": "5",
        },
      );
    }
    await new Promise<void>((resume) => waiting.push(resume));
  }
  running += 1;
  try {
    const { cost, blockSize, parallelization } = given;
    const maxmem = 256 * 2 ** cost * blockSize;
    return await derive(password.normalize("NFKC"), salt, hashBytes, {
      N: 2 ** cost,
      r: blockSize,
      p: parallelization,
      maxmem,
    });
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}
