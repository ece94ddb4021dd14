import { zoneOf } from "../convert";
import { numUnlessKnown } from "../moments";
import { type Sql, sql } from "../sql";
import { arrayOf } from "./aggregates";
import type { Arg, FunctionEntry, Own, Param } from "./entry";

const holidays: Param = { name: "holidays", type: "text", list: true, optional: true };

const common = { group: "dates" } as const;

/** Functions that leave out weekends and holidays. */
export const workdays: readonly FunctionEntry[] = [
  {
    ...common,
    name: "WORKDAY",
    params: [{ name: "start", type: "date" }, { name: "count", type: "number", keepsBlank: true }, holidays],
    result: "date",
    sql: ({ args: [start, count, days], zone }) =>
      withHolidays(days, zone, (list) =>
        numUnlessKnown(sql`"formulaWorkday"(${start?.sql}, ${count?.sql}, ${list})`, [
          start?.sql as Sql,
          count?.sql as Sql,
          list,
        ]),
      ),
    sentence:
      "Gives the working day that is a number of them after a date, or before it: Monday to Friday, without the holidays in a list or in a text such as “2026-12-25, 2027-01-01”.",
    examples: [
      [`WORKDAY({Due}, 1)`, "2026-03-16"],
      [`WORKDAY("2026-12-23", 3, "2026-12-25, 2027-01-01")`, "2026-12-29"],
      [`WORKDAY({Due}, -1)`, "2026-03-13"],
      [`WORKDAY("2026-12-28", -1, "2026-12-25")`, "2026-12-24"],
      [`WORKDAY({Due}, 0)`, "2026-03-15"],
      [`WORKDAY({Due}, {Discount})`, null],
      [`WORKDAY({Due}, 1, "Christmas")`, { error: "TYPE" }],
      [`WORKDAY({Due}, 1e300)`, { error: "NUM" }],
    ],
  },
  {
    ...common,
    name: "WORKDAY_DIFF",
    aliases: ["NETWORKDAYS"],
    params: [{ name: "start", type: "date" }, { name: "end", type: "date" }, holidays],
    result: "number",
    wholeDigits: 7,
    sql: ({ args: [start, end, days], zone }) =>
      withHolidays(days, zone, (list) => ({
        value: sql`"formulaWorkdays"(${start?.sql}, ${end?.sql}, ${list})`,
      })),
    sentence: "Counts the working days between two dates, both included, without holidays as in WORKDAY.",
    examples: [
      [`WORKDAY_DIFF("2026-03-09", "2026-03-16")`, 6],
      [`WORKDAY_DIFF("2026-12-21", "2026-12-31", "2026-12-25")`, 8],
      [`NETWORKDAYS({Due}, {Due}) + WORKDAY_DIFF("2026-03-16", "2026-03-09")`, -6],
      [`WORKDAY_DIFF({Due}, {Notes})`, null],
      [`WORKDAY_DIFF({Due}, {Due}, {Tags})`, { error: "TYPE" }],
    ],
  },
];

function withHolidays(
  given: Arg | undefined,
  zone: string,
  make: (list: Sql) => { readonly value: Sql; readonly error?: Sql },
): Own {
  if (!given) return { ...make(sql`'{}'::date[]`), isStrict: true };
  const list = sql`"formulaHolidays"(coalesce(${arrayOf([given])}, '{}'), ${zoneOf(zone)})`;
  const { value, error } = make(list);
  const wrong = sql`CASE WHEN ${list} IS NULL THEN 'TYPE' END`;
  return { value, error: error ? sql`coalesce(${wrong}, ${error})` : wrong };
}
