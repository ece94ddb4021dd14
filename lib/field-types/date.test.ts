import fc from "fast-check";
import { expect, test } from "vitest";
import { type DateFormat, dateFromText, displayDate, isDate } from "./date";

test.each([
  "0001-01-01",
  "0004-02-29",
  "0400-02-29",
  "1600-02-29",
  "1999-12-31",
  "2000-02-29",
  "2024-02-29",
  "2026-04-30",
  "9999-12-31",
])("%s is a date", (text) => {
  expect(isDate(text)).toBe(true);
});

test.each([
  "0000-01-01",
  "0001-02-29",
  "0100-02-29",
  "1900-02-29",
  "2023-02-29",
  "2026-02-30",
  "2026-04-31",
  "2026-00-10",
  "2026-13-10",
  "2026-01-00",
  "2026-01-32",
  "2026-1-1",
  "10000-01-01",
  "-001-01-01",
  "+2026-01-01",
  "2026-01-01 ",
  "2026-01-01\n",
  "2026-01-01T00:00:00Z",
  "20260101",
  "٢٠٢٦-٠١-٠١",
  "",
])("%j is not a date", (text) => {
  expect(isDate(text)).toBe(false);
});

test("months have their calendar length", () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true }),
      (date) => {
        const day = date.toISOString().slice(0, 10);
        const next = new Date(date.getTime() + 86_400_000).toISOString();
        expect(isDate(day)).toBe(true);
        expect(isDate(`${day.slice(0, 8)}${String(Number(day.slice(8)) + 1).padStart(2, "0")}`)).toBe(
          next.slice(5, 7) === day.slice(5, 7),
        );
      },
    ),
  );
});

test.each<[text: string, format: DateFormat, date: string | undefined]>([
  ["2026-01-31", "local", "2026-01-31"],
  ["2026-01-31", "us", "2026-01-31"],
  ["2026-1-5", "eu", "2026-01-05"],
  ["2026/01/31", "iso", "2026-01-31"],
  ["2026 01 31", "iso", "2026-01-31"],
  ["  2026-01-31  ", "iso", "2026-01-31"],
  ["0001-01-01", "local", "0001-01-01"],
  ["01/02/2026", "us", "2026-01-02"],
  ["01/02/2026", "eu", "2026-02-01"],
  ["01/02/2026", "local", "2026-01-02"],
  ["31/01/2026", "local", "2026-01-31"],
  ["01.02.2026", "local", "2026-02-01"],
  ["1.2.0099", "eu", "0099-02-01"],
  ["31/01/2026", "us", undefined],
  ["01/31/2026", "eu", undefined],
  ["01/31/2026", "iso", "2026-01-31"],
  ["2026-02-29", "local", undefined],
  ["29.02.2026", "eu", undefined],
  ["1/2/26", "us", undefined],
  ["2026-01", "local", undefined],
  ["2026-01-31-01", "local", undefined],
  ["-2026-01-31", "local", undefined],
  ["31 January 2026", "local", undefined],
  ["2026-01-31T10:00", "local", undefined],
  ["tomorrow", "local", undefined],
  ["", "local", undefined],
])("the text %j in the format %s is parsed as %s", (text, format, date) => {
  expect(dateFromText(text, format)).toBe(date);
});

test.each<[format: DateFormat, locale: string | undefined, shown: string]>([
  ["iso", undefined, "0987-02-01"],
  ["us", undefined, "02/01/0987"],
  ["eu", undefined, "01/02/0987"],
  ["local", "en-US", "Feb 1, 987"],
  ["local", "de-DE", "01.02.987"],
])("the format %s (%s) shows %s", (format, locale, shown) => {
  expect(displayDate("0987-02-01", format, locale)).toBe(shown);
});

test("a day does not depend on the machine's time zone", () => {
  expect(displayDate("2026-01-01", "local", "en-US")).toBe("Jan 1, 2026");
  expect(displayDate("0001-01-01", "local", "en-US")).toBe("Jan 1, 1");
});

test.each<DateFormat>(["iso", "us", "eu"])("the output of the format %s parses back", (format) => {
  for (const day of ["0001-01-01", "2024-02-29", "2026-12-11", "9999-12-31"]) {
    expect(dateFromText(displayDate(day, format), format)).toBe(day);
  }
});
