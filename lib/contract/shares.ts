import * as z from "zod";
import { recordAggregate } from "./aggregates";
import { calendarSpan, refuseImpossibleSpan } from "./calendar";
import { hasCode } from "./errors";
import { exportFormatNames } from "./export-formats";
import { databaseId, shareId, tableId, timestamp, viewId } from "./ids";
import { recordList, refuseOffsetWithCursor } from "./lists";
import { givenPassword, namedPerson } from "./people";
import { queryShape } from "./query";
import { stackList } from "./stacks";
import { table } from "./tables";
import { view } from "./views";

/** The format of the token of a shared link: 128 random bits. */
export const shareToken = /^[\w-]{22}$/;

/** The header with the password of a shared link, percent-encoded. */
export const sharePasswordHeader = "X-Share-Password";

/** True if a shared link asks for its password; `isWrong` if one was sent. */
export function passwordAsked(error: unknown): { readonly isWrong: boolean } | undefined {
  if (!hasCode(error, "UNAUTHORIZED")) return undefined;
  const detail = error.details?.find(({ path }) => path === sharePasswordHeader);
  return detail && { isWrong: detail.message === wrongPassword };
}

export const missingPassword = "is required, percent-encoded: this link has a password";
export const wrongPassword = "is wrong";

const settings = {
  allowExport: z.boolean().describe("Lets visitors export the view as a file."),
  allowCopy: z.boolean().describe("Lets visitors copy cells on the page."),
  embed: z.boolean().describe("Lets other sites show the page in a frame."),
  showsName: z.boolean().describe("Shows visitors the name of who created the link."),
};

/** A link that shows a view to everybody who has it. */
export const share = z
  .object({
    id: shareId,
    databaseId,
    tableId,
    viewId,
    url: z
      .url()
      .nullable()
      .describe("The link, shown only when it is created or rotated; null in other responses."),
    icsUrl: z
      .url()
      .nullable()
      .describe(
        "The address of the calendar for other programs, shown together with `url`; null for links to other views, and for those with a password.",
      ),
    isForm: z
      .boolean()
      .describe(
        "True if it was made for a form. It works only while the view is one, and others only while it is none.",
      ),
    hasPassword: z.boolean(),
    expiresAt: timestamp.nullable().describe("null if it does not expire."),
    ...settings,
    createdBy: namedPerson.describe("The link shows no more than this person may read."),
    createdAt: timestamp,
    lastUsedAt: timestamp.nullable().describe("To the minute; null if nobody has opened it yet."),
  })
  .describe("A link that shows a view to everybody who has it.");
export type Share = z.infer<typeof share>;

const password = givenPassword
  .min(1, { error: "cannot be empty" })
  .describe("Visitors must enter it. Only its hash is stored.");

const expiresAt = z.iso
  .datetime({ offset: true, error: "takes an ISO timestamp, such as 2030-01-31T09:30:00Z" })
  .transform((text) => new Date(text))
  .describe("The link stops to work at this time.");

export const shareCreate = z.strictObject({
  viewId: z.string(),
  password: password.nullish(),
  expiresAt: expiresAt.nullish(),
  allowExport: settings.allowExport.default(false),
  allowCopy: settings.allowCopy.default(true),
  embed: settings.embed.default(false),
  showsName: settings.showsName.default(false),
});
export type ShareCreate = z.output<typeof shareCreate>;

/** Omitted keys stay unchanged; null removes the password or the expiry. */
export const shareUpdate = z
  .strictObject({ password: password.nullable(), expiresAt: expiresAt.nullable(), ...settings })
  .partial();
export type ShareUpdate = z.output<typeof shareUpdate>;

/** A shared view, as its visitors see it. */
export const sharedView = z
  .object({
    title: z.string().describe("The name of the view."),
    allowExport: z.boolean(),
    allowCopy: z.boolean(),
    embed: z.boolean(),
    sharedBy: z.string().nullable().describe("The name of who shared it; null if it is not shown."),
    table: table.describe("The table with only the fields that the view shows, and this view alone."),
    view: view.describe(
      "The view. Its filter and its sorts by hidden fields apply but are not told, so `filter` is null.",
    ),
  })
  .describe("A shared view, as its visitors see it.");
export type SharedView = z.infer<typeof sharedView>;

const { shape: listShape } = recordList;

/** Filters, sorts and pages the records of a shared view, within its own filter. */
export const sharedRecordList = z
  .strictObject({
    limit: listShape.limit,
    offset: listShape.offset,
    cursor: z
      .string()
      .optional()
      .describe("The `nextCursor` of the previous page of the same link, sort, filter, search and stack."),
    sort: listShape.sort.describe("By default the sorts of the view."),
    filter: listShape.filter.describe("Applies in addition to the filter of the view."),
    timeZone: listShape.timeZone,
    search: listShape.search,
    stack: listShape.stack,
    recordIds: listShape.recordIds.describe("Only these records, as far as the view shows them."),
    fields: listShape.fields.describe("The names or ids of the fields to return; by default all shown ones."),
    total: listShape.total,
  })
  .superRefine(refuseOffsetWithCursor);
export type SharedRecordList = z.output<typeof sharedRecordList>;

const { shape: stackShape } = stackList;

/** Lists the stacks of a shared view. */
export const sharedStackList = z.strictObject({
  filter: listShape.filter.describe("Applies in addition to the filter of the view."),
  sort: listShape.sort.describe("By default the sorts of the view."),
  timeZone: stackShape.timeZone,
  search: stackShape.search,
  fields: stackShape.fields.describe("The names or ids of the fields to return; by default all shown ones."),
  limit: stackShape.limit,
  counts: stackShape.counts,
});
export type SharedStackList = z.output<typeof sharedStackList>;

/** Lists the records of a shared calendar that touch a span of days. */
export const sharedCalendarList = calendarSpan
  .extend({ filter: listShape.filter.describe("Applies in addition to the filter of the view.") })
  .superRefine(refuseImpossibleSpan);
export type SharedCalendarList = z.output<typeof sharedCalendarList>;

const { shape: aggregateShape } = recordAggregate;

/** Selects records of a shared view and the functions to compute over them. */
export const sharedRecordAggregate = z.strictObject({
  filter: aggregateShape.filter,
  timeZone: aggregateShape.timeZone,
  search: aggregateShape.search,
  stack: aggregateShape.stack,
  groupBy: aggregateShape.groupBy,
  aggregates: aggregateShape.aggregates,
});
export type SharedRecordAggregate = z.output<typeof sharedRecordAggregate>;

export const sharedExportQuery = queryShape({
  format: z.enum(exportFormatNames).default("csv").describe("The format of the file."),
  timeZone: listShape.timeZone,
});
export type SharedExport = z.output<typeof sharedExportQuery>;
