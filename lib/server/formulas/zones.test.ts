/** Functions of dates in zones with daylight saving time, and in those with odd offsets. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FormulaPostgres, type TestField } from "../../../e2e/formula-postgres";
import { type Example, sampleFields } from "../../formulas";
import { raw } from "../../formulas/sql";

let postgres: FormulaPostgres;
beforeAll(async () => {
  postgres = await FormulaPostgres.start();
});
afterAll(() => postgres.stop());

const cases: readonly (readonly [timezone: string, examples: readonly Example[]])[] = [
  [
    "Europe/Berlin",
    [
      // The clock goes from 2:00 to 3:00 on March 29.
      [`DATEADD("2026-03-28T02:30", 1, "days")`, "2026-03-29T01:30:00.000Z"],
      [`DATEADD("2026-03-28T02:30", 24, "hours")`, "2026-03-29T01:30:00.000Z"],
      [`DATEADD("2026-03-28T12:00", 1, "days")`, "2026-03-29T10:00:00.000Z"],
      [`DATEADD("2026-03-28T12:00", 24, "hours")`, "2026-03-29T11:00:00.000Z"],
      [`DATETIME_DIFF("2026-03-29T12:00", "2026-03-28T12:00", "hours")`, 23],
      [`DATETIME_DIFF("2026-03-29T12:00", "2026-03-28T12:00", "days")`, 0],
      [`DATETIME_DIFF("2026-03-30", "2026-03-29", "days")`, 1],
      [`DATETIME_DIFF("2026-04-29T12:00", "2026-03-29T12:00", "months")`, 1],
      [`HOUR("2026-03-29T01:00:00Z")`, 3],
      [
        `DATETIME_FORMAT("2026-03-29T00:59:59Z", "HH:mm:ss Z") & DATETIME_FORMAT("2026-03-29T01:00:00Z", " HH:mm Z")`,
        "01:59:59 +01:00 03:00 +02:00",
      ],
      [`DATETIME_PARSE("29.03.2026 02:30", "DD.MM.YYYY HH:mm")`, "2026-03-29T01:30:00.000Z"],
      [`SET_TIMEZONE("0001-01-01", "UTC")`, { error: "NUM" }],
      [`WORKDAY("9999-12-31T23:30:00Z", 0)`, { error: "NUM" }],
      [`DATEADD("9999-12-31T22:00:00Z", 1, "days")`, { error: "NUM" }],
      // The hour from 2:00 is repeated on October 25.
      [`DATEADD("2026-10-25T00:30:00Z", 1, "hour")`, "2026-10-25T01:30:00.000Z"],
      [`DATEADD("2026-10-25T00:30:00Z", 0, "days")`, "2026-10-25T00:30:00.000Z"],
      [`DATEADD("2026-10-25T01:30:00Z", 0, "days")`, "2026-10-25T01:30:00.000Z"],
      [`DATEADD("2026-10-24T00:30:00Z", 1, "days")`, "2026-10-25T00:30:00.000Z"],
      [`DATEADD("2026-10-26T01:30:00Z", -1, "days")`, "2026-10-25T01:30:00.000Z"],
      [`DATEADD("2026-09-25T00:30:00Z", 1, "months")`, "2026-10-25T00:30:00.000Z"],
      [`TIMESTR("2026-10-25T00:30:00Z") & TIMESTR("2026-10-25T01:30:00Z")`, "02:30:0002:30:00"],
      [`IS_SAME("2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z", "hour")`, false],
      [`IS_SAME("2026-10-24T22:00:00Z", "2026-10-25T22:59:59Z", "day")`, true],
      [`IS_SAME("2026-10-25T22:59:59Z", "2026-10-25T23:00:00Z", "day")`, false],
      [`DATETIME_DIFF("2026-10-26T00:00", "2026-10-25T00:00", "hours")`, 25],
      [`IS_BEFORE("2026-10-25T01:30:00Z", "2026-10-25T02:00")`, false],
      [
        `DATESTR("2026-12-31T23:30:00Z") & YEAR("2026-12-31T23:30:00Z") & QUARTER("2026-12-31T23:30:00Z")`,
        "2027-01-0120271",
      ],
      [`EOMONTH("2026-01-31T23:30:00Z", 0)`, "2026-02-28"],
      [`WORKDAY("2026-10-23T22:30:00Z", 1)`, "2026-10-26"],
      [`WEEKDAY("2026-10-24T22:30:00Z")`, 0],
      [`DATETIME_FORMAT("1890-01-01T00:00:00Z", "Z")`, "+00:53"],
    ],
  ],
  [
    "America/New_York",
    [
      [`DATEADD("2026-03-07T02:30", 1, "days")`, "2026-03-08T07:30:00.000Z"],
      [`DATETIME_DIFF("2026-03-09", "2026-03-08T00:00", "hours")`, 23],
      [`DATEADD("2026-11-01T05:30:00Z", 1, "h") & ""`, "2026-11-01T06:30:00.000Z"],
      [
        `DATETIME_FORMAT("2026-11-01T05:30:00Z", "h:mm a ZZ") & DATETIME_FORMAT("2026-11-01T06:30:00Z", ", h:mm a ZZ")`,
        "1:30 am -0400, 1:30 am -0500",
      ],
      [`DATESTR("2026-01-01T04:59:59Z")`, "2025-12-31"],
      [`DATEADD("2026-01-31T04:00:00Z", 1, "month")`, "2026-03-01T04:00:00.000Z"],
    ],
  ],
  [
    "Asia/Kolkata",
    [
      [`DATETIME_FORMAT("2026-06-30T18:29:00Z", "YYYY-MM-DD HH:mm Z")`, "2026-06-30 23:59 +05:30"],
      [`MONTH("2026-06-30T18:30:00Z")`, 7],
      [`IS_SAME("2026-06-30T18:29:00Z", "2026-06-30T18:30:00Z", "hour")`, false],
      [`IS_SAME("2026-06-30T18:30:00Z", "2026-06-30T19:29:00Z", "hour")`, true],
      [`DATETIME_PARSE("1/7/26 12:15 AM", "D/M/YY h:mm A")`, "2026-06-30T18:45:00.000Z"],
    ],
  ],
  [
    "Australia/Lord_Howe",
    [
      // Daylight saving time is half an hour.
      [
        `DATETIME_FORMAT("2026-04-04T14:59:00Z", "HH:mm Z") & DATETIME_FORMAT("2026-04-04T15:00:00Z", " HH:mm Z")`,
        "01:59 +11:00 01:30 +10:30",
      ],
      [`DATEADD("2026-04-04T12:00", 1, "days")`, "2026-04-05T01:30:00.000Z"],
      [`DATETIME_DIFF("2026-04-05T12:00", "2026-04-04T12:00", "minutes")`, 1470],
      [`DATEADD("2026-10-03T02:15", 1, "day")`, "2026-10-03T15:45:00.000Z"],
    ],
  ],
];

describe.each(cases)("in %s", (timezone, examples) => {
  test.each(examples)("%s", async (formula, value) => {
    expect(await postgres.evaluate(formula, { timezone })).toEqual(value);
  });
});

describe("the zone of a function", () => {
  const fields: readonly TestField[] = [
    ...sampleFields,
    {
      id: "fLocaLocaXX",
      name: "Local",
      type: "datetime",
      zone: "Asia/Kolkata",
      value: raw(`TIMESTAMPTZ '2026-03-29T00:30:00Z'`),
    },
  ];

  test.each([
    ["of the formula comes before that of a field", `HOUR({Local})`, "America/New_York", 20],
    ["of the field comes next", `HOUR({Local})`, undefined, 6],
    ["is UTC without both", `HOUR("2026-03-29T00:30:00Z")`, undefined, 0],
    ["of SET_TIMEZONE comes first", `HOUR(SET_TIMEZONE({Local}, "Europe/Berlin"))`, "America/New_York", 1],
    ["is that of the first argument that has one", `DATETIME_DIFF({Due}, {Local}, "hours")`, undefined, -342],
    ["stays with a result", `HOUR(DATEADD({Local}, 1, "hour"))`, undefined, 7],
    ["is taken through IF", `HOUR(IF({Done}, {Local}))`, undefined, 6],
  ])("%s", async (_, formula, timezone, value) => {
    expect(await postgres.evaluate(formula, { fields, ...(timezone !== undefined && { timezone }) })).toBe(
      value,
    );
  });

  test("decides the day of TODAY", async () => {
    const days = await Promise.all(
      ["Pacific/Kiritimati", "Pacific/Niue"].map((timezone) => postgres.evaluate("TODAY()", { timezone })),
    );
    expect(new Date(String(days[0])).getTime() - new Date(String(days[1])).getTime()).toBeGreaterThan(0);
  });
});
