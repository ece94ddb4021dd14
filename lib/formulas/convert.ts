import { raw, type Sql, sql, sqlTypes } from "./sql";
import { isList, itemOf, type Scalar, type Type } from "./types";
import type { ValueSql } from "./value";

/**
 * Converts a value that the checker has accepted. The result is NULL if and only if the given value is, or if the error
 * is set. `zone` is the one in which dates and times change into each other.
 */
export function convert(value: Sql, from: Type, to: Type, zone: string): ValueSql {
  if (from === to) return { value };
  if (isList(from) && isList(to)) {
    const [fromItem, toItem] = [itemOf(from), itemOf(to)];
    if (fromItem === toItem) return { value };
    const { value: item } = convert(raw(`"item"`), fromItem, toItem, zone);
    return {
      value: sql`(SELECT array_agg(${item} ORDER BY "at") FROM unnest(${value}) WITH ORDINALITY AS "items" ("item", "at"))`,
    };
  }
  if (from === "blank" || isList(from) || isList(to)) return { value: nullOf(to) };
  if (to === "blank") return { value };
  return conversions[from][to]?.(value, zone) ?? { value };
}

/** NULL of a type. */
export function nullOf(type: Type): Sql {
  return sql`NULL::${raw(sqlTypes[itemOf(type)])}${raw(isList(type) ? "[]" : "")}`;
}

type Conversion = (value: Sql, zone: string) => ValueSql;

/** Each uses its value once, apart from those that read a text. */
const conversions: Record<Scalar, Partial<Record<Scalar, Conversion>>> = {
  number: {
    text: (value) => ({ value: sql`trim_scale(${value})::text` }),
    checkbox: (value) => ({ value: sql`(${value} <> 0)` }),
  },
  text: {
    checkbox: (value) => ({ value: sql`(${value} <> '')` }),
    date: (value, zone) => reading(value, sql`"formulaDate"(${value}, ${zoneOf(zone)})`),
    datetime: (value, zone) => reading(value, sql`"formulaTime"(${value}, ${zoneOf(zone)})`),
  },
  checkbox: {
    text: (value) => ({ value: sql`CASE ${value} WHEN true THEN 'TRUE' WHEN false THEN 'FALSE' END` }),
    number: (value) => ({ value: sql`(${value})::integer::numeric` }),
  },
  date: {
    text: (value) => ({ value: sql`to_char(${value}, 'YYYY-MM-DD')` }),
    datetime: (value, zone) => ({ value: atZone(sql`(${value})::timestamp`, zone) }),
    checkbox: (value) => ({ value: sql`(${value} IS NOT NULL)` }),
  },
  datetime: {
    text: (value) => ({ value: sql`to_char(${value} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')` }),
    date: (value, zone) => ({ value: sql`(${atZone(value, zone)})::date` }),
    checkbox: (value) => ({ value: sql`(${value} IS NOT NULL)` }),
  },
};

/** Converts a moment to local time, or local time to a moment. NULL for a zone that PostgreSQL does not have. */
export function atZone(value: Sql, zone: string): Sql {
  return sql`${value} AT TIME ZONE ${zoneOf(zone)}`;
}

/** The name of a zone, NULL if PostgreSQL does not have it. */
export function zoneOf(zone: string): Sql {
  return zone === "UTC" ? sql`'UTC'` : sql`"formulaZone"(${zone}::text)`;
}

function reading(text: Sql, read: Sql): ValueSql {
  return { value: read, error: sql`CASE WHEN ${text} <> '' AND ${read} IS NULL THEN 'TYPE' END` };
}
