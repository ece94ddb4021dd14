import { z } from "zod";
import { nameOf, quote } from "./text";

/** Texts, each at most once; one text stands for a list of one. `words` say of what: "option labels". */
export function listOf(item: z.ZodType<string, string>, words: string) {
  const items = z.array(z.string().meta(item.meta() ?? {}));
  return z
    .union([item, z.array(item)], {
      error: ({ input }) => `takes a list of ${words}, not ${kindOf(input)}`,
    })
    .transform((given) => (typeof given === "string" ? [given] : given))
    .pipe(items.superRefine(refuseRepeated).meta({ uniqueItems: true }));
}

/** Items as a row of CSV: quoted where a comma, a quote, a line break or a space would be misread. */
export function listToText(items: readonly string[]): string {
  return items.map((item) => (isPlain(item) ? item : `"${item.replaceAll('"', '""')}"`)).join(", ");
}

/** The items of a row of CSV; spaces around them and nothing between two commas count for nothing. */
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
      context.addIssue({ code: "custom", message: `holds ${quote(item)} twice; each may be there once` });
      return;
    }
    seen.add(item);
  }
}

function kindOf(input: unknown): string {
  if (!Array.isArray(input)) return nameOf(input);
  return `a list with ${nameOf(input.find((item) => typeof item !== "string"))} in it`;
}
