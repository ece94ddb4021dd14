import { expect, test } from "vitest";
import { importRun } from "@/lib/contract/import-resource";
import { limits } from "@/lib/contract/limits";
import type { FoundColumn } from "./column-draft";
import {
  changeColumn,
  changeMode,
  draftOfImport,
  type ImportDraft,
  matchableFields,
  primaryProblem,
  problemsInImport,
  reanalysed,
  type TargetFields,
  toRun,
  withDestination,
} from "./import-draft";
import { field, foundColumn } from "./import-fixture";

const columns = [
  foundColumn(0, "Name"),
  foundColumn(1, "Amount", { type: "number", template: { decimalPlaces: 2 } }),
  foundColumn(2, "Paid", { type: "checkbox" }),
];
const fields = [field("Name"), field("Amount", "number"), field("City")];

function draftFor(found: readonly FoundColumn[], target: TargetFields = null): ImportDraft {
  return draftOfImport(found, {
    databaseName: null,
    tableName: "People",
    fields: target,
    mayAddOptions: true,
  });
}

test("a new table has the columns as found, and an edited one as edited", () => {
  const draft = changeColumn(changeColumn(draftFor(columns), 0, { name: "Person" }), 2, { isSkipped: true });
  const run = toRun(draft, null);
  expect(run).toEqual({
    table: { name: "People" },
    columns: [
      { index: 0, name: "Person", type: "single_line_text", template: {} },
      { index: 1, name: "Amount", type: "number", template: { decimalPlaces: 2 } },
      { index: 2, skip: true },
    ],
    mode: "create",
    matchOn: [],
    onError: "stop",
    clearEmpty: false,
    addOptions: true,
  });
  expect(importRun.safeParse(run).success).toBe(true);
});

test("settings of another type are left out", () => {
  const draft = changeColumn(draftFor(columns), 1, { type: "long_text" });
  expect(toRun(draft, null).columns[1]).toEqual({
    index: 1,
    name: "Amount",
    type: "long_text",
    template: {},
  });
});

test("the first column is text if its type cannot be primary; later choices are reported", () => {
  const draft = draftFor([foundColumn(0, "Paid", { type: "checkbox" }), ...columns.slice(1)]);
  expect(draft.columns[0]?.type).toBe("single_line_text");
  expect(primaryProblem(draft)).toEqual({});
  const skipped = changeColumn(changeColumn(draft, 0, { isSkipped: true }), 1, { isSkipped: true });
  expect(Object.keys(primaryProblem(skipped))).toEqual(["columns[2].type"]);
  expect(problemsInImport(skipped, null)["columns[2].type"]).toMatch(/^Checkbox can't be primary/);
});

test("problems name the columns of the file, not the fields of the table", () => {
  const draft = changeColumn(changeColumn(draftFor(columns), 0, { isSkipped: true }), 1, { name: "" });
  expect(problemsInImport(draft, null)["columns[1].name"]).toBe("Cannot be empty");
  const twice = changeColumn(draftFor(columns), 1, { name: "Name" });
  expect(problemsInImport(twice, null)).toEqual({
    "columns[1].name": 'Repeats "Name"; names must be unique',
  });
  const none = columns.reduce((next, { index }) => changeColumn(next, index, { isSkipped: true }), draft);
  expect(problemsInImport(none, null)).toEqual({ "": "Include at least one column." });
  expect(problemsInImport({ ...draftFor(columns), databaseName: "" }, null)).toEqual({
    databaseName: "Cannot be empty",
  });
});

test("columns beyond the number of fields are skipped", () => {
  const wide = Array.from({ length: limits.fieldsPerTable + 5 }, (_, index) =>
    foundColumn(index, `C${index}`),
  );
  const kept = draftFor(wide).columns.filter(({ isSkipped }) => !isSkipped);
  expect(kept.length).toBe(limits.fieldsPerTable);
});

test("columns are assigned to the fields of a table by name, and the others are skipped", () => {
  const draft = draftFor(columns, fields);
  expect(draft.columns.map(({ fieldId }) => fieldId)).toEqual(["id-Name", "id-Amount", null]);
  expect(toRun(draft, "t1")).toMatchObject({
    table: { tableId: "t1" },
    columns: [
      { index: 0, fieldId: "id-Name" },
      { index: 1, fieldId: "id-Amount" },
    ],
    mode: "create",
  });
});

test("a field that is chosen for another column is taken from the first", () => {
  const draft = draftFor(columns, fields);
  const [, , paid] = draft.columns;
  const changed = paid ? changeColumn(draft, 2, withDestination(paid, { fieldId: "id-Name" })) : draft;
  expect(changed.columns.map(({ fieldId, isSkipped }) => [fieldId, isSkipped])).toEqual([
    [null, true],
    ["id-Amount", false],
    ["id-Name", false],
  ]);
});

test("a column becomes a new field of a table, with a name that is free", () => {
  const draft = draftFor(columns, fields);
  const [, , paid] = draft.columns;
  const next = paid ? changeColumn(draft, 2, withDestination(paid, "new")) : draft;
  expect(toRun(next, "t1").columns[2]).toEqual({ index: 2, name: "Paid", type: "checkbox", template: {} });
  expect(importRun.safeParse(toRun(next, "t1")).success).toBe(true);
  expect(problemsInImport(next, fields)).toEqual({});
  const problemOf = (name: string) => problemsInImport(changeColumn(next, 2, { name }), fields);
  expect(problemOf("City")).toEqual({ "columns[2].name": "Is the name of another field" });
  expect(problemOf("")).toEqual({ "columns[2].name": "Cannot be empty" });
});

test("records are matched by the first field that takes a column, until it loses the column", () => {
  const draft = changeMode(draftFor(columns, fields), "upsert", fields);
  expect(matchableFields(draft, fields).map(({ name }) => name)).toEqual(["Name", "Amount"]);
  expect(draft.matchOn).toEqual(["id-Name"]);
  expect(toRun(draft, "t1")).toMatchObject({ mode: "upsert", matchOn: ["id-Name"] });
  const [name] = draft.columns;
  const without = name ? changeColumn(draft, 0, withDestination(name, "none")) : draft;
  expect(without.matchOn).toEqual([]);
  expect(problemsInImport(without, fields)).toEqual({
    matchOn: "Choose at least one field to match records by.",
  });
  expect(toRun({ ...draft, mode: "create", clearEmpty: true }, "t1")).toMatchObject({
    matchOn: [],
    clearEmpty: false,
  });
});

test("a new analysis keeps the choices for columns that are found again", () => {
  const draft = changeColumn(changeColumn(draftFor(columns), 0, { name: "Person" }), 1, { name: "Sum" });
  const after = [
    foundColumn(0, "Name"),
    foundColumn(1, "Amount"),
    foundColumn(2, "Paid"),
    foundColumn(3, "New"),
  ];
  const next = reanalysed(draft, { before: columns, after, fields: null });
  expect(next.columns.map(({ name, type }) => [name, type])).toEqual([
    ["Person", "single_line_text"],
    ["Amount", "single_line_text"],
    ["Paid", "single_line_text"],
    ["New", "single_line_text"],
  ]);
  expect(reanalysed(draft, { before: columns, after: columns, fields: null })).toBe(draft);
});
