import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  displayMoment,
  type MomentTemplate,
  momentFromText,
  momentFromTyped,
  momentTemplate,
  momentToText,
  momentToTyped,
  momentValue,
} from "./datetime";

describe("a timestamp", () => {
  test.each([
    ["2026-01-31T09:30:00.000Z", "2026-01-31T09:30:00.000Z"],
    ["2026-01-31T09:30:00Z", "2026-01-31T09:30:00.000Z"],
    ["2026-01-31T09:30Z", "2026-01-31T09:30:00.000Z"],
    ["2026-01-31T09:30:00", "2026-01-31T09:30:00.000Z"],
    ["2026-01-31T09:30:00.5Z", "2026-01-31T09:30:00.500Z"],
    ["2026-01-31T09:30:00.123456789Z", "2026-01-31T09:30:00.123Z"],
    ["2026-01-31T23:30:00-01:00", "2026-02-01T00:30:00.000Z"],
    ["2026-01-31T23:30:00+0530", "2026-01-31T18:00:00.000Z"],
    ["9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"],
  ])("%s is parsed as %s", (text, moment) => {
    expect(momentValue.parse(text)).toBe(moment);
  });

  test.each([
    ["2026-01-31", 'takes a timestamp such as 2026-01-31T09:30:00Z; "2026-01-31" is not one'],
    ["2026-01-31 09:30", 'takes a timestamp such as 2026-01-31T09:30:00Z; "2026-01-31 09:30" is not one'],
    ["9999-12-31T23:59:59-01:00", /is not one$/],
    ["2026-04-31T00:00:00Z", /is not one$/],
    ["2026-01-31T09:60:00Z", /is not one$/],
    ["2026-01-31T09:30:00+01:60", /is not one$/],
    [1769851800000, "takes a timestamp as text, not a number"],
  ])("%j is refused", (input, message) => {
    const messages = momentValue.safeParse(input).error?.issues.map((issue) => issue.message);
    expect(messages).toEqual([expect.stringMatching(message)]);
  });
});

test.each([
  ["now", undefined],
  [" Now ", "de"],
  ["jetzt", "de"],
  ["maintenant", "fr"],
])("the word %j is the present minute (%s)", (word, locale) => {
  const before = Date.now();
  const moment = Date.parse(momentFromTyped(word, momentTemplate.parse({}), locale) ?? "");
  expect(moment % 60_000).toBe(0);
  expect(moment).toBeGreaterThan(before - 60_000);
  expect(moment).toBeLessThanOrEqual(Date.now());
});

describe("in a zone", () => {
  const newYork = template({ timezone: "America/New_York" });

  test.each([
    ["2026-01-31 09:30", "2026-01-31T14:30:00.000Z"],
    ["2026-01-31 09:30Z", "2026-01-31T09:30:00.000Z"],
    ["2026-01-31 09:30 UTC", "2026-01-31T09:30:00.000Z"],
    ["2026-01-31 09:30 +02:00", "2026-01-31T07:30:00.000Z"],
    ["2026-07-04", "2026-07-04T04:00:00.000Z"],
    ["9999-12-31 23:00", undefined],
  ])("the text %j is parsed as %s", (text, moment) => {
    expect(momentFromText(text, newYork)).toBe(moment);
  });

  test.each([
    ["2026-01-31T14:30:00.000Z", "2026-01-31T09:30:00.000-05:00", "2026-01-31 09:30"],
    ["2026-01-31T14:30:15.000Z", "2026-01-31T09:30:15.000-05:00", "2026-01-31 09:30:15"],
    ["2026-01-31T14:30:00.001Z", "2026-01-31T09:30:00.001-05:00", "2026-01-31 09:30:00.001"],
    ["2026-11-01T05:30:00.000Z", "2026-11-01T01:30:00.000-04:00", "2026-11-01 01:30"],
    // The second half past one, after clocks went back.
    ["2026-11-01T06:30:00.000Z", "2026-11-01T01:30:00.000-05:00", "2026-11-01T01:30:00.000-05:00"],
    // The offset was -4:56:02 at that time, and the year 0 has no dates.
    ["1850-01-01T12:00:00.000Z", "1850-01-01T12:00:00.000Z", "1850-01-01 07:03:58"],
    ["0001-01-01T00:00:00.000Z", "0001-01-01T00:00:00.000Z", "0001-01-01T00:00:00.000Z"],
  ])("%s has the text %s and is edited as %s", (moment, text, typed) => {
    expect(momentToText(moment, newYork)).toBe(text);
    expect(momentToTyped(moment, newYork)).toBe(typed);
  });

  test("both texts of a timestamp parse back to it", () => {
    const moments = fc.date({
      min: new Date("0001-01-01"),
      max: new Date("9999-12-31"),
      noInvalidDate: true,
    });
    const zones = fc.constantFrom("", "UTC", "America/New_York", "Asia/Kathmandu", "Pacific/Apia");
    fc.assert(
      fc.property(moments, zones, (date, timezone) => {
        const zoned = template({ timezone });
        const moment = date.toISOString();
        expect(momentFromText(momentToText(moment, zoned), zoned)).toBe(moment);
        expect(momentFromText(momentToTyped(moment, zoned), zoned)).toBe(moment);
      }),
    );
  });
});

test.each<[template: Partial<MomentTemplate>, shown: string]>([
  [{}, "Jan 31, 2026 9:30 PM"],
  [{ timeFormat: "24h" }, "Jan 31, 2026 21:30"],
  [{ dateFormat: "iso", timeFormat: "24h", timezone: "Asia/Tokyo" }, "2026-02-01 06:30"],
  [{ dateFormat: "us", timezone: "America/New_York", displayTimeZone: true }, "01/31/2026 4:30 PM EST"],
  [{ dateFormat: "eu", displayTimeZone: true }, "31/01/2026 9:30 PM UTC"],
])("with %j a timestamp is shown as %j", (given, shown) => {
  const text = displayMoment("2026-01-31T21:30:00.000Z", template(given), "en-US");
  expect(text.replace(/\s/g, " ")).toBe(shown);
});

test("timestamps at both ends of the calendar are shown in every zone", () => {
  for (const timezone of ["Pacific/Kiritimati", "Pacific/Midway"]) {
    for (const moment of ["0001-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"]) {
      for (const dateFormat of ["local", "us"] as const) {
        expect(displayMoment(moment, template({ timezone, dateFormat }), "en")).toMatch(/\d/);
      }
    }
  }
});

test.each([
  [
    { timezone: "Mars/Base" },
    'takes a time zone such as Europe/Berlin, or "" for the viewer\'s, not "Mars/Base"',
  ],
])("the template %j is refused", (given, message) => {
  expect(momentTemplate.safeParse(given).error?.issues[0]?.message).toBe(message);
});

function template(given: Partial<MomentTemplate>): MomentTemplate {
  return momentTemplate.parse(given);
}
