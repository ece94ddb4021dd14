/** Examples in the style of Airtable's reference, with ISO dates, and formulas that people bring along from there. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FormulaPostgres, type TestField } from "../../../e2e/formula-postgres";
import type { Example } from "../../formulas";
import { raw } from "../../formulas/sql";

let postgres: FormulaPostgres;
beforeAll(async () => {
  postgres = await FormulaPostgres.start();
});
afterAll(() => postgres.stop());

const fields: readonly TestField[] = [
  { id: "fFirstXXXXX", name: "First Name", type: "text", value: raw("'Ada'::text") },
  { id: "fLastLastXX", name: "Last Name", type: "text", value: raw("'Lovelace'::text") },
  { id: "fPriceXXXXX", name: "Price", type: "number", value: raw("20::numeric") },
  { id: "fUnitsXXXXX", name: "Units Sold", type: "number", value: raw("3::numeric") },
  { id: "fEmptyXXXXX", name: "Empty", type: "text", value: raw("NULL::text") },
  { id: "fStatusXXXX", name: "Status", type: "text", value: raw("'In progress'::text") },
  { id: "fDueDueXXXX", name: "Due", type: "date", value: raw("'2020-10-16'::date") },
  { id: "fTagsTagsXX", name: "Tags", type: "text[]", value: raw(`'{A, NULL, "", B, A}'::text[]`) },
  { id: "fPersonXXXX", name: "People (a.b)", type: "number", value: raw("7::numeric") },
];

const examples: Readonly<Record<string, readonly Example[]>> = {
  text: [
    [`CONCATENATE({First Name}, " - ", {Price})`, "Ada - 20"],
    [`{First Name} & " " & {Last Name}`, "Ada Lovelace"],
    [`ENCODE_URL_COMPONENT("chicken & waffles")`, "chicken%20%26%20waffles"],
    [`FIND("fox", "quick brown fox")`, 13],
    [`LEFT("quick brown fox", 5)`, "quick"],
    [`RIGHT("quick brown fox", 5)`, "n fox"],
    [`MID("quick brown fox", 7, 5)`, "brown"],
    [`LEN("quick brown fox")`, 15],
    [`LOWER("Hello!")`, "hello!"],
    [`UPPER("Hello!")`, "HELLO!"],
    [`REPLACE("database", 2, 5, "o")`, "dose"],
    [`REPT("Hi! ", 3)`, "Hi! Hi! Hi! "],
    [`SEARCH("World", "Hello World")`, 7],
    [`SUBSTITUTE("gold mold", "old", "et")`, "get met"],
    [`SUBSTITUTE("gold mold", "old", "et", 1)`, "get mold"],
    [`TRIM(" Hello! ")`, "Hello!"],
    [`T("text value")`, "text value"],
    [`REGEX_MATCH("Hello World", "Hello.World")`, true],
    [`REGEX_EXTRACT("Hello World", "W.*")`, "World"],
    [`REGEX_REPLACE("Hello World", " W.*", "")`, "Hello"],
  ],
  numbers: [
    [`{Price} * {Units Sold}`, 60],
    [`({Price} + {Units Sold}) / 2`, 11.5],
    [`{People (a.b)} - 1`, 6],
    [`ABS(-5)`, 5],
    [`AVERAGE(2, 4, 6)`, 4],
    [`CEILING(1.01)`, 2],
    [`CEILING(1.01, 0.1)`, 1.1],
    [`COUNT(1, 2, 3, "four")`, 3],
    [`COUNTA(1, 2, 3, "four", "")`, 4],
    [`COUNTALL(1, 2, 3, "four", "")`, 5],
    [`EVEN(1.3)`, 2],
    [`ODD(1.9)`, 3],
    [`FLOOR(1.99)`, 1],
    [`FLOOR(1.99, 0.1)`, 1.9],
    [`INT(1.99)`, 1],
    [`INT(-1.99)`, -2],
    [`LOG(1024, 2)`, 10],
    [`MAX(100, 5)`, 100],
    [`MIN(100, 5)`, 5],
    [`MOD(7, 5)`, 2],
    [`POWER(7, 2)`, 49],
    [`ROUND(3.5, 0)`, 4],
    [`ROUND(3.4, 0)`, 3],
    [`ROUND(124, -1)`, 120],
    [`ROUNDDOWN(1.9, 0)`, 1],
    [`ROUNDDOWN(-1.9, 0)`, -1],
    [`ROUNDUP(1.1, 0)`, 2],
    [`ROUNDUP(-1.1, 0)`, -2],
    [`SQRT(10000)`, 100],
    [`VALUE("$10,000")`, 10_000],
  ],
  logic: [
    [`IF({Units Sold} > 50, "Win", "Lose")`, "Lose"],
    [`IF({Due} = BLANK(), "Please enter a date", "Date entered")`, "Date entered"],
    [`IF({Empty}, "yes", "no")`, "no"],
    [`IF({Empty} = "", "empty")`, "empty"],
    [`IF(NOT({Empty}), "empty")`, "empty"],
    [`IF(AND({Price} > 10, OR({Units Sold} = 3, {Units Sold} = 4)), "ok")`, "ok"],
    [`IF(XOR({Price} > 10, {Units Sold} > 10), 1, 0)`, 1],
    [`SWITCH({Status}, "Todo", "🔴", "In progress", "🟡", "Done", "🟢")`, "🟡"],
    [`IF(ISERROR({Price} / 0), "division by zero", {Price})`, "division by zero"],
    [`IF({Price} > 100, "high", IF({Price} > 10, "middle", "low"))`, "middle"],
    [`IF({Price} >= 20, {Price} * 0.9, {Price})`, 18],
    [`IF(FIND("prog", {Status}) > 0, "found")`, "found"],
    [`IF(SEARCH("PROG", {Status}), "found", "not")`, "found"],
  ],
  dates: [
    [`DATEADD("2019-07-10", 10, "days")`, "2019-07-20"],
    [`DATEADD({Due}, -2, "months")`, "2020-08-16"],
    [`DATESTR("2013-02-17")`, "2013-02-17"],
    [`TIMESTR("2013-02-17T07:31:25.000Z")`, "07:31:25"],
    [`DATETIME_DIFF("2013-04-01", "2013-02-17", "days")`, 43],
    [`DATETIME_DIFF("2019-04-15", "2019-04-16", "hours")`, -24],
    [`DATETIME_FORMAT("2019-07-10", "YYYY")`, "2019"],
    [`DATETIME_FORMAT({Due}, "dddd, MMM. Do")`, "Friday, Oct. 16th"],
    [`DATETIME_PARSE("4 Mar 2017 23:00", "D MMM YYYY HH:mm")`, "2017-03-04T23:00:00.000Z"],
    [`DAY("2013-02-17")`, 17],
    [`HOUR("2013-02-17T07:31:25Z")`, 7],
    [`MINUTE("2013-02-17T07:31:25Z")`, 31],
    [`SECOND("2013-02-17T07:31:25Z")`, 25],
    [`MONTH("2013-02-17T07:31:25Z")`, 2],
    [`YEAR("2013-02-17T07:31:25Z")`, 2013],
    [`IS_AFTER({Due}, "1979-01-01")`, true],
    [`IS_BEFORE({Due}, "1979-01-01")`, false],
    [`IS_SAME({Due}, "2020-10-01", "month")`, true],
    [
      `DATETIME_FORMAT(SET_TIMEZONE("2020-10-16T22:30:00Z", "Australia/Sydney"), "M/D/YYYY h:mm")`,
      "10/17/2020 9:30",
    ],
    [`WEEKDAY("2013-02-17")`, 0],
    [`WEEKNUM("2013-02-17")`, 8],
    [`WORKDAY("2020-10-16", 10)`, "2020-10-30"],
    [`WORKDAY("2020-10-16", 10, "2020-10-16, 2020-10-19")`, "2020-11-02"],
    [`WORKDAY_DIFF("2019-10-18", "2019-10-30")`, 9],
    [`WORKDAY_DIFF("2019-10-18", "2019-10-30", "2019-10-18, 2019-10-19")`, 8],
    [`IF(IS_BEFORE({Due}, TODAY()), "overdue", "on time")`, "overdue"],
    [`"Q" & ROUNDUP(MONTH({Due}) / 3, 0) & " " & YEAR({Due})`, "Q4 2020"],
    [
      `DATEADD(DATETIME_PARSE("1 " & DATETIME_FORMAT({Due}, "MM YYYY"), "D MM YYYY"), 1, "month")`,
      "2020-11-01",
    ],
  ],
  lists: [
    [`ARRAYJOIN(ARRAYUNIQUE({Tags}), "; ")`, "A; B"],
    [`ARRAYJOIN(ARRAYCOMPACT({Tags}), "")`, "ABA"],
    [`ARRAYJOIN(ARRAYSLICE(ARRAYCOMPACT({Tags}), 2, 3))`, "B, A"],
    [`COUNTA(ARRAYFLATTEN({Tags}, {Status}))`, 4],
  ],
};

describe.each(Object.entries(examples))("%s", (_, cases) => {
  test.each(cases)("%s", async (formula, value) => {
    expect(await postgres.evaluate(formula, { fields })).toEqual(value);
  });
});
