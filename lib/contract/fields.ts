import { z } from "zod";
import { fieldTypes } from "../field-types";
import { explain } from "./errors";
import { fieldId } from "./ids";
import { name } from "./names";

export const field = z.object({
  id: fieldId,
  name: z.string(),
  type: z.string(),
  template: z.record(z.string(), z.unknown()),
  order: z.int(),
});
export type Field = z.infer<typeof field>;

/** A field to be: its template is completed by the type's defaults. */
export const fieldCreate = z
  .strictObject({
    type: z.string().refine((type) => fieldTypes.has(type), {
      error: () => `takes one of ${[...fieldTypes.keys()].join(", ")}`,
      abort: true,
    }),
    name,
    template: z.custom<Record<string, unknown>>().optional(),
  })
  .transform((given, context) => {
    const fieldType = fieldTypes.get(given.type);
    const { template: asked = {} } = given;
    const template = fieldType?.template.safeParse(asked, { error: explain });
    if (template?.success) return { ...given, template: template.data as Record<string, unknown> };
    for (const issue of template?.error.issues ?? []) {
      context.addIssue({ ...issue, path: ["template", ...issue.path] } as Parameters<
        typeof context.addIssue
      >[0]);
    }
    return z.NEVER;
  });
export type FieldCreate = z.infer<typeof fieldCreate>;
