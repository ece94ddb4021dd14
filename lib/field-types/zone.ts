import { dateTimeFormat } from "./intl";

/** Whether text names a time zone of the IANA database, such as Europe/Berlin. */
export function isTimeZone(text: string): boolean {
  // Some engines take offsets as well, which know nothing of summer time.
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    clockIn(text);
    return true;
  } catch {
    return false;
  }
}

/** The zone of whoever looks on; on the server, where nobody does, UTC. */
export function viewersTimeZone(): string {
  return typeof document === "undefined" ? "UTC" : dateTimeFormat(undefined, {}).resolvedOptions().timeZone;
}

/** What clocks in the zone show at a moment, given as the moment at which clocks in UTC show it. */
export function wallTime(moment: number, timeZone: string): number {
  if (timeZone === "UTC") return moment;
  const shown: { [part: string]: string } = {};
  for (const { type, value } of clockIn(timeZone).formatToParts(moment)) shown[type] = value;
  const year = shown.era === "BC" ? 1 - Number(shown.year) : Number(shown.year);
  const wall = new Date(0);
  // `Date.UTC` would take the years 0 to 99 for those of the 20th century.
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
 * The moment at which clocks in the zone show a time. The first, where they are put back and show it twice;
 * where they are put forward and never show it, as far after the change as it would have been.
 */
export function momentAt(wall: number, timeZone: string): number {
  const before = wall - offsetAt(wall - day, timeZone);
  const after = wall - offsetAt(wall + day, timeZone);
  const showing = [before, after].filter((moment) => wallTime(moment, timeZone) === wall);
  return showing.length === 0 ? before : Math.min(...showing);
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
