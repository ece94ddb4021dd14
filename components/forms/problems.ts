import type * as z from "zod";
import { ApiError, type ErrorDetail, isSignedOut } from "@/lib/contract/errors";
import { detailsOf, tryParse } from "@/lib/contract/parse";

/** Error messages by the path of their input (`fields[1].name`); `""` stands for the whole form. */
export type Problems = Readonly<{ [path: string]: string }>;

/** Validates an input against the contract; empty if it is valid. */
export function problemsIn(shape: z.ZodType, input: unknown): Problems {
  const result = tryParse(shape, input);
  return result.success ? {} : byPath(detailsOf(result.error, ""));
}

/** The messages of a failed call by input; those that name no input under `""`. */
export function problemsOf(error: unknown): Problems {
  if (!(error instanceof ApiError))
    return { "": "Something went wrong in this page. Reload it and try again." };
  if (isSignedOut(error)) return { "": "You are signed out. Sign in in another tab, then try again here." };
  return error.details ? byPath(error.details) : { "": error.message };
}

/** The first message of each path, capitalized. */
function byPath(details: readonly ErrorDetail[]): Problems {
  const problems: { [path: string]: string } = {};
  for (const { path, message } of details) problems[path] ??= capitalised(message);
  return problems;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
