import { addToDate, addToTime, sameKind } from "../moments";
import { raw, type Sql, sql, unicode } from "../sql";
import type { NumberFacts } from "../steps";
import { isMoment, type Type } from "../types";
import type { Arg, Call, FunctionEntry, Param } from "./entry";

/** The entry of an operator for operands of these types. Types that do not fit are refused like those of functions. */
export function operatorEntry(name: string, types: readonly Type[]): FunctionEntry {
  const [left = "blank", right = "blank"] = types;
  if (name === "+" && isMoment(left)) return addDays(left, "+");
  if (name === "+" && isMoment(right)) return daysBefore(right);
  if (name === "-" && isMoment(left))
    return isMoment(right) || right === "text" ? differenceInDays : addDays(left, "-");
  if (name === "-" && isMoment(right) && left === "text") return differenceInDays;
  const entry =
    operators.find((each) => each.name === name) ?? operators.find((each) => each.aliases?.includes(name));
  if (!entry) throw new Error(`there is no operator ${name}`);
  return entry;
}

const numbers: readonly Param[] = [
  { name: "left", type: "number" },
  { name: "right", type: "number" },
];
const compared: readonly Param[] = [
  { name: "left", type: "compared" },
  { name: "right", type: "compared" },
];

const common = { group: "operators", sentence: "", examples: [] } as const;

const operators: readonly FunctionEntry[] = [
  arithmetic("+", ([a, b]) => sql`(${a} + ${b})`, sumFacts),
  arithmetic("-", ([a, b]) => sql`(${a} - ${b})`, sumFacts),
  arithmetic(
    "*",
    ([a, b]) => sql`(${a} * ${b})`,
    (a, b) => ({
      digits: a.digits + b.digits,
      isWhole: a.isWhole && b.isWhole,
      isRounded: false,
    }),
  ),
  {
    ...arithmetic(
      "/",
      () => sql``,
      (a, b) => ({
        digits: a.digits + (b.isRounded ? 330 : 16_500),
        isWhole: false,
        isRounded: false,
      }),
    ),
    sql: ({ args: [a, b] }) => ({
      value: sql`(${a?.sql} / nullif(${b?.sql}, 0))`,
      error: sql`CASE WHEN ${b?.sql} = 0 THEN 'DIV0' END`,
    }),
  },
  {
    ...common,
    name: "^",
    params: numbers,
    result: "number",
    isStrict: true,
    sql: ({ args: [a, b] }) => powerOf(a as Arg, b as Arg),
  },
  {
    ...common,
    name: "-",
    aliases: ["unary-"],
    params: numbers.slice(0, 1),
    result: "number",
    isStrict: true,
    takesRaw: true,
    facts: ([a]) => a as NumberFacts,
    sql: ({ args: [a] }) => sql`(- ${a?.sql})`,
  },
  {
    ...common,
    name: "+",
    aliases: ["unary+"],
    params: numbers.slice(0, 1),
    result: "number",
    isStrict: true,
    takesRaw: true,
    facts: ([a]) => a as NumberFacts,
    sql: ({ args: [a] }) => sql`${a?.sql}`,
  },
  {
    ...common,
    name: "%",
    aliases: ["percent"],
    params: numbers.slice(0, 1),
    result: "number",
    isStrict: true,
    takesRaw: true,
    facts: ([a]) => ({ digits: a?.digits ?? 0, isWhole: false, isRounded: false }),
    sql: ({ args: [a] }) => sql`(${a?.sql} * 0.01)`,
  },
  {
    ...common,
    name: "&",
    params: [
      { name: "left", type: "text" },
      { name: "right", type: "text" },
    ],
    result: "text",
    isStrict: true,
    takesRaw: true,
    isLong: true,
    sql: ({ args: [a, b] }) => sql`(${a?.sql} || ${b?.sql})`,
  },
  comparison("=", ({ equals }) => equals),
  comparison("!=", ({ equals }) => sql`(NOT ${equals})`),
  comparison("<", ({ a, b, less }) => sql`coalesce(${less}, ${a} IS NULL AND ${b} IS NOT NULL)`),
  comparison("<=", ({ a, less }) => sql`coalesce(${less}, ${a} IS NULL)`),
  comparison(">", ({ a, b, less }) => sql`coalesce(${less}, ${a} IS NOT NULL AND ${b} IS NULL)`),
  comparison(">=", ({ b, less }) => sql`coalesce(${less}, ${b} IS NULL)`),
];

function arithmetic(
  name: string,
  combine: (operands: readonly (Sql | undefined)[]) => Sql,
  facts: (a: NumberFacts, b: NumberFacts) => NumberFacts,
): FunctionEntry {
  return {
    ...common,
    name,
    params: numbers,
    result: "number",
    isStrict: true,
    takesRaw: true,
    facts: ([a, b]) => facts(a as NumberFacts, b as NumberFacts),
    sql: ({ args }) => combine(args.map((arg) => arg.sql)),
  };
}

function sumFacts(a: NumberFacts, b: NumberFacts): NumberFacts {
  return { digits: Math.max(a.digits, b.digits) + 1, isWhole: a.isWhole && b.isWhole, isRounded: false };
}

/** The power of two rounded numbers. Its size is estimated before it is computed. */
export function powerOf({ sql: base }: Arg, { sql: exponent }: Arg) {
  const size = sql`(${exponent} * ln(abs(nullif(${base}, 0))::float8)::numeric)`;
  const isFraction = sql`${exponent} <> trunc(${exponent})`;
  return {
    value: sql`CASE
      WHEN ${base} = 0 THEN CASE WHEN ${exponent} > 0 THEN 0 WHEN ${exponent} = 0 THEN 1 END
      WHEN ${base} < 0 AND ${isFraction} THEN NULL
      WHEN ${size} > 709.8 THEN NULL
      WHEN ${size} < -745.2 THEN 0
      ELSE power(${base}, ${exponent}) END`,
    error: sql`CASE
      WHEN ${base} = 0 AND ${exponent} < 0 THEN 'DIV0'
      WHEN ${base} < 0 AND ${isFraction} THEN 'NUM'
      WHEN ${size} > 709.8 THEN 'NUM' END`,
  };
}

interface Operands {
  readonly a: Sql;
  readonly b: Sql;
  readonly equals: Sql;
  /** The comparison of values that are both there, NULL if one is blank. */
  readonly less: Sql;
}

/** A comparison. Blank is before everything, and a blank number, date or checkbox equals only blank. */
function comparison(name: string, combine: (operands: Operands) => Sql): FunctionEntry {
  const sign = raw(name);
  return {
    ...common,
    name,
    params: compared,
    result: "checkbox",
    isNeverBlank: true,
    sql: ({ args }: Call) => {
      const isText = args.some(({ type }) => type === "text" || type === "blank");
      const [a, b] = args.map(({ sql: value, isBlankable }) =>
        isText && isBlankable ? sql`coalesce(${value}, '')` : value,
      ) as [Sql, Sql];
      const order = isText ? sql` ${unicode}` : sql``;
      if (isText || args.every(({ isBlankable }) => !isBlankable)) {
        const isExact = name === "=" || name === "!=";
        const value = isExact
          ? sql`(${a} ${raw(name === "=" ? "=" : "<>")} ${b})`
          : sql`(${a}${order} ${sign} ${b})`;
        return { value, isStrict: args.every(({ isBlankable }) => !isBlankable) };
      }
      const equals = sql`(${a} IS NOT DISTINCT FROM ${b})`;
      return combine({ a, b, equals, less: sql`${a} ${sign} ${b}` });
    },
  };
}

/** Adds days to a date, whole ones, or to a date with a time. Blank days give blank. */
function addDays(type: "date" | "datetime", sign: "+" | "-"): FunctionEntry {
  return {
    ...common,
    name: sign,
    params: [
      { name: "date", type: "moment" },
      { name: "days", type: "number", keepsBlank: true },
    ],
    result: type,
    isStrict: true,
    sql: ({ args: [date, days] }) =>
      shifted(type, date?.sql as Sql, sign === "+" ? sql`${days?.sql}` : sql`(- ${days?.sql})`),
  };
}

function daysBefore(type: "date" | "datetime"): FunctionEntry {
  return {
    ...common,
    name: "+",
    params: [
      { name: "days", type: "number", keepsBlank: true },
      { name: "date", type: "moment" },
    ],
    result: type,
    isStrict: true,
    sql: ({ args: [days, date] }) => shifted(type, date?.sql as Sql, sql`${days?.sql}`),
  };
}

function shifted(type: "date" | "datetime", date: Sql, days: Sql) {
  return type === "date" ? addToDate(date, days) : addToTime(date, sql`${days} * 86400`);
}

/** Days between two dates: whole ones, or with the fraction of a day if one has a time. */
const differenceInDays: FunctionEntry = {
  ...common,
  name: "-",
  params: [
    { name: "end", type: "moment" },
    { name: "start", type: "moment" },
  ],
  result: "number",
  isStrict: true,
  facts: () => ({ digits: 7, isWhole: false, isRounded: false }),
  sql: ({ args, zone }) => daysBetween(args, zone),
};

/** `end` minus `start` in days. */
function daysBetween(moments: readonly Arg[], zone: string): Sql {
  const { a, b, areDates } = sameKind(moments, zone);
  return areDates ? sql`(${a} - ${b})::numeric` : sql`(extract(epoch FROM ${a} - ${b}) / 86400)`;
}
