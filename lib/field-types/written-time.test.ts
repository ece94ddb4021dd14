import { expect, test } from "vitest";
import type { DateFormat } from "./date";
import { readTime } from "./written-time";

test.each<[text: string, format: DateFormat, date: string, time: string]>([
  ["2026-01-31", "local", "2026-01-31", "00:00:00.000"],
  ["2026-01-31 9:30", "local", "2026-01-31", "09:30:00.000"],
  ["  2026-01-31T09:30:15.25 ", "local", "2026-01-31", "09:30:15.250"],
  ["1/31/2026, 9:30\u202fPM", "us", "2026-01-31", "21:30:00.000"],
  ["31/01/2026 12:05 a.m.", "eu", "2026-01-31", "00:05:00.000"],
  ["31.1.2026 12 pm", "local", "2026-01-31", "12:00:00.000"],
])("the text %j in the format %s is %s %s", (text, format, date, time) => {
  const read = readTime(text, format);
  expect(read?.date).toBe(date);
  expect(new Date(read?.time ?? 0).toISOString().slice(11, -1)).toBe(time);
});

test.each(["", "9:30", "2026-01-31 9", "2026-01-31 25:00", "2026-01-31 13 pm", "2026-01-31 0:30 am", "soon"])(
  "the text %j is no time",
  (text) => expect(readTime(text, "local")).toBeUndefined(),
);

test.each([
  ["2026-01-31 09:30", undefined],
  ["2026-01-31 09:30Z", 0],
  ["2026-01-31 9:30 AM GMT", 0],
  ["2026-01-31 09:30+05:30", 330],
  ["2026-01-31 09:30 -0430", -270],
])("%s is at %s minutes from UTC", (text, minutes) => {
  expect(readTime(text, "iso")?.offset).toBe(minutes === undefined ? undefined : minutes * 60_000);
});
