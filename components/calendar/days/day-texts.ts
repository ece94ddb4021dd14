import { dateTimeFormat } from "@/lib/field-types/intl";
import { type Day, wallOf } from "./day";

// The page's texts are English; a fixed zone, because days have none.
const locale = "en-GB";
const utc = { timeZone: "UTC" } as const;

/** A day as texts name it: `12 March 2026`. */
export function dayText(day: Day): string {
  return format(day, { day: "numeric", month: "long", year: "numeric" });
}

/** A day with its weekday: `Thursday 12 March`, with the year unless it is that of another day. */
export function longDayText(day: Day, today: Day): string {
  const options = { weekday: "long", day: "numeric", month: "long", ...yearOf(day, today) } as const;
  return format(day, options).replace(",", "");
}

/** A day in little space: `12 Mar`, with the year unless it is that of another day. */
export function shortDayText(day: Day, today: Day): string {
  return format(day, { day: "numeric", month: "short", ...yearOf(day, today) });
}

function yearOf(day: Day, today: Day): { readonly year?: "numeric" } {
  return day.slice(0, 4) === today.slice(0, 4) ? {} : { year: "numeric" };
}

/** The heading of a month: `March 2026`. */
export function monthText(day: Day): string {
  return format(day, { month: "long", year: "numeric" });
}

export function shortMonthText(day: Day): string {
  return format(day, { month: "short" });
}

/** Several days: `9 – 15 March 2026`. */
export function rangeText(first: Day, last: Day, month: "long" | "short" = "long"): string {
  return dateTimeFormat(locale, { ...utc, day: "numeric", month, year: "numeric" })
    .formatRange(wallOf(first), wallOf(last))
    .replaceAll(/\s*–\s*/g, " – ");
}

export function weekdayText(day: Day, length: "long" | "short" | "narrow"): string {
  return format(day, { weekday: length });
}

export type TimeFormat = "12h" | "24h";

/** A time of day: `09:30`, or `9:30 am`. */
export function timeText(wall: number, timeFormat: TimeFormat): string {
  const options = { ...utc, minute: "2-digit" } as const;
  if (timeFormat === "24h") {
    return dateTimeFormat(locale, { ...options, hour: "2-digit", hourCycle: "h23" }).format(wall);
  }
  const text = dateTimeFormat(locale, { ...options, hour: "numeric", hourCycle: "h12" }).format(wall);
  return text.replace(":00 ", " ").toLowerCase();
}

function format(day: Day, options: Intl.DateTimeFormatOptions): string {
  return dateTimeFormat(locale, { ...utc, ...options }).format(wallOf(day));
}
