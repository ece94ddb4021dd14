import { hash } from "node:crypto";
import type { RollupFunctionName } from "../../field-types/computed/rollup-functions";
import type { Scalar, Type, ValueSql } from "../../formulas";
import { convert } from "../../formulas/convert";
import { settledNumber } from "../../formulas/numbers";
import { limitedText } from "../../formulas/texts";
import { Prisma, type Sql } from "../db";
import { fromFormula, type Pass, toFormula } from "./expression";

/** The values of linked records, in SQL of a pass. */
export interface Items {
  readonly pass: Pick<Pass, "side" | "tableId" | "items"> & { readonly name: string };
  /** Distinguishes these values from others of the pass. */
  readonly key: string;
  readonly type: Scalar | "blank";
  /** NULL for an empty value; undefined if only the records count. */
  readonly value: Sql | undefined;
  readonly error?: Sql;
  /** The order of the links, then that within a cell. */
  readonly order: readonly Sql[];
  /** Restricts the linked records. */
  readonly condition?: Sql;
  readonly passes: Pass["passes"];
}

export interface Aggregate {
  /** Name of the column. */
  readonly name: string;
  readonly column: Sql;
  readonly type: Exclude<Type, "blank">;
  /** The result, from the column; NULL is that of a record without links. The column itself by default. */
  readonly finish?: (column: Sql) => { readonly value: Sql; readonly error?: Sql };
}

type Make = (items: Items, separator: string) => Aggregate;

/** Aggregates of rollups, and lists for formulas: of all values, or of the filled ones. */
export const aggregates: Record<RollupFunctionName | "list" | "compact", Make> = {
  sum: (items) =>
    number("sum", call(items, "sum"), (sum) => {
      const { value, error } = rounded(sum);
      return { value: Prisma.sql`coalesce(${value}, 0)`, error };
    }),
  average: (items) => number("average", call(items, "avg"), rounded),
  median: (items) =>
    number(
      "median",
      Prisma.sql`(percentile_cont(0.5) WITHIN GROUP (ORDER BY (${items.value})::double precision) ${when(items)})::numeric`,
      rounded,
    ),
  min: (items) => item("min", items, call(items, "min")),
  max: (items) => item("max", items, call(items, "max")),
  range: (items) => number("range", rangeOf(items), rounded),
  count: (items) => counted("count", Prisma.sql`count(*) ${when(items)}`),
  count_filled: (items) => counted("count_filled", call(items, "count")),
  count_empty: (items) =>
    counted("count_empty", Prisma.sql`count(*) ${when(items)} - ${call(items, "count")}`),
  count_unique: (items) => counted("count_unique", Prisma.sql`count(DISTINCT ${items.value}) ${when(items)}`),
  percent_filled: (items) =>
    number(
      "percent_filled",
      Prisma.sql`${call(items, "count")}::numeric / nullif(count(*) ${when(items)}, 0)`,
      rounded,
    ),
  and: (items) => ({ name: "and", column: call(items, "bool_and"), type: "checkbox", finish: orFalse }),
  or: (items) => ({ name: "or", column: call(items, "bool_or"), type: "checkbox", finish: orFalse }),
  xor: (items) => ({
    name: "xor",
    column: Prisma.sql`count(*) ${when(items, items.value)} % 2 = 1`,
    type: "checkbox",
    finish: orFalse,
  }),
  join: (items, separator) => ({
    name: `join:${hash("sha1", separator, "base64url").slice(0, 8)}`,
    column: Prisma.sql`string_agg(${asText(items)}, ${separator}::text ORDER BY ${orderOf(items)}) ${when(items)}`,
    type: "text",
    finish: limited,
  }),
  unique: (items) => ({
    ...list("unique", items, { isCompact: true }),
    finish: (column) => ({
      value: Prisma.sql`(
        SELECT array_agg("item" ORDER BY "at") FROM (
          SELECT "item", min("at") AS "at" FROM unnest(${column}) WITH ORDINALITY AS "items" ("item", "at") GROUP BY "item"
        ) AS "first")`,
    }),
  }),
  first: (items) => item("first", items, Prisma.sql`(${collected(items, { isCompact: true })})[1]`),
  last: (items) =>
    item("last", items, Prisma.sql`(${collected(items, { isCompact: true, isBackwards: true })})[1]`),
  earliest: (items) => item("min", items, call(items, "min")),
  latest: (items) => item("max", items, call(items, "max")),
  list: (items) => list("list", items, { isCompact: false }),
  compact: (items) => list("compact", items, { isCompact: true }),
};

function call({ value, ...items }: Items, name: string): Sql {
  return Prisma.sql`${Prisma.raw(name)}(${value}) ${when(items)}`;
}

/** The difference between the extremes, of dates in days. */
function rangeOf(items: Items): Sql {
  const difference = Prisma.sql`${call(items, "max")} - ${call(items, "min")}`;
  if (items.type === "date") return Prisma.sql`(${difference})::numeric`;
  if (items.type === "datetime") return Prisma.sql`extract(epoch FROM ${difference}) / 86400`;
  return difference;
}

/** Restricts an aggregate to the records of the filter, and to those with a condition of its own. */
function when({ condition }: Pick<Items, "condition">, own?: Sql): Sql {
  const all = [condition, own].filter((each) => each !== undefined);
  return all.length === 0 ? Prisma.empty : Prisma.sql`FILTER (WHERE ${Prisma.join(all, " AND ")})`;
}

function number(name: string, column: Sql, finish: NonNullable<Aggregate["finish"]>): Aggregate {
  return { name, column, type: "number", finish };
}

function counted(name: string, column: Sql): Aggregate {
  return number(name, column, (found) => ({ value: Prisma.sql`coalesce(${found}, 0)::numeric` }));
}

function item(name: string, { type }: Items, column: Sql): Aggregate {
  return { name, column, type: type === "blank" ? "text" : type };
}

interface Choice {
  readonly isCompact: boolean;
  readonly isBackwards?: boolean;
}

/** Values in an array, in the order of the links. */
function collected(items: Items, { isCompact, isBackwards }: Choice): Sql {
  const { value } = items;
  const filter = when(items, isCompact ? Prisma.sql`${value} IS NOT NULL` : undefined);
  return Prisma.sql`array_agg(${value} ORDER BY ${orderOf(items, isBackwards)}) ${filter}`;
}

export function orderOf({ order }: Pick<Items, "order">, isBackwards = false): Sql {
  return Prisma.join(order.map((each) => (isBackwards ? Prisma.sql`${each} DESC` : each)));
}

function asText({ value, type }: Items): Sql {
  return fromFormula(convert(toFormula(value ?? Prisma.sql`NULL`), type, "text", "UTC").value);
}

function list(name: string, items: Items, choice: Choice): Aggregate {
  const { type } = items;
  return { name, column: collected(items, choice), type: `${type === "blank" ? "text" : type}[]` };
}

function orFalse(column: Sql) {
  return { value: Prisma.sql`coalesce(${column}, false)` };
}

/** Computed numbers have 15 digits, like those of formulas. */
function rounded(column: Sql) {
  return ours(settledNumber(toFormula(column)));
}

/** Texts have the limit of those of formulas. */
function limited(column: Sql) {
  return ours(limitedText(toFormula(column)));
}

function ours({ value, error }: ValueSql): { readonly value: Sql; readonly error?: Sql } {
  return { value: fromFormula(value), ...(error && { error: fromFormula(error) }) };
}
