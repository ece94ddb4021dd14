import * as z from "zod";
import { dateFormats, displayDate, isDate } from "./date";
import { dateTimeFormat } from "./intl";
import { plainCharacters, wordForNow } from "./locale";
import type { Shown } from "./shown";
import { nameOf, quote } from "./text";
import { timeFromTyped } from "./typed-time";
import { readTime, type WrittenTime } from "./written-time";
import { isTimeZone, momentAt, viewersTimeZone, wallTime } from "./zone";

export const timeFormats = ["12h", "24h"] as const;

/** The template of the types whose values are timestamps. */
export const momentTemplate = z.strictObject({
  dateFormat: z.enum(dateFormats).default("local"),
  timeFormat: z.enum(timeFormats).default("12h"),
  /** An IANA name; empty for the viewer's zone. */
  timezone: z
    .string()
    .refine((text) => text === "" || isTimeZone(text), {
      error: (issue) =>
        `takes a time zone such as Europe/Berlin, or "" for the viewer's, not ${quote(issue.input)}`,
    })
    .default(""),
  displayTimeZone: z.boolean().default(false),
});
export type MomentTemplate = z.infer<typeof momentTemplate>;

const isoForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?$/;

/** Parses an ISO timestamp to the stored form: UTC, with milliseconds. */
export const momentValue = z
  .string({ error: (issue) => `takes a timestamp as text, not ${nameOf(issue.input)}` })
  .meta({ format: "date-time" })
  .transform((text, context) => {
    const written = isoForm.test(text) ? readTime(text, "iso") : undefined;
    const moment = written && momentOf(written, "UTC");
    if (moment !== undefined) return moment;
    const message = `takes a timestamp such as 2026-01-31T09:30:00Z; ${quote(text)} is not one`;
    context.addIssue({ code: "custom", message, input: text });
    return z.NEVER;
  })
  .pipe(z.string().meta({ format: "date-time" }));

/** Formats as plain text: the form of the API, with the local time in the field's zone and its offset. */
export function momentToText(value: string, { timezone }: MomentTemplate): string {
  if (timezone === "") return value;
  const moment = Date.parse(value);
  const wall = wallTime(moment, timezone);
  const text = `${new Date(wall).toISOString().slice(0, -1)}${offsetToText(wall - moment)}`;
  const written = readTime(text, "iso");
  // Before standard time, offsets had seconds, which the form cannot express.
  return written && momentOf(written, timezone) === value ? text : value;
}

/** Parses a day with an optional time, in the field's zone unless an offset is given. */
export function momentFromText(text: string, template: MomentTemplate): string | undefined {
  const written = readTime(text, template.dateFormat);
  return written && momentOf(written, zoneOf(template));
}

/** Parses like `momentFromText`, but in the locale's notation, with an optional zone name or the word for now. */
export function momentFromTyped(text: string, template: MomentTemplate, locale?: string): string | undefined {
  const zone = zoneOf(template);
  const read = (part: string) => {
    const written = timeFromTyped(part, template.dateFormat, locale);
    return written && momentOf(written, zone);
  };
  const plain = plainCharacters(text, locale);
  const word = plain.trim().toLowerCase();
  if (word === wordForNow(locale) || word === wordForNow("en")) return presentMinute();
  const moment = read(plain);
  if (moment !== undefined) return moment;
  const { time, name } = /^(?<time>.{1,100}:\d{2}.{0,20}?)\s(?<name>\S{1,20})\s*$/.exec(plain)?.groups ?? {};
  const named = time === undefined ? undefined : read(time);
  return named !== undefined && plainCharacters(zoneName(named, zone, locale), locale) === name
    ? named
    : undefined;
}

/** The present time without seconds, as cells show none. */
function presentMinute(): string {
  return `${new Date().toISOString().slice(0, "2026-01-31T09:30".length)}:00.000Z`;
}

/** Formats for an editor: in the field's zone, without seconds that are 0. */
export function momentToTyped(value: string, template: MomentTemplate): string {
  const wall = new Date(wallTime(Date.parse(value), zoneOf(template))).toISOString();
  const text = wall.replace("T", " ").replace(/(?::00)?\.000Z$|Z$/, "");
  // The second of two equal hours at a clock change needs its offset.
  return momentFromText(text, template) === value ? text : momentToText(value, template);
}

export function displayMoment(value: string, template: MomentTemplate, locale?: string): string {
  const zone = zoneOf(template);
  const wall = wallTime(Date.parse(value), zone);
  const [date = ""] = new Date(wall).toISOString().split("T");
  const time = clock(template, locale).format(wall);
  const shown = `${displayDate(date, template.dateFormat, locale)} ${time}`;
  return template.displayTimeZone ? `${shown} ${zoneName(value, zone, locale)}` : shown;
}

/** Without the name of the zone, which nobody searches for. */
function shownMoment({ dateFormat, timeFormat, timezone }: MomentTemplate): Shown {
  return { kind: "moment", dateFormat, time: { is12h: timeFormat === "12h", timeZone: timezone || "UTC" } };
}

/** Formats in the stored form; undefined outside the years 0001 to 9999. */
function momentOf({ date, time, offset }: WrittenTime, timeZone: string): string | undefined {
  const wall = Date.parse(`${date}T00:00:00Z`) + time;
  const moment = new Date(offset === undefined ? momentAt(wall, timeZone) : wall - offset).toISOString();
  return isDate(moment.slice(0, 10)) ? moment : undefined;
}

export function zoneOf({ timezone }: MomentTemplate): string {
  return timezone === "" ? viewersTimeZone() : timezone;
}

function offsetToText(offset: number): string {
  const minutes = Math.abs(offset) / 60_000;
  if (minutes === 0) return "Z";
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60].map((part) =>
    String(part).padStart(2, "0"),
  );
  return `${offset < 0 ? "-" : "+"}${hour}:${minute}`;
}

/** The time follows the locale only if the date does. */
function clock({ dateFormat, timeFormat }: MomentTemplate, locale: string | undefined): Intl.DateTimeFormat {
  return dateTimeFormat(dateFormat === "local" ? locale : "en-US", {
    timeZone: "UTC",
    hour: timeFormat === "12h" ? "numeric" : "2-digit",
    minute: "2-digit",
    hourCycle: timeFormat === "12h" ? "h12" : "h23",
  });
}

function zoneName(value: string, timeZone: string, locale: string | undefined): string {
  const parts = dateTimeFormat(locale, { timeZone, timeZoneName: "short" }).formatToParts(Date.parse(value));
  return parts.find((part) => part.type === "timeZoneName")?.value ?? timeZone;
}

/** Properties shared by the types whose values are timestamps. */
export const moments = {
  storage: "timestamp",
  empty: null,
  template: momentTemplate,
  value: () => momentValue,
  toText: momentToText,
  fromText: momentFromText,
  typing: {
    toText: momentToTyped,
    fromText: momentFromTyped,
    words: "a day and a time such as 2026-01-31 9:30",
  },
  display: displayMoment,
  shown: shownMoment,
} as const;
