import * as z from "zod";
import { fieldTypes } from "../field-types";
import { unsuitableConstraints } from "../field-types/constraints";
import { listUpTo } from "../field-types/list";
import { newTemplate } from "../field-types/template";
import { textUpTo } from "../field-types/text";
import { errorCodes } from "../formulas/types";
import { deletion } from "./deletion";
import { fieldId, recordId, tableId } from "./ids";
import { limits } from "./limits";
import { name } from "./names";
import { order } from "./order";
import { tryParse } from "./parse";

export const field = z
  .object({
    id: fieldId,
    name: z.string(),
    type: z.string(),
    template: z.record(z.string(), z.unknown()),
    order: z.int().describe("Position among the table's fields, from 0."),
    description: z.string().optional().describe("The words that explain the field, if it has any."),
    isRequired: z.literal(true).optional().describe("True if the cells of new records may not be empty."),
    isUnique: z.literal(true).optional().describe("True if no two records may have the same value."),
  })
  .describe("A field of a table.");
export type Field = z.infer<typeof field>;

const type = z.string().refine((text) => fieldTypes.has(text), {
  error: () => `takes one of ${[...fieldTypes.keys()].join(", ")}`,
  abort: true,
});

/** The words that explain a field. */
export const fieldDescription = textUpTo(2_000);

const description = fieldDescription
  .transform((text) => text || null)
  .nullable()
  .describe("The words that explain the field; null for none.");

const isRequired = z
  .boolean()
  .optional()
  .describe(
    "Refuses records without a value, and empty values. Existing records must have a value before it is turned on.",
  );

const isUnique = z
  .boolean()
  .optional()
  .describe("Refuses a value that another record has. Texts compare exactly; empty cells do not count.");

const given = z.strictObject({
  type,
  name,
  description: description.optional(),
  isRequired,
  isUnique,
  template: z
    .custom<object>()
    .optional()
    .describe("Settings of the field type; omitted ones take their defaults."),
});

/**
 * A field of a table to be created. The type's defaults complete its template; its place in the list is its order.
 */
export const fieldDraft = given.transform(completeTemplate);
export type FieldDraft = z.infer<typeof fieldDraft>;

/** A field to be added to an existing table; last, unless `order` is given. */
export const fieldCreate = given
  .extend({
    order: order.optional(),
    rulesOf: z
      .string()
      .optional()
      .describe("The name or id of a field whose rules the new one takes over, such as its original."),
  })
  .transform(completeTemplate);
export type FieldCreate = z.infer<typeof fieldCreate>;

/** Omitted keys stay unchanged. The template is merged by key; the keys it takes depend on the field's type. */
export const fieldUpdate = z.strictObject({
  name: name.optional(),
  template: z.record(z.string(), z.unknown()).optional(),
  type: type.optional(),
  description: description.optional(),
  isRequired,
  isUnique,
  order: order.optional(),
  allowLoss: z
    .boolean()
    .optional()
    .describe(
      "Allows clearing cells whose values cannot be converted to the new type or template. Makes no difference to other changes.",
    ),
  mergedOptions: z
    .record(z.string(), z.string())
    .optional()
    .describe(
      "By the value or label of an option that the new template leaves out: the value or label of the option that its records get instead.",
    ),
  createLinked: z
    .boolean()
    .optional()
    .describe(
      "Only with a change to links: creates records in the linked table for names that none of its records has.",
    ),
});
export type FieldUpdate = z.infer<typeof fieldUpdate>;

/** Several fields of one table, by id or name. */
export const fieldsDelete = z.strictObject({
  fieldIds: listUpTo(
    limits.fieldsPerTable,
    "fields",
    z.array(z.string()).min(1, { error: "takes at least one field" }),
  ).describe("Ids or names."),
});

/** A computed field that another field is needed for. */
export const dependent = z.object({
  fieldId,
  tableId,
  name: z.string(),
});
export type Dependent = z.infer<typeof dependent>;

/** The response to deleting a field. */
export const fieldDeletion = deletion.extend({
  dependents: z
    .array(dependent)
    .optional()
    .describe(
      "Computed fields that use what is deleted: their cells have the error REF until it is restored.",
    ),
});

/** A field after a dry run. */
export const rehearsedField = field.extend({
  preview: z
    .array(z.object({ recordId, value: z.unknown(), error: z.enum(errorCodes).optional() }))
    .optional()
    .describe("Of a computed field in a dry run: its values in the first five records."),
});
export type RehearsedField = z.infer<typeof rehearsedField>;

/** Effect of a type change on the values of a table. */
export const conversion = z
  .object({
    convertible: z.int().describe("Number of cells whose value can be converted."),
    lost: z.int().describe("Number of cells that would be cleared."),
    created: z
      .int()
      .optional()
      .describe("With `createLinked`: number of records that would be created in the linked table."),
    examples: z
      .array(z.object({ recordId, value: z.unknown() }))
      .describe("Up to ten of the cells that would be cleared."),
    values: z
      .array(z.object({ value: z.unknown(), count: z.int() }))
      .describe("Up to ten distinct values that would be lost, each with its number of cells."),
    dependents: z
      .array(dependent)
      .optional()
      .describe(
        "Computed fields that do not fit the new type: their cells would have the error TYPE or REF.",
      ),
  })
  .describe("The effect that a type change would have on the values of the table.");
export type Conversion = z.infer<typeof conversion>;

function completeTemplate<Given extends z.output<typeof given>>(
  draft: Given,
  context: z.core.$RefinementCtx,
): Omit<Given, "template"> & { template: Field["template"] } {
  const fieldType = fieldTypes.get(draft.type);
  const { template: asked = {} } = draft;
  const template = fieldType && tryParse(newTemplate(fieldType), asked);
  if (!template) return z.NEVER;
  if (!template.success) {
    for (const issue of template.error.issues) {
      context.addIssue({ ...issue, path: ["template", ...issue.path] } as Parameters<
        typeof context.addIssue
      >[0]);
    }
    return z.NEVER;
  }
  for (const { key, problem } of unsuitableConstraints(draft, fieldType.resolve(template.data))) {
    context.addIssue({ code: "custom", path: [key], message: problem, input: draft });
  }
  return { ...draft, template: template.data as Field["template"] };
}
