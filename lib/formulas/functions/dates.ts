import { atZone } from "../convert";
import { sql } from "../sql";
import type { Arg, FunctionEntry, Param } from "./entry";

const date: Param = { name: "date", type: "moment" };

export const dates: readonly FunctionEntry[] = [
  {
    name: "TODAY",
    group: "dates",
    params: [],
    result: "date",
    isNeverBlank: true,
    sql: ({ zone }) => sql`(${atZone(sql`statement_timestamp()`, zone)})::date`,
    sentence: "Gives the day of today.",
    examples: [[`TODAY() > {Due}`, true]],
  },
  {
    name: "NOW",
    group: "dates",
    params: [],
    result: "datetime",
    isNeverBlank: true,
    sql: () => sql`statement_timestamp()`,
    sentence: "Gives the current date and time.",
    examples: [[`NOW() > {Start}`, true]],
  },
  {
    name: "YEAR",
    group: "dates",
    params: [date],
    result: "number",
    isStrict: true,
    wholeDigits: 4,
    sql: ({ args: [value], zone }) => sql`extract(year FROM ${localTime(value as Arg, zone)})`,
    sentence: "Gives the year of a date.",
    examples: [
      [`YEAR({Due})`, 2026],
      [`YEAR("2027-02-01")`, 2027],
      [`YEAR("soon")`, { error: "TYPE" }],
      [`YEAR(BLANK())`, null],
    ],
  },
];

/** A date, or the local time of a date with a time. Type date or timestamp; a blank argument is NULL of type date. */
export function localTime({ sql: value, type }: Arg, zone: string) {
  if (type === "blank") return sql`(${value})::date`;
  return type === "date" ? value : sql`(${atZone(value, zone)})`;
}
