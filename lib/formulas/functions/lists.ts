import { raw, type Sql, sql } from "../sql";
import { commonItem, itemOf, listOf, type Type } from "../types";
import { arrayOf } from "./aggregates";
import type { Arg, CheckedArg, FunctionEntry, Param } from "./entry";
import { filled } from "./logic";

/** Lists and single values, whose items get one type. */
const items: readonly Param[] = [{ name: "list", type: "items", list: true, repeated: true }];
const list: Param = { name: "list", type: "items", list: true };

const common = { group: "lists", params: items, result: listType } as const;

export const lists: readonly FunctionEntry[] = [
  {
    name: "ARRAYJOIN",
    group: "lists",
    params: [
      { name: "list", type: "text", list: true },
      { name: "separator", type: "text", optional: true },
    ],
    result: "text",
    isNeverBlank: true,
    isLong: true,
    sql: ({ args: [values, separator] }) =>
      sql`coalesce(array_to_string(${arrayOf([values as Arg])}, ${separator?.sql ?? sql`', '`}), '')`,
    sentence:
      "Joins the filled items of a list to one text, with a separator between them (a comma by default).",
    examples: [
      [`ARRAYJOIN({Tags}, "; ")`, "red; blue; red"],
      [`ARRAYJOIN({Scores})`, "3, 5"],
      [`ARRAYJOIN("one")`, "one"],
    ],
  },
  {
    ...common,
    name: "ARRAYUNIQUE",
    sql: ({ args }) =>
      sql`(SELECT array_agg("item" ORDER BY "at") FROM (
        SELECT "item", min("at") AS "at" FROM unnest(${arrayOf(args)}) WITH ORDINALITY AS "items" ("item", "at")
        WHERE ${filledItem(args)} GROUP BY "item"
      ) AS "first")`,
    sentence: "Gives the different filled items of lists, in the order of their first appearance.",
    examples: [
      [`ARRAYUNIQUE({Tags})`, ["red", "blue"]],
      [`ARRAYUNIQUE({Tags}, "green", {Notes})`, ["red", "blue", "green"]],
      [`ARRAYUNIQUE(3, {Scores})`, [3, 5]],
    ],
  },
  {
    ...common,
    name: "ARRAYCOMPACT",
    sql: ({ args }) =>
      sql`(SELECT array_agg("item" ORDER BY "at") FROM unnest(${arrayOf(args)}) WITH ORDINALITY AS "items" ("item", "at")
        WHERE ${filledItem(args)})`,
    sentence: "Gives the filled items of lists.",
    examples: [
      [`ARRAYCOMPACT({Scores})`, [3, 5]],
      [`ARRAYCOMPACT({Scores}, "")`, ["3", "5"]],
    ],
  },
  {
    ...common,
    name: "ARRAYFLATTEN",
    sql: ({ args }) => arrayOf(args),
    sentence: "Puts the items of several lists and single values into one list.",
    examples: [
      [`ARRAYFLATTEN({Scores}, 7)`, [3, null, 5, 7]],
      [`ARRAYFLATTEN({Tags}, {Quantity})`, ["red", "blue", "red", "4"]],
    ],
  },
  {
    name: "ARRAYSLICE",
    group: "lists",
    params: [list, { name: "start", type: "number" }, { name: "end", type: "number", optional: true }],
    result: ([given]) => listOf(itemOf(given?.type ?? "blank")),
    sql: ({ args }) => slice(args),
    sentence:
      "Gives the items of a list from a position to another one, or to the end. Negative positions count from the end.",
    examples: [
      [`ARRAYSLICE({Tags}, 2)`, ["blue", "red"]],
      [`ARRAYSLICE({Tags}, 1, 2)`, ["red", "blue"]],
      [`ARRAYSLICE({Tags}, -2, -2)`, ["blue"]],
      [`ARRAYSLICE({Tags}, 4)`, null],
      [`FIRST(ARRAYSLICE({Due}, 1))`, "2026-03-15"],
      [`ARRAYSLICE({Tags}, -1e300, 1e300)`, ["red", "blue", "red"]],
    ],
  },
  {
    name: "FIRST",
    group: "lists",
    params: [list],
    result: itemType,
    isRounded: true,
    sql: ({ args }) => filledAt(args, "ASC"),
    sentence: "Gives the first filled item of a list, or blank if there is none.",
    examples: [
      [`FIRST({Scores})`, 3],
      [`FIRST({Tags})`, "red"],
      [`FIRST({Notes})`, null],
    ],
  },
  {
    name: "LAST",
    group: "lists",
    params: [list],
    result: itemType,
    isRounded: true,
    sql: ({ args }) => filledAt(args, "DESC"),
    sentence: "Gives the last filled item of a list, or blank if there is none.",
    examples: [
      [`LAST({Scores})`, 5],
      [`LAST({Tags}) & "!"`, "red!"],
    ],
  },
];

function listType(args: readonly CheckedArg[]): Type {
  const given = args.map(({ type }) => type);
  return listOf(commonItem(given));
}

function itemType([given]: readonly CheckedArg[]): Type {
  return itemOf(given?.type ?? "blank");
}

function filledItem(args: readonly Arg[]): Sql {
  return filled(args.some(({ type }) => itemOf(type) === "text") ? "text[]" : "");
}

function filledAt(args: readonly Arg[], order: "ASC" | "DESC"): Sql {
  return sql`(SELECT "item" FROM unnest(${arrayOf(args)}) WITH ORDINALITY AS "items" ("item", "at")
    WHERE ${filledItem(args)} ORDER BY "at" ${raw(order)} LIMIT 1)`;
}

/** Items from one position to another, both included. Empty lists are blank. */
function slice([given, start, end]: readonly Arg[]): Sql {
  const values = arrayOf([given as Arg]);
  const position = (arg: Arg) =>
    sql`CASE WHEN ${arg.sql} < 0 THEN cardinality(${values}) + 1 + trunc(${arg.sql}) ELSE trunc(${arg.sql}) END`;
  const last = end ? sql` AND "at" <= ${position(end)}` : sql``;
  return sql`(SELECT array_agg("item" ORDER BY "at") FROM unnest(${values}) WITH ORDINALITY AS "items" ("item", "at")
    WHERE "at" >= ${position(start as Arg)}${last})`;
}
