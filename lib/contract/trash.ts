import { z } from "zod";
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

/** One deleted thing, with all that went with it. */
export const trashItem = z.object({
  id: z.uuid().describe("Identifies the entry when restoring or erasing it."),
  kind: z.enum(trashKinds),
  itemId: z.string().describe("The id that the thing had, and has again when it is restored."),
  tableId: z
    .string()
    .optional()
    .describe("Of a record, a field or a view: its table; left out of a group from several tables."),
  name: z.string().describe("Of a record: its primary value, as text."),
  deletedAt: timestamp,
  deletedBy: author.nullable().describe("null where it is no longer known."),
  changeSetId: z.uuid().describe("Shared by everything that was deleted together."),
  count: z
    .int()
    .optional()
    .describe(
      "With `group=changeSet`: how many entries were deleted together. From 2 on, `id` stands for all of them, and the rest describes the most important one.",
    ),
  records: z.int().optional().describe("With `group=changeSet`: how many of them are records."),
});
export type TrashItem = z.infer<typeof trashItem>;

/** Which entries to list. Databases, which have a trash of their own, are filtered by name and id only. */
export const trashQuery = pageQuery.extend({
  itemId: idQuery().describe("Only what had this id."),
  search: z
    .string()
    .max(200, { error: "takes at most 200 characters" })
    .regex(/^[^\0]*$/, { error: "cannot contain a NUL character" })
    .optional()
    .describe("Only names that contain this, ignoring case."),
});
export type TrashQuery = z.output<typeof trashQuery>;

export const baseTrashQuery = trashQuery.extend({
  kind: z.enum(["table", "field", "view", "record"]).optional().describe("Only things of this kind."),
  tableId: idQuery().describe("Only this table and what was in it, by the table's id."),
  changeSetId: z
    .uuid({ error: "takes a UUID" })
    .optional()
    .describe("Only what was deleted together by this change set."),
  group: z
    .literal("changeSet")
    .optional()
    .describe("One entry for everything that was deleted together; a filter keeps a group that has a match."),
});
export type BaseTrashQuery = z.output<typeof baseTrashQuery>;

export const trashList = z.object({ trash: z.array(trashItem), nextCursor: z.string().nullable() });
export type TrashList = z.infer<typeof trashList>;

/** The thing itself, as it is again. */
export const restored = z.union([record, table, field, view, base]);
export type Restored = z.infer<typeof restored>;

/** Entries of the trash, and groups of them. */
export const trashChoice = z.strictObject({
  trashIds: z
    .array(z.uuid({ error: "takes ids from the trash, which are UUIDs" }))
    .min(1)
    .max(limits.recordsPerCall)
    .describe("The ids of entries; a `changeSetId` stands for everything that was deleted together."),
});
export type TrashChoice = z.output<typeof trashChoice>;

/** An entry that stays in the trash, and why. */
export const stillTrashed = trashItem
  .pick({ id: true, kind: true, itemId: true, tableId: true, name: true })
  .extend({ reason: z.string() });
export type StillTrashed = z.infer<typeof stillTrashed>;

export const mostSkippedShown = 100;

export const restoredTogether = z.object({
  changeSetId: z.uuid().describe("The change set of the restore, which is undone as one."),
  restored: z.int().describe("How many entries were restored."),
  skipped: z.array(stillTrashed).describe(`What stays in the trash, at most ${mostSkippedShown} entries.`),
  skippedCount: z.int().describe("How many entries stay in the trash."),
});
export type RestoredTogether = z.infer<typeof restoredTogether>;

/** Everything is never meant by leaving something out: a body may get lost on the way. */
export const eraseChoice = z.union([
  z.strictObject({ trashIds: trashChoice.shape.trashIds, all: z.undefined().optional() }),
  z.strictObject({ all: z.literal(true), trashIds: z.undefined().optional() }),
]);
export type EraseChoice = z.output<typeof eraseChoice>;

export const erased = z.object({ erased: z.int().describe("How many entries were erased.") });
export type Erased = z.infer<typeof erased>;

function idQuery() {
  return z
    .string()
    .regex(/^[\w-]{1,64}$/, { error: "takes an id" })
    .optional();
}
