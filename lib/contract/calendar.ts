import * as z from "zod";
import { isDate } from "../field-types/date";
import { listedRecord, recordList, searched } from "./lists";
import { timeZone } from "./time-zone";
import { viewConfigUpdate } from "./views";

/** Maximum number of records in one response. */
export const maxCalendarRecords = 5_000;

/** Maximum number of days that one call can ask for: a year, and the rest of its first and last week. */
export const maxCalendarDays = 380;

const { shape: listShape } = recordList;

const day = z.string().refine(isDate, { error: "takes a date such as 2026-01-31" }).meta({ format: "date" });

/** The days of a calendar that a call asks for. */
export const calendarSpan = z.strictObject({
  from: day.describe("The first day."),
  to: day.describe("The last day."),
  timeZone: timeZone
    .default("UTC")
    .describe(
      "The zone in which days begin, for dates with times whose field has no zone of its own, and of today in filters.",
    ),
  search: searched.optional().describe("Text to find in any value, ignoring case."),
  fields: listShape.fields,
  limit: z.int().min(1).max(maxCalendarRecords).default(maxCalendarRecords),
});

/** The days of a call. */
export type CalendarSpan = Pick<z.output<typeof calendarSpan>, "from" | "to" | "timeZone">;

/** Lists the records of a calendar that touch a span of days. */
export const calendarList = calendarSpan
  .extend({
    viewId: z.string().describe("A view with a field for the start."),
    config: viewConfigUpdate
      .pick({ filter: true, hiddenFieldIds: true, startFieldId: true, endFieldId: true })
      .optional()
      .describe("Override the view's settings for this call; nothing is saved."),
  })
  .superRefine(refuseImpossibleSpan);
export type CalendarList = z.output<typeof calendarList>;

export const calendarPage = z
  .object({
    startFieldId: z.string().describe("The field with the first date."),
    endFieldId: z.string().nullable().describe("The field with the last date; null for none."),
    records: z
      .array(listedRecord)
      .describe("By first date. A record whose last date is before its first, or empty, has one day."),
    hasMore: z.boolean().describe("True if more records touch these days."),
  })
  .describe("The records of a calendar view that touch some days.");
export type CalendarPage = z.infer<typeof calendarPage>;

/** Refuses a span that ends before it begins or has too many days. */
export function refuseImpossibleSpan(
  { from, to }: { readonly from: string; readonly to: string },
  context: z.RefinementCtx,
): void {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  if (days >= 1 && days <= maxCalendarDays) return;
  const message =
    days < 1
      ? "cannot be before `from`"
      : `takes a day of the ${maxCalendarDays} days that begin with \`from\``;
  context.addIssue({ code: "custom", path: ["to"], message });
}
