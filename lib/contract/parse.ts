import * as z from "zod";
import { $ZodAsyncError, util } from "zod/v4/core";
import { maxProblems } from "../field-types/limits";
import { nameOf, quote } from "../field-types/text";
import { badRequest, type ErrorDetail } from "./errors";
import { unknownKey } from "./known-keys";

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
