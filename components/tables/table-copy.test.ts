import { describe, expect, test } from "vitest";
import type { Field } from "@/lib/contract/fields";
import type { Table } from "@/lib/contract/tables";
import type { View } from "@/lib/contract/views";
import { copiedConfig, copiedIds, selfLinks, tableCopy, writtenFields } from "./table-copy";

const fields: Field[] = [
  field("fName", "single_line_text"),
  field("fStage", "single_select", {
    options: [{ value: "abcd", label: "Open", color: "red" }],
    disableColors: true,
  }),
  field("fOwner", "linked_record", {
    tableId: "tPeople",
    allowMultiple: true,
    isInverse: true,
    inverseFieldId: "fX",
  }),
  field("fAges", "lookup", { linkFieldId: "fOwner", targetFieldId: "fAge" }),
  field("fParent", "linked_record", {
    tableId: "tOwn",
    allowMultiple: false,
    isInverse: false,
    inverseFieldId: "fChildren",
  }),
  field("fChildren", "linked_record", {
    tableId: "tOwn",
    allowMultiple: true,
    isInverse: true,
    inverseFieldId: "fParent",
  }),
  field("fParents", "lookup", { linkFieldId: "fParent", targetFieldId: "fName" }),
  field("fNumber", "autonumber", { prefix: "", padding: 0 }),
];
const table: Table = {
  id: "tOwn",
  name: "Deals",
  order: 0,
  primaryFieldId: "fName",
  fields,
  views: [],
  url: "http://localhost/",
};

describe("the copy of a table", () => {
  const copy = tableCopy(table, "Deals copy");
  const templateOf = (name: string) => copy.fields.find((each) => each.name === name)?.template;

  test("has the table's fields, without those created along with a link", () => {
    expect(copy.name).toBe("Deals copy");
    expect(copy.fields.map(({ name }) => name)).toEqual(
      fields.map(({ name }) => name).filter((name) => name !== "Children"),
    );
  });

  test("has new options", () => {
    expect(templateOf("Stage")).toEqual({ options: [{ label: "Open", color: "red" }], disableColors: true });
  });

  test("links to the same tables, and to itself for self-links", () => {
    expect(templateOf("Owner")).toEqual({ tableId: "tPeople", allowMultiple: true });
    expect(templateOf("Parent")).toEqual({ tableId: "Deals copy", allowMultiple: false });
  });

  test("looks up through its own link fields", () => {
    expect(templateOf("Ages")).toEqual({ linkFieldId: "Owner", targetFieldId: "fAge" });
    expect(templateOf("Parents")).toEqual({ linkFieldId: "Parent", targetFieldId: "Name" });
  });
});

test("writes neither computed fields nor self-links", () => {
  expect(writtenFields(table).map(({ id }) => id)).toEqual(["fName", "fStage", "fOwner"]);
  expect(selfLinks(table).map(({ id }) => id)).toEqual(["fParent"]);
});

test("maps views to its own fields", () => {
  const copied = { fields: fields.map((each) => ({ ...each, id: `${each.id}2` })) };
  const config: View["config"] = {
    filter: {
      and: [{ field: "fName", contains: "a" }, { or: [{ field: "createdAt", greater_than: "2026-01-01" }] }],
    },
    sorts: [
      { fieldId: "fStage", direction: "desc" },
      { fieldId: "updatedAt", direction: "asc" },
    ],
    groups: [{ fieldId: "fStage", direction: "asc" }],
    hiddenFieldIds: ["fAges", "fChildren"],
    fieldWidths: { fName: 300, fChildren: 100 },
    orderedFieldIds: ["fStage", "fName", "fChildren"],
    rowHeight: 56,
    frozenFieldCount: 2,
  };
  const view: View = { id: "vOwn", name: "Open", type: "grid", config };
  expect(copiedConfig(view, copiedIds(table, copied))).toEqual({
    filter: {
      and: [{ field: "fName2", contains: "a" }, { or: [{ field: "createdAt", greater_than: "2026-01-01" }] }],
    },
    sorts: [
      { fieldId: "fStage2", direction: "desc" },
      { fieldId: "updatedAt", direction: "asc" },
    ],
    groups: [{ fieldId: "fStage2", direction: "asc" }],
    hiddenFieldIds: ["fAges2"],
    fieldWidths: { fName2: 300 },
    orderedFieldIds: ["fStage2", "fName2"],
    rowHeight: 56,
    frozenFieldCount: 2,
  });
});

function field(id: string, type: string, template: Field["template"] = {}): Field {
  return { id, name: id.slice(1), type, template, order: 0 };
}
