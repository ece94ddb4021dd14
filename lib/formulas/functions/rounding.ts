import { clamp, raw, type Sql, sql } from "../sql";
import type { Arg, FunctionEntry, Own, Param } from "./entry";

const number: Param = { name: "number", type: "number" };
const places: Param = { name: "places", type: "number", optional: true };
const significance: Param = { name: "significance", type: "number", optional: true };

/** Properties that all functions of this file share. */
const common = { group: "numbers", result: "number", isStrict: true } as const;

export const roundings: readonly FunctionEntry[] = [
  {
    ...common,
    name: "ROUND",
    params: [number, places],
    sql: ({ args }) => sql`round(${args[0]?.sql}, ${placesOf(args[1])})`,
    sentence: "Rounds to a number of decimal places, half away from zero.",
    examples: [
      [`ROUND(2.345, 2)`, 2.35],
      [`ROUND(-2.5)`, -3],
      [`ROUND(1234, -2)`, 1200],
      [`ROUND({Price})`, 13],
      [`ROUND(1 / 3, 1e300)`, 0.333333333333333],
    ],
  },
  {
    ...common,
    name: "ROUNDUP",
    params: [number, places],
    sql: ({ args }) => {
      const [value, count] = [args[0]?.sql, placesOf(args[1])];
      const cut = sql`trunc(${value}, ${count})`;
      return sql`CASE WHEN ${cut} = ${value} THEN ${value} ELSE ${cut} + sign(${value}) * ('1e' || (- ${count})::text)::numeric END`;
    },
    sentence: "Rounds to a number of decimal places, away from zero.",
    examples: [
      [`ROUNDUP(1.21, 1)`, 1.3],
      [`ROUNDUP(-1.1)`, -2],
      [`ROUNDUP(1234, -2)`, 1300],
      [`ROUNDUP(2, 0)`, 2],
    ],
  },
  {
    ...common,
    name: "ROUNDDOWN",
    params: [number, places],
    sql: ({ args }) => sql`trunc(${args[0]?.sql}, ${placesOf(args[1])})`,
    sentence: "Rounds to a number of decimal places, toward zero.",
    examples: [
      [`ROUNDDOWN(1.29, 1)`, 1.2],
      [`ROUNDDOWN(-1.9)`, -1],
    ],
  },
  {
    ...common,
    name: "TRUNC",
    params: [number, places],
    sql: ({ args }) => sql`trunc(${args[0]?.sql}, ${placesOf(args[1])})`,
    sentence: "Cuts off decimal places, all of them by default.",
    examples: [
      [`TRUNC(2.79)`, 2],
      [`TRUNC(-2.79, 1)`, -2.7],
    ],
  },
  {
    ...common,
    name: "INT",
    params: [number],
    sql: ({ args: [value] }) => sql`floor(${value?.sql})`,
    sentence: "Gives the largest whole number that is not above a number.",
    examples: [
      [`INT(2.9)`, 2],
      [`INT(-2.1)`, -3],
      [`INT(1 / 3 * 3)`, 1],
    ],
  },
  {
    ...common,
    name: "MROUND",
    params: [number, { name: "factor", type: "number" }],
    sql: ({ args: [value, factor] }) => ({
      value: sql`CASE WHEN ${factor?.sql} = 0 THEN ${value?.sql} * 0
        WHEN sign(${value?.sql}) * sign(${factor?.sql}) >= 0 THEN ${factor?.sql} * round(${value?.sql} / ${factor?.sql}) END`,
      error: sql`CASE WHEN sign(${value?.sql}) * sign(${factor?.sql}) < 0 THEN 'NUM' END`,
    }),
    sentence: "Rounds to the nearest multiple of a factor. Both must have the same sign.",
    examples: [
      [`MROUND(7, 3)`, 6],
      [`MROUND(-7.5, -3)`, -9],
      [`MROUND(7, 0)`, 0],
      [`MROUND(7, -3)`, { error: "NUM" }],
    ],
  },
  {
    ...common,
    name: "CEILING",
    params: [number, significance],
    sql: ({ args }) => multipleOf(args, "ceil"),
    sentence: "Rounds up to the nearest multiple of a significance, 1 by default.",
    examples: [
      [`CEILING(2.1)`, 3],
      [`CEILING(0.31, 0.1)`, 0.4],
      [`CEILING(-2.3)`, -2],
      [`CEILING(-2.3, -1)`, -3],
      [`CEILING(2.3, -1)`, { error: "NUM" }],
      [`CEILING(2.3, 0)`, 0],
    ],
  },
  {
    ...common,
    name: "FLOOR",
    params: [number, significance],
    sql: ({ args }) => multipleOf(args, "floor"),
    sentence: "Rounds down to the nearest multiple of a significance, 1 by default.",
    examples: [
      [`FLOOR(2.9)`, 2],
      [`FLOOR(0.37, 0.1)`, 0.3],
      [`FLOOR(-2.3)`, -3],
      [`FLOOR(-2.3, -1)`, -2],
      [`FLOOR(2.3, -1)`, { error: "NUM" }],
    ],
  },
  {
    ...common,
    name: "EVEN",
    params: [number],
    sql: ({ args: [value] }) => sql`sign(${value?.sql}) * 2 * ceil(abs(${value?.sql}) / 2)`,
    sentence: "Rounds to the next even number, away from zero.",
    examples: [
      [`EVEN(1.5)`, 2],
      [`EVEN(3)`, 4],
      [`EVEN(-1.8)`, -2],
      [`EVEN(0)`, 0],
    ],
  },
  {
    ...common,
    name: "ODD",
    params: [number],
    sql: ({ args: [value] }) =>
      sql`CASE WHEN ${value?.sql} = 0 THEN 1 ELSE sign(${value?.sql}) * (2 * ceil((abs(${value?.sql}) - 1) / 2) + 1) END`,
    sentence: "Rounds to the next odd number, away from zero.",
    examples: [
      [`ODD(1.5)`, 3],
      [`ODD(-2)`, -3],
      [`ODD(0)`, 1],
    ],
  },
];

/** Decimal places as integer, within what a double can have. */
function placesOf(arg: Arg | undefined): Sql {
  if (!arg) return sql`0`;
  return sql`trunc(${clamp(arg.sql, -340, 340)})::integer`;
}

/** A multiple of a significance. Of a negative number and a significance, multiples count away from zero. */
function multipleOf([value, significance]: readonly Arg[], direction: "ceil" | "floor"): Own {
  if (!significance) return sql`${raw(direction)}(${value?.sql})`;
  const isMixed = sql`${value?.sql} > 0 AND ${significance.sql} < 0`;
  const multiple = sql`${significance.sql} * ${raw(direction)}(${value?.sql} / nullif(${significance.sql}, 0))`;
  const ofZero = direction === "ceil" ? sql`${value?.sql} * 0` : sql`CASE WHEN ${value?.sql} = 0 THEN 0 END`;
  const zeroError =
    direction === "ceil" ? sql`` : sql` WHEN ${significance.sql} = 0 AND ${value?.sql} <> 0 THEN 'DIV0'`;
  return {
    value: sql`CASE WHEN ${isMixed} THEN NULL WHEN ${significance.sql} = 0 THEN ${ofZero} ELSE ${multiple} END`,
    error: sql`CASE WHEN ${isMixed} THEN 'NUM'${zeroError} END`,
  };
}
