import type { Choices } from "./choices";

/** Units of time, by the names that formulas use. */
export const units: Choices<Unit> = {
  millisecond: ["milliseconds", "millisecond", "ms"],
  second: ["seconds", "second", "s"],
  minute: ["minutes", "minute", "m"],
  hour: ["hours", "hour", "h"],
  day: ["days", "day", "d"],
  week: ["weeks", "week", "w"],
  month: ["months", "month", "M"],
  quarter: ["quarters", "quarter", "q"],
  year: ["years", "year", "y"],
};

export type Unit = ExactUnit | "day" | "week" | "month" | "quarter" | "year";
type ExactUnit = "millisecond" | "second" | "minute" | "hour";

/** Length in seconds of the units that always have the same length. */
export const secondsOf: Readonly<Record<ExactUnit, number>> = {
  millisecond: 0.001,
  second: 1,
  minute: 60,
  hour: 3600,
};

/** Length in days or months of the units of the calendar. */
export const calendarUnits = {
  day: { days: 1, months: 0 },
  week: { days: 7, months: 0 },
  month: { days: 0, months: 1 },
  quarter: { days: 0, months: 3 },
  year: { days: 0, months: 12 },
} as const;

export function isCalendarUnit(unit: Unit): unit is keyof typeof calendarUnits {
  return unit in calendarUnits;
}
