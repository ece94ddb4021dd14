import { addToDate, addToTime, shiftDate, shiftTime, timeOf } from "../moments";
import { raw, type Sql, sql } from "../sql";
import { momentType } from "../types";
import { byChoice, chosen, refuseOthers } from "./choices";
import type { Call, CheckedArg, FunctionEntry, Own, Param } from "./entry";
import { calendarUnits, isCalendarUnit, secondsOf, type Unit, units } from "./units";

const date: Param = { name: "date", type: "date" };
const months: Param = { name: "months", type: "number", keepsBlank: true };

const common = { group: "dates", result: "date", isStrict: true } as const;

/** Functions that give a date from another one, or from numbers. */
export const dateShifts: readonly FunctionEntry[] = [
  {
    ...common,
    name: "DATE",
    params: ["year", "month", "day"].map((name) => ({ name, type: "number", keepsBlank: true })),
    sql: ({ args }) => {
      const [year, month, day] = args.map(({ sql: value }) => sql`trunc(${value})`);
      const fullYear = sql`(${year} + CASE WHEN ${year} BETWEEN 0 AND 1899 THEN 1900 ELSE 0 END)`;
      return shiftDate(
        sql`DATE '2000-01-01'`,
        sql`((${fullYear} - 2000) * 12 + ${month} - 1)`,
        sql`(${day} - 1)`,
      );
    },
    sentence:
      "Gives the date of a year, a month and a day. Months above 12 and days past the end of the month carry over, and years below 1900 are counted from 1900.",
    examples: [
      [`DATE(2026, 3, 15)`, "2026-03-15"],
      [`DATE(2026, 14, 1)`, "2027-02-01"],
      [`DATE(2026, 3, 0)`, "2026-02-28"],
      [`DATE(26, 1.9, 1)`, "1926-01-01"],
      [`DATE(2026, {Discount}, 1)`, null],
      [`DATE(10000, 1, 1)`, { error: "NUM" }],
      [`DATE(-1, 1, 1)`, { error: "NUM" }],
      [`DATE(2026, 1e300, 1)`, { error: "NUM" }],
    ],
  },
  {
    ...common,
    name: "DATEADD",
    aliases: ["DATE_ADD"],
    params: [
      { name: "date", type: "moment" },
      { name: "count", type: "number", keepsBlank: true },
      { name: "unit", type: "text" },
    ],
    result: addedType,
    refuses: refuseOthers(units, 2),
    sql: (call) => byChoice(units, call.args[2], { byDefault: "day", make: (unit) => added(call, unit) }),
    sentence:
      'Adds a whole number of units to a date: "years", "quarters", "months", "weeks", "days", "hours", "minutes", "seconds" or "milliseconds".',
    examples: [
      [`DATEADD({Due}, 10, "days")`, "2026-03-25"],
      [`DATEADD({Due}, -1, "week")`, "2026-03-08"],
      [`DATEADD("2026-01-31", 1, "months")`, "2026-02-28"],
      [`DATEADD("2024-02-29", 1, "y")`, "2025-02-28"],
      [`DATEADD({Due}, 1.9, "Quarters")`, "2026-06-15"],
      [`DATEADD({Due}, 36, "hours")`, "2026-03-16T12:00:00.000Z"],
      [`DATEADD({Start}, 1, "h")`, "2026-03-29T01:30:00.000Z"],
      [`DATEADD({Start}, -1, "days")`, "2026-03-28T00:30:00.000Z"],
      [`DATEADD({Start}, 1, "days")`, "2026-03-29T23:30:00.000Z"],
      [`DATEADD({Start}, 1, "M")`, "2026-04-28T23:30:00.000Z"],
      [`DATEADD({Start}, 1, "m")`, "2026-03-29T00:31:00.000Z"],
      [`DATEADD({Start}, 1500, "ms")`, "2026-03-29T00:30:01.500Z"],
      [`DATEADD({Due}, 1, LOWER("DAYS"))`, "2026-03-16T00:00:00.000Z"],
      [`DATEADD({Due}, 1, {Name})`, { error: "TYPE" }],
      [`DATEADD({Due}, {Discount}, "days")`, null],
      [`DATEADD(BLANK(), 1, "days")`, null],
      [`DATEADD("soon", 1, "days")`, { error: "TYPE" }],
      [`DATEADD({Due}, 8000, "years")`, { error: "NUM" }],
      [`DATEADD({Start}, -1e300, "months")`, { error: "NUM" }],
      [`DATEADD({Start}, 1e300, "ms")`, { error: "NUM" }],
    ],
  },
  {
    ...common,
    name: "EDATE",
    params: [date, months],
    sql: ({ args: [day, count] }) => shiftDate(day?.sql as Sql, count?.sql as Sql, sql`0`),
    sentence:
      "Gives the date that is a number of months after another one, or before it if the number is negative.",
    examples: [
      [`EDATE({Due}, 1)`, "2026-04-15"],
      [`EDATE("2026-03-31", -1)`, "2026-02-28"],
      [`EDATE({Start}, 12)`, "2027-03-29"],
      [`EDATE({Due}, {Discount})`, null],
      [`EDATE({Due}, 1e300)`, { error: "NUM" }],
    ],
  },
  {
    ...common,
    name: "EOMONTH",
    params: [date, months],
    sql: ({ args: [day, count] }) =>
      shiftDate(
        sql`date_trunc('month', ${day?.sql}::timestamp)::date`,
        sql`(trunc(${count?.sql}) + 1)`,
        sql`-1`,
      ),
    sentence: "Gives the last day of the month that is a number of months after a date.",
    examples: [
      [`EOMONTH({Due}, 0)`, "2026-03-31"],
      [`EOMONTH({Due}, -1)`, "2026-02-28"],
      [`EOMONTH("9999-12-01", 0)`, "9999-12-31"],
      [`EOMONTH("9999-12-01", 1)`, { error: "NUM" }],
    ],
  },
];

/** A date plus whole days is a date. With a unit that is not a literal, the result has a time. */
function addedType([given, , unit]: readonly CheckedArg[]): "date" | "datetime" {
  if (given && momentType(given) === "datetime") return "datetime";
  const name = typeof unit?.constant === "string" ? chosen(units, unit.constant) : undefined;
  return name && isCalendarUnit(name) ? "date" : "datetime";
}

function added({ args: [moment, count], type, zone }: Call, unit: Unit): Own {
  const whole = sql`trunc(${count?.sql})`;
  const time = timeOf(moment, zone);
  if (!isCalendarUnit(unit)) return addToTime(time, sql`${whole} * ${raw(String(secondsOf[unit]))}`);
  const { days, months: perUnit } = calendarUnits[unit];
  const [byMonths, byDays] = [sql`${whole} * ${raw(String(perUnit))}`, sql`${whole} * ${raw(String(days))}`];
  if (type === "datetime") return shiftTime(time, byMonths, byDays, zone);
  const day = sql`(${moment?.sql})::date`;
  return perUnit === 0 ? addToDate(day, byDays) : shiftDate(day, byMonths, sql`0`);
}
