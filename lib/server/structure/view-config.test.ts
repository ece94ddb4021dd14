import { expect, test } from "vitest";
import { withoutFields } from "../../contract/config-fields";
import type { ErrorDetail } from "../../contract/errors";
import type { Filter } from "../../contract/filters";
import { initialConfig, type ViewConfigUpdate } from "../../contract/views";
import type { StackKey } from "../../field-types/stacks";
import {
  readConfig,
  requireKnownValues,
  requireSameKinds,
  withField,
  withFieldsBack,
  withKnownValues,
} from "./view-config";

const stages = {
  options: [
    { value: "aaaa", label: "Open" },
    { value: "bbbb", label: "Won" },
  ],
};
const fields = [
  text("fName", "Name"),
  text("fAge", "Age"),
  { id: "fStage", name: "Stage", type: "single_select", template: stages },
];
const known = 'which is not a field of this table; its fields are "Name", "Age", "Stage"';

test("a written config keeps its keys, and names become ids", () => {
  const written: ViewConfigUpdate = {
    filter: { field: "Age", greater_than: 5 },
    sorts: [
      { fieldId: "Age", direction: "desc" },
      { fieldId: "createdAt", direction: "asc" },
    ],
    groups: [{ fieldId: "fStage", direction: "asc" }],
    hiddenFieldIds: ["Stage"],
    fieldWidths: { Name: 300, fAge: 80 },
    rowHeight: 64,
  };
  expect(readConfig(written, fields)).toEqual({
    filter: { field: "fAge", greater_than: 5 },
    sorts: [
      { fieldId: "fAge", direction: "desc" },
      { fieldId: "createdAt", direction: "asc" },
    ],
    groups: [{ fieldId: "fStage", direction: "asc" }],
    hiddenFieldIds: ["fStage"],
    fieldWidths: { fName: 300, fAge: 80 },
    rowHeight: 64,
  });
  expect(readConfig({}, fields)).toEqual({});
  expect(readConfig({ filter: null }, fields)).toEqual({ filter: null });
});

test("a filter's names become ids, ids take precedence, and unknown names stay", () => {
  const given = [text("fAge", "fStage"), text("fStage", "Stage")];
  const filter: Filter = {
    and: [
      { field: "Stage", equals: "Open" },
      { or: [{ field: "fStage", is_empty: true }] },
      { field: "createdAt", less_than: "2026-01-01" },
    ],
  };
  expect(readConfig({ filter }, given).filter).toEqual({
    and: [
      { field: "fStage", equals: "Open" },
      { or: [{ field: "fStage", is_empty: true }] },
      { field: "createdAt", less_than: "2026-01-01" },
    ],
  });
});

test("fields missing in an order come last", () => {
  expect(readConfig({ orderedFieldIds: ["Stage"] }, fields)).toEqual({
    orderedFieldIds: ["fStage", "fName", "fAge"],
  });
});

test.each<[written: ViewConfigUpdate, ...details: [path: string, message: string][]]>([
  [{ sorts: [{ fieldId: "Old", direction: "asc" }] }, ["config.sorts[0].fieldId", `is "Old", ${known}`]],
  [{ groups: [{ fieldId: "id", direction: "asc" }] }, ["config.groups[0].fieldId", `is "id", ${known}`]],
  [{ hiddenFieldIds: ["Age", "fAge"] }, ["config.hiddenFieldIds[1]", 'repeats "fAge"']],
  [
    { fieldWidths: { Old: 5 }, orderedFieldIds: ["Name", "Old"] },
    ["config.fieldWidths.Old", `is "Old", ${known}`],
    ["config.orderedFieldIds[1]", `is "Old", ${known}`],
  ],
])("%j is refused", (written, ...details) => {
  expect(problemsOf(written)).toEqual(details.map(([path, message]) => ({ path, message })));
});

test("a new field gets its position in the table, or comes last", () => {
  const config = initialConfig("grid", fields);
  expect(withField(config, "fNew").orderedFieldIds).toEqual(["fName", "fAge", "fStage", "fNew"]);
  expect(withField(config, "fNew", 1).orderedFieldIds).toEqual(["fName", "fNew", "fAge", "fStage"]);
  expect(withField(config, "fNew", -1).orderedFieldIds).toEqual(["fNew", "fName", "fAge", "fStage"]);
});

const ascending = "asc" as const;
const everything = {
  ...initialConfig("grid", fields),
  filter: {
    and: [
      { field: "fAge", greater_than: 5 },
      { field: "fName", contains: "a" },
    ],
  },
  sorts: [
    { fieldId: "fAge", direction: ascending },
    { fieldId: "fName", direction: ascending },
  ],
  groups: [{ fieldId: "fAge", direction: ascending }],
  hiddenFieldIds: ["fAge", "fStage"],
  fieldWidths: { fAge: 80, fName: 300 },
  orderedFieldIds: ["fStage", "fAge", "fName"],
};

test("a restored field gets its position and settings back, also repeatedly", () => {
  const back = new Set(["fAge"]);
  // Its position in the table differs.
  const without = withField(withoutFields(everything, back), "fAge", 0);
  const whole = withFieldsBack(without, everything, withoutFields(everything, back));
  expect(whole).toEqual({ ...everything, hiddenFieldIds: ["fStage", "fAge"] });
  expect(withFieldsBack(whole, everything, withoutFields(everything, back))).toEqual(whole);
  const all = new Set(["fAge", "fStage"]);
  const none = withField(withField(withoutFields(everything, all), "fStage"), "fAge");
  expect(withFieldsBack(none, everything, withoutFields(everything, all))).toEqual(everything);
});

test("settings changed since its deletion stay", () => {
  const back = new Set(["fAge"]);
  const set = {
    filter: { field: "fName", contains: "b" },
    sorts: [{ fieldId: "fStage", direction: ascending }],
    groups: [{ fieldId: "fStage", direction: ascending }],
    hiddenFieldIds: ["fName"],
    fieldWidths: { fName: 100 },
    orderedFieldIds: ["fName", "fAge", "fStage"],
  };
  expect(withFieldsBack({ ...everything, ...set }, everything, withoutFields(everything, back))).toEqual({
    ...everything,
    ...set,
    hiddenFieldIds: ["fName", "fAge"],
    fieldWidths: { fName: 100, fAge: 80 },
    orderedFieldIds: ["fName", "fStage", "fAge"],
  });
});

const board = {
  ...initialConfig("kanban", fields),
  stackFieldId: "fStage",
  coverFieldId: null,
  stackAggregate: { fieldId: "fAge", function: "count_filled" as const },
  stackOrder: ["bbbb"],
  collapsedStacks: [null],
};

test("a restored stack field gets the order of its stacks back, unless another has taken its place", () => {
  const left = withoutFields(board, new Set(["fStage", "fAge"]));
  expect(withFieldsBack(left, board, left)).toEqual(board);
  const other = { ...left, stackFieldId: "fName", stackAggregate: null };
  expect(withFieldsBack(other, board, left)).toEqual({
    ...other,
    orderedFieldIds: board.orderedFieldIds,
    stackAggregate: board.stackAggregate,
  });
});

const asked = { label: null, help: null, required: false, showWhen: null, linkViewId: null };
const order = {
  ...initialConfig("form", fields),
  fields: [
    { ...asked, fieldId: "fStage" },
    { ...asked, fieldId: "fName", showWhen: { field: "fStage", equals: "Open" } },
    { ...asked, fieldId: "fAge", showWhen: { field: "fName", contains: "a" } },
  ],
};

test("a restored field of a form gets its place and the conditions on it back, unless they have changed", () => {
  const left = withoutFields(order, new Set(["fStage"]));
  const [stage, name, age] = order.fields;
  expect(left.fields).toEqual([{ ...name, showWhen: null }, age]);
  expect(withFieldsBack(left, order, left)).toEqual(order);
  const changed = { ...left, fields: [age, { ...name, label: "Who", showWhen: null }] };
  expect(withFieldsBack(changed as typeof order, order, left).fields).toEqual([stage, ...changed.fields]);
  const removed = { ...left, fields: [age] };
  expect(withFieldsBack(removed as typeof order, order, left).fields).toEqual([stage, age]);
});

test("a form asks for a field once, and for none that is computed", () => {
  expect(
    problemsOf({
      fields: [
        { ...asked, fieldId: "Age" },
        { ...asked, fieldId: "fAge" },
      ],
    }),
  ).toEqual([{ path: "config.fields[1].fieldId", message: 'repeats "fAge"' }]);
  expect(
    problemsOf({ fields: [{ ...asked, fieldId: "Nope", showWhen: { field: "Nope", is_empty: true } }] }),
  ).toEqual([{ path: "config.fields[0].fieldId", message: expect.stringContaining('is "Nope"') }]);
});

test("a stack field that cannot be stacked by is refused, and so are values that it does not have", () => {
  expect(problemsOf({ stackFieldId: "Age" })).toEqual([
    {
      path: "config.stackFieldId",
      message:
        'takes a single select, checkbox or rating, or a person or linked record field that takes only one value; "Age" (single_line_text) is not one',
    },
  ]);
  const problems = (stackFieldId: string | null, stackOrder: StackKey[]) =>
    caught(() => requireKnownValues({ stackOrder }, { stackFieldId }, fields));
  expect(problems("fStage", ["aaaa", null, "bbbb"])).toEqual([]);
  expect(problems("fStage", ["cccc", true])).toEqual([
    { path: "config.stackOrder[0]", message: 'is "cccc", by which "Stage" has no stack' },
    { path: "config.stackOrder[1]", message: 'is true, by which "Stage" has no stack' },
  ]);
  expect(problems(null, ["aaaa"])).toEqual([
    { path: "config.stackOrder[0]", message: "needs a stack field" },
  ]);
});

test("options that a field no longer has leave the order of stacks", () => {
  const without = { id: "fStage", type: "single_select", template: { options: stages.options.slice(0, 1) } };
  expect(withKnownValues(board, without)).toEqual({ ...board, stackOrder: [] });
  expect(withKnownValues(board, { ...without, id: "fAge" })).toEqual(board);
});

test("a last date holds times if the first does, as far as one of them is written and both are known", () => {
  const dates = [
    { id: "fDay", name: "Day", type: "date", template: {} },
    { id: "fNight", name: "Night", type: "date", template: {} },
    { id: "fHour", name: "Hour", type: "datetime", template: {} },
  ];
  const problems = (startFieldId: string | null, endFieldId: string | null, written: ViewConfigUpdate) =>
    caught(() => requireSameKinds(written, { startFieldId, endFieldId }, dates));
  const message =
    'must hold times if the start does, and none otherwise; "Hour" (datetime) does not go with "Day" (date)';
  const refused = [{ path: "config.endFieldId", message }];
  expect(problems("fDay", "fHour", { endFieldId: "fHour" })).toEqual(refused);
  expect(problems("fDay", "fHour", { startFieldId: "fDay" })).toEqual(refused);
  expect(problems("fDay", "fHour", { scale: "week" })).toEqual([]);
  expect(problems("fDay", "fNight", { endFieldId: "fNight" })).toEqual([]);
  expect(problems("fDay", null, { endFieldId: null })).toEqual([]);
  expect(problems("fGone", "fHour", { endFieldId: "fHour" })).toEqual([]);
});

function text(id: string, name: string) {
  return { id, name, type: "single_line_text", template: {} };
}

function problemsOf(written: ViewConfigUpdate): ErrorDetail[] {
  return caught(() => readConfig(written, fields));
}

function caught(work: () => void): ErrorDetail[] {
  try {
    work();
    return [];
  } catch (error) {
    return (error as { details: ErrorDetail[] }).details;
  }
}
