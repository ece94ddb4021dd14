import { type Sql, sql } from "../sql";
import type { Arg, FunctionEntry, Own, Param } from "./entry";
import { powerOf } from "./operators";

const number: Param = { name: "number", type: "number" };

/** Properties that all functions of this file share. */
const common = { group: "numbers", result: "number", isStrict: true } as const;

export const numbers: readonly FunctionEntry[] = [
  {
    ...common,
    name: "ABS",
    params: [number],
    takesRaw: true,
    facts: ([facts]) => facts as NonNullable<typeof facts>,
    sql: ({ args: [value] }) => sql`abs(${value?.sql})`,
    sentence: "Gives a number without its sign.",
    examples: [
      [`ABS(-12.5)`, 12.5],
      [`ABS({Discount})`, 0],
    ],
  },
  {
    ...common,
    name: "MOD",
    params: [number, { name: "divisor", type: "number" }],
    sql: ({ args: [value, divisor] }) => {
      const rest = sql`mod(${value?.sql}, nullif(${divisor?.sql}, 0))`;
      return {
        value: sql`${rest} + CASE WHEN sign(${rest}) * sign(${divisor?.sql}) < 0 THEN ${divisor?.sql} ELSE 0 END`,
        error: divisionByZero(divisor),
      };
    },
    sentence: "Gives the remainder of a division, with the sign of the divisor.",
    examples: [
      [`MOD(10, 3)`, 1],
      [`MOD(-10, 3)`, 2],
      [`MOD(10, -3)`, -2],
      [`MOD(5.5, 0.5)`, 0],
      [`MOD(1, 0)`, { error: "DIV0" }],
    ],
  },
  {
    ...common,
    name: "QUOTIENT",
    params: [number, { name: "divisor", type: "number" }],
    sql: ({ args: [value, divisor] }) => ({
      value: sql`div(${value?.sql}, nullif(${divisor?.sql}, 0))`,
      error: divisionByZero(divisor),
    }),
    sentence: "Divides and cuts off the decimal places.",
    examples: [
      [`QUOTIENT(10, 3)`, 3],
      [`QUOTIENT(-10, 3)`, -3],
      [`QUOTIENT(1, 0)`, { error: "DIV0" }],
    ],
  },
  {
    ...common,
    name: "POWER",
    params: [number, { name: "exponent", type: "number" }],
    sql: ({ args: [base, exponent] }) => powerOf(base as Arg, exponent as Arg),
    sentence: "Raises a number to a power, as the operator ^ does.",
    examples: [
      [`POWER(2, 10)`, 1024],
      [`POWER(9, 0.5)`, 3],
      [`POWER(0, -1)`, { error: "DIV0" }],
      [`POWER(-8, 0.5)`, { error: "NUM" }],
      [`POWER(10, 1e300)`, { error: "NUM" }],
      [`POWER(0.5, 1e300)`, 0],
    ],
  },
  {
    ...common,
    name: "SQRT",
    params: [number],
    sql: ({ args: [value] }) => ({
      value: sql`sqrt(CASE WHEN ${value?.sql} >= 0 THEN ${value?.sql} END)`,
      error: sql`CASE WHEN ${value?.sql} < 0 THEN 'NUM' END`,
    }),
    sentence: "Gives the square root of a number.",
    examples: [
      [`SQRT(9)`, 3],
      [`SQRT(0.25)`, 0.5],
      [`SQRT(-1)`, { error: "NUM" }],
    ],
  },
  {
    ...common,
    name: "EXP",
    params: [number],
    sql: ({ args: [value] }) => ({
      value: sql`CASE WHEN ${value?.sql} < -745.2 THEN 0 WHEN ${value?.sql} < 709.8 THEN exp(${value?.sql}) END`,
      error: sql`CASE WHEN ${value?.sql} >= 709.8 THEN 'NUM' END`,
    }),
    sentence: "Raises Euler's number e to a power.",
    examples: [
      [`EXP(0)`, 1],
      [`EXP(2)`, 7.38905609893065],
      [`EXP(1e300)`, { error: "NUM" }],
      [`EXP(-1e300)`, 0],
    ],
  },
  {
    ...common,
    name: "LN",
    params: [number],
    sql: ({ args: [value] }) => ({ value: sql`ln(${positive(value)})`, error: notPositive(value) }),
    sentence: "Gives the natural logarithm of a number.",
    examples: [
      [`LN(1)`, 0],
      [`LN(EXP(2))`, 2],
      [`LN(0)`, { error: "NUM" }],
    ],
  },
  {
    ...common,
    name: "LOG",
    params: [number, { name: "base", type: "number", optional: true }],
    sql: ({ args: [value, base] }) => {
      if (!base) return { value: sql`log(${positive(value)})`, error: notPositive(value) };
      return {
        value: sql`log(nullif(${positive(base)}, 1), ${positive(value)})`,
        error: sql`CASE WHEN ${value?.sql} <= 0 OR ${base.sql} <= 0 THEN 'NUM' WHEN ${base.sql} = 1 THEN 'DIV0' END`,
      };
    },
    sentence: "Gives the logarithm of a number to a base, 10 by default.",
    examples: [
      [`LOG(1000)`, 3],
      [`LOG(8, 2)`, 3],
      [`LOG(0)`, { error: "NUM" }],
      [`LOG(8, 1)`, { error: "DIV0" }],
      [`LOG(8, -2)`, { error: "NUM" }],
    ],
  },
  {
    ...common,
    name: "LOG10",
    params: [number],
    sql: ({ args: [value] }) => ({ value: sql`log(${positive(value)})`, error: notPositive(value) }),
    sentence: "Gives the logarithm of a number to the base 10.",
    examples: [
      [`LOG10(1000)`, 3],
      [`LOG10(-1)`, { error: "NUM" }],
    ],
  },
  {
    ...common,
    name: "SIGN",
    params: [number],
    wholeDigits: 1,
    sql: ({ args: [value] }) => sql`sign(${value?.sql})`,
    sentence: "Gives -1 for a negative number, 0 for zero and 1 for a positive one.",
    examples: [
      [`SIGN(-12.5)`, -1],
      [`SIGN({Discount})`, 0],
    ],
  },
  {
    ...common,
    name: "PI",
    params: [],
    isRounded: true,
    sql: () => sql`3.14159265358979`,
    sentence: "Gives the number π to 15 digits.",
    examples: [[`2 * PI()`, 6.28318530717958]],
  },
  {
    name: "VALUE",
    group: "numbers",
    params: [{ name: "text", type: "text", keepsBlank: true }],
    result: "number",
    sql: ({ args: [text] }) => readNumber(text as Arg),
    sentence: "Reads a number from a text, with or without commas, a currency sign or a percent sign.",
    examples: [
      [`VALUE("12.5")`, 12.5],
      [`VALUE(" $1,234.50 ")`, 1234.5],
      [`VALUE("50%")`, 0.5],
      [`VALUE("1e400")`, { error: "NUM" }],
      [`VALUE("abc")`, { error: "TYPE" }],
      [`VALUE({Notes})`, null],
    ],
  },
];

function divisionByZero(divisor: Arg | undefined): Sql {
  return sql`CASE WHEN ${divisor?.sql} = 0 THEN 'DIV0' END`;
}

function positive(arg: Arg | undefined): Sql {
  return sql`CASE WHEN ${arg?.sql} > 0 THEN ${arg?.sql} END`;
}

function notPositive(arg: Arg | undefined): Sql {
  return sql`CASE WHEN ${arg?.sql} <= 0 THEN 'NUM' END`;
}

/** Numbers in PostgreSQL's form, with English commas, signs of currencies and percent signs. */
function readNumber({ sql: text }: Arg): Own {
  const plain = sql`regexp_replace(${text}, '[\\s,$€£¥]', '', 'g')`;
  const isNumber = sql`${plain} ~ '^[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d{1,3})?%?$'`;
  const factor = sql`CASE WHEN right(${plain}, 1) = '%' THEN 0.01 ELSE 1 END`;
  return {
    value: sql`CASE WHEN ${isNumber} THEN rtrim(${plain}, '%')::numeric * ${factor} END`,
    error: sql`CASE WHEN NOT ${isNumber} AND btrim(${text}) <> '' THEN 'TYPE' END`,
  };
}
