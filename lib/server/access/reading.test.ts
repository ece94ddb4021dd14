import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { roles } from "../../contract/roles";
import { Catalog } from "../../field-types/computed/catalog";
import { hiddenFields, readingOf } from "./reading";
import { everyRight } from "./rights";

const [name, pay, double, quadruple, link, title, back, sum] = [
  "fNameAAAAAA",
  "fPayAAAAAAA",
  "fDoubAAAAAA",
  "fQuadAAAAAA",
  "fLinkAAAAAA",
  "fTitAAAAAAA",
  "fBackAAAAAA",
  "fSumAAAAAAA",
];
const text = { type: "single_line_text", template: {} };
const formula = (of: string) => ({ type: "formula", template: { formula: of, timezone: "" } });

const catalog = new Catalog([
  {
    id: "tDeals",
    primaryFieldId: name,
    fields: [
      { id: name, tableId: "tDeals", name: "Name", ...text },
      { id: pay, tableId: "tDeals", name: "Pay", type: "number", template: {} },
      { id: double, tableId: "tDeals", name: "Double", ...formula(`{${pay}} * 2`) },
      { id: quadruple, tableId: "tDeals", name: "Quadruple", ...formula(`{${double}} * 2`) },
      {
        id: link,
        tableId: "tDeals",
        name: "Company",
        type: "linked_record",
        template: { tableId: "tCompanies", inverseFieldId: back, isInverse: false },
      },
    ],
  },
  {
    id: "tCompanies",
    primaryFieldId: title,
    fields: [
      { id: title, tableId: "tCompanies", name: "Title", ...text },
      {
        id: back,
        tableId: "tCompanies",
        name: "Deals",
        type: "linked_record",
        template: { tableId: "tDeals", inverseFieldId: link, isInverse: true },
      },
      {
        id: sum,
        tableId: "tCompanies",
        name: "Sum",
        type: "rollup",
        template: { linkFieldId: back, targetFieldId: quadruple, function: "sum" },
      },
    ],
  },
]);

test("a rule extends to what is computed from its field, through others and across tables", () => {
  const { least } = readingOf(catalog, new Map([[pay, "creator"]]));
  expect(least).toEqual(new Map([pay, double, quadruple, sum].map((id) => [id, "creator"])));
});

test("a rule extends to the other side of a link, and to what reads through it", () => {
  const { least } = readingOf(catalog, new Map([[link, "editor"]]));
  expect(new Set(least.keys())).toEqual(new Set([link, back, sum]));
});

test("the highest role of all sources counts", () => {
  const { least } = readingOf(
    catalog,
    new Map([
      [pay, "editor"],
      [link, "owner"],
      [double, "creator"],
    ]),
  );
  expect(Object.fromEntries(least)).toEqual({
    [pay]: "editor",
    [double]: "creator",
    [quadruple]: "creator",
    [link]: "owner",
    [back]: "owner",
    [sum]: "owner",
  });
});

test("what was computed from an erased field stays hidden", () => {
  const { least } = readingOf(catalog.without(new Set([pay])), new Map([[pay, "owner"]]));
  expect(new Set(least.keys())).toEqual(new Set([pay, double, quadruple, sum]));
});

test("a hidden primary field is found, and a rule of an erased field stays", () => {
  const reading = readingOf(
    catalog,
    new Map([
      [title, "owner"],
      ["fGoneAAAAAA", "owner"],
    ]),
  );
  expect(reading.hiddenPrimary.map(({ id }) => id)).toEqual([title]);
  expect(reading.least.has("fGoneAAAAAA")).toBe(true);
  expect(reading.fieldIds.has("fGoneAAAAAA")).toBe(false);
});

test("fields are hidden from roles below the rule's, and callers of a role share the set", () => {
  const rules = { databaseId: "base", reading: readingOf(catalog, new Map([[pay, "creator"]])) };
  const hiddenFrom = (role: (typeof roles)[number] | undefined) =>
    hiddenFields(
      {
        ...everyRight,
        person: { id: randomUUID(), role: "guest", roles: role === undefined ? {} : { base: role } },
      },
      rules,
    );
  expect(roles.map((role) => hiddenFrom(role).has(sum))).toEqual([true, true, true, false, false]);
  expect(hiddenFrom(undefined).has(pay)).toBe(true);
  expect(hiddenFrom("viewer")).toBe(hiddenFrom("viewer"));
});
