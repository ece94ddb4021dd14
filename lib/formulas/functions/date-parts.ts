import { localTime } from "../moments";
import { raw, type Sql, sql } from "../sql";
import { byChoice, type Choices, refuseOthers } from "./choices";
import type { Example, FunctionEntry, Param } from "./entry";

const date: Param = { name: "date", type: "moment" };
const startDay: Param = { name: "start_day", type: "text", optional: true };

/** Days on which weeks start. */
const startDays: Choices<"sunday" | "monday"> = { sunday: ["sunday"], monday: ["monday"] };

const common = { group: "dates", params: [date], result: "number", isStrict: true } as const;

/** Numbers of the calendar and the clock. */
export const dateParts: readonly FunctionEntry[] = [
  part("YEAR", "year", "Gives the year of a date.", [
    [`YEAR({Due})`, 2026],
    [`YEAR("2027-02-01")`, 2027],
    [`YEAR("soon")`, { error: "TYPE" }],
    [`YEAR(BLANK())`, null],
  ]),
  part("QUARTER", "quarter", "Gives the quarter of a date, from 1 to 4.", [
    [`QUARTER({Due})`, 1],
    [`QUARTER("2026-12-31")`, 4],
  ]),
  part("MONTH", "month", "Gives the month of a date, from 1 to 12.", [
    [`MONTH({Due})`, 3],
    [`MONTH({Notes})`, null],
  ]),
  part("DAY", "day", "Gives the day of the month, from 1 to 31.", [
    [`DAY({Due})`, 15],
    [`DAY(SET_TIMEZONE("2026-01-31T23:30:00Z", "Asia/Kolkata"))`, 1],
  ]),
  part("HOUR", "hour", "Gives the hour of a time, from 0 to 23.", [
    [`HOUR({Start})`, 1],
    [`HOUR({Due})`, 0],
    [`HOUR("2026-01-31T23:30:00Z")`, 23],
  ]),
  part("MINUTE", "minute", "Gives the minute of a time, from 0 to 59.", [
    [`MINUTE({Start})`, 30],
    [`MINUTE(SET_TIMEZONE({Start}, "Asia/Kolkata"))`, 0],
  ]),
  part("SECOND", "second", "Gives the second of a time, from 0 to 59.", [
    [`SECOND({Start})`, 0],
    [`SECOND("2026-01-31T23:30:59.999Z")`, 59],
  ]),
  {
    ...common,
    name: "WEEKDAY",
    params: [date, startDay],
    refuses: refuseOthers(startDays, 1),
    wholeDigits: 1,
    sql: ({ args: [value, start], zone }) =>
      byChoice(startDays, start, {
        byDefault: "sunday",
        make: (first) => {
          const day = localTime(value, zone);
          return first === "sunday" ? sql`extract(dow FROM ${day})` : sql`(extract(isodow FROM ${day}) - 1)`;
        },
      }),
    sentence:
      "Gives the day of the week, where 0 is Sunday. If weeks start on Monday, 0 is Monday and 6 is Sunday.",
    examples: [
      [`WEEKDAY({Due})`, 0],
      [`WEEKDAY({Due}, "Monday")`, 6],
      [`WEEKDAY({Due}, {Name})`, { error: "TYPE" }],
      [`WEEKDAY({Notes})`, null],
    ],
  },
  {
    ...common,
    name: "WEEKNUM",
    params: [date, startDay],
    refuses: refuseOthers(startDays, 1),
    wholeDigits: 2,
    sql: ({ args: [value, start], zone }) =>
      byChoice(startDays, start, {
        byDefault: "sunday",
        make: (first) => {
          const day = localTime(value, zone);
          const [week, firstWeek] = [day, sql`date_trunc('year', ${day})`].map((each) =>
            startOfWeek(each, first === "sunday"),
          );
          return sql`(extract(epoch FROM ${week} - ${firstWeek}) / 604800 + 1)`;
        },
      }),
    sentence: "Gives the week of the year. January 1 is in week 1, and weeks start on Sunday, or on Monday.",
    examples: [
      [`WEEKNUM("2026-01-01")`, 1],
      [`WEEKNUM("2026-01-04")`, 2],
      [`WEEKNUM("2026-01-04", "Monday")`, 1],
      [`WEEKNUM({Due})`, 12],
      [`WEEKNUM("2025-12-31")`, 53],
    ],
  },
  {
    ...part(
      "ISOWEEKNUM",
      "week",
      "Gives the week of the year by ISO 8601: from Monday, and week 1 has the first Thursday.",
      [
        [`ISOWEEKNUM({Due})`, 11],
        [`ISOWEEKNUM("2027-01-03")`, 53],
        [`ISOWEEKNUM("2024-12-30")`, 1],
      ],
    ),
  },
];

function part(name: string, unit: string, sentence: string, examples: readonly Example[]): FunctionEntry {
  return {
    ...common,
    name,
    wholeDigits: 5,
    sql: ({ args: [value], zone }) => sql`trunc(extract(${raw(unit)} FROM ${localTime(value, zone)}))`,
    sentence,
    examples,
  };
}

/** The start of the week of a local time, one day late if weeks start on Sunday. It serves only to compare weeks. */
export function startOfWeek(local: Sql, onSunday: boolean): Sql {
  return onSunday ? sql`date_trunc('week', ${local} + INTERVAL '1 day')` : sql`date_trunc('week', ${local})`;
}
