import { type DateFormat, dateFromText } from "./date";

/** A local day and time in milliseconds since midnight, with an optional UTC offset. */
export interface WrittenTime {
  readonly date: string;
  readonly time: number;
  readonly offset?: number;
}

/** Parses a day and time without applying a zone. A day alone begins at midnight. */
export function readTime(text: string, format: DateFormat): WrittenTime | undefined {
  const trimmed = text.trim();
  const parts: Parts = (trimmed.length <= maxLength && form.exec(trimmed)?.groups) || {};
  const date = parts.date === undefined ? undefined : dateFromText(parts.date, format);
  const time = parts.hour === undefined ? 0 : timeOfDay(parts);
  const offset = offsetOf(parts);
  if (date === undefined || time === undefined || Number.isNaN(offset)) return undefined;
  return { date, time, offset };
}

/** Exceeds any written time, and is short enough to match quickly. */
const maxLength = 60;

const form = new RegExp(
  [
    String.raw`^(?<date>\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4})`,
    String.raw`(?:(?:T|,?\s+)(?<hour>\d{1,2})(?::(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d{1,9}))?)?)?`,
    String.raw`\s*(?:(?<half>[ap])\.?m\.?)?`,
    String.raw`\s*(?:(?<utc>Z|UTC|GMT)|(?<sign>[+-])(?<hours>\d{2}):?(?<minutes>\d{2}))?)?$`,
  ].join(""),
  "i",
);

interface Parts {
  readonly [part: string]: string | undefined;
}

/** An hour without minutes needs am or pm. */
function timeOfDay({ hour, minute, second = "0", fraction = "", half }: Parts): number | undefined {
  if (minute === undefined && half === undefined) return undefined;
  const hours = half === undefined ? Number(hour) : hourOfHalf(Number(hour), half);
  const [minutes, seconds] = [Number(minute ?? 0), Number(second)];
  if (hours === undefined || hours > 23 || minutes > 59 || seconds > 59) return undefined;
  return ((hours * 60 + minutes) * 60 + seconds) * 1000 + Number(fraction.slice(0, 3).padEnd(3, "0"));
}

function hourOfHalf(hour: number, half: string): number | undefined {
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half.toLowerCase() === "p" ? 12 : 0);
}

/** UTC offset in ms; undefined if absent, NaN if invalid. */
function offsetOf({ utc, sign, hours, minutes }: Parts): number | undefined {
  if (utc !== undefined) return 0;
  if (sign === undefined) return undefined;
  if (Number(hours) > 23 || Number(minutes) > 59) return Number.NaN;
  return Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
