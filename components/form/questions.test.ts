import { describe, expect, test } from "vitest";
import type { Field } from "@/lib/contract/fields";
import type { FormField } from "@/lib/contract/form-fields";
import { withoutLateConditions } from "@/lib/contract/merge-questions";
import type { Table } from "@/lib/contract/tables";
import {
  absentFields,
  askedIn,
  changedConditions,
  earlierFields,
  questionsFor,
  withQuestion,
} from "./questions";

const [name, size, owner, total, link] = [
  { id: "fName", name: "Name", type: "single_line_text", template: {} },
  { id: "fSize", name: "Size", type: "number", template: { decimalPlaces: 0 } },
  { id: "fOwner", name: "Owner", type: "person", template: { allowMultiple: false } },
  { id: "fNumber", name: "No.", type: "autonumber", template: {} },
  {
    id: "fLink",
    name: "Company",
    type: "linked_record",
    template: { tableId: "tOther", allowMultiple: true },
  },
] as unknown as [Field, Field, Field, Field, Field];
const fields = [name, size, owner, total, link];

const asking = (fieldId: string, more: Partial<FormField> = {}): FormField => ({
  fieldId,
  label: null,
  help: null,
  required: false,
  showWhen: null,
  linkViewId: null,
  ...more,
});

describe("the questions of a form", () => {
  test("are those whose fields exist and can be asked for, by their labels", () => {
    const questions = [
      asking("fSize", { label: "How many?" }),
      asking("fGone"),
      asking("fOwner"),
      asking("fName"),
    ];
    expect(askedIn(questions, fields).map(({ id, name: label }) => [id, label])).toEqual([
      ["fSize", "How many?"],
      ["fName", "Name"],
    ]);
  });

  test("leave over the fields that could be asked for", () => {
    expect(absentFields([asking("fSize")], fields)).toEqual([name, link]);
  });

  test("have conditions on those before", () => {
    const asked = askedIn([asking("fSize"), asking("fName"), asking("fLink")], fields);
    expect(earlierFields(asked, "fSize")).toEqual([]);
    expect(earlierFields(asked, "fLink")).toEqual([size, name]);
    expect(earlierFields(asked, "fGone")).toEqual([]);
  });

  test("change one by one", () => {
    const questions = [asking("fSize"), asking("fName")];
    expect(withQuestion(questions, "fName", { required: true })).toEqual([
      asking("fSize"),
      asking("fName", { required: true }),
    ]);
  });
});

describe("conditions", () => {
  const onName = { field: "fName", equals: "Ada" };
  const onSize = { field: "fSize", greater_than: 3 };

  test("stay while their fields are asked for before", () => {
    const questions = [asking("fName"), asking("fSize", { showWhen: onName })];
    expect(withoutLateConditions(questions)).toEqual(questions);
  });

  test("go when their fields come later, or no more", () => {
    const both = asking("fLink", { showWhen: { and: [onName, onSize] } });
    const before = [asking("fSize", { showWhen: onName }), both, asking("fName")];
    const after = withoutLateConditions(before);
    expect(after).toEqual([asking("fSize"), { ...both, showWhen: { and: [onSize] } }, asking("fName")]);
    expect(changedConditions(before, after)).toEqual(["fSize", "fLink"]);
    expect(withoutLateConditions([asking("fSize", { showWhen: onName })])).toEqual([asking("fSize")]);
  });
});

describe("new questions", () => {
  const table = { id: "tOwn", views: [{ id: "vOwn", type: "kanban" }] } as unknown as Table;
  const other = {
    id: "tOther",
    views: [
      { id: "vForm", type: "form" },
      { id: "vFirst", type: "grid" },
    ],
  } as unknown as Table;

  test("offer the first view of the linked table that shows records", async () => {
    const readTable = async () => other;
    expect(await questionsFor([name, link], { table, readTable })).toEqual([
      asking("fName"),
      asking("fLink", { linkViewId: "vFirst" }),
    ]);
  });

  test("need not read the table itself, and leave out a link to a table without a view", async () => {
    const readTable = async () => ({ ...other, views: [] });
    const toSelf = { ...link, id: "fSelf", template: { ...link.template, tableId: "tOwn" } };
    expect(await questionsFor([link, toSelf], { table, readTable })).toEqual([
      asking("fSelf", { linkViewId: "vOwn" }),
    ]);
  });
});
