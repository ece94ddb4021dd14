import { dateTimeFormat } from "./intl";

/** True for an IANA time zone such as Europe/Berlin. */
export function isTimeZone(text: string): boolean {
  // Refuses offsets, which some engines accept: they ignore daylight saving time.
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    clockIn(text);
    return true;
  } catch {
    return false;
  }
}

/** The time zone of the browser; UTC on the server. */
export function viewersTimeZone(): string {
  return typeof document === "undefined" ? "UTC" : dateTimeFormat(undefined, {}).resolvedOptions().timeZone;
}

/** Local time of an instant in the zone, encoded as the instant at which UTC clocks show it. */
export function wallTime(moment: number, timeZone: string): number {
  if (timeZone === "UTC") return moment;
  const shown: { [part: string]: string } = {};
  for (const { type, value } of clockIn(timeZone).formatToParts(moment)) shown[type] = value;
  const year = shown.era === "BC" ? 1 - Number(shown.year) : Number(shown.year);
  const wall = new Date(0);
  // `Date.UTC` maps the years 0 to 99 to the 20th century.
  wall.setUTCFullYear(year, Number(shown.month) - 1, Number(shown.day));
  wall.setUTCHours(
    Number(shown.hour),
    Number(shown.minute),
    Number(shown.second),
    moment - 1000 * Math.floor(moment / 1000),
  );
  return wall.getTime();
}

/**
 * Instant of a local time in the zone. When clocks go back, the first of two. When clocks skip the time, the
 * instant as far after the change as the time would have been.
 */
export function momentAt(wall: number, timeZone: string): number {
  const before = wall - offsetAt(wall - day, timeZone);
  const after = wall - offsetAt(wall + day, timeZone);
  const showing = [before, after].filter((moment) => wallTime(moment, timeZone) === wall);
  return showing.length === 0 ? before : Math.min(...showing);
}

/** Instant at which a day, `YYYY-MM-DD`, begins in the zone. */
export function startOfDay(date: string, timeZone: string): number {
  return momentAt(Date.parse(`${date}T00:00:00Z`), timeZone);
}

const day = 86_400_000;

function offsetAt(moment: number, timeZone: string): number {
  return wallTime(moment, timeZone) - moment;
}

function clockIn(timeZone: string): Intl.DateTimeFormat {
  return dateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    era: "short",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
}
