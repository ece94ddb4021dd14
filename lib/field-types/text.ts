import * as z from "zod";

/** The template of types without settings. */
export const noTemplate = z.strictObject({});

export const longestLine = 10_000;
export const longestText = 100_000;

/**
 * Text of at most `longest` characters. A character is a Unicode code point, as in JSON Schema. Longer text aborts,
 * because later checks may be slow.
 */
export function textUpTo(longest: number) {
  return z
    .string({
      error: ({ input }) => (input === undefined ? "is required" : `takes text, not ${nameOf(input)}`),
    })
    .refine((text) => isAtMost(text, longest), {
      error: `takes at most ${longest.toLocaleString("en")} characters`,
      abort: true,
    })
    .meta({ maxLength: longest });
}

/** Names the kind of a value for messages. */
export function nameOf(value: unknown): string {
  if (value === null) return "null";
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "number" && !Number.isFinite(value)) return "a number that is too large";
  return (
    { string: "text", number: "a number", boolean: "true or false", object: "an object" }[
      typeof value as string
    ] ?? typeof value
  );
}

/** Quotes a value for messages as truncated JSON. */
export function quote(value: unknown): string {
  const json = JSON.stringify(typeof value === "string" ? value.slice(0, 60) : value) ?? "nothing";
  return json.length > 60 ? `${json.slice(0, 57).toWellFormed()}…` : json;
}

/** True if text has at most so many code points. */
export function isAtMost(text: string, longest: number): boolean {
  if (text.length <= longest) return true;
  if (text.length > longest * 2) return false;
  let characters = text.length;
  for (const [pair] of text.matchAll(surrogatePairs)) characters -= pair.length - 1;
  return characters <= longest;
}

const surrogatePairs = /[\ud800-\udbff][\udc00-\udfff]/g;
