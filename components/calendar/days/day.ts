import type { ConfigOf } from "@/lib/contract/views";

/** A day, `YYYY-MM-DD`. */
export type Day = string;

export type WeekStart = ConfigOf<"calendar">["weekStart"];

export const dayLength = 86_400_000;
const firstDay = Date.parse("0001-01-01");
const lastDay = Date.parse("9999-12-31");

/** The start of a day on clocks that show UTC. */
export function wallOf(day: Day): number {
  return Date.parse(day);
}

/** The day of a wall time, or the first or last one that fields can hold. */
export function dayAt(wall: number): Day {
  return new Date(Math.min(Math.max(wall, firstDay), lastDay)).toISOString().slice(0, 10);
}

export function addDays(day: Day, count: number): Day {
  return dayAt(wallOf(day) + count * dayLength);
}

/** The number of days from one day to another; negative if that is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((wallOf(to) - wallOf(from)) / dayLength);
}

/** Consecutive days. */
export function daysFrom(first: Day, count: number): Day[] {
  return Array.from({ length: count }, (_, index) => addDays(first, index));
}

/** The same day some months later, or the last day of that month if it is shorter. */
export function addMonths(day: Day, count: number): Day {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  const target = new Date(0);
  target.setUTCFullYear(year, month - 1 + count + 1, 0);
  target.setUTCDate(Math.min(date, target.getUTCDate()));
  return dayAt(target.getTime());
}

export function isInMonthOf(day: Day, other: Day): boolean {
  return day.slice(0, 7) === other.slice(0, 7);
}

/** The day of the week, from 0 for Sunday. */
export function weekdayOf(day: Day): number {
  return new Date(wallOf(day)).getUTCDay();
}

export function isWeekend(day: Day): boolean {
  return [0, 6].includes(weekdayOf(day));
}

const firstWeekdays: { readonly [Start in WeekStart]: number } = { sunday: 0, monday: 1, saturday: 6 };

/** The first day of the week that a day is in. */
export function startOfWeek(day: Day, weekStart: WeekStart): Day {
  return addDays(day, -((weekdayOf(day) - firstWeekdays[weekStart] + 7) % 7));
}

export function weekOf(day: Day, weekStart: WeekStart): Day[] {
  return daysFrom(startOfWeek(day, weekStart), 7);
}

/** The weeks that the month of a day touches, from four to six. */
export function weeksOfMonth(day: Day, weekStart: WeekStart): Day[][] {
  const first = `${day.slice(0, 7)}-01`;
  const last = addDays(addMonths(first, 1), -1);
  const from = startOfWeek(first, weekStart);
  const count = Math.floor(daysBetween(from, last) / 7) + 1;
  return Array.from({ length: count }, (_, week) => daysFrom(addDays(from, 7 * week), 7));
}
