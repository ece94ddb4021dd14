import * as z from "zod";
import { listUpTo } from "../field-types/list";
import { direction } from "./direction";
import { filter } from "./filters";
import { viewId } from "./ids";
import { limits } from "./limits";
import { name } from "./names";
import { order } from "./order";

const fieldIds = z.array(z.string());

/**
 * Settings of a view; every response includes every key. The first view of a new table shows every field in order.
 */
export const viewConfig = z
  .object({
    filter: filter.nullable(),
    sorts: z.array(z.object({ fieldId: z.string(), direction })),
    groups: z.array(z.object({ fieldId: z.string(), direction })),
    hiddenFieldIds: fieldIds,
    fieldWidths: z
      .record(z.string(), z.number())
      .describe("Widths in pixels by field id; other fields have the default width of their type."),
    orderedFieldIds: fieldIds.describe("Every field of the table, in the order of the view."),
    rowHeight: z.int().describe("Height of a row in pixels."),
    frozenFieldCount: z.int().describe("Number of leading fields that stay visible when scrolling sideways."),
  })
  .describe("Settings of a view; every response includes every key.");
export type ViewConfig = z.infer<typeof viewConfig>;

/** Maximum number of nested groups. */
export const mostViewGroups = 3;

const writtenSort = z.strictObject({ fieldId: z.string(), direction: direction.default("asc") });

/** Omitted keys stay unchanged. Fields are given by id or name. */
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
