import fc from "fast-check";
import { expect, test } from "vitest";
import { isTimeZone, momentAt, viewersTimeZone, wallTime } from "./zone";

test.each(["UTC", "Europe/Berlin", "America/Argentina/Ushuaia", "Etc/GMT+5"])("%s is a time zone", (text) => {
  expect(isTimeZone(text)).toBe(true);
});

test.each(["", "Berlin", "+01:00", "-05:00", "Europe/Nowhere", "local", "x".repeat(10_000)])(
  "%j is not a time zone",
  (text) => expect(isTimeZone(text)).toBe(false),
);

test("on the server the viewer's zone is UTC", () => {
  expect(viewersTimeZone()).toBe("UTC");
});

test.each([
  ["2026-01-31T12:00:00.000Z", "America/New_York", "2026-01-31T07:00:00.000Z"],
  ["2026-07-31T12:00:00.000Z", "America/New_York", "2026-07-31T08:00:00.000Z"],
  ["2026-01-31T23:59:59.999Z", "Asia/Kathmandu", "2026-02-01T05:44:59.999Z"],
  ["0001-01-01T00:00:00.001Z", "Asia/Tokyo", "0001-01-01T09:18:59.001Z"],
  ["0099-12-31T23:00:00.000Z", "Etc/GMT-1", "0100-01-01T00:00:00.000Z"],
  ["0001-01-01T00:00:00.000Z", "Etc/GMT+1", "0000-12-31T23:00:00.000Z"],
])("at %s the local time in %s is %s", (moment, zone, wall) => {
  expect(new Date(wallTime(Date.parse(moment), zone)).toISOString()).toBe(wall);
});

test.each([
  ["an ordinary time", "2026-01-31T07:00:00.000Z", "America/New_York", "2026-01-31T12:00:00.000Z"],
  [
    "the first of a time shown twice",
    "2026-11-01T01:30:00.000Z",
    "America/New_York",
    "2026-11-01T05:30:00.000Z",
  ],
  ["a time never shown", "2026-03-08T02:30:00.000Z", "America/New_York", "2026-03-08T07:30:00.000Z"],
  ["the time just before it", "2026-03-08T01:59:59.999Z", "America/New_York", "2026-03-08T06:59:59.999Z"],
  ["the time just after it", "2026-03-08T03:00:00.000Z", "America/New_York", "2026-03-08T07:00:00.000Z"],
  ["half an hour shown twice", "2026-04-05T01:45:00.000Z", "Australia/Lord_Howe", "2026-04-04T14:45:00.000Z"],
  ["a day never shown", "2011-12-30T12:00:00.000Z", "Pacific/Apia", "2011-12-30T22:00:00.000Z"],
])("%s: %s in %s is at %s", (_, wall, zone, moment) => {
  expect(new Date(momentAt(Date.parse(wall), zone)).toISOString()).toBe(moment);
});

test("a local time converts to an instant and back", () => {
  const zones = ["Europe/London", "America/St_Johns", "Africa/Casablanca", "Pacific/Apia", "UTC"];
  const moments = fc.date({ min: new Date("1900-01-01"), max: new Date("2100-01-01"), noInvalidDate: true });
  fc.assert(
    fc.property(moments, fc.constantFrom(...zones), (date, zone) => {
      const wall = wallTime(date.getTime(), zone);
      expect(wallTime(momentAt(wall, zone), zone)).toBe(wall);
    }),
  );
});
