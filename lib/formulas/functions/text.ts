import { clamp, joinSql, type Sql, sql, unicode } from "../sql";
import { maxLength } from "../texts";
import { isList } from "../types";
import { arrayOf } from "./aggregates";
import type { Arg, Call, FunctionEntry, Own, Param } from "./entry";

const text: Param = { name: "text", type: "text" };
const count: Param = { name: "count", type: "number" };
const values: Param = { name: "text", type: "text", list: true, repeated: true };

/** Properties that all functions of this file share. */
const common = { group: "text", params: [text], result: "text", isStrict: true } as const;

export const texts: readonly FunctionEntry[] = [
  {
    name: "CONCATENATE",
    aliases: ["CONCAT"],
    group: "text",
    params: [values],
    result: "text",
    isNeverBlank: true,
    isLong: true,
    sql: concatenated,
    sentence: "Joins texts, and the items of lists, to one text.",
    examples: [
      [`CONCATENATE({Name}, " ", "Lovelace")`, "Ada Lovelace"],
      [`CONCATENATE({Name}, {Notes}, 1.50, TRUE)`, "Ada1.5TRUE"],
      [`CONCATENATE({Tags}, "!")`, "redbluered!"],
      [`CONCAT({Scores}) & CONCATENATE("👍", "👍")`, "35👍👍"],
      [`CONCATENATE({Notes})`, null],
      [`CONCATENATE(REPT({Name}, 20000), REPT("b", 60000))`, { error: "NUM" }],
    ],
  },
  {
    name: "TEXTJOIN",
    group: "text",
    params: [{ name: "separator", type: "text" }, { name: "skip_empty", type: "checkbox" }, values],
    result: "text",
    isNeverBlank: true,
    isLong: true,
    sql: ({ args: [separator, skips, ...parts] }) =>
      sql`coalesce((SELECT string_agg(coalesce("item", ''), ${separator?.sql} ORDER BY "at")
        FROM unnest(${arrayOf(parts)}) WITH ORDINALITY AS "items" ("item", "at")
        WHERE "item" <> '' OR NOT ${skips?.sql}), '')`,
    sentence:
      "Joins texts, and the items of lists, with a separator between them, and skips empty ones if told so.",
    examples: [
      [`TEXTJOIN(", ", TRUE, {Name}, {Notes}, "Grace")`, "Ada, Grace"],
      [`TEXTJOIN(", ", FALSE, {Name}, {Notes}, "Grace")`, "Ada, , Grace"],
      [`TEXTJOIN("-", TRUE, {Scores}, {Tags})`, "3-5-red-blue-red"],
      [`TEXTJOIN("-", FALSE, {Scores})`, "3--5"],
      [`TEXTJOIN("-", TRUE, {Notes})`, null],
    ],
  },
  {
    ...common,
    name: "LEFT",
    params: [text, { ...count, optional: true }],
    sql: ({ args: [value, length] }) => cut(length, (size) => sql`left(${value?.sql}, ${size})`),
    sentence: "Gives the first characters of a text: one by default.",
    examples: [
      [`LEFT("Lovelace", 4)`, "Love"],
      [`LEFT("Lovelace")`, "L"],
      [`LEFT("👍🏽 ok", 1.9)`, "👍"],
      [`LEFT("ab", 1e300)`, "ab"],
      [`LEFT({Notes}, 2)`, null],
      [`LEFT("ab", -1)`, { error: "NUM" }],
    ],
  },
  {
    ...common,
    name: "RIGHT",
    params: [text, { ...count, optional: true }],
    sql: ({ args: [value, length] }) => cut(length, (size) => sql`right(${value?.sql}, ${size})`),
    sentence: "Gives the last characters of a text: one by default.",
    examples: [
      [`RIGHT("Lovelace", 4)`, "lace"],
      [`RIGHT("Lovelace")`, "e"],
      [`RIGHT("ok 👍", 1)`, "👍"],
      [`RIGHT("ab", 0)`, null],
      [`RIGHT("ab", 1e300)`, "ab"],
      [`RIGHT("ab", -1)`, { error: "NUM" }],
    ],
  },
  {
    ...common,
    name: "MID",
    params: [text, { name: "start", type: "number" }, count],
    sql: ({ args: [value, start, length] }) => {
      const isRight = sql`${start?.sql} >= 1 AND ${length?.sql} >= 0`;
      return {
        value: sql`CASE WHEN ${isRight} THEN substr(${value?.sql}, ${lengthOf(start)}, ${lengthOf(length)}) END`,
        error: sql`CASE WHEN NOT (${isRight}) THEN 'NUM' END`,
      };
    },
    sentence: "Gives a number of characters of a text, from a position that is counted from 1.",
    examples: [
      [`MID("Lovelace", 5, 3)`, "lac"],
      [`MID("a👍b", 2, 2)`, "👍b"],
      [`MID("ab", 2, 1e300)`, "b"],
      [`MID("ab", 3, 1)`, null],
      [`MID("ab", 0, 1)`, { error: "NUM" }],
      [`MID("ab", 1, -1)`, { error: "NUM" }],
    ],
  },
  {
    ...common,
    name: "LEN",
    result: "number",
    wholeDigits: 6,
    sql: ({ args: [value] }) => sql`length(${value?.sql})::numeric`,
    sentence: "Counts the characters of a text.",
    examples: [
      [`LEN("Ada")`, 3],
      [`LEN({Notes})`, 0],
      [`LEN("👍é")`, 2],
      [`LEN({Price})`, 4],
    ],
  },
  {
    ...common,
    name: "LOWER",
    isLong: true,
    sql: ({ args: [value] }) => sql`lower(${value?.sql} ${unicode})`,
    sentence: "Converts all letters to lower case.",
    examples: [
      [`LOWER("ÀB 1")`, "àb 1"],
      [`LOWER({Notes})`, null],
    ],
  },
  {
    ...common,
    name: "UPPER",
    isLong: true,
    sql: ({ args: [value] }) => sql`upper(${value?.sql} ${unicode})`,
    sentence: "Converts all letters to upper case.",
    examples: [
      [`UPPER("straße")`, "STRASSE"],
      [`UPPER(REPT("ß", {Quantity} * 15000))`, { error: "NUM" }],
    ],
  },
  {
    ...common,
    name: "PROPER",
    isLong: true,
    sql: ({ args: [value] }) => sql`initcap(${value?.sql} ${unicode})`,
    sentence: "Converts the first letter of each word to upper case, and all others to lower case.",
    examples: [
      [`PROPER("ada LOVELACE")`, "Ada Lovelace"],
      [`PROPER("élan vital")`, "Élan Vital"],
    ],
  },
  {
    ...common,
    name: "TRIM",
    sql: ({ args: [value] }) => sql`btrim(${value?.sql}, ${whitespace}::text)`,
    sentence: "Removes spaces and line breaks from both ends of a text.",
    examples: [
      [`TRIM("  a  b ")`, "a  b"],
      [`TRIM("\\n\\ta\\n")`, "a"],
      [`TRIM(" ")`, null],
    ],
  },
  {
    ...common,
    name: "CLEAN",
    sql: ({ args: [value] }) => sql`translate(${value?.sql}, ${controls}::text, '')`,
    sentence: "Removes control characters, such as line breaks and tabs.",
    examples: [
      [`CLEAN("a\\nb\\tc")`, "abc"],
      [`CLEAN({Notes})`, null],
    ],
  },
  {
    ...common,
    name: "REPT",
    params: [text, count],
    refusesLong: repeatsMuch,
    sql: (call) => {
      const [value, times] = call.args;
      const isRight = sql`${times?.sql} >= 0 AND NOT ${repeatsMuch(call)}`;
      return {
        value: sql`CASE WHEN ${isRight} THEN repeat(${value?.sql}, ${lengthOf(times)}) END`,
        error: sql`CASE WHEN NOT (${isRight}) THEN 'NUM' END`,
      };
    },
    sentence: "Repeats a text a number of times.",
    examples: [
      [`REPT("ab", 3)`, "ababab"],
      [`REPT("⭐", {Quantity})`, "⭐⭐⭐⭐"],
      [`REPT("ab", 0)`, null],
      [`REPT({Notes}, 1e300)`, null],
      [`LEN(REPT("👍", 100000))`, 100_000],
      [`REPT({Name}, 33334)`, { error: "NUM" }],
      [`REPT({Name}, 1e300)`, { error: "NUM" }],
      [`REPT("a", -1)`, { error: "NUM" }],
    ],
  },
  {
    ...common,
    name: "EXACT",
    params: [
      { name: "left", type: "text" },
      { name: "right", type: "text" },
    ],
    result: "checkbox",
    sql: ({ args: [left, right] }) => sql`(${left?.sql} = ${right?.sql})`,
    sentence: "True if two texts are the same, capital letters included.",
    examples: [
      [`EXACT("a", "a")`, true],
      [`EXACT("a", "A")`, false],
      [`EXACT({Notes}, "")`, true],
      [`EXACT(1.0, "1")`, true],
    ],
  },
  {
    ...common,
    name: "CHAR",
    params: [{ name: "code", type: "number" }],
    sql: ({ args: [code] }) => {
      const isCharacter = sql`(${code?.sql} >= 1 AND ${code?.sql} < 55296 OR ${code?.sql} >= 57344 AND ${code?.sql} < 1114112)`;
      return {
        value: sql`CASE WHEN ${isCharacter} THEN chr(trunc(${code?.sql})::integer) END`,
        error: sql`CASE WHEN NOT ${isCharacter} THEN 'NUM' END`,
      };
    },
    sentence: "Gives the character with a number in Unicode.",
    examples: [
      [`CHAR(65)`, "A"],
      [`CHAR(128077)`, "👍"],
      [`"a" & CHAR(10) & "b"`, "a\nb"],
      [`CHAR(0)`, { error: "NUM" }],
      [`CHAR(55296)`, { error: "NUM" }],
      [`CHAR(1e300)`, { error: "NUM" }],
    ],
  },
  {
    ...common,
    name: "CODE",
    result: "number",
    wholeDigits: 7,
    sql: ({ args: [value] }) => ({
      value: sql`nullif(ascii(${value?.sql}), 0)::numeric`,
      error: sql`CASE WHEN ${value?.sql} = '' THEN 'TYPE' END`,
    }),
    sentence: "Gives the number of a text's first character in Unicode.",
    examples: [
      [`CODE("A")`, 65],
      [`CODE("👍 ok")`, 128_077],
      [`CODE({Notes})`, { error: "TYPE" }],
    ],
  },
  {
    ...common,
    name: "ENCODE_URL_COMPONENT",
    isLong: true,
    sql: ({ args: [value] }) =>
      sql`CASE WHEN ${value?.sql} IS NOT NULL THEN coalesce((SELECT string_agg(${urlLetter}, '' ORDER BY "at")
        FROM string_to_table(${value?.sql}, NULL) WITH ORDINALITY AS "letters" ("letter", "at")), '') END`,
    sentence: "Encodes a text as a part of a web address: all but letters, digits and - _ . ~.",
    examples: [
      [`ENCODE_URL_COMPONENT("a b&c=d/é")`, "a%20b%26c%3Dd%2F%C3%A9"],
      [`"https://example.com/?q=" & ENCODE_URL_COMPONENT("👍!")`, "https://example.com/?q=%F0%9F%91%8D%21"],
      [`ENCODE_URL_COMPONENT("A-z_0.9~")`, "A-z_0.9~"],
      [`ENCODE_URL_COMPONENT({Notes})`, null],
      [`ENCODE_URL_COMPONENT(REPT("é", {Quantity} * 5000))`, { error: "NUM" }],
    ],
  },
];

/** Unicode's white space, and the byte order mark. */
const whitespace =
  "\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff";

/** Control characters of ASCII; PostgreSQL has no NUL. */
const controls = String.fromCharCode(...Array.from({ length: 31 }, (_, index) => index + 1), 127);

const urlLetter = sql`CASE WHEN "letter" ~ '[A-Za-z0-9_.~-]' THEN "letter"
  ELSE regexp_replace(upper(encode(convert_to("letter", 'UTF8'), 'hex')), '..', '%\\&', 'g') END`;

/** An argument as a number of characters or a position: an integer, at most one above the longest text. */
export function lengthOf(arg: Arg | undefined): Sql {
  return sql`trunc(${clamp((arg as Arg).sql, -1, 100_001)})::integer`;
}

function repeatsMuch({ args: [value, times] }: Pick<Call, "args">): Sql {
  return sql`(length(${value?.sql}) * trunc(${times?.sql}) > ${maxLength})`;
}

function cut(length: Arg | undefined, take: (size: Sql) => Sql): Own {
  if (!length) return take(sql`1`);
  return {
    value: sql`CASE WHEN ${length.sql} >= 0 THEN ${take(lengthOf(length))} END`,
    error: sql`CASE WHEN ${length.sql} < 0 THEN 'NUM' END`,
  };
}

function concatenated({ args }: Call): Own {
  if (args.some(({ type }) => isList(type))) {
    return sql`coalesce(array_to_string(${arrayOf(args)}, ''), '')`;
  }
  const parts = args.map(({ sql: value }) => value);
  return { value: sql`(${joinSql(parts, " || ")})`, isStrict: true };
}
