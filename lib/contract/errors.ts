import * as z from "zod";
import { $ZodAsyncError, util } from "zod/v4/core";
import { maxProblems } from "../field-types/limits";
import { nameOf, quote } from "../field-types/text";
import { unknownKey } from "./known-keys";
import { record } from "./records";

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
export const errorDetail = z.object({
  path: z.string().describe("The key as the caller wrote it, such as `records[17].Email`."),
  message: z.string().describe("A predicate that continues the path, such as `is required`."),
  start: z.int().optional().describe("First UTF-16 unit of a mistake in a formula, from 0."),
  end: z.int().optional().describe("End of the mistake, exclusive."),
  record: record.optional().describe("With 412: the current record, if the caller may read it."),
});
export type ErrorDetail = z.infer<typeof errorDetail>;

export const errorBody = z
  .object({
    error: z.object({
      code: z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]),
      message: z.string().describe("Explains the problem and how to fix it, for people."),
      details: z
        .array(errorDetail)
        .optional()
        .describe("The problems by path, if the error concerns parts of the request."),
      requestId: z.string().describe("Equals the header `X-Request-Id`."),
    }),
  })
  .describe("The body of every error response.");
export type ErrorBody = z.infer<typeof errorBody>;

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

/**
 * Validates `input` against `shape`, or throws a 400 that names each wrong place below `root` (such as `body`).
 * Messages of a shape are predicates that continue the path: "takes a number", "is required".
 */
export function parse<Shape extends z.ZodType>(shape: Shape, input: unknown, root: string): z.output<Shape> {
  const result = tryParse(shape, input);
  if (result.success) return result.data;
  throw badRequest(detailsOf(result.error, root));
}

/**
 * Validates without throwing. Explains issues that have no message of their own. Words only the first
 * `maxProblems` issues: wording an issue takes far longer than finding it.
 */
export function tryParse<Shape extends z.ZodType>(
  shape: Shape,
  input: unknown,
): z.ZodSafeParseResult<z.output<Shape>> {
  const context = { async: false, error: explain } as const;
  const result = shape._zod.run({ value: input, issues: [] }, context);
  if (result instanceof Promise) throw new $ZodAsyncError();
  if (result.issues.length === 0) return { success: true, data: result.value as z.output<Shape> };
  const issues = result.issues
    .slice(0, maxProblems)
    .flatMap(eachKey)
    .slice(0, maxProblems)
    .map((issue) => util.finalizeIssue(issue, context, z.config()));
  return { success: false, error: new z.ZodError(issues) as z.ZodError<z.output<Shape>> };
}

/** Splits an issue of several unknown keys into one per key, as each gets its own message. */
function eachKey(issue: z.core.$ZodRawIssue): z.core.$ZodRawIssue[] {
  if (issue.code !== "unrecognized_keys") return [issue];
  return issue.keys.slice(0, maxProblems).map((key) => ({ ...issue, keys: [key] }));
}

/** One entry per wrong place, up to `maxProblems`. An issue of the whole input has `root` as its path. */
export function detailsOf(error: z.ZodError, root: string): ErrorDetail[] {
  const details: ErrorDetail[] = [];
  for (const issue of error.issues) {
    for (const place of placesOf(issue)) {
      if (details.length === maxProblems) return details;
      details.push({ path: pathOf(place, root), message: issue.message });
    }
  }
  return details;
}

/** The paths of an issue, up to `maxProblems`: zod reports all unknown keys of an object as one issue. */
function placesOf(issue: z.core.$ZodIssue): PropertyKey[][] {
  if (issue.code !== "unrecognized_keys") return [issue.path];
  return issue.keys.slice(0, maxProblems).map((key) => [...issue.path, key]);
}

/** `["fields", 0, "name"]` → `fields[0].name` */
export function pathOf(path: readonly PropertyKey[], root: string): string {
  if (path.length === 0) return root;
  return path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    return text === "" ? String(key) : `${text}.${String(key)}`;
  }, "");
}

/** Messages for issues whose shape has none of its own. */
const explain: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return "is required";
      return `takes ${expected[issue.expected] ?? issue.expected}, not ${issue.expected === "int" ? quote(issue.input) : nameOf(issue.input)}`;
    case "unrecognized_keys":
      return unknownKey("key", issue);
    case "invalid_value":
      return `takes ${issue.values.map((value) => JSON.stringify(value)).join(" or ")}, not ${quote(issue.input)}`;
    case "too_small":
      return issue.origin === "array" || issue.origin === "string"
        ? Number(issue.minimum) === 1
          ? "cannot be empty"
          : `takes at least ${issue.minimum}`
        : `takes ${issue.minimum} or more, not ${quote(issue.input)}`;
    case "too_big":
      return issue.origin === "array"
        ? `takes at most ${Number(issue.maximum).toLocaleString("en")}`
        : issue.origin === "string"
          ? `takes at most ${Number(issue.maximum).toLocaleString("en")} characters`
          : `takes ${issue.maximum} or less, not ${quote(issue.input)}`;
    default:
      return undefined;
  }
};

const expected: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};
