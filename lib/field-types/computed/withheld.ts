import * as z from "zod";

/**
 * A text of a template that may not be empty when it is written. Answers to visitors of shared links leave it empty, so the
 * documented schema, which requests and responses share, has no minimum length.
 */
export function withheldText({ error, empty = "cannot be empty" }: { error?: string; empty?: string } = {}) {
  return z.string(error === undefined ? {} : { error }).refine((text) => text !== "", { error: empty });
}

/** Continues the description of such a text. */
export const emptyForVisitors = "Empty for visitors of shared links.";
