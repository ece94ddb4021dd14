import { findHostile } from "../../contract/plain-json";
import { Prisma, type Sql } from "../db";
import type { SortType } from "./field-sql";
import { byId, type SortKey } from "./sort-sql";

/** Where a record stands in an order: what it is sorted by, as texts. */
export type Standing = readonly (string | null)[];

/**
 * A column, with its comma, that holds what a record's standing has besides its id; nothing where that is all. As JSON:
 * of a page, only the last one is ever read.
 */
export function standingColumn(keys: readonly SortKey[]): Sql {
  // Side by side, texts need one collation.
  const texts = keys.filter((key) => key !== byId).map(({ by }) => Prisma.sql`(${by})::text COLLATE "C"`);
  if (texts.length === 0) return Prisma.empty;
  return Prisma.sql`, to_json(ARRAY[${Prisma.join(texts)}])::text AS "standing"`;
}

/** The standing of a record that was read with its `standingColumn`. */
export function readStanding(
  keys: readonly SortKey[],
  { id, standing = "[]" }: { id: string; standing?: string },
): Standing {
  const texts = JSON.parse(standing) as (string | null)[];
  return keys.map((key) => (key === byId ? id : (texts.shift() ?? null)));
}

/** Whether these texts may have come from a `standingColumn`. */
export function isStanding(keys: readonly SortKey[], standing: readonly unknown[]): standing is Standing {
  return (
    standing.length === keys.length &&
    keys.every(({ type, isNullable }, index) => {
      const text = standing[index];
      return text === null ? isNullable : typeof text === "string" && isWritten[type](text);
    })
  );
}

/** The condition under which a record comes after a standing. Only the last key is without equals. */
export function afterSql(keys: readonly SortKey[], standing: Standing): Sql {
  if (keys.every(({ direction, isNullable }) => direction === "asc" && !isNullable)) {
    return rowAfterSql(keys, standing);
  }
  return keys.reduceRight<Sql>((rest, key, index) => {
    const text = standing[index] ?? null;
    const beyond = beyondSql(key, text);
    if (index === keys.length - 1) return beyond;
    return Prisma.sql`(${beyond} OR (${sameSql(key, text)} AND ${rest}))`;
  }, Prisma.sql`true`);
}

/** The form that an index can answer. */
function rowAfterSql(keys: readonly SortKey[], standing: Standing): Sql {
  const values = keys.map(({ type }, index) => Prisma.sql`${standing[index]}::${Prisma.raw(type)}`);
  return Prisma.sql`(${Prisma.join(keys.map(({ by }) => by))}) > (${Prisma.join(values)})`;
}

function beyondSql({ by, direction, type, isNullable }: SortKey, text: string | null): Sql {
  // Nothing comes after the empty cells.
  if (text === null) return Prisma.sql`false`;
  const beyond = Prisma.sql`${by} ${Prisma.raw(direction === "asc" ? ">" : "<")} ${text}::${Prisma.raw(type)}`;
  return isNullable ? Prisma.sql`(${beyond} OR ${by} IS NULL)` : beyond;
}

function sameSql({ by, type }: SortKey, text: string | null): Sql {
  return text === null ? Prisma.sql`${by} IS NULL` : Prisma.sql`${by} = ${text}::${Prisma.raw(type)}`;
}

/** Whether PostgreSQL reads a text as a value of each type, so that a forged cursor is refused before SQL sees it. */
const isWritten: Record<SortType, (text: string) => boolean> = {
  text: (text) => findHostile(text) === undefined,
  // A double has 309 digits before its point at most, and a position in the manual order few behind it.
  numeric: (text) => /^-?\d{1,400}(\.\d{1,2000})?$/.test(text),
  integer: (text) => /^\d{1,9}$/.test(text),
  boolean: (text) => /^(true|false)$/.test(text),
  timestamptz: isMoment,
  uuid: (text) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text),
};

/** A day that the calendar has, and a time that the clock has. */
function isMoment(text: string): boolean {
  const [, day, time] = /^(?!0000)(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.\d{1,3})?\+00$/.exec(text) ?? [];
  const written = `${day}T${time}`;
  const moment = new Date(`${written}Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(written);
}
