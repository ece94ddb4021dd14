import fc from "fast-check";
import { expect, test } from "vitest";
import {
  decimalPlaces,
  displayNumber,
  doubleValue,
  type NumberFormat,
  numberFormats,
  numberFromText,
  numberFromTyped,
  numberToText,
  plainToTyped,
} from "./number";

test.each([
  [0, 0],
  [-0, 0],
  ["-0", 0],
  [0.1 + 0.2, 0.30000000000000004],
  [1.7976931348623157e308 / 1e300, 179769313.48623157],
  [9007199254740991, 9007199254740991],
  [-9007199254740991, -9007199254740991],
  ["9007199254740991.0", 9007199254740991],
  ["-12.50", -12.5],
  ["1E+3", 1000],
  ["5e-324", 5e-324],
  ["0e5", 0],
  ["0.000e-400", 0],
])("%j is the number %d", (input, number) => {
  expect(doubleValue.parse(input)).toBe(number);
});

const tooLarge = "takes numbers that a double can hold; this one is too large";
const tooSmall = "takes numbers that a double can hold; this one is too small";
const unsafe =
  "takes whole numbers from -9007199254740991 to 9007199254740991, the range that JSON keeps exactly";

test.each([
  [null, "takes a number, not null"],
  [true, "takes a number, not true or false"],
  [{}, "takes a number, not an object"],
  [[1], "takes a number, not a list"],
  ["", 'takes a number, such as 12.5; "" is not one'],
  [" 5", 'takes a number, such as 12.5; " 5" is not one'],
  ["+5", 'takes a number, such as 12.5; "+5" is not one'],
  ["05", 'takes a number, such as 12.5; "05" is not one'],
  ["5.", 'takes a number, such as 12.5; "5." is not one'],
  [".5", 'takes a number, such as 12.5; ".5" is not one'],
  ["1,000", 'takes a number, such as 12.5; "1,000" is not one'],
  ["0x10", 'takes a number, such as 12.5; "0x10" is not one'],
  ["NaN", 'takes a number, such as 12.5; "NaN" is not one'],
  ["١٢", 'takes a number, such as 12.5; "١٢" is not one'],
  ["1e400", tooLarge],
  [Number.POSITIVE_INFINITY, tooLarge],
  ["1e-400", tooSmall],
  [9007199254740992, unsafe],
  ["9007199254740993", unsafe],
  [1e21, unsafe],
])("%j is refused: %s", (input, message) => {
  const result = doubleValue.safeParse(input);
  expect(result.error?.issues.map((issue) => issue.message)).toEqual([message]);
});

test.each<[text: string, format: NumberFormat, number: number | undefined]>([
  ["1234.5", "local", 1234.5],
  ["1,234.5", "local", 1234.5],
  ["1,234,567", "comma_period", 1234567],
  ["1.234,5", "period_comma", 1234.5],
  ["1 234,5", "space_comma", 1234.5],
  ["1\u00a0234,5", "space_comma", 1234.5],
  ["1\u202f234,5", "space_comma", 1234.5],
  ["1 234.5", "space_period", 1234.5],
  ["0,5", "period_comma", 0.5],
  [",5", "period_comma", 0.5],
  [".5", "local", 0.5],
  ["5.", "local", 5],
  ["007", "local", 7],
  ["  42  ", "local", 42],
  ["+42", "local", 42],
  ["+ 42", "local", 42],
  ["- 42", "local", -42],
  ["\u221242", "local", -42],
  ["\u201342", "local", -42],
  ["(42)", "local", -42],
  ["-0", "local", 0],
  ["1.5e3", "local", 1500],
  ["1,5e3", "period_comma", 1500],
  // The plain form is the same in every format, because copying produces it.
  ["1.234", "period_comma", 1.234],
  ["1,23", "local", undefined],
  ["12,34,567", "local", undefined],
  ["1,2345", "local", undefined],
  [",123", "local", undefined],
  ["1..2", "local", undefined],
  ["1.2.3", "local", undefined],
  ["--5", "local", undefined],
  ["(-5)", "local", undefined],
  ["()", "local", undefined],
  ["-", "local", undefined],
  [".", "local", undefined],
  ["", "local", undefined],
  ["five", "local", undefined],
  ["1e", "local", undefined],
  ["0x10", "local", undefined],
  ["Infinity", "local", undefined],
  ["1e400", "local", undefined],
  ["1e-400", "local", undefined],
  ["9007199254740992", "local", undefined],
  ["9,007,199,254,740,992", "local", undefined],
])("the text %j in the format %s is parsed as %d", (text, format, number) => {
  expect(numberFromText(text, format)).toBe(number);
});

test.each<[text: string, symbols: string[], number: number | undefined]>([
  ["$5", ["$"], 5],
  ["5 $", ["$"], 5],
  ["-$5", ["$"], -5],
  ["$-5", ["$"], -5],
  ["($1,234.50)", ["$"], -1234.5],
  ["CHF 1,000", ["CHF"], 1000],
  ["$5", [], undefined],
  ["$$5", ["$"], undefined],
  ["5", [""], 5],
  // A symbol that resembles a part of a number does not consume it.
  ["-5", ["-"], -5],
  ["1234", ["1"], 1234],
])("the text %j with the symbols %j is parsed as %d", (text, symbols, number) => {
  expect(numberFromText(text, "local", symbols)).toBe(number);
});

test.each<[text: string, locale: string, format: NumberFormat, number: number | undefined]>([
  ["3,5", "de-DE", "local", 3.5],
  ["1,234", "de-DE", "local", 1.234],
  ["1.234", "de-DE", "local", 1234],
  ["1.234,5", "de-DE", "local", 1234.5],
  // Unambiguous text is accepted.
  ["1234.5", "de-DE", "local", 1234.5],
  ["0.125", "de-DE", "local", 0.125],
  ["1,234.5", "de-DE", "local", 1234.5],
  ["1,234", "en-US", "local", 1234],
  ["1.234", "en-US", "local", 1.234],
  ["3,5", "en-US", "local", undefined],
  // The field's format takes precedence over the locale.
  ["1.234", "en-US", "period_comma", 1234],
  ["1,234", "en-US", "period_comma", 1.234],
  ["1,234.5", "en-US", "period_comma", 1234.5],
  ["1,234", "de-DE", "comma_period", 1234],
  ["3,5", "de-DE", "comma_period", 3.5],
  ["1\u202f234,5", "fr-FR", "local", 1234.5],
  ["1 234,5", "fr-FR", "local", 1234.5],
  ["1'234.5", "de-CH", "local", 1234.5],
  ["12,34,567.5", "hi-IN", "local", 1234567.5],
  ["1,234,567.5", "hi-IN", "local", 1234567.5],
  ["\u061c-١٬٢٣٤٫٥", "ar-EG", "local", -1234.5],
  ["1234.5", "ar-EG", "local", 1234.5],
  ["1.2.3", "de-DE", "local", undefined],
  ["12.34", "de-DE", "local", 12.34],
])("%j typed in %s into the format %s is parsed as %d", (text, locale, format, number) => {
  expect(numberFromTyped(text, format, { locale })).toBe(number);
});

test.each([
  ["12,50 €", "de-DE"],
  ["€12,50", "de-DE"],
  ["€ 12.50", "en-US"],
  ["12,50\u00a0€", "fr-FR"],
])("%j typed in %s keeps its sign", (text, locale) => {
  expect(numberFromTyped(text, "local", { locale, symbols: ["€"] })).toBe(12.5);
});

test.each<[plain: string, format: NumberFormat, locale: string, typed: string]>([
  ["1.234", "local", "de-DE", "1,234"],
  ["1.234", "local", "en-US", "1.234"],
  ["-1.5", "local", "ar-EG", "-١٫٥"],
  ["1.234", "period_comma", "en-US", "1,234"],
  ["1.234", "comma_period", "de-DE", "1.234"],
])("%s in the format %s is edited in %s as %s", (plain, format, locale, typed) => {
  expect(plainToTyped(plain, format, locale)).toBe(typed);
});

test.each<[number: number, format: NumberFormat, places: number, shown: string]>([
  [1234567.891, "comma_period", 2, "1,234,567.89"],
  [1234567.891, "period_comma", 2, "1.234.567,89"],
  [1234567.891, "space_comma", 2, "1 234 567,89"],
  [1234567.891, "space_period", 0, "1 234 568"],
  [-0.5, "comma_period", 1, "-0.5"],
  [12, "comma_period", 3, "12.000"],
  [1e-7, "comma_period", 10, "0.0000001000"],
])("%d in the format %s with %d places is shown as %s", (number, format, places, shown) => {
  expect(displayNumber(number, format, places)).toBe(shown);
});

test.each([
  ["en-US", "1,234.5"],
  ["de-DE", "1.234,5"],
  ["en-IN", "1,234.5"],
])("in the local format, %s shows 1234.5 as %s", (locale, shown) => {
  expect(displayNumber(1234.5, "local", 1, locale)).toBe(shown);
});

test("the output of a format parses back, up to its decimal places", () => {
  const cents = fc.integer({ min: -1e12, max: 1e12 }).map((number) => number / 100);
  fc.assert(
    fc.property(cents, fc.constantFrom(...numberFormats.slice(1)), (number, format) => {
      // Two places, because `1.234` in `period_comma` would be the plain form.
      expect(numberFromText(displayNumber(number, format, 2), format)).toBeCloseTo(number, 5);
    }),
  );
});

test("plain text keeps every digit of a double", () => {
  fc.assert(
    fc.property(fc.double({ noDefaultInfinity: true, noNaN: true }), (number) => {
      expect(Number(numberToText(number))).toBe(number + 0);
    }),
  );
});

test("decimal places are a whole number from 0 to 10", () => {
  const places = decimalPlaces(2);
  expect(places.parse(undefined)).toBe(2);
  for (const accepted of [0, 10]) expect(places.parse(accepted)).toBe(accepted);
  for (const refused of [-1, 11, 1.5, "2", null]) expect(places.safeParse(refused).success).toBe(false);
});
