import ical, { escape as escapeText, foldLines, ICalEvent, type ICalEventData } from "ical-generator";
import { mapInTurns } from "../turns";

/** A calendar for programs that subscribe to it. */
export interface Feed {
  readonly name: string;
  readonly events: readonly FeedEvent[];
}

export interface FeedEvent {
  /** Stays the same while the record exists. */
  readonly id: string;
  /** A day, or a moment. */
  readonly start: string;
  /** The last day, or the moment of the end; null for none. */
  readonly end: string | null;
  readonly summary: string;
  readonly description: string;
  /** Null if it is not to be told. */
  readonly updatedAt: string | null;
}

/** How long programs should wait before they read a feed again. */
const refreshSeconds = 3_600;

/** Writes a feed as iCalendar, its events in turns: https://www.rfc-editor.org/rfc/rfc5545 */
export async function writeFeed({ name, events }: Feed, now: Date): Promise<string> {
  const calendar = ical({
    prodId: { company: "Rowhouse", product: "Calendar" },
    // The library escapes the texts of events, but not this one.
    name: escapeText(plain(name), false),
    ttl: refreshSeconds,
  });
  const head = calendar.toString().slice(0, -end.length);
  const parts = await mapInTurns(events, (event) =>
    foldLines(new ICalEvent(eventData(event, now), calendar).toString()),
  );
  return [head, ...parts, end, "\r\n"].join("");
}

const end = "END:VCALENDAR";

function eventData(event: FeedEvent, stamp: Date): ICalEventData {
  const { id, summary, description, updatedAt } = event;
  return {
    ...{ id, stamp, ...timesOf(event) },
    summary: plain(summary),
    ...(description !== "" && { description: plain(description) }),
    ...(updatedAt !== null && { lastModified: new Date(updatedAt) }),
  };
}

/** The end of days is the day after the last. An end before the start counts for nothing. */
function timesOf({ start, end: last }: FeedEvent): Pick<ICalEventData, "start" | "end" | "allDay"> {
  const until = last !== null && last > start ? last : start;
  if (isDay(start)) {
    return { start: new Date(start), end: new Date(Date.parse(until) + 86_400_000), allDay: true };
  }
  return { start: new Date(start), ...(until > start && { end: new Date(until) }) };
}

function isDay(text: string): boolean {
  return !text.includes("T");
}

/** Removes control characters, which iCalendar cannot express, other than line breaks and tabs. */
function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are to be removed
  return text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, "");
}
