import { expect, test } from "vitest";
import { spanOf } from "./moments";

const days: readonly [day: string, timezone: string, from: string, until: string][] = [
  ["2026-01-31", "", "2026-01-31T00:00:00.000Z", "2026-02-01T00:00:00.000Z"],
  ["2026-01-31", "Asia/Kolkata", "2026-01-30T18:30:00.000Z", "2026-01-31T18:30:00.000Z"],
  // 23 and 25 hours long.
  ["2026-03-08", "America/New_York", "2026-03-08T05:00:00.000Z", "2026-03-09T04:00:00.000Z"],
  ["2026-11-01", "America/New_York", "2026-11-01T04:00:00.000Z", "2026-11-02T05:00:00.000Z"],
  // There was no midnight: at 24:00 it was one o'clock.
  ["2018-11-04", "America/Sao_Paulo", "2018-11-04T03:00:00.000Z", "2018-11-05T02:00:00.000Z"],
  // There was no such day.
  ["2011-12-30", "Pacific/Apia", "2011-12-30T10:00:00.000Z", "2011-12-30T10:00:00.000Z"],
  // The edges of what PostgreSQL reads and what compares as text.
  ["0001-01-01", "Asia/Tokyo", "0001-01-01T00:00:00.000Z", "0001-01-01T14:41:01.000Z"],
  ["9999-12-31", "America/New_York", "9999-12-31T05:00:00.000Z", "9999-12-31T24:00:00.000Z"],
];

test("a bare date is that day in the zone, as long as it is there", () => {
  for (const [day, timezone, from, until] of days) {
    expect(spanOf(day, { timezone }), `${day} ${timezone}`).toEqual({ from, until });
  }
});

test("a timestamp is its millisecond, whatever the zone of the field", () => {
  const span = { from: "2026-01-31T08:00:00.123Z", until: "2026-01-31T08:00:00.124Z" };
  expect(spanOf("2026-01-31T09:00:00.1234+01:00", { timezone: "Asia/Tokyo" })).toEqual(span);
  expect(spanOf("9999-12-31T23:59:59.999Z", {})?.until).toBe("9999-12-31T24:00:00.000Z");
});

test("other text is neither", () => {
  for (const text of ["", "yesterday", "2026-02-30", "2026-01-31T25:00:00Z", "31.01.2026"]) {
    expect(spanOf(text, {}), text).toBeUndefined();
  }
});
