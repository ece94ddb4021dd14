import { ApiError } from "../contract/errors";
import { limits } from "../contract/limits";
import { isRepeatedValue, repeatedValue } from "./repeated-values";

/** Converts any error to an ApiError; unexpected ones become an opaque INTERNAL_SERVER_ERROR. */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (isRepeatedValue(thrown)) return repeatedValue();
  const codes = codesOf(thrown);
  if (codes.some((code) => takenCodes.has(code)))
    return new ApiError("CONFLICT", "The name is already taken.");
  if (codes.some((code) => fullDiskCodes.has(code))) return fullDisk();
  if (codes.includes("57014")) return unavailable(tookTooLong);
  if (codes.includes("54000")) return new ApiError("BAD_REQUEST", tooLarge);
  if (codes.includes("55P03")) return unavailable(heldByOthers);
  const isBusy = isCollision(thrown) || gaveUpWaiting(thrown);
  if (isBusy || codes.some((code) => awayCodes.has(code) || code.startsWith("08"))) {
    return unavailable("The database is too busy or cannot be reached. Try again shortly.");
  }
  return new ApiError(
    "INTERNAL_SERVER_ERROR",
    "Something went wrong on our side. Include the request id when you report it.",
  );
}

/** A 503 that allows a retry after a second. */
export function unavailable(message: string): ApiError {
  return new ApiError("UNAVAILABLE", message, undefined, { "Retry-After": "1" });
}

const tooLarge =
  "A computed value is too large: it reads too many linked records, or too long texts. Restrict it by a filter, or read fewer fields.";

const tookTooLong = `The query exceeded the limit of ${limits.readSeconds} seconds to read or ${limits.statementSeconds} to write. Request less at once, or try again later.`;

const heldByOthers =
  "Another change is still working on these records or fields, such as a change of a field's type. Try again shortly.";

/** A 503 for writes on a full disk. */
export function fullDisk(): ApiError {
  return unavailable(
    "The disk of the service is full. Reading still works; writing will work again when there is space.",
  );
}

/** True for a conflict between transactions (deadlock, serialization failure) that a retry resolves. */
export function isCollision(thrown: unknown): boolean {
  return codesOf(thrown).some((code) => code === "40P01" || code === "40001" || code === "P2034");
}

/** Unique violations: the codes of PostgreSQL and Prisma. */
const takenCodes = new Set(["23505", "P2002"]);

/** Disk full: the code of PostgreSQL, and those of the system for our own files. */
const fullDiskCodes = new Set(["53100", "ENOSPC", "EDQUOT"]);

/**
 * Codes of an unavailable database: unreachable, starting, stopping or full. PostgreSQL:
 * https://www.postgresql.org/docs/current/errcodes-appendix.html, Prisma:
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

/** The error codes of an error and its causes. Any failed socket connection counts as ECONNREFUSED. */
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

/** Recognises errors that `pg` throws without a code. */
function gaveUpWaiting(thrown: unknown): boolean {
  return (
    thrown instanceof Error &&
    /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|not queryable/.test(
      thrown.message,
    )
  );
}
