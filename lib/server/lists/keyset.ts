import { findHostile } from "../../contract/plain-json";
import { Prisma, type Sql } from "../db";
import type { SortType } from "./field-sql";
import { byId, type SortKey } from "./sort-sql";

/** A keyset position: a record's sort keys as texts. */
export type KeysetPosition = readonly (string | null)[];

/**
 * A column, with its comma, for a record's keyset position without its id; empty if the id is all. As JSON, because
 * only the last one of a page is parsed.
 */
export function keysetColumn(keys: readonly SortKey[]): Sql {
  // Texts in one array need one collation.
  const texts = keys.filter((key) => key !== byId).map(({ by }) => Prisma.sql`(${by})::text COLLATE "C"`);
  if (texts.length === 0) return Prisma.empty;
  return Prisma.sql`, to_json(ARRAY[${Prisma.join(texts)}])::text AS "keyset"`;
}

/** Reads the keyset position of a record selected with `keysetColumn`. */
export function readKeyset(
  keys: readonly SortKey[],
  { id, keyset }: { id: string; keyset?: string | null },
): KeysetPosition {
  const texts = JSON.parse(keyset ?? "[]") as (string | null)[];
  return keys.map((key) => (key === byId ? id : (texts.shift() ?? null)));
}

/** True if these texts could have come from a `keysetColumn`. */
export function isKeyset(keys: readonly SortKey[], keyset: readonly unknown[]): keyset is KeysetPosition {
  return (
    keyset.length === keys.length &&
    keys.every(({ type, isNullable }, index) => {
      const text = keyset[index];
      return text === null ? isNullable : typeof text === "string" && isWritten[type](text);
    })
  );
}

/** The condition that a record comes after a keyset position. Only the last key is unique. */
export function afterSql(keys: readonly SortKey[], keyset: KeysetPosition): Sql {
  if (keys.every(({ direction, isNullable }) => direction === "asc" && !isNullable)) {
    return rowAfterSql(keys, keyset);
  }
  return keys.reduceRight<Sql>((rest, key, index) => {
    const text = keyset[index] ?? null;
    const beyond = beyondSql(key, text);
    if (index === keys.length - 1) return beyond;
    return Prisma.sql`(${beyond} OR (${sameSql(key, text)} AND ${rest}))`;
  }, Prisma.sql`true`);
}

/** A row comparison, which an index supports. */
function rowAfterSql(keys: readonly SortKey[], keyset: KeysetPosition): Sql {
  const values = keys.map(({ type }, index) => Prisma.sql`${keyset[index]}::${Prisma.raw(type)}`);
  return Prisma.sql`(${Prisma.join(keys.map(({ by }) => by))}) > (${Prisma.join(values)})`;
}

function beyondSql({ by, direction, type, isNullable }: SortKey, text: string | null): Sql {
  // Empty cells sort last.
  if (text === null) return Prisma.sql`false`;
  const beyond = Prisma.sql`${by} ${Prisma.raw(direction === "asc" ? ">" : "<")} ${text}::${Prisma.raw(type)}`;
  return isNullable ? Prisma.sql`(${beyond} OR ${by} IS NULL)` : beyond;
}

function sameSql({ by, type }: SortKey, text: string | null): Sql {
  return text === null ? Prisma.sql`${by} IS NULL` : Prisma.sql`${by} = ${text}::${Prisma.raw(type)}`;
}

/** Checks that PostgreSQL can parse a text as each type, so that forged cursors are refused before they reach SQL. */
const isWritten: Record<SortType, (text: string) => boolean> = {
  text: (text) => findHostile(text) === undefined,
  // A double has at most 309 digits before its point. A manual position has a few after it.
  numeric: (text) => /^-?\d{1,400}(\.\d{1,2000})?$/.test(text),
  integer: (text) => /^\d{1,9}$/.test(text),
  boolean: (text) => /^(true|false)$/.test(text),
  timestamptz: isMoment,
  uuid: (text) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text),
};

/** A valid date and time. */
function isMoment(text: string): boolean {
  const [, day, time] = /^(?!0000)(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.\d{1,3})?\+00$/.exec(text) ?? [];
  const written = `${day}T${time}`;
  const moment = new Date(`${written}Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(written);
}
