import type { z } from "zod";
import { ApiError, detailsOf, type ErrorDetail, isSignedOut, tryParse } from "@/lib/contract/errors";

/** What is wrong, by the path of the input it belongs to (`fields[1].name`); `""` for the form as a whole. */
export type Problems = Readonly<{ [path: string]: string }>;

/** What the contract has against an input; nothing where it would be accepted. */
export function problemsIn(shape: z.ZodType, input: unknown): Problems {
  const result = tryParse(shape, input);
  return result.success ? {} : byPath(detailsOf(result.error, ""));
}

/** What a failed call said, beside the inputs it names and above them where it names none. */
export function problemsOf(error: unknown): Problems {
  if (!(error instanceof ApiError))
    return { "": "Something went wrong in this page. Reload it and try again." };
  if (isSignedOut(error)) return { "": "You are signed out. Sign in in another tab, then try again here." };
  return error.details ? byPath(error.details) : { "": error.message };
}

/** The first message of each path, as a sentence of its own. */
function byPath(details: readonly ErrorDetail[]): Problems {
  const problems: { [path: string]: string } = {};
  for (const { path, message } of details) problems[path] ??= capitalised(message);
  return problems;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
