import { join, type Sql, sql } from "../sql";
import type { NumberFacts } from "../steps";
import { aggregate, arrayOf, fromItems } from "./aggregates";
import type { FunctionEntry, Param } from "./entry";

/** Lists and single numbers, of which blank ones are left out. */
const values: readonly Param[] = [
  { name: "number", type: "number", list: true, repeated: true, keepsBlank: true },
];

const common = { group: "numbers", params: values, result: "number" } as const;

/** Functions of any number of numbers. */
export const sums: readonly FunctionEntry[] = [
  {
    ...common,
    name: "SUM",
    isNeverBlank: true,
    takesRaw: true,
    facts: sumFacts,
    sql: ({ args }) =>
      aggregate(args, {
        ofSingles: (singles) => sql`(${join(singles.map(orZero), " + ")})`,
        ofItems: `coalesce(sum("item"), 0)`,
      }),
    sentence: "Adds numbers. Blank ones are left out.",
    examples: [
      [`SUM(1, 2, 3)`, 6],
      [`SUM({Scores})`, 8],
      [`SUM({Scores}, {Quantity}, {Discount})`, 12],
      [`SUM({Discount})`, 0],
      [`SUM(0.1, 0.2)`, 0.3],
      [`SUM(1, 1 / 0)`, { error: "DIV0" }],
    ],
  },
  {
    ...common,
    name: "AVERAGE",
    aliases: ["AVG"],
    takesRaw: true,
    facts: (facts) => ({ ...sumFacts(facts), isWhole: false }),
    sql: ({ args }) =>
      aggregate(args, {
        ofSingles: (singles) =>
          sql`((${join(singles.map(orZero), " + ")}) / nullif(num_nonnulls(${join(singles, ", ")}), 0))`,
        ofItems: `avg("item")`,
      }),
    sentence: "Gives the mean of numbers, or blank if there is none. Blank ones are left out.",
    examples: [
      [`AVERAGE(1, 2, 6)`, 3],
      [`AVERAGE({Scores})`, 4],
      [`AVERAGE(3, {Discount})`, 3],
      [`AVERAGE({Discount})`, null],
    ],
  },
  {
    ...common,
    name: "MEDIAN",
    sql: ({ args }) => sql`(SELECT avg("item") FROM (
      SELECT "item", row_number() OVER (ORDER BY "item") AS "at", count(*) OVER () AS "count"
      FROM unnest(${arrayOf(args)}) AS "items" ("item") WHERE "item" IS NOT NULL
    ) AS "sorted" WHERE "at" IN (("count" + 1) / 2, ("count" + 2) / 2))`,
    sentence: "Gives the middle one of numbers, or blank if there is none. Blank ones are left out.",
    examples: [
      [`MEDIAN(5, 1, 3)`, 3],
      [`MEDIAN(1, 2, 3, 4)`, 2.5],
      [`MEDIAN({Scores})`, 4],
      [`MEDIAN({Discount})`, null],
    ],
  },
  {
    ...common,
    name: "PRODUCT",
    isNeverBlank: true,
    facts: () => ({ digits: 6_000, isWhole: false, isRounded: false }),
    sql: ({ args }) => fromItems(args, sql`coalesce("formulaProduct"("item"), 0)`),
    sentence: "Multiplies numbers. Blank ones are left out.",
    examples: [
      [`PRODUCT(2, 3, 4)`, 24],
      [`PRODUCT({Scores})`, 15],
      [`PRODUCT(2, {Discount})`, 2],
      [`PRODUCT({Discount})`, 0],
      [`PRODUCT(1e300, 1e300, 1e-300)`, 1e300],
      [`PRODUCT(1e300, 1e300)`, { error: "NUM" }],
    ],
  },
  {
    ...common,
    name: "MIN",
    isRounded: true,
    sql: ({ args }) =>
      aggregate(args, { ofSingles: (singles) => sql`least(${join(singles, ", ")})`, ofItems: `min("item")` }),
    sentence: "Gives the smallest number, or blank if there is none.",
    examples: [
      [`MIN(3, 1, 2)`, 1],
      [`MIN({Scores})`, 3],
      [`MIN({Discount}, 2)`, 2],
      [`MIN({Discount})`, null],
    ],
  },
  {
    ...common,
    name: "MAX",
    isRounded: true,
    sql: ({ args }) =>
      aggregate(args, {
        ofSingles: (singles) => sql`greatest(${join(singles, ", ")})`,
        ofItems: `max("item")`,
      }),
    sentence: "Gives the largest number, or blank if there is none.",
    examples: [
      [`MAX(1, 3, 2)`, 3],
      [`MAX({Scores})`, 5],
      [`MAX({Discount})`, null],
    ],
  },
];

function orZero(value: Sql): Sql {
  return sql`coalesce(${value}, 0)`;
}

function sumFacts(facts: readonly NumberFacts[]): NumberFacts {
  return { digits: Math.max(...facts.map(({ digits }) => digits)) + 10, isWhole: false, isRounded: false };
}
