import { raw, type Sql, sql } from "./sql";
import type { ValueSql } from "./value";

/** The years 0001 to 9999 in days from the first one, and in seconds from 1970. */
const lastDay = 3_652_058;
const seconds = { first: -62_135_596_800, end: 253_402_300_800 } as const;

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
    value: sql`CASE WHEN ${isInside} THEN ${time} + make_interval(secs => least(greatest(${duration}, -1e12), 1e12)::float8) END`,
    error: sql`CASE WHEN NOT (${isInside}) THEN 'NUM' END`,
  };
}
