import * as z from "zod";
import { type Condition, type Filter, filter, scalar } from "./filters";
import { tryParse } from "./parse";

/** Operators of the older form and the conditions they stand for; undefined if every record matches. */
const olderOperators: { readonly [name: string]: (field: string, operand: unknown) => object | undefined } = {
  equals: (field, operand) => (operand === null ? { field, is_empty: true } : { field, equals: operand }),
  not: (field, operand) =>
    operand === null ? { field, is_not_empty: true } : { field, does_not_equal: operand },
  contains: (field, operand) => ({ field, contains: operand }),
  in: (field, operand) => ({ field, in: operand }),
  notIn: (field, operand) =>
    Array.isArray(operand) && operand.length === 0 ? undefined : { field, not_in: operand },
  lt: (field, operand) => ({ field, less_than: operand }),
  lte: (field, operand) => ({ field, less_than_or_equal_to: operand }),
  gt: (field, operand) => ({ field, greater_than: operand }),
  gte: (field, operand) => ({ field, greater_than_or_equal_to: operand }),
};

const known = Object.keys(olderOperators).join(", ");
const operand = z.union([scalar, z.null(), z.array(scalar)]);
const asked = z.union([operand, z.record(z.string(), operand)], {
  error: `takes a value, a list of values, or operators such as { "gte": 18 }; the operators are ${known}`,
});

/**
 * Converts `filters` of the Zite / Fillout API, such as `{ "Stage": "Open", "Age": { "gte": 18, "lt": 65 } }`. All
 * conditions must match; a bare value means equality.
 */
export const olderFilters = z.record(z.string(), asked).transform((given, context): Filter => {
  const refuse = (path: PropertyKey[], message: string) =>
    context.addIssue({ code: "custom", path, message });
  const conditions = Object.entries(given).flatMap(([field, value]) =>
    Object.entries(operandsIn(value)).flatMap(([name, each]) => {
      const condition = Object.hasOwn(olderOperators, name) ? olderOperators[name] : undefined;
      if (!condition) refuse([field, name], `is not an operator; use one of ${known}`);
      return condition?.(field, each) ?? [];
    }),
  );
  const read = tryParse(filter, { and: conditions });
  for (const { path, message } of read.error?.issues ?? []) {
    refuse(olderPath({ and: conditions as Condition[] }, path), message);
  }
  return read.data ?? { and: [] };
});

/** Maps a path in the converted filter to the path in the older form. */
export function olderPath(filter: Filter, [, index]: readonly PropertyKey[]): PropertyKey[] {
  const condition = "and" in filter ? filter.and[Number(index)] : undefined;
  return condition && "field" in condition ? [condition.field] : [];
}

function operandsIn(value: z.output<typeof asked>): { readonly [name: string]: unknown } {
  return value !== null && typeof value === "object" && !Array.isArray(value) ? value : { equals: value };
}
