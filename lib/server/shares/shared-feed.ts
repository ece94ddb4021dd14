import { hash } from "node:crypto";
import { maxCalendarRecords } from "../../contract/calendar";
import { hasCode } from "../../contract/errors";
import type { Record } from "../../contract/records";
import type { ViewConfig } from "../../contract/views";
import { copiedText, isEmpty, type TypedTemplate } from "../../field-types";
import { displayMoment, type MomentTemplate } from "../../field-types/datetime";
import { prisma } from "../db";
import { textOf } from "../export/sheet-columns";
import { calendarWithin, type ListedCalendar } from "../lists/calendar";
import type { TableSchema } from "../structure/schemas";
import { type FeedEvent, writeFeed } from "./calendar-feed";
import { missingLink, type Visit } from "./open-share";
import { asVisitor, withShown } from "./shared-records";

/** A calendar feed as text. */
export interface SharedFeed {
  readonly text: string;
  /** Identifies its contents, whenever they were read. */
  readonly version: string;
}

/**
 * Reads the calendar of a shared link as a feed. Throws a 404 for a link with a password, which calendars cannot send, and
 * for one that shows no dates.
 */
export async function readSharedFeed(visit: Visit): Promise<SharedFeed> {
  try {
    return await asVisitor({ ...visit, password: null }, (share) =>
      withShown(share, async (schema, view) => {
        const row = await prisma().view.findFirst({ where: { id: share.viewId, tableId: schema.id } });
        if (row?.type !== "calendar") throw missingLink();
        const events = await readEvents(schema, view, new Date());
        const version = hash("sha256", JSON.stringify([row.name, events]), "base64url");
        return { text: await writeFeed({ name: row.name, events }, new Date()), version };
      }),
    );
  } catch (error) {
    throw hasCode(error, "UNAUTHORIZED") ? missingLink() : error;
  }
}

/** The days around today that a feed has. If they have too many records, it begins only a month ago. */
const span = { before: 366, beforeIfCut: 31, after: 731 };

async function readEvents(schema: TableSchema, view: ViewConfig, now: Date): Promise<FeedEvent[]> {
  const { startFieldId } = view;
  if (!startFieldId || schema.fieldOf(startFieldId)?.id !== startFieldId) throw missingLink();
  const days = (from: number) => ({ from: dayAt(now, -from), to: dayAt(now, span.after), timeZone: "UTC" });
  const read = (from: number) => calendarWithin(schema, { ...days(from), limit: maxCalendarRecords }, view);
  const whole = await read(span.before);
  const page = whole.hasMore ? await read(span.beforeIfCut) : whole;
  return eventsOf(schema, page);
}

function dayAt(now: Date, days: number): string {
  return new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10);
}

async function eventsOf(
  schema: TableSchema,
  { startFieldId, endFieldId, records }: ListedCalendar,
): Promise<FeedEvent[]> {
  const { fields } = schema.face;
  const title = schema.fieldOf(schema.primaryFieldId) ?? fields[0];
  const texts = await Promise.all(
    fields.map(async (field) => ({ field, toText: await textOf(schema, field, shownText) })),
  );
  const told = texts.filter(({ field: { id } }) => ![title?.id, startFieldId, endFieldId].includes(id));
  const updated = fields.find(({ fieldType }) => fieldType.column === "updatedAt");
  const titleText = texts.find(({ field }) => field === title)?.toText;
  const cellOf = ({ data }: Record, id: string) => data[id] ?? null;
  return records.parse().map((record) => {
    const lines = told.flatMap(({ field: { id, name, fieldType }, toText }) => {
      const value = cellOf(record, id);
      return isEmpty(fieldType, value) ? [] : [`${name}: ${toText(value)}`];
    });
    return {
      id: record.id,
      start: String(cellOf(record, startFieldId)),
      end: endFieldId && (cellOf(record, endFieldId) as string | null),
      summary: (title && titleText?.(cellOf(record, title.id))) || "Unnamed record",
      description: lines.join("\n"),
      updatedAt: updated ? (cellOf(record, updated.id) as string | null) : null,
    };
  });
}

/** A value as a cell shows it, in English, and times with their zone. */
function shownText({ fieldType, template }: TypedTemplate, value: unknown): string {
  if (fieldType.storage !== "timestamp") return copiedText(fieldType, value, template, "en");
  return displayMoment(value as string, { ...(template as MomentTemplate), displayTimeZone: true }, "en");
}
