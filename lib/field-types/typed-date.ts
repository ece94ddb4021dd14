import { type DateFormat, dateFromText, toIso } from "./date";
import {
  type DateOrder,
  dateOrder,
  dateSeparator,
  dayInCalendar,
  fillers,
  isGregorian,
  letters,
  monthNames,
  plainCharacters,
  relativeDays,
  wordOf,
  wordyDateOrder,
} from "./locale";

/**
 * Parses a typed day in the order of the field's format, else of the locale. Accepts month names of the locale and
 * in English, years of two digits (69 is 1969, 68 is 2068) and no year (this year), and the words for today,
 * tomorrow and yesterday.
 */
export function dateFromTyped(
  text: string,
  format: DateFormat,
  locale?: string,
  now = new Date(),
): string | undefined {
  const plain = plainCharacters(text.slice(0, maxLength + 1), locale).trim();
  if (plain.length > maxLength) return undefined;
  if (/^\d{4}-/.test(plain)) return dateFromText(plain, format);
  const away = firstOf([locale, "en"], (each) => relativeDays(each).get(plain.toLowerCase()));
  if (away !== undefined) return dayAway(away, now);
  const thisYear = now.getFullYear();
  const read = /\p{L}/u.test(plain) ? dateOfWords : dateOfNumbers;
  return read(plain, { format, locale, thisYear }) ?? dateFromText(plain, format);
}

function dayAway(days: number, from: Date): string | undefined {
  const day = new Date(from.getFullYear(), from.getMonth(), from.getDate() + days);
  return toIso(String(day.getFullYear()), String(day.getMonth() + 1), String(day.getDate()));
}

/** Exceeds any written day, and is short enough to match quickly. */
const maxLength = 60;

interface Reading {
  readonly format: DateFormat;
  readonly locale: string | undefined;
  readonly thisYear: number;
}

/** `31/1/2026`, `31.1.26`, `1/31`. */
function dateOfNumbers(text: string, reading: Reading): string | undefined {
  if (!/^\d+(?:(?: ?[-/.] ?| )\d+){1,2}\.?$/.test(text)) return undefined;
  const numbers = text.match(/\d+/g) ?? [];
  const hasYear = numbers.length === 3;
  const separators = text.replace(/[\d ]/g, "");
  // Refuses `1.5`, which is more often a number, and `10 11 12`.
  const { locale } = reading;
  if (!hasYear && !["-", "/", dateSeparator(locale)].includes(separators[0] ?? "")) return undefined;
  if (!numbers.some(isYear) && separators === "") return undefined;
  // Formats with points put the day first.
  const usesPoints = separators.startsWith(".");
  const orders = ordersOf(reading).filter(
    (order) => !(order === dateOrder(locale) && usesPoints && !order.dayFirst && !order.yearFirst),
  );
  return firstOf(orders, (order) => {
    const [one = "", two = "", three] = numbers;
    const startsWithYear = hasYear && (isYear(one) || (order.yearFirst && !isYear(three ?? "")));
    if (startsWithYear) return dayOf({ year: one, month: Number(two), day: three }, reading);
    const [day, month] = order.dayFirst ? [one, two] : [two, one];
    return dayOf({ year: three, month: Number(month), day }, reading);
  });
}

/** `Jan 31, 2026`, `31-Jan-26`, `31 de jan.`, `2026年1月31日`. */
function dateOfWords(text: string, reading: Reading): string | undefined {
  if (/[:+]/.test(text)) return undefined;
  const { locale } = reading;
  const words = (text.toLowerCase().match(letters) ?? []).filter((word) => !fillers(locale).has(word));
  const numbers = text.match(/\d+/g) ?? [];
  if (words.length === 0) return dateOfNumbers(numbers.join("/"), reading);
  const named = monthNamed(wordOf(words.join("")), locale);
  const [one = "", two] = numbers;
  if (!named || numbers.length === 0 || numbers.length > 2) return undefined;
  const startsWithYear =
    two !== undefined && !isYear(two) && (isYear(one) || wordyDateOrder(locale).yearFirst);
  const [year, day] = startsWithYear ? [one, two] : [two, one];
  return dayOf({ year, month: named.month, day }, named.isEnglish ? { ...reading, locale: "en" } : reading);
}

/** Finds a month by its name or a prefix: `Sept`. */
function monthNamed(
  word: string,
  locale: string | undefined,
): { month: number; isEnglish: boolean } | undefined {
  return firstOf([locale, "en"], (each) => {
    const names = monthNames(each);
    const matching = [...names].filter(([name]) => word.length > 2 && name.startsWith(word));
    const months = new Set(matching.map(([, number]) => number));
    const month = names.get(word) ?? (months.size === 1 ? matching[0]?.[1] : undefined);
    return month === undefined ? undefined : { month, isEnglish: each !== locale };
  });
}

function ordersOf({ format, locale }: Reading): DateOrder[] {
  const local = dateOrder(locale);
  const own: { readonly [Each in DateFormat]: DateOrder[] } = {
    local: [],
    iso: [{ ...local, yearFirst: true }],
    us: [{ dayFirst: false, yearFirst: false }],
    eu: [{ dayFirst: true, yearFirst: false }],
  };
  return [...own[format], local];
}

interface WrittenDay {
  readonly year: string | undefined;
  readonly month: number;
  readonly day: string | undefined;
}

/** In the Gregorian calendar, or in the locale's own if the field displays days in it. */
function dayOf({ year, month, day }: WrittenDay, { format, locale, thisYear }: Reading): string | undefined {
  if (day === undefined || day.length > 2 || (year !== undefined && year.length > 4)) return undefined;
  if (format === "local" && !isGregorian(locale)) {
    return year !== undefined && isYear(year)
      ? dayInCalendar([Number(year), month, Number(day)], locale)
      : undefined;
  }
  return toIso(String(fullYear(year, thisYear)), String(month), day);
}

/** Expands two digits as POSIX does. */
export function fullYear(year: string | undefined, thisYear: number): number {
  if (year === undefined) return thisYear;
  const number = Number(year);
  return isYear(year) ? number : number + (number < 69 ? 2000 : 1900);
}

/** True for a number that can only be a full year. */
function isYear(number: string): boolean {
  return number.length > 2;
}

function firstOf<Item, Result>(
  items: readonly Item[],
  read: (item: Item) => Result | undefined,
): Result | undefined {
  for (const item of items) {
    const result = read(item);
    if (result !== undefined) return result;
  }
  return undefined;
}
