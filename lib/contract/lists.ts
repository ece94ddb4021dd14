import * as z from "zod";
import { direction } from "./direction";
import { filter } from "./filters";
import { recordId } from "./ids";
import { jsonQuery } from "./json-query";
import { limits } from "./limits";
import { olderFilters } from "./older-filters";
import { record, upToRecordsPerCall } from "./records";
import { stackKey } from "./stack-key";
import { timeZone } from "./time-zone";
import { viewConfigUpdate } from "./views";

/** Sorts by a field (its name or id), `id`, `createdAt` or `updatedAt`, given as either `field` or `fieldId`. */
export const sort = z
  .strictObject({
    field: z.string().optional(),
    fieldId: z.string().optional(),
    direction: direction.default("asc"),
  })
  .superRefine(({ field, fieldId }, context) => {
    if (field === undefined && fieldId === undefined) context.addIssue("needs the name or id of a field");
    if (field !== undefined && fieldId !== undefined) {
      context.addIssue({
        code: "custom",
        path: ["fieldId"],
        message: 'cannot be combined with "field"; give one',
      });
    }
  });
export type Sort = z.infer<typeof sort>;

/** One stack of a board. */
export const stack = z
  .strictObject({ fieldId: z.string().describe("The name or id of the stack field."), key: stackKey })
  .describe("Only the records of this stack.");
export type Stack = z.infer<typeof stack>;

/** Limits the length, because a substring search costs the product of both lengths. */
export const searched = z.string().max(limits.searchCharacters, {
  error: `takes at most ${limits.searchCharacters.toLocaleString("en")} characters`,
});

/** Filters, sorts and pages the records of a table. */
export const recordList = z
  .strictObject({
    limit: z.int().min(1).max(limits.recordsPerCall).default(Math.min(500, limits.recordsPerCall)),
    offset: z.int().min(0).optional().describe("Number of records to skip."),
    cursor: z
      .string()
      .optional()
      .describe(
        "The `nextCursor` of the previous page. Valid only with the same sort, filter, search, stack, view and `recordIds`.",
      ),
    sort: z.array(sort).optional(),
    filter: filter.optional(),
    filters: olderFilters
      .optional()
      .describe('The older form of `filter`, by field: `{ "Stage": "Open", "Age": { "gte": 18 } }`.'),
    timeZone: timeZone.optional(),
    search: searched.optional().describe("Text to find in any value, ignoring case."),
    stack: stack.optional(),
    // Separate from filters on `id`, because a table may have a field of this name.
    recordIds: upToRecordsPerCall(recordId)
      .optional()
      .describe("Only these records; ids that the table does not have are ignored."),
    fields: z
      .array(z.string())
      .optional()
      .describe("The names or ids of the fields to return; by default all, or those that the view shows."),
    viewId: z.string().optional().describe("A view whose filter, sorts and hidden fields apply to the list."),
    config: viewConfigUpdate
      .pick({ filter: true, sorts: true, groups: true, hiddenFieldIds: true })
      .optional()
      .describe("Override the view's settings for this call; nothing is saved."),
    total: z.boolean().default(true).describe("Set to false to skip counting all matches."),
  })
  .superRefine(({ filter, filters }, context) => {
    if (filter === undefined || filters === undefined) return;
    context.addIssue({
      code: "custom",
      path: ["filters"],
      message: 'cannot be combined with "filter"; give one',
    });
  })
  .superRefine(requireViewForConfig)
  .superRefine(refuseOffsetWithCursor);
export type RecordList = z.infer<typeof recordList>;
/** A list request before defaults are filled in. */
export type RecordListRequest = z.input<typeof recordList>;

/** A list request as query parameters: `filter`, `sort`, `fields`, numbers and booleans are written as JSON. */
export const recordListQuery = jsonQuery(recordList, ["cursor", "search", "viewId", "timeZone"]);

/** A record that may lack the fields that the list or its view leaves out. */
export const listedRecord = record.meta({
  description: "A record without the fields that the list leaves out.",
});

export const recordPage = z
  .object({
    records: z.array(listedRecord),
    total: z.int().nullable().describe("Number of all matches; null with `total: false`."),
    hasMore: z
      .boolean()
      .describe(
        "True if more records match. A page of large records may end before `limit`, but holds at least one record.",
      ),
    nextCursor: z.string().nullable().describe("The cursor of the next page; null at the end."),
  })
  .describe("A page of records.");
export type RecordPage = z.infer<typeof recordPage>;

/** Refuses both `cursor` and `offset`. */
export function refuseOffsetWithCursor(
  { cursor, offset }: { readonly cursor?: string | undefined; readonly offset?: number | undefined },
  context: z.RefinementCtx,
): void {
  if (cursor === undefined || offset === undefined) return;
  context.addIssue({
    code: "custom",
    path: ["offset"],
    message: 'cannot be combined with "cursor", which sets the start of the page',
  });
}

/** Refuses `config` without `viewId`: it overrides the settings of a view. */
export function requireViewForConfig(
  { viewId, config }: { viewId?: string | undefined; config?: object | undefined },
  context: z.core.$RefinementCtx,
): void {
  if (config === undefined || viewId !== undefined) return;
  const message = 'requires "viewId", the view whose settings it overrides';
  context.addIssue({ code: "custom", path: ["config"], message });
}
