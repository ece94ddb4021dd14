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

describe("what a draft changes", () => {
  test("is nothing as long as nothing differs", () => {
    expect(changesOf(price, draftOf(price))).toBeUndefined();
    expect(changesOf(link, draftOf(link))).toBeUndefined();
  });

  test("is what differs, by key", () => {
    const draft = draftOf(price);
    expect(changesOf(price, { ...draft, name: "Cost" })).toEqual({ name: "Cost" });
    expect(changesOf(price, { ...draft, template: { ...draft.template, decimalPlaces: 0 } })).toEqual({
      template: { decimalPlaces: 0 },
    });
  });

  test("is as much of the template as another type knows", () => {
    expect(changesOf(price, { ...draftOf(price), type: "number" })).toEqual({
      type: "number",
      template: { decimalPlaces: 2, numberFormat: "local" },
    });
    expect(changesOf(price, { ...draftOf(price), type: "long_text" })).toEqual({ type: "long_text" });
  });

  test("never names what the server alone sets", () => {
    const draft = { ...draftOf(link), template: { ...link.template, allowMultiple: false } };
    expect(changesOf(link, draft)).toEqual({ template: { allowMultiple: false } });
  });
});

test("a new field is asked for with what was set for its type", () => {
  const draft = { ...newDraft, name: "Stars", type: "rating", template: { maxRating: 3, decimalPlaces: 1 } };
  expect(toFieldCreate(draft)).toEqual({ name: "Stars", type: "rating", template: { maxRating: 3 } });
});

describe("the types that a field may become", () => {
  const typesOf = (field: Field, primaryFieldId = "") =>
    typesForField(field, primaryFieldId).map(({ type }) => type);

  test("are those that values convert to", () => {
    expect(typesOf(price)).toContain("single_line_text");
    expect(typesOf(price)).toContain("currency");
    for (const type of ["linked_record", "lookup", "autonumber", "created_time"]) {
      expect(typesOf(price)).not.toContain(type);
    }
  });

  test("of a primary field are those that can be primary", () => {
    for (const type of typesOf(price, "fPrice")) expect(fieldTypes.get(type)?.canBePrimary).toBe(true);
  });

  test("of a lookup are its own, of a link field also those that are not links", () => {
    expect(typesOf({ ...price, type: "lookup" })).toEqual(["lookup"]);
    expect(typesOf(link)).toContain("linked_record");
    expect(typesOf(link)).toContain("long_text");
  });
});

test("where a link field leads is settled, and that the field back takes several", () => {
  expect(settledKeys(link)).toEqual(["tableId"]);
  expect(settledKeys({ ...link, template: { ...link.template, isInverse: true } })).toEqual([
    "tableId",
    "allowMultiple",
  ]);
  expect(settledKeys(price)).toEqual([]);
});
