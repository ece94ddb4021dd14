import { type ErrorBody, type ErrorCode, errorStatus } from "../../contract/errors";
import type { Operation } from "../operation";
import { type HeaderName, headerRefs } from "./headers";
import { refTo } from "./references";
import type { Reference, ResponseObject } from "./types";

interface Explained {
  readonly when: string;
  /** A message as it may come. */
  readonly message: string;
  readonly headers?: readonly HeaderName[];
}

const explained: { readonly [Code in ErrorCode]: Explained } = {
  BAD_REQUEST: {
    when: "Malformed JSON, an unknown key or query parameter, a value that does not fit; `details` lists every wrong place.",
    message: 'record.Amount takes a number, such as 12.5; "a lot" is not one',
  },
  INVALID_RECORD_ID: {
    when: "The record id in the path is not a UUID.",
    message: '"17" is not a record id, which is a UUID',
  },
  UNAUTHORIZED: {
    when: "No API key, or not a valid one.",
    message: "The API key is not valid: send Authorization: Bearer <API key>",
    headers: ["WWW-Authenticate"],
  },
  FORBIDDEN: {
    when: "The key lacks the scope that the operation needs, or would give away more than it has.",
    message: 'This key may not do that: it lacks the scope "write"',
  },
  NOT_FOUND: {
    when: "There is no such thing, or it is not yours: the two answer alike.",
    message: 'There is no table "Deals".',
  },
  METHOD_NOT_ALLOWED: {
    when: "The address exists, but not with this method; the header `Allow` lists those it has.",
    message: "PUT is not possible here; GET, POST, HEAD, OPTIONS are",
    headers: ["Allow"],
  },
  REQUEST_TIMEOUT: {
    when: "The headers did not come in time, or the body came too slowly.",
    message: "The headers of the request did not arrive within 20 seconds",
  },
  CONFLICT: {
    when: "A name is taken, or the change would lose what may not be lost.",
    message: 'name is taken: this database has a table "Deals" already',
  },
  PRECONDITION_FAILED: {
    when: "The record has changed since the version that `If-Match` names, or holds other values than `expected`; `details[0].record` is the record as it is now.",
    message: "If-Match does not match the record as it is now",
  },
  PAYLOAD_TOO_LARGE: {
    when: "The body is larger than the limit.",
    message: "The body is too large. At most 10,000,000 bytes are allowed.",
  },
  UNSUPPORTED_MEDIA_TYPE: {
    when: "A body came without `Content-Type: application/json`.",
    message: "A body needs the header Content-Type: application/json",
  },
  RANGE_NOT_SATISFIABLE: {
    when: "The file has no such part as `Range` asks for.",
    message: "The file has no such part. It has 1,024 bytes.",
    headers: ["Content-Range"],
  },
  EXPECTATION_FAILED: {
    when: "The header `Expect` holds something other than `100-continue`.",
    message: "The header Expect takes nothing but 100-continue",
  },
  IDEMPOTENCY_MISMATCH: {
    when: "The `Idempotency-Key` was used before, for another call: another method, address or body.",
    message: "This Idempotency-Key was used for another call; a new call needs a new key",
  },
  RATE_LIMITED: {
    when: "Too many requests; the header `Retry-After` says how many seconds to wait.",
    message: "At most 100 requests a second; wait a moment",
    headers: ["Retry-After"],
  },
  HEADERS_TOO_LARGE: {
    when: "The headers are longer than 16 KB.",
    message: "The headers are longer than 16 KB",
  },
  INTERNAL_SERVER_ERROR: {
    when: "A defect on our side, logged under the request id.",
    message: "Something went wrong on our side; the request id tells us what",
  },
  UNAVAILABLE: {
    when: "The database is too busy, too slow for this, or cannot be reached; the header `Retry-After` says when to try again.",
    message: "The database is too busy or cannot be reached; try again shortly",
    headers: ["Retry-After"],
  },
};

const codes = Object.keys(errorStatus) as ErrorCode[];

/** The answer of each error status, all of one shape. */
export function errorResponses(): { [name: string]: ResponseObject } {
  const statuses = [...new Set<number>(Object.values(errorStatus))];
  return Object.fromEntries(statuses.map((status) => [responseName(status), errorResponse(status)]));
}

/** The errors that an operation may answer, by status. */
export function errorsOf(operation: Operation): { [status: string]: Reference } {
  const statuses = [...new Set(codesOf(operation).map((code) => errorStatus[code]))].sort();
  return Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/${responseName(status)}` }]),
  );
}

/** The table of codes, as the reference's introduction shows it. */
export function errorTable(): string {
  return [
    "| status | code | when |",
    "|---|---|---|",
    ...codes.map((code) => `| ${errorStatus[code]} | \`${code}\` | ${explained[code].when} |`),
  ].join("\n");
}

/** What an operation's address, scope and method bring along, and what it adds itself. */
function codesOf({ method, scope, params, path, errors = [] }: Operation): ErrorCode[] {
  const codes: ErrorCode[] = ["BAD_REQUEST", "INTERNAL_SERVER_ERROR", "UNAVAILABLE", ...errors];
  if (scope !== undefined) codes.push("UNAUTHORIZED", "FORBIDDEN", "RATE_LIMITED");
  if (params) codes.push("NOT_FOUND");
  if (method !== "GET") codes.push("REQUEST_TIMEOUT", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE");
  if (path.includes("{recordId}")) codes.push("INVALID_RECORD_ID");
  if (scope !== undefined && method !== "GET") codes.push("CONFLICT", "IDEMPOTENCY_MISMATCH");
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
