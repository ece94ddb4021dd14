import * as z from "zod";
import { sources } from "../field-types/types/source";
import { recordId, timestamp } from "./ids";
import { namedPerson } from "./people";
import { queryShape } from "./query";

/** The author of a change: a person, by an API key or in a browser, or whoever filled in a form. */
export const author = z.object({
  kind: z.enum(["key", "session", "form"]),
  id: z.uuid(),
  name: z
    .string()
    .nullable()
    .describe(
      "The name of the key, or of the key that signed in. null for a form or a sign-in link, and if your key is restricted to certain databases and this key can do more than yours. Webhooks of keys without `read` are sent neither name nor person.",
    ),
  person: namedPerson
    .nullable()
    .describe("Whose key or browser it is; null for a form, and if no longer known."),
});

const made = {
  changeSetId: z.uuid().describe("Shared by all changes made together."),
  at: timestamp,
  actor: author,
  source: z.enum(sources),
};

/** The change of one cell. */
export const cellChange = z.object({
  fieldId: z.string(),
  before: z.unknown().meta({ examples: ["Open"] }),
  after: z.unknown().meta({ examples: ["Won"] }),
});

/** One change of a record. Deleted fields are left out. */
export const historyEntry = z.object({ ...made, changes: z.array(cellChange) });
export type HistoryEntry = z.infer<typeof historyEntry>;

export const history = z
  .object({ history: z.array(historyEntry), nextCursor: z.string().nullable() })
  .describe("The changes of a record, newest first.");
export type History = z.infer<typeof history>;

/** Changed values, by field id or property name. */
const difference = z.record(z.string(), z.unknown()).nullable();

/** One entry of the change log. */
export const changeEntry = z.object({
  ...made,
  kind: z
    .enum(["record", "base", "table", "field", "view", "import"])
    .describe(
      "`import` stands for all records that an import changed in a table; `before` or `after` has their numbers.",
    ),
  tableId: z.string().nullable(),
  id: z.string().describe("The id of the changed item."),
  isEcho: z
    .boolean()
    .describe(
      "True if a write to other records caused this change: it affects only a list of links or the position in the manual order.",
    ),
  before: difference.describe("null if it was created."),
  after: difference.describe("null if it was deleted."),
});
export type ChangeEntry = z.infer<typeof changeEntry>;

export const changesQuery = queryShape({
  since: z
    .string()
    .optional()
    .describe(
      "The `next` of the previous response; omit it to read from the start of the log. If changes after it have expired, the response is a 400; start over.",
    ),
});

export const changeList = z
  .object({ changes: z.array(changeEntry), next: z.string(), hasMore: z.boolean() })
  .describe("The change log, oldest first.");
export type ChangeList = z.infer<typeof changeList>;

/** Limits undo and redo to the change sets of one table; without a table, to those of the database. */
export const undoScope = z
  .strictObject({
    tableId: z.string().optional().describe("A table's id or name."),
    missingTables: z
      .boolean()
      .optional()
      .describe(
        "With `tableId`: also consider change sets that created or deleted a table that does not exist now, so that it can be brought back.",
      ),
    changeSetId: z
      .uuid()
      .optional()
      .describe("Only this change set: a 409 if another one is next to be undone or redone."),
  })
  .optional();
export type UndoScope = z.infer<typeof undoScope>;

/** A part that could not be restored, and the reason. */
export const skipped = z.object({
  tableId: z.string().nullable(),
  recordId: recordId.nullable(),
  fieldId: z.string().optional(),
  reason: z.string(),
});
export type Skipped = z.infer<typeof skipped>;

/** Summary of a change set, the same for its undo and its redo. */
export const changeSummary = z.object({
  name: z.string().nullable().describe("The `Change-Set-Name` sent with the writes, such as `paste`."),
  did: z.enum(["created", "deleted", "changed", "moved"]),
  what: z.enum(["cell", "record", "field", "view", "table", "base"]),
  count: z.int().describe("Number of changed items."),
  id: z.string().nullable().describe("The id, if it is a single field, view, table or database."),
  of: z.string().nullable().describe("The name of the item that `id` identifies."),
});
export type ChangeSummary = z.infer<typeof changeSummary>;

export const undone = z.object({
  changeSetId: z.uuid().describe("The change set that was undone or redone."),
  action: changeSummary.nullable().describe("Summary of the change set; null if its log has expired."),
  restored: z.int().describe("Number of cells, records and parts of the database that were restored."),
  skipped: z.array(skipped),
});
export type Undone = z.infer<typeof undone>;
