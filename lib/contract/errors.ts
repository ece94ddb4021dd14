import { z } from "zod";
import { mostProblems } from "../field-types/limits";
import { nameOf, quote } from "../field-types/text";
import { record } from "./records";

/** Every error the API answers, and the status it travels with. */
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
  EXPECTATION_FAILED: 417,
  IDEMPOTENCY_MISMATCH: 422,
  RATE_LIMITED: 429,
  HEADERS_TOO_LARGE: 431,
  INTERNAL_SERVER_ERROR: 500,
  UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** One thing that is wrong. `path` names the key as the caller wrote it; `message` goes on from there. */
export const errorDetail = z.object({
  path: z.string().describe("The key as the caller wrote it, such as `records[17].Email`."),
  message: z.string().describe("What is wrong with it, going on from the path."),
  record: record.optional().describe("With 412: the record as it is now, for callers who may read."),
});
export type ErrorDetail = z.infer<typeof errorDetail>;

export const errorBody = z
  .object({
    error: z.object({
      code: z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]),
      message: z.string().describe("What was wrong and what would be right, for people."),
      details: z.array(errorDetail).optional().describe("Every wrong place, where there are some."),
      requestId: z.string().describe("The same as the header `X-Request-Id`."),
    }),
  })
  .describe("What every error answers.");
export type ErrorBody = z.infer<typeof errorBody>;

/** Thrown anywhere, answered by the one catch of `lib/api/handle.ts`, shown by the page. */
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

/** A 401, with the way to prove who one is, which HTTP asks for (RFC 9110, 11.6.1). */
export function unauthorized(message: string): ApiError {
  return new ApiError("UNAUTHORIZED", message, undefined, { "WWW-Authenticate": "Bearer" });
}

/** Whether an error is the API's, with one of these codes. */
export function hasCode(error: unknown, ...codes: readonly ErrorCode[]): error is ApiError {
  return error instanceof ApiError && codes.includes(error.code);
}

/** Whether an error lies in what was asked for, so that the same would be refused again. */
export function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status < 500;
}

/** Whether an error says that nobody is signed in, or not any more. */
export function isSignedOut(error: unknown): boolean {
  return hasCode(error, "UNAUTHORIZED");
}

/** A 400 that says every thing that is wrong, up to `mostProblems`, the first of them in its message. */
export function badRequest(details: readonly ErrorDetail[]): ApiError {
  const [first] = details;
  if (!first) throw new Error("a bad request needs a detail");
  const listed = details.slice(0, mostProblems);
  const more = listed.length - 1;
  const least = listed.length === mostProblems ? "at least " : "";
  const rest = more === 0 ? "" : ` (and ${least}${more} more: see details)`;
  return new ApiError("BAD_REQUEST", `${first.path} ${first.message}${rest}`, listed);
}

/** A 409: the request is sound, but what is there stands against it. */
export function conflict(path: string, message: string): ApiError {
  return new ApiError("CONFLICT", `${path} ${message}`, [{ path, message }]);
}

export function notFound(what: string, ref: string): ApiError {
  return new ApiError("NOT_FOUND", `There is no ${what} ${quote(ref)} here`);
}

/**
 * Reads `input` by `shape`, or throws a 400 that names each wrong place below `root` (such as `body`).
 * A shape's own messages go on from the path: "takes a number", "is required".
 */
export function parse<Shape extends z.ZodType>(shape: Shape, input: unknown, root: string): z.output<Shape> {
  const result = tryParse(shape, input);
  if (result.success) return result.data;
  throw badRequest(detailsOf(result.error, root));
}

/**
 * What a shape makes of `input`. Issues that it has no words of its own for are explained, and only the first
 * `mostProblems` are put into words at all, which takes far longer than to find them.
 */
export function tryParse<Shape extends z.ZodType>(
  shape: Shape,
  input: unknown,
): z.ZodSafeParseResult<z.output<Shape>> {
  const context = { async: false, error: explain } as const;
  const result = shape._zod.run({ value: input, issues: [] }, context);
  if (result instanceof Promise) throw new z.core.$ZodAsyncError();
  if (result.issues.length === 0) return { success: true, data: result.value as z.output<Shape> };
  const issues = result.issues
    .slice(0, mostProblems)
    .map((issue) => z.core.util.finalizeIssue(issue, context, z.core.config()));
  return { success: false, error: new z.ZodError(issues) as z.ZodError<z.output<Shape>> };
}

/** What is wrong, one entry a place, up to `mostProblems`; an issue of the whole input has `root` for its path. */
export function detailsOf(error: z.ZodError, root: string): ErrorDetail[] {
  const details: ErrorDetail[] = [];
  for (const issue of error.issues) {
    for (const place of placesOf(issue)) {
      if (details.length === mostProblems) return details;
      details.push({ path: pathOf(place, root), message: issue.message });
    }
  }
  return details;
}

/** The places that an issue is about, up to `mostProblems`: unknown keys are one issue of the object that they are in. */
function placesOf(issue: z.core.$ZodIssue): PropertyKey[][] {
  if (issue.code !== "unrecognized_keys") return [issue.path];
  return issue.keys.slice(0, mostProblems).map((key) => [...issue.path, key]);
}

/** `["fields", 0, "name"]` → `fields[0].name` */
export function pathOf(path: readonly PropertyKey[], root: string): string {
  if (path.length === 0) return root;
  return path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    return text === "" ? String(key) : `${text}.${String(key)}`;
  }, "");
}

/** The words for the issues that a shape has no words of its own for. */
const explain: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return "is required";
      return `takes ${expected[issue.expected] ?? issue.expected}, not ${issue.expected === "int" ? quote(issue.input) : nameOf(issue.input)}`;
    case "unrecognized_keys":
      return "is not a known key";
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
