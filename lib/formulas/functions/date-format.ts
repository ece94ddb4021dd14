import { join, type Sql, sql } from "../sql";
import { startOfWeek } from "./date-parts";

/** A piece of a format: a token, or a literal text. */
export type FormatPart = { readonly token: string } | { readonly literal: string };

/** A part of a date in a format: to_char's pattern or SQL writes it, and a regular expression reads it. */
interface DateToken {
  readonly pattern?: string;
  readonly sql?: (moment: FormattedMoment) => Sql;
  /** The kind of part for "formulaParse", and its regular expression without groups. */
  readonly reads?: readonly [kind: string, regex: string];
  readonly hasTime?: true;
}

export interface FormattedMoment {
  /** Local time, as type timestamp. */
  readonly local: Sql;
  /** As type timestamptz. */
  readonly time: Sql;
}

const monthName = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}";

const tokens: Readonly<Record<string, DateToken>> = {
  YYYY: { pattern: "YYYY", reads: ["year", "\\d{4}"] },
  YY: { pattern: "YY", reads: ["shortYear", "\\d{2}"] },
  GGGG: { pattern: "IYYY" },
  Q: { pattern: "Q" },
  MMMM: { pattern: "FMMonth", reads: ["monthName", monthName] },
  MMM: { pattern: "Mon", reads: ["monthName", monthName] },
  MM: { pattern: "MM", reads: ["month", "\\d{1,2}"] },
  M: { pattern: "FMMM", reads: ["month", "\\d{1,2}"] },
  WW: { pattern: "IW" },
  W: { pattern: "FMIW" },
  ww: { sql: ({ local }) => sql`lpad(${weekOf(local)}, 2, '0')` },
  w: { sql: ({ local }) => weekOf(local) },
  DDDD: { pattern: "DDD" },
  DDD: { pattern: "FMDDD" },
  DD: { pattern: "DD", reads: ["day", "\\d{1,2}"] },
  Do: { pattern: "FMDDth", reads: ["day", "\\d{1,2}(?=st|nd|rd|th)"] },
  D: { pattern: "FMDD", reads: ["day", "\\d{1,2}"] },
  dddd: { pattern: "FMDay", reads: ["", "[a-z]{3,9}"] },
  ddd: { pattern: "Dy", reads: ["", "[a-z]{3,9}"] },
  d: { sql: ({ local }) => sql`extract(dow FROM ${local})::text` },
  E: { pattern: "ID" },
  HH: { pattern: "HH24", reads: ["hour", "\\d{1,2}"], hasTime: true },
  H: { pattern: "FMHH24", reads: ["hour", "\\d{1,2}"], hasTime: true },
  hh: { pattern: "HH12", reads: ["hour", "\\d{1,2}"], hasTime: true },
  h: { pattern: "FMHH12", reads: ["hour", "\\d{1,2}"], hasTime: true },
  mm: { pattern: "MI", reads: ["minute", "\\d{1,2}"], hasTime: true },
  m: { pattern: "FMMI", reads: ["minute", "\\d{1,2}"], hasTime: true },
  ss: { pattern: "SS", reads: ["second", "\\d{1,2}"], hasTime: true },
  s: { pattern: "FMSS", reads: ["second", "\\d{1,2}"], hasTime: true },
  SSS: { pattern: "MS", reads: ["fraction", "\\d{1,9}"], hasTime: true },
  A: { pattern: "AM", reads: ["half", "[ap]\\.?m\\.?"], hasTime: true },
  a: { pattern: "am", reads: ["half", "[ap]\\.?m\\.?"], hasTime: true },
  ZZ: { sql: (moment) => offsetOf(moment, ""), reads: ["offset", "z|[+-]\\d{2}:?\\d{2}"], hasTime: true },
  Z: { sql: (moment) => offsetOf(moment, ":"), reads: ["offset", "z|[+-]\\d{2}:?\\d{2}"], hasTime: true },
  X: {
    sql: ({ time }) => sql`floor(extract(epoch FROM ${time}))::text`,
    reads: ["epoch", "-?\\d{1,12}(?:\\.\\d{1,6})?"],
    hasTime: true,
  },
  x: {
    sql: ({ time }) => sql`floor(extract(epoch FROM ${time}) * 1000)::text`,
    reads: ["epochMillisecond", "-?\\d{1,15}"],
    hasTime: true,
  },
};

/** Shorter names of whole formats. */
const shortFormats: Readonly<Record<string, string>> = {
  LTS: "h:mm:ss A",
  LT: "h:mm A",
  LLLL: "dddd, MMMM D, YYYY h:mm A",
  LLL: "MMMM D, YYYY h:mm A",
  LL: "MMMM D, YYYY",
  L: "MM/DD/YYYY",
};

const longestFirst = (names: readonly string[]) => names.toSorted((a, b) => b.length - a.length).join("|");
const shortPattern = new RegExp(`\\[[^\\]]*\\]|${longestFirst(Object.keys(shortFormats))}`, "g");
const partPattern = new RegExp(`\\[([^\\]]*)\\]|(${longestFirst(Object.keys(tokens))})|[\\s\\S]`, "gu");

/** Splits a format of DATETIME_FORMAT, such as `D MMMM YYYY [at] HH:mm`. */
export function partsOfFormat(format: string): FormatPart[] {
  const whole = format.replace(shortPattern, (found) => shortFormats[found] ?? found);
  return [...whole.matchAll(partPattern)].map(([text, literal, token]) =>
    token === undefined ? { literal: literal ?? text } : { token },
  );
}

/** True if a format shows a time. */
export function hasTime(parts: readonly FormatPart[]): boolean {
  return parts.some((part) => "token" in part && tokens[part.token]?.hasTime);
}

/** SQL that writes a moment. Neighbours that to_char can write become one call. */
export function writeMoment(parts: readonly FormatPart[], moment: FormattedMoment): Sql {
  const pieces: (Sql | string)[] = [];
  for (const part of parts) {
    const token = "token" in part ? tokens[part.token] : undefined;
    const pattern = "literal" in part ? quoted(part.literal) : token?.pattern;
    if (pattern === "") continue;
    if (pattern === undefined) pieces.push(token?.sql?.(moment) ?? "");
    else if (typeof pieces.at(-1) === "string") pieces.push(`${pieces.pop()}${pattern}`);
    else pieces.push(pattern);
  }
  const written = pieces.map((piece) =>
    typeof piece === "string" ? sql`to_char(${moment.local}, ${piece}::text)` : piece,
  );
  // to_char gives NULL for an empty pattern.
  return written.length === 0 ? sql`left(${moment.local}::text, 0)` : sql`(${join(written, " || ")})`;
}

/** A regular expression of PostgreSQL that reads a format, and the kind of part in each group. */
export function readerOf(parts: readonly FormatPart[]): { readonly regex: string; readonly kinds: string[] } {
  const kinds: string[] = [];
  const regexes = parts.map((part) => {
    if ("literal" in part) return /^\s/u.test(part.literal) ? "\\s+" : escaped(part.literal);
    const [kind, regex] = tokens[part.token]?.reads ?? unreadable(part.token);
    if (kind === "") return `(?:${regex})`;
    kinds.push(kind);
    return part.token === "Do" ? `(${regex})(?:st|nd|rd|th)` : `(${regex})`;
  });
  return { regex: `(?i)^\\s*${regexes.join("")}\\s*$`, kinds };
}

/** The first token that can be written, but not read. */
export function unreadableToken(parts: readonly FormatPart[]): string | undefined {
  const found = parts.find((part) => "token" in part && !tokens[part.token]?.reads);
  return found && "token" in found ? found.token : undefined;
}

function unreadable(token: string): never {
  throw new Error(`the token ${token} cannot be read`);
}

/** A literal within a pattern of to_char. */
function quoted(literal: string): string {
  return literal === "" ? "" : `"${literal.replaceAll(/["\\]/g, "\\$&")}"`;
}

/** A literal within a regular expression. */
function escaped(literal: string): string {
  return literal.replaceAll(/[^\p{L}\p{N}\s]/gu, (sign) => (/^[\x21-\x7e]$/.test(sign) ? `\\${sign}` : sign));
}

/** The difference to UTC, such as +05:30. */
function offsetOf({ local, time }: FormattedMoment, separator: string): Sql {
  const minutes = sql`trunc(extract(epoch FROM ${local} - (${time} AT TIME ZONE 'UTC')) / 60)`;
  const two = (number: Sql) => sql`lpad(${number}::text, 2, '0')`;
  return sql`(CASE WHEN ${minutes} < 0 THEN '-' ELSE '+' END || ${two(sql`div(abs(${minutes}), 60)`)}
    || ${separator}::text || ${two(sql`mod(abs(${minutes}), 60)`)})`;
}

/** The week of the year from Sunday, where January 1 is always in week 1, that of the next year too. */
function weekOf(local: Sql): Sql {
  const saturday = sql`(${startOfWeek(local, true)} + INTERVAL '5 days')`;
  return sql`div(extract(doy FROM ${saturday}) + 6, 7)::text`;
}
