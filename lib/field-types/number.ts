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

/** How many digits after the point are shown; values themselves are never rounded. */
export function decimalPlaces(byDefault: number) {
  return z.int().min(0).max(10).default(byDefault);
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** A double: a JSON number, or a string of the JSON number form. */
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

/** A whole number, or a string of one; `words` say which: "a whole number from 0 to 5". */
export function wholeNumber(least: number, most: number, words: string) {
  const error = (issue: { input?: unknown }) => `takes ${words}, not ${quote(issue.input)}`;
  return doubleValue.pipe(z.int({ error }).min(least, { error }).max(most, { error }));
}

/** A number's plain text: the JSON number form, which `numberFromText` reads back to the same double. */
export function numberToText(value: number): string {
  return String(value);
}

/**
 * The number that text means: the JSON number form first, then the field's own grouping and decimal
 * signs (of `local`: those of English). Signs, spaces and the given `symbols` around it are passed over.
 */
export function numberFromText(
  text: string,
  format: NumberFormat,
  symbols: readonly string[] = [],
): number | undefined {
  return numberOf(plainNumber(text, format, symbols));
}

/**
 * As `numberFromText`, for text that a person types or another program shows: the field's own signs first, then
 * those of the locale.
 */
export function numberFromTyped(
  text: string,
  format: NumberFormat,
  { locale, symbols = [] }: Typing,
): number | undefined {
  return numberOf(plainTypedNumber(text, format, { locale, symbols }));
}

/** A number's plain text as a person types it: with the field's own decimal sign, or the locale's. */
export function plainToTyped(plain: string, format: NumberFormat, locale?: string): string {
  if (format !== "local") return plain.replace(".", separators[format].decimal);
  return localDigits(plain.replace(".", numberSigns(locale).decimal), locale);
}

interface Typing {
  readonly locale: string | undefined;
  readonly symbols?: readonly string[];
}

/** The number that text means in the JSON number form, which no double has rounded yet. */
export function plainNumber(
  text: string,
  format: NumberFormat,
  symbols: readonly string[] = [],
): string | undefined {
  const rest = withoutSymbols(text, symbols);
  return [text.trim(), rest, ungroup(rest, separators[format])].find(isJsonNumber);
}

/** As `plainNumber`, for text that a person types or another program shows. */
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

/** `0.125` is a fraction to everybody: no number that has groups begins with a zero. */
function ungroupTyped(text: string, signs: NumberSigns): string | undefined {
  const afterZeros = text.replace(/^-?0+/, "");
  const isFraction = afterZeros !== text && signs.group !== "" && afterZeros.startsWith(signs.group);
  return isFraction ? undefined : ungroup(text, signs);
}

/** Text without the symbols, the space and the brackets of what is below zero around a number. */
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

/** A number of the JSON form with its point moved to the right: exact, as doubles times 100 are not. */
export function movePoint(plain: string, places: number): string {
  const [mantissa, exponent = "0"] = plain.toLowerCase().split("e");
  return `${mantissa}e${Number(exponent) + places}`;
}

export function displayNumber(value: number, format: NumberFormat, places: number, locale?: string): string {
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

/** `1.234,5` → `1234.5`; undefined where the groups are not of as many digits as they are to have. */
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

/** Said of a number that a double would make 0 of. */
export const tooSmall = "takes numbers that a double can hold; this one is too small";

/** The double, or what is wrong with the text. */
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

/** JSON writes `-0` as `0`; so it is 0 from the beginning. */
function withoutSignedZero(number: number): number {
  return number + 0;
}

const formatters = new Map<string, Intl.NumberFormat>();

/** Making an `Intl.NumberFormat` costs more than using it a thousand times. */
function formatter(locale: string | undefined, digits: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${digits.maximumFractionDigits}`;
  let found = formatters.get(key);
  if (!found) {
    found = new Intl.NumberFormat(locale, digits);
    formatters.set(key, found);
  }
  return found;
}
