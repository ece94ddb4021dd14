import * as z from "zod";
import { localDigits, type NumberSigns, numberSigns, plainCharacters } from "./locale";
import { nameOf, quote } from "./text";

export const numberFormats = [
  "local",
  "comma_period",
  "period_comma",
  "space_comma",
  "space_period",
] as const;
export type NumberFormat = (typeof numberFormats)[number];

export const numberFormat = z.enum(numberFormats).default("local");

/** Number of decimal places shown; values are never rounded. */
export function decimalPlaces(byDefault: number) {
  return z.int().min(0).max(10).default(byDefault);
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Accepts a double: a JSON number, or a string in the JSON number form. */
export const doubleValue = z
  .union([z.number(), z.string().meta({ pattern: jsonNumber.source })], {
    error: ({ input }) =>
      (typeof input === "number" && problemOf(input)) || `takes a number, not ${nameOf(input)}`,
  })
  .transform((input, context) => {
    const number = typeof input === "string" ? parseJsonNumber(input) : input;
    const wrong = typeof number === "string" ? number : problemOf(number);
    if (wrong === undefined) return withoutSignedZero(number as number);
    context.addIssue({ code: "custom", message: wrong, input });
    return z.NEVER;
  })
  .pipe(z.number());

/** Accepts a whole number, or a string of one. `words` describe it, such as "a whole number from 0 to 5". */
export function wholeNumber(min: number, max: number, words: string) {
  const error = (issue: { input?: unknown }) => `takes ${words}, not ${quote(issue.input)}`;
  return doubleValue.pipe(z.int({ error }).min(min, { error }).max(max, { error }));
}

/** Formats as plain text: the JSON number form, which `numberFromText` parses to the same double. */
export function numberToText(value: number): string {
  return String(value);
}

/**
 * Parses a number: first the JSON number form, then the separators of the field (for `local` those of English).
 * Ignores signs, spaces and the given `symbols` around it.
 */
export function numberFromText(
  text: string,
  format: NumberFormat,
  symbols: readonly string[] = [],
): number | undefined {
  return numberOf(plainNumber(text, format, symbols));
}

/**
 * Parses like `numberFromText`, for typed or pasted text: first with the separators of the field, then with those
 * of the locale.
 */
export function numberFromTyped(
  text: string,
  format: NumberFormat,
  { locale, symbols = [] }: Typing,
): number | undefined {
  return numberOf(plainTypedNumber(text, format, { locale, symbols }));
}

/** Formats plain text for an editor, with the decimal separator of the field or the locale. */
export function plainToTyped(plain: string, format: NumberFormat, locale?: string): string {
  if (format !== "local") return plain.replace(".", separators[format].decimal);
  return localDigits(plain.replace(".", numberSigns(locale).decimal), locale);
}

interface Typing {
  readonly locale: string | undefined;
  readonly symbols?: readonly string[];
}

/** Parses to the JSON number form, before any rounding to a double. */
export function plainNumber(
  text: string,
  format: NumberFormat,
  symbols: readonly string[] = [],
): string | undefined {
  const trimmed = text.trim();
  if (isJsonNumber(trimmed)) return trimmed;
  const rest = withoutSymbols(trimmed, symbols);
  return [rest, ungroup(rest, separators[format])].find(isJsonNumber);
}

/** Parses like `plainNumber`, for typed or pasted text. */
export function plainTypedNumber(
  text: string,
  format: NumberFormat,
  { locale, symbols = [] }: Typing,
): string | undefined {
  const local = plainCharacters(text, locale);
  const plainSymbols = symbols.map((symbol) => plainCharacters(symbol, locale));
  const own = format === "local" ? [] : [separators[format]];
  const signs = [...own, numberSigns(locale)];
  return (
    [[], plainSymbols]
      .map((around) => withoutSymbols(local, around))
      .flatMap((rest) => signs.map((each) => ungroupTyped(rest, each)))
      .find(isJsonNumber) ?? plainNumber(local, format, plainSymbols)
  );
}

/** Reads `0.125` as a fraction, because no number with groups begins with a zero. */
function ungroupTyped(text: string, signs: NumberSigns): string | undefined {
  const afterZeros = text.replace(/^-?0+/, "");
  const isFraction = afterZeros !== text && signs.group !== "" && afterZeros.startsWith(signs.group);
  return isFraction ? undefined : ungroup(text, signs);
}

/** Removes symbols and spaces around a number, and replaces the brackets of a negative one. */
function withoutSymbols(text: string, symbols: readonly string[]): string {
  let rest = text.trim();
  for (const symbol of symbols) if (symbol !== "") rest = rest.replace(symbol, "");
  rest = rest
    .replace(/[\u2212\u2013]/g, "-")
    .replace(/^([+-]?)\s+/, "$1")
    .trim();
  if (/^\(.+\)$/.test(rest)) rest = `-${rest.slice(1, -1)}`;
  return rest.replace(/^\+/, "");
}

/** Moves the decimal point right, which is exact where doubles times 100 are not. */
export function movePoint(plain: string, places: number): Decimal {
  const [mantissa, exponent = "0"] = plain.toLowerCase().split("e");
  return `${mantissa}e${Number(exponent) + places}` as Decimal;
}

/** A decimal number of any precision, in JSON's form. */
export type Decimal = `${number}`;

/** Rounds a decimal exactly: the nearest double can have another last place. */
export function displayNumber(
  value: number | Decimal,
  format: NumberFormat,
  places: number,
  locale?: string,
): string {
  const digits = { minimumFractionDigits: places, maximumFractionDigits: places };
  if (format === "local") return formatter(locale, digits).format(value);
  const { group, decimal } = separators[format];
  return formatter("en-US", digits)
    .formatToParts(value)
    .map((part) => (part.type === "group" ? group : part.type === "decimal" ? decimal : part.value))
    .join("");
}

const thousands = [3, 3] as const;
const separators: Record<NumberFormat, NumberSigns> = {
  local: { group: ",", decimal: ".", sizes: thousands },
  comma_period: { group: ",", decimal: ".", sizes: thousands },
  period_comma: { group: ".", decimal: ",", sizes: thousands },
  space_comma: { group: " ", decimal: ",", sizes: thousands },
  space_period: { group: " ", decimal: ".", sizes: thousands },
};

/** The signs between the digits of a format; of `local` those of English. */
export function fixedSigns(format: NumberFormat): Pick<NumberSigns, "group" | "decimal"> {
  const { group, decimal } = separators[format];
  return { group, decimal };
}

/** Removes groups: `1.234,5` → `1234.5`; undefined if a group has the wrong size. */
function ungroup(text: string, { group, decimal, sizes }: NumberSigns): string | undefined {
  const match = /^(-?)(.*?)(?:([eE][+-]?\d+))?$/.exec(text.replace(/[\u00a0\u202f]/g, " "));
  const [whole, fraction, ...more] = (match?.[2] ?? "").split(decimal);
  if (match === null || whole === undefined || more.length > 0) return undefined;
  const groups = group === "" ? [whole] : whole.split(group);
  if (groups.length > 1 && !areGroups(groups, sizes)) return undefined;
  const digits = groups.join("").replace(/^0+(?=\d)/, "") || "0";
  if (whole === "" && !fraction) return undefined;
  return `${match[1]}${digits}${fraction ? `.${fraction}` : ""}${match[3] ?? ""}`;
}

function areGroups(groups: readonly string[], [last, others]: NumberSigns["sizes"]): boolean {
  return groups.every((digits, index) => {
    if (!/^\d+$/.test(digits)) return false;
    if (index === groups.length - 1) return digits.length === last;
    return index === 0 ? digits.length <= others : digits.length === others;
  });
}

function isJsonNumber(text: string | undefined): boolean {
  return text !== undefined && jsonNumber.test(text);
}

function numberOf(plain: string | undefined): number | undefined {
  if (plain === undefined) return undefined;
  const number = parseJsonNumber(plain);
  return typeof number === "number" && problemOf(number) === undefined
    ? withoutSignedZero(number)
    : undefined;
}

/** Message for a number other than 0 that would round to 0. */
export const tooSmall = "takes numbers that a double can hold; this one is too small";

/** Returns the double or a message. */
function parseJsonNumber(text: string): number | string {
  if (!jsonNumber.test(text)) return `takes a number, such as 12.5; ${quote(text)} is not one`;
  const number = Number(text);
  const vanished = number === 0 && /[1-9]/.test(text.replace(/[eE].*$/, ""));
  return vanished ? tooSmall : number;
}

function problemOf(number: number): string | undefined {
  if (!Number.isFinite(number)) return "takes numbers that a double can hold; this one is too large";
  if (Number.isInteger(number) && !Number.isSafeInteger(number)) {
    return "takes whole numbers from -9007199254740991 to 9007199254740991, the range that JSON keeps exactly";
  }
  return undefined;
}

/** Normalises -0 to 0, as JSON does. */
function withoutSignedZero(number: number): number {
  return number + 0;
}

const formatters = new Map<string, Intl.NumberFormat>();

/** Caches formatters: creating one costs more than using it a thousand times. */
function formatter(locale: string | undefined, digits: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${digits.maximumFractionDigits}`;
  let found = formatters.get(key);
  if (!found) {
    found = new Intl.NumberFormat(locale, digits);
    formatters.set(key, found);
  }
  return found;
}
