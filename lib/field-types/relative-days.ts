/** Days relative to today, as filters write them: "today", "3_days_ago", "next_month". Weeks begin on Monday. */
import { viewersTimeZone, wallTime } from "./zone";

/** The moment at which a filter is applied, and the zone whose days count for fields without a zone of their own. */
export interface Clock {
  readonly now: number;
  readonly timeZone: string;
}

/** The present moment, by default in the zone of the viewer. */
export function clockIn(timeZone: string = viewersTimeZone()): Clock {
  return { now: Date.now(), timeZone };
}

/** The days from `from` to before `until`, as `YYYY-MM-DD`. */
export interface DayRange {
  readonly from: string;
  readonly until: string;
}

/** The largest number of days in a relative date. */
export const maxRelativeDays = 3_650;

/** Days by their distance from today. */
const dayWords = { yesterday: -1, today: 0, tomorrow: 1 } as const;

/** The sides of today on which days are counted. */
const sides = { days_ago: -1, days_from_now: 1 } as const;

/** Ranges of a number of days, which include today. */
const countedRanges = {
  past: (today: number, count: number) => range(today - count, today + 1),
  next: (today: number, count: number) => range(today, today + count + 1),
} as const;

/** Calendar units; `step` is the distance from the present one. */
const units = {
  week: (today: number, step: number) => {
    // Day 0 was a Thursday.
    const monday = today - ((today + 3) % 7) + 7 * step;
    return range(monday, monday + 7);
  },
  month: (today: number, step: number) => monthsFrom(today, { step, months: 1 }),
  year: (today: number, step: number) =>
    monthsFrom(today, { step: 12 * step - partsOf(today).month, months: 12 }),
} as const;

const steps = { last: -1, this: 0, next: 1 } as const;

/** The form of words for ranges. */
export const rangePattern =
  /^(?:yesterday|today|tomorrow|(?:last|this|next)_(?:week|month|year)|(?:past|next)_[1-9]\d{0,3}_days)$/;

/** True for a word for a range of days, such as `past_7_days`. */
export function isRangeWord(word: string): boolean {
  return rangeFrom(word, 0) !== undefined;
}

/** True for a word for a day, such as `3_days_ago`. */
export function isDayWord(word: string): boolean {
  return distanceOf(word) !== undefined;
}

/** The day that a word stands for, as `YYYY-MM-DD`; undefined for other text. */
export function dayOfWord(word: string, timeZone: string, now: number): string | undefined {
  const distance = distanceOf(word);
  return distance === undefined ? undefined : dayText(todayIn(timeZone, now) + distance);
}

/** The days that a word stands for; undefined for other text. */
export function rangeOfWord(word: string, timeZone: string, now: number): DayRange | undefined {
  const days = rangeFrom(word, todayIn(timeZone, now));
  return days && { from: dayText(days.from), until: dayText(days.until) };
}

/** Days since 1970. */
function todayIn(timeZone: string, now: number): number {
  return Math.floor(wallTime(now, timeZone) / dayLength);
}

function distanceOf(word: string): number | undefined {
  if (Object.hasOwn(dayWords, word)) return dayWords[word as keyof typeof dayWords];
  const [, count, side] = /^([1-9]\d{0,3})_(days_ago|days_from_now)$/.exec(word) ?? [];
  if (count === undefined || Number(count) > maxRelativeDays) return undefined;
  return Number(count) * sides[side as keyof typeof sides];
}

function rangeFrom(word: string, today: number): Numbers | undefined {
  if (!rangePattern.test(word)) return undefined;
  if (Object.hasOwn(dayWords, word)) {
    const day = today + dayWords[word as keyof typeof dayWords];
    return range(day, day + 1);
  }
  const [first, second] = word.split("_") as [string, string];
  if (Object.hasOwn(units, second))
    return units[second as keyof typeof units](today, steps[first as keyof typeof steps]);
  const count = Number(second);
  return count > maxRelativeDays
    ? undefined
    : countedRanges[first as keyof typeof countedRanges](today, count);
}

interface Numbers {
  readonly from: number;
  readonly until: number;
}

function range(from: number, until: number): Numbers {
  return { from, until };
}

function monthsFrom(today: number, { step, months }: { step: number; months: number }): Numbers {
  const { year, month } = partsOf(today);
  const firstOf = (index: number) => Date.UTC(year, index, 1) / dayLength;
  return range(firstOf(month + step), firstOf(month + step + months));
}

function partsOf(day: number): { year: number; month: number } {
  const date = new Date(day * dayLength);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() };
}

function dayText(day: number): string {
  return new Date(day * dayLength).toISOString().slice(0, 10);
}

const dayLength = 86_400_000;
