import { expect, test } from "vitest";
import { dayOf, daysOf, spanOf, spanOfRange } from "./span";

const utc = { now: 0, timeZone: "UTC" };

const days: readonly [day: string, timezone: string, from: string, until: string][] = [
  ["2026-01-31", "", "2026-01-31T00:00:00.000Z", "2026-02-01T00:00:00.000Z"],
  ["2026-01-31", "Asia/Kolkata", "2026-01-30T18:30:00.000Z", "2026-01-31T18:30:00.000Z"],
  // Days of 23 and 25 hours.
  ["2026-03-08", "America/New_York", "2026-03-08T05:00:00.000Z", "2026-03-09T04:00:00.000Z"],
  ["2026-11-01", "America/New_York", "2026-11-01T04:00:00.000Z", "2026-11-02T05:00:00.000Z"],
  // A day without midnight: 24:00 was one o'clock.
  ["2018-11-04", "America/Sao_Paulo", "2018-11-04T03:00:00.000Z", "2018-11-05T02:00:00.000Z"],
  // A skipped day.
  ["2011-12-30", "Pacific/Apia", "2011-12-30T10:00:00.000Z", "2011-12-30T10:00:00.000Z"],
  // The range that PostgreSQL parses and that compares as text.
  ["0001-01-01", "Asia/Tokyo", "0001-01-01T00:00:00.000Z", "0001-01-01T14:41:01.000Z"],
  ["9999-12-31", "America/New_York", "9999-12-31T05:00:00.000Z", "9999-12-31T24:00:00.000Z"],
];

test("a date is that day in the zone, of whatever length", () => {
  for (const [day, timezone, from, until] of days) {
    expect(spanOf(day, { timezone }, utc), `${day} ${timezone}`).toEqual({ from, until });
  }
});

test("a timestamp is one millisecond in any zone", () => {
  const span = { from: "2026-01-31T08:00:00.123Z", until: "2026-01-31T08:00:00.124Z" };
  expect(spanOf("2026-01-31T09:00:00.1234+01:00", { timezone: "Asia/Tokyo" }, utc)).toEqual(span);
  expect(spanOf("9999-12-31T23:59:59.999Z", {}, utc)?.until).toBe("9999-12-31T24:00:00.000Z");
});

test("other text is refused", () => {
  for (const text of ["", "last thursday", "2026-02-30", "2026-01-31T25:00:00Z", "31.01.2026"]) {
    expect(spanOf(text, {}, utc), text).toBeUndefined();
  }
});

test("a word is a day, or several, of the field's zone, else of the viewer's", () => {
  // Midnight in Berlin, and the evening before in New York.
  const clock = { now: Date.parse("2026-03-28T23:00:00Z"), timeZone: "Europe/Berlin" };
  const [berlin, newYork] = [{}, { timezone: "America/New_York" }];
  expect(dayOf("today", berlin, clock)).toBe("2026-03-29");
  expect(dayOf("today", newYork, clock)).toBe("2026-03-28");
  // A day of 23 hours.
  expect(spanOf("today", berlin, clock)).toEqual({
    from: "2026-03-28T23:00:00.000Z",
    until: "2026-03-29T22:00:00.000Z",
  });
  expect(spanOf("2026-03-29", berlin, clock)).toEqual(spanOf("today", berlin, clock));
  expect(spanOfRange("this_month", newYork, clock)).toEqual({
    from: "2026-03-01T05:00:00.000Z",
    until: "2026-04-01T04:00:00.000Z",
  });
  expect(daysOf("past_1_days", berlin, clock)).toEqual({ from: "2026-03-28", until: "2026-03-30" });
});
