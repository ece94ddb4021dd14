import type { Kind } from "../table";

/** A text and its kind. */
export interface TypedText {
  readonly text: string;
  readonly kind?: Kind;
}

const kinds = { date: { type: "date" }, datetime: { type: "datetime" }, time: { type: "time" } } as const;

/**
 * Converts a serial number of days to a date, a time below one day, or both. Keeps a time that the format does not
 * show. Undefined outside of the years 1900 to 9999, where spreadsheets show no date either.
 */
export function momentOf(
  serial: number,
  { is1904, hasTime }: { is1904: boolean; hasTime: boolean },
): TypedText | undefined {
  // Spreadsheets store fractions to about a microsecond.
  const total = Math.round(serial * dayLength);
  const day = Math.floor(total / dayLength);
  const time = total - day * dayLength;
  if (day < 0 || day > (is1904 ? lastDay - 1_462 : lastDay)) return undefined;
  const clock = clockOf(time);
  if (day === 0 && (time > 0 || hasTime)) return { text: clock, kind: kinds.time };
  const date = new Date(startOf(day, is1904) + day * dayLength).toISOString().slice(0, 10);
  if (time === 0 && !hasTime) return { text: date, kind: kinds.date };
  return { text: `${date}T${clock}`, kind: kinds.datetime };
}

/** Converts days to `36:15:00`, rounded to seconds. */
export function durationText(days: number): string {
  const total = Math.round(Math.abs(days) * 86_400);
  const [hours, minutes, seconds] = [Math.floor(total / 3_600), Math.floor(total / 60) % 60, total % 60];
  return `${days < 0 && total > 0 ? "-" : ""}${hours}:${twoDigits(minutes)}:${twoDigits(seconds)}`;
}

/** Converts the ISO form of a cell of type `d`. */
export function isoMoment(text: string, hasTime: boolean): TypedText {
  const [, date, clock] =
    /^(?:(\d{4}-\d{2}-\d{2}))?T?(\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?)?\d*Z?$/.exec(text) ?? [];
  const time = clock?.replace(/\.0+$/, "");
  if (date === undefined) return time === undefined ? { text } : { text: time, kind: kinds.time };
  if (time === undefined || (time === "00:00:00" && !hasTime)) return { text: date, kind: kinds.date };
  return { text: `${date}T${time}`, kind: kinds.datetime };
}

/** Milliseconds. */
const dayLength = 86_400_000;

/** 9999-12-31 in the 1900 system. */
const lastDay = 2_958_465;

/** Day 0. The 1900 system has a 29 February 1900 as day 60, which did not exist; days before it are one later. */
function startOf(day: number, is1904: boolean): number {
  if (is1904) return Date.UTC(1904, 0, 1);
  return Date.UTC(1899, 11, day < 60 ? 31 : 30);
}

function clockOf(time: number): string {
  return new Date(time)
    .toISOString()
    .slice(11, -1)
    .replace(/\.000$/, "");
}

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}
