import type { Field } from "../../lib/contract/fields";
import type { ColorRule } from "../../lib/contract/row-color";
import type { Table } from "../../lib/contract/tables";
import type { View } from "../../lib/contract/views";
import { type ApiClient, badRequestBody, errorBody, minted } from "../api-client";
import { expect, test } from "./fixtures";

test("a new view shows every field in order", async ({ api, place, table }) => {
  const { status, headers, body } = await api.post<View>(`${place}/views`, { name: "Mine" });
  expect(status).toBe(201);
  const config = {
    filter: null,
    sorts: [],
    groups: [],
    hiddenFieldIds: [],
    fieldWidths: {},
    orderedFieldIds: table.fields.map(({ id }) => id),
    rowHeight: 32,
    rowColor: null,
    frozenFieldCount: 1,
    isLocked: false,
  };
  expect(body).toEqual({ id: minted.viewId, name: "Mine", type: "grid", config });
  expect(headers.get("Location")).toBe(`/api/v1${place}/views/${body.id}`);
  expect((await api.get(`${place}/views/${body.id}`)).body).toEqual(body);
  expect((await api.get(`${place}/views`)).body).toEqual({ views: [...table.views, body] });
  expect((await api.get<Table>(place)).body.views).toEqual([...table.views, body]);
});

test("a config accepts field ids or names and is merged by key", async ({ api, place, table }) => {
  const id = (name: string) => table.fields.find((field) => field.name === name)?.id as string;
  const filter = {
    or: [
      { field: "Amount", greater_than: 3 },
      { field: id("Stage"), equals: "Open" },
    ],
  };
  const { body: made } = await api.post<View>(`${place}/views`, {
    name: "Mine",
    config: {
      filter,
      sorts: [{ fieldId: "Amount", direction: "desc" }, { fieldId: "createdAt" }],
      groups: [{ fieldId: "Stage" }],
      fieldWidths: { Name: 300 },
      orderedFieldIds: ["Stage", "Name"],
    },
  });
  expect(made.config).toMatchObject({
    filter: {
      or: [
        { field: id("Amount"), greater_than: 3 },
        { field: id("Stage"), equals: "Open" },
      ],
    },
    sorts: [
      { fieldId: id("Amount"), direction: "desc" },
      { fieldId: "createdAt", direction: "asc" },
    ],
    groups: [{ fieldId: id("Stage"), direction: "asc" }],
    fieldWidths: { [id("Name")]: 300 },
  });
  const rest = table.fields.filter(({ name }) => name !== "Stage" && name !== "Name");
  expect(made.config.orderedFieldIds).toEqual([id("Stage"), id("Name"), ...rest.map((field) => field.id)]);

  const change = { hiddenFieldIds: ["Notes"], fieldWidths: { Amount: 90 }, rowHeight: 64 };
  const { body: changed } = await api.patch<View>(`${place}/views/${made.id}`, { config: change });
  expect(changed).toEqual({
    ...made,
    config: {
      ...made.config,
      hiddenFieldIds: [id("Notes")],
      fieldWidths: { [id("Amount")]: 90 },
      rowHeight: 64,
    },
  });
  for (const nothing of [{}, { config: {} }, { name: "Mine" }]) {
    expect((await api.patch(`${place}/views/${made.id}`, nothing)).body).toEqual(changed);
  }
  expect((await api.get(`${place}/views/${made.id}`)).body).toEqual(changed);
});

test("views are renamed and moved, and have unique names", async ({ api, place }) => {
  const { body } = await api.post<View>(`${place}/views`, { name: "Mine" });
  const message = 'is taken: this table has a view "Grid view" already';
  const conflict = errorBody("CONFLICT", `name ${message}.`, [{ path: "name", message }]);
  expect((await api.post(`${place}/views`, { name: "Grid view" })).body).toEqual(conflict);
  expect((await api.patch(`${place}/views/${body.id}`, { name: "Grid view" })).body).toEqual(conflict);
  expect((await api.patch(`${place}/views/${body.id}`, { name: "Ours", order: 0 })).body.name).toBe("Ours");
  expect(await namesOf(api, place)).toEqual(["Ours", "Grid view"]);
});

test("the last view cannot be deleted", async ({ api, place, table }) => {
  const { body } = await api.post<View>(`${place}/views`, { name: "Mine" });
  const first = `${place}/views/${table.views[0]?.id}`;
  expect((await api.call(first, { method: "DELETE" })).body).toEqual({ deleted: true });
  expect((await api.get(first)).status).toBe(404);
  const { status, body: refused } = await api.call(`${place}/views/${body.id}`, { method: "DELETE" });
  expect(status).toBe(409);
  expect(refused).toEqual(
    errorBody("CONFLICT", '"Mine" is the last view of its table. Create another one before you delete it.'),
  );
});

test("a view follows fields that are renamed, relabelled, converted or deleted", async ({
  api,
  place,
  table,
}) => {
  const id = (name: string) => table.fields.find((field) => field.name === name)?.id as string;
  const { body: made } = await api.post<View>(`${place}/views`, {
    name: "Mine",
    config: {
      filter: {
        and: [{ field: "Stage", in: ["Open", "Shut"] }, { or: [{ field: "Amount", less_than: 5 }] }],
      },
      sorts: [{ fieldId: "Stage" }],
      hiddenFieldIds: ["Stage"],
    },
  });
  const filter = async () => (await api.get<View>(`${place}/views/${made.id}`)).body.config.filter;
  await api.patch(`${place}/fields/Amount`, { name: "Pay" });
  expect(await filter()).toEqual(made.config.filter);

  const { body: stage } = await api.get<Field>(`${place}/fields/Stage`);
  const [open] = stage.template.options as object[];
  await api.patch(`${place}/fields/Stage`, { template: { options: [{ ...open, label: "Begun" }] } });
  const begun = { field: id("Stage"), in: ["Begun"] };
  expect(await filter()).toEqual({ and: [begun, { or: [{ field: id("Amount"), less_than: 5 }] }] });

  await api.patch(`${place}/fields/Pay`, { type: "single_line_text" });
  expect(await filter()).toEqual({ and: [begun] });

  await api.call(`${place}/fields/Stage`, { method: "DELETE" });
  const { config } = (await api.get<View>(`${place}/views/${made.id}`)).body;
  expect(config).toMatchObject({ filter: null, sorts: [], hiddenFieldIds: [] });
  expect(config.orderedFieldIds).not.toContain(id("Stage"));
});

test("after a change of type, a filter keeps the conditions that apply", async ({ api, place, table }) => {
  const id = (name: string) => table.fields.find((field) => field.name === name)?.id as string;
  const filters: [name: string, type: string, ...conditions: [condition: object, stays: boolean][]][] = [
    ["Day", "datetime", [{ equals: "2026-01-31" }, true], [{ is_not_empty: true }, true]],
    ["Stage", "single_line_text", [{ equals: "Open" }, true], [{ contains: "O" }, true]],
    ["Amount", "long_text", [{ greater_than: 5 }, false], [{ is_empty: true }, true]],
    ["Notes", "single_select", [{ equals: "kept" }, true], [{ equals: "gone" }, false]],
  ];
  await api.post(`${place}/records`, { record: { Notes: "kept" } });
  for (const [name, type, ...conditions] of filters) {
    const asked = conditions.map(([condition, stays]) => [{ field: id(name), ...condition }, stays] as const);
    const filter = { and: asked.map(([condition]) => condition) };
    const { body: made } = await api.post<View>(`${place}/views`, { name, config: { filter } });
    expect([name, (await api.patch(`${place}/fields/${name}`, { type })).status]).toEqual([name, 200]);
    const { config } = (await api.get<View>(`${place}/views/${made.id}`)).body;
    const left = asked.filter(([, stays]) => stays).map(([condition]) => condition);
    expect([name, config.filter]).toEqual([name, { and: left }]);
    expect((await api.post(`${place}/records/list`, { viewId: made.id })).status).toBe(200);
  }
});

test("colours of rows follow their fields, and a rule ends with any of its conditions", async ({
  api,
  place,
  table,
}) => {
  const id = (name: string) => table.fields.find((field) => field.name === name)?.id as string;
  const { body: byField } = await api.post<View>(`${place}/views`, {
    name: "By field",
    config: { rowColor: { fieldId: "Stage" } },
  });
  expect(byField.config).toMatchObject({ rowColor: { fieldId: id("Stage") } });
  const rule = (filter: object, color: string) => ({ filter, color });
  const amount = { field: id("Amount"), greater_than: 5 };
  const { body: byRules } = await api.post<View>(`${place}/views`, {
    name: "By rules",
    config: {
      rowColor: [
        rule(
          {
            and: [
              { field: "Amount", greater_than: 5 },
              { field: "Stage", equals: "Open" },
            ],
          },
          "red",
        ),
        rule({ field: "Stage", in: ["Open", "Shut"] }, "green"),
        rule({ field: "Amount", greater_than: 5 }, "blue"),
      ],
    },
  });
  const colors = async ({ id: viewId }: View) =>
    (await api.get<View>(`${place}/views/${viewId}`)).body.config.rowColor;
  const { body: stage } = await api.get<Field>(`${place}/fields/Stage`);
  const [open] = stage.template.options as object[];
  await api.patch(`${place}/fields/Stage`, { template: { options: [{ ...open, label: "Begun" }] } });
  const begun = { field: id("Stage"), equals: "Begun" };
  const all = [
    rule({ and: [amount, begun] }, "red"),
    rule({ field: id("Stage"), in: ["Begun"] }, "green"),
    rule(amount, "blue"),
  ];
  expect(await colors(byRules)).toEqual(all);

  await api.call(`${place}/fields/Stage`, { method: "DELETE" });
  expect(await colors(byField)).toBeNull();
  expect(await colors(byRules)).toEqual([rule(amount, "blue")]);
  await api.post(`${place.split("/tables")[0]}/undo`, {});
  expect(await colors(byField)).toEqual({ fieldId: id("Stage") });
  expect(await colors(byRules)).toEqual(all);

  await api.patch(`${place}/fields/Amount`, { type: "single_line_text" });
  expect(await colors(byRules)).toEqual([all[1]]);
});

test("a rule colours the cells of fields, and goes with the last of them", async ({ api, place, table }) => {
  const id = (name: string) => table.fields.find((field) => field.name === name)?.id as string;
  const amount = { field: id("Amount"), greater_than: 5 };
  const { body: view } = await api.post<View>(`${place}/views`, {
    name: "Cells",
    config: {
      rowColor: [
        { filter: { field: "Amount", greater_than: 5 }, color: "red", fieldIds: ["Name", "Stage"] },
        { filter: amount, color: "green", fieldIds: [id("Stage")] },
        { filter: amount, color: "blue" },
      ],
    },
  });
  const rule = (color: string, ...names: string[]) => ({
    filter: amount,
    color,
    ...(names.length > 0 && { fieldIds: names.map(id) }),
  });
  const all = [rule("red", "Name", "Stage"), rule("green", "Stage"), rule("blue")];
  const colors = async () => (await api.get<View>(`${place}/views/${view.id}`)).body.config.rowColor;
  expect(view.config.rowColor).toEqual(all);
  const { body: copy } = await api.post<{ views: View[]; fields: Field[] }>(`${place}/duplicate`, {});
  const copied = copy.views.find(({ name }) => name === "Cells")?.config.rowColor as ColorRule[];
  expect(copied.map(({ fieldIds }) => fieldIds)).toEqual(
    [["Name", "Stage"], ["Stage"], undefined].map((names) =>
      names?.map((name) => copy.fields.find((field) => field.name === name)?.id),
    ),
  );

  await api.call(`${place}/fields/Stage`, { method: "DELETE" });
  expect(await colors()).toEqual([rule("red", "Name"), rule("blue")]);
  await api.post(`${place.split("/tables")[0]}/undo`, { tableId: table.id });
  expect(await colors()).toEqual(all);
  await api.patch(`${place}/fields/Stage`, { type: "long_text" });
  expect(await colors()).toEqual(all);
});

test("a view keeps using a record attribute though a field takes its name", async ({ api, place }) => {
  const config = {
    filter: { field: "createdAt", greater_than: "2020-01-01" },
    sorts: [{ fieldId: "createdAt", direction: "desc" }],
  };
  const { body: view } = await api.post<View>(`${place}/views`, { name: "New first", config });
  const make = (record: object) => api.post(`${place}/records`, { record });
  for (const Name of ["first", "second", "third"]) await make({ Name });
  await api.post(`${place}/fields`, { type: "checkbox", name: "createdAt" });
  await make({ Name: "fourth", createdAt: true });
  await make({ Name: "fifth" });
  const { status, body } = await api.post(`${place}/records/list`, { viewId: view.id });
  expect(status).toBe(200);
  expect(body.records.map(({ fields }: { fields: { Name: string } }) => fields.Name)).toEqual([
    "fifth",
    "fourth",
    "third",
    "second",
    "first",
  ]);
});

const failures: [config: unknown, path: string, message: unknown][] = [
  [{ colour: 1 }, "config.colour", expect.stringMatching(/^is not a known key\. Known keys: .*\bsorts\b/)],
  [{ groups: Array(4).fill({ fieldId: "Name" }) }, "config.groups", "takes at most 3 groups"],
  [{ rowHeight: 1.5 }, "config.rowHeight", expect.stringContaining("takes a whole number")],
  [{ hiddenFieldIds: ["Old"] }, "config.hiddenFieldIds[0]", expect.stringMatching(/^is "Old", which is not/)],
  [{ orderedFieldIds: ["Name", "Name"] }, "config.orderedFieldIds[1]", 'repeats "Name"'],
  [{ fieldWidths: { Old: 5 } }, "config.fieldWidths.Old", expect.stringMatching(/^is "Old", which is not/)],
  [{ sorts: [{ fieldId: "Old" }] }, "config.sorts[0].fieldId", expect.stringContaining("is not a field")],
  [{ groups: [{ fieldId: "Old" }] }, "config.groups[0].fieldId", expect.stringContaining("is not a field")],
  [{ filter: { field: "Old", is_empty: true } }, "config.filter.field", expect.stringContaining("Old")],
  [
    { filter: { field: "Amount", contains: "5" } },
    "config.filter.contains",
    expect.stringContaining("Amount"),
  ],
  [{ rowColor: "red" }, "config.rowColor", expect.stringMatching(/^takes \{ fieldId \}, a list/)],
  [{ rowColor: { fieldId: "Old" } }, "config.rowColor.fieldId", expect.stringMatching(/^is "Old", which/)],
  [{ rowColor: { fieldId: "Name" } }, "config.rowColor.fieldId", expect.stringContaining("single select")],
  [
    { rowColor: [{ filter: { field: "Name", equals: "A" }, color: "mauve" }] },
    "config.rowColor[0].color",
    expect.stringContaining('"purple"'),
  ],
  [
    { rowColor: [{ filter: { field: "Name", equals: "A" }, color: "red", fieldIds: [] }] },
    "config.rowColor[0].fieldIds",
    expect.stringMatching(/^takes at least one field/),
  ],
  [
    { rowColor: [{ filter: { field: "Name", equals: "A" }, color: "red", fieldIds: ["Old"] }] },
    "config.rowColor[0].fieldIds[0]",
    expect.stringMatching(/^is "Old", which/),
  ],
  [
    { rowColor: [{ filter: { field: "Name", equals: "A" }, color: "red", fieldIds: ["Name", "Name"] }] },
    "config.rowColor[0].fieldIds[1]",
    'repeats "Name"',
  ],
  [
    { rowColor: [{ filter: { field: "Old", equals: "A" }, color: "red" }] },
    "config.rowColor[0].filter.field",
    'names "Old", which is not a field of this table',
  ],
  [
    { rowColor: [{ filter: { field: "createdAt", greater_than: "2026-01-31" }, color: "red" }] },
    "config.rowColor[0].filter.field",
    'names "createdAt", which is not a field of this table',
  ],
  [
    { rowColor: [{ filter: { and: [{ field: "Amount", contains: "5" }] }, color: "red" }] },
    "config.rowColor[0].filter.and[0].contains",
    expect.stringContaining("Amount"),
  ],
  [
    {
      rowColor: Array(21).fill({ filter: { field: "Name", equals: "A" }, color: "red" }),
    },
    "config.rowColor",
    "takes at most 20 rules",
  ],
];
for (const [config, path, message] of failures) {
  test(`the config ${JSON.stringify(config)} is refused`, async ({ api, place }) => {
    const { status, body } = await api.post(`${place}/views`, { name: "Refused", config });
    expect(status).toBe(400);
    expect(body.error.details[0]).toEqual({ path, message });
    expect(await namesOf(api, place)).toEqual(["Grid view"]);
  });
}

test("a view of another type is refused", async ({ api, place }) => {
  const { body } = await api.post(`${place}/views`, { name: "V", type: "board" });
  expect(body).toEqual(
    badRequestBody(["type", 'takes "grid" or "kanban" or "calendar" or "gallery" or "form", not "board"']),
  );
});

async function namesOf(api: ApiClient, place: string): Promise<string[]> {
  return (await api.get<{ views: View[] }>(`${place}/views`)).body.views.map(({ name }) => name);
}

test("settings that override a view's in a list are validated like saved ones", async ({
  api,
  place,
  table,
}) => {
  const viewId = table.views[0]?.id;
  const list = `${place}/records/list`;
  const filter = { field: "Amount", greater_than: 3 };
  expect((await api.post(list, { viewId, config: { filter, hiddenFieldIds: ["Stage"] } })).status).toBe(200);
  expect((await api.post(list, { viewId, config: {} })).status).toBe(200);
  for (const [given, path] of [
    [{ config: { filter } }, "config"],
    [{ viewId, config: { filter: { field: "Nope", equals: 1 } } }, "config.filter.field"],
    [{ viewId, config: { sorts: [{ fieldId: "Nope" }] } }, "config.sorts[0].fieldId"],
    [{ viewId, config: { hiddenFieldIds: ["Nope"] } }, "config.hiddenFieldIds[0]"],
    [{ viewId, config: { rowHeight: 56 } }, "config.rowHeight"],
  ] as const) {
    const { status, body } = await api.post(list, given);
    expect([status, body.error.details[0].path]).toEqual([400, path]);
  }
  expect((await api.post(list, { viewId: "v1234567890", config: {} })).status).toBe(404);
  const aggregate = `${place}/records/aggregate`;
  const counts = { aggregates: [] };
  expect((await api.post(aggregate, { ...counts, config: { filter } })).status).toBe(400);
  expect((await api.post(aggregate, { ...counts, viewId, config: { sorts: [] } })).status).toBe(400);
  expect((await api.post(aggregate, { ...counts, viewId, config: { filter } })).status).toBe(200);
  expect((await api.get<Table>(place)).body.views).toEqual(table.views);
});
