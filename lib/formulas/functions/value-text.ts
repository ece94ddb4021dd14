import { convert } from "../convert";
import { localTime, timeOf } from "../moments";
import { sql } from "../sql";
import { isMoment } from "../types";
import { type FormatPart, writeMoment } from "./date-format";
import { refuseLong } from "./date-text";
import type { Arg, Call, CheckedArg, FunctionEntry, Own } from "./entry";
import { readNumberFormat, writeNumber } from "./number-format";

/** Functions that turn values of any type into texts. */
export const valueTexts: readonly FunctionEntry[] = [
  {
    name: "T",
    group: "text",
    params: [{ name: "value", type: "any" }],
    result: "text",
    isNeverBlank: true,
    sql: ({ args: [value] }) => (value?.type === "text" ? sql`coalesce(${value.sql}, '')` : sql`''`),
    sentence: "Gives a value if it is a text, and blank otherwise.",
    examples: [
      [`T("Ada")`, "Ada"],
      [`T({Notes})`, null],
      [`T({Price})`, null],
      [`T(1 / 0)`, { error: "DIV0" }],
    ],
  },
  {
    name: "TEXT",
    group: "text",
    params: [
      { name: "value", type: "any" },
      { name: "format", type: "text", isConstant: true },
    ],
    result: "text",
    isStrict: true,
    refuses: refuseFormat,
    sql: formatted,
    sentence:
      "Writes a number or a date by a format of spreadsheets, such as “#,##0.00”, “0%”, “$0.00” or “yyyy-mm-dd hh:mm”.",
    examples: [
      [`TEXT(1234.565, "#,##0.00")`, "1,234.57"],
      [`TEXT({Price}, "0.00")`, "12.50"],
      [`TEXT(0.256, "0%")`, "26%"],
      [`TEXT(-1234.5, "$#,##0.00")`, "-$1,234.50"],
      [`TEXT(7, "000")`, "007"],
      [`TEXT(0.5, "#.##")`, ".5"],
      [`TEXT(12, "#.##")`, "12."],
      [`TEXT(-0.001, "0.00")`, "-0.00"],
      [`TEXT(-5, "0.0;(0.0);\\"none\\"")`, "(5.0)"],
      [`TEXT(0, "0.0;(0.0);\\"none\\"")`, "none"],
      [`TEXT(12345, "0.00E+00")`, "1.23E+04"],
      [`TEXT(1e300, "#,##0") = TEXT(0, "#,##0")`, false],
      [`TEXT({Price}, "0.0 \\"kg\\"")`, "12.5 kg"],
      [`TEXT({Due}, "yyyy-mm-dd")`, "2026-03-15"],
      [`TEXT({Due}, "dddd, d mmmm yy")`, "Sunday, 15 March 26"],
      [`TEXT({Start}, "m/d/yyyy h:mm AM/PM")`, "3/29/2026 1:30 AM"],
      [`TEXT({Start}, "hh:mm:ss")`, "01:30:00"],
      [`TEXT({Name}, "0.00")`, "Ada"],
      [`TEXT({Done}, "0")`, "TRUE"],
      [`TEXT({Discount}, "0.00")`, null],
    ],
  },
];

function refuseFormat(args: readonly CheckedArg[]) {
  const [value, format] = args;
  const text = String(format?.constant ?? "");
  if (value?.type !== "number" || readNumberFormat(text)) return refuseLong(args);
  return { message: `“${text}” is not a format for numbers. Use one such as “#,##0.00” or “0%”.`, index: 1 };
}

function formatted({ args: [value, format], zone }: Call): Own {
  const { sql: given, type } = value as Arg;
  const pattern = String(format?.constant);
  if (type === "number") return writeNumber(given, readNumberFormat(pattern) ?? []);
  if (!isMoment(type)) return convert(given, type, "text", zone);
  const parts = partsOfDateFormat(pattern);
  return writeMoment(parts, { local: localTime(value, zone), time: timeOf(value, zone) });
}

/** Tokens of spreadsheets in those of DATETIME_FORMAT. */
const dateTokens: Readonly<Record<string, string>> = {
  yyyy: "YYYY",
  yy: "YY",
  mmmm: "MMMM",
  mmm: "MMM",
  mm: "MM",
  m: "M",
  dddd: "dddd",
  ddd: "ddd",
  dd: "DD",
  d: "D",
  hh: "HH",
  h: "H",
  ss: "ss",
  s: "s",
  "am/pm": "A",
  "a/p": "A",
};

const datePieces = /"([^"]*)"|\\([\s\S])|(y{4}|yy|m{3,4}|mm?|d{3,4}|dd?|hh?|ss?|am\/pm|a\/p)|[\s\S]/giu;

/** Splits a date format of spreadsheets, where `m` after hours or before seconds is minutes. */
function partsOfDateFormat(format: string): FormatPart[] {
  const found = [...format.matchAll(datePieces)].map(([text, quoted, escaped, token]) =>
    token === undefined ? { literal: quoted ?? escaped ?? text } : { token: token.toLowerCase() },
  );
  const names = found.flatMap((part) => ("token" in part ? [part.token] : []));
  const hasHalves = names.some((name) => name?.includes("/"));
  let at = -1;
  return found.map((part) => {
    if ("literal" in part) return part;
    at += 1;
    const isMinute =
      /^mm?$/.test(part.token) && (/^h/.test(names[at - 1] ?? "") || /^s/.test(names[at + 1] ?? ""));
    if (isMinute) return { token: part.token };
    if (hasHalves && /^h/.test(part.token)) return { token: part.token };
    return { token: dateTokens[part.token] ?? part.token };
  });
}
