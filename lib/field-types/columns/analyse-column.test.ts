import { describe, expect, test } from "vitest";
import { fieldTypes, typedTemplate } from "..";
import { allDetectors, analyseColumn, type CellKind, columnReader, type Detector, type Hints } from ".";

interface Case {
  readonly texts: readonly string[];
  readonly hints?: Hints;
  /** The type with its settings that differ from the defaults. */
  readonly type: string;
  readonly template?: object;
  /** The values of the texts, or of the first of them. */
  readonly values?: readonly unknown[];
  /** Types with their settings; the number of cells that do not fit where there are any. */
  readonly suggestions?: readonly (readonly [type: string, template: object, unconvertible?: number])[];
}

const cases: { readonly [topic: string]: { readonly [title: string]: Case } } = {
  text: {
    words: { texts: ["Ada", "Grace"], type: "single_line_text", values: ["Ada", "Grace"] },
    "an empty column": { texts: [], type: "single_line_text" },
    "blank cells": { texts: ["", "  ", "\n"], type: "single_line_text", values: [null, "  "] },
    "line breaks": { texts: ["one\ntwo", "three"], type: "long_text", values: ["one\ntwo", "three"] },
    "more than fits into a line": { texts: ["x".repeat(10_001)], type: "long_text" },
    "different types": { texts: ["5", "Ada", "2026-01-31"], type: "single_line_text" },
    versions: { texts: ["1.2.3", "1.10.0"], type: "single_line_text" },
    "addresses of computers": { texts: ["192.168.0.1", "10.0.0.27"], type: "single_line_text" },
  },
  codes: {
    "a leading zero": { texts: ["01234", "12345"], type: "single_line_text", values: ["01234", "12345"] },
    "a leading zero among many numbers": {
      texts: [...times(99, "12345"), "01234"],
      type: "single_line_text",
    },
    "more than 15 digits": { texts: ["1234567890123456", "5"], type: "single_line_text" },
    "an exponent without sign": { texts: ["1E5", "2E7"], type: "single_line_text" },
    "a plus": { texts: ["+4915112345", "+4930123456"], type: "phone_number" },
  },
  numbers: {
    whole: { texts: ["1", "-20", "0"], type: "number", template: places(0), values: [1, -20, 0] },
    "a lone year": { texts: ["2024"], type: "number", template: places(0), values: [2024] },
    "15 digits": { texts: ["123456789012345"], type: "number", template: places(0) },
    "the most decimal places": { texts: ["1.5", "2.125", "7"], type: "number", template: places(3) },
    "fractions as programs write them": {
      texts: ["0.30000000000000004", ".5", "1.5e-07"],
      type: "number",
      template: places(10),
      values: [0.30000000000000004, 0.5, 1.5e-7],
    },
    "more digits than a double keeps": { texts: ["0.12345678901234567891"], type: "single_line_text" },
    "three decimal places": {
      texts: ["1.234", "5.678"],
      type: "number",
      template: places(3),
      values: [1.234],
    },
    groups: {
      texts: ["1,234.50", "12", "1,234,567"],
      type: "number",
      template: { numberFormat: "comma_period", decimalPlaces: 2 },
      values: [1234.5, 12, 1234567],
    },
    "groups with points": {
      texts: ["1.234,50", "1.234", "0,5"],
      type: "number",
      template: { numberFormat: "period_comma", decimalPlaces: 2 },
      values: [1234.5, 1234, 0.5],
    },
    "groups with spaces": {
      texts: ["1 234,5", "12\u00a0345\u202f678"],
      type: "number",
      template: { numberFormat: "space_comma", decimalPlaces: 1 },
      values: [1234.5, 12_345_678],
    },
    "groups with apostrophes": {
      texts: ["1'234.50", "1’000"],
      type: "number",
      template: places(2),
      values: [1234.5, 1000],
    },
    "groups, or decimal commas": {
      texts: ["1,234", "5,678"],
      type: "number",
      template: { numberFormat: "comma_period", decimalPlaces: 0 },
      values: [1234, 5678],
      suggestions: [["number", { numberFormat: "period_comma", decimalPlaces: 3 }]],
    },
    "decimal commas by a hint": {
      texts: ["1,234", "5,678"],
      hints: { decimal: "," },
      type: "number",
      template: { numberFormat: "period_comma", decimalPlaces: 3 },
      values: [1.234, 5.678],
    },
    "both separators for both": { texts: ["1.234,50", "1,234.50"], type: "single_line_text" },
    "negative in parentheses, which may be numbers of a list": {
      texts: ["(1)", "2"],
      type: "single_line_text",
      suggestions: [["number", places(0)]],
    },
    "at least 98 %": {
      texts: [...times(98, "5"), "n/a", "?"],
      type: "single_line_text",
      suggestions: [["number", places(0), 2]],
    },
    "less than 98 %": { texts: [...times(97, "5"), "n/a", "?", "-"], type: "single_line_text" },
    "zero and one": {
      texts: ["0", "1", "1"],
      type: "number",
      template: places(0),
      suggestions: [["checkbox", {}]],
    },
  },
  "percentages and money": {
    percent: {
      texts: ["50%", "12.5 %"],
      type: "percent",
      template: { ...places(1), allowNegative: true },
      values: [0.5, 0.125],
    },
    "negative percent": {
      texts: ["-5%", "+7%"],
      type: "percent",
      template: { ...places(0), allowNegative: true },
      values: [-0.05, 0.07],
    },
    "percent with comma": {
      texts: ["12,5 %"],
      type: "percent",
      template: { numberFormat: "period_comma", decimalPlaces: 1, allowNegative: true },
      values: [0.125],
    },
    "percent and numbers": { texts: ["50%", "0.5"], type: "single_line_text" },
    dollars: {
      texts: ["$1,200.00", "-$5.00", "($7.50)"],
      type: "currency",
      template: { currencySymbol: "$", numberFormat: "comma_period", decimalPlaces: 2 },
      values: [1200, -5, -7.5],
    },
    euros: {
      texts: ["1.200,00 €", "5,00 €"],
      type: "currency",
      template: { currencySymbol: "€", numberFormat: "period_comma", decimalPlaces: 2 },
      values: [1200, 5],
    },
    letters: {
      texts: ["CHF 1'200.50", "CHF 5"],
      type: "currency",
      template: { currencySymbol: "CHF", decimalPlaces: 2 },
      values: [1200.5, 5],
    },
    "two currencies": { texts: ["$5", "€5"], type: "single_line_text" },
    "letters of codes": { texts: ["TOP 10", "TOP 20"], type: "single_line_text" },
  },
  days: {
    ISO: {
      texts: ["2026-01-31", "2026-2-1"],
      type: "date",
      template: { dateFormat: "iso" },
      values: ["2026-01-31", "2026-02-01"],
    },
    "day first": {
      texts: ["01/02/2026", "31/01/2026"],
      type: "date",
      template: { dateFormat: "eu" },
      values: ["2026-02-01", "2026-01-31"],
    },
    "month first": {
      texts: ["01/02/2026", "01/31/2026"],
      type: "date",
      template: { dateFormat: "us" },
      values: ["2026-01-02", "2026-01-31"],
    },
    points: { texts: ["31.1.2026"], type: "date", template: { dateFormat: "eu" }, values: ["2026-01-31"] },
    "no day above 12": {
      texts: ["01/02/2026", "12/11/2026"],
      type: "single_line_text",
      suggestions: [
        ["date", { dateFormat: "us" }],
        ["date", { dateFormat: "eu" }],
      ],
    },
    "no day above 12, day first by a hint": {
      texts: ["01/02/2026", "12/11/2026"],
      hints: { dayFirst: true },
      type: "date",
      template: { dateFormat: "eu" },
      values: ["2026-02-01", "2026-11-12"],
    },
    "a hint against the column": {
      texts: ["01/02/2026", "01/31/2026"],
      hints: { dayFirst: true },
      type: "date",
      template: { dateFormat: "us" },
      values: ["2026-01-02"],
    },
    "both orders": { texts: ["31/01/2026", "01/31/2026"], type: "single_line_text" },
    "names of months": {
      texts: ["January 31, 2026", "Feb 1, 2026", "3-Mar-2026", "Sat, 31 Oct 2026"],
      type: "date",
      values: ["2026-01-31", "2026-02-01", "2026-03-03", "2026-10-31"],
    },
    "years of two digits, whose century is a guess": {
      texts: ["31.01.26", "01.02.45"],
      type: "single_line_text",
      suggestions: [["date", { dateFormat: "eu" }]],
    },
    "a day that does not exist": { texts: ["2026-02-30", "2026-02-01"], type: "single_line_text" },
  },
  times: {
    UTC: {
      texts: ["2026-01-31T09:30:00Z", "2026-02-01T10:00:00.125+02:00"],
      type: "datetime",
      template: { dateFormat: "iso", timeFormat: "24h" },
      values: ["2026-01-31T09:30:00.000Z", "2026-02-01T08:00:00.125Z"],
    },
    "without a zone": {
      texts: ["2026-01-31 09:30", "2026-02-01 10:00:05"],
      type: "datetime",
      template: { dateFormat: "iso", timeFormat: "24h", timezone: "UTC" },
      values: ["2026-01-31T09:30:00.000Z"],
    },
    "with and without a zone": {
      texts: ["2026-01-31 09:30", "2026-02-01 10:00Z"],
      type: "single_line_text",
      suggestions: [["datetime", { dateFormat: "iso", timeFormat: "24h" }]],
    },
    "Airtable's": {
      texts: ["1/5/2026 9:00am", "1/31/2026 12:30pm"],
      type: "datetime",
      template: { dateFormat: "us", timezone: "UTC" },
      values: ["2026-01-05T09:00:00.000Z", "2026-01-31T12:30:00.000Z"],
    },
    "Airtable's with no day above 12": {
      texts: ["1/5/2026 9:00am"],
      type: "single_line_text",
      suggestions: [
        ["datetime", { dateFormat: "us", timezone: "UTC" }],
        ["datetime", { dateFormat: "eu", timezone: "UTC" }],
      ],
    },
    "microseconds, which a field drops": {
      texts: ["2026-01-31 09:30:00.123456"],
      type: "single_line_text",
      suggestions: [["datetime", { dateFormat: "iso", timeFormat: "24h", timezone: "UTC" }]],
    },
    "always midnight": {
      texts: ["2026-01-31 00:00:00", "2026-02-01 00:00:00"],
      type: "datetime",
      template: { dateFormat: "iso", timeFormat: "24h", timezone: "UTC" },
      suggestions: [["date", { dateFormat: "iso" }]],
    },
    "some days without a time": {
      texts: ["2026-01-31", "2026-02-01 10:00"],
      type: "single_line_text",
      suggestions: [["datetime", { dateFormat: "iso", timeFormat: "24h", timezone: "UTC" }]],
    },
    durations: { texts: ["1:30", "0:05", "100:00"], type: "duration", values: [5400, 300, 360_000] },
    "durations with seconds": {
      texts: ["1:30:15"],
      type: "duration",
      template: { format: "h:mm:ss" },
      values: [5415],
    },
    "durations with and without seconds": { texts: ["1:30:15", "1:30"], type: "single_line_text" },
  },
  checkboxes: {
    "yes and no": { texts: ["yes", "No"], type: "checkbox", values: [true, false] },
    "true and false": { texts: ["TRUE", "false"], type: "checkbox", values: [true, false] },
    "Airtable's": { texts: ["checked", "", "checked"], type: "checkbox", values: [true, false, true] },
    ticks: { texts: ["x", "", "X"], type: "checkbox", values: [true, false, true] },
    "blank besides no, which would become the same": {
      texts: ["yes", "no", ""],
      type: "single_line_text",
      suggestions: [["checkbox", {}]],
    },
    "no alone, which may be a country": {
      texts: ["NO", "NO"],
      type: "single_line_text",
      suggestions: [["checkbox", {}]],
    },
    "words of two pairs": { texts: ["yes", "false"], type: "single_line_text" },
  },
  addresses: {
    "e-mail": {
      texts: ["ada@example.com", " bob@example.org"],
      type: "email",
      values: ["ada@example.com", "bob@example.org"],
    },
    "e-mail and names": { texts: ["ada@example.com", "Bob"], type: "single_line_text" },
    web: { texts: ["https://example.com/a", "http://example.org"], type: "url" },
    "web without scheme": { texts: ["example.com", "www.example.org"], type: "single_line_text" },
    phone: { texts: ["+49 30 123456", "(555) 123-4567", "030/1234567"], type: "phone_number" },
    "phone with extension": { texts: ["555-123-4567 ext. 89", "+1 555 1234 x5"], type: "phone_number" },
    "codes with a zero": { texts: ["0001-2345", "01-2024-003"], type: "single_line_text" },
    "digits alone": { texts: ["5551234567"], type: "number", template: places(0) },
    ISBN: { texts: ["978-3-16-148410-0", "0-306-40615-2"], type: "single_line_text" },
    "social security": { texts: ["123-45-6789"], type: "single_line_text" },
  },
  "cells with a type in the file": {
    percent: {
      texts: ["0.125", "", "-1"],
      hints: { kinds: [{ type: "percent" }, undefined, { type: "percent" }] },
      type: "percent",
      template: { ...places(1), allowNegative: true },
      values: [0.125, null, -1],
    },
    money: {
      texts: ["1234.5", "2"],
      hints: { kinds: twice({ type: "currency", symbol: "€", decimalPlaces: 2 }) },
      type: "currency",
      template: { ...places(2), currencySymbol: "€" },
      values: [1234.5, 2],
    },
    "numbers with the decimal places that the file shows": {
      texts: ["0.30000000000000004", "2"],
      hints: { kinds: twice({ type: "number", decimalPlaces: 2 }) },
      type: "number",
      template: places(2),
      values: [0.30000000000000004, 2],
    },
    "numbers besides texts": {
      texts: ["1", "n/a"],
      hints: { kinds: [{ type: "number" }, undefined] },
      type: "single_line_text",
    },
    "different types": {
      texts: ["0.5", "2"],
      hints: { kinds: [{ type: "percent" }, { type: "number" }] },
      type: "number",
      template: places(1),
    },
    "types that show in the text": {
      texts: ["2026-01-31", "2026-02-01"],
      hints: { kinds: twice({ type: "date" }) },
      type: "date",
      template: { dateFormat: "iso" },
    },
  },
  options: {
    "few texts that repeat": {
      texts: times(7, "Open", "Done", "Late"),
      type: "single_line_text",
      suggestions: [["single_select", options("Done", "Late", "Open")]],
    },
    "more frequent options first": {
      texts: [...times(7, "Open", "Done"), ...times(7, "Open")],
      type: "single_line_text",
      suggestions: [["single_select", options("Open", "Done")]],
    },
    "less than 20 rows": { texts: times(9, "Open", "Done"), type: "single_line_text" },
    "texts that repeat less than three times": {
      texts: times(2, ..."abcdefghijkl"),
      type: "single_line_text",
    },
    lists: {
      texts: times(7, "Red", "Red, Blue", 'Blue, "Grey, dark"', "Red, Blue, Green"),
      type: "single_line_text",
      suggestions: [
        ["single_select", options('Blue, "Grey, dark"', "Red", "Red, Blue", "Red, Blue, Green")],
        ["multiple_select", options("Blue", "Red", "Green", "Grey, dark")],
      ],
    },
    "lists of fewer options": {
      texts: times(7, "Red", "Blue", "Red, Blue", "Blue, Red"),
      type: "single_line_text",
      suggestions: [
        ["multiple_select", options("Blue", "Red")],
        ["single_select", options("Blue", "Blue, Red", "Red", "Red, Blue")],
      ],
    },
    "repeated numbers": { texts: times(20, "1", "2"), type: "number", template: places(0) },
  },
};

describe.each(Object.entries(cases))("%s", (_, ofTopic) => {
  test.each(Object.entries(ofTopic))(
    "%s",
    (_title, { texts, hints, type, template = {}, values, suggestions }) => {
      const found = analyseColumn(texts, hints);
      expect({ type: found.type, template: found.template }).toEqual({
        type,
        template: full(type, template),
      });
      expect(found.unconvertible).toBe(0);
      expect(found.suggestions).toEqual(
        (suggestions ?? []).map(([name, settings, unconvertible = 0]) => ({
          type: name,
          template: full(name, settings),
          unconvertible,
        })),
      );
      if (!values) return;
      const read = columnReader(typedTemplate(found), found.notation);
      expect(texts.slice(0, values.length).map(read)).toEqual(values);
    },
  );
});

test("another type joins by one entry in the list of detectors", () => {
  const detectStars: Detector = ({ filled, counts }) => {
    const isOfStars = [...counts.keys()].every((text) => /^★+☆*$/.test(text) && text.length === 5);
    return isOfStars && filled > 0 ? [{ type: "rating", unconvertible: 0, isSure: true }] : [];
  };
  const texts = ["★★★☆☆", "★☆☆☆☆"];
  expect(analyseColumn(texts).type).toBe("single_line_text");
  const found = analyseColumn(texts, {}, [...allDetectors, detectStars]);
  expect(found.type).toBe("rating");
  expect(texts.map(columnReader(typedTemplate(found), found.notation))).toEqual([3, 1]);
});

test("counts the filled cells and shows the first different ones, shortened", () => {
  const { filled, examples } = analyseColumn(["b", "", " b ", "a", "x".repeat(300), "c"]);
  expect(filled).toBe(5);
  expect(examples).toEqual(["b", "a", `${"x".repeat(200)}…`]);
});

test("counts the texts that no field takes", () => {
  expect(analyseColumn(["x".repeat(100_001), "y"])).toMatchObject({ type: "long_text", unconvertible: 1 });
});

test("tells whether fields have to guess the order of day and month", () => {
  expect(analyseColumn(["01/02/2026"]).notation).toEqual({ isDayOrderOpen: true });
  expect(analyseColumn(["01/02/2026"], { dayFirst: true }).notation).toEqual({ dayFirst: true });
  expect(analyseColumn(["31/01/2026", "01/02/2026"]).notation).toEqual({ dayFirst: true });
  expect(analyseColumn(["2026-01-02", "Jan 2, 2026"]).notation).toEqual({});
});

test("counts the files of Airtable's attachments, which stay text", () => {
  const texts = [
    "a.png (https://example.com/a)",
    "",
    "b, c.pdf (https://example.com/b),d.png (https://example.com/d)",
  ];
  expect(analyseColumn(texts)).toMatchObject({ type: "single_line_text", attachedFiles: 3, suggestions: [] });
  expect(analyseColumn([...texts, "none"]).attachedFiles).toBe(0);
});

function full(type: string, template: object): unknown {
  return fieldTypes.get(type)?.template.parse(template);
}

function places(decimalPlaces: number) {
  return { decimalPlaces };
}

function twice(kind: CellKind) {
  return [kind, kind];
}

function options(...labels: string[]) {
  return { options: labels.map((label) => ({ label })) };
}

function times(count: number, ...texts: string[]): string[] {
  return Array.from({ length: count }, () => texts).flat();
}
