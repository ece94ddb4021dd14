import { z } from "zod";
import { base } from "./bases";
import { field } from "./fields";
import { timestamp } from "./ids";
import { pageQuery } from "./pages";
import { record } from "./records";
import { table } from "./tables";
import { view } from "./views";

export const trashKinds = ["base", "table", "field", "view", "record"] as const;
export type TrashKind = (typeof trashKinds)[number];

/** One deleted thing, with all that went with it. */
export const trashItem = z.object({
  id: z.uuid().describe("What restoring goes by."),
  kind: z.enum(trashKinds),
  itemId: z.string().describe("The id that the thing had, and has again when it is restored."),
  tableId: z.string().optional().describe("Of a record, a field or a view: its table."),
  name: z.string().describe("Of a record: its primary value, as text."),
  deletedAt: timestamp,
});
export type TrashItem = z.infer<typeof trashItem>;

/** What of the trash to answer. */
export const trashQuery = pageQuery.extend({
  itemId: z
    .string()
    .regex(/^[\w-]{1,64}$/, { error: "takes an id" })
    .optional()
    .describe("Only what had this id."),
});
export type TrashQuery = z.output<typeof trashQuery>;

export const trashList = z.object({ trash: z.array(trashItem), nextCursor: z.string().nullable() });
export type TrashList = z.infer<typeof trashList>;

/** The thing itself, as it is again. */
export const restored = z.union([record, table, field, view, base]);
export type Restored = z.infer<typeof restored>;
