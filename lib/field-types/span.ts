import { isDate } from "./date";
import { type MomentTemplate, momentValue } from "./datetime";
import { type Clock, type DayRange, dayOfWord, rangeOfWord } from "./relative-days";
import { momentAt } from "./zone";

/** A time range; `until` is exclusive. Both are in the stored form, so that they compare as text. */
export interface Span {
  readonly from: string;
  readonly until: string;
}

type Zoned = Partial<Pick<MomentTemplate, "timezone">>;

/**
 * Range of an ISO timestamp, a date or a word for a day: a timestamp is one millisecond, a date that day in the field's
 * time zone or in that of the clock. Undefined for other text.
 */
export function spanOf(text: string, template: Zoned, clock: Clock): Span | undefined {
  const date = dayOf(text, template, clock);
  if (date !== undefined) {
    const from = midnight(date);
    return spanOfDays({ from, until: from + day }, zoneOf(template, clock));
  }
  const read = momentValue.safeParse(text);
  return read.success ? span(Date.parse(read.data), Date.parse(read.data) + 1) : undefined;
}

/** The day, `YYYY-MM-DD`, of a date or of a word for a day; undefined for other text. */
export function dayOf(text: string, template: Zoned, clock: Clock): string | undefined {
  return isDate(text) ? text : dayOfWord(text, zoneOf(template, clock), clock.now);
}

/** The days of a word such as `past_7_days`; undefined for other text. */
export function daysOf(word: string, template: Zoned, clock: Clock): DayRange | undefined {
  return rangeOfWord(word, zoneOf(template, clock), clock.now);
}

/** The range of the moments of such days. */
export function spanOfRange(word: string, template: Zoned, clock: Clock): Span | undefined {
  const days = daysOf(word, template, clock);
  if (!days) return undefined;
  return spanOfDays({ from: midnight(days.from), until: midnight(days.until) }, zoneOf(template, clock));
}

const day = 86_400_000;

/** The zone of the field, which takes precedence over that of the viewer. */
function zoneOf({ timezone }: Zoned, { timeZone }: Clock): string {
  return timezone || timeZone;
}

/** The midnight before a day, as UTC clocks show it. */
function midnight(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}

/** Takes midnights as UTC clocks show them. */
function spanOfDays({ from, until }: { from: number; until: number }, zone: string): Span {
  return span(momentAt(from, zone), momentAt(until, zone));
}

function span(from: number, until: number): Span {
  return { from: isoOf(from), until: isoOf(until) };
}

/** Clamps to the years 1 to 9999, as PostgreSQL can parse them. */
function isoOf(moment: number): string {
  if (moment < first) return "0001-01-01T00:00:00.000Z";
  return moment > last ? "9999-12-31T24:00:00.000Z" : new Date(moment).toISOString();
}

const first = Date.parse("0001-01-01T00:00:00Z");
const last = Date.parse("9999-12-31T23:59:59.999Z");
