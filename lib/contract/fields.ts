import { z } from "zod";
import { fieldTypes } from "../field-types";
import { newTemplate } from "../field-types/template";
import { tryParse } from "./errors";
import { fieldId, recordId } from "./ids";
import { name } from "./names";
import { order } from "./order";

export const field = z
  .object({
    id: fieldId,
    name: z.string(),
    type: z.string(),
    template: z.record(z.string(), z.unknown()),
    order: z.int().describe("Position among the table's fields, from 0."),
  })
  .describe("A field of a table.");
export type Field = z.infer<typeof field>;

const type = z.string().refine((text) => fieldTypes.has(text), {
  error: () => `takes one of ${[...fieldTypes.keys()].join(", ")}`,
  abort: true,
});

const given = z.strictObject({
  type,
  name,
  template: z
    .custom<object>()
    .optional()
    .describe("Options of the field's type; those that are left out take their defaults."),
});

/** A field of a table to be: its template is completed by the type's defaults, its order is its place in the list. */
export const fieldDraft = given.transform(completeTemplate);
export type FieldDraft = z.infer<typeof fieldDraft>;

/** A field to be of a table that is there; without `order` it comes last. */
export const fieldCreate = given.extend({ order: order.optional() }).transform(completeTemplate);
export type FieldCreate = z.infer<typeof fieldCreate>;

/** What is left out stays as it is. A template is merged by key; which keys it takes depends on the field's type. */
export const fieldUpdate = z.strictObject({
  name: name.optional(),
  template: z.record(z.string(), z.unknown()).optional(),
  type: type.optional(),
  order: order.optional(),
  allowLoss: z
    .boolean()
    .optional()
    .describe("Whether cells may become empty whose values do not fit the new type or template."),
});
export type FieldUpdate = z.infer<typeof fieldUpdate>;

/** What a change of type does to the values of a table. */
export const conversion = z
  .object({
    convertible: z.int().describe("How many cells keep what they say."),
    lost: z.int().describe("How many cells become empty."),
    examples: z.array(z.object({ recordId, value: z.unknown() })).describe("Some of those, at most ten."),
    values: z
      .array(z.object({ value: z.unknown(), count: z.int() }))
      .describe("Different values among those, at most ten, each with the number of cells that hold it."),
  })
  .describe("What a change of type would do to the values of the table.");
export type Conversion = z.infer<typeof conversion>;

function completeTemplate<Given extends z.output<typeof given>>(
  draft: Given,
  context: z.core.$RefinementCtx,
): Omit<Given, "template"> & { template: Field["template"] } {
  const fieldType = fieldTypes.get(draft.type);
  const { template: asked = {} } = draft;
  const template = fieldType && tryParse(newTemplate(fieldType), asked);
  if (template?.success) return { ...draft, template: template.data as Field["template"] };
  for (const issue of template?.error.issues ?? []) {
    context.addIssue({ ...issue, path: ["template", ...issue.path] } as Parameters<
      typeof context.addIssue
    >[0]);
  }
  return z.NEVER;
}
