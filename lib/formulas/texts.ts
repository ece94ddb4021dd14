import { formulaLimits } from "./limits";
import { joinErrors, raw, type Sql, sql } from "./sql";
import type { Compiled, Steps } from "./steps";
import type { ValueSql } from "./value";

/** Limits a text that was put together: above the limit, the value is NULL and the error NUM. */
export function limitText(part: Compiled, steps: Steps): Compiled {
  if (!part.isLong) return part;
  const bound = steps.bind(part);
  const { value, error } = limitedText(bound.value);
  return { ...bound, value, ...joinErrors(bound.error, error), isLong: false };
}

/** The limited text of SQL that is cheap to repeat, such as a column. */
export function limitedText(text: Sql): ValueSql {
  const isLong = sql`length(${text}) > ${maxLength}`;
  return {
    value: sql`CASE WHEN ${isLong} THEN NULL ELSE ${text} END`,
    error: sql`CASE WHEN ${isLong} THEN 'NUM' END`,
  };
}

/** Characters of a text result, in SQL. */
export const maxLength = raw(String(formulaLimits.text));
