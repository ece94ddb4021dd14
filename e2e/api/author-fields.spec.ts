/** Fields that show who created and who last changed a record. */
import type { Table } from "../../lib/contract/tables";
import { ApiClient, badRequestBody } from "../api-client";
import { expect, test } from "../fixtures";
import { type Account, keyOf } from "../people";
import { long } from "../rounds";
import { aDatabase, join, type PeopleServer, startPeopleServer, visitorOf } from "./people-server";

test.describe.configure({ mode: "default" });

let server: PeopleServer;
let owner: ApiClient;
/** The owner, as cells show them, and two members of the database. */
let me: { id: string; name: string | null };
let ada: Account;
let alan: Account;
let databaseId: string;
let tables: string;
/** The path of the table. */
let place: string;
let table: Table;

const fields = [
  { name: "Task", type: "single_line_text" },
  { name: "Made by", type: "created_by" },
  { name: "Changed by", type: "updated_by" },
];

test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await startPeopleServer();
  owner = server.owner;
  [ada, alan] = await Promise.all([join(owner), join(owner)]);
});
test.afterAll(() => server.stop());

test.beforeEach(async () => {
  const database = await aDatabase(owner);
  databaseId = database.id;
  tables = `${database.place}/tables`;
  for (const { person } of [ada, alan]) {
    await owner.post(`${database.place}/members`, { personId: person.id, role: "creator" });
  }
  const { body } = await owner.get("/me");
  me = { id: body.id, name: body.name };
  table = (await owner.post(tables, { name: "Tasks", fields })).body;
  place = `${tables}/${table.id}`;
});

const cellOf = ({ person: { id, name } }: Account) => ({ id, name });

interface Answered {
  id: string;
  fields: Record<string, unknown>;
}

async function create(record: object, api = ada.api): Promise<Answered> {
  const { status, body } = await api.post(`${place}/records`, { record });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

/** The cells of all records of a table, in their manual order: the task, its creator and who changed it last. */
async function cells(at = place, api = owner): Promise<unknown[]> {
  const { status, body } = await api.post(`${at}/records/list`, {});
  expect(status, JSON.stringify(body)).toBe(200);
  return body.records.map(({ fields: { Task, ...names } }: Answered) => [
    Task,
    names["Made by"],
    names["Changed by"],
  ]);
}

async function tasksWhere(filter: object, api = owner): Promise<unknown[]> {
  const { status, body } = await api.post(`${place}/records/list`, { filter });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.records.map((record: Answered) => record.fields.Task);
}

const byAda = () => [cellOf(ada)];
const byAlan = () => [cellOf(alan)];

test("say who created a record and who changed it, in the answer and when it is read", async () => {
  const created = await create({ Task: "A" });
  expect(created.fields).toEqual({ Task: "A", "Made by": byAda(), "Changed by": byAda() });
  const at = `${place}/records/${created.id}`;
  const changed = await alan.api.patch(at, { record: { Task: "B" } });
  expect(changed.body.fields).toEqual({ Task: "B", "Made by": byAda(), "Changed by": byAlan() });
  expect((await owner.get(at)).body).toEqual(changed.body);
  // Nothing changes.
  await owner.patch(at, { record: { Task: "B" } });
  expect(await cells()).toEqual([["B", byAda(), byAlan()]]);
});

test("show the person of a key", async () => {
  const { key } = await keyOf(alan);
  await create({ Task: "A" }, new ApiClient(owner.origin, key));
  expect(await cells()).toEqual([["A", byAlan(), byAlan()]]);
});

test("follow every way to write records", async () => {
  const first = await create({ Task: "A" });
  const { body } = await alan.api.post(`${place}/records/bulk`, { records: [{ Task: "B" }, { Task: "C" }] });
  const [b, c] = body.records as [Answered, Answered];
  const bulk = { records: [{ recordId: b.id, Task: "B2" }] };
  await owner.call(`${place}/records/bulk`, { method: "PUT", body: bulk });
  await owner.post(`${place}/records/bulk`, { records: [{ Task: "C" }, { Task: "D" }], matchOn: ["Task"] });
  await alan.api.post(`${place}/records/move`, { recordIds: [first.id], after: c.id });
  const mine = [me];
  expect((await cells()).sort()).toEqual([
    ["A", byAda(), byAda()],
    ["B2", byAlan(), mine],
    ["C", byAlan(), byAlan()],
    ["D", mine, mine],
  ]);
});

test("follow imports, which match records, and their undo", async () => {
  await create({ Task: "A" });
  const headers = { "Content-Type": "text/csv" };
  const text = { name: "Note", type: "single_line_text" };
  await owner.post(`${place}/fields`, text);
  const raw = "Task,Note\nA,changed\nB,new\n";
  const sent = await alan.api.call(`${place}/records/import?mode=upsert&matchOn=Task`, {
    method: "POST",
    raw,
    headers,
  });
  expect(sent.body).toMatchObject({ created: 1, updated: 1 });
  expect(await cells()).toEqual([
    ["A", byAda(), byAlan()],
    ["B", byAlan(), byAlan()],
  ]);
  const undone = await alan.api.post(`/bases/${databaseId}/undo`, undefined);
  expect(undone.status, JSON.stringify(undone.body)).toBe(200);
  await alan.api.post(`/bases/${databaseId}/redo`, undefined);
  expect(await cells()).toEqual([
    ["A", byAda(), byAlan()],
    ["B", byAlan(), byAlan()],
  ]);
});

test("keep the creator of a record that is restored, and name who restored it", async () => {
  const { id } = await create({ Task: "A" });
  await alan.api.call(`${place}/records/${id}`, { method: "DELETE" });
  const { body: trash } = await owner.get(`/bases/${databaseId}/trash`);
  expect(
    (await owner.post(`/bases/${databaseId}/trash/${trash.trash[0].id}/restore`, undefined)).status,
  ).toBe(200);
  expect(await cells()).toEqual([["A", byAda(), [me]]]);
});

test("name who undoes a change", async () => {
  const { id } = await create({ Task: "A" });
  await alan.api.patch(`${place}/records/${id}`, { record: { Task: "B" } });
  await owner.patch(`${place}/records/${id}`, { record: { Task: "C" } });
  await owner.post(`/bases/${databaseId}/undo`, undefined);
  expect(await cells()).toEqual([["B", byAda(), [me]]]);
});

test("change on both sides of a link", async () => {
  const others = { name: "Before", type: "linked_record", template: { tableId: table.id } };
  await owner.post(`${place}/fields`, others);
  const first = await create({ Task: "A" });
  await create({ Task: "B", Before: [first.id] }, alan.api);
  expect(await cells()).toEqual([
    ["A", byAda(), byAlan()],
    ["B", byAlan(), byAlan()],
  ]);
});

test("are of whoever copies a table, and stay in the copy of a database", async () => {
  await create({ Task: "A" });
  const { body: copy } = await alan.api.post(`${place}/duplicate`, { records: true });
  expect(await cells(`${tables}/${copy.id}`)).toEqual([["A", byAlan(), byAlan()]]);
  const { status, body: whole } = await owner.post(`/bases/${databaseId}/duplicate`, { records: true });
  expect(status, JSON.stringify(whole)).toBe(201);
  const copied = whole.tables.find(({ name }: Table) => name === "Tasks");
  const again = `/bases/${whole.id}/tables/${copied.id}`;
  expect(await cells(again)).toEqual([["A", byAda(), byAda()]]);
});

test.describe("a list", () => {
  test.beforeEach(async () => {
    const { id } = await create({ Task: "Ada's" });
    await create({ Task: "Alan's" }, alan.api);
    await alan.api.patch(`${place}/records/${id}`, { record: { Task: "Both" } });
  });

  test("is filtered and searched by them", async () => {
    const filters: [filter: object, found: string[]][] = [
      [{ field: "Made by", contains: ada.person.id }, ["Both"]],
      [{ field: "Changed by", contains: ada.person.id }, []],
      [{ field: "Made by", does_not_contain: ada.person.id }, ["Alan's"]],
      [{ field: "Changed by", in: [alan.person.id, me.id] }, ["Both", "Alan's"]],
      [{ field: "Made by", is_empty: true }, []],
      [{ field: "Made by", is_not_empty: true }, ["Both", "Alan's"]],
    ];
    for (const [filter, found] of filters) expect(await tasksWhere(filter)).toEqual(found);
    expect(await tasksWhere({ field: "Made by", is_me: true }, ada.api)).toEqual(["Both"]);
    expect(await tasksWhere({ field: "Changed by", is_not_me: true }, ada.api)).toEqual(["Both", "Alan's"]);
    const { body } = await owner.post(`${place}/records/list`, { search: String(ada.person.name) });
    expect(body.records).toHaveLength(1);
    const summary = await owner.post(`${place}/records/aggregate`, {
      aggregates: [{ field: "Made by", function: "count_filled" }],
    });
    expect(summary.body.groups[0].values).toEqual([2]);
  });

  test("is computed and exported with their names", long, async () => {
    const formula = {
      name: "Said",
      type: "formula",
      template: { formula: '{Task} & " by " & ARRAYJOIN({Made by})' },
    };
    expect((await owner.post(`${place}/fields`, formula)).status).toBe(201);
    const { body } = await owner.post(`${place}/records/list`, {});
    expect(body.records.map((record: Answered) => record.fields.Said)).toEqual([
      `Both by ${ada.person.name}`,
      `Alan's by ${alan.person.name}`,
    ]);
    for (const [format, expected] of [
      ["csv", `Both,${ada.person.name},${alan.person.name}`],
      ["json", JSON.stringify(byAda()).slice(1, -1)],
      ["ndjson", `"Changed by":${JSON.stringify(byAlan())}`],
    ]) {
      const { body: file } = await owner.call(`${place}/records/export?format=${format}`);
      const text = typeof file === "string" ? file : JSON.stringify(file);
      expect(text).toContain(expected);
    }
  });

  test("looks them up from another table", async () => {
    const tasks = { name: "Tasks", type: "linked_record", template: { tableId: table.id } };
    const { body: projects } = await owner.post(tables, {
      name: "Projects",
      fields: [{ name: "Name", type: "single_line_text" }, tasks],
    });
    const at = `${tables}/${projects.id}`;
    const whom = { linkFieldId: "Tasks", targetFieldId: "Made by" };
    expect(
      (await owner.post(`${at}/fields`, { name: "Makers", type: "lookup", template: whom })).status,
    ).toBe(201);
    const { records } = (await owner.post(`${place}/records/list`, {})).body;
    const { body } = await owner.post(`${at}/records`, {
      record: { Name: "P", Tasks: records.map(({ id }: Answered) => id) },
    });
    expect(body.fields.Makers).toEqual([cellOf(ada), cellOf(alan)]);
  });

  test("keeps them as people when a field is changed into one of people", async () => {
    const at = `${place}/fields/${table.fields[1]?.id}`;
    const { status, body } = await owner.patch(at, { type: "person" });
    expect(status, JSON.stringify(body)).toBe(200);
    expect((await cells()).map((row) => (row as unknown[])[1])).toEqual([byAda(), byAlan()]);
  });

  test("shows their names to visitors of a link", async () => {
    const share = await owner.post(`/bases/${databaseId}/shares`, { viewId: table.views[0]?.id });
    const token = String(share.body.url).split("/").at(-1);
    const { body } = await visitorOf(owner).post(`/shared/${token}/records/list`, {});
    expect(body.records[0].fields["Made by"]).toEqual(byAda());
    expect(JSON.stringify(body)).not.toContain(ada.person.email);
  });
});

test("cannot be written, sorted by, primary or the target of a change of type", async () => {
  const { status, body } = await owner.post(`${place}/records`, { record: { "Made by": [me.id] } });
  expect(status).toBe(400);
  expect(body.error.details[0].path).toBe("record.Made by");
  expect((await owner.post(`${place}/records/list`, { sort: [{ field: "Made by" }] })).status).toBe(400);
  expect((await owner.post(tables, { name: "T", fields: [{ name: "By", type: "created_by" }] })).status).toBe(
    400,
  );
  const retyped = await owner.patch(`${place}/fields/${table.fields[0]?.id}`, { type: "created_by" });
  expect(retyped.status).toBe(400);
  const given = { name: "More", type: "created_by", template: { people: [] } };
  const refused = await owner.post(`${place}/fields`, given);
  const message = "is set by the server; omit it";
  expect([refused.status, refused.body]).toEqual([400, badRequestBody(["template.people", message])]);
});
