/** Rules of tables and fields: who may change records, in every way that changes them. */
import { randomUUID } from "node:crypto";
import { type Role, roles } from "../../lib/contract/roles";
import { type Answer, ApiClient, errorBody } from "../api-client";
import { expect, test } from "../fixtures";
import { type Account, keyOf } from "../people";
import { long } from "../rounds";
import { Live } from "./live";
import { expectWithinASecond, join, type PeopleServer, startPeopleServer } from "./people-server";

test.describe.configure({ mode: "default" });

let server: PeopleServer;
let owner: ApiClient;
/** Members of the database by role, and its place. */
let people: Readonly<Record<"editor" | "creator" | "owner", Account>>;
let place: string;
let databaseId: string;
let deals: string;
let companies: string;
let ids: Readonly<Record<"deals" | "companies" | "price" | "company" | "inverse", string>>;
let deal: string;
let company: string;
let trashId: string;

const writers = ["editor", "creator", "owner"] as const;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await startPeopleServer();
  owner = server.owner;
  const { body: base } = await owner.post("/bases", {
    name: "Sales",
    tables: [
      {
        name: "Companies",
        fields: [{ name: "Name", type: "single_line_text" }],
      },
      {
        name: "Deals",
        fields: [
          { name: "Name", type: "single_line_text" },
          { name: "Price", type: "number" },
          { name: "Stage", type: "single_select", template: { options: [{ label: "Open" }] } },
        ],
      },
    ],
  });
  databaseId = base.id;
  place = `/bases/${base.id}`;
  [companies, deals] = ["Companies", "Deals"].map((name) => `${place}/tables/${name}`) as [string, string];
  const { body: link } = await owner.post(`${deals}/fields`, {
    name: "Company",
    type: "linked_record",
    template: { tableId: base.tables[0].id },
  });
  expect(link.id, JSON.stringify(link)).toBeDefined();
  ids = {
    deals: base.tables[1].id,
    companies: base.tables[0].id,
    price: base.tables[1].fields[1].id,
    company: link.id,
    inverse: link.template.inverseFieldId,
  };
  deal = await create(deals, { Name: "First", Price: 1 });
  company = await create(companies, { Name: "Acme" });
  const gone = await create(deals, { Name: "Gone" });
  await owner.call(`${deals}/records/${gone}`, { method: "DELETE" });
  trashId = (await owner.get(`${place}/trash`)).body.trash[0].id;
  const made = await Promise.all(
    writers.map(async (role) => [role, await join(owner, { databases: [{ databaseId, role }] })]),
  );
  people = Object.fromEntries(made);
});
test.afterEach(() => setRules({}));
test.afterAll(() => server.stop());

/** The rules that decide about a write; a field's by its name. */
type Ruled = "create" | "update" | "delete" | "Price" | "Company" | "Inverse";

/** Every way to change records, as a dry run, with the rules that it takes. */
const writes: readonly {
  readonly title: string;
  readonly takes: readonly Ruled[];
  readonly send: (api: ApiClient) => Promise<Answer<unknown>>;
}[] = [
  write("create", ["create"], () => ["POST", "/records", { record: { Name: "New" } }]),
  write("create at the top", ["create"], () => ["POST", "/records", { record: {}, after: null }]),
  write("create with an empty price", ["create"], () => ["POST", "/records", { record: { Price: null } }]),
  write("create with a price", ["create", "Price"], () => ["POST", "/records", { record: { Price: 2 } }]),
  write("create with a link", ["create", "Company", "Inverse"], () => [
    "POST",
    "/records",
    { record: { Company: [company] } },
  ]),
  write("create in bulk", ["create", "Price"], () => [
    "POST",
    "/records/bulk",
    { records: [{ Name: "A" }, { Price: 1 }] },
  ]),
  write("upsert a new one", ["create"], () => [
    "POST",
    "/records/bulk",
    { records: [{ Name: "Unknown" }], matchOn: ["Name"] },
  ]),
  write("upsert a known one", ["update", "Price"], () => [
    "POST",
    "/records/bulk",
    { records: [{ Name: "First", Price: 9 }], matchOn: ["Name"] },
  ]),
  write("upsert both", ["create", "update"], () => [
    "POST",
    "/records/bulk",
    { records: [{ Name: "First" }, { Name: "Unknown" }], matchOn: ["Name"] },
  ]),
  write("update", ["update"], () => ["PATCH", `/records/${deal}`, { record: { Name: "Changed" } }]),
  write("update a price", ["update", "Price"], () => ["PATCH", `/records/${deal}`, { record: { Price: 5 } }]),
  write("clear a price", ["update", "Price"], () => [
    "PATCH",
    `/records/${deal}`,
    { record: { [ids.price]: null } },
  ]),
  write("update with what is expected", ["update", "Price"], () => [
    "PATCH",
    `/records/${deal}`,
    { record: { Price: 5 }, expected: { Price: 1 } },
  ]),
  write("update with an option", ["update"], () => [
    "PATCH",
    `/records/${deal}?typecast=true`,
    { record: { Stage: "Open" } },
  ]),
  write("update in bulk", ["update", "Price"], () => [
    "PUT",
    "/records/bulk",
    { records: [{ recordId: deal, Name: "B", Price: 3 }] },
  ]),
  write("link", ["update", "Company", "Inverse"], () => [
    "PATCH",
    `/records/${deal}`,
    { record: { Company: [company] } },
  ]),
  {
    title: "link from the other side",
    // Not the rule of the deals: a list of links there changes as a side effect.
    takes: ["Inverse", "Company"],
    send: (api) =>
      api.patch(`${companies}/records/${company}?dryRun=true`, { record: { [ids.inverse]: [deal] } }),
  },
  write("move", ["update"], () => ["POST", "/records/move", { recordIds: [deal], after: null }]),
  write("delete", ["delete"], () => ["DELETE", `/records/${deal}`, undefined]),
  write("delete in bulk", ["delete"], () => ["DELETE", "/records/bulk", { recordIds: [deal] }]),
  {
    title: "restore",
    takes: ["create"],
    send: (api) => api.post(`${place}/trash/${trashId}/restore?dryRun=true`, undefined),
  },
  {
    title: "restore together",
    takes: ["create"],
    send: (api) => api.post(`${place}/trash/restore?dryRun=true`, { trashIds: [trashId] }),
  },
  importing("import", ["create"], "Name\nAda\n"),
  importing("import prices", ["create", "Price"], "Name,Price\nAda,1\n"),
  importing("import links", ["create", "Company", "Inverse"], "Name,Company\nAda,Acme\n"),
  importing("import changes", ["update", "Price"], "Name,Price\nFirst,7\n", "&mode=update&matchOn=Name"),
  importing("import both", ["create", "update"], "Name\nFirst\nNew\n", "&mode=upsert&matchOn=Name"),
];

const narrowed: readonly (readonly [Ruled, Role])[] = [
  ["create", "creator"],
  ["update", "owner"],
  ["delete", "creator"],
  ["Price", "owner"],
  ["Company", "creator"],
  ["Inverse", "owner"],
];

for (const [ruled, least] of narrowed) {
  test(`the rule of ${ruled} decides about the writes that it is about, for every role`, long, async () => {
    await setRules({ [ruled]: least });
    for (const { title, takes, send } of writes) {
      for (const role of writers) {
        const isAllowed = !takes.includes(ruled) || roles.indexOf(role) >= roles.indexOf(least);
        const { status, body } = await send(people[role].api);
        const told = [title, role, status < 300 ? "allowed" : status, status < 300 || body];
        if (isAllowed) expect(told).toEqual([title, role, "allowed", true]);
        else {
          const who = least === "owner" ? "owners" : "creators and owners";
          const sentence = expect.stringMatching(
            new RegExp(`^Only ${who} can (${phrases[ruled]})\\.$`),
          ) as unknown as string;
          expect(told).toEqual([title, role, 403, errorBody("FORBIDDEN", sentence)]);
        }
      }
    }
  });
}

const phrases: Readonly<Record<Ruled, string>> = {
  create: "create records in “Deals”",
  update: "change records of “Deals”",
  delete: "delete records from “Deals”",
  Price: "change “Price”",
  Company: "change “Company”",
  Inverse: "change “Deals”",
};

test("what may be done is told with the table, and the rules to owners alone", async () => {
  await setRules({ create: "creator", Price: "owner", Inverse: "creator" });
  const parts = ["create-records", "update-records", "delete-records"];
  const told = async (api: ApiClient, table: string) => {
    const { may, lockedFieldIds } = (await api.get(table)).body;
    return { may: parts.filter((part) => may.includes(part)), lockedFieldIds };
  };
  const { editor, creator } = people;
  const locked = [ids.price, ids.company];
  expect(await told(editor.api, deals)).toEqual({ may: parts.slice(1), lockedFieldIds: locked });
  expect(await told(creator.api, deals)).toEqual({ may: parts, lockedFieldIds: [ids.price] });
  expect(await told(people.owner.api, deals)).toEqual({ may: parts, lockedFieldIds: [] });
  // The other side of a link.
  expect(await told(editor.api, companies)).toEqual({ may: parts, lockedFieldIds: [ids.inverse] });
  for (const { api } of [editor, creator]) {
    expect((await api.get(`${place}/rules`)).status).toBe(403);
    expect((await put(none, api)).status).toBe(403);
  }
  expect((await people.owner.api.get(`${place}/rules`)).body).toEqual({
    tables: [{ tableId: ids.deals, create: "creator", update: "editor", delete: "editor" }],
    fields: [
      { fieldId: ids.inverse, update: "creator", read: "viewer" },
      { fieldId: ids.price, update: "owner", read: "viewer" },
    ],
  });
  // A key that leaves something out may not manage rules, whoever has it.
  const { key } = await keyOf(people.owner, { scopes: ["read", "keys"] });
  expect((await put(none, new ApiClient(owner.origin, key))).status).toBe(403);
});

test("rules are replaced as a whole, by ids or names, and checked", async () => {
  const { body } = await put({
    tables: [{ tableId: "Deals", create: "owner" }],
    fields: [{ fieldId: "Price", update: "creator" }, { fieldId: ids.company }],
  });
  expect(body).toEqual({
    tables: [{ tableId: ids.deals, create: "owner", update: "editor", delete: "editor" }],
    fields: [{ fieldId: ids.price, update: "creator", read: "viewer" }],
  });
  await owner.post(`${deals}/fields`, { name: "Number", type: "autonumber" });
  const refused = await put({
    tables: [{ tableId: "Deals" }, { tableId: ids.deals }, { tableId: "tNOTATABLE1" }],
    fields: [
      { fieldId: "Name", update: "owner" },
      { fieldId: "Number", update: "owner" },
      { fieldId: "Nothing", update: "owner" },
      { fieldId: "Price" },
      { fieldId: ids.price },
    ],
  });
  expect([refused.status, refused.body.error.details]).toEqual([
    400,
    [
      { path: "tables[1].tableId", message: "repeats that of tables[0]" },
      { path: "tables[2].tableId", message: 'is not a table of this database: "tNOTATABLE1"' },
      { path: "fields[0].fieldId", message: `names fields of several tables, "Name"; give the field's id` },
      { path: "fields[1].fieldId", message: "is computed, so nobody can change its values" },
      { path: "fields[2].fieldId", message: 'is not a field of this database: "Nothing"' },
      { path: "fields[4].fieldId", message: "repeats that of fields[3]" },
    ],
  ]);
  for (const [wrong, path] of [
    [{ tables: [] }, "fields"],
    [{ tables: [{ tableId: "Deals", create: "viewer" }], fields: [] }, "tables[0].create"],
    [{ tables: [], fields: [{ fieldId: "Price", update: "owner", read: "nobody" }] }, "fields[0].read"],
  ] as const) {
    const answer = await put(wrong);
    expect([answer.status, answer.body.error.details?.[0]?.path]).toEqual([400, path]);
  }
  // Of another database.
  const { body: other } = await owner.post("/bases", {
    name: "Other",
    tables: [{ name: "Foreign", fields: [{ name: "Alien", type: "number" }] }],
  });
  const { status } = await put({ tables: [{ tableId: other.tables[0].id, create: "owner" }], fields: [] });
  expect(status).toBe(400);
  expect((await owner.get(`${place}/rules`)).body).toEqual(body);
  const dry = await owner.call(`${place}/rules?dryRun=true`, { method: "PUT", body: none });
  expect([dry.status, dry.body]).toEqual([200, none]);
  expect((await owner.get(`${place}/rules`)).body).toEqual(body);
});

test("changed rules take effect at once, are told to open pages and recorded", async () => {
  const { api } = people.editor;
  const live = await Live.openSeveral(api, { databaseId });
  expect((await live.event())?.event).toBeUndefined();
  const update = (Price: number) => api.patch(`${deals}/records/${deal}`, { record: { Price } });
  expect((await update(10)).status).toBe(200);
  await setRules({ Price: "creator", delete: "owner" });
  expect((await update(11)).status).toBe(403);
  for (let event = await live.event(); event?.event !== "rules"; event = await live.event()) {
    expect(event).toBeDefined();
  }
  live.close();
  // Bulk writes are refused whole.
  const many = await api.call(`${deals}/records/bulk`, {
    method: "PUT",
    body: { records: [{ recordId: deal, Name: "Half", Price: 12 }] },
  });
  expect(many.status).toBe(403);
  expect((await owner.get(`${deals}/records/${deal}`)).body.fields).toMatchObject({
    Name: "First",
    Price: 10,
  });
  await setRules({ delete: "owner" });
  expect((await update(1)).status).toBe(200);
  const { events } = (await owner.get(`/audit?event=rules-changed&limit=2`)).body;
  const rule = { tableId: ids.deals, create: "editor", update: "editor", delete: "owner" };
  expect(events.map(({ details }: { details: unknown }) => details)).toEqual([
    { tables: [], fields: [{ fieldId: ids.price, update: "editor", read: "viewer" }] },
    { tables: [rule], fields: [{ fieldId: ids.price, update: "creator", read: "viewer" }] },
  ]);
});

test("two writers never get past a rule that changes meanwhile", long, async () => {
  const { api } = people.editor;
  const another = new ApiClient(owner.origin, (await keyOf(people.editor)).key);
  const record = await create(deals, { Name: "Raced", Price: 0 });
  for (let round = 1; round <= 5; round++) {
    await setRules({});
    let isRuled = false;
    const late: number[] = [];
    const keepWriting = async (client: ApiClient) => {
      for (let turn = 0; turn < 20; turn++) {
        const isLate = isRuled;
        const { status } = await client.patch(`${deals}/records/${record}`, {
          record: { Price: round * 100 + turn },
        });
        if (isLate) late.push(status);
        else expect([200, 403]).toContain(status);
      }
    };
    await Promise.all([
      keepWriting(api),
      keepWriting(another),
      setRules({ Price: "owner" }).then(() => {
        isRuled = true;
      }),
    ]);
    expect(late.every((status) => status === 403)).toBe(true);
  }
});

test("undo and redo take the rules of what they change, as they are then", long, async () => {
  const { api } = people.editor;
  const undo = () => api.post(`${place}/undo`, undefined);
  const redo = () => api.post(`${place}/redo`, undefined);
  const record = `${deals}/records/${deal}`;
  expect((await api.patch(record, { record: { Price: 50 } })).status).toBe(200);
  await setRules({ Price: "creator" });
  expect([(await undo()).status, (await owner.get(record)).body.fields.Price]).toEqual([403, 50]);
  await setMember("editor", "creator");
  await expectWithinASecond(undo, 200);
  expect((await owner.get(record)).body.fields.Price).toBe(1);
  await setMember("editor", "editor");
  await expectWithinASecond(redo, 403);
  expect((await owner.get(record)).body.fields.Price).toBe(1);
  await setRules({});
  expect((await redo()).status).toBe(200);
  expect((await undo()).status).toBe(200);

  // Undoing a creation deletes, undoing a deletion creates, and links count on both sides.
  const { body: made } = await api.post(`${deals}/records`, { record: { Name: "Made" } });
  await setRules({ delete: "creator" });
  expect((await undo()).status).toBe(403);
  await setRules({});
  expect((await api.call(`${deals}/records/${made.id}`, { method: "DELETE" })).status).toBe(200);
  await setRules({ create: "creator" });
  expect((await undo()).status).toBe(403);
  await setRules({ update: "creator", delete: "creator" });
  expect((await undo()).status).toBe(200);
  await setRules({});
  expect((await api.patch(record, { record: { Company: [company] } })).status).toBe(200);
  await setRules({ Inverse: "creator" });
  expect((await undo()).status).toBe(403);
  await setRules({});
  expect((await undo()).status).toBe(200);

  // Of an import, which changes records set by set.
  expect((await send(api, "Name\nBy import\n")).status).toBe(200);
  await setRules({ delete: "owner" });
  expect((await undo()).status).toBe(403);
  await setRules({ create: "owner" });
  expect((await undo()).status).toBe(200);
  expect((await redo()).status).toBe(403);
  await setRules({});
});

test("a rule ends an import that runs", async () => {
  const { api } = people.editor;
  const { body } = await api.call(`${place}/imports?filename=deals.csv`, {
    method: "POST",
    raw: "Name,Price\nLate,1\n",
    headers: { "Content-Type": "text/csv" },
  });
  const one = `${place}/imports/${body.id}`;
  const status = async () => (await api.get(one)).body.status;
  await expect.poll(status).toBe("ready");
  const columns = [
    { index: 0, fieldId: "Name" },
    { index: 1, fieldId: "Price" },
  ];
  const lock = await server.connect();
  try {
    await lock.query("SELECT pg_advisory_lock(hashtextextended($1, 0))", [`import ${ids.deals}`]);
    const run = await api.post(`${one}/run`, { table: { tableId: ids.deals }, columns });
    expect(run.status).toBe(202);
    const waiting = `SELECT FROM pg_locks WHERE "locktype" = 'advisory' AND NOT "granted"`;
    await expect.poll(async () => (await server.query(waiting)).length, { intervals: [50] }).toBe(1);
    await setRules({ Price: "creator" });
  } finally {
    await lock.end();
  }
  await expect.poll(status).toBe("failed");
  expect((await api.get(one)).body.error).toBe("Only creators and owners can change “Price”.");
  const { records } = (await owner.get(`${deals}/records`)).body;
  expect(records.map(({ fields }: { fields: { Name: string } }) => fields.Name)).not.toContain("Late");
});

test("rules stay with deleted tables and fields, and copies of a table get them", async () => {
  const { api } = people.editor;
  const { body: table } = await owner.post(`${place}/tables`, {
    name: "Ruled",
    fields: [
      { name: "Title", type: "single_line_text" },
      { name: "Secret", type: "number" },
    ],
  });
  const [, secret] = table.fields;
  const given = {
    tables: [{ tableId: table.id, create: "owner", update: "editor", delete: "editor" }],
    fields: [{ fieldId: secret.id, update: "creator", read: "viewer" }],
  };
  expect((await put(given)).body).toEqual(given);
  // A creator, who gets every record although only owners create them here.
  await owner.post(`${place}/tables/Ruled/records`, { record: { Title: "One", Secret: 1 } });
  const { status, body: copy } = await people.creator.api.post(`${place}/tables/Ruled/duplicate`, {});
  expect(status, JSON.stringify(copy)).toBe(201);
  const copied = `${place}/tables/${copy.id}/records`;
  const [record] = (await api.get(copied)).body.records;
  expect((await api.post(copied, { record: {} })).status).toBe(403);
  expect((await api.patch(`${copied}/${record.id}`, { record: { Secret: 2 } })).status).toBe(403);
  await owner.call(`${place}/tables/${copy.id}`, { method: "DELETE" });

  await owner.call(`${place}/tables/Ruled`, { method: "DELETE" });
  expect((await owner.get(`${place}/rules`)).body).toEqual(none);
  expect((await put(none)).status).toBe(200);
  const { trash } = (await owner.get(`${place}/trash`)).body;
  const entry = trash.find(({ itemId }: { itemId: string }) => itemId === table.id);
  expect((await owner.post(`${place}/trash/${entry.id}/restore`, undefined)).status).toBe(200);
  expect((await owner.get(`${place}/rules`)).body).toEqual(given);
  expect((await api.post(`${place}/tables/Ruled/records`, { record: {} })).status).toBe(403);

  // A copy of the database belongs to whoever copies it.
  const { body: base } = await owner.post(`${place}/duplicate`, { name: "Copy" });
  expect((await owner.get(`/bases/${base.id}/rules`)).body).toEqual(none);
});

test("a stored answer is repeated only while its caller may still do it", async () => {
  const { api } = people.editor;
  const headers = { "Idempotency-Key": randomUUID() };
  const call = () =>
    api.call(`${deals}/records/${deal}`, { method: "PATCH", body: { record: { Price: 77 } }, headers });
  const first = await call();
  expect((await call()).body).toEqual(first.body);
  await setRules({ Price: "creator" });
  const { status, body } = await call();
  expect([status, body]).toEqual([422, errorBody("IDEMPOTENCY_MISMATCH", expect.any(String))]);
  await setRules({});
  expect((await call()).body).toEqual(first.body);
});

/** Sets the lowest roles of these rules, and ends all others. */
async function setRules(given: { readonly [Name in Ruled]?: Role }): Promise<void> {
  const fieldIds = { Price: ids.price, Company: ids.company, Inverse: ids.inverse };
  const { create: creating, update, delete: deleting } = given;
  const body = {
    tables: [{ tableId: ids.deals, create: creating, update, delete: deleting }],
    fields: Object.entries(fieldIds).map(([name, fieldId]) => ({ fieldId, update: given[name as Ruled] })),
  };
  const answer = await put(body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

const none = { tables: [], fields: [] };

function put(body: object, api = owner) {
  return api.call(`${place}/rules`, { method: "PUT", body });
}

/** A write to the deals. */
function write(
  title: string,
  takes: readonly Ruled[],
  call: () => readonly [method: string, path: string, body: unknown],
) {
  return {
    title,
    takes,
    send(api: ApiClient) {
      const [method, path, body] = call();
      return api.call(`${deals}${path}${path.includes("?") ? "&" : "?"}dryRun=true`, { method, body });
    },
  };
}

function importing(title: string, takes: readonly Ruled[], raw: string, options = "") {
  return { title, takes, send: (api: ApiClient) => send(api, raw, `dryRun=true${options}`) };
}

/** Imports a file into the deals. */
function send(api: ApiClient, raw: string, options = "") {
  return api.call(`${deals}/records/import?${options}`, {
    method: "POST",
    raw,
    headers: { "Content-Type": "text/csv" },
  });
}

async function setMember(account: "editor", role: Role): Promise<void> {
  const { id } = people[account].person;
  expect((await owner.patch(`${place}/members/${id}`, { role })).status).toBe(200);
}

async function create(table: string, record: object): Promise<string> {
  const { status, body } = await owner.post(`${table}/records`, { record });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
}

test.describe("a locked view", () => {
  const locked = {
    error: expect.objectContaining({
      message: "Your role in this database does not let you change locked views.",
    }),
  };

  test("is changed, unlocked and deleted by creators alone", async () => {
    const { editor, creator } = people;
    const name = `Locked ${randomUUID()}`;
    const { body: view } = await editor.api.post(`${deals}/views`, { name });
    expect(view.config.isLocked).toBe(false);
    const at = `${deals}/views/${view.id}`;
    const lock = { config: { isLocked: true } };
    expect(await editor.api.patch(at, lock)).toMatchObject({ status: 403, body: locked });
    expect((await creator.api.patch(at, lock)).body.config.isLocked).toBe(true);
    for (const change of [
      { name: "Other" },
      { config: { rowHeight: 50 } },
      { config: { isLocked: false } },
      { type: "kanban", config: { stackFieldId: "Stage" } },
    ]) {
      expect(await editor.api.patch(at, change)).toMatchObject({ status: 403, body: locked });
    }
    expect(await editor.api.call(at, { method: "DELETE" })).toMatchObject({ status: 403, body: locked });
    const another = { name: `Locked ${randomUUID()}`, ...lock };
    expect(await editor.api.post(`${deals}/views`, another)).toMatchObject({ status: 403, body: locked });
    // Nothing changes, and so nothing is refused.
    expect((await editor.api.patch(at, { name })).status).toBe(200);
    expect((await editor.api.get(at)).body).toEqual({ ...view, config: { ...view.config, isLocked: true } });

    expect((await creator.api.patch(at, { config: { rowHeight: 50 } })).status).toBe(200);
    expect((await creator.api.patch(at, { config: { isLocked: false } })).status).toBe(200);
    expect((await editor.api.patch(at, { config: { rowHeight: 60 } })).status).toBe(200);
    expect((await creator.api.patch(at, lock)).status).toBe(200);
    // What was done before the lock.
    const undone = await editor.api.post(`${place}/undo`, undefined);
    expect(undone).toMatchObject({ status: 403, body: locked });
    expect((await editor.api.get(at)).body.config).toMatchObject({ rowHeight: 60, isLocked: true });
    expect((await creator.api.call(at, { method: "DELETE" })).status).toBe(200);
    const { trash } = (await owner.get(`${place}/trash?kind=view`)).body;
    const entry = trash.find(({ itemId }: { itemId: string }) => itemId === view.id);
    const restore = `${place}/trash/${entry.id}/restore`;
    expect(await editor.api.post(restore, undefined)).toMatchObject({ status: 403, body: locked });
    expect((await creator.api.post(restore, undefined)).status).toBe(200);
    expect((await creator.api.call(at, { method: "DELETE" })).status).toBe(200);
  });

  test("follows changes of fields, keeps its lock with another type, and others move beside it", async () => {
    const { editor, creator } = people;
    const name = `Locked ${randomUUID()}`;
    const { body: view } = await creator.api.post(`${deals}/views`, { name, config: { isLocked: true } });
    const at = `${deals}/views/${view.id}`;
    const { body: other } = await editor.api.post(`${deals}/views`, { name: `Other ${randomUUID()}` });
    expect((await editor.api.patch(`${deals}/views/${other.id}`, { order: 0 })).status).toBe(200);
    const kanban = { type: "kanban", config: { stackFieldId: "Stage" } };
    expect((await creator.api.patch(at, kanban)).body.config.isLocked).toBe(true);
    const field = { name: `Field ${randomUUID()}`, type: "number" };
    expect((await creator.api.post(`${deals}/fields`, field)).status).toBe(201);
    for (const { id } of [view, other]) await owner.call(`${deals}/views/${id}`, { method: "DELETE" });
  });

  test("is read and used for lists by everybody", async () => {
    const name = `Locked ${randomUUID()}`;
    const config = { isLocked: true, filter: { field: "Name", is_not_empty: true } };
    const { body: view } = await people.creator.api.post(`${deals}/views`, { name, config });
    const { status } = await people.editor.api.post(`${deals}/records/list`, { viewId: view.id });
    expect(status).toBe(200);
    await owner.call(`${deals}/views/${view.id}`, { method: "DELETE" });
  });
});
