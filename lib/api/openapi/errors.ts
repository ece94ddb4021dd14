import type { ErrorBody } from "../../contract/error-body";
import { type ErrorCode, errorStatus } from "../../contract/errors";
import { isWrite, type Operation } from "../operation";
import { type HeaderName, headerRefs } from "./headers";
import { refTo } from "./references";
import type { Reference, ResponseObject } from "./types";

interface Explained {
  readonly when: string;
  /** An example of the message. */
  readonly message: string;
  readonly headers?: readonly HeaderName[];
}

const explained: { readonly [Code in ErrorCode]: Explained } = {
  BAD_REQUEST: {
    when: "The JSON is malformed, a key or query parameter is unknown, or a value is invalid. `details` lists every problem.",
    message: 'record.Amount takes a number, such as 12.5; "a lot" is not one.',
  },
  INVALID_RECORD_ID: {
    when: "The record id in the path is not a UUID.",
    message: '"17" is not a record id. Record ids are UUIDs.',
  },
  UNAUTHORIZED: {
    when: "The API key is missing or invalid.",
    message: "The API key is not valid. Send the header Authorization: Bearer <API key>.",
    headers: ["WWW-Authenticate"],
  },
  FORBIDDEN: {
    when: "The key lacks the required scope, the person the required role, or either would grant more than it has.",
    message: 'This key lacks the scope "write".',
  },
  NOT_FOUND: {
    when: "The item does not exist, or the key has no access to it; the response is the same.",
    message: 'There is no table "Deals".',
  },
  METHOD_NOT_ALLOWED: {
    when: "The path does not support this method; the header `Allow` lists those it supports.",
    message: "PUT is not allowed here. Allowed: GET, POST, HEAD, OPTIONS.",
    headers: ["Allow"],
  },
  REQUEST_TIMEOUT: {
    when: "The headers did not arrive in time, or the body arrived too slowly.",
    message: "The request headers did not arrive within 20 seconds.",
  },
  CONFLICT: {
    when: "A name is taken, or the change would lose values.",
    message: 'name is taken: this database has a table "Deals" already.',
  },
  PRECONDITION_FAILED: {
    when: "The record has changed since the version in `If-Match`, or its values differ from `expected`. `details[0].record` is the current record.",
    message: "If-Match does not match the current version of the record.",
  },
  PAYLOAD_TOO_LARGE: {
    when: "The body, or the response, exceeds a limit.",
    message: "The body is too large. At most 10,000,000 bytes are allowed.",
  },
  UNSUPPORTED_MEDIA_TYPE: {
    when: "The body is not `application/json`, or is compressed.",
    message: "The Content-Type is not supported. Send JSON with the header Content-Type: application/json.",
  },
  RANGE_NOT_SATISFIABLE: {
    when: "The requested `Range` is outside of the file.",
    message: "The requested range is outside of the file, which has 1,024 bytes.",
    headers: ["Content-Range"],
  },
  EXPECTATION_FAILED: {
    when: "The header `Expect` has a value other than `100-continue`.",
    message: "The Expect header is not valid. Only 100-continue is allowed.",
  },
  IDEMPOTENCY_MISMATCH: {
    when: "The `Idempotency-Key` was used for another call, with a different method, path, query or body.",
    message: "This Idempotency-Key was used for another call. Send a new key with a new call.",
  },
  RATE_LIMITED: {
    when: "The caller sent too many requests. Wait for the seconds in the header `Retry-After`.",
    message: "Too many requests. At most 100 per second are allowed.",
    headers: ["Retry-After"],
  },
  HEADERS_TOO_LARGE: {
    when: "The headers are longer than 16 KB.",
    message: "The headers are too large. At most 16 KB are allowed.",
  },
  INTERNAL_SERVER_ERROR: {
    when: "The server has a defect, logged under the request id.",
    message: "Something went wrong on our side. Include the request id when you report it.",
  },
  UNAVAILABLE: {
    when: "The database is too busy, too slow or unreachable. Try again after the seconds in the header `Retry-After`.",
    message: "The database is too busy or cannot be reached. Try again shortly.",
    headers: ["Retry-After"],
  },
};

const codes = Object.keys(errorStatus) as ErrorCode[];

/** The response of each error status. */
export function errorResponses(): { [name: string]: ResponseObject } {
  const statuses = [...new Set<number>(Object.values(errorStatus))];
  return Object.fromEntries(statuses.map((status) => [responseName(status), errorResponse(status)]));
}

/** The errors of an operation, by status. */
export function errorsOf(operation: Operation): { [status: string]: Reference } {
  const statuses = [...new Set(codesOf(operation).map((code) => errorStatus[code]))].sort();
  return Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/${responseName(status)}` }]),
  );
}

/** The table of error codes in the introduction. */
export function errorTable(): string {
  return [
    "| status | code | when |",
    "|---|---|---|",
    ...codes.map((code) => `| ${errorStatus[code]} | \`${code}\` | ${explained[code].when} |`),
  ].join("\n");
}

/** The errors implied by path, scope and method, and those of the operation itself. */
function codesOf(operation: Operation): ErrorCode[] {
  const { method, action, params, path, errors = [] } = operation;
  const codes: ErrorCode[] = ["BAD_REQUEST", "INTERNAL_SERVER_ERROR", "UNAVAILABLE", ...errors];
  if (action !== null) codes.push("UNAUTHORIZED", "FORBIDDEN", "RATE_LIMITED");
  if (params) codes.push("NOT_FOUND");
  if (method !== "GET") codes.push("REQUEST_TIMEOUT", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE");
  if (path.includes("{recordId}")) codes.push("INVALID_RECORD_ID");
  if (isWrite(operation)) codes.push("CONFLICT", "IDEMPOTENCY_MISMATCH");
  return codes;
}

function errorResponse(status: number): ResponseObject {
  const own = codes.filter((code) => errorStatus[code] === status);
  return {
    description: own.map((code) => `\`${code}\`: ${explained[code].when}`).join("\n\n"),
    headers: headerRefs(["X-Request-Id", ...own.flatMap((code) => explained[code].headers ?? [])]),
    content: {
      "application/json": {
        schema: { $ref: refTo("ErrorBody") },
        examples: Object.fromEntries(own.map((code) => [code, { value: bodyOf(code) }])),
      },
    },
  };
}

function bodyOf(code: ErrorCode): ErrorBody {
  const { message } = explained[code];
  return { error: { code, message, requestId: "0b0c6f2e-4a71-4c1d-9a53-6d0f5e7b8c21" } };
}

/** 429 → `RateLimited`, after the first code of the status. */
function responseName(status: number): string {
  const [first = ""] = codes.filter((code) => errorStatus[code] === status);
  return first.toLowerCase().replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
