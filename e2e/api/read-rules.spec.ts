/** Fields that only some roles may read: for everybody else they do not exist, in any answer. */
import { randomUUID } from "node:crypto";
import { isWrite, type Operation } from "../../lib/api/operation";
import { everyOperation } from "../../lib/api/operations";
import type { Base } from "../../lib/contract/bases";
import { exportFormats } from "../../lib/contract/export-formats";
import { type Answer, ApiClient, badRequestBody, errorBody } from "../api-client";
import { expect, test } from "../fixtures";
import { type Account, keyOf } from "../people";
import { long } from "../rounds";
import { download, entriesOf } from "./downloaded-file";
import { exampleCall, missing, type Things } from "./example-calls";
import { Live } from "./live";
import { expectWithinASecond, join, type PeopleServer, startPeopleServer, visitorOf } from "./people-server";

test.describe.configure({ mode: "default" });

/** Contained in every name and text that is hidden. */
const word = /veiled/i;
/** The hidden numbers: those of the field, and what is computed from them. */
const numbers = ["774411", "884422", "1548822", "1768844", "1658833"];

const readers = ["viewer", "editor", "creator"] as const;
type Reader = (typeof readers)[number];

let server: PeopleServer;
let owner: ApiClient;
let people: Readonly<Record<Reader, Account>>;
let databaseId: string;
let place: string;
let deals: string;
let companies: string;
/** Ids of fields by name. */
let ids: { readonly [name: string]: string };
let records: { readonly first: string; readonly second: string; readonly company: string };
/** A view that filters, sorts and groups by hidden fields. */
let viewId: string;
let fileUrl: string;
let trashedId: string;
let start: string;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await startPeopleServer();
  owner = server.owner;
  const { body: base } = await owner.post("/bases", {
    name: "Sales",
    tables: [
      { name: "Companies", fields: [{ name: "Name", type: "single_line_text" }] },
      {
        name: "Deals",
        fields: [
          { name: "Name", type: "single_line_text" },
          { name: "Amount", type: "number" },
          { name: "Veiled pay", type: "number" },
          { name: "Veiled note", type: "single_line_text" },
          { name: "Stage", type: "single_select", template: { options: [{ label: "Open" }] } },
          { name: "Veiled stage", type: "single_select", template: { options: [{ label: "Veiled label" }] } },
          { name: "Veiled files", type: "attachments" },
          { name: "Last", type: "single_line_text" },
        ],
      },
    ],
  });
  databaseId = base.id;
  place = `/bases/${databaseId}`;
  [companies, deals] = base.tables.map(({ id }: { id: string }) => `${place}/tables/${id}`);
  const found = new Map<string, string>(
    base.tables[1].fields.map(({ id, name }: { id: string; name: string }) => [name, id]),
  );
  const add = async (table: string, name: string, type: string, template: object) => {
    const { body } = await owner.post(`${table}/fields`, { name, type, template });
    expect(body.id, JSON.stringify(body)).toBeDefined();
    found.set(name, body.id);
    return body;
  };
  const link = await add(deals, "Company", "linked_record", { tableId: base.tables[0].id });
  const { inverseFieldId: back } = link.template;
  found.set("Deals", back);
  const pay = found.get("Veiled pay");
  await add(deals, "Veiled double", "formula", { formula: "{Veiled pay} * 2" });
  await add(deals, "Veiled quadruple", "formula", { formula: "{Veiled double} * 2" });
  await add(deals, "Open amount", "formula", { formula: "{Amount} + 1" });
  await add(companies, "Veiled sum", "rollup", { linkFieldId: back, targetFieldId: pay, function: "sum" });
  await add(companies, "Veiled list", "lookup", { linkFieldId: back, targetFieldId: pay });
  await add(companies, "Veiled count", "count", {
    linkFieldId: back,
    filter: { field: "Veiled pay", greater_than: 1 },
  });
  await add(companies, "Amounts", "rollup", {
    linkFieldId: back,
    targetFieldId: found.get("Amount"),
    function: "sum",
  });
  const veiledLink = await add(deals, "Veiled link", "linked_record", { tableId: base.tables[0].id });
  found.set("Veiled inverse", veiledLink.template.inverseFieldId);
  await owner.patch(`${companies}/fields/${veiledLink.template.inverseFieldId}`, { name: "Veiled inverse" });
  await add(deals, "Veiled gone", "number", {});
  ids = Object.fromEntries(found);
  const { body: file } = await owner.call(`${place}/attachments?filename=veiled.txt`, {
    method: "POST",
    raw: "veiled",
    headers: { "Content-Type": "text/plain" },
  });
  fileUrl = file.url;
  const company = await create(companies, { Name: "Acme" });
  const first = await create(deals, {
    Name: "First",
    Amount: 1,
    "Veiled pay": 774_411,
    "Veiled note": "Veiled one",
    "Veiled stage": "Veiled label",
    "Veiled files": [file],
    "Veiled gone": 884_422,
    Company: [company],
    "Veiled link": [company],
  });
  const second = await create(deals, {
    Name: "Second",
    Amount: 2,
    "Veiled pay": 884_422,
    Company: [company],
  });
  records = { first, second, company };
  expect(
    (await owner.patch(`${deals}/records/${first}`, { record: { "Veiled note": "Veiled two" } })).status,
  ).toBe(200);
  const { body: view } = await owner.post(`${deals}/views`, {
    name: "Filtered",
    config: {
      filter: { and: [{ field: "Veiled pay", greater_than: 800_000 }] },
      sorts: [{ fieldId: ids["Veiled pay"], direction: "desc" }],
      groups: [{ fieldId: ids["Veiled stage"], direction: "asc" }],
      hiddenFieldIds: [ids["Veiled note"]],
      fieldWidths: { [ids["Veiled pay"] ?? ""]: 300 },
    },
  });
  expect(view.id, JSON.stringify(view)).toBeDefined();
  viewId = view.id;
  // The rule of a deleted field stays.
  await hide("owner", ["Veiled gone"]);
  await owner.call(`${deals}/fields/${ids["Veiled gone"]}`, { method: "DELETE" });
  trashedId = (await owner.get(`${place}/trash`)).body.trash[0].id;
  start = (await owner.get(`${place}/changes`)).body.next;
  const made = await Promise.all(
    readers.map(async (role) => [role, await join(owner, { databases: [{ databaseId, role }] })]),
  );
  people = Object.fromEntries(made);
});
test.beforeEach(() => hide());
test.afterAll(() => server.stop());

async function create(table: string, record: object): Promise<string> {
  const { status, body } = await owner.post(`${table}/records`, { record });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
}

const ruled = ["Veiled pay", "Veiled note", "Veiled stage", "Veiled files", "Veiled link"];

/** Hides the fields from everybody below a role; from nobody for viewer. */
async function hide(read = "owner", names = ruled): Promise<void> {
  const fields = names.map((name) => ({ fieldId: ids[name], read }));
  const { status, body } = await owner.call(`${place}/rules`, {
    method: "PUT",
    body: { tables: [], fields },
  });
  expect(status, JSON.stringify(body)).toBe(200);
}

/** The names of everything that the answer tells although it is hidden. */
function toldIn(text: string): string[] {
  const hidden = Object.entries(ids).filter(([name]) => word.test(name));
  return [
    ...hidden.filter(([, id]) => text.includes(id)).map(([name]) => `id of ${name}`),
    ...numbers.filter((number) => text.includes(number)),
    ...(text.match(new RegExp(`.{0,60}${word.source}.{0,60}`, "gi")) ?? []),
    ...(fileUrl && text.includes(fileUrl) ? ["address of the file"] : []),
  ];
}

function textOf({ body, headers }: Answer<unknown>): string {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return `${text} ${decodedCursors(text)} ${[...headers].join(" ")}`;
}

/** What base64 in a text, such as a cursor, says. */
function decodedCursors(text: string): string {
  return [...text.matchAll(/[\w-]{24,}/g)]
    .map(([each]) => Buffer.from(each, "base64url").toString())
    .join(" ");
}

function expectNothingTold(answer: Answer<unknown>, title: string): void {
  expect(toldIn(textOf(answer)), title).toEqual([]);
}

test("the default rule is not stored, and rules for primary fields are refused", async () => {
  const { body } = await owner.get(`${place}/rules`);
  expect(body.fields).toEqual(
    expect.arrayContaining(ruled.map((name) => ({ fieldId: ids[name], update: "editor", read: "owner" }))),
  );
  await hide("viewer");
  expect((await owner.get(`${place}/rules`)).body.fields).toEqual([]);
  const primary = (await owner.get(deals)).body.primaryFieldId;
  const refused = await owner.call(`${place}/rules`, {
    method: "PUT",
    body: { tables: [], fields: [{ fieldId: primary, read: "editor" }] },
  });
  expect(refused).toMatchObject({
    status: 400,
    body: {
      error: { details: [{ path: "fields[0].read", message: expect.stringContaining("primary field") }] },
    },
  });
  const computed = await owner.call(`${place}/rules`, {
    method: "PUT",
    body: { tables: [], fields: [{ fieldId: ids["Open amount"], read: "editor" }] },
  });
  expect(computed.status).toBe(200);
});

test("a primary field cannot be computed from a hidden one, in either order", async () => {
  const { body: table } = await owner.post(`${place}/tables`, {
    name: `Titles ${randomUUID().slice(0, 8)}`,
    fields: [
      { name: "Title", type: "formula", template: { formula: '"a" & {Hidden}' } },
      { name: "Hidden", type: "single_line_text" },
    ],
  });
  const [title, hidden] = table.fields;
  const put = (fields: object[]) =>
    owner.call(`${place}/rules`, { method: "PUT", body: { tables: [], fields } });
  expect(await put([{ fieldId: hidden.id, read: "editor" }])).toMatchObject({
    status: 400,
    body: { error: { details: [{ path: "fields[0].read", message: expect.stringContaining("Title") }] } },
  });
  const at = `${place}/tables/${table.id}/fields/${title.id}`;
  expect((await owner.patch(at, { template: { formula: '"a"' } })).status).toBe(200);
  expect((await put([{ fieldId: hidden.id, read: "editor" }])).status).toBe(200);
  expect((await owner.patch(at, { template: { formula: '"a" & {Hidden}' } })).status).toBe(409);
  await owner.call(`${place}/tables/${table.id}`, { method: "DELETE" });
});

for (const role of readers) {
  test(`no operation tells a ${role} anything`, long, async () => {
    test.setTimeout(180_000);
    const { api } = people[role];
    const base: Base = (await api.get(place)).body;
    const things = await thingsOf(api, base);
    for (const operation of everyOperation.filter((each) => isTried(each))) {
      const [path, request] = exampleCall(operation, things);
      const dry = isWrite(operation) && operation.method !== "GET";
      const answer = await api.call(dry ? withQuery(path, "dryRun=true") : path, request);
      expectNothingTold(answer, `${operation.id} ${answer.status}`);
    }
  });
}

async function thingsOf(api: ApiClient, base: Base): Promise<Things> {
  const table = base.tables.find(({ name }) => name === "Deals");
  if (!table) throw new Error("no table");
  const { body: record } = await api.get(`${deals}/records/${records.first}`);
  return {
    base: { ...base, tables: [table, ...base.tables.filter((each) => each !== table)] },
    record,
    ids: {
      ...missing,
      databaseId,
      tableId: table.id,
      fieldId: ids.Last ?? "",
      viewId,
      recordId: records.first,
      trashId: trashedId,
      exportId: missing.recordId ?? "",
    },
  };
}

/** Leaves out streams, which have tests of their own, and what ends the caller's session. */
function isTried({ id, action, isForVisitors }: Operation): boolean {
  return !(action === null || isForVisitors || /^watch|Session|^exportBase$|SecondFactor/.test(id));
}

function withQuery(path: string, query: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}${query}`;
}

/** Reads that find as much as possible. */
function reads(): readonly [title: string, path: string, body?: unknown][] {
  const list = (title: string, body: object, table = deals): [string, string, unknown] => [
    title,
    `${table}/records/list`,
    body,
  ];
  return [
    ["bases", "/bases"],
    ["base", place],
    ["tables", `${place}/tables`],
    ["table", deals],
    ["other table", companies],
    ["fields", `${deals}/fields`],
    ["other fields", `${companies}/fields`],
    ["views", `${deals}/views`],
    ["view", `${deals}/views/${viewId}`],
    ["record", `${deals}/records/${records.first}`],
    ["company", `${companies}/records/${records.company}`],
    ["records", `${deals}/records?limit=1`],
    list("list", {}),
    list("list of companies", {}, companies),
    list("list by a view", { viewId, limit: 1 }),
    list("list with own settings", { viewId, config: { hiddenFieldIds: [] }, total: true }),
    list("search of a text", { search: "Veiled two" }),
    list("search of a number", { search: "774411" }),
    [
      "aggregates",
      `${deals}/records/aggregate`,
      { viewId, aggregates: [{ field: "id", function: "count" }] },
    ],
    ["history", `${deals}/records/${records.first}/history`],
    ["history of a company", `${companies}/records/${records.company}/history`],
    ["changes", `${place}/changes`],
    ["openapi", `${place}/openapi.json`],
    ["trash", `${place}/trash`],
    ["trash by groups", `${place}/trash?group=changeSet`],
    ["search of the trash", `${place}/trash?search=veiled`],
    ["members", `${place}/members`],
    ["imports", `${place}/imports`],
  ];
}

test("reading tells nothing, also from the beginning of the log", long, async () => {
  for (const role of readers) {
    for (const [title, path, body] of reads()) {
      const { api } = people[role];
      const answer = body === undefined ? await api.get(path) : await api.post(path, body);
      expectNothingTold(answer, `${role}: ${title} ${answer.status}`);
    }
  }
  // What is not hidden is there.
  const { body } = await people.viewer.api.get(`${deals}/records/${records.first}`);
  expect(body.fields).toEqual({
    Name: "First",
    Amount: 1,
    Stage: null,
    Last: null,
    Company: [records.company],
    "Open amount": 2,
  });
  expect(
    (await people.viewer.api.post(`${deals}/records/list`, { search: "Veiled two" })).body.records,
  ).toEqual([]);
  const all = await owner.get(`${deals}/records/${records.first}`);
  expect(all.body.fields).toMatchObject({ "Veiled pay": 774_411, "Veiled double": 1_548_822 });
  const { body: fields } = await people.viewer.api.get(`${deals}/fields`);
  expect(fields.fields.map(({ order }: { order: number }) => order)).toEqual(
    fields.fields.map((_: unknown, index: number) => index),
  );
});

/** Calls that name a field, for a hidden and for an unknown one. */
const naming: readonly {
  readonly title: string;
  readonly from: Reader;
  readonly send: (api: ApiClient, field: string) => Promise<Answer<unknown>>;
}[] = [
  { title: "get it", from: "viewer", send: (api, field) => api.get(`${deals}/fields/${field}`) },
  listing("filter", (field) => ({ filter: { field, is_not_empty: true } })),
  listing("filter of the older form", (field) => ({
    filters: { [field]: { gt: 1 } },
  })),
  listing("sort", (field) => ({ sort: [{ field, direction: "asc" }] })),
  listing("choose", (field) => ({ fields: [field] })),
  listing("filter in own settings", (field) => ({
    viewId,
    config: { filter: { field, is_not_empty: true } },
  })),
  listing("sort in own settings", (field) => ({
    viewId,
    config: { sorts: [{ fieldId: field, direction: "asc" }] },
  })),
  listing("hide in own settings", (field) => ({ viewId, config: { hiddenFieldIds: [field] } })),
  {
    title: "group",
    from: "viewer",
    send: (api, field) => api.post(`${deals}/records/aggregate`, { groupBy: [{ field }] }),
  },
  {
    title: "aggregate",
    from: "viewer",
    send: (api, field) =>
      api.post(`${deals}/records/aggregate`, { aggregates: [{ field, function: "max" }] }),
  },
  {
    title: "export",
    from: "viewer",
    send: (api, field) =>
      api.get(`${deals}/records/export?format=csv&fields=${encodeURIComponent(JSON.stringify([field]))}`),
  },
  {
    title: "export with a filter",
    from: "viewer",
    send: (api, field) =>
      api.get(
        `${deals}/records/export?format=csv&filter=${encodeURIComponent(JSON.stringify({ field, is_not_empty: true }))}`,
      ),
  },
  writing("create", (field) => ["POST", "/records", { record: { [field]: null } }]),
  writing("update", (field) => ["PATCH", `/records/${records.first}`, { record: { [field]: null } }]),
  writing("expect", (field) => [
    "PATCH",
    `/records/${records.first}`,
    { record: { Amount: 1 }, expected: { [field]: 774_411 } },
  ]),
  writing("update in bulk", (field) => [
    "PUT",
    "/records/bulk",
    { records: [{ recordId: records.first, [field]: 774_411 }] },
  ]),
  writing("match", (field) => [
    "POST",
    "/records/bulk",
    { records: [{ Name: "First", [field]: 774_411 }], matchOn: [field] },
  ]),
  writing("match without a value", (field) => [
    "POST",
    "/records/bulk",
    { records: [{ Name: "First" }], matchOn: [field] },
  ]),
  writing(
    "add an option",
    (field) => [
      "PATCH",
      `/records/${records.first}?typecast=true`,
      { record: { Stage: "New", [field]: "Newer" } },
    ],
    "creator",
  ),
  writing("filter a view", (field) => [
    "PATCH",
    `/views/${viewId}`,
    { config: { filter: { field, is_not_empty: true } } },
  ]),
  writing("sort a view", (field) => [
    "POST",
    "/views",
    { name: "New", config: { sorts: [{ fieldId: field, direction: "asc" }] } },
  ]),
  writing("hide in a view", (field) => [
    "PATCH",
    `/views/${viewId}`,
    { config: { hiddenFieldIds: [field] } },
  ]),
  writing("widen in a view", (field) => [
    "PATCH",
    `/views/${viewId}`,
    { config: { fieldWidths: { [field]: 99 } } },
  ]),
  writing("rename it", (field) => ["PATCH", `/fields/${field}`, { name: "Renamed" }], "creator"),
  writing("convert it", (field) => ["PATCH", `/fields/${field}`, { type: "long_text" }], "creator"),
  writing("delete it", (field) => ["DELETE", `/fields/${field}`, undefined], "creator"),
  writing("delete several", (field) => ["DELETE", "/fields", { fieldIds: [ids.Last, field] }], "creator"),
  computing("compute by a formula", (field) => ["formula", { formula: `{${field}} + 1` }]),
  computing("compute by a rollup", (field) => [
    "rollup",
    { linkFieldId: ids.Deals, targetFieldId: field, function: "sum" },
    companies,
  ]),
  computing("look it up", (field) => ["lookup", { linkFieldId: ids.Deals, targetFieldId: field }, companies]),
  computing("count by a filter", (field) => [
    "count",
    { linkFieldId: ids.Deals, filter: { field, is_not_empty: true } },
    companies,
  ]),
  computing("count through it", (field) => ["count", { linkFieldId: field }]),
];

function listing(title: string, bodyOf: (field: string) => object): (typeof naming)[number] {
  return { title, from: "viewer", send: (api, field) => api.post(`${deals}/records/list`, bodyOf(field)) };
}

function writing(
  title: string,
  requestOf: (field: string) => [method: string, path: string, body?: unknown],
  from: Reader = "editor",
): (typeof naming)[number] {
  return {
    title,
    from,
    send(api, field) {
      const [method, path, body] = requestOf(field);
      return api.call(withQuery(deals + path, "dryRun=true"), { method, body });
    },
  };
}

function computing(
  title: string,
  templateOf: (field: string) => [type: string, template: object, table?: string],
): (typeof naming)[number] {
  return {
    title,
    from: "creator",
    send(api, field) {
      const [type, template, table = deals] = templateOf(field);
      return api.post(`${table}/fields?dryRun=true`, { name: "New", type, template });
    },
  };
}

for (const { title, from, send } of naming) {
  test(`a hidden field is an unknown one: ${title}`, async () => {
    const unknownName = "Unknown name";
    for (const role of readers.slice(readers.indexOf(from))) {
      const { api } = people[role];
      const unknown = { id: await send(api, "f1111111111"), name: await send(api, unknownName) };
      for (const name of ["Veiled pay", "Veiled stage", "Veiled double", "Veiled link"]) {
        for (const [given, stranger, answered] of [
          [ids[name] ?? "", "f1111111111", unknown.id],
          [name, unknownName, unknown.name],
        ] as const) {
          const answer = await send(api, given);
          // The answer repeats what was sent.
          const same = (each: Answer<unknown>) => ({
            status: each.status,
            body: JSON.stringify(each.body).replace(/"(requestId|end)":("[^"]*"|\d+)/g, ""),
          });
          const expected = same(answered);
          expect(expected.status, `${role} ${stranger}: ${expected.body}`).toBeGreaterThanOrEqual(400);
          expect(same(answer), `${role} ${given}`).toEqual({
            status: expected.status,
            body: expected.body.replaceAll(stranger, given),
          });
        }
      }
    }
  });
}

test("fields of another table are unknown by name, too, such as a lookup's target", async () => {
  const { api } = people.creator;
  const template = { linkFieldId: ids.Company, targetFieldId: ids["Veiled sum"] };
  const answer = await api.post(`${deals}/fields`, { name: "New", type: "lookup", template });
  expect(answer.status).toBe(400);
  expect(toldIn(JSON.stringify(answer.body).replaceAll(ids["Veiled sum"] ?? "", ""))).toEqual([]);
});

test("a saved view applies what it says about hidden fields, and keeps it when others change it", async () => {
  const { api } = people.editor;
  const { body } = await api.post(`${deals}/records/list`, { viewId });
  expect(body.records.map(({ id }: { id: string }) => id)).toEqual([records.second]);
  const { body: seen } = await api.get(`${deals}/views/${viewId}`);
  expect(seen).toMatchObject({
    withheld: ["filter", "sorts", "groups"],
    config: { filter: null, sorts: [], groups: [], hiddenFieldIds: [], fieldWidths: {} },
  });
  const before = (await owner.get(`${deals}/views/${viewId}`)).body;
  expect(before.withheld).toBeUndefined();
  const same = {
    filter: null,
    sorts: [],
    hiddenFieldIds: [ids.Last],
    fieldWidths: { [ids.Last ?? ""]: 200 },
    rowHeight: 40,
  };
  expect((await api.patch(`${deals}/views/${viewId}`, { config: same })).status).toBe(200);
  const after = (await owner.get(`${deals}/views/${viewId}`)).body;
  expect(after.config).toEqual({
    ...before.config,
    rowHeight: 40,
    hiddenFieldIds: expect.arrayContaining([ids.Last, ids["Veiled note"]]),
    fieldWidths: { [ids.Last ?? ""]: 200, [ids["Veiled pay"] ?? ""]: 300 },
  });
  for (const config of [
    { filter: { field: "Amount", greater_than: 0 } },
    { sorts: [{ fieldId: ids.Amount, direction: "asc" }] },
    { groups: [{ fieldId: ids.Stage, direction: "asc" }] },
  ]) {
    const refused = await api.patch(`${deals}/views/${viewId}`, { config });
    expect(refused.status).toBe(403);
    expectNothingTold(refused, JSON.stringify(config));
  }
  await owner.patch(`${deals}/views/${viewId}`, { config: before.config });
  const created = await api.post(`${deals}/views`, { name: "Own" });
  expectNothingTold(created, "a new view");
  const whole = (await owner.get(`${deals}/views/${created.body.id}`)).body.config.orderedFieldIds;
  expect(new Set(whole)).toEqual(
    new Set((await owner.get(deals)).body.fields.map(({ id }: { id: string }) => id)),
  );
  expect((await api.call(`${deals}/views/${created.body.id}`, { method: "DELETE" })).status).toBe(200);
});

test("cursors of a view that is sorted by a hidden field go on without telling it", async () => {
  const { body: sorted } = await owner.post(`${deals}/views`, {
    name: "Sorted",
    config: { sorts: [{ fieldId: ids["Veiled pay"], direction: "desc" }] },
  });
  const { api } = people.viewer;
  const list = (cursor?: string) =>
    api.post(`${deals}/records/list`, { viewId: sorted.id, limit: 1, ...(cursor && { cursor }) });
  const one = await list();
  expectNothingTold(one, "first page");
  const other = await list(one.body.nextCursor);
  expectNothingTold(other, "second page");
  expect([one, other].map(({ body }) => body.records[0].id)).toEqual([records.second, records.first]);
  expect(other.body.nextCursor).toBeNull();
  // A cursor with values, from before the rule, is of another list.
  const { body: full } = await owner.post(`${deals}/records/list`, { viewId: sorted.id, limit: 1 });
  expect((await list(full.nextCursor)).status).toBe(400);
  await owner.call(`${deals}/views/${sorted.id}`, { method: "DELETE" });
});

test("exports in every format leave the fields out", long, async () => {
  for (const format of Object.keys(exportFormats)) {
    for (const path of [deals, companies]) {
      for (const query of [
        { format },
        { format, values: "raw" },
        ...(path === deals ? [{ format, viewId }] : []),
      ]) {
        const { status, bytes } = await download(people.viewer.api, path, query);
        expect(status).toBe(200);
        const isZip = bytes.subarray(0, 2).toString() === "PK";
        const parts = isZip ? Object.values(await entriesOf(bytes)) : [bytes];
        expect(toldIn(parts.map(String).join(" ")), JSON.stringify(query)).toEqual([]);
        if (!isZip) expect(bytes.toString()).toContain(path === deals ? "Second" : "Acme");
      }
    }
  }
});

test(
  "the feed and open streams leave out what is hidden, from the second in which a rule changes",
  long,
  async () => {
    const streams = await Promise.all(
      readers.map(async (role) => {
        const { api } = people[role];
        return [await Live.open(api, databaseId), await Live.openSeveral(api, { databaseId, since: start })];
      }),
    );
    const all = streams.flat();
    const marked = await create(deals, { Name: "Marked" });
    await owner.patch(`${deals}/records/${marked}`, { record: { "Veiled pay": 774_411 } });
    await owner.patch(`${deals}/fields/${ids["Veiled note"]}`, { name: "Veiled words" });
    await owner.patch(`${deals}/fields/${ids["Veiled note"]}`, { name: "Veiled note" });
    await owner.patch(`${deals}/views/${viewId}`, {
      config: { sorts: [{ fieldId: ids["Veiled pay"], direction: "asc" }] },
    });
    await owner.patch(`${deals}/views/${viewId}`, {
      config: { sorts: [{ fieldId: ids["Veiled pay"], direction: "desc" }] },
    });
    const last = await create(deals, { Name: "Last", "Veiled pay": 774_411 });
    for (const stream of all) {
      expect(toldIn(await textUntil(stream, last))).toEqual([]);
    }
    // Without the rule, and with it again.
    await hide("viewer");
    const shown = await create(deals, { Name: "Shown", "Veiled pay": 774_411 });
    for (const stream of all) expect(await textUntil(stream, shown)).toContain("774411");
    await hide();
    const again = await create(deals, { Name: "Again", "Veiled pay": 774_411 });
    for (const stream of all) {
      expect(toldIn(await textUntil(stream, again))).toEqual([]);
      stream.close();
    }
    const gone = [marked, last, shown, again];
    await owner.call(`${deals}/records/bulk`, { method: "DELETE", body: { recordIds: gone } });
  },
);

/** The events of a stream up to the one about a record. */
async function textUntil(stream: Live, recordId: string): Promise<string> {
  let text = "";
  for (let event = await stream.event(); event; event = await stream.event()) {
    text += JSON.stringify(event);
    if (event.data?.includes(recordId)) break;
  }
  return text;
}

test("the trash and its operations do not know a hidden field", async () => {
  await hide("owner", [...ruled]);
  const { body: field } = await owner.post(`${deals}/fields`, { name: "Veiled trash", type: "number" });
  ids = { ...ids, "Veiled trash": field.id };
  await hide("owner", [...ruled, "Veiled trash"]);
  await owner.call(`${deals}/fields/${field.id}`, { method: "DELETE" });
  const [entry] = (await owner.get(`${place}/trash`)).body.trash;
  const { api } = people.creator;
  for (const path of ["/trash", "/trash?group=changeSet", "/trash?search=veiled%20trash"]) {
    const listed = await api.get(place + path);
    expect(JSON.stringify(listed.body)).not.toContain("Veiled trash");
    expect(JSON.stringify(listed.body)).not.toContain(field.id);
  }
  const restore = (id: string) => api.post(`${place}/trash/${id}/restore`, undefined);
  const unknown = missing.recordId ?? "";
  expect((await restore(entry.id)).body.error.message).toBe(
    (await restore(unknown)).body.error.message.replace(unknown, entry.id),
  );
  for (const path of ["/trash/restore", "/trash/erase"]) {
    const [known, other] = await Promise.all(
      [entry.id, unknown].map((id) => api.post(place + path, { trashIds: [id] })),
    );
    expect(known?.status).toBe(404);
    expect(known?.body.error.message).toBe(other?.body.error.message.replace(unknown, entry.id));
  }
  expect((await owner.post(`${place}/trash/${entry.id}/restore`, undefined)).status).toBe(200);
  // Erased, its values stay in the log, and hidden.
  const { body: value } = await owner.post(`${deals}/records`, {
    record: { Name: "X", [field.id]: 774_411 },
  });
  await owner.call(`${deals}/fields/${field.id}`, { method: "DELETE" });
  await owner.post(`${place}/trash/erase`, {
    trashIds: [(await owner.get(`${place}/trash`)).body.trash[0].id],
  });
  await server.query(`DELETE FROM "AllFields" WHERE "id" = $1`, [field.id]);
  expectNothingTold(await api.get(`${place}/changes?since=${start}`), "changes");
  await owner.call(`${deals}/records/${value.id}`, { method: "DELETE" });
});

test("records keep hidden values when somebody restores, copies or undoes them", async () => {
  const { api } = people.editor;
  const id = await create(deals, { Name: "Kept", "Veiled pay": 774_411, "Veiled note": "Veiled kept" });
  await api.call(`${deals}/records/${id}`, { method: "DELETE" });
  const undone = await api.post(`${place}/undo`, {});
  expect(undone.status, JSON.stringify(undone.body)).toBe(200);
  expectNothingTold(undone, "undo");
  const valuesOf = async () => (await owner.get(`${deals}/records/${id}`)).body.fields;
  expect(await valuesOf()).toMatchObject({ "Veiled pay": 774_411, "Veiled note": "Veiled kept" });
  await api.call(`${deals}/records/${id}`, { method: "DELETE" });
  const { body: trash } = await api.get(`${place}/trash`);
  const restored = await api.post(`${place}/trash/${trash.trash[0].id}/restore`, undefined);
  expect(restored.status).toBe(200);
  expectNothingTold(restored, "restore");
  expect(await valuesOf()).toMatchObject({ "Veiled pay": 774_411, "Veiled note": "Veiled kept" });
  await owner.call(`${deals}/records/${id}`, { method: "DELETE" });
});

test("nobody undoes a change of a field that they may not read any more", async () => {
  await hide("viewer");
  const { api } = people.creator;
  const before = await owner.get(`${deals}/records/${records.second}`);
  await api.patch(`${deals}/records/${records.second}`, { record: { "Veiled pay": 5 } });
  await hide();
  const refused = await api.post(`${place}/undo`, {});
  expect(refused.status).toBe(403);
  expectNothingTold(refused, "undo");
  await hide("viewer");
  expect((await api.post(`${place}/undo`, {})).status).toBe(200);
  expect((await owner.get(`${deals}/records/${records.second}`)).body.fields).toEqual(before.body.fields);
});

test("a copy of a field keeps the rule, and who may not read the original cannot name it", async () => {
  const copyOf = (rulesOf: string) => ({ name: `Copy ${randomUUID()}`, type: "number", rulesOf });
  const created = await owner.post(`${deals}/fields`, copyOf("Veiled pay"));
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  const { id } = created.body;
  const seen = await people.creator.api.get(`${deals}/fields`);
  expect(seen.body.fields.map((field: { id: string }) => field.id)).not.toContain(id);
  for (const rulesOf of ["Veiled pay", "Nothing"]) {
    const { status, body } = await people.creator.api.post(`${deals}/fields`, copyOf(rulesOf));
    expect([status, body]).toEqual([400, badRequestBody(["rulesOf", "is not a field of this table"])]);
  }
  await owner.call(`${deals}/fields/${id}`, { method: "DELETE" });
});

test("copies of a table keep the rule, and so hide what was copied", async () => {
  const { api } = people.creator;
  const copy = await api.post(`${deals}/duplicate`, { name: "Copy", records: true });
  expect(copy.status, JSON.stringify(copy.body)).toBe(201);
  expectNothingTold(copy, "copy");
  const at = `${place}/tables/${copy.body.id}`;
  for (const path of [
    at,
    `${at}/records`,
    `${at}/openapi`,
    place,
    `${place}/changes`,
    `${companies}/fields`,
  ]) {
    expectNothingTold(await api.get(path), path);
  }
  expect((await owner.get(`${at}/records`)).body.records[0].fields).toMatchObject({ "Veiled pay": 774_411 });
  expect((await api.call(at, { method: "DELETE" })).status).toBe(200);
  const undone = await api.post(`${place}/undo`, {});
  expect(undone.status, JSON.stringify(undone.body)).toBe(200);
  expectNothingTold(undone, "undo");
  expect((await owner.get(`${at}/records`)).body.records[0].fields).toMatchObject({ "Veiled pay": 774_411 });
  await owner.call(at, { method: "DELETE" });
});

test("shared links show no more than their makers may read", async () => {
  const { api } = await keyed(people.creator);
  const { body: view } = await api.post(`${deals}/views`, { name: "Shared" });
  const made = await api.post(`${place}/shares`, { viewId: view.id, allowExport: true });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const visitor = visitorOf(owner);
  const at = `/shared/${made.body.url.split("/").at(-1)}`;
  const answers = async () => [
    await visitor.get(at),
    await visitor.post(`${at}/records/list`, {}),
    await visitor.post(`${at}/records/list`, { search: "774411" }),
    await visitor.get(`${at}/export?format=csv`),
    await visitor.post(`${at}/records/aggregate`, { aggregates: [{ field: "Veiled pay", function: "max" }] }),
  ];
  const [described, ...others] = await answers();
  expect(described?.status).toBe(200);
  for (const each of [described, ...others.slice(0, -1)]) expectNothingTold(each as Answer<unknown>, "share");
  expect(others.at(-1)?.status).toBe(400);
  await hide("viewer");
  expect((await visitor.post(`${at}/records/list`, {})).body.records[0].fields).toMatchObject({
    "Veiled pay": 774_411,
  });
  await hide();
  expectNothingTold(await visitor.post(`${at}/records/list`, {}), "share again");
  await owner.call(`${place}/shares/${made.body.id}`, { method: "DELETE" });
  await owner.call(`${deals}/views/${view.id}`, { method: "DELETE" });
});

async function keyed(account: Account): Promise<{ api: ApiClient }> {
  return { api: new ApiClient(owner.origin, (await keyOf(account)).key) };
}

test("stored answers are not replayed to those who may not read all of them any more", async () => {
  await hide("viewer");
  const { api } = people.editor;
  const headers = { "Idempotency-Key": randomUUID() };
  const call = () =>
    api.call(`${deals}/records/${records.first}`, {
      method: "PATCH",
      body: { record: { Amount: 1 } },
      headers,
    });
  const first = await call();
  expect(first.body.fields).toMatchObject({ "Veiled pay": 774_411 });
  expect((await call()).headers.get("Idempotency-Replayed")).toBe("true");
  await hide();
  const refused = await call();
  expect(refused.status).toBe(422);
  expectNothingTold(refused, "replay");
});

test("a 412, an ETag and a 304 are those of the readable record", async () => {
  const { api } = people.editor;
  const at = `${deals}/records/${records.second}`;
  const unmet = await api.call(at, {
    method: "PATCH",
    body: { record: { Amount: 2 }, expected: { Amount: 99 } },
  });
  expect(unmet.status).toBe(412);
  expectNothingTold(unmet, "412");
  const before = await api.get(at);
  expect((await owner.get(at)).headers.get("ETag")).not.toBe(before.headers.get("ETag"));
});

test("imports cannot name hidden fields, and change rights with the rule", async () => {
  const { api } = people.editor;
  const send = (header: string, query = "") =>
    api.call(`${deals}/records/import?format=csv${query}`, {
      method: "POST",
      raw: `Name,${header}\nImported,5\n`,
      headers: { "Content-Type": "text/csv" },
    });
  const [hidden, unknown] = [await send("Veiled pay"), await send("Other name")];
  expect(
    JSON.stringify(hidden.body)
      .replaceAll("Veiled pay", "Other name")
      .replace(/"requestId":"[^"]*"/, ""),
  ).toBe(JSON.stringify(unknown.body).replace(/"requestId":"[^"]*"/, ""));
  expect(hidden.status).toBe(unknown.status);
  const matched = await send("Amount", `&matchOn=${encodeURIComponent("Veiled note")}`);
  expect(matched.status).toBeGreaterThanOrEqual(400);
});

test("deleting and converting what hidden fields read does not name them", async () => {
  const { body: source } = await owner.post(`${deals}/fields`, { name: "Source", type: "number" });
  const { body: mixed } = await owner.post(`${deals}/fields`, {
    name: "Veiled mixed",
    type: "formula",
    template: { formula: "{Source} + {Veiled pay}" },
  });
  ids = { ...ids, "Veiled mixed": mixed.id };
  const { api } = people.creator;
  const dry = await api.call(`${deals}/fields/${source.id}?dryRun=true`, { method: "DELETE" });
  expect(dry.status).toBe(200);
  expectNothingTold(dry, "delete");
  const several = await api.call(`${deals}/fields?dryRun=true`, {
    method: "DELETE",
    body: { fieldIds: [source.id] },
  });
  expectNothingTold(several, "delete several");
  const conversion = await api.call(`${deals}/fields/${source.id}?dryRun=true`, {
    method: "PATCH",
    body: { type: "attachments" },
  });
  expectNothingTold(conversion, "convert");
  const moved = await api.patch(`${deals}/fields/${source.id}`, { order: 1 });
  expect(moved.body.order).toBe(1);
  expectNothingTold(moved, "move");
  await owner.call(`${deals}/fields/${mixed.id}`, { method: "DELETE" });
  await owner.call(`${deals}/fields/${source.id}`, { method: "DELETE" });
});

test("a converted field stays hidden, although it is not computed any more", async () => {
  const { body: made } = await owner.post(`${deals}/fields`, {
    name: "Veiled made",
    type: "formula",
    template: { formula: "{Veiled pay} * 3" },
  });
  ids = { ...ids, "Veiled made": made.id };
  const { status, body } = await owner.patch(`${deals}/fields/${made.id}`, { type: "number" });
  expect(status, JSON.stringify(body)).toBe(200);
  expect((await owner.get(`${deals}/records/${records.first}`)).body.fields["Veiled made"]).toBe(3 * 774_411);
  for (const role of readers) {
    const answer = await people[role].api.get(`${deals}/records/${records.first}`);
    expectNothingTold(answer, role);
    expect(JSON.stringify(answer.body)).not.toContain(String(3 * 774_411));
  }
  await owner.call(`${deals}/fields/${made.id}`, { method: "DELETE" });
});

test("own settings of a view are applied beside its hidden filter", async () => {
  const { api } = people.viewer;
  const list = (config: object) => api.post(`${deals}/records/list`, { viewId, config });
  const found = async (config: object) =>
    (await list(config)).body.records.map(({ id }: { id: string }) => id);
  expect(await found({ filter: null })).toEqual([records.second]);
  expect(await found({ filter: { field: "Amount", greater_than: 0 } })).toEqual([records.second]);
  expect(await found({ filter: { field: "Amount", greater_than: 2 } })).toEqual([]);
  expect(await found({ sorts: [{ fieldId: ids.Amount, direction: "asc" }] })).toEqual([records.second]);
});

test("a rule on a computed field or one side of a link hides both", async () => {
  await hide("owner", ["Veiled sum", "Veiled link"]);
  const { api } = people.viewer;
  const { body: deal } = await api.get(`${deals}/records/${records.first}`);
  expect(deal.fields).toMatchObject({ "Veiled pay": 774_411 });
  expect(deal.fields).not.toHaveProperty("Veiled link");
  const { body: company } = await api.get(`${companies}/records/${records.company}`);
  expect(Object.keys(company.fields)).toEqual(expect.arrayContaining(["Veiled list", "Amounts"]));
  expect(company.fields).not.toHaveProperty("Veiled sum");
  expect(company.fields).not.toHaveProperty("Veiled inverse");
});

test("roles at and above the rule's read and change the field", async () => {
  await hide("editor");
  expectNothingTold(await people.viewer.api.get(`${deals}/records/${records.first}`), "viewer");
  for (const role of ["editor", "creator"] as const) {
    const { api } = people[role];
    const { body } = await api.get(`${deals}/records/${records.first}`);
    expect(body.fields).toMatchObject({ "Veiled pay": 774_411, "Veiled double": 1_548_822 });
    const written = await api.patch(`${deals}/records/${records.first}`, {
      record: { "Veiled pay": 774_411 },
    });
    expect(written.status).toBe(200);
  }
});

test(
  "everything is back within a second after the rule ends, and gone within one after it begins",
  long,
  async () => {
    const { api } = await keyed(people.viewer);
    const field = () => api.get(`${deals}/fields/${ids["Veiled pay"]}`);
    expect((await field()).status).toBe(404);
    await hide("viewer");
    await expectWithinASecond(field, 200);
    for (const [title, path, body] of reads()) {
      const answer = body === undefined ? await api.get(path) : await api.post(path, body);
      if (["fields", "record", "list", "history", "changes", "openapi"].includes(title)) {
        expect(toldIn(textOf(answer)), title).not.toEqual([]);
      }
    }
    await hide();
    await expectWithinASecond(field, 404);
    expect(await field()).toMatchObject({
      body: errorBody("NOT_FOUND", expect.stringContaining(ids["Veiled pay"] ?? "")),
    });
  },
);
