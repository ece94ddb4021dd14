import { atZone, convert, zoneOf } from "./convert";
import type { Arg } from "./functions/entry";
import { clamp, join, raw, type Sql, sql } from "./sql";
import type { ValueSql } from "./value";

/** The years 0001 to 9999 in days from the first one, and in seconds from 1970. */
const lastDay = 3_652_058;
const seconds = { first: -62_135_596_800, end: 253_402_300_800 } as const;

/** A date at its midnight, or the local time of a date with a time, as type timestamp. */
export function localTime(moment: Arg | undefined, zone: string): Sql {
  const { sql: value, type } = moment as Arg;
  return type === "datetime" ? sql`(${atZone(value, zone)})` : sql`(${value})::timestamp`;
}

/** A date with a time, of a date its midnight in the zone, as type timestamptz. */
export function timeOf(moment: Arg | undefined, zone: string): Sql {
  const { sql: value, type } = moment as Arg;
  return type === "date"
    ? sql`(${convert(value, type, "datetime", zone).value})`
    : sql`(${value})::timestamptz`;
}

/** Two moments in one type, so that they can be compared: dates if both are, otherwise with their times. */
export function sameKind(moments: readonly Arg[], zone: string): { a: Sql; b: Sql; areDates: boolean } {
  const areDates = moments.every(({ type }) => type !== "datetime");
  const [a, b] = moments.map((moment) => (areDates ? sql`(${moment.sql})::date` : timeOf(moment, zone)));
  return { a: a as Sql, b: b as Sql, areDates };
}

/** Adds a number of days to a date, whole ones. NULL if one of both is; NUM outside the years 0001 to 9999. */
export function addToDate(date: Sql, days: Sql): ValueSql {
  const day = sql`(${date} - DATE '0001-01-01' + trunc(${days}))`;
  const isInside = sql`${day} BETWEEN 0 AND ${raw(String(lastDay))}`;
  return {
    value: sql`CASE WHEN ${isInside} THEN DATE '0001-01-01' + ${day}::integer END`,
    error: sql`CASE WHEN NOT (${isInside}) THEN 'NUM' END`,
  };
}

/** Adds a number of seconds to a moment. NULL if one of both is; NUM outside the years 0001 to 9999. */
export function addToTime(time: Sql, duration: Sql): ValueSql {
  const second = sql`(extract(epoch FROM ${time}) + ${duration})`;
  const isInside = sql`${second} >= ${raw(String(seconds.first))} AND ${second} < ${raw(String(seconds.end))}`;
  return {
    value: sql`CASE WHEN ${isInside} THEN ${time} + make_interval(secs => (${clamp(duration, -1e12, 1e12)})::float8) END`,
    error: sql`CASE WHEN NOT (${isInside}) THEN 'NUM' END`,
  };
}

/** Moves a date by whole months, and then by days. */
export function shiftDate(date: Sql, months: Sql, days: Sql): ValueSql {
  return numUnlessKnown(sql`"formulaShift"(${date}, ${months}, ${days})`, [date, months, days]);
}

/** Moves a moment by months and days on the calendar of a zone. */
export function shiftTime(time: Sql, months: Sql, days: Sql, zone: string): ValueSql {
  return numUnlessKnown(sql`"formulaShift"(${time}, ${months}, ${days}, ${zoneOf(zone)})`, [
    time,
    months,
    days,
  ]);
}

/** A value that is NULL outside the years 0001 to 9999, and the error NUM then. */
export function numUnlessKnown(value: Sql, operands: readonly Sql[]): ValueSql {
  return {
    value,
    error: sql`CASE WHEN num_nulls(${join([...operands], ", ")}) = 0 AND ${value} IS NULL THEN 'NUM' END`,
  };
}
