import { ApiError } from "../contract/errors";
import { limits } from "../contract/limits";

/** What a throw means to the caller. Not foreseen: an opaque INTERNAL_SERVER_ERROR. */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  const codes = codesOf(thrown);
  if (codes.some((code) => takenCodes.has(code))) return new ApiError("CONFLICT", "The name is taken");
  if (codes.some((code) => fullDiskCodes.has(code))) return fullDisk();
  if (codes.includes("57014")) return unavailable(tookTooLong);
  if (codes.includes("55P03")) return unavailable(heldByOthers);
  const isBusy = isCollision(thrown) || gaveUpWaiting(thrown);
  if (isBusy || codes.some((code) => awayCodes.has(code) || code.startsWith("08"))) {
    return unavailable("The database is too busy or cannot be reached; try again shortly");
  }
  return new ApiError(
    "INTERNAL_SERVER_ERROR",
    "Something went wrong on our side; the request id tells us what",
  );
}

/** The caller may try again in a second. */
export function unavailable(message: string): ApiError {
  return new ApiError("UNAVAILABLE", message, undefined, { "Retry-After": "1" });
}

const tookTooLong = `The database took longer for this than it may: ${limits.readSeconds} seconds to read, ${limits.statementSeconds} to write; ask for less at once, or try again later`;

const heldByOthers =
  "Another change is working on these records or fields, such as a change of a field's type; try again shortly";

/** Nothing can be written; reading goes on. */
export function fullDisk(): ApiError {
  return unavailable(
    "The disk of the service is full: it can be read from, and written to when there is room again",
  );
}

/** Whether two transactions met (deadlock, serialization failure), so that trying again is the answer. */
export function isCollision(thrown: unknown): boolean {
  return codesOf(thrown).some((code) => code === "40P01" || code === "40001" || code === "P2034");
}

/** Unique violations: PostgreSQL's, and Prisma's for the same. */
const takenCodes = new Set(["23505", "P2002"]);

/** There is no room on a disk: PostgreSQL's code, and the system's for our own files. */
const fullDiskCodes = new Set(["53100", "ENOSPC", "EDQUOT"]);

/**
 * The database is away, starting, stopping or full. PostgreSQL's codes:
 * https://www.postgresql.org/docs/current/errcodes-appendix.html, Prisma's:
 * https://www.prisma.io/docs/orm/reference/error-reference
 */
const awayCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "57P01",
  "57P02",
  "57P03",
  "53000",
  "53200",
  "53300",
  "25006",
  "58030",
  "P1001",
  "P1002",
  "P1008",
  "P1017",
  "P2024",
  "P2028",
]);

/** The error codes of a throw and of what caused it. A socket that cannot be reached, or is not there, counts as refused. */
function codesOf(thrown: unknown): string[] {
  const codes: string[] = [];
  for (let error = thrown as Linked | undefined, depth = 0; error instanceof Object && depth < 5; depth++) {
    for (const code of [error.code, error.originalCode]) if (typeof code === "string") codes.push(code);
    if (error.syscall === "connect") codes.push("ECONNREFUSED");
    error = error.cause ?? error.meta?.driverAdapterError;
  }
  return codes;
}

interface Linked {
  code?: unknown;
  originalCode?: unknown;
  syscall?: unknown;
  cause?: Linked;
  meta?: { driverAdapterError?: Linked };
}

/** `pg` gives these errors no code. */
function gaveUpWaiting(thrown: unknown): boolean {
  return (
    thrown instanceof Error &&
    /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|not queryable/.test(
      thrown.message,
    )
  );
}
