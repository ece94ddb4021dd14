import { toIso } from "../date";
import { monthNames } from "../locale";
import { fullYear } from "../typed-date";
import { readTime, type WrittenTime } from "../written-time";

/** A day as a cell writes it, and the text after it. */
export interface WrittenDay {
  /** `2026-01-31`; `Jan 31, 2026`; or `31/1/2026`, whose order only the column shows. */
  readonly form: "iso" | "words" | "numbers";
  readonly year: string;
  /** The numbers of month and day, in the order of the text where that is open. */
  readonly parts: readonly [string, string];
  /** True for years of two digits, whose century is a guess. */
  readonly isShort: boolean;
  /** The time of the day, with what separates it from the day. */
  readonly rest: string;
}

/** Exceeds any written day with its time, and is short enough to match quickly. */
const maxLength = 60;

/** Reads a day in any common form, with English names of months; undefined for other text. */
export function readDay(text: string): WrittenDay | undefined {
  if (text.length < 6 || text.length > maxLength) return undefined;
  return dayOfNumbers(text) ?? (/^[a-z]{3}|^\d{1,2}[a-z .-]/i.test(text) ? dayOfWords(text) : undefined);
}

const numbers = /^(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})((?:T|,?\s).*)?$/;

function dayOfNumbers(text: string): WrittenDay | undefined {
  const [, first = "", , second = "", third = "", rest = ""] = numbers.exec(text) ?? [];
  if (first.length === 4 && third.length <= 2) {
    return { form: "iso", year: first, parts: [second, third], isShort: false, rest };
  }
  const isShort = third.length === 2;
  if (first.length === 0 || first.length > 2 || !(isShort || third.length === 4)) return undefined;
  return { form: "numbers", year: third, parts: [first, second], isShort, rest };
}

const dayBeforeMonth =
  /^(?:[a-z]{3,9}\.?,? )?(?<day>\d{1,2})(?:st|nd|rd|th)?[ .-]{1,2}(?<month>[a-z]{3,9})\.?,?[ -](?<year>\d{4}|\d{2})(?<rest>,?\s.*)?$/i;
const monthBeforeDay =
  /^(?:[a-z]{3,9}\.?,? )?(?<month>[a-z]{3,9})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})(?<rest>,?\s.*)?$/i;

function dayOfWords(text: string): WrittenDay | undefined {
  const {
    day,
    month,
    year,
    rest = "",
  } = (dayBeforeMonth.exec(text) ?? monthBeforeDay.exec(text))?.groups ?? {};
  const number = month && monthOf(month.toLowerCase());
  if (!day || !year || !number) return undefined;
  return { form: "words", year, parts: [String(number), day], isShort: year.length === 2, rest };
}

/** Finds a month by the beginning of its name: `Sept`. */
function monthOf(word: string): number | undefined {
  for (const [name, month] of monthNames("en")) if (name.startsWith(word)) return month;
  return undefined;
}

/** The day as `YYYY-MM-DD`; undefined for days that do not exist, and where the order is open and not given. */
export function isoDay({ form, year, parts, isShort }: WrittenDay, dayFirst?: boolean): string | undefined {
  if (form === "numbers" && dayFirst === undefined) return undefined;
  const [month, day] = form === "numbers" && dayFirst ? [parts[1], parts[0]] : parts;
  return toIso(isShort ? String(fullYear(year, 0)) : year, month, day);
}

/** The time after a day; undefined if the text there is no time. */
export function readTimeAfter(rest: string): WrittenTime | undefined {
  return readTime(`2000-01-01${rest}`, "iso");
}
