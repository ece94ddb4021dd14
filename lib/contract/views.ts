import { z } from "zod";
import { listUpTo } from "../field-types/list";
import { direction } from "./direction";
import { filter } from "./filters";
import { viewId } from "./ids";
import { limits } from "./limits";
import { name } from "./names";
import { order } from "./order";

const fieldIds = z.array(z.string());

/** What a view keeps; every key is there in every answer. A new table's one view shows every field in order. */
export const viewConfig = z
  .object({
    filter: filter.nullable(),
    sorts: z.array(z.object({ fieldId: z.string(), direction })),
    groups: z.array(z.object({ fieldId: z.string(), direction })),
    hiddenFieldIds: fieldIds,
    fieldWidths: z
      .record(z.string(), z.number())
      .describe("Pixels by field id; a field that is not there is as wide as its type suggests."),
    orderedFieldIds: fieldIds.describe(
      "Every field of the table, in the order in which the view shows them.",
    ),
    rowHeight: z.int().describe("Pixels."),
    frozenFieldCount: z
      .int()
      .describe("How many fields, from the first on, stay in sight when scrolling sideways."),
  })
  .describe("What a view keeps; every key is there in every answer.");
export type ViewConfig = z.infer<typeof viewConfig>;

/** How many groups may stand within each other. */
export const mostViewGroups = 3;

const writtenSort = z.strictObject({ fieldId: z.string(), direction: direction.default("asc") });

/** What is left out stays as it is. A field is named by its id or its name. */
export const viewConfigUpdate = z
  .strictObject({
    filter: filter.nullable(),
    sorts: z.array(writtenSort),
    groups: listUpTo(mostViewGroups, "groups", z.array(writtenSort)),
    hiddenFieldIds: fieldIds,
    fieldWidths: z.record(z.string(), z.number().min(1).max(10_000)),
    orderedFieldIds: fieldIds,
    rowHeight: z.int().min(16).max(400),
    frozenFieldCount: z.int().min(0).max(limits.fieldsPerTable),
  })
  .partial();
export type ViewConfigUpdate = z.infer<typeof viewConfigUpdate>;

const type = z.literal("grid");

export const view = z
  .object({ id: viewId, name: z.string(), type, config: viewConfig })
  .describe("A view of a table.");
export type View = z.infer<typeof view>;

export const viewCreate = z.strictObject({
  name,
  type: type.default("grid"),
  config: viewConfigUpdate.default({}),
});
export type ViewCreate = z.infer<typeof viewCreate>;

export const viewUpdate = z.strictObject({
  name: name.optional(),
  config: viewConfigUpdate.optional(),
  order: order.optional(),
});
export type ViewUpdate = z.infer<typeof viewUpdate>;
