import sql, { join, raw, Sql } from "sql-template-tag";

export { join, raw, Sql, sql };

/** PostgreSQL's names of the types. */
export const sqlTypes = {
  number: "numeric",
  text: "text",
  checkbox: "boolean",
  date: "date",
  datetime: "timestamptz",
  blank: "text",
} as const;

/** A number in the text of a statement, which takes less time than a parameter. */
export function decimal(digits: string): Sql {
  if (!/^[\d.]+(e-?\d+)?$/.test(digits)) throw new Error(`not a decimal number: ${digits}`);
  return raw(`${digits}::numeric`);
}

/** The root collation of Unicode, which orders texts alike in every PostgreSQL. */
export const unicode = raw(`COLLATE "und-x-icu"`);

/** A place in SQL that is filled later, so that its uses can be counted. */
export interface Hole {
  readonly hole: symbol;
}

export function makeHole(): { readonly hole: Hole; readonly sql: Sql } {
  const hole: Hole = { hole: Symbol() };
  return { hole, sql: sql`${hole}` };
}

/** Counts the uses of a hole. */
export function usesOf(hole: Hole, parts: readonly (Sql | undefined)[]): number {
  return parts.reduce((sum, part) => sum + (part?.values.filter((value) => value === hole).length ?? 0), 0);
}

/** Fills holes; other values stay parameters. */
export function fillHoles(part: Sql, contents: ReadonlyMap<unknown, Sql>): Sql {
  if (!part.values.some((value) => contents.has(value))) return part;
  return new Sql(
    part.strings,
    part.values.map((value) => contents.get(value) ?? value),
  );
}

/** Keeps a number within bounds. NULL stays NULL, unlike with LEAST and GREATEST. */
export function clamp(number: Sql, low: number, high: number): Sql {
  const [least, most] = [raw(String(low)), raw(String(high))];
  return sql`CASE WHEN ${number} < ${least} THEN ${least} WHEN ${number} > ${most} THEN ${most} ELSE ${number} END`;
}

/** Joins by a separator, or gives the only part. */
export function joinSql(parts: readonly Sql[], separator: string): Sql {
  return parts.length === 1 ? (parts[0] as Sql) : join(parts, separator);
}

/** The first error that is set; nothing if there can be none. */
export function joinErrors(...errors: readonly (Sql | undefined)[]): { readonly error?: Sql } {
  const known = errors.filter((error) => error !== undefined);
  if (known.length === 0) return {};
  return { error: known.length === 1 ? (known[0] as Sql) : sql`coalesce(${join(known, ", ")})` };
}
