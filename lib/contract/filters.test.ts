import { expect, test } from "vitest";
import { storageKinds } from "../field-types/storage";
import { detailsOf } from "./errors";
import { filter, operatorOf, operatorsOf, partsOf } from "./filters";

test("a filter is kept as it was written", () => {
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

test("what is wrong deep inside is told by its path alone", () => {
  const written = { and: [{ field: "a", equals: 1 }, { or: [{ field: "b", is_empty: false }] }] };
  const { error } = filter.safeParse(written);
  expect(error && detailsOf(error, "filter").map(({ path }) => path)).toEqual(["and[1].or[0].is_empty"]);
});

test("every kind of storage has its operators", () => {
  for (const kind of Object.keys(storageKinds)) expect(Object.keys(operatorsOf)).toContain(kind);
});
