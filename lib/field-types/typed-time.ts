import type { DateFormat } from "./date";
import { halvesOfDay, plainCharacters, timeSeparator } from "./locale";
import { dateFromTyped } from "./typed-date";
import { readTime, type WrittenTime } from "./written-time";

/** Parses like `readTime`, but in the locale's notation. */
export function timeFromTyped(text: string, format: DateFormat, locale?: string): WrittenTime | undefined {
  const plain = plainCharacters(text.slice(0, maxLength + 1), locale).trim();
  if (plain.length > maxLength) return undefined;
  if (/^\d{4}-/.test(plain)) return readTime(plain, format);
  const date = dateFromTyped(plain, format, locale);
  if (date !== undefined) return { date, time: 0 };
  const { day, time } = dayAndTime.exec(withPlainTime(plain, locale))?.groups ?? {};
  const dateOfTime = day && dateFromTyped(day, format, locale);
  return (dateOfTime && readTime(`${dateOfTime} ${time}`, "iso")) || readTime(plain, format);
}

/** Exceeds any written time, and is short enough to match quickly. */
const maxLength = 100;

const dayAndTime = /^(?<day>.+?),? +(?<time>\d{1,2}(?::\d{2}| ?[ap]\.?m).*)$/i;

/** Normalises the time: `31.1.2026 9.30` to `31.1.2026 9:30`, `午後9:30` to `9:30 pm`. */
function withPlainTime(text: string, locale: string | undefined): string {
  const half = [...halvesOfDay(locale)].find(
    ([word]) => !/^[ap]\.?m\.?$/i.test(word) && boundedBy(word).test(text),
  );
  const clock = half ? `${text.replace(boundedBy(half[0]), " ").trim()} ${half[1]}` : text;
  const separator = timeSeparator(locale);
  if (separator === ":") return clock;
  const minutes = new RegExp(`(\\d) ?${escaped(separator)} ?(\\d{2}(?: ?[ap]\\.?m\\.?)?)$`, "i");
  return clock.replace(minutes, "$1:$2");
}

/** Matches the word, but not within another. */
function boundedBy(word: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{M}])${escaped(word)}(?![\\p{L}\\p{M}])`, "iu");
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
