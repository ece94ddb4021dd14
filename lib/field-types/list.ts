import * as z from "zod";
import { maxProblems } from "./limits";
import { nameOf, quote } from "./text";

/** Maximum length of text parsed as a list, in UTF-16 code units. */
export const maxListLength = 1_000_000;

/**
 * Checks the length of a list before its items: zod reads all items first, so refusing a long list would cost as
 * much as accepting it. `words` name the items, such as "files".
 */
export function listUpTo<Item extends z.ZodType>(max: number, words: string, list: z.ZodArray<Item>) {
  const error = tooMany(max, words);
  return z.preprocess(atMost<z.input<Item>[]>(max, error), list.max(max, { error }));
}

function tooMany(max: number, words: string): string {
  return `takes at most ${max.toLocaleString("en")} ${words}`.trimEnd();
}

function atMost<Input>(max: number, error: string) {
  return (input: Input, context: z.core.$RefinementCtx): Input => {
    if (!Array.isArray(input) || input.length <= max) return input;
    context.addIssue({ code: "custom", message: error });
    return z.NEVER;
  };
}

/**
 * A list of distinct texts; a single text stands for a list of one. `words` name the items, such as "option
 * labels".
 */
export function listOf(item: z.ZodType<string, string>, words: string, max = maxItems) {
  const text = z.string().meta(item.meta() ?? {});
  const list = z
    .union([text, z.array(text)], {
      error: ({ input }) => `takes a list of ${words}, not ${kindOf(input)}`,
    })
    .transform((given, context) => {
      if (typeof given === "string") return readItems(item, [given], (message) => context.addIssue(message));
      return readItems(item, given, (message, index) =>
        context.addIssue({ code: "custom", path: [index], message }),
      );
    })
    .pipe(z.array(text).superRefine(refuseRepeated).meta({ uniqueItems: true }));
  return z.preprocess(atMost<string | string[]>(max, tooMany(max, words)), list);
}

/** Parses items one by one and stops at the maximum number of problems; zod would parse all. */
function readItems(
  item: z.ZodType<string, string>,
  given: readonly string[],
  report: (message: string, index: number) => void,
): string[] {
  const items: string[] = [];
  let problems = 0;
  for (const [index, text] of given.entries()) {
    const read = item.safeParse(text);
    if (read.success) items.push(read.data);
    else for (const { message } of read.error.issues) report(message, index);
    if (!read.success && ++problems === maxProblems) break;
  }
  return items;
}

/** Equals the maximum number of values in a body. */
const maxItems = 100_000;

/** Formats items as a row of CSV. Quotes those with a comma, a quote, a line break or outer space. */
export function listToText(items: readonly string[]): string {
  return items.map((item) => (isPlain(item) ? item : `"${item.replaceAll('"', '""')}"`)).join(", ");
}

/** Parses a row of CSV. Ignores outer spaces and empty items. */
export function listFromText(text: string): string[] {
  const items: string[] = [];
  for (const [, quoted, plain = ""] of `${text},`.matchAll(quotedOrPlain)) {
    if (quoted !== undefined) items.push(quoted.replaceAll('""', '"'));
    else if (plain.trim() !== "") items.push(plain.trim());
  }
  return items;
}

const quotedOrPlain = /\s*(?:"([^"]*(?:""[^"]*)*)"\s*,|([^,]*),)/g;

function isPlain(item: string): boolean {
  return item !== "" && item.trim() === item && !/[",\n\r]/.test(item);
}

function refuseRepeated(items: readonly string[], context: z.core.$RefinementCtx): void {
  const seen = new Set<string>();
  for (const item of items) {
    if (seen.has(item)) {
      context.addIssue({
        code: "custom",
        message: `holds ${quote(item)} twice; each item may occur only once`,
      });
      return;
    }
    seen.add(item);
  }
}

function kindOf(input: unknown): string {
  if (!Array.isArray(input)) return nameOf(input);
  return `a list with ${nameOf(input.find((item) => typeof item !== "string"))} in it`;
}
