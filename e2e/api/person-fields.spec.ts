/** Fields that hold people of the database. */
import { randomUUID } from "node:crypto";
import type { Table } from "../../lib/contract/tables";
import { ApiClient, badRequestBody } from "../api-client";
import { expect, test } from "../fixtures";
import { type Account, keyOf } from "../people";
import { long } from "../rounds";
import { aDatabase, join, type PeopleServer, startPeopleServer, visitorOf } from "./people-server";

test.describe.configure({ mode: "default" });

let server: PeopleServer;
let owner: ApiClient;
/** Members of the database, and somebody who is not. */
let ada: Account;
let alan: Account;
let stranger: Account;
let databaseId: string;
let tables: string;
/** The path of the table. */
let place: string;
let table: Table;

const fields = [
  { name: "Task", type: "single_line_text" },
  { name: "Who", type: "person" },
  { name: "Lead", type: "person", template: { allowMultiple: false } },
];

test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await startPeopleServer({ PAGES: "on" });
  owner = server.owner;
  [ada, alan, stranger] = await Promise.all([join(owner), join(owner), join(owner)]);
});
test.afterAll(() => server.stop());

test.beforeEach(async () => {
  const database = await aDatabase(owner);
  databaseId = database.id;
  tables = `${database.place}/tables`;
  for (const [{ person }, role] of [
    [ada, "editor"],
    [alan, "creator"],
  ] as const) {
    await owner.post(`${database.place}/members`, { personId: person.id, role });
  }
  table = (await owner.post(tables, { name: "Tasks", fields })).body;
  place = `${tables}/${table.id}`;
});

const cellOf = ({ person: { id, name } }: Account) => ({ id, name });

async function create(record: object, api = owner): Promise<{ id: string; fields: Record<string, unknown> }> {
  const { status, body } = await api.post(`${place}/records`, { record });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

/** Creates a record with somebody new, whom the server notices within a second. */
async function createOnceKnown(record: object): Promise<{ id: string }> {
  let made = await owner.post(`${place}/records`, { record });
  const status = async () => {
    if (made.status !== 201) made = await owner.post(`${place}/records`, { record });
    return made.status;
  };
  await expect.poll(status, { intervals: [100], timeout: 2_000 }).toBe(201);
  return made.body;
}

async function tasksWhere(filter: object, api = owner): Promise<string[]> {
  const { status, body } = await api.post(`${place}/records/list`, { filter });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.records.map((record: { fields: { Task: string } }) => record.fields.Task);
}

test.describe("a value", () => {
  test("is written by id, e-mail address or as answered, and answered with the names", async () => {
    for (const written of [
      [ada.person.id, alan.person.id],
      [ada.person.email, alan.person.email.toUpperCase()],
      [cellOf(ada), { ...cellOf(alan), name: "Somebody else" }],
    ]) {
      const { fields: answered } = await create({ Task: "A", Who: written, Lead: alan.person.id });
      expect(answered).toEqual({ Task: "A", Who: [cellOf(ada), cellOf(alan)], Lead: [cellOf(alan)] });
    }
    const { fields: empty } = await create({ Task: "B", Who: [], Lead: null });
    expect(empty).toEqual({ Task: "B", Who: [], Lead: [] });
  });

  test.describe("is refused", () => {
    const problems: [what: string, value: () => unknown, path: string, message: () => string][] = [
      [
        "with somebody unknown",
        () => ["019a9e61-1f2e-7c3d-9a4f-2b6c8d0e1f25"],
        "record.Who[0]",
        () =>
          'takes the ids or e-mail addresses of people; "019a9e61-1f2e-7c3d-9a4f-2b6c8d0e1f25" is not one',
      ],
      [
        "with a name",
        () => [ada.person.name],
        "record.Who[0]",
        () => `takes the ids or e-mail addresses of people; "${ada.person.name}" is not one`,
      ],
      [
        "with somebody who has no role",
        () => [ada.person.id, stranger.person.id],
        "record.Who",
        () => `takes people with a role in this database; ${stranger.person.name} has none`,
      ],
      [
        "with a person twice",
        () => [ada.person.id, ada.person.email],
        "record.Who[1]",
        () => `repeats "${ada.person.email}"; each person may occur only once`,
      ],
      [
        "of a number",
        () => [5],
        "record.Who[0]",
        () => "takes the id or the e-mail address of a person, not a number",
      ],
    ];
    for (const [what, value, path, message] of problems) {
      test(what, async () => {
        const { status, body } = await owner.post(`${place}/records`, { record: { Who: value() } });
        expect(status).toBe(400);
        expect(body).toEqual(badRequestBody([path, message()]));
      });
    }

    test("with a stranger's e-mail address like with no address of anybody", async () => {
      const messages = await Promise.all(
        [stranger.person.email, "nobody@example.com"].map(async (email) => {
          const { status, body } = await owner.post(`${place}/records`, { record: { Who: [email] } });
          expect(status).toBe(400);
          return body.error.details[0].message.replace(email, "…");
        }),
      );
      expect(messages[0]).toBe(messages[1]);
    });

    test("with two people where one is allowed", async () => {
      const two = [ada.person.id, alan.person.id];
      const { status, body } = await owner.post(`${place}/records`, { record: { Lead: two } });
      const message = "takes one person, not 2, because allowMultiple is off";
      expect([status, body]).toEqual([400, badRequestBody(["record.Lead", message])]);
    });
  });

  test("keeps somebody who loses the role, whom nobody can choose again", async () => {
    const record = await create({ Task: "A", Who: [ada.person.id, alan.person.id] });
    const at = `${place}/records/${record.id}`;
    const other = await create({ Task: "B" });
    await owner.call(`/bases/${databaseId}/members/${ada.person.id}`, { method: "DELETE" });
    const choose = () => owner.patch(`${place}/records/${other.id}`, { record: { Who: [ada.person.id] } });
    await expect.poll(async () => (await choose()).status, { intervals: [100] }).toBe(400);
    expect((await owner.get(at)).body.fields.Who).toEqual([cellOf(ada), cellOf(alan)]);
    expect(await tasksWhere({ field: "Who", contains: alan.person.id })).toEqual(["A"]);
    const expected = { Who: [ada.person.id, alan.person.id] };
    expect((await owner.patch(at, { record: { Who: [alan.person.id] }, expected })).status).toBe(200);
    expect((await owner.post(`/bases/${databaseId}/undo`, undefined)).status).toBe(200);
    expect((await owner.get(at)).body.fields.Who).toEqual([cellOf(ada), cellOf(alan)]);
  });

  test("shows a new name within a second, and the name of a removed person for ever", long, async () => {
    const { person, api } = await join(owner, { databases: [{ databaseId, role: "editor" }] });
    const record = await createOnceKnown({ Who: [person.email] });
    const name = `Renamed ${randomUUID()}`;
    expect((await api.patch("/me", { name })).status).toBe(200);
    const shown = async () => (await owner.get(`${place}/records/${record.id}`)).body.fields.Who;
    await expect.poll(shown, { intervals: [100], timeout: 2_000 }).toEqual([{ id: person.id, name }]);
    expect((await owner.call(`/people/${person.id}`, { method: "DELETE" })).status).toBe(200);
    await expect.poll(shown, { intervals: [100] }).toEqual([{ id: person.id, name }]);
  });
});

test.describe("records", () => {
  test.beforeEach(async () => {
    await create({ Task: "Ada's", Who: [ada.person.id] });
    await create({ Task: "Alan's", Who: [alan.person.id], Lead: alan.person.id });
    await create({ Task: "Both", Who: [ada.person.id, alan.person.id] });
    await create({ Task: "Nobody's" });
  });

  test("are filtered by people, and by oneself", async () => {
    const filters: [filter: object, found: string[]][] = [
      [{ contains: ada.person.id }, ["Ada's", "Both"]],
      [{ does_not_contain: ada.person.id.toUpperCase() }, ["Alan's", "Nobody's"]],
      [{ in: [ada.person.id, alan.person.id] }, ["Ada's", "Alan's", "Both"]],
      [{ in: [] }, []],
      [{ is_empty: true }, ["Nobody's"]],
      [{ is_not_empty: true }, ["Ada's", "Alan's", "Both"]],
    ];
    for (const [filter, found] of filters)
      expect(await tasksWhere({ field: "Who", ...filter })).toEqual(found);
    const isMe = { field: "Who", is_me: true };
    expect(await tasksWhere(isMe, ada.api)).toEqual(["Ada's", "Both"]);
    expect(await tasksWhere(isMe, alan.api)).toEqual(["Alan's", "Both"]);
    expect(await tasksWhere({ field: "Who", is_not_me: true }, alan.api)).toEqual(["Ada's", "Nobody's"]);
    expect(await tasksWhere({ field: "Lead", is_me: true })).toEqual([]);
    const { key } = await keyOf(ada);
    expect(await tasksWhere(isMe, new ApiClient(owner.origin, key))).toEqual(["Ada's", "Both"]);
  });

  test("of a view are those of whoever looks", async () => {
    const config = { filter: { field: "Who", is_me: true } };
    const { body: view } = await owner.post(`${place}/views`, { name: "Mine", type: "grid", config });
    for (const [person, found] of [
      [ada, ["Ada's", "Both"]],
      [alan, ["Alan's", "Both"]],
    ] as const) {
      const { body } = await person.api.post(`${place}/records/list`, { viewId: view.id });
      expect(body.records.map((record: { fields: { Task: string } }) => record.fields.Task)).toEqual(found);
    }
  });

  test("of such a view are in the page and the export of whoever looks", long, async () => {
    const config = { filter: { field: "Who", is_me: true } };
    const { body: view } = await owner.post(`${place}/views`, { name: "Mine", type: "grid", config });
    const { body: base } = await owner.get(`/bases/${databaseId}`);
    const address = `${base.tables.find(({ id }: Table) => id === table.id).url}/${view.id}`;
    for (const [person, theirs, others] of [
      [ada, "Ada's", "Alan's"],
      [alan, "Alan's", "Ada's"],
    ] as const) {
      const page = await fetch(address, { headers: { Cookie: person.cookie } });
      const html = (await page.text()).replaceAll("&#x27;", "'");
      expect([page.status, html.includes(theirs), html.includes(others)]).toEqual([200, true, false]);
      const { body: csv } = await person.api.call(`${place}/records/export?format=csv&viewId=${view.id}`);
      expect([String(csv).includes(theirs), String(csv).includes(others)]).toEqual([true, false]);
    }
  });

  test("are not counted by a computed field for whoever looks, as it is the same for everybody", async () => {
    const tasks = { name: "Tasks", type: "linked_record", template: { tableId: table.id } };
    const name = { name: "Name", type: "single_line_text" };
    const { body: projects } = await owner.post(tables, { name: "Projects", fields: [name, tasks] });
    for (const operator of ["is_me", "is_not_me"]) {
      const filter = { field: "Who", [operator]: true };
      const count = { name: "Mine", type: "count", template: { linkFieldId: "Tasks", filter } };
      const { status, body } = await owner.post(`${tables}/${projects.id}/fields`, count);
      const message = "cannot be used in a computed field, whose values are the same for everybody";
      expect([status, body]).toEqual([400, badRequestBody([`template.filter.${operator}`, message])]);
    }
  });

  for (const [what, filter, message] of [
    ["an unknown person", { contains: "somebody" }, 'takes the id of a person; "somebody" is not one'],
    ["a number", { contains: 5 }, "takes text, a number, true or false, not a number"],
    ["an order", { greater_than: 1 }, /cannot be used with "Who" \(person\)/],
    ["is_me: false", { is_me: false }, 'takes true; for the opposite, use "is_not_me": true'],
  ] as const) {
    test(`are not filtered by ${what}`, async () => {
      const { status, body } = await owner.post(`${place}/records/list`, {
        filter: { field: "Who", ...filter },
      });
      expect(status).toBe(400);
      if (what !== "a number") expect(body.error.details[0].message).toMatch(message);
    });
  }

  test("are found by names", async () => {
    const name = `Zoë Ångström ${randomUUID().slice(0, 8)}`;
    const { person, api } = await join(owner, { databases: [{ databaseId, role: "editor" }] });
    await api.patch("/me", { name });
    await createOnceKnown({ Task: "Zoë's", Who: [person.id] });
    const found = async (search: string) => {
      const { body } = await owner.post(`${place}/records/list`, { search });
      return body.records.map((record: { fields: { Task: string } }) => record.fields.Task);
    };
    await expect.poll(() => found("zoë ångs"), { intervals: [100] }).toEqual(["Zoë's"]);
    expect(await found(ada.person.id)).toEqual([]);
    expect(await found(ada.person.email)).toEqual([]);
  });

  test("are computed with names", async () => {
    for (const field of [
      { name: "Said", type: "formula", template: { formula: '{Task} & ": " & ARRAYJOIN({Who}, " + ")' } },
      { name: "How many", type: "formula", template: { formula: "COUNTA({Who})" } },
    ]) {
      expect(await owner.post(`${place}/fields`, field)).toMatchObject({ status: 201 });
    }
    const { body } = await owner.post(`${place}/records/list`, {});
    expect(body.records.map((record: { fields: { Said: string } }) => record.fields.Said)).toEqual([
      `Ada's: ${ada.person.name}`,
      `Alan's: ${alan.person.name}`,
      `Both: ${ada.person.name} + ${alan.person.name}`,
      "Nobody's: ",
    ]);
  });

  test("are looked up with people", async () => {
    const tasks = { name: "Tasks", type: "linked_record", template: { tableId: table.id } };
    const name = { name: "Name", type: "single_line_text" };
    const { body: projects } = await owner.post(tables, { name: "Projects", fields: [name, tasks] });
    const whom = { linkFieldId: "Tasks", targetFieldId: "Who" };
    const at = `${tables}/${projects.id}`;
    await owner.post(`${at}/fields`, { name: "People", type: "lookup", template: whom });
    await owner.post(`${at}/fields`, {
      name: "List",
      type: "rollup",
      template: { ...whom, function: "join", separator: "; " },
    });
    const { records } = (await owner.post(`${place}/records/list`, {})).body;
    const linked = [records[0].id, records[1].id];
    const { body } = await owner.post(`${at}/records`, { record: { Name: "P", Tasks: linked } });
    expect(body.fields).toMatchObject({
      People: [cellOf(ada), cellOf(alan)],
      List: `${ada.person.name}; ${alan.person.name}`,
    });
    const filter = { field: "People", contains: ada.person.name };
    expect((await owner.post(`${at}/records/list`, { filter })).body.records).toHaveLength(1);
  });

  test("leave as CSV with names and come back, also by e-mail address", async () => {
    const { body: csv } = await owner.call(
      `${place}/records/export?format=csv&fields=${encodeURIComponent('["Task","Who"]')}`,
    );
    expect(csv).toContain(`Both,"${ada.person.name}, ${alan.person.name}"`);
    const { body: copy } = await owner.post(`${place}/duplicate`, { records: false });
    const at = `${tables}/${copy.id}/records`;
    const headers = { "Content-Type": "text/csv" };
    const sent = await owner.call(`${at}/import`, { method: "POST", raw: csv, headers });
    expect(sent.status, JSON.stringify(sent.body)).toBe(200);
    const raw = `Task,Lead\nBy address,${ada.person.email}\nWrong,${stranger.person.name}\n`;
    const more = await owner.call(`${at}/import?onError=skip`, { method: "POST", raw, headers });
    expect(more.body).toMatchObject({ created: 1 });
    const { records } = (await owner.post(`${at}/list`, {})).body;
    const who = records.map(({ fields: { Task, Who, Lead } }: never) => [Task, Who, Lead]);
    expect(who).toEqual([
      ["Ada's", [cellOf(ada)], []],
      ["Alan's", [cellOf(alan)], []],
      ["Both", [cellOf(ada), cellOf(alan)], []],
      ["Nobody's", [], []],
      ["By address", [], [cellOf(ada)]],
    ]);
  });

  test("are copied with the table and the database, with their people", async () => {
    const { body: copy } = await owner.post(`${place}/duplicate`, { records: true });
    expect(copy.fields[1]).toMatchObject({ type: "person", template: { allowMultiple: true } });
    const { records } = (await owner.post(`${tables}/${copy.id}/records/list`, {})).body;
    expect(records.map(({ fields: { Who } }: never) => Who)).toEqual([
      [cellOf(ada)],
      [cellOf(alan)],
      [cellOf(ada), cellOf(alan)],
      [],
    ]);
  });

  test("are shown to visitors of a link with names", async () => {
    const share = await owner.post(`/bases/${databaseId}/shares`, { viewId: table.views[0]?.id });
    const token = String(share.body.url).split("/").at(-1);
    const visitor = visitorOf(owner);
    const { body: shared } = await visitor.get(`/shared/${token}`);
    expect(JSON.stringify(shared)).not.toContain(ada.person.name);
    const { status, body } = await visitor.post(`/shared/${token}/records/list`, {});
    expect(status).toBe(200);
    const answer = JSON.stringify(body);
    expect(answer).toContain(ada.person.name);
    expect(answer).not.toContain(ada.person.email);
    const filter = { field: "Who", is_me: true };
    expect((await visitor.post(`/shared/${token}/records/list`, { filter })).body.records).toEqual([]);
  });

  test("have history with names, and undo", async () => {
    const { records } = (await owner.post(`${place}/records/list`, { limit: 1 })).body;
    const at = `${place}/records/${records[0].id}`;
    expect((await owner.patch(at, { record: { Who: [alan.person.id] } })).status).toBe(200);
    const { body } = await owner.get(`${at}/history`);
    expect(body.history[0].changes).toEqual([
      { fieldId: table.fields[1]?.id, before: [cellOf(ada)], after: [cellOf(alan)] },
    ]);
    await owner.post(`/bases/${databaseId}/undo`, undefined);
    expect((await owner.get(at)).body.fields.Who).toEqual([cellOf(ada)]);
  });
});

test.describe("a field", () => {
  test("says nothing of the people in its template, and takes none there", async () => {
    expect(table.fields.map(({ template }) => template)).toEqual([
      {},
      { allowMultiple: true },
      { allowMultiple: false },
    ]);
    const given = { name: "More", type: "person", template: { people: [] } };
    const { status, body } = await owner.post(`${place}/fields`, given);
    const message = "is set by the server; omit it";
    expect([status, body]).toEqual([400, badRequestBody(["template.people", message])]);
    const document = await owner.call(`/bases/${databaseId}/openapi.json`);
    expect(JSON.stringify(document.body.components.schemas.PersonTemplate)).not.toContain("people");
    expect(JSON.stringify(document.body)).not.toContain(ada.person.email);
  });

  test("becomes one of people from text and text again", async () => {
    await create({ Task: ada.person.name });
    await create({ Task: `${ada.person.email}, ${alan.person.id}` });
    await create({ Task: "Somebody" });
    const text = { name: "Text", type: "single_line_text" };
    const { body: made } = await owner.post(`${place}/fields`, text);
    const { records } = (await owner.post(`${place}/records/list`, {})).body;
    for (const { id, fields: values } of records) {
      await owner.patch(`${place}/records/${id}`, { record: { Text: values.Task } });
    }
    const at = `${place}/fields/${made.id}`;
    const retyped = { type: "person", template: { allowMultiple: true } };
    const rehearsed = await owner.patch(`${at}?dryRun=true`, retyped);
    expect(rehearsed.body).toMatchObject({ convertible: 2, lost: 1 });
    expect((await owner.patch(at, { ...retyped, allowLoss: true })).status).toBe(200);
    const shown = async () =>
      (await owner.post(`${place}/records/list`, {})).body.records.map(
        (record: { fields: { Text: unknown } }) => record.fields.Text,
      );
    expect(await shown()).toEqual([[cellOf(ada)], [cellOf(ada), cellOf(alan)], []]);
    const single = await owner.patch(`${at}?dryRun=true`, { template: { allowMultiple: false } });
    expect(single.body.error.details[0].message).toContain("would clear 1 cell");
    expect((await owner.patch(at, { type: "single_line_text" })).status).toBe(200);
    expect(await shown()).toEqual([ada.person.name, `${ada.person.name}, ${alan.person.name}`, null]);
  });

  test("has no order to sort or group by, and cannot be primary", async () => {
    const { status } = await owner.post(`${place}/records/list`, { sorts: [{ fieldId: "Who" }] });
    expect(status).toBe(400);
    const primary = await owner.post(tables, { name: "T", fields: [{ name: "Who", type: "person" }] });
    expect(primary.status).toBe(400);
  });
});
