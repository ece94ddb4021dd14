import { expect, test } from "vitest";
import type { TypedField } from "../field-types";
import {
  fieldIdsIn,
  mapFields,
  mapFilters,
  withChanges,
  withFittingFields,
  withoutFields,
} from "./config-fields";
import type { Filter } from "./filters";
import { configKeyNames, configKeys, viewTypeNames, viewTypes } from "./view-types";
import { initialConfig } from "./views";

const fields = [{ id: "fName" }, { id: "fAge" }, { id: "fStage" }];
const age: Filter = { field: "fAge", greater_than: 5 };
const open: Filter = { field: "fStage", equals: "Open" };

test("nothing refers to a deleted field", () => {
  const config = {
    ...initialConfig("grid", fields),
    filter: { or: [{ field: "fAge", greater_than: 5 }] },
    sorts: [{ fieldId: "fAge", direction: "asc" as const }],
    groups: [{ fieldId: "fAge", direction: "asc" as const }],
    hiddenFieldIds: ["fAge", "fStage"],
    fieldWidths: { fAge: 80, fName: 300 },
  };
  expect(withoutFields(config, new Set(["fAge"]))).toEqual({
    ...initialConfig("grid", fields),
    hiddenFieldIds: ["fStage"],
    fieldWidths: { fName: 300 },
    orderedFieldIds: ["fName", "fStage"],
  });
});

test.each<[before: Filter | null, after: Filter | null]>([
  [null, null],
  [age, null],
  [open, open],
  [{ and: [age, open] }, { and: [open] }],
  [{ or: [{ and: [age, age] }, open] }, { or: [open] }],
  [{ or: [{ and: [age] }, age] }, null],
  [{ and: [] }, { and: [] }],
  [{ or: [{ and: [] }, age] }, { or: [{ and: [] }] }],
])("%j without the conditions on a field that is gone", (before, after) => {
  expect(withoutFields({ filter: before }, new Set(["fAge"])).filter).toEqual(after);
});

test("every field that a config names is found and mapped, and those of every record as well", () => {
  const config = {
    filter: { or: [age, { field: "createdAt", is_empty: false }] } as Filter,
    sorts: [{ fieldId: "createdAt", direction: "asc" as const }],
    groups: [{ fieldId: "fStage", direction: "desc" as const }],
    hiddenFieldIds: ["fAge"],
    fieldWidths: { fName: 300 },
    rowHeight: 32,
  };
  expect([...fieldIdsIn(config)].toSorted()).toEqual(["fAge", "fName", "fStage"]);
  const paths: string[] = [];
  const renamed = mapFields(config, (id, { path }) => {
    paths.push(path);
    return id.replace("f", "g");
  });
  expect(renamed).toEqual({
    filter: {
      or: [
        { ...age, field: "gAge" },
        { field: "createdAt", is_empty: false },
      ],
    },
    sorts: config.sorts,
    groups: [{ fieldId: "gStage", direction: "desc" }],
    hiddenFieldIds: ["gAge"],
    fieldWidths: { gName: 300 },
    rowHeight: 32,
  });
  expect(paths).toEqual([
    "filter",
    "filter",
    "sorts[0].fieldId",
    "groups[0].fieldId",
    "hiddenFieldIds[0]",
    "fieldWidths.fName",
  ]);
});

const board = {
  ...initialConfig("kanban", fields),
  stackFieldId: "fStage",
  coverFieldId: "fAge",
  stackAggregate: { fieldId: "fAge", function: "sum" as const },
  stackOrder: ["aaaa", null],
  collapsedStacks: ["bbbb"],
};

test("single fields of a config are mapped and removed, with the settings about their values", () => {
  const paths: string[] = [];
  const renamed = mapFields(board, (id, { path }) => {
    paths.push(path);
    return id.replace("f", "g");
  });
  expect(renamed).toMatchObject({
    stackFieldId: "gStage",
    coverFieldId: "gAge",
    stackAggregate: { fieldId: "gAge", function: "sum" },
    stackOrder: ["aaaa", null],
  });
  expect(paths.filter((path) => !/order|sort/i.test(path))).toEqual([
    "stackFieldId",
    "coverFieldId",
    "stackAggregate.fieldId",
  ]);
  expect(withoutFields(board, new Set(["fAge"]))).toMatchObject({
    stackFieldId: "fStage",
    stackOrder: ["aaaa", null],
    coverFieldId: null,
    stackAggregate: null,
  });
  expect(withoutFields(board, new Set(["fStage"]))).toMatchObject({
    stackFieldId: null,
    stackOrder: [],
    collapsedStacks: [],
    coverFieldId: "fAge",
  });
});

const calendar = {
  ...initialConfig("calendar", fields),
  startFieldId: "fAge",
  endFieldId: "fName",
  colorFieldId: "fStage",
};

test("a calendar loses dates and colours with their fields, or with fields that hold none", () => {
  const typed = (age: string, name: string, stage: string) => [
    { id: "fName", type: name, template: {} },
    { id: "fAge", type: age, template: {} },
    { id: "fStage", type: stage, template: { options: [] } },
  ];
  expect(withFittingFields(calendar, typed("date", "datetime", "single_select"))).toEqual(calendar);
  expect(withFittingFields(calendar, typed("created_time", "number", "multiple_select"))).toEqual({
    ...calendar,
    endFieldId: null,
    colorFieldId: null,
  });
  expect(withoutFields(calendar, new Set(["fAge"]))).toMatchObject({
    startFieldId: null,
    endFieldId: "fName",
    colorFieldId: "fStage",
  });
});

test("another stack field empties the settings about the values of the previous one", () => {
  const order = ["cccc"];
  expect(withChanges(board, { stackFieldId: "fAge" })).toMatchObject({ stackOrder: [], collapsedStacks: [] });
  expect(withChanges(board, { stackFieldId: "fAge", stackOrder: order })).toMatchObject({
    stackOrder: order,
    collapsedStacks: [],
  });
  expect(withChanges(board, { stackFieldId: "fStage", coverFieldId: null })).toEqual({
    ...board,
    coverFieldId: null,
  });
});

test("a field whose type a setting does not take is left out of it", () => {
  const typed = (stage: TypedField) => [
    { id: "fName", type: "single_line_text", template: {} },
    { id: "fAge", type: "attachments", template: {} },
    { id: "fStage", ...stage },
  ];
  const fitting = typed({ type: "single_select", template: { options: [] } });
  expect(withFittingFields(board, fitting)).toEqual(board);
  const one = { type: "person", template: { allowMultiple: false } };
  expect(withFittingFields(board, typed(one))).toEqual(board);
  const text = typed({ type: "person", template: { allowMultiple: true } });
  expect(withFittingFields({ ...board, coverFieldId: "fName" }, text)).toEqual({
    ...board,
    stackFieldId: null,
    stackOrder: [],
    collapsedStacks: [],
    coverFieldId: null,
  });
});

test.each(viewTypeNames)(
  "a new view of type %s has a value that its own shapes take, for every key",
  (type) => {
    const config = initialConfig(type, fields);
    expect(Object.keys(config).toSorted()).toEqual([...viewTypes[type]].toSorted());
    for (const [key, value] of Object.entries(config)) {
      const { answer, written } = configKeys[key as keyof typeof configKeys];
      expect(answer.parse(value)).toEqual(value);
      expect(written.parse(value)).toEqual(value);
    }
  },
);

test("every key is of some type of view", () => {
  expect(new Set(Object.values(viewTypes).flat())).toEqual(new Set(configKeyNames));
});

test("every filter of a config changes, and may go", async () => {
  const question = {
    fieldId: "fName",
    label: null,
    help: null,
    required: false,
    showWhen: age,
    linkViewId: null,
  };
  const config = { filter: open, fields: [question], title: "Survey" };
  expect(await mapFilters(config, () => null)).toEqual({
    filter: null,
    fields: [{ ...question, showWhen: null }],
    title: "Survey",
  });
  expect(await mapFilters({ filter: null }, () => open)).toEqual({ filter: null });
});

test("a rule of colours goes with the last field whose cells it colours", () => {
  const rule = { filter: age, color: "red" as const, fieldIds: ["fName", "fDue"] };
  expect(withoutFields({ rowColor: [rule] }, new Set(["fName"]))).toEqual({
    rowColor: [{ ...rule, fieldIds: ["fDue"] }],
  });
  expect(withoutFields({ rowColor: [rule] }, new Set(["fName", "fDue"]))).toEqual({ rowColor: [] });
  expect(withoutFields({ rowColor: [rule] }, new Set(["fAge"]))).toEqual({ rowColor: [] });
  expect(fieldIdsIn({ rowColor: [rule] })).toEqual(new Set(["fAge", "fName", "fDue"]));
  const places: unknown[] = [];
  mapFields({ rowColor: [rule] }, (id, { path, as }) => {
    places.push([path, as]);
    return id;
  });
  expect(places).toEqual([
    ["rowColor[0].filter", "condition"],
    ["rowColor[0].fieldIds[0]", "cells"],
    ["rowColor[0].fieldIds[1]", "cells"],
  ]);
});

test("a rule of row colours goes with any of its fields, and so does the field that gives colours", async () => {
  const both = { and: [age, { field: "fName", equals: "A" }] };
  const rules = [
    { filter: both, color: "red" as const },
    { filter: { field: "fName", is_empty: true as const }, color: "blue" as const },
  ];
  expect(withoutFields({ rowColor: rules }, new Set(["fAge"]))).toEqual({ rowColor: [rules[1]] });
  expect(withoutFields({ rowColor: { fieldId: "fAge" } }, new Set(["fAge"]))).toEqual({ rowColor: null });
  expect(fieldIdsIn({ rowColor: rules })).toEqual(new Set(["fAge", "fName"]));
  const pruned = await mapFilters({ rowColor: rules }, (filter) => ("and" in filter ? age : filter));
  expect(pruned).toEqual({ rowColor: [rules[1]] });
  const paths: string[] = [];
  mapFields({ rowColor: rules }, (id, { path }) => {
    paths.push(path);
    return id;
  });
  expect(paths).toEqual(["rowColor[0].filter", "rowColor[0].filter", "rowColor[1].filter"]);
});
