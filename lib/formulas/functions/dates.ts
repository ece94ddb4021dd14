import { atZone } from "../convert";
import { sql } from "../sql";
import { dateDifferences } from "./date-differences";
import { dateParts } from "./date-parts";
import { dateShifts } from "./date-shifts";
import { dateTexts } from "./date-text";
import type { FunctionEntry } from "./entry";
import { workdays } from "./workdays";

/** All functions of dates. */
export const dates: readonly FunctionEntry[] = [
  {
    name: "TODAY",
    group: "dates",
    params: [],
    varies: true,
    result: "date",
    isNeverBlank: true,
    sql: ({ zone }) => sql`(${atZone(sql`statement_timestamp()`, zone)})::date`,
    sentence: "Gives the day of today.",
    examples: [[`TODAY() > {Due}`, true]],
  },
  {
    name: "NOW",
    group: "dates",
    params: [],
    varies: true,
    result: "datetime",
    isNeverBlank: true,
    sql: () => sql`statement_timestamp()`,
    sentence: "Gives the current date and time.",
    examples: [[`NOW() > {Start}`, true]],
  },
  ...dateTexts,
  ...dateShifts,
  ...dateDifferences,
  ...dateParts,
  ...workdays,
];
