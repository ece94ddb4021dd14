import { z } from "zod";
import { sources } from "../field-types/types/source";
import { recordId, timestamp } from "./ids";
import { queryShape } from "./query";

/** Who made a change: an API key, or a signed-in browser. */
export const author = z.object({
  kind: z.enum(["key", "session"]),
  id: z.uuid(),
  name: z
    .string()
    .nullable()
    .describe(
      "The key's name, or that of the key that signed in; null for neither, and for a key that can do more than your own where that is for certain databases.",
    ),
});

const made = {
  changeSetId: z.uuid().describe("What was changed together has one."),
  at: timestamp,
  actor: author,
  source: z.enum(sources),
};

/** One cell that became another. */
export const cellChange = z.object({
  fieldId: z.string(),
  before: z.unknown().meta({ examples: ["Open"] }),
  after: z.unknown().meta({ examples: ["Won"] }),
});

/** One change of a record, with the fields that there are still. */
export const historyEntry = z.object({ ...made, changes: z.array(cellChange) });
export type HistoryEntry = z.infer<typeof historyEntry>;

export const history = z
  .object({ history: z.array(historyEntry), nextCursor: z.string().nullable() })
  .describe("The changes of a record, newest first.");
export type History = z.infer<typeof history>;

/** What differs of a thing, by field id or by the name of a property. */
const difference = z.record(z.string(), z.unknown()).nullable();

/** One entry of the log. */
export const changeEntry = z.object({
  ...made,
  kind: z.enum(["record", "base", "table", "field", "view"]),
  tableId: z.string().nullable(),
  id: z.string().describe("Of the thing that changed."),
  isEcho: z
    .boolean()
    .describe(
      "Whether only a list of links, or the place in the manual order, changed because of what was written to other records.",
    ),
  before: difference.describe("null where the thing is new."),
  after: difference.describe("null where it was deleted."),
});
export type ChangeEntry = z.infer<typeof changeEntry>;

export const changesQuery = queryShape({
  since: z
    .string()
    .optional()
    .describe(
      "The `next` of the answer before; left out: from the start of the log. A 400 where some of what came after it is deleted for its age: begin anew then.",
    ),
});

export const changeList = z
  .object({ changes: z.array(changeEntry), next: z.string(), hasMore: z.boolean() })
  .describe("The log, oldest first.");
export type ChangeList = z.infer<typeof changeList>;

/** Which change sets to look among; all of the database without a table. */
export const undoScope = z
  .strictObject({
    tableId: z.string().optional().describe("A table's id or name."),
    missingTables: z
      .boolean()
      .optional()
      .describe(
        "With `tableId`: also look among those that created or deleted a table which is not there now, so that it comes back.",
      ),
  })
  .optional();
export type UndoScope = z.infer<typeof undoScope>;

/** What could not be brought back, and why. */
export const skipped = z.object({
  tableId: z.string().nullable(),
  recordId: recordId.nullable(),
  fieldId: z.string().optional(),
  reason: z.string(),
});
export type Skipped = z.infer<typeof skipped>;

/** What a change set did, the same for undoing it and for redoing it. */
export const action = z.object({
  name: z.string().nullable().describe("The `Change-Set-Name` that it was given, such as `paste`."),
  did: z.enum(["created", "deleted", "changed", "moved"]),
  what: z.enum(["cell", "record", "field", "view", "table", "base"]),
  count: z.int().describe("How many of them."),
  id: z.string().nullable().describe("The id of the field, view, table or database, if it is one."),
  of: z.string().nullable().describe("Its name."),
});
export type Action = z.infer<typeof action>;

export const undone = z.object({
  changeSetId: z.uuid().describe("The change set that was undone, or done again."),
  action: action.nullable().describe("What that change set did; null if its log is too old."),
  restored: z.int().describe("How many cells, records and parts of the database are as they were."),
  skipped: z.array(skipped),
});
export type Undone = z.infer<typeof undone>;
