import type { MomentTemplate } from "../../field-types/datetime";
import { startOfDay } from "../../field-types/zone";
import { Prisma, type Sql } from "../db";
import { isMomentSql, rankSql } from "./field-sql";
import type { Subject } from "./subject";

/** A span of days, the last included. */
export interface Days {
  readonly from: string;
  readonly to: string;
  /** The zone in which days begin for fields without one of their own. */
  readonly timeZone: string;
}

/** The first and the last date of records. */
export interface Dates {
  readonly first: Subject;
  readonly last?: Subject | undefined;
}

/**
 * SQL: a record touches some days. One whose last date is before its first has only the first, which needs no condition of
 * its own: the later of both dates counts.
 */
export function touchesSql({ first, last }: Dates, days: Days): Sql {
  const endsLater = last ? Prisma.sql` OR ${isFromOn(last, days)}` : Prisma.empty;
  return Prisma.sql`${isBeforeEnd(first, days)} AND (${isFromOn(first, days)}${endsLater})`;
}

function isFromOn(subject: Subject, { from, timeZone }: Days): Sql {
  return Prisma.sql`${rankSql(subject)} >= ${boundSql(subject, from, timeZone)}`;
}

function isBeforeEnd(subject: Subject, { to, timeZone }: Days): Sql {
  return Prisma.sql`${rankSql(subject)} < ${boundSql(subject, dayAfter(to), timeZone)}`;
}

/** SQL of the beginning of a day, in the form of the subject's sort key. */
function boundSql(subject: Subject, day: string, timeZone: string): Sql {
  if (subject.kind === "date") return Prisma.sql`${day}::text`;
  const { timezone } = subject.template as MomentTemplate;
  const text = day === endOfTime ? day : momentText(startOfDay(day, timezone || timeZone));
  return isMomentSql(subject) ? Prisma.sql`${text}::timestamptz` : Prisma.sql`${text}::text`;
}

function dayAfter(day: string): string {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString();
  return day === "9999-12-31" ? endOfTime : next.slice(0, 10);
}

/** A moment as stored, within the years that fields can hold. */
function momentText(moment: number): string {
  const text = new Date(moment).toISOString();
  if (text.startsWith("0000")) return "0001-01-01T00:00:00.000Z";
  return text.startsWith("+") ? endOfTime : text;
}

/** After all dates and moments, as text and as a timestamp of PostgreSQL. */
const endOfTime = "9999-12-31T24:00:00.000Z";
