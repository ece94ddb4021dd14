import { z } from "zod";
import { fieldTypes } from "../field-types";
import { listUpTo } from "../field-types/list";
import { field, fieldDraft } from "./fields";
import { fieldId, tableId } from "./ids";
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

/** The ids of a table and its parts, for whoever makes one and may not read. */
export const tableIds = z.object({
  id: tableId,
  primaryFieldId: fieldId,
  fields: z.array(field.pick({ id: true })),
  views: z.array(view.pick({ id: true })),
});

/** A table to be. Its first field becomes the primary one. */
export const tableCreate = z
  .strictObject({
    name,
    fields: listUpTo(
      limits.fieldsPerTable,
      "fields",
      z.array(fieldDraft).min(1, { error: "takes at least one field, which becomes the primary one" }),
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
        message: `cannot be ${first.type}: the first field becomes the primary one, which can be ${able.join(", ")}`,
      });
    }
  });
export type TableCreate = z.infer<typeof tableCreate>;

export const tableUpdate = z.strictObject({ name: name.optional(), order: order.optional() });
export type TableUpdate = z.infer<typeof tableUpdate>;

/** Two things with one name in one request are a mistake of the caller. */
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
        message: `is ${JSON.stringify(each.name)} a second time; names must be unique`,
      });
    }
    seen.add(each.name);
  });
}
