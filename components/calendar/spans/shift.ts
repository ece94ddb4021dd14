import { momentAt, wallTime } from "@/lib/field-types/zone";
import { addDays, type Day, dayLength, daysBetween, wallOf } from "../days/day";
import type { DateFields, Span } from "./span";

/** A move of a record, or of one of its ends. */
export interface Shift {
  readonly part: "both" | "start" | "end";
  readonly days: number;
  readonly minutes: number;
}

/** Values by field id. */
export type DateValues = { readonly [fieldId: string]: string };

export const minute = 60_000;
/** Times are set in steps of this many minutes. */
export const snap = 15;
/** The length of a record with a time and without an end. */
export const defaultLength = 60 * minute;
/** The time at which new records begin, in minutes. */
const defaultStart = 9 * 60;
/** The time at which new records over several days end, in minutes. */
const defaultEnd = 17 * 60;

/** The new dates of a record that is moved, or whose length changes. It never becomes shorter than one step. */
export function shiftedValues(span: Span, shift: Shift, dates: DateFields): DateValues {
  return dates.zone === null
    ? shiftedDates(span, shift, dates)
    : shiftedTimes(span, shift, dates, dates.zone);
}

function shiftedDates(
  { record, first, last }: Span,
  { part, days }: Shift,
  { start, end }: DateFields,
): DateValues {
  if (part === "start") return { [start.id]: earlier(addDays(first, days), last) };
  if (part === "end") return end ? { [end.id]: later(addDays(last, days), first) } : {};
  const ending = end && record.data[end.id];
  return {
    [start.id]: addDays(first, days),
    ...(end && typeof ending === "string" && { [end.id]: addDays(ending, days) }),
  };
}

function shiftedTimes(
  { record, times }: Span,
  { part, days, minutes }: Shift,
  { start, end }: DateFields,
  zone: string,
): DateValues {
  if (!times) return {};
  const by = days * dayLength + minutes * minute;
  const at = (wall: number) => new Date(momentAt(wall, zone)).toISOString();
  const { from, to } = times;
  const step = snap * minute;
  if (part === "start") return { [start.id]: at(Math.min(from + by, to - step)) };
  if (part === "end") return end ? { [end.id]: at(Math.max(shownEnd(times) + by, from + step)) } : {};
  const ending = end && record.data[end.id];
  return {
    [start.id]: at(from + by),
    ...(end && typeof ending === "string" && { [end.id]: at(wallTime(Date.parse(ending), zone) + by) }),
  };
}

/** When a record ends on the page, where it has some length even without an end. */
export function shownEnd({ from, to }: NonNullable<Span["times"]>): number {
  return to > from ? to : from + defaultLength;
}

/** Days, and the minutes of the day at which the first begins and the last ends, if they are given. */
export interface Period {
  readonly first: Day;
  readonly last: Day;
  readonly from?: number;
  readonly to?: number;
}

/** The dates of a record that is new in a period. `hasEnd` is false where the end cannot be written. */
export function valuesOfPeriod(
  period: Period,
  { start, end, zone }: DateFields,
  hasEnd: boolean,
): DateValues {
  const { first, last } = period;
  const ending = hasEnd && end ? end.id : null;
  if (zone === null) {
    return { [start.id]: first, ...(ending !== null && last !== first && { [ending]: last }) };
  }
  const at = (day: Day, minutes: number) =>
    new Date(momentAt(wallOf(day) + minutes * minute, zone)).toISOString();
  const from = period.from ?? defaultStart;
  const to = period.to ?? (first === last ? from + defaultLength / minute : defaultEnd);
  return { [start.id]: at(first, from), ...(ending !== null && { [ending]: at(last, to) }) };
}

/** The shift that places a record on a day, at its own time. */
export function shiftTo({ first }: Span, day: Day): Shift {
  return { part: "both", days: daysBetween(first, day), minutes: 0 };
}

function earlier(one: Day, other: Day): Day {
  return one < other ? one : other;
}

function later(one: Day, other: Day): Day {
  return one > other ? one : other;
}
