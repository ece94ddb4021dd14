import { atZone, zoneOf } from "../convert";
import { formulaLimits } from "../limits";
import { addToTime, localTime, timeOf } from "../moments";
import { type Sql, sql } from "../sql";
import { momentType } from "../types";
import { isTimeZone } from "../zones";
import { hasTime, partsOfFormat, readerOf, unreadableToken, writeMoment } from "./date-format";
import type { Arg, CheckedArg, FunctionEntry, Param } from "./entry";

const date: Param = { name: "date", type: "moment" };
const format: Param = { name: "format", type: "text", isConstant: true };

const common = { group: "dates", isStrict: true } as const;

/** Functions that read dates from texts, and write them. */
export const dateTexts: readonly FunctionEntry[] = [
  {
    // Not strict, because an empty text gives blank.
    group: "dates",
    name: "DATETIME_PARSE",
    params: [
      { name: "text", type: "text", keepsBlank: true },
      { ...format, optional: true },
    ],
    result: parsedType,
    refuses: refuseUnreadable,
    sql: ({ args: [text, pattern], type, zone }) => {
      const read = type === "date" ? readDate : readTime;
      const value = pattern
        ? read(text as Arg, String(pattern.constant), zone)
        : type === "date"
          ? sql`"formulaDate"(${text?.sql}, 'UTC')`
          : sql`"formulaTime"(${text?.sql}, ${zoneOf(zone)})`;
      return { value, error: sql`CASE WHEN btrim(${text?.sql}) <> '' AND ${value} IS NULL THEN 'TYPE' END` };
    },
    sentence:
      "Reads a date from a text by a format such as “D.M.YYYY HH:mm”, and from a text like 2026-03-15T10:30 without one.",
    examples: [
      [`DATETIME_PARSE("15.03.2026", "DD.MM.YYYY")`, "2026-03-15"],
      [`DATETIME_PARSE("March 5th, 2026", "MMMM Do, YYYY")`, "2026-03-05"],
      [`DATETIME_PARSE("3/15/26 1:05 pm", "M/D/YY h:mm a")`, "2026-03-15T13:05:00.000Z"],
      [`DATETIME_PARSE("2026-03-15 10:30 +0530", "YYYY-MM-DD HH:mm ZZ")`, "2026-03-15T05:00:00.000Z"],
      [`DATETIME_PARSE("at 10 on 15 Mar 2026", "[at] H [on] D MMM YYYY")`, "2026-03-15T10:00:00.000Z"],
      [`DATETIME_PARSE("2026-03-15")`, "2026-03-15"],
      [`DATETIME_PARSE("2026-03-15T10:30")`, "2026-03-15T10:30:00.000Z"],
      [`DATETIME_PARSE("1773570600", "X")`, "2026-03-15T10:30:00.000Z"],
      [`DATETIME_PARSE({Notes}, "DD.MM.YYYY")`, null],
      [`YEAR(DATETIME_PARSE("")) + 1`, 1],
      [`DATETIME_PARSE("30.02.2026", "DD.MM.YYYY")`, { error: "TYPE" }],
      [`DATETIME_PARSE("13:00 pm 2026", "hh:mm a YYYY")`, { error: "TYPE" }],
      [`DATETIME_PARSE("soon")`, { error: "TYPE" }],
    ],
  },
  {
    ...common,
    name: "DATETIME_FORMAT",
    params: [date, { ...format, optional: true }],
    result: "text",
    refuses: refuseLong,
    sql: ({ args: [moment, pattern], zone }) => {
      const isDate = moment?.type === "date";
      const chosen = pattern ? String(pattern.constant) : isDate ? "YYYY-MM-DD" : "YYYY-MM-DDTHH:mm:ssZ";
      return written(moment as Arg, chosen, zone);
    },
    sentence:
      "Writes a date by a format: YYYY YY MMMM MMM MM M DD D dddd ddd HH H hh h mm m ss s SSS A a Z ZZ, [text] as it is.",
    examples: [
      [`DATETIME_FORMAT({Due}, "DD.MM.YYYY")`, "15.03.2026"],
      [`DATETIME_FORMAT({Due}, "dddd, MMMM Do YYYY")`, "Sunday, March 15th 2026"],
      [`DATETIME_FORMAT({Start}, "ddd D MMM YY, h:mm A")`, "Sun 29 Mar 26, 1:30 AM"],
      [`DATETIME_FORMAT({Start}, "H[h] m[m] s.SSS")`, "1h 30m 0.000"],
      [`DATETIME_FORMAT({Start})`, "2026-03-29T01:30:00+01:00"],
      [`DATETIME_FORMAT({Due})`, "2026-03-15"],
      [`DATETIME_FORMAT(SET_TIMEZONE({Start}, "Asia/Kolkata"), "HH:mm Z ZZ")`, "06:00 +05:30 +0530"],
      [
        `DATETIME_FORMAT({Due}, "YYYY [Q]Q, [week] W of GGGG, \\"D\\" \\\\")`,
        '2026 Q1, week 11 of 2026, "15" \\',
      ],
      [`DATETIME_FORMAT({Start}, "X L LT")`, "1774744200 03/29/2026 1:30 AM"],
      [`DATETIME_FORMAT({Due}, "[]") & DATETIME_FORMAT({Due}, "")`, null],
      [`DATETIME_FORMAT({Notes}, "YYYY")`, null],
      [`DATETIME_FORMAT("soon", "YYYY")`, { error: "TYPE" }],
    ],
  },
  {
    ...common,
    name: "DATESTR",
    params: [date],
    result: "text",
    sql: ({ args: [moment], zone }) => written(moment as Arg, "YYYY-MM-DD", zone),
    sentence: "Writes the day of a date as a text such as 2026-03-15.",
    examples: [
      [`DATESTR({Start})`, "2026-03-29"],
      [`DATESTR({Notes})`, null],
    ],
  },
  {
    ...common,
    name: "TIMESTR",
    params: [date],
    result: "text",
    sql: ({ args: [moment], zone }) => written(moment as Arg, "HH:mm:ss", zone),
    sentence: "Writes the time of a date as a text such as 10:30:00.",
    examples: [
      [`TIMESTR({Start})`, "01:30:00"],
      [`TIMESTR({Due})`, "00:00:00"],
    ],
  },
  {
    ...common,
    name: "SET_TIMEZONE",
    params: [date, { name: "timezone", type: "text", isConstant: true }],
    result: "datetime",
    zone: ([, timezone]) => String(timezone?.constant),
    refuses: ([, timezone]) => {
      if (isTimeZone(String(timezone?.constant))) return undefined;
      const message = `“${timezone?.constant}” is not a time zone. Use a name such as Europe/Berlin.`;
      return { message, index: 1 };
    },
    sql: ({ args: [moment], zone }) => {
      const time = timeOf(moment, zone);
      // The midnight of the first day can be before year 1 in UTC.
      return moment?.type === "date" ? addToTime(time, sql`0`) : time;
    },
    sentence: "Sets the time zone in which a date is shown, and in which functions around this one work.",
    examples: [
      [`SET_TIMEZONE({Start}, "America/New_York")`, "2026-03-29T00:30:00.000Z"],
      [`DATESTR(SET_TIMEZONE({Start}, "America/New_York"))`, "2026-03-28"],
      [`HOUR(SET_TIMEZONE({Start}, "Australia/Lord_Howe"))`, 11],
      [`SET_TIMEZONE({Notes}, "UTC")`, null],
    ],
  },
];

/** Writes a date in a format of DATETIME_FORMAT. */
function written(moment: Arg, pattern: string, zone: string): Sql {
  return writeMoment(partsOfFormat(pattern), { local: localTime(moment, zone), time: timeOf(moment, zone) });
}

/** A date if the format, or a literal without one, has no time. */
function parsedType([text, pattern]: readonly CheckedArg[]): "date" | "datetime" {
  if (pattern) return hasTime(partsOfFormat(String(pattern.constant))) ? "datetime" : "date";
  return text && momentType(text) === "date" ? "date" : "datetime";
}

function readTime({ sql: text }: Arg, pattern: string, zone: string): Sql {
  const { regex, kinds } = readerOf(partsOfFormat(pattern));
  const today = sql`(${atZone(sql`statement_timestamp()`, zone)})::date`;
  return sql`"formulaParse"(${text}, ${regex}::text, ${kinds}::text[], ${today}, ${zoneOf(zone)})`;
}

/** Reads a day, which is the same in all zones. */
function readDate(text: Arg, pattern: string): Sql {
  return sql`(${atZone(readTime(text, pattern, "UTC"), "UTC")})::date`;
}

/** Refuses a format, the second argument, that is too long. */
export function refuseLong([, pattern]: readonly CheckedArg[]) {
  const message = `A format can have at most ${formulaLimits.format} characters.`;
  return String(pattern?.constant ?? "").length > formulaLimits.format ? { message, index: 1 } : undefined;
}

function refuseUnreadable(args: readonly CheckedArg[]) {
  const [, pattern] = args;
  if (!pattern) return undefined;
  const token = unreadableToken(partsOfFormat(String(pattern.constant)));
  if (token === undefined) return refuseLong(args);
  return { message: `${token} can be written by DATETIME_FORMAT, but not read.`, index: 1 };
}
