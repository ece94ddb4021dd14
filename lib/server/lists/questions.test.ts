import { expect, test } from "vitest";
import { type FilterKind, isOrdered, operatorsOf } from "../../contract/filters";
import { kinds } from "./field-sql";
import { opposites } from "./filter-sql";
import { questions } from "./questions";

test("what a kind admits, SQL can answer, and no more", () => {
  for (const [kind, operators] of Object.entries(operatorsOf)) {
    const asked = new Set(operators.map((operator) => opposites[operator] ?? operator));
    expect(Object.keys(questions[kind as FilterKind]).sort(), kind).toEqual([...asked].sort());
  }
});

test("what has an order is what has one value", () => {
  for (const [kind, { value }] of Object.entries(kinds)) {
    expect(isOrdered(kind as FilterKind), kind).toBe(value !== undefined);
  }
});
