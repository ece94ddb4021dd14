import { dateTimeFormat } from "./intl";

export const dateFormats = ["local", "iso", "us", "eu"] as const;
export type DateFormat = (typeof dateFormats)[number];

/** True for a day of the proleptic Gregorian calendar in the form `YYYY-MM-DD`, years 0001 to 9999. */
export function isDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  return match !== null && isDay(Number(match[1]), Number(match[2]), Number(match[3]));
}

/**
 * Parses a day to `YYYY-MM-DD`: always in the ISO form, otherwise with day and month in the order of the field's
 * format. `local` reads the month first, as English does, unless only the other order is valid.
 */
export function dateFromText(text: string, format: DateFormat): string | undefined {
  if (isDate(text)) return text;
  const parts = text.trim().split(/[-/.\s]+/);
  if (parts.length !== 3 || !parts.every((part) => /^\d{1,4}$/.test(part))) return undefined;
  const [first, second, third] = parts as [string, string, string];
  if (first.length === 4) return toIso(first, second, third);
  if (third.length !== 4) return undefined;
  const dayFirst = toIso(third, second, first);
  const monthFirst = toIso(third, first, second);
  if (format === "eu") return dayFirst;
  if (format === "us") return monthFirst;
  return text.includes(".") ? dayFirst : (monthFirst ?? dayFirst);
}

export function displayDate(iso: string, format: DateFormat, locale?: string): string {
  const [year, month, day] = iso.split("-") as [string, string, string];
  if (format === "iso") return iso;
  if (format === "us") return `${month}/${day}/${year}`;
  if (format === "eu") return `${day}/${month}/${year}`;
  return dateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" }).format(
    Date.parse(`${iso}T00:00:00Z`),
  );
}

export function toIso(year: string, month: string, day: string): string | undefined {
  if (!isDay(Number(year), Number(month), Number(day))) return undefined;
  return `${year.padStart(4, "0")}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

function isDay(year: number, month: number, day: number): boolean {
  if (year < 1 || year > 9999 || month < 1 || month > 12 || day < 1) return false;
  if (day <= 28) return true;
  // Day 0 of the next month is the last day of this one. `Date` maps years below 100 to the 20th century, so they
  // are moved up by five leap cycles.
  return day <= new Date(Date.UTC(year < 100 ? year + 2000 : year, month, 0)).getUTCDate();
}
