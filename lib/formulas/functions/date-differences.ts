import { atZone, zoneOf } from "../convert";
import { localTime, numUnlessKnown, sameKind } from "../moments";
import { raw, type Sql, sql } from "../sql";
import { byChoice, type Choices, refuseOthers } from "./choices";
import { startOfWeek } from "./date-parts";
import type { Call, FunctionEntry, Own, Param } from "./entry";
import { calendarUnits, isCalendarUnit, secondsOf, type Unit, units } from "./units";

const unit: Param = { name: "unit", type: "text" };
const start: Param = { name: "start", type: "date" };
const end: Param = { name: "end", type: "date" };
const two: readonly Param[] = [
  { name: "left", type: "moment" },
  { name: "right", type: "moment" },
];

/** Units of DATEDIF: whole ones, or what remains when larger ones are left out. */
const spans: Choices<"D" | "M" | "Y" | "MD" | "YM" | "YD"> = {
  D: ["d"],
  M: ["M", "m"],
  Y: ["y"],
  MD: ["md"],
  YM: ["ym"],
  YD: ["yd"],
};

const common = { group: "dates", isStrict: true } as const;

/** Functions that compare two dates. */
export const dateDifferences: readonly FunctionEntry[] = [
  {
    ...common,
    name: "DATETIME_DIFF",
    params: [
      { name: "end", type: "moment" },
      { name: "start", type: "moment" },
      { ...unit, optional: true },
    ],
    result: "number",
    refuses: refuseOthers(units, 2),
    wholeDigits: 15,
    sql: (call) =>
      byChoice(units, call.args[2], { byDefault: "second", make: (each) => difference(call, each) }),
    sentence:
      "Counts the whole units from the second date to the first one: seconds by default. Days and smaller units are exact, months and longer ones follow the calendar.",
    examples: [
      [`DATETIME_DIFF("2026-03-15", "2026-03-01", "days")`, 14],
      [`DATETIME_DIFF("2026-03-01", "2026-03-15", "weeks")`, -2],
      [`DATETIME_DIFF("2026-03-31", "2026-02-28", "months")`, 1],
      [`DATETIME_DIFF("2026-02-28", "2026-01-31", "M")`, 1],
      [`DATETIME_DIFF({Due}, "2024-03-16", "years")`, 1],
      [`DATETIME_DIFF({Due}, "2024-03-16", "quarters")`, 7],
      [`DATETIME_DIFF({Start}, {Due}, "hours")`, 337],
      [`DATETIME_DIFF("2026-01-01T00:00:01Z", "2026-01-01T00:00:00.250Z")`, 0],
      [`DATETIME_DIFF("2026-01-01T00:00:01Z", "2026-01-01T00:00:00.250Z", "ms")`, 750],
      [`DATETIME_DIFF({Due}, {Notes}, "days")`, null],
      [`DATETIME_DIFF({Due}, {Due}, {Name})`, { error: "TYPE" }],
    ],
  },
  {
    ...common,
    name: "DATEDIF",
    params: [start, end, unit],
    result: "number",
    refuses: refuseOthers(spans, 2),
    wholeDigits: 7,
    sql: ({ args: [from, to, span] }) =>
      byChoice(spans, span, {
        byDefault: "D",
        make: (each) => spanOf(each, from?.sql as Sql, to?.sql as Sql),
      }),
    sentence:
      'Counts the days "D", whole months "M" or whole years "Y" between two dates, days beyond whole months "MD" or years "YD", or months beyond whole years "YM".',
    examples: [
      [`DATEDIF("2024-01-15", "2026-03-10", "D")`, 785],
      [`DATEDIF("2024-01-15", "2026-03-10", "M")`, 25],
      [`DATEDIF("2024-01-15", "2026-03-10", "y")`, 2],
      [`DATEDIF("2024-01-15", "2026-03-10", "MD")`, 23],
      [`DATEDIF("2024-01-15", "2026-03-10", "YM")`, 1],
      [`DATEDIF("2024-01-15", "2026-03-10", "YD")`, 54],
      [`DATEDIF("2026-01-31", "2026-02-28", "M")`, 0],
      [`DATEDIF({Due}, "2026-03-14", "D")`, { error: "NUM" }],
      [`DATEDIF({Due}, {Notes}, "D")`, null],
    ],
  },
  {
    ...common,
    name: "DAYS",
    params: [end, start],
    result: "number",
    wholeDigits: 7,
    sql: ({ args: [to, from] }) => sql`(${to?.sql} - ${from?.sql})::numeric`,
    sentence: "Counts the days from the second date to the first one, without their times.",
    examples: [
      [`DAYS("2026-03-15", "2026-02-28")`, 15],
      [`DAYS({Due}, {Start})`, -14],
      [`DAYS({Due}, BLANK())`, null],
    ],
  },
  {
    ...common,
    name: "IS_BEFORE",
    params: two,
    result: "checkbox",
    sql: (call) => compared(call, "<"),
    sentence: "True if the first date is before the second one.",
    examples: [
      [`IS_BEFORE({Due}, {Start})`, true],
      [`IS_BEFORE({Due}, {Due})`, false],
      [`IS_BEFORE({Due}, {Notes})`, null],
    ],
  },
  {
    ...common,
    name: "IS_AFTER",
    params: two,
    result: "checkbox",
    sql: (call) => compared(call, ">"),
    sentence: "True if the first date is after the second one.",
    examples: [
      [`IS_AFTER({Due}, {Start})`, false],
      [`IS_AFTER("2026-03-16", {Due})`, true],
    ],
  },
  {
    ...common,
    name: "IS_SAME",
    params: [...two, { ...unit, optional: true }],
    result: "checkbox",
    refuses: refuseOthers(units, 2),
    sql: (call) => {
      if (!call.args[2]) return compared(call, "=");
      return byChoice(units, call.args[2], { byDefault: "day", make: (each) => isSame(call, each) });
    },
    sentence:
      "True if two dates are the same, or are in the same unit, such as the same month of a year. Weeks start on Sunday.",
    examples: [
      [`IS_SAME({Due}, "2026-03-15")`, true],
      [`IS_SAME({Due}, {Start})`, false],
      [`IS_SAME({Due}, {Start}, "month")`, true],
      [`IS_SAME("2026-03-14", {Due}, "week")`, false],
      [`IS_SAME("2026-03-21", {Due}, "week")`, true],
      [`IS_SAME({Start}, "2026-03-29", "day")`, true],
      [`IS_SAME({Start}, "2026-03-29T00:59:00Z", "hour")`, true],
      [`IS_SAME({Due}, {Due}, {Name})`, { error: "TYPE" }],
    ],
  },
];

function difference({ args, zone }: Call, each: Unit): Own {
  if (isCalendarUnit(each) && calendarUnits[each].months > 0) {
    const [later, earlier] = args.map((arg) => localTime(arg, zone));
    return sql`div("formulaMonths"(${later}, ${earlier}), ${raw(String(calendarUnits[each].months))})`;
  }
  const length = isCalendarUnit(each) ? calendarUnits[each].days * 86_400 : secondsOf[each];
  const { a, b, areDates } = sameKind(args.slice(0, 2), zone);
  const elapsed = areDates ? sql`(${a} - ${b})::numeric * 86400` : sql`extract(epoch FROM ${a} - ${b})`;
  return sql`trunc(${elapsed} / ${raw(String(length))})`;
}

/** NUM if the start is after the end. */
function spanOf(span: keyof typeof spans, from: Sql, to: Sql): Own {
  const isLess = sql`extract(day FROM ${to}) < extract(day FROM ${from})`;
  const months = sql`((extract(year FROM ${to}) - extract(year FROM ${from})) * 12
    + extract(month FROM ${to}) - extract(month FROM ${from}) - (${isLess})::integer)`;
  const daysAfter = (whole: Sql) => sql`(${to} - "formulaShift"(${from}, ${whole}, 0))::numeric`;
  const value = {
    D: sql`(${to} - ${from})::numeric`,
    M: months,
    Y: sql`div(${months}, 12)`,
    MD: daysAfter(months),
    YM: sql`mod(${months}, 12)`,
    YD: daysAfter(sql`div(${months}, 12) * 12`),
  }[span];
  return numUnlessKnown(sql`CASE WHEN ${from} <= ${to} THEN ${value} END`, [from, to]);
}

function compared({ args, zone }: Call, sign: "<" | ">" | "="): Own {
  const { a, b } = sameKind(args, zone);
  return sql`(${a} ${raw(sign)} ${b})`;
}

function isSame({ args, zone }: Call, each: Unit): Own {
  const { a, b, areDates } = sameKind(args.slice(0, 2), zone);
  if (areDates && !isCalendarUnit(each)) return sql`(${a} = ${b})`;
  const [left, right] = [a, b].map((value) => {
    // With the zone, an hour that is repeated when daylight saving time ends counts as two.
    if (!isCalendarUnit(each)) return sql`date_trunc('${raw(each)}', ${value}, ${zoneOf(zone)})`;
    const local = areDates ? sql`${value}::timestamp` : sql`(${atZone(value, zone)})`;
    return each === "week" ? startOfWeek(local, true) : sql`date_trunc('${raw(each)}', ${local})`;
  });
  return sql`(${left} = ${right})`;
}
