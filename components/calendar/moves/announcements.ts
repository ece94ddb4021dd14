import { dayText, rangeText, timeText } from "../days/day-texts";
import type { DateFields, Span } from "../spans/span";

/** The days of a record in words: `12 March 2026`, `12 – 14 March 2026`, or `12 March 2026, 09:30`. */
export function spanText({ first, last, times }: Span, { timeFormat }: DateFields): string {
  if (first !== last) return rangeText(first, last);
  return times ? `${dayText(first)}, ${timeText(times.from, timeFormat)}` : dayText(first);
}

export const announcements = {
  pickedUp: (name: string, at: string) =>
    `Picked up ${name} on ${at}. Use the arrow keys to move, Shift with arrow keys to change its length, Space to drop and Escape to cancel.`,
  carried: (name: string, at: string) => `${name} is over ${at}.`,
  moved: (name: string, at: string) => `Moved ${name} to ${at}`,
  putBack: (name: string, at: string) => `${name} is back on ${at}`,
  failed: (name: string) => `${name} could not be moved`,
  added: (name: string, at: string) => `Added ${name} on ${at}`,
};
