import { joinSql, raw, type Sql, sql } from "../sql";
import { isList } from "../types";
import type { Arg } from "./entry";

/**
 * Aggregates numbers, or dates, of lists and single values. Single values alone need no sub-select: `ofSingles` combines
 * them. Blank ones are left out.
 */
export function aggregate(
  args: readonly Arg[],
  { ofSingles, ofItems }: { readonly ofSingles?: (values: readonly Sql[]) => Sql; readonly ofItems: string },
): Sql {
  if (ofSingles && args.every(({ type }) => !isList(type)))
    return ofSingles(args.map(({ sql: value }) => value));
  return fromItems(args, raw(ofItems));
}

/** A query for something from all items, each as "item". */
export function fromItems(args: readonly Arg[], select: Sql): Sql {
  return sql`(SELECT ${select} FROM unnest(${arrayOf(args)}) AS "items" ("item"))`;
}

/** All values in one array, in their order. The values have one type, as single values or lists. */
export function arrayOf(args: readonly Arg[]): Sql {
  const parts = args.map(({ sql: value, type }) => (isList(type) ? value : sql`ARRAY[${value}]`));
  return parts.length === 1 ? (parts[0] as Sql) : sql`(${joinSql(parts, " || ")})`;
}
