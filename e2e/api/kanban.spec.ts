/** Kanban views: their settings, their stacks, and moving records between them. */
import { randomBytes } from "node:crypto";
import type { Base } from "../../lib/contract/bases";
import type { Record } from "../../lib/contract/records";
import type { StackPage } from "../../lib/contract/stacks";
import type { Table } from "../../lib/contract/tables";
import type { ConfigOf, View } from "../../lib/contract/views";
import { ApiClient, badRequestBody } from "../api-client";
import { expect, test } from "../fixtures";
import { type Account, keyOf } from "../people";
import { long } from "../rounds";
import { join, type PeopleServer, startPeopleServer, visitorOf } from "./people-server";

test.describe.configure({ mode: "default" });

let server: PeopleServer;
let owner: ApiClient;
let ada: Account;
let bob: Account;
let base: Base;
let place: string;
let deals: string;
/** Ids of fields by name. */
let ids: { readonly [name: string]: string };
/** The values of the options of "Stage" by label. */
let stages: { readonly [label: string]: string };
/** Ids of records by name. */
let records: { readonly [name: string]: string };
let companies: { readonly [name: string]: string };
let board: View;

const labels = ["Open", "Won", "Lost"];

test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await startPeopleServer();
  owner = server.owner;
});
test.afterAll(() => server.stop());

test.beforeEach(async () => {
  test.setTimeout(60_000);
  const tables = [
    { name: "Companies", fields: [{ name: "Name", type: "single_line_text" }] },
    {
      name: "Deals",
      fields: [
        { name: "Name", type: "single_line_text" },
        { name: "Stage", type: "single_select", template: { options: labels.map((label) => ({ label })) } },
        { name: "Amount", type: "number" },
        { name: "Done", type: "checkbox" },
        { name: "Stars", type: "rating", template: { maxRating: 3 } },
        { name: "Lead", type: "person", template: { allowMultiple: false } },
        { name: "Files", type: "attachments" },
      ],
    },
  ];
  base = (await owner.post("/bases", { name: "Sales", tables })).body;
  place = `/bases/${base.id}`;
  ada ??= await join(owner, {});
  bob ??= await join(owner, {});
  const as = (role: string, { person }: Account) =>
    owner.post(`${place}/members`, { personId: person.id, role });
  expect((await as("editor", ada)).status).toBeLessThan(300);
  expect((await as("creator", bob)).status).toBeLessThan(300);
  const [first, second] = base.tables;
  deals = `${place}/tables/${second?.id}`;
  const link = await good<{ id: string }>("POST", `${deals}/fields`, {
    ...{ name: "Company", type: "linked_record" },
    template: { tableId: first?.id, allowMultiple: false },
  });
  ids = {
    ...Object.fromEntries((second as Table).fields.map(({ id, name }) => [name, id])),
    Company: link.id,
  };
  const stage = second?.fields.find(({ name }) => name === "Stage")?.template.options;
  stages = Object.fromEntries(
    (stage as { value: string; label: string }[]).map(({ value, label }) => [label, value]),
  );
  const made = await good<{ records: Record[] }>("POST", `${place}/tables/${first?.id}/records/bulk`, {
    records: [{ Name: "Zoo" }, { Name: "acme" }],
  });
  companies = byName(made.records);
  const deal = (Name: string, Stage: string | null, more: object) => ({ Name, Stage, ...more });
  const created = await good<{ records: Record[] }>("POST", `${deals}/records/bulk`, {
    records: [
      deal("a", "Won", { Amount: 1, Done: true, Stars: 3, Company: [companies.Zoo] }),
      deal("b", "Open", { Amount: 5, Stars: 0, Lead: [ada.person.id], Company: [companies.acme] }),
      deal("c", null, { Amount: 2, Lead: [bob.person.id] }),
      deal("d", "Open", { Amount: 7, Stars: 3, Company: [companies.acme] }),
      deal("e", "Open", { Amount: 6, Done: true, Lead: [ada.person.id] }),
    ],
  });
  records = byName(created.records);
  board = await good("POST", `${deals}/views`, {
    ...{ name: "Board", type: "kanban", config: { stackFieldId: "Stage" } },
  });
});

// biome-ignore lint/suspicious/noExplicitAny: tests inspect bodies of any shape
async function good<Body = any>(method: string, path: string, body?: unknown, api = owner): Promise<Body> {
  const { status, body: answer } = await api.call(path, { method, ...(body !== undefined && { body }) });
  expect(status, JSON.stringify(answer)).toBeLessThan(300);
  return answer as Body;
}

function byName(all: readonly Record[]): { [name: string]: string } {
  return Object.fromEntries(all.map(({ id, fields }) => [String(fields.Name), id]));
}

function stacks(body: object = {}, api = owner): Promise<StackPage> {
  return good("POST", `${deals}/records/stacks`, { viewId: board.id, ...body }, api);
}

/** The stacks as their keys and the names of their records. */
async function shown(body: object = {}, api = owner): Promise<[key: unknown, names: string][]> {
  const page = await stacks(body, api);
  for (const { count, records: cards } of page.stacks) expect(count).toBeGreaterThanOrEqual(cards.length);
  return page.stacks.map(({ key, records: cards }) => [key, cards.map(({ fields }) => fields.Name).join("")]);
}

const by = (stackFieldId: string, more: object = {}) => ({ config: { stackFieldId, ...more } });

async function configNow(api = owner): Promise<ConfigOf<"kanban">> {
  const view = await good<View>("GET", `${deals}/views/${board.id}`, undefined, api);
  if (view.type !== "kanban") throw new Error("the view is no board");
  return view.config;
}

const change = (config: object) => good<View>("PATCH", `${deals}/views/${board.id}`, { config });
const undo = () => good("POST", `${place}/undo`);

test("every stackable type has its stacks in natural order, no value first", long, async () => {
  expect(await shown()).toEqual([
    [null, "c"],
    [stages.Open, "bde"],
    [stages.Won, "a"],
    [stages.Lost, ""],
  ]);
  expect(await shown(by("Done"))).toEqual([
    [false, "bcd"],
    [true, "ae"],
  ]);
  expect(await shown(by("Stars"))).toEqual([
    [null, "ce"],
    [0, "b"],
    [1, ""],
    [2, ""],
    [3, "ad"],
  ]);
  const leads: [string, string][] = [
    [ada.person.id, "be"],
    [bob.person.id, "c"],
  ];
  const nameOf = (id: string) => [ada, bob].find(({ person }) => person.id === id)?.person.name ?? "";
  expect(await shown(by("Lead"))).toEqual([
    [null, "ad"],
    ...leads.toSorted(([one], [other]) => (nameOf(one) < nameOf(other) ? -1 : 1)),
  ]);
  expect(await shown(by("Company"))).toEqual([
    [null, "ce"],
    [companies.acme, "bd"],
    [companies.Zoo, "a"],
  ]);
  const page = await stacks();
  expect(page).toMatchObject({ fieldId: ids.Stage, hasMore: false });
  expect(page.stacks.map(({ count }) => count)).toEqual([1, 3, 1, 0]);
});

test("order, empty stacks, limits, aggregates and hidden fields follow the view and the call", async () => {
  const order = { stackOrder: [stages.Lost, null, stages.Won] };
  expect((await stacks({ config: order })).stacks.map(({ key }) => key)).toEqual([
    null,
    stages.Lost,
    stages.Won,
    stages.Open,
  ]);
  expect((await shown(by("Company", { stackOrder: [companies.Zoo] }))).map(([key]) => key)).toEqual([
    null,
    companies.Zoo,
    companies.acme,
  ]);
  expect((await shown({ config: { hideEmptyStacks: true } })).map(([key]) => key)).toEqual([
    null,
    stages.Open,
    stages.Won,
  ]);
  const few = await stacks({ limit: 1, fields: ["Name"] });
  expect(few.stacks.map(({ count, records: cards }) => [count, cards.length])).toEqual([
    [1, 1],
    [3, 1],
    [1, 1],
    [0, 0],
  ]);
  expect(few.stacks[1]?.records[0]?.fields).toEqual({ Name: "b" });
  const sum = { stackAggregate: { fieldId: "Amount", function: "sum" } };
  expect((await stacks({ config: sum })).stacks.map(({ value }) => value)).toEqual([2, 18, 1, null]);
  expect((await stacks()).stacks.map(({ value }) => value)).toEqual([null, null, null, null]);
  await change({ ...order, ...sum, hideEmptyStacks: true, hiddenFieldIds: ["Amount"] });
  const saved = await stacks();
  expect(saved.stacks.map(({ key, value }) => [key, value])).toEqual([
    [null, 2],
    [stages.Won, 1],
    [stages.Open, 18],
  ]);
  expect(Object.keys(saved.stacks[0]?.records[0]?.fields ?? {})).not.toContain("Amount");
});

test(
  "sorts, filters and searches apply in each stack, which lists on as an ordinary list",
  long,
  async () => {
    const sorts = [{ fieldId: "Amount", direction: "desc" }];
    const open = (await shown({ config: { sorts } }))[1];
    expect(open).toEqual([stages.Open, "deb"]);
    expect(await shown({ config: { filter: { field: "Amount", greater_than: 5 } } })).toEqual([
      [null, ""],
      [stages.Open, "de"],
      [stages.Won, ""],
      [stages.Lost, ""],
    ]);
    expect((await shown({ search: "won" })).filter(([, names]) => names !== "")).toEqual([[stages.Won, "a"]]);
    for (const field of ["Stage", "Done", "Stars", "Lead", "Company"]) {
      for (const { key, count, records: cards } of (await stacks(by(field, { sorts }))).stacks) {
        const list = { viewId: board.id, config: { sorts }, stack: { fieldId: field, key } };
        const page = await good("POST", `${deals}/records/list`, list);
        expect(page.total, `${field} ${key}`).toBe(count);
        expect(page.records).toEqual(cards);
        const aggregate = { stack: list.stack, aggregates: [{ field: "id", function: "count" }] };
        const { groups } = await good("POST", `${deals}/records/aggregate`, aggregate);
        expect(groups[0].count).toBe(count);
      }
    }
    const list = { viewId: board.id, stack: { fieldId: ids.Stage, key: stages.Open }, limit: 2 };
    const first = await good("POST", `${deals}/records/list`, list);
    const rest = await good("POST", `${deals}/records/list`, { ...list, cursor: first.nextCursor });
    expect(Object.keys(byName([...first.records, ...rest.records]))).toEqual(["b", "d", "e"]);
    const other = { ...list, stack: { ...list.stack, key: null }, cursor: first.nextCursor };
    expect((await owner.post(`${deals}/records/list`, other)).status).toBe(400);
  },
);

test(
  "the first records of stacks are right in tables that are too large to collect all of them",
  long,
  async () => {
    // Random texts, because PostgreSQL compresses others.
    const note = () => randomBytes(1_200).toString("base64");
    const large = Array.from({ length: 6_000 }, (_, index) => ({
      ...{ Name: `Deal ${index % 700}`, Notes: note(), Done: index % 3 === 0 },
      // One stack is at one place, one everywhere, one nearly empty.
      Stage: index > 4_000 ? "Lost" : index % 1_000 === 7 ? null : "Open",
      ...(index % 5 > 0 && { Amount: (index * 7_919) % 500 }),
    }));
    await good("POST", `${deals}/fields`, { name: "Notes", type: "long_text" });
    const small = await stacks({});
    expect(await stacks({ counts: false })).toEqual(small);
    for (let at = 0; at < large.length; at += 2_000) {
      await good("POST", `${deals}/records/bulk`, { records: large.slice(at, at + 2_000) });
    }
    const orders = [
      [],
      [{ fieldId: "Amount", direction: "desc" }],
      [{ fieldId: "Done" }, { fieldId: "Amount" }],
      [{ fieldId: "Name", direction: "desc" }, { fieldId: "createdAt" }],
      [{ fieldId: "id", direction: "desc" }],
    ];
    for (const sorts of orders) {
      const config = { sorts, filter: { field: "Name", is_not_empty: true } };
      const page = await stacks({ config, limit: 7, fields: ["Name"] });
      expect(page.stacks.map(({ count }) => count)).toEqual([5, 4_000, 1, 1_999]);
      for (const { key, records: cards } of page.stacks) {
        const list = {
          viewId: board.id,
          config,
          stack: { fieldId: "Stage", key },
          limit: 7,
          fields: ["Name"],
        };
        expect(cards, JSON.stringify(sorts)).toEqual(
          (await good("POST", `${deals}/records/list`, list)).records,
        );
      }
    }
    // Without counts, only the stack that is everywhere is found, and in the manual order alone.
    const [, open] = (await stacks({ limit: 7 })).stacks;
    const uncounted = { count: null, value: null, records: [] };
    const keys = [null, stages.Open, stages.Won, stages.Lost];
    const sorts = [{ fieldId: "Amount" }];
    const stackAggregate = { fieldId: "Amount", function: "sum" };
    expect((await stacks({ config: { stackAggregate }, limit: 7, counts: false })).stacks).toEqual(
      keys.map((key) => ({ key, ...uncounted, ...(key === stages.Open && { records: open?.records }) })),
    );
    expect((await stacks({ config: { sorts }, limit: 7, counts: false })).stacks).toEqual(
      keys.map((key) => ({ key, ...uncounted })),
    );
    const hidden = await stacks({ config: { hideEmptyStacks: true }, limit: 7, counts: false });
    expect(hidden.stacks.map(({ key }) => key)).toEqual([stages.Open]);
    const byCompany = { config: { stackFieldId: "Company" }, limit: 7 };
    const keysOf = ({ stacks: all }: StackPage) => all.map(({ key }) => key);
    expect(keysOf(await stacks({ ...byCompany, counts: false }))).toEqual(keysOf(await stacks(byCompany)));
  },
);

test("stacks that no field can have are refused", async () => {
  const refusalOf = async (path: string, body: object) => (await owner.post(`${deals}${path}`, body)).body;
  const ask = (config: object) => refusalOf("/records/stacks", { viewId: board.id, config });
  const stackable =
    "takes a single select, checkbox or rating, or a person or linked record field that takes only one value";
  expect(await ask({ stackFieldId: "Name" })).toEqual(
    badRequestBody(["config.stackFieldId", `${stackable}; "Name" (single_line_text) is not one`]),
  );
  expect(await ask({ stackFieldId: null })).toEqual(
    badRequestBody(["viewId", "names a view without a field to stack its records by; set its stackFieldId"]),
  );
  expect(await ask({ stackAggregate: { fieldId: "Name", function: "sum" } })).toMatchObject({
    error: { details: [{ path: "config.stackAggregate.function" }] },
  });
  const list = (stack: object) => refusalOf("/records/list", { stack });
  expect(await list({ fieldId: "Amount", key: 1 })).toEqual(
    badRequestBody(["stack.fieldId", `${stackable}; "Amount" (number) is not one`]),
  );
  expect(await list({ fieldId: "Gone", key: 1 })).toMatchObject({
    error: { details: [{ path: "stack.fieldId" }] },
  });
  for (const [fieldId, key] of [
    ["Stage", "zzzz"],
    ["Done", null],
    ["Stars", 4],
    ["Lead", "ada"],
    ["Company", true],
  ]) {
    expect(await list({ fieldId, key })).toEqual(
      badRequestBody(["stack.key", `is ${JSON.stringify(key)}, by which "${fieldId}" has no stack`]),
    );
  }
  for (const limit of [0, 101]) {
    expect((await owner.post(`${deals}/records/stacks`, { viewId: board.id, limit })).status).toBe(400);
  }
});

test("a view changes its type and keeps what both types have", async () => {
  const views = `${deals}/views`;
  const grid = await good<View>("POST", views, {
    ...{
      name: "Grid",
      config: { hiddenFieldIds: ["Amount"], rowHeight: 56, groups: [{ fieldId: "Stage" }] },
    },
  });
  const missing = [
    "config.stackFieldId",
    "is required: the field by whose values records are stacked",
  ] as const;
  expect((await owner.patch(`${views}/${grid.id}`, { type: "kanban" })).body).toEqual(
    badRequestBody([...missing]),
  );
  const config = { stackFieldId: "Stage" };
  const kanban = await good<View>("PATCH", `${views}/${grid.id}`, { type: "kanban", config });
  expect(kanban.type).toBe("kanban");
  expect(kanban.config).toEqual({ ...board.config, hiddenFieldIds: [ids.Amount] });
  const foreign = await owner.patch(`${views}/${grid.id}`, { config: { rowHeight: 32 } });
  expect(foreign.status).toBe(400);
  expect(foreign.body.error.message).toContain('config.rowHeight is not a setting of views of type "kanban"');
  await undo();
  expect(await good("GET", `${views}/${grid.id}`)).toEqual(grid);
  await good("POST", `${place}/redo`);
  expect(await good("GET", `${views}/${grid.id}`)).toEqual(kanban);
  const back = await good<View>("PATCH", `${views}/${grid.id}`, { type: "grid" });
  expect(back.config).toEqual({ ...grid.config, groups: [], rowHeight: 32 });
});

test("another stack field empties the order of stacks, and the cover takes attachments only", async () => {
  await change({ stackOrder: [stages.Won], collapsedStacks: [null], coverFieldId: "Files", coverFit: "fit" });
  expect(await configNow()).toMatchObject({
    stackOrder: [stages.Won],
    coverFieldId: ids.Files,
    coverFit: "fit",
  });
  await change({ stackFieldId: "Done", collapsedStacks: [true] });
  expect(await configNow()).toMatchObject({ stackOrder: [], collapsedStacks: [true] });
  const refused = await owner.patch(`${deals}/views/${board.id}`, {
    config: { coverFieldId: "Name", stackOrder: [stages.Won] },
  });
  expect(refused.body).toEqual(
    badRequestBody([
      "config.coverFieldId",
      'takes a field with attachments; "Name" (single_line_text) is not one',
    ]),
  );
  const unknown = await owner.patch(`${deals}/views/${board.id}`, { config: { stackOrder: [stages.Won] } });
  expect(unknown.body).toEqual(
    badRequestBody(["config.stackOrder[0]", `is "${stages.Won}", by which "Done" has no stack`]),
  );
});

test(
  "a stack field that is deleted or can no longer stack leaves the view, and comes back",
  long,
  async () => {
    const settings = {
      ...{ stackOrder: [stages.Won], collapsedStacks: [stages.Lost], coverFieldId: "Files" },
      stackAggregate: { fieldId: "Amount", function: "sum" },
    };
    await change(settings);
    const whole = await configNow();
    const field = `${deals}/fields/${ids.Stage}`;
    const gone = { stackFieldId: null, stackOrder: [], collapsedStacks: [] };
    await good("DELETE", field);
    expect(await configNow()).toMatchObject(gone);
    // An unrelated change must not lose what the view has said about the field.
    await change({ hideEmptyStacks: true });
    await undo();
    await undo();
    expect(await configNow()).toEqual(whole);
    await good("PATCH", field, { type: "single_line_text" });
    expect(await configNow()).toMatchObject(gone);
    expect((await owner.post(`${deals}/records/stacks`, { viewId: board.id })).status).toBe(400);
    await undo();
    expect(await configNow()).toEqual(whole);
    await good("DELETE", `${deals}/fields/${ids.Files}`);
    await good("DELETE", `${deals}/fields/${ids.Amount}`);
    expect(await configNow()).toMatchObject({ coverFieldId: null, stackAggregate: null });
    await undo();
    await undo();
    expect(await configNow()).toEqual(whole);
    await good("PATCH", `${deals}/fields/Company`, { template: { allowMultiple: true } });
    expect(
      (await owner.patch(`${deals}/views/${board.id}`, { config: { stackFieldId: "Company" } })).status,
    ).toBe(400);
  },
);

test("a deleted option leaves the order of stacks, and comes back by undo", async () => {
  await change({ stackOrder: [stages.Lost, stages.Won], collapsedStacks: [stages.Lost] });
  const options = ["Open", "Won"].map((label) => ({ value: stages[label], label }));
  await good("PATCH", `${deals}/fields/Stage`, { template: { options } });
  expect(await configNow()).toMatchObject({ stackOrder: [stages.Won], collapsedStacks: [] });
  expect((await shown()).map(([key]) => key)).toEqual([null, stages.Won, stages.Open]);
  await undo();
  expect(await configNow()).toMatchObject({
    stackOrder: [stages.Lost, stages.Won],
    collapsedStacks: [stages.Lost],
  });
});

test("a record changes its stack and place in one change and one undo", async () => {
  const record = (name: string) => `${deals}/records/${records[name]}`;
  const moved = await good("PATCH", record("a"), { record: { Stage: "Open" }, after: records.b });
  expect(moved.fields).toMatchObject({ Name: "a", Stage: "Open" });
  expect((await shown())[1]).toEqual([stages.Open, "bade"]);
  await undo();
  expect(await shown()).toMatchObject([[null, "c"], [stages.Open, "bde"], [stages.Won, "a"], {}]);
  await good("POST", `${place}/redo`);
  expect((await shown())[1]).toEqual([stages.Open, "bade"]);
  await good("PATCH", record("c"), { record: { Company: [companies.Zoo] }, after: null });
  expect((await shown(by("Company")))[2]).toEqual([companies.Zoo, "ca"]);
  await undo();
  expect((await shown(by("Company")))[2]).toEqual([companies.Zoo, "a"]);
  await good("PATCH", record("e"), { record: {}, after: null });
  expect((await shown())[1]).toEqual([stages.Open, "ebad"]);

  const self = await owner.patch(record("a"), { record: {}, after: records.a });
  expect(self.body).toEqual(badRequestBody(["after", "is the record to be moved"]));
  const gone = "01234567-89ab-7def-8123-456789abcdef";
  const unknown = await owner.patch(record("a"), { record: { Stage: "Lost" }, after: gone });
  expect(unknown.status).toBe(404);
  const unmet = { record: { Stage: "Lost" }, after: null, expected: { Stage: "Won" } };
  expect((await owner.patch(record("a"), unmet)).status).toBe(412);
  expect((await shown())[1]).toEqual([stages.Open, "ebad"]);
});

test("copies have boards by their own fields and records", async () => {
  await change({ stackFieldId: "Company", stackOrder: [companies.Zoo], collapsedStacks: [companies.acme] });
  const copy = await good<Base>("POST", `${place}/duplicate`, { records: true });
  const file = await fetch(`${owner.origin}/api/v1${place}/export`, {
    headers: owner.credentials,
  });
  const { body: imported } = await owner.call<Base>("/bases/import", {
    method: "POST",
    raw: new Uint8Array(await file.arrayBuffer()),
    headers: { "Content-Type": "application/zip" },
  });
  for (const { id, tables } of [copy, imported]) {
    const table = tables.find(({ name }) => name === "Deals") as Table;
    const view = table.views.find(({ name }) => name === "Board");
    const field = table.fields.find(({ name }) => name === "Company");
    const page = await good<StackPage>("POST", `/bases/${id}/tables/${table.id}/records/stacks`, {
      viewId: view?.id,
    });
    expect(page.fieldId).toBe(field?.id);
    expect(page.stacks.map(({ records: cards }) => Object.keys(byName(cards)).join(""))).toEqual([
      "ce",
      "a",
      "bd",
    ]);
    const [, zoo, acme] = page.stacks.map(({ key }) => key);
    expect(zoo).not.toBe(companies.Zoo);
    expect(view?.config).toMatchObject({ stackOrder: [zoo], collapsedStacks: [acme] });
  }
});

test("a hidden field neither stacks nor adds up for those who may not read it", async () => {
  await change({
    ...{ stackOrder: [stages.Won], collapsedStacks: [stages.Lost] },
    stackAggregate: { fieldId: "Amount", function: "sum" },
  });
  const editor = new ApiClient(owner.origin, (await keyOf(ada)).key);
  const hide = async (...names: string[]) => {
    const fields = names.map((name) => ({ fieldId: ids[name], read: "creator" }));
    await good("PUT", `${place}/rules`, { tables: [], fields });
  };
  await hide("Amount");
  expect((await stacks({}, editor)).stacks.map(({ value }) => value)).toEqual([null, null, null, null]);
  expect(await configNow(editor)).toMatchObject({ stackFieldId: ids.Stage, stackAggregate: null });
  await hide("Stage");
  expect(await configNow(editor)).toMatchObject({ stackFieldId: null, stackOrder: [], collapsedStacks: [] });
  expect((await editor.post(`${deals}/records/stacks`, { viewId: board.id })).status).toBe(400);
  const list = { stack: { fieldId: ids.Stage, key: stages.Open } };
  expect((await editor.post(`${deals}/records/list`, list)).status).toBe(400);
  await hide();
  expect(await configNow(editor)).toMatchObject({ stackFieldId: ids.Stage, stackOrder: [stages.Won] });
});

test("a shared board shows its stacks, or one list where it hides its stack field", async () => {
  const { url } = await good<{ url: string }>("POST", `${place}/shares`, { viewId: board.id });
  const at = `/shared/${url.split("/").at(-1)}`;
  const visitor = visitorOf(owner);
  const visited = async () => (await good<{ view: View }>("GET", at, undefined, visitor)).view.config;
  const sharedStacks = (body: object = {}) => visitor.post<StackPage>(`${at}/records/stacks`, body);
  expect(await visited()).toMatchObject({ stackFieldId: ids.Stage });
  const { body: page } = await sharedStacks({ filter: { field: "Amount", greater_than: 1 } });
  expect(page.stacks.map(({ key, count }) => [key, count])).toEqual([
    [null, 1],
    [stages.Open, 3],
    [stages.Won, 0],
    [stages.Lost, 0],
  ]);
  const stack = { fieldId: ids.Stage, key: stages.Open };
  const listed = await good("POST", `${at}/records/list`, { stack }, visitor);
  expect(listed.total).toBe(3);
  await change({ coverFieldId: "Files", stackOrder: [stages.Won], hiddenFieldIds: ["Stage", "Files"] });
  expect(await visited()).toMatchObject({ stackFieldId: null, coverFieldId: null, stackOrder: [] });
  expect((await sharedStacks()).status).toBe(400);
  expect((await visitor.post(`${at}/records/list`, { stack })).status).toBe(400);
  expect((await good("POST", `${at}/records/list`, {}, visitor)).total).toBe(5);
  // Visitors get names in place of links, which have no stacks.
  await change({ hiddenFieldIds: [], stackFieldId: "Company" });
  expect(await visited()).toMatchObject({ stackFieldId: null });
  expect((await sharedStacks()).status).toBe(400);
});
