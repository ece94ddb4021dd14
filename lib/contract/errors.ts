import { maxProblems } from "../field-types/limits";
import { quote } from "../field-types/text";
import type { Record as StoredRecord } from "./records";

/** Every error code of the API and its HTTP status. */
export const errorStatus = {
  BAD_REQUEST: 400,
  INVALID_RECORD_ID: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  CONFLICT: 409,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RANGE_NOT_SATISFIABLE: 416,
  EXPECTATION_FAILED: 417,
  IDEMPOTENCY_MISMATCH: 422,
  RATE_LIMITED: 429,
  HEADERS_TOO_LARGE: 431,
  INTERNAL_SERVER_ERROR: 500,
  UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/**
 * One problem of a request. `path` names the key as the caller wrote it; `message` is a predicate that continues
 * it.
 */
export interface ErrorDetail {
  readonly path: string;
  readonly message: string;
  /** UTF-16 units of a mistake in a formula, from 0, `end` exclusive. */
  readonly start?: number | undefined;
  readonly end?: number | undefined;
  /** With 412: the current record, if the caller may read it. */
  readonly record?: StoredRecord | undefined;
}

/** An error that may be thrown anywhere. `lib/api/handle.ts` turns it into a response, the page shows its message. */
export class ApiError extends Error {
  override readonly name = "ApiError";

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details?: ErrorDetail[],
    /** Response headers that belong to the error, such as `Retry-After`. */
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

/** A 401 with the `WWW-Authenticate` header that RFC 9110, 11.6.1 requires. */
export function unauthorized(message: string): ApiError {
  return new ApiError("UNAUTHORIZED", message, undefined, { "WWW-Authenticate": "Bearer" });
}

/** Narrows to an ApiError with one of these codes. */
export function hasCode(error: unknown, ...codes: readonly ErrorCode[]): error is ApiError {
  return error instanceof ApiError && codes.includes(error.code);
}

/** True for an error that the request caused: repeating it would fail again. */
export function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status < 500;
}

/** True if the session is missing or has ended. */
export function isSignedOut(error: unknown): boolean {
  return hasCode(error, "UNAUTHORIZED");
}

/** An error that lists up to `maxProblems` problems; its message states the first and counts the rest. */
export function problemsError(code: ErrorCode, details: readonly ErrorDetail[]): ApiError {
  const [first] = details;
  if (!first) throw new Error("an error about details needs one");
  const listed = details.slice(0, maxProblems);
  const more = listed.length - 1;
  const atLeast = listed.length === maxProblems ? "at least " : "";
  const rest = more === 0 ? "" : ` See details for ${atLeast}${more} more problem${more === 1 ? "" : "s"}.`;
  return new ApiError(code, `${sentenceOf(first)}${rest}`, listed);
}

export function badRequest(details: readonly ErrorDetail[]): ApiError {
  return problemsError("BAD_REQUEST", details);
}

/** A 409: the request is valid but conflicts with the current state. */
export function conflict(path: string, message: string): ApiError {
  return problemsError("CONFLICT", [{ path, message }]);
}

/** The sentence that a detail forms with its path. */
export function sentenceOf({ path, message }: ErrorDetail): string {
  return `${path} ${message}.`;
}

export function notFound(what: string, ref: string): ApiError {
  return new ApiError("NOT_FOUND", `There is no ${what} ${quote(ref)}.`);
}
