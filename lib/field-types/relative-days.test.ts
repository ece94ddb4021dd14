import { expect, test } from "vitest";
import { dayOfWord, isDayWord, isRangeWord, rangeOfWord } from "./relative-days";

/** The days of a word at noon of a day in UTC. */
function at(today: string, word: string) {
  const { from, until } = rangeOfWord(word, "UTC", Date.parse(`${today}T12:00:00Z`)) ?? {};
  return [from, until];
}

test.each<[today: string, word: string, from: string, until: string]>([
  ["2026-03-01", "yesterday", "2026-02-28", "2026-03-01"],
  ["2024-02-28", "tomorrow", "2024-02-29", "2024-03-01"],
  ["2026-12-31", "today", "2026-12-31", "2027-01-01"],
  // Both include today.
  ["2026-03-03", "past_7_days", "2026-02-24", "2026-03-04"],
  ["2026-12-30", "next_7_days", "2026-12-30", "2027-01-07"],
  ["2026-03-03", "past_3650_days", "2016-03-05", "2026-03-04"],
  // From Monday, also on a Sunday and across the year.
  ["2026-11-29", "this_week", "2026-11-23", "2026-11-30"],
  ["2026-11-30", "last_week", "2026-11-23", "2026-11-30"],
  ["2026-12-31", "next_week", "2027-01-04", "2027-01-11"],
  ["2027-01-01", "this_week", "2026-12-28", "2027-01-04"],
  ["2026-01-31", "last_month", "2025-12-01", "2026-01-01"],
  ["2024-01-31", "next_month", "2024-02-01", "2024-03-01"],
  ["2026-12-31", "next_month", "2027-01-01", "2027-02-01"],
  ["2024-02-29", "last_year", "2023-01-01", "2024-01-01"],
  ["2026-01-01", "this_year", "2026-01-01", "2027-01-01"],
  ["2026-12-31", "next_year", "2027-01-01", "2028-01-01"],
])("on %s, %s is from %s to before %s", (today, word, from, until) => {
  expect(at(today, word)).toEqual([from, until]);
});

test("today is that of the zone", () => {
  const now = Date.parse("2026-12-31T23:30:00Z");
  expect(dayOfWord("today", "Europe/Berlin", now)).toBe("2027-01-01");
  expect(dayOfWord("1_days_ago", "America/New_York", now)).toBe("2026-12-30");
  expect(rangeOfWord("this_year", "Pacific/Kiritimati", now)?.from).toBe("2027-01-01");
  // On the day without midnight, and on the day after the one that was skipped.
  expect(dayOfWord("today", "America/Sao_Paulo", Date.parse("2018-11-04T03:00:00Z"))).toBe("2018-11-04");
  expect(dayOfWord("today", "Pacific/Apia", Date.parse("2011-12-30T10:00:00Z"))).toBe("2011-12-31");
});

test("other texts are no days", () => {
  for (const text of [
    "",
    "Today",
    "past_0_days",
    "past_3651_days",
    "past_07_days",
    "past_-1_days",
    "next_days",
  ]) {
    expect(isRangeWord(text), text).toBe(false);
  }
  for (const text of [
    "toString",
    "0_days_ago",
    "3651_days_from_now",
    "1.5_days_ago",
    "days_ago",
    "this_week",
  ]) {
    expect(isDayWord(text), text).toBe(false);
  }
  expect(isRangeWord("this_day")).toBe(false);
  expect(isRangeWord("past_week")).toBe(false);
});
