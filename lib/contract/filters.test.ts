import { expect, test } from "vitest";
import { storageKinds } from "../field-types/storage";
import { dependsOnZone, type Filter, filter, operatorOf, operatorsOf, partsOf } from "./filters";
import { detailsOf } from "./parse";

test("a filter is returned unchanged", () => {
  const written = {
    or: [
      { field: "Stage", equals: "Open" },
      {
        and: [
          { field: "Amount", less_than: 5 },
          { field: "Notes", is_empty: true },
        ],
      },
      { field: "Tags", in: [] },
    ],
  };
  expect(filter.parse(written)).toEqual(written);
});

test("a filter is a group or a condition with one operator", () => {
  const parts = { key: "and", parts: [] };
  expect(partsOf({ and: [] })).toEqual(parts);
  expect(partsOf({ field: "or", equals: "and" })).toBeUndefined();
  expect(operatorOf({ field: "Age", less_than: 5 })).toEqual({ operator: "less_than", operand: 5 });
});

test("a nested problem is reported with its path", () => {
  const written = { and: [{ field: "a", equals: 1 }, { or: [{ field: "b", is_empty: false }] }] };
  const { error } = filter.safeParse(written);
  expect(error && detailsOf(error, "filter").map(({ path }) => path)).toEqual(["and[1].or[0].is_empty"]);
});

test("every kind of storage has operators", () => {
  for (const kind of Object.keys(storageKinds)) expect(Object.keys(operatorsOf)).toContain(kind);
});

test("empty groups count as conditions, and searched text is limited", () => {
  const messageOf = (written: unknown) =>
    filter.safeParse(written).error?.issues.map(({ message }) => message);
  expect(messageOf({ and: Array(200).fill({ or: [] }) })).toBeUndefined();
  expect(messageOf({ and: Array(201).fill({ or: [] }) })).toEqual(["has 201 conditions; the maximum is 200"]);
  const piece = (length: number) => ({ field: "a", contains: "x".repeat(length) });
  expect(messageOf({ or: Array(10).fill(piece(1_000)) })).toBeUndefined();
  expect(messageOf({ or: Array(11).fill(piece(1_000)) })).toEqual([
    "searches texts for 11,000 characters; the maximum is 10,000",
  ]);
  expect(messageOf(piece(1_001))).toEqual(["takes at most 1,000 characters"]);
  expect(messageOf({ field: "a", equals: "x".repeat(100_000) })).toBeUndefined();
});

test.each<[filter: Filter, doesDepend: boolean]>([
  [{ field: "a", is_within: "this_week" }, true],
  [{ and: [{ field: "a", equals: 1 }, { or: [{ field: "a", less_than: "3_days_ago" }] }] }, true],
  [{ field: "a", in: ["Open", "2026-01-31"] }, true],
  [{ field: "a", equals: "2026-01-31T09:00:00Z" }, false],
  [{ field: "a", is_empty: true }, false],
  [{ or: [] }, false],
])("%j depends on the zone: %s", (given, doesDepend) => {
  expect(dependsOnZone(given)).toBe(doesDepend);
});
