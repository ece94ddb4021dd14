import { z } from "zod";
import { quote } from "../field-types/text";
import { direction } from "./direction";
import { filter } from "./filters";
import { recordId } from "./ids";
import { limits } from "./limits";
import { olderFilters } from "./older-filters";
import { findHostile, type Hostile } from "./plain-json";
import { queryShape } from "./query";
import { readJson } from "./read-json";
import { record, upToRecordsPerCall } from "./records";
import { viewConfigUpdate } from "./views";

/** What to sort by: a field's name or id, `id`, `createdAt` or `updatedAt`; named by either key. */
export const sort = z
  .strictObject({
    field: z.string().optional(),
    fieldId: z.string().optional(),
    direction: direction.default("asc"),
  })
  .superRefine(({ field, fieldId }, context) => {
    if (field === undefined && fieldId === undefined) context.addIssue("needs a field: its name or id");
    if (field !== undefined && fieldId !== undefined) {
      context.addIssue({ code: "custom", path: ["fieldId"], message: 'does not go with "field"; give one' });
    }
  });
export type Sort = z.infer<typeof sort>;

/** To look for a long text in a long one takes their lengths multiplied. */
export const searched = z.string().max(limits.searchCharacters, {
  error: `takes at most ${limits.searchCharacters.toLocaleString("en")} characters`,
});

/** Which records, in what order, and how much of them. */
export const recordList = z
  .strictObject({
    limit: z.int().min(1).max(limits.recordsPerCall).default(Math.min(500, limits.recordsPerCall)),
    offset: z.int().min(0).optional().describe("How many records to pass over."),
    cursor: z
      .string()
      .optional()
      .describe(
        "The `nextCursor` of the page before, whose sort, filter, search, view and `recordIds` it belongs to.",
      ),
    sort: z.array(sort).optional(),
    filter: filter.optional(),
    filters: olderFilters
      .optional()
      .describe('The older form of `filter`, by field: `{ "Stage": "Open", "Age": { "gte": 18 } }`.'),
    search: searched.optional().describe("Text to be found in any value, ignoring case."),
    // A filter on `id` would do, were it not for tables that have a field of this name.
    recordIds: upToRecordsPerCall(recordId)
      .optional()
      .describe("Only these records; those that the table does not have are passed over."),
    fields: z
      .array(z.string())
      .optional()
      .describe("The names or ids of the fields to answer; left out: all, or those that the view shows."),
    viewId: z.string().optional().describe("A view whose filter, sorts and hidden fields apply."),
    config: viewConfigUpdate
      .pick({ filter: true, sorts: true, groups: true, hiddenFieldIds: true })
      .optional()
      .describe("Settings that stand in place of the view’s own for this call; nothing is saved."),
    total: z.boolean().default(true).describe("Whether to count every match."),
  })
  .superRefine(({ filter, filters }, context) => {
    if (filter === undefined || filters === undefined) return;
    context.addIssue({ code: "custom", path: ["filters"], message: 'does not go with "filter"; give one' });
  })
  .superRefine(requireViewForConfig)
  .superRefine(({ cursor, offset }, context) => {
    if (cursor === undefined || offset === undefined) return;
    context.addIssue({
      code: "custom",
      path: ["offset"],
      message: 'does not go with "cursor", which says itself where its page begins',
    });
  });
export type RecordList = z.infer<typeof recordList>;
/** The same as a caller writes it. */
export type RecordListRequest = z.input<typeof recordList>;

const plainText = z.string().superRefine((text, context) => refuseHostile(findHostile(text), context));

const jsonText = z.string().transform((text, context) => {
  try {
    const { json, hostile } = readJson(text);
    refuseHostile(hostile, context);
    return json;
  } catch {
    context.addIssue(`takes JSON, such as 100, true or ["Name"]; ${quote(text)} is not`);
    return z.NEVER;
  }
});

/** The same in an address, where `filter`, `sort`, `fields`, numbers and booleans are written as JSON. */
export const recordListQuery = queryShape(
  Object.fromEntries(
    Object.keys(recordList.shape).map((key) => [key, (isText(key) ? plainText : jsonText).optional()]),
  ),
).pipe(recordList as unknown as z.ZodType<RecordList, { [key: string]: unknown }>);

/** The same, with some of its fields where the list or its view says so. */
export const listedRecord = record.meta({
  description: "A record, without the fields that the list leaves out.",
});

export const recordPage = z
  .object({
    records: z.array(listedRecord),
    total: z.int().nullable().describe("How many there are in all; null when not asked for."),
    hasMore: z
      .boolean()
      .describe(
        "Whether there are more: those beyond `limit`, and those that a page of large records had no room for. A page may hold fewer records than `limit` and never none.",
      ),
    nextCursor: z
      .string()
      .nullable()
      .describe("Where the next page begins, whenever there is more; null at the end."),
  })
  .describe("A page of records.");
export type RecordPage = z.infer<typeof recordPage>;

/** Settings stand in place of those of a view. */
export function requireViewForConfig(
  { viewId, config }: { viewId?: string | undefined; config?: object | undefined },
  context: z.core.$RefinementCtx,
): void {
  if (config === undefined || viewId !== undefined) return;
  const message = 'goes with "viewId": it stands in place of the settings of that view';
  context.addIssue({ code: "custom", path: ["config"], message });
}

/** What is plain text in an address, as it is everywhere else. */
function isText(key: string): boolean {
  return ["cursor", "search", "viewId"].includes(key);
}

/** A body has been looked through as a whole; what is written in an address has not. */
function refuseHostile(found: Hostile | undefined, context: z.core.$RefinementCtx): void {
  if (found) context.addIssue({ code: "custom", path: found.path, message: found.message });
}
