import { z } from "zod";
import { type Condition, type Filter, filter, scalar } from "./filters";

/** What the older form calls an operator, and the condition it stands for; none where every record passes. */
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

const operand = z.union([scalar, z.null(), z.array(scalar)]);
const known = Object.keys(olderOperators).join(", ");

/**
 * `{ "Stage": "Open", "Age": { "gte": 18, "lt": 65 } }`: the form of filters that clients of the Zite / Fillout API
 * still send as `filters`. All of it has to hold; a value by itself means equality.
 */
export const olderFilters = z
  .record(z.string(), z.union([operand, z.record(z.string(), operand)]))
  .transform((given, context): Filter => {
    const and = Object.entries(given).flatMap(([field, asked]) => {
      const isPlain = asked === null || typeof asked !== "object" || Array.isArray(asked);
      return Object.entries(isPlain ? { equals: asked } : asked).flatMap(([name, value]) => {
        const condition = Object.hasOwn(olderOperators, name) ? olderOperators[name] : undefined;
        if (condition) return condition(field, value) ?? [];
        context.addIssue({
          code: "custom",
          path: [field, name],
          message: `is not an operator; there are ${known}`,
        });
        return [];
      });
    });
    return { and: and as Condition[] };
  })
  .pipe(filter);
