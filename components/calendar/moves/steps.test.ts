import { describe, expect, it } from "vitest";
import { addDays, weeksOfMonth } from "../days/day";
import { type CalendarShape, type CalendarStep, type Place, resolvedPlace, stepFrom } from "./steps";

const records = [
  { recordId: "a", first: "2026-03-12", last: "2026-03-12" },
  { recordId: "b", first: "2026-03-11", last: "2026-03-14" },
];
const month: CalendarShape = {
  rows: weeksOfMonth("2026-03-12", "monday"),
  recordsOn: (day) => records.filter(({ first, last }) => first <= day && last >= day),
  hasMore: (day) => day === "2026-03-12",
  page: { months: 1 },
};
const day = (at: string): Place => ({ day: at, on: "day" });
const record = (at: string, recordId: string): Place => ({ day: at, on: "record", recordId });

function walk(from: Place, ...steps: CalendarStep[]): Place {
  return steps.reduce((place, step) => stepFrom(month, place, step), from);
}

describe("steps", () => {
  it("go through the records of a day and then to the week below, and back", () => {
    const from = day("2026-03-12");
    expect(walk(from, "down")).toEqual(record("2026-03-12", "a"));
    expect(walk(from, "down", "down")).toEqual(record("2026-03-12", "b"));
    expect(walk(from, "down", "down", "down")).toEqual({ day: "2026-03-12", on: "more" });
    expect(walk(from, "down", "down", "down", "down")).toEqual(day("2026-03-19"));
    expect(walk(day("2026-03-19"), "up", "up", "up", "up")).toEqual(from);
  });

  it("to the left and right pass the days of a record", () => {
    expect(walk(day("2026-03-12"), "right")).toEqual(day("2026-03-13"));
    expect(walk(record("2026-03-12", "b"), "right")).toEqual(day("2026-03-15"));
    expect(walk(record("2026-03-12", "b"), "left")).toEqual(day("2026-03-10"));
  });

  it("leave the month in all directions", () => {
    expect(walk(day("2026-02-23"), "up")).toEqual(day("2026-02-16"));
    expect(walk(day("2026-04-05"), "down")).toEqual(day("2026-04-12"));
    expect(walk(day("2026-04-05"), "right")).toEqual(day("2026-04-06"));
    expect(walk(day("2026-03-31"), "page-up")).toEqual(day("2026-02-28"));
    expect(walk(day("2026-03-12"), "page-down")).toEqual(day("2026-04-12"));
    expect(walk(day("2026-03-12"), "first-field")).toEqual(day("2026-03-09"));
    expect(walk(day("2026-03-12"), "last-field")).toEqual(day("2026-03-15"));
  });

  it("stay within the days of a week", () => {
    const week = { ...month, rows: [month.rows[2] ?? []], page: { days: 7 } };
    expect(stepFrom(week, day("2026-03-09"), "down")).toEqual(day("2026-03-09"));
    expect(stepFrom(week, day("2026-03-09"), "up")).toEqual(day("2026-03-09"));
    expect(stepFrom(week, day("2026-03-09"), "page-down")).toEqual(day("2026-03-16"));
  });
});

it("the focus follows its record, stays on its day when that goes, and is within the days shown", () => {
  expect(resolvedPlace(month, record("2026-03-12", "a"), "2026-03-01")).toEqual(record("2026-03-12", "a"));
  expect(resolvedPlace(month, record("2026-03-12", "gone"), "2026-03-01")).toEqual(day("2026-03-12"));
  // Somebody has moved it.
  expect(resolvedPlace(month, record("2026-03-20", "a"), "2026-03-01")).toEqual(record("2026-03-12", "a"));
  expect(resolvedPlace(month, day("2027-01-01"), "2026-03-01")).toEqual(day("2026-03-01"));
  expect(resolvedPlace(month, null, addDays("2026-03-01", 999))).toEqual(day("2026-02-23"));
});
