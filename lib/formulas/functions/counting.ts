import { join, raw, type Sql, sql } from "../sql";
import { isList, itemOf, type Type } from "../types";
import { fromItems } from "./aggregates";
import type { Arg, FunctionEntry, Param } from "./entry";

/** Lists and single values of any types. */
const params: readonly Param[] = [{ name: "value", type: "any", list: true, repeated: true }];

const common = { group: "counting", params, result: "number", isNeverBlank: true, wholeDigits: 9 } as const;

export const counting: readonly FunctionEntry[] = [
  {
    ...common,
    name: "COUNT",
    sql: ({ args }) =>
      count(args, (item, type) => (itemOf(type) === "number" ? sql`${item} IS NOT NULL` : sql`false`)),
    sentence: "Counts the numbers among its values.",
    examples: [
      [`COUNT(1, "two", 3)`, 2],
      [`COUNT({Scores})`, 2],
      [`COUNT({Tags})`, 0],
    ],
  },
  {
    ...common,
    name: "COUNTA",
    sql: ({ args }) => count(args, (item, type) => sql`NOT ${isBlankItem(item, type)}`),
    sentence: "Counts the values that are not blank.",
    examples: [
      [`COUNTA({Name}, {Notes}, {Quantity}, FALSE)`, 3],
      [`COUNTA({Scores})`, 2],
      [`COUNTA("")`, 0],
    ],
  },
  {
    ...common,
    name: "COUNTALL",
    sql: ({ args }) => count(args, () => sql`true`),
    sentence: "Counts all values, blank ones too.",
    examples: [
      [`COUNTALL({Scores})`, 3],
      [`COUNTALL({Scores}, {Notes}, 1)`, 5],
    ],
  },
  {
    ...common,
    name: "COUNTBLANK",
    sql: ({ args }) => count(args, isBlankItem),
    sentence: "Counts the blank values.",
    examples: [
      [`COUNTBLANK({Scores})`, 1],
      [`COUNTBLANK({Notes}, {Name})`, 1],
    ],
  },
  {
    ...common,
    name: "COUNTUNIQUE",
    params: [{ name: "value", type: "items", list: true, repeated: true }],
    sql: ({ args }) =>
      fromItems(
        args,
        sql`count(DISTINCT ${isText(args) ? raw(`nullif("item", '')`) : raw(`"item"`)})::numeric`,
      ),
    sentence: "Counts the different values that are not blank.",
    examples: [
      [`COUNTUNIQUE({Tags})`, 2],
      [`COUNTUNIQUE(1, 1.0, 2, {Discount})`, 2],
      [`COUNTUNIQUE({Tags}, "green", "")`, 3],
    ],
  },
];

/** The number of values that meet a condition, argument by argument, because their types differ. */
function count(args: readonly Arg[], condition: (item: Sql, type: Type) => Sql): Sql {
  const parts = args.map(({ sql: value, type }) =>
    isList(type)
      ? sql`(SELECT count(*) FROM unnest(${value}) AS "items" ("item") WHERE ${condition(raw(`"item"`), type)})`
      : sql`(${condition(value, type)})::integer`,
  );
  return sql`(${join(parts, " + ")})::numeric`;
}

function isBlankItem(item: Sql, type: Type): Sql {
  const name = itemOf(type);
  return name === "text" || name === "blank" ? sql`(coalesce(${item}, '') = '')` : sql`(${item} IS NULL)`;
}

function isText(args: readonly Arg[]): boolean {
  return args.some(({ type }) => itemOf(type) === "text" || itemOf(type) === "blank");
}
