import * as z from "zod";
import type { FieldType } from "./field-type";
import { nameOf } from "./text";

type Keys = { readonly [key: string]: unknown };

/** Reads the template that a caller gives a new field. */
export function newTemplate(fieldType: FieldType): z.ZodType<object> {
  const { serverKeys } = fieldType;
  if (!serverKeys) return fieldType.template;
  return keys
    .superRefine((given, context) => {
      for (const key of serverKeys) {
        if (key in given) refuse(context, [key], "is set by the server: leave it out");
      }
    })
    .pipe(shapeOf(fieldType));
}

/**
 * Reads a PATCH of a template into the whole template to be: keys that are left out stay as they are, and what
 * was read may be sent back.
 */
export function changedTemplate(fieldType: FieldType, previous: object): z.ZodType<object> {
  const { followTemplate, serverKeys = [] } = fieldType;
  const before = previous as Keys;
  const merged = keys
    .superRefine((given, context) => {
      for (const key of serverKeys) {
        if (key in given && given[key] !== before[key]) {
          refuse(context, [key], "is set by the server and cannot be changed");
        }
      }
    })
    .transform((given) => ({ ...previous, ...given }))
    .pipe(shapeOf(fieldType));
  if (!followTemplate) return merged;
  return merged.transform((next, context) =>
    followTemplate(previous, next, (path, message) => refuse(context, path, message)),
  );
}

/** What of a field's template still says something when the field becomes one of another type. */
export function carriedTemplate(template: object, to: FieldType): object {
  const entries = Object.entries(template).filter(
    ([key, value]) =>
      !to.serverKeys?.includes(key as never) && to.template.safeParse({ [key]: value }).success,
  );
  return Object.fromEntries(entries);
}

/** A template's shape, for what is known to be an object. */
function shapeOf({ template }: FieldType): z.ZodType<object, Keys> {
  return template as z.ZodType<object, Keys>;
}

/** Not `z.record`, which passes over a key `__proto__` where every unknown key is to be refused. */
const keys = z.custom<Keys>((input) => typeof input === "object" && input !== null && !Array.isArray(input), {
  error: (issue) => `takes an object, not ${nameOf(issue.input)}`,
  abort: true,
});

function refuse(context: z.core.$RefinementCtx, path: PropertyKey[], message: string): void {
  context.addIssue({ code: "custom", path, message });
}
