import * as z from "zod";
import { base } from "./bases";
import { author } from "./changes";
import { field } from "./fields";
import { timestamp } from "./ids";
import { limits } from "./limits";
import { pageQuery } from "./pages";
import { record } from "./records";
import { table } from "./tables";
import { view } from "./views";

export const trashKinds = ["base", "table", "field", "view", "record"] as const;
export type TrashKind = (typeof trashKinds)[number];

/** A deleted thing together with everything deleted along with it. */
export const trashItem = z.object({
  id: z.uuid().describe("Identifies the entry when restoring or erasing it."),
  kind: z.enum(trashKinds),
  itemId: z.string().describe("The id of the item before deletion and after a restore."),
  tableId: z
    .string()
    .optional()
    .describe("The table of a record, field or view; omitted for a group from several tables."),
  name: z.string().describe("The name; for a record, its primary value as text."),
  deletedAt: timestamp,
  deletedBy: author.nullable().describe("null if it is no longer known."),
  changeSetId: z.uuid().describe("Shared by everything that was deleted together."),
  count: z
    .int()
    .optional()
    .describe(
      "With `group=changeSet`: number of entries deleted together. If 2 or more, `id` identifies all of them and the other keys describe the most important one.",
    ),
  records: z.int().optional().describe("With `group=changeSet`: number of records among them."),
});
export type TrashItem = z.infer<typeof trashItem>;

/** Filters the entries of the trash. The separate trash of databases supports only name and id. */
export const trashQuery = pageQuery.extend({
  itemId: idQuery().describe("Only items with this id."),
  search: z
    .string()
    .max(200, { error: "takes at most 200 characters" })
    .regex(/^[^\0]*$/, { error: "cannot contain a NUL character" })
    .optional()
    .describe("Only names that contain this, ignoring case."),
});
export type TrashQuery = z.output<typeof trashQuery>;

export const baseTrashQuery = trashQuery.extend({
  kind: z.enum(["table", "field", "view", "record"]).optional().describe("Only items of this kind."),
  tableId: idQuery().describe("Only the table with this id and its contents."),
  changeSetId: z
    .uuid({ error: "takes a UUID" })
    .optional()
    .describe("Only items deleted by this change set."),
  group: z
    .literal("changeSet")
    .optional()
    .describe(
      "Combines items that were deleted together into one entry. Filters match a group if one of its items matches.",
    ),
});
export type BaseTrashQuery = z.output<typeof baseTrashQuery>;

export const trashList = z.object({ trash: z.array(trashItem), nextCursor: z.string().nullable() });
export type TrashList = z.infer<typeof trashList>;

/** The restored thing. */
export const restored = z.union([record, table, field, view, base]);
export type Restored = z.infer<typeof restored>;

/** Selects entries of the trash and groups of them. */
export const trashChoice = z.strictObject({
  trashIds: z
    .array(z.uuid({ error: "takes ids from the trash, which are UUIDs" }))
    .min(1)
    .max(limits.recordsPerCall)
    .describe("The ids of entries. A `changeSetId` selects everything that was deleted together."),
});
export type TrashChoice = z.output<typeof trashChoice>;

/** An entry that could not be restored, and the reason. */
export const stillTrashed = trashItem
  .pick({ id: true, kind: true, itemId: true, tableId: true, name: true })
  .extend({ reason: z.string() });
export type StillTrashed = z.infer<typeof stillTrashed>;

export const maxSkippedShown = 100;

export const restoredTogether = z.object({
  changeSetId: z.uuid().describe("The change set of the restore; undoing it deletes everything again."),
  restored: z.int().describe("Number of restored entries."),
  skipped: z.array(stillTrashed).describe(`Entries that could not be restored, at most ${maxSkippedShown}.`),
  skippedCount: z.int().describe("Number of entries that could not be restored."),
});
export type RestoredTogether = z.infer<typeof restoredTogether>;

/** Requires `all: true` to erase everything, because a body may get lost on the way. */
export const eraseChoice = z.union([
  z.strictObject({ trashIds: trashChoice.shape.trashIds, all: z.undefined().optional() }),
  z.strictObject({ all: z.literal(true), trashIds: z.undefined().optional() }),
]);
export type EraseChoice = z.output<typeof eraseChoice>;

export const erased = z.object({ erased: z.int().describe("Number of erased entries.") });
export type Erased = z.infer<typeof erased>;

function idQuery() {
  return z
    .string()
    .regex(/^[\w-]{1,64}$/, { error: "takes an id" })
    .optional();
}
