import { describe, expect, test } from "vitest";
import type { Field } from "@/lib/contract/fields";
import { fieldTypes } from "@/lib/field-types";
import { changesOf, draftOf, newDraft, settledKeys, toFieldCreate, typesForField } from "./field-draft";

const price: Field = {
  id: "fPrice",
  name: "Price",
  type: "currency",
  template: { currencySymbol: "$", decimalPlaces: 2, numberFormat: "local" },
  order: 1,
};
const link: Field = {
  id: "fLink",
  name: "Deals",
  type: "linked_record",
  template: { tableId: "tDeals", allowMultiple: true, isInverse: false, inverseFieldId: "fBack" },
  order: 2,
};

describe("changesOf", () => {
  test("is undefined if nothing differs", () => {
    expect(changesOf(price, draftOf(price))).toBeUndefined();
    expect(changesOf(link, draftOf(link))).toBeUndefined();
  });

  test("has the keys that differ", () => {
    const draft = draftOf(price);
    expect(changesOf(price, { ...draft, name: "Cost" })).toEqual({ name: "Cost" });
    expect(changesOf(price, { ...draft, template: { ...draft.template, decimalPlaces: 0 } })).toEqual({
      template: { decimalPlaces: 0 },
    });
  });

  test("keeps the template keys that a new type has", () => {
    expect(changesOf(price, { ...draftOf(price), type: "number" })).toEqual({
      type: "number",
      template: { decimalPlaces: 2, numberFormat: "local" },
    });
    expect(changesOf(price, { ...draftOf(price), type: "long_text" })).toEqual({ type: "long_text" });
  });

  test("omits keys that only the server sets", () => {
    const draft = { ...draftOf(link), template: { ...link.template, allowMultiple: false } };
    expect(changesOf(link, draft)).toEqual({ template: { allowMultiple: false } });
  });
});

test("a new field is created with the settings of its type only", () => {
  const draft = { ...newDraft, name: "Stars", type: "rating", template: { maxRating: 3, decimalPlaces: 1 } };
  expect(toFieldCreate(draft)).toEqual({ name: "Stars", type: "rating", template: { maxRating: 3 } });
});

describe("typesForField", () => {
  const typesOf = (field: Field, primaryFieldId = "") =>
    typesForField(field, primaryFieldId).map(({ type }) => type);

  test("lists the types that values convert to", () => {
    expect(typesOf(price)).toContain("single_line_text");
    expect(typesOf(price)).toContain("currency");
    expect(typesOf(price)).toContain("linked_record");
    for (const type of ["lookup", "formula", "rollup", "count", "autonumber", "created_time"]) {
      expect(typesOf(price)).not.toContain(type);
    }
  });

  test("lists the types that can be primary for a primary field", () => {
    for (const type of typesOf(price, "fPrice")) expect(fieldTypes.get(type)?.canBePrimary).toBe(true);
  });

  test("lists the stored types for a formula, which keep its results", () => {
    const total = { ...price, type: "formula", template: { formula: "1 + 1", resultType: "number" } };
    expect(typesOf(total)).toEqual(expect.arrayContaining(["formula", "number", "single_line_text"]));
    expect(typesOf(total)).not.toContain("rollup");
  });

  test("lists only its own type for a lookup, and also non-link types for a link", () => {
    expect(typesOf({ ...price, type: "lookup" })).toEqual(["lookup"]);
    expect(typesOf(link)).toContain("linked_record");
    expect(typesOf(link)).toContain("long_text");
  });
});

test("the table of a link is fixed, and the field back takes several records", () => {
  expect(settledKeys(link)).toEqual(["tableId"]);
  expect(settledKeys({ ...link, template: { ...link.template, isInverse: true } })).toEqual([
    "tableId",
    "allowMultiple",
  ]);
  expect(settledKeys(price)).toEqual([]);
});
