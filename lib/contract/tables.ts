import * as z from "zod";
import { fieldTypes } from "../field-types";
import { listUpTo } from "../field-types/list";
import { everyAction } from "./actions";
import { field, fieldDraft } from "./fields";
import { fieldId, tableId, viewId } from "./ids";
import { limits } from "./limits";
import { name } from "./names";
import { order } from "./order";
import { view } from "./views";

export const table = z
  .object({
    id: tableId,
    name: z.string(),
    order: z.int().describe("Position among the database's tables, from 0."),
    primaryFieldId: fieldId,
    fields: z.array(field),
    views: z.array(view),
    url: z.url().describe("Opens the table in the web application."),
  })
  .describe("A table with its fields and views.");
export type Table = z.infer<typeof table>;

/** A table, with what the caller may do there. */
export const ruledTable = table.extend({
  may: z.array(z.enum(everyAction)).describe("What you may do, by role, key and the rules of the table."),
  lockedFieldIds: z
    .array(fieldId)
    .describe("The fields whose values you may not change by a rule, although you may change records."),
});
export type RuledTable = z.infer<typeof ruledTable>;

/** The ids of a table and its parts, for callers that may create a table but not read it. */
export const tableIds = z.object({
  id: tableId,
  primaryFieldId: fieldId,
  fields: z.array(field.pick({ id: true })),
  views: z.array(z.object({ id: viewId })),
});

/** A table to be created. Its first field becomes the primary field. */
export const tableCreate = z
  .strictObject({
    name,
    fields: listUpTo(
      limits.fieldsPerTable,
      "fields",
      z.array(fieldDraft).min(1, { error: "takes at least one field, which becomes the primary field" }),
    ),
  })
  .superRefine(({ fields }, context) => {
    refuseDuplicates(fields, "fields", context);
    const first = fields[0] && fieldTypes.get(fields[0].type);
    if (first && !first.canBePrimary) {
      const able = [...fieldTypes.values()].filter((each) => each.canBePrimary).map((each) => each.type);
      context.addIssue({
        code: "custom",
        path: ["fields", 0, "type"],
        message: `cannot be ${first.type}: the first field becomes the primary field, whose type must be one of ${able.join(", ")}`,
      });
    }
  });
export type TableCreate = z.infer<typeof tableCreate>;

export const tableUpdate = z.strictObject({ name: name.optional(), order: order.optional() });
export type TableUpdate = z.infer<typeof tableUpdate>;

export const tableDuplicate = z.strictObject({
  name: name.optional().describe("The name of the copy; by default the original's name followed by “copy”."),
  records: z.boolean().default(true).describe("False to copy the fields and views alone."),
});
export type TableDuplicate = z.infer<typeof tableDuplicate>;

/** Refuses the same name twice in one request. */
export function refuseDuplicates(
  named: readonly { name: string }[],
  key: string,
  context: z.core.$RefinementCtx,
): void {
  const seen = new Set<string>();
  named.forEach((each, index) => {
    if (seen.has(each.name)) {
      context.addIssue({
        code: "custom",
        path: [key, index, "name"],
        message: `repeats ${JSON.stringify(each.name)}; names must be unique`,
      });
    }
    seen.add(each.name);
  });
}
