import { expect, it } from "vitest";
import { addDays, addMonths, dayAt, daysBetween, isWeekend, startOfWeek, weekOf, weeksOfMonth } from "./day";

it("days and months are added across months, years and leap days", () => {
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(addDays("2024-03-01", -1)).toBe("2024-02-29");
  expect(addMonths("2026-01-31", 1)).toBe("2026-02-28");
  expect(addMonths("2026-03-31", -13)).toBe("2025-02-28");
  expect(addMonths("0050-05-15", 1)).toBe("0050-06-15");
  expect(daysBetween("2026-02-27", "2026-03-02")).toBe(3);
  expect(daysBetween("2026-03-02", "2026-02-27")).toBe(-3);
});

it("days end with the years that fields can hold", () => {
  expect(addDays("9999-12-31", 1)).toBe("9999-12-31");
  expect(addDays("0001-01-01", -5)).toBe("0001-01-01");
  expect(dayAt(Date.parse("2026-03-12T23:59:59.999Z"))).toBe("2026-03-12");
});

it("weeks begin on the chosen day", () => {
  expect(startOfWeek("2026-03-12", "monday")).toBe("2026-03-09");
  expect(startOfWeek("2026-03-12", "sunday")).toBe("2026-03-08");
  expect(startOfWeek("2026-03-12", "saturday")).toBe("2026-03-07");
  expect(startOfWeek("2026-03-09", "monday")).toBe("2026-03-09");
  expect(weekOf("2026-03-12", "monday").at(-1)).toBe("2026-03-15");
  expect(weekOf("2026-03-12", "monday").filter(isWeekend)).toEqual(["2026-03-14", "2026-03-15"]);
});

it("a month has the weeks that it touches", () => {
  const rangesOf = (day: string) => {
    const weeks = weeksOfMonth(day, "monday");
    return [weeks.length, weeks[0]?.[0], weeks.at(-1)?.at(-1)];
  };
  expect(rangesOf("2026-03-12")).toEqual([6, "2026-02-23", "2026-04-05"]);
  expect(rangesOf("2026-04-30")).toEqual([5, "2026-03-30", "2026-05-03"]);
  expect(rangesOf("2021-02-10")).toEqual([4, "2021-02-01", "2021-02-28"]);
  for (const week of weeksOfMonth("2026-08-01", "sunday")) expect(week).toHaveLength(7);
});
