/** Notation of numbers, days and times in a locale, derived from `Intl`. */
import { dateTimeFormat } from "./intl";

/** Group and decimal separators, and the sizes of groups: the last one, and those before it. */
export interface NumberSigns {
  readonly group: string;
  readonly decimal: string;
  readonly sizes: readonly [last: number, others: number];
}

/** Order of the parts of a date. */
export interface DateOrder {
  readonly dayFirst: boolean;
  readonly yearFirst: boolean;
}

export const numberSigns = perLocale((locale): NumberSigns => {
  const parts = new Intl.NumberFormat(locale, { minimumFractionDigits: 1 }).formatToParts(1_234_567_890.5);
  const sign = (type: string) =>
    plainCharacters(parts.find((part) => part.type === type)?.value ?? "", locale);
  const [last = 3, others = last] = parts
    .filter(({ type }) => type === "integer")
    .map(({ value }) => [...value].length)
    .toReversed();
  return { group: sign("group"), decimal: sign("decimal"), sizes: [last, others] };
});

/** Normalises digits, spaces and apostrophes, and removes direction marks. */
export function plainCharacters(text: string, locale: string | undefined): string {
  const digits = digitsOf(locale);
  return text
    .replace(/[\u061c\u200e\u200f]/g, "")
    .replace(/\s/g, " ")
    .replaceAll("\u2019", "'")
    .replace(/[^\p{ASCII}]/gu, (character) => {
      const digit = digits.indexOf(character);
      return digit === -1 ? character : String(digit);
    });
}

/** Replaces plain digits by those of the locale. */
export function localDigits(text: string, locale: string | undefined): string {
  return text.replace(/\d/g, (digit) => digitsOf(locale)[Number(digit)] ?? digit);
}

/**
 * Order of a numeric date. The position of the year comes from short dates; some locales show day and month in
 * order only in longer ones.
 */
export const dateOrder = perLocale(
  (locale): DateOrder => ({
    dayFirst: isBefore("day", "month", partsOfDay(locale, "medium")),
    yearFirst: isBefore("year", "month", partsOfDay(locale, "short")),
  }),
);

/** Order of a date with the month as a word. */
export const wordyDateOrder = perLocale(
  (locale): DateOrder => ({
    ...dateOrder(locale),
    yearFirst: isBefore("year", "month", partsOfDay(locale, "medium")),
  }),
);

/** Separator of a numeric date. */
export const dateSeparator = perLocale((locale) => literalsIn(partsOfDay(locale, "short"))[0]?.trim() ?? "");

/** True if the locale uses the Gregorian calendar. */
export const isGregorian = perLocale(
  (locale) => dateTimeFormat(locale, {}).resolvedOptions().calendar === "gregory",
);

/** Months by every form of their name, normalised by `wordOf`. */
export const monthNames = perLocale((locale): ReadonlyMap<string, number> => {
  const names = new Map<string, number>();
  for (const { parts, month } of monthsOf(locale)) {
    for (const { type, value } of parts) {
      if (type === "month" && !/\p{Nd}/u.test(value)) names.set(wordOf(value), month);
    }
  }
  return names;
});

/** Offsets in days of words for days: "tomorrow" is 1, `gestern` is -1. */
export const relativeDays = perLocale((locale): ReadonlyMap<string, number> => {
  const words = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  const named = [-2, -1, 0, 1, 2].filter((days) => words.formatToParts(days, "day").length === 1);
  return new Map(
    named.map((days) => [plainCharacters(words.format(days, "day"), locale).toLowerCase(), days]),
  );
});

/** The word for the present moment: "now", `jetzt`. */
export const wordForNow = perLocale((locale): string => {
  const words = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  return plainCharacters(words.format(0, "second"), locale).toLowerCase();
});

/** Words in a date without a meaning of their own: `de` in `31 de jan. de 2026`, `年` in `2026年1月31日`. */
export const fillers = perLocale((locale): ReadonlySet<string> => {
  const texts = monthsOf(locale).flatMap(({ parts }) => [
    ...literalsIn(parts),
    ...parts.filter(({ type, value }) => type === "month" && /\p{Nd}/u.test(value)).map(({ value }) => value),
  ]);
  return new Set(texts.flatMap((text) => text.toLowerCase().match(letters) ?? []));
});

/** Words for am and pm. */
export const halvesOfDay = perLocale((locale): ReadonlyMap<string, "am" | "pm"> => {
  const clock = dateTimeFormat(locale, { timeZone: "UTC", hour: "numeric", hourCycle: "h12" });
  const halves = new Map<string, "am" | "pm">();
  for (let hour = 0; hour < 24; hour += 1) {
    const word = clock.formatToParts(Date.UTC(2026, 0, 1, hour)).find(({ type }) => type === "dayPeriod");
    if (word) halves.set(plainCharacters(word.value, locale), hour < 12 ? "am" : "pm");
  }
  return halves;
});

/** Separator of hours and minutes. */
export const timeSeparator = perLocale((locale) => {
  const clock = dateTimeFormat(locale, { timeZone: "UTC", hour: "numeric", minute: "2-digit" });
  return literalsIn(clock.formatToParts(0))[0]?.trim() ?? ":";
});

/** Converts year, month and day of the locale's calendar to the Gregorian calendar. */
export function dayInCalendar(
  [year, month, day]: readonly [number, number, number],
  locale: string | undefined,
): string | undefined {
  const calendar = dateTimeFormat(withPlainDigits(locale), {
    timeZone: "UTC",
    year: "numeric",
    month: "numeric",
    day: "numeric",
  });
  let [low, high] = [firstDay, lastDay];
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    const order = compare([year, month, day], numbersIn(calendar.formatToParts(middle * 86_400_000)));
    if (order === 0) return new Date(middle * 86_400_000).toISOString().slice(0, 10);
    if (order < 0) high = middle - 1;
    else low = middle + 1;
  }
  return undefined;
}

export const letters = /[\p{L}\p{M}]+/gu;

/** Reduces a name to its lower-case letters: `Jan.` becomes `jan`. */
export function wordOf(name: string): string {
  return (name.toLowerCase().match(letters) ?? []).join("");
}

/** 0001-01-01 and 9999-12-31, in days since 1970. */
const [firstDay, lastDay] = [-719_162, 2_932_896];

type Parts = readonly Intl.DateTimeFormatPart[];

/** Every form of a month's name, alone and in a date, for each month of a year. */
function monthsOf(locale: string | undefined): { parts: Parts; month: number }[] {
  const number = dateTimeFormat(withPlainDigits(locale), { timeZone: "UTC", month: "numeric" });
  const forms: Intl.DateTimeFormatOptions[] = [
    { month: "short" },
    { month: "long" },
    { dateStyle: "long" },
    { dateStyle: "medium" },
  ];
  return Array.from({ length: 26 }, (_, index) => Date.UTC(2026, 0, 1 + 14 * index)).flatMap((moment) =>
    forms.map((form) => ({
      parts: dateTimeFormat(locale, { ...form, timeZone: "UTC" }).formatToParts(moment),
      month: Number.parseInt(number.format(moment), 10),
    })),
  );
}

function partsOfDay(locale: string | undefined, dateStyle: "short" | "medium"): Parts {
  return dateTimeFormat(locale, { dateStyle, timeZone: "UTC" }).formatToParts(0);
}

function isBefore(one: string, other: string, parts: Parts): boolean {
  const types = parts.map(({ type }) => type as string);
  return types.indexOf(one) < types.indexOf(other);
}

function literalsIn(parts: Parts): string[] {
  return parts
    .filter(({ type }) => type === "literal")
    .map(({ value }) => value.replace(/[\u061c\u200e\u200f]/g, ""));
}

function numbersIn(parts: Parts): number[] {
  return ["year", "month", "day"].map((type) => Number(parts.find((part) => part.type === type)?.value));
}

function compare(one: readonly number[], other: readonly number[]): number {
  for (const [index, number] of one.entries()) {
    const difference = number - (other[index] ?? Number.NaN);
    if (difference !== 0) return difference;
  }
  return 0;
}

function withPlainDigits(locale: string | undefined): string {
  const known = new Intl.DateTimeFormat(locale).resolvedOptions().locale;
  return new Intl.Locale(known, { numberingSystem: "latn" }).toString();
}

const digitsOf = perLocale((locale) =>
  [...new Intl.NumberFormat(locale, { useGrouping: false }).format(9_876_543_210)].toReversed(),
);

/** Caches a result per locale. */
function perLocale<Result>(find: (locale: string | undefined) => Result): (locale?: string) => Result {
  const known = new Map<string | undefined, { result: Result }>();
  return (locale) => {
    const found = known.get(locale) ?? { result: find(locale) };
    known.set(locale, found);
    return found.result;
  };
}
