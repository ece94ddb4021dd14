import { formulaLimits } from "./limits";
import { joinErrors, raw, sql } from "./sql";
import type { Compiled, Steps } from "./steps";

/** Limits a text that was put together: above the limit, the value is NULL and the error NUM. */
export function limitText(part: Compiled, steps: Steps): Compiled {
  if (!part.isLong) return part;
  const bound = steps.bind(part);
  const isLong = sql`length(${bound.value}) > ${maxLength}`;
  return {
    ...bound,
    value: sql`CASE WHEN ${isLong} THEN NULL ELSE ${bound.value} END`,
    ...joinErrors(bound.error, sql`CASE WHEN ${isLong} THEN 'NUM' END`),
    isLong: false,
  };
}

/** Characters of a text result, in SQL. */
export const maxLength = raw(String(formulaLimits.text));
