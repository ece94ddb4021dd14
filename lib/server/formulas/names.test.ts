/** The functions that the language promises, with their aliases. */
import { expect, test } from "vitest";
import { findFunction, functionNames, functions, groups } from "../../formulas";

const promised = `
  IF IFS SWITCH AND OR NOT XOR TRUE FALSE BLANK ISBLANK IFERROR ISERROR/IS_ERROR ERROR
  ABS ROUND ROUNDUP ROUNDDOWN MROUND CEILING FLOOR INT TRUNC MOD QUOTIENT POWER SQRT EXP LN LOG LOG10 SIGN EVEN ODD MIN
  MAX SUM AVERAGE/AVG MEDIAN PRODUCT PI VALUE
  COUNT COUNTA COUNTALL COUNTBLANK COUNTUNIQUE
  CONCATENATE/CONCAT TEXTJOIN LEFT RIGHT MID LEN LOWER UPPER PROPER TRIM CLEAN FIND SEARCH SUBSTITUTE REPLACE REPT EXACT
  CHAR CODE T TEXT ENCODE_URL_COMPONENT CONTAINS STARTS_WITH ENDS_WITH REGEX_MATCH/REGEXMATCH REGEX_EXTRACT/REGEXEXTRACT
  REGEX_REPLACE/REGEXREPLACE
  TODAY NOW DATE DATETIME_PARSE DATETIME_FORMAT DATESTR TIMESTR DATEADD/DATE_ADD DATETIME_DIFF DATEDIF DAYS EDATE EOMONTH
  YEAR QUARTER MONTH DAY HOUR MINUTE SECOND WEEKDAY WEEKNUM ISOWEEKNUM WORKDAY WORKDAY_DIFF/NETWORKDAYS IS_BEFORE
  IS_AFTER IS_SAME SET_TIMEZONE
  ARRAYJOIN ARRAYUNIQUE ARRAYCOMPACT ARRAYFLATTEN ARRAYSLICE FIRST LAST
  RECORD_ID CREATED_TIME LAST_MODIFIED_TIME AUTONUMBER
`;

test("every promised function exists under its names, and no other", () => {
  const names = promised.trim().split(/\s+/);
  for (const each of names) {
    const [name = "", ...aliases] = each.split("/");
    expect(findFunction(name.toLowerCase())).toMatchObject({ name });
    expect(findFunction(name)?.aliases ?? []).toEqual(aliases);
  }
  expect(functionNames.toSorted()).toEqual(names.flatMap((each) => each.split("/")).toSorted());
});

test("names and aliases are unique", () => {
  const names = functions.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[A-Z][A-Z0-9_]*$/);
});

test("functions are in the order of their groups", () => {
  const order = functions.map(({ group }) => (groups as readonly string[]).indexOf(group));
  expect(order).toEqual(order.toSorted((a, b) => a - b));
});
