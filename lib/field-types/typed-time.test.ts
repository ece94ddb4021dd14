import { expect, test } from "vitest";
import { momentFromTyped, momentTemplate } from "./datetime";
import { timeFromTyped } from "./typed-time";

test.each([
  ["Jan 31, 2026, 9:30 PM", "en-US", "21:30"],
  ["1/31/26 9:30\u202fpm", "en-US", "21:30"],
  ["31.01.2026 21:30", "de-DE", "21:30"],
  ["31.1.2026 9.30", "fi-FI", "09:30"],
  ["31 ene 2026 9:30 p. m.", "es-ES", "21:30"],
  ["31 janv. 2026 9 h 30 p.m.", "fr-CA", "21:30"],
  ["2026/01/31 午後9:30", "ja-JP", "21:30"],
  ["٣١/٠١/٢٠٢٦ ٩:٣٠ م", "ar-EG", "21:30"],
  ["Jan 31, 2026", "en-US", "00:00"],
  ["2026-01-31T09:30", "de-DE", "09:30"],
])("%j in %s is at %s", (text, locale, time) => {
  const written = timeFromTyped(text, "local", locale);
  expect(written?.date).toBe("2026-01-31");
  expect(new Date(written?.time ?? -1).toISOString().slice(11, 16)).toBe(time);
});

test.each(["Jan 31, 2026 25:00", "9:30", "Jan 31, 2026 soon", "Jan 9:30"])("%j is not a time", (text) => {
  expect(timeFromTyped(text, "local", "en-US")).toBeUndefined();
});

test("the name of the field's zone is accepted", () => {
  const template = momentTemplate.parse({ timezone: "America/New_York", displayTimeZone: true });
  expect(momentFromTyped("Jan 31, 2026 9:30 AM EST", template, "en-US")).toBe("2026-01-31T14:30:00.000Z");
  expect(momentFromTyped("Jan 31, 2026 9:30 AM PST", template, "en-US")).toBeUndefined();
});
