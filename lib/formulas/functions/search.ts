import { clamp, type Sql, sql, unicode } from "../sql";
import type { Arg, FunctionEntry, Own, Param } from "./entry";
import { lengthOf } from "./text";

const text: Param = { name: "text", type: "text" };
const part: Param = { name: "part", type: "text" };
const start: Param = { name: "start", type: "number" };
const soughtIn: readonly Param[] = [part, text, { ...start, optional: true }];

/** Properties that all functions of this file share. */
const common = { group: "text", isStrict: true } as const;

export const searches: readonly FunctionEntry[] = [
  {
    ...common,
    name: "FIND",
    params: soughtIn,
    result: "number",
    wholeDigits: 6,
    sql: ({ args: [inner, whole, from] }) => position(whole?.sql, inner?.sql, from),
    sentence:
      "Gives the position of a text within another, counted from 1; #N/A if it is not found (see CONTAINS).",
    examples: [
      [`FIND("l", "Lovelace")`, 5],
      [`FIND("b", "👍b")`, 2],
      [`FIND("a", "banana", 3)`, 4],
      [`FIND("", "abc")`, 1],
      [`FIND("L", "lace")`, { error: "NA" }],
      [`FIND("a", {Notes})`, { error: "NA" }],
      [`FIND("a", "a", 1e300)`, { error: "NA" }],
      [`FIND("a", "a", 0)`, { error: "NUM" }],
      [`IFERROR(FIND("z", {Name}), 0)`, 0],
    ],
  },
  {
    ...common,
    name: "SEARCH",
    params: soughtIn,
    result: "number",
    wholeDigits: 6,
    sql: ({ args: [inner, whole, from] }) => position(lowerCase(whole), lowerCase(inner), from),
    sentence: "Gives the position of a text within another like FIND, but ignores the case of letters.",
    examples: [
      [`SEARCH("LACE", "Lovelace")`, 5],
      [`SEARCH("b", "İB")`, 2],
      [`SEARCH("σ", "ΟΔΟΣ")`, 4],
      [`SEARCH("A", "banana", 3)`, 4],
      [`SEARCH("x", "Lovelace")`, { error: "NA" }],
      [`SEARCH("a", "a", -1e300)`, { error: "NUM" }],
    ],
  },
  {
    ...common,
    name: "CONTAINS",
    params: [text, part],
    result: "checkbox",
    sql: ({ args: [whole, inner] }) => sql`(strpos(${whole?.sql}, ${inner?.sql}) > 0)`,
    sentence: "True if a text contains a part, capital letters included.",
    examples: [
      [`CONTAINS("Lovelace", "lace")`, true],
      [`CONTAINS("Lovelace", "Lace")`, false],
      [`CONTAINS({Notes}, "a")`, false],
      [`CONTAINS({Name}, "")`, true],
      [`CONTAINS("100%", "%")`, true],
    ],
  },
  {
    ...common,
    name: "STARTS_WITH",
    params: [text, part],
    result: "checkbox",
    sql: ({ args: [whole, inner] }) => sql`starts_with(${whole?.sql}, ${inner?.sql})`,
    sentence: "True if a text starts with a part, capital letters included.",
    examples: [
      [`STARTS_WITH("Lovelace", "Love")`, true],
      [`STARTS_WITH("Lovelace", "love")`, false],
      [`STARTS_WITH({Notes}, "a")`, false],
    ],
  },
  {
    ...common,
    name: "ENDS_WITH",
    params: [text, part],
    result: "checkbox",
    sql: ({ args: [whole, inner] }) => sql`(right(${whole?.sql}, length(${inner?.sql})) = ${inner?.sql})`,
    sentence: "True if a text ends with a part, capital letters included.",
    examples: [
      [`ENDS_WITH("Lovelace", "lace")`, true],
      [`ENDS_WITH("ok 👍", "👍")`, true],
      [`ENDS_WITH("Lovelace", "")`, true],
      [`ENDS_WITH({Notes}, "a")`, false],
    ],
  },
  {
    ...common,
    name: "SUBSTITUTE",
    params: [
      text,
      { name: "old", type: "text" },
      { name: "new", type: "text" },
      { name: "occurrence", type: "number", optional: true },
    ],
    result: "text",
    isLong: true,
    refusesLong: ({ args: [whole, old, by, occurrence] }) =>
      occurrence ? sql`false` : sql`(NOT ${isShort(whole as Arg, old as Arg, by as Arg)})`,
    sql: ({ args: [whole, old, by, occurrence] }) =>
      occurrence
        ? substitutedOne(whole as Arg, old as Arg, by as Arg, occurrence)
        : substitutedAll(whole as Arg, old as Arg, by as Arg),
    sentence: "Replaces a part of a text everywhere, or only one occurrence of it, counted from 1.",
    examples: [
      [`SUBSTITUTE("a-b-c", "-", "+")`, "a+b+c"],
      [`SUBSTITUTE("a-b-c", "-", "+", 2)`, "a-b+c"],
      [`SUBSTITUTE("a-b-c", "-", "+", 3)`, "a-b-c"],
      [`SUBSTITUTE("👍👎", "👎", "👍")`, "👍👍"],
      [`SUBSTITUTE({Name}, "", "x")`, "Ada"],
      [`SUBSTITUTE({Notes}, "a", "x", 1)`, null],
      [`SUBSTITUTE("a", "a", "x", 0)`, { error: "NUM" }],
      [`SUBSTITUTE("a", "a", "x", 1e300)`, "a"],
      [`SUBSTITUTE(REPT("a", {Quantity} * 25000), "a", REPT("b", 100000))`, { error: "NUM" }],
      [`LEN(SUBSTITUTE(REPT("a", 99999) & "b", "b", REPT("c", 1)))`, 100_000],
    ],
  },
  {
    ...common,
    name: "REPLACE",
    params: [text, start, { name: "count", type: "number" }, { name: "new", type: "text" }],
    result: "text",
    isLong: true,
    sql: ({ args: [whole, from, count, by] }) => {
      const isRight = sql`${from?.sql} >= 1 AND ${count?.sql} >= 0`;
      const [first, length] = [lengthOf(from), lengthOf(count)];
      return {
        value: sql`CASE WHEN ${isRight} THEN left(${whole?.sql}, ${first} - 1) || ${by?.sql} || substr(${whole?.sql}, ${first} + ${length}) END`,
        error: sql`CASE WHEN NOT (${isRight}) THEN 'NUM' END`,
      };
    },
    sentence: "Replaces a number of characters of a text, from a position that is counted from 1.",
    examples: [
      [`REPLACE("Lovelace", 1, 4, "Neck")`, "Necklace"],
      [`REPLACE("a👍b", 2, 1, "-")`, "a-b"],
      [`REPLACE("ab", 2, 0, "-")`, "a-b"],
      [`REPLACE("ab", 9, 1e300, "c")`, "abc"],
      [`REPLACE({Notes}, 1, 1, "c")`, "c"],
      [`REPLACE("ab", 0, 1, "c")`, { error: "NUM" }],
      [`REPLACE("ab", 1, -1, "c")`, { error: "NUM" }],
    ],
  },
];

/** The position of a part from a start; NA if there is none, NUM for a start before the text. */
function position(whole: Sql | undefined, inner: Sql | undefined, from: Arg | undefined): Own {
  if (!from) {
    const found = sql`strpos(${whole}, ${inner})`;
    return {
      value: sql`nullif(${found}, 0)::numeric`,
      error: sql`CASE WHEN ${found} = 0 THEN 'NA' END`,
    };
  }
  const first = lengthOf(from);
  const rest = sql`strpos(substr(${whole}, ${first}), ${inner})`;
  const isFound = sql`${first} <= length(${whole}) + 1 AND ${rest} > 0`;
  return {
    value: sql`CASE WHEN ${from.sql} >= 1 AND ${isFound} THEN (${rest} + ${first} - 1)::numeric END`,
    error: sql`CASE WHEN ${from.sql} < 1 THEN 'NUM' WHEN NOT (${isFound}) THEN 'NA' END`,
  };
}

/** Lower case, with one character for each of the text, so that positions stay the same. */
function lowerCase(arg: Arg | undefined): Sql {
  return sql`lower(translate(${arg?.sql}, 'İΣς', 'iσσ') ${unicode})`;
}

/** Bounds the text with all occurrences replaced. They are counted only if the result could be huge. */
function isShort({ sql: whole }: Arg, { sql: old }: Arg, { sql: by }: Arg): Sql {
  const rest = sql`length(replace(${whole}, ${old}, ''))`;
  const count = sql`(length(${whole}) - ${rest}) / nullif(length(${old}), 0)`;
  return sql`(length(${whole})::bigint * length(${by}) <= 10000000
    OR coalesce(${rest} + (${count})::bigint * length(${by}) <= 100000, true))`;
}

function substitutedAll(whole: Arg, old: Arg, by: Arg): Own {
  const isRight = isShort(whole, old, by);
  return {
    value: sql`CASE WHEN ${isRight} THEN replace(${whole.sql}, ${old.sql}, ${by.sql}) END`,
    error: sql`CASE WHEN NOT ${isRight} THEN 'NUM' END`,
  };
}

function substitutedOne(
  { sql: whole }: Arg,
  { sql: old }: Arg,
  { sql: by }: Arg,
  { sql: occurrence }: Arg,
): Own {
  const at = sql`trunc(${clamp(occurrence, 0, 100_001)})::integer`;
  const parts = sql`(SELECT CASE WHEN cardinality("parts") <= ${at} THEN ${whole}
    ELSE array_to_string("parts"[:${at}], ${old}) || ${by} || array_to_string("parts"[${at} + 1:], ${old}) END
    FROM (SELECT string_to_array(${whole}, ${old}) AS "parts") AS "split")`;
  return {
    isStrict: false,
    value: sql`CASE WHEN ${occurrence} >= 1 THEN ${parts} END`,
    error: sql`CASE WHEN ${occurrence} < 1 THEN 'NUM' END`,
  };
}
