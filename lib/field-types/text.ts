import * as z from "zod";

/** The template of types without settings. */
export const noTemplate = z.strictObject({});

/** The text of a value that is a text. Types with it can be recognised: see `lib/server/export/copied-cells.ts`. */
export function sameText(value: string): string {
  return value;
}

export const maxLineLength = 10_000;
export const maxTextLength = 100_000;

/**
 * Text of at most `maxLength` characters. A character is a Unicode code point, as in JSON Schema. Longer text aborts,
 * because later checks may be slow.
 */
export function textUpTo(maxLength: number) {
  return z
    .string({
      error: ({ input }) => (input === undefined ? "is required" : `takes text, not ${nameOf(input)}`),
    })
    .refine((text) => isAtMost(text, maxLength), {
      error: `takes at most ${maxLength.toLocaleString("en")} characters`,
      abort: true,
    })
    .meta({ maxLength: maxLength });
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

/** Case-folds a text as searches and filters do. Both forms of the lower-case sigma become one. */
export function foldedText(text: string): string {
  return text.toLowerCase().replaceAll("ς", "σ");
}

/** True if text has at most so many code points. */
export function isAtMost(text: string, maxLength: number): boolean {
  if (text.length <= maxLength) return true;
  if (text.length > maxLength * 2) return false;
  let characters = text.length;
  for (const [pair] of text.matchAll(surrogatePairs)) characters -= pair.length - 1;
  return characters <= maxLength;
}

const surrogatePairs = /[\ud800-\udbff][\udc00-\udfff]/g;
