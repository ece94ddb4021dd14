import * as z from "zod";
import { fieldId, personId, recordId, tableId } from "./ids";

/** The table that somebody has open, and the selected cell. */
export const presentAt = z.object({
  tableId,
  cell: z.object({ recordId, fieldId }).nullable().describe("The selected cell, if there is one."),
});
export type PresentAt = z.infer<typeof presentAt>;
export type PresentCell = NonNullable<PresentAt["cell"]>;

const pageId = z
  .guid({ error: "takes a UUID, such as 7371b7a1-85fe-432b-836a-da5bd8f83a5f" })
  .toLowerCase()
  .describe("A random UUID of the open page. One that has been left cannot be used again.");

/** The state of one open page. */
export const presenceUpdate = z.strictObject({
  pageId,
  at: z
    .strictObject({
      tableId: z.string().describe("The table's id or its name."),
      cell: z
        .strictObject({ recordId, fieldId: z.string().describe("The field's id or its name.") })
        .nullable()
        .default(null)
        .describe("The selected cell, if there is one."),
    })
    .nullable()
    .describe("null when the page is left."),
});
export type PresenceUpdate = z.output<typeof presenceUpdate>;

/** The state of one open page of a shared link. */
export const visitUpdate = z.strictObject({
  pageId,
  isOpen: z.boolean().describe("false when the page is left."),
});
export type VisitUpdate = z.output<typeof visitUpdate>;

export const presenceAnswer = z.object({
  seconds: z.int().describe("The page counts as left after this time without another call."),
});
export type PresenceAnswer = z.infer<typeof presenceAnswer>;

/** A person who has a page of the database open. */
export const presentPerson = z.object({
  personId,
  name: z.string().nullable(),
  at: presentAt,
});
export type PresentPerson = z.infer<typeof presentPerson>;
