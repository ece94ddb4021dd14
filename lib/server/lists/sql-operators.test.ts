import { expect, test } from "vitest";
import { type FilterKind, isOrdered, operatorsOf, opposites } from "../../contract/filters";
import { kinds } from "./field-sql";
import { sqlOperators } from "./sql-operators";

test("SQL implements exactly the operators that each kind supports", () => {
  for (const [kind, operators] of Object.entries(operatorsOf)) {
    const expected = new Set(operators.map((operator) => opposites[operator] ?? operator));
    expect(Object.keys(sqlOperators[kind as FilterKind]).sort(), kind).toEqual([...expected].sort());
  }
});

test("exactly the kinds with a single value are ordered", () => {
  for (const [kind, { value }] of Object.entries(kinds)) {
    expect(isOrdered(kind as FilterKind), kind).toBe(value !== undefined);
  }
});
