import * as z from "zod";
import { withKeptDefault } from "./default-value";
import type { FieldType } from "./field-type";
import { nameOf } from "./text";

type Keys = { readonly [key: string]: unknown };

/** Shape of the template of a new field. */
export function newTemplate(fieldType: FieldType): z.ZodType<object> {
  const { serverKeys } = fieldType;
  if (!serverKeys) return fieldType.template;
  return keys
    .superRefine((given, context) => {
      for (const key of serverKeys) {
        if (key in given) refuse(context, [key], "is set by the server; omit it");
      }
    })
    .pipe(shapeOf(fieldType));
}

/**
 * Shape of a template change, merged into the whole template. Omitted keys stay unchanged, and server keys may be
 * sent back unchanged.
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
    .transform((given) =>
      "default" in given
        ? { ...previous, ...given }
        : withKeptDefault(fieldType, { previous, next: { ...previous, ...given } }),
    )
    .pipe(shapeOf(fieldType));
  if (!followTemplate) return merged;
  return merged.transform((next, context) =>
    followTemplate(previous, next, (path, message) => refuse(context, path, message)),
  );
}

/** Keys of a template that stay valid when the field changes its type. */
export function carriedTemplate(template: object, to: FieldType): object {
  const entries = Object.entries(template).filter(
    ([key, value]) =>
      key !== "default" &&
      !to.serverKeys?.includes(key as never) &&
      to.template.safeParse({ [key]: value }).success,
  );
  return Object.fromEntries(entries);
}

/** Shape of the template for input that is known to be an object. */
function shapeOf({ template }: FieldType): z.ZodType<object, Keys> {
  return template as z.ZodType<object, Keys>;
}

/** Not `z.record`, which ignores a key `__proto__`, while every unknown key must be refused. */
const keys = z.custom<Keys>((input) => typeof input === "object" && input !== null && !Array.isArray(input), {
  error: (issue) => `takes an object, not ${nameOf(issue.input)}`,
  abort: true,
});

function refuse(context: z.core.$RefinementCtx, path: PropertyKey[], message: string): void {
  context.addIssue({ code: "custom", path, message });
}
