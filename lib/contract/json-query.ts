import * as z from "zod";
import { quote } from "../field-types/text";
import { findHostile, type Hostile } from "./plain-json";
import { queryShape } from "./query";
import { readJson } from "./read-json";

/**
 * An object as query parameters: those in `texts` are plain text, all others are written as JSON. The object's schema
 * must refuse plain text for these, so that its message says what the parameter takes.
 */
export function jsonQuery<Shape extends z.ZodRawShape, Config extends z.core.$ZodObjectConfig>(
  body: z.ZodObject<Shape, Config>,
  texts: readonly (keyof Shape)[],
) {
  const parameters = Object.keys(body.shape).map((key) => [
    key,
    (texts.includes(key) ? plainText : jsonText).optional(),
  ]);
  type Body = z.ZodType<z.output<z.ZodObject<Shape, Config>>, { [key: string]: unknown }>;
  return queryShape(Object.fromEntries(parameters)).pipe(body as unknown as Body);
}

const plainText = z.string().superRefine((text, context) => refuseHostile(findHostile(text), context));

const jsonText = z.string().transform((text, context) => {
  try {
    const { json, hostile } = readJson(text);
    refuseHostile(hostile, context);
    return json;
  } catch {
    if (!/^\s*["[{]/.test(text)) return text;
    context.addIssue(`is not valid JSON: ${quote(text)}`);
    return z.NEVER;
  }
});

/** Checks a query parameter; bodies are checked as a whole. */
function refuseHostile(found: Hostile | undefined, context: z.core.$RefinementCtx): void {
  if (found) context.addIssue({ code: "custom", path: found.path, message: found.message });
}
