import { joinErrors, type Sql, sql } from "./sql";
import type { Compiled, NumberFacts, Steps } from "./steps";
import type { ValueSql } from "./value";

/** A number of a field: within the range of doubles, and not touched. */
export const fieldFacts: NumberFacts = { digits: 309, isWhole: false, isRounded: true };

/** A computed number without known bounds. PostgreSQL's numbers have up to 131,072 digits before the point. */
export const computedFacts: NumberFacts = { digits: 1_000, isWhole: false, isRounded: false };

/** Digits before the point that arithmetic may reach before its operands are limited. */
export const maxRawDigits = 10_000;

const maxDigits = 15;

/**
 * Rounds a computed number to 15 significant digits. Beyond the range of doubles, the value is NULL and the error NUM.
 * Numbers below the smallest double become 0. Numbers with at most 9 digits before the point and 6 behind it are left
 * alone, because rounding costs more than most arithmetic.
 */
export function settle(part: Compiled, steps: Steps): Compiled {
  const facts = part.number ?? computedFacts;
  if (facts.isRounded) return part;
  if (facts.isWhole && facts.digits <= maxDigits) return { ...part, number: { ...facts, isRounded: true } };
  const bound = steps.bind({ ...part, number: facts });
  const { value, error } = settledNumber(bound.value, facts);
  return {
    ...bound,
    value,
    ...joinErrors(bound.error, error),
    number: { ...facts, digits: Math.min(facts.digits, 309), isRounded: true },
  };
}

/** The rounded number of SQL that is cheap to repeat, such as a column. */
export function settledNumber(value: Sql, { digits } = computedFacts): ValueSql {
  const isInRange = sql`abs(${value}) < ${maxDouble}`;
  const rounded = sql`CASE WHEN ${hasFewDigits(value)} THEN ${value} WHEN abs(${value}) < 2.5e-324 THEN 0 WHEN ${isInRange} THEN ${toDigits(value)} END`;
  return {
    value: rounded,
    ...(digits > 308 && {
      error: sql`CASE WHEN ${value} >= ${maxDouble} OR ${value} <= -${maxDouble} THEN 'NUM' END`,
    }),
  };
}

/** Two comparisons are faster than one of the absolute value. */
function hasFewDigits(value: Sql): Sql {
  return sql`scale(${value}) <= 6 AND ${value} < 1e9 AND ${value} > -1e9`;
}

/** to_char rounds exactly, half away from zero. */
function toDigits(value: Sql): Sql {
  return sql`to_char(${value}, '9.99999999999999EEEE')::numeric`;
}

/** Above the largest double, as far as it would be rounded to it. */
const maxDouble = sql`1.797693134862315808e308`;
