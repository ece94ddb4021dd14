/** Compares functions with those of an independent library, where both are defined alike. */
import * as formulajs from "@formulajs/formulajs";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FormulaPostgres } from "../../../e2e/formula-postgres";
import { rounds } from "../../../e2e/rounds";

let postgres: FormulaPostgres;
beforeAll(async () => {
  postgres = await FormulaPostgres.start();
});
afterAll(() => postgres.stop());

type Value = number | string | boolean | Date;

const number = fc.oneof(
  fc.integer({ min: -100, max: 100 }),
  fc.integer({ min: -10_000_000, max: 10_000_000 }).map((digits) => digits / 1000),
);
const positive = number.map((value) => Math.abs(value) || 1);
const places = fc.integer({ min: -3, max: 5 });
const factor = fc.constantFrom(0.25, 0.5, 1, 3, 10, 250);
const count = fc.integer({ min: 0, max: 12 });
const position = fc.integer({ min: 1, max: 8 });
const text = fc.string({ maxLength: 12, unit: fc.constantFrom(..."aAbBzZ 09.-(\"'\\&%$") });
const word = fc.string({ minLength: 1, maxLength: 3, unit: fc.constantFrom(..."aAb ") });
const condition = fc.boolean();
const day = fc.integer({ min: 0, max: 60_000 }).map((days) => new Date(1950, 0, 1 + days));
/** Months of different lengths need a rule, which differs. */
const earlyDay = day.map((date) => new Date(date.getFullYear(), date.getMonth(), (date.getDate() % 28) + 1));
const laterDay = earlyDay.map((date) => new Date(date.getFullYear() + 165, date.getMonth(), date.getDate()));
const months = fc.integer({ min: -100, max: 100 });
const workdays = fc.integer({ min: 1, max: 400 });

/** The arguments of each function. */
const cases: Readonly<Record<string, readonly fc.Arbitrary<Value>[]>> = {
  ABS: [number],
  ROUNDUP: [number, places],
  ROUNDDOWN: [number, places],
  MROUND: [positive, factor],
  CEILING: [number, factor],
  FLOOR: [positive, factor],
  INT: [number],
  TRUNC: [number],
  MOD: [fc.integer({ min: 0, max: 1000 }), fc.integer({ min: 0, max: 9 })],
  QUOTIENT: [number, fc.integer({ min: 1, max: 9 })],
  POWER: [fc.integer({ min: 1, max: 20 }), fc.integer({ min: -5, max: 5 })],
  SQRT: [number],
  EXP: [fc.integer({ min: -20, max: 20 })],
  LN: [positive],
  LOG: [positive, fc.constantFrom(2, 3, 10)],
  LOG10: [positive],
  SIGN: [number],
  EVEN: [number],
  ODD: [number],
  MIN: [number, number, number],
  MAX: [number, number, number],
  SUM: [number, number, number],
  AVERAGE: [number, number, number],
  MEDIAN: [number, number, number, number],
  PRODUCT: [number, number, number],
  AND: [condition, condition, condition],
  OR: [condition, condition, condition],
  XOR: [condition, condition, condition],
  NOT: [condition],
  LEFT: [text, count],
  RIGHT: [text, count],
  MID: [word, position, position],
  LEN: [text],
  LOWER: [text],
  UPPER: [text],
  CONCATENATE: [text, text, text],
  EXACT: [word, word],
  REPT: [text, count],
  REPLACE: [text, position, count, text],
  SUBSTITUTE: [text, word, text],
  SEARCH: [fc.constantFrom("a", "b", "ab"), text],
  FIND: [fc.constantFrom("a", "b", "ab"), text],
  CODE: [word],
  CHAR: [fc.integer({ min: 32, max: 126 })],
  YEAR: [day],
  MONTH: [day],
  DAY: [day],
  ISOWEEKNUM: [day],
  WEEKNUM: [day],
  DAYS: [day, day],
  EDATE: [day, months],
  EOMONTH: [day, months],
  DATE: [
    fc.integer({ min: 1901, max: 2200 }),
    fc.integer({ min: -30, max: 30 }),
    fc.integer({ min: -400, max: 400 }),
  ],
  DATEDIF: [earlyDay, laterDay, fc.constantFrom("D", "M", "Y", "YM")],
  WORKDAY: [day, workdays],
  NETWORKDAYS: [day, laterDay],
  TEXT: [number, fc.constantFrom("0.000", "#,##0.000", "$#,##0.0000")],
};

describe.each(Object.entries(cases))("%s", (name, values) => {
  test("has the values of the library", async () => {
    await fc.assert(
      fc.asyncProperty(fc.tuple(...values), async (args) => {
        const formula = `${name}(${args.map(written).join(", ")})`;
        const other = (formulajs as unknown as Record<string, (...given: Value[]) => unknown>)[name]?.(
          ...args,
        );
        expectAlike(await postgres.evaluate(formula), other, { formula, args });
      }),
      { numRuns: rounds.argumentsPerFunction },
    );
  });
});

function written(value: Value): string {
  if (value instanceof Date) return `"${dayOf(value)}"`;
  if (typeof value === "string") return `"${value.replaceAll(/["\\]/g, "\\$&")}"`;
  return String(value).toUpperCase();
}

function expectAlike(
  own: unknown,
  other: unknown,
  { formula, args }: { readonly formula: string; readonly args: readonly Value[] },
): void {
  if (other instanceof Error) expect(own, formula).toMatchObject({ error: expect.any(String) });
  else if (other instanceof Date) expect(own, formula).toBe(dayOf(other));
  else if (typeof other !== "number") expect(own, formula).toBe(other === "" ? null : other);
  else {
    expect(own, formula).toBeTypeOf("number");
    // The library computes with doubles, so that sums of large numbers lose digits.
    const size = Math.max(
      1,
      Math.abs(other),
      ...args.map((arg) => (typeof arg === "number" ? Math.abs(arg) : 0)),
    );
    expect(Math.abs((own as number) - other), formula).toBeLessThanOrEqual(1e-12 * size);
  }
}

/** formulajs takes and gives local dates. */
function dayOf(date: Date): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
