import { formulaLimits } from "../limits";
import { type Sql, sql, unicode } from "../sql";
import type { Arg, CheckedArg, FunctionEntry, Param } from "./entry";

const text: Param = { name: "text", type: "text" };
const regex: Param = { name: "regex", type: "text" };

/** Properties that all functions of this file share. An invalid regular expression is #TYPE!. */
const common = { group: "text", isStrict: true, refuses: refusesLong } as const;

export const regexes: readonly FunctionEntry[] = [
  {
    ...common,
    name: "REGEX_MATCH",
    aliases: ["REGEXMATCH"],
    params: [text, regex],
    result: "checkbox",
    sql: ({ args: [value, pattern] }) => ({
      value: sql`(${value?.sql} ${unicode} ~ ${valid(pattern)})`,
      error: invalid(pattern),
    }),
    sentence: "True if a part of a text matches a regular expression.",
    examples: [
      [`REGEX_MATCH("ada@example.com", "^\\S+@\\S+$")`, true],
      [`REGEX_MATCH({Name}, "^a")`, false],
      [`REGEX_MATCH({Name}, "(?i)^a")`, true],
      [`REGEX_MATCH("Äpfel", "^\\w+$")`, true],
      [`REGEX_MATCH({Notes}, "^$")`, true],
      [`REGEX_MATCH({Name}, {Name})`, true],
      [`REGEX_MATCH({Name}, "(")`, { error: "TYPE" }],
      [`REGEX_MATCH({Name}, {Name} & "(")`, { error: "TYPE" }],
      [`REGEX_MATCH({Name}, REPT({Name}, 200))`, { error: "TYPE" }],
      [`REGEX_MATCH({Name}, "((a{200}){200}){200}")`, { error: "TYPE" }],
    ],
  },
  {
    ...common,
    name: "REGEX_EXTRACT",
    aliases: ["REGEXEXTRACT"],
    params: [text, regex],
    result: "text",
    sql: ({ args: [value, pattern] }) => {
      const found = sql`regexp_substr(${value?.sql} ${unicode}, ${valid(pattern)})`;
      return {
        value: found,
        error: sql`coalesce(${invalid(pattern)}, CASE WHEN ${found} IS NULL THEN 'NA' END)`,
      };
    },
    sentence: "Gives the first part of a text that matches a regular expression, and #N/A if none does.",
    examples: [
      [`REGEX_EXTRACT("order 66 of 99", "\\d+")`, "66"],
      [`REGEX_EXTRACT("a👍👍b", "👍+")`, "👍👍"],
      [`REGEX_EXTRACT("key=value", "(\\w+)=(\\w+)")`, "key=value"],
      [`REGEX_EXTRACT({Name}, "\\d+")`, { error: "NA" }],
      [`REGEX_EXTRACT({Notes}, "a")`, { error: "NA" }],
      [`REGEX_EXTRACT({Notes}, "a*")`, null],
      [`REGEX_EXTRACT({Name}, "[")`, { error: "TYPE" }],
    ],
  },
  {
    ...common,
    name: "REGEX_REPLACE",
    aliases: ["REGEXREPLACE"],
    params: [text, regex, { name: "new", type: "text" }],
    result: "text",
    isLong: true,
    refusesLong: ({ args: [value, pattern, by] }) => sql`(NOT ${fits(value?.sql, pattern, by?.sql)})`,
    sql: ({ args: [value, pattern, by] }) => {
      const isRight = fits(value?.sql, pattern, by?.sql);
      return {
        value: sql`CASE WHEN ${isRight} THEN regexp_replace(${value?.sql} ${unicode}, ${valid(pattern)}, ${replacementOf(by?.sql)}, 'g') END`,
        error: sql`coalesce(${invalid(pattern)}, CASE WHEN NOT ${isRight} THEN 'NUM' END)`,
      };
    },
    sentence:
      "Replaces all parts of a text that match a regular expression. $1 to $9 stand for its groups, $0 for the whole part.",
    examples: [
      [`REGEX_REPLACE("a1b22", "\\d+", "#")`, "a#b#"],
      [`REGEX_REPLACE("Lovelace, Ada", "(\\w+), (\\w+)", "$2 $1")`, "Ada Lovelace"],
      [`REGEX_REPLACE("ab", "b", "[$0]")`, "a[b]"],
      [`REGEX_REPLACE("ab", "b", "\\\\1 \\& $")`, "a\\1 \\& $"],
      [`REGEX_REPLACE("👍a", "a", "👎")`, "👍👎"],
      [`REGEX_REPLACE({Notes}, "^", "x")`, "x"],
      [`REGEX_REPLACE({Name}, "*", "x")`, { error: "TYPE" }],
      [`REGEX_REPLACE(REPT("a", {Quantity} * 25000), "", REPT("b", 100000))`, { error: "NUM" }],
      [`REGEX_REPLACE(REPT("a", {Quantity} * 25000), "(a*)", REPT("$1", 50000))`, { error: "NUM" }],
      [`LEN(REGEX_REPLACE("a", "a", REPT("b", 100000)))`, 100_000],
    ],
  },
];

/** The regular expression, NULL if it is invalid. */
function valid(pattern: Arg | undefined): Sql {
  return sql`"formulaRegex"(${pattern?.sql})`;
}

function invalid(pattern: Arg | undefined): Sql {
  return sql`CASE WHEN ${pattern?.sql} IS NOT NULL AND ${valid(pattern)} IS NULL THEN 'TYPE' END`;
}

function refusesLong([, pattern]: readonly CheckedArg[]) {
  const { constant } = pattern ?? {};
  if (typeof constant !== "string" || [...constant].length <= formulaLimits.pattern) return undefined;
  return {
    message: `A regular expression can have at most ${formulaLimits.pattern} characters.`,
    index: 1,
  };
}

/** The replacement in PostgreSQL's form: \1 for $1, \& for $0, and each backslash twice. */
function replacementOf(by: Sql | undefined): Sql {
  const escaped = sql`replace(${by}, '\\', '\\\\')`;
  return sql`replace(regexp_replace(${escaped}, '\\$([1-9])', '\\\\\\1', 'g'), '$0', '\\&')`;
}

/** Bounds the size of the result before it is built. The parts are counted only if it could be huge. */
function fits(value: Sql | undefined, pattern: Arg | undefined, by: Sql | undefined): Sql {
  const parts = sql`regexp_count(${value} ${unicode}, ${valid(pattern)})::bigint`;
  const groups = sql`regexp_count(${by}, '\\$\\d')::bigint`;
  return sql`((length(${value}) + 1)::bigint * length(${by}) <= 10000000
    OR ${parts} * length(${by}) + ${groups} * length(${value}) <= 10000000)`;
}
