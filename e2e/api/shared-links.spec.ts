/** Links that show a view to everybody who has them: what visitors get, and above all what they never get. */
import type { Record } from "../../lib/contract/records";
import type { Share } from "../../lib/contract/shares";
import { type Answer, ApiClient, badRequestBody, errorBody, minted } from "../api-client";
import { expect, test } from "../fixtures";
import { type Account, keyOf } from "../people";
import { long } from "../rounds";
import { Document } from "./document";
import { cellsOf, partsOf } from "./downloaded-file";
import { expectWithinASecond, join, type PeopleServer, startPeopleServer, visitorOf } from "./people-server";

test.describe.configure({ mode: "default" });

const maxShares = 12;
/** Contained in everything that no visitor may learn: names, values and labels. */
const secret = /secret/i;

let server: PeopleServer;
let owner: ApiClient;
let place: string;
let databaseId: string;
let deals: string;
let ids: { readonly [name: string]: string };
let viewId: string;
/** Ids of records of "Deals" by name. */
let records: { readonly [name: string]: string };
/** The addresses of a file in a shown and in a hidden field, as members know them. */
let files: { readonly shown: string; readonly hidden: string };
let config: object;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await startPeopleServer({ PAGES: "on", MAX_SHARES_PER_DATABASE: String(maxShares) });
  owner = server.owner;
  const { body: base } = await owner.post("/bases", {
    name: "Secret base",
    tables: [
      {
        name: "Secret companies",
        fields: [
          { name: "Name", type: "single_line_text" },
          { name: "Secret owner", type: "single_line_text" },
        ],
      },
      {
        name: "Secret deals",
        fields: [
          { name: "Name", type: "single_line_text" },
          { name: "Size", type: "number" },
          {
            name: "Stage",
            type: "single_select",
            template: { options: [{ label: "Open" }, { label: "Shut" }] },
          },
          { name: "Secret salary", type: "number" },
          { name: "Files", type: "attachments" },
          { name: "Secret files", type: "attachments" },
        ],
      },
    ],
  });
  databaseId = base.id;
  place = `/bases/${base.id}`;
  const [companies, table] = base.tables;
  deals = `${place}/tables/${table.id}`;
  const fields: [string, string][] = table.fields.map(({ id, name }: { id: string; name: string }) => [
    name,
    id,
  ]);
  const add = async (name: string, type: string, template: object) => {
    const { body } = await owner.post(`${deals}/fields`, { name, type, template });
    expect(body.id, JSON.stringify(body)).toBeDefined();
    fields.push([name, body.id]);
    return body;
  };
  const link = await add("Company", "linked_record", { tableId: companies.id });
  await add("Owner", "lookup", { linkFieldId: link.id, targetFieldId: companies.fields[1].id });
  await add("Companies", "count", { linkFieldId: link.id });
  await add("Longest", "rollup", {
    linkFieldId: link.id,
    targetFieldId: companies.fields[1].id,
    function: "count_filled",
  });
  await add("Raised", "formula", { formula: "{Secret salary} * 2" });
  await add("Fails", "formula", { formula: "1 / ({Secret salary} - {Secret salary})" });
  const [view] = table.views;
  viewId = view.id;
  const { body: acme } = await owner.post(`${place}/tables/${companies.id}/records`, {
    record: { Name: "Acme", "Secret owner": "Ann" },
  });
  const shown = await upload("shown.txt");
  const hidden = await upload("secret.txt");
  files = { shown: shown.url, hidden: hidden.url };
  const { body: made } = await owner.post(`${deals}/records/bulk`, {
    records: [
      { Name: "Ada", Size: 3, Stage: "Open", "Secret salary": 10, Company: [acme.id], Files: [shown] },
      { Name: "Bob", Size: 1, Stage: "Shut", "Secret salary": 40 },
      { Name: "Cy", Size: 2, Stage: "Open", "Secret salary": 30, "Secret files": [hidden] },
      { Name: "Di", Size: 2, Stage: "Open", "Secret salary": 20 },
    ],
  });
  records = Object.fromEntries(made.records.map(({ id, fields: { Name } }: Record) => [Name, id]));
  ids = Object.fromEntries([
    ...fields,
    ["companies", companies.id],
    ["acme", acme.id],
    ["owner of company", companies.fields[1].id],
    ["inverse", link.template.inverseFieldId],
  ]);
  config = {
    ...view.config,
    filter: { field: "Stage", equals: "Open" },
    hiddenFieldIds: [ids["Secret salary"], ids["Secret files"]],
    sorts: [{ fieldId: ids["Secret salary"], direction: "desc" }],
    orderedFieldIds: [...fields.map(([, id]) => id)],
  };
  await setView({});
});
test.afterAll(() => server.stop());
test.afterEach(async () => {
  await setView({});
  const { body } = await owner.get(`${place}/shares`);
  for (const { id } of body.shares) await owner.call(`${place}/shares/${id}`, { method: "DELETE" });
});

async function upload(filename: string) {
  const { status, body } = await owner.call(`${place}/attachments?filename=${filename}`, {
    method: "POST",
    raw: `contents of ${filename}`,
    headers: { "Content-Type": "text/plain" },
  });
  expect(status).toBe(201);
  return body;
}

/** Changes the shared view from what it is at the beginning of each test. */
async function setView(changes: object): Promise<void> {
  const { status, body } = await owner.patch(`${deals}/views/${viewId}`, {
    config: { ...config, ...changes },
  });
  expect(status, JSON.stringify(body)).toBe(200);
}

interface Link {
  readonly share: Share;
  readonly token: string;
  /** The path of its operations. */
  readonly at: string;
}

async function link(given: object = {}, by = owner): Promise<Link> {
  const { status, body } = await by.post<Share>(`${place}/shares`, { viewId, ...given });
  expect(status, JSON.stringify(body)).toBe(201);
  return opened(body);
}

function opened(share: Share): Link {
  const token = share.url?.split("/").at(-1) ?? "";
  return { share, token, at: `/shared/${token}` };
}

/** Somebody with nothing but the link. */
function visitor(): ApiClient {
  return visitorOf(owner);
}

const noLink = errorBody(
  "NOT_FOUND",
  "There is no shared view here: the link is wrong, expired or switched off.",
);

/** The calls that a visitor can make, all of them. */
function callsOf(at: string): [path: string, method: "GET" | "POST", body?: object][] {
  return [
    [at, "GET"],
    [`${at}/records/list`, "POST", {}],
    [`${at}/records/aggregate`, "POST", { aggregates: [{ field: "Name", function: "count_filled" }] }],
    [`${at}/export?format=csv`, "GET"],
  ];
}

/** Makes every call, and expects each to be answered like that of a link that never existed. */
async function expectNoLink(at: string, headers = {}): Promise<void> {
  for (const [path, method, body] of callsOf(at)) {
    const answer = await visitor().call(path, { method, body, headers });
    expect([path, answer.status, answer.body]).toEqual([path, 404, noLink]);
  }
}

async function expectOpen(at: string): Promise<void> {
  expect((await visitor().get(at)).status).toBe(200);
}

async function list(at: string, body: object = {}): Promise<Answer<{ records: Record[] }>> {
  return visitor().post(`${at}/records/list`, body);
}

async function namesIn(at: string, body: object = {}): Promise<unknown[]> {
  const answer = await list(at, body);
  expect([answer.status, answer.status === 200 ? "" : answer.body]).toEqual([200, ""]);
  return answer.body.records.map(({ fields }) => fields.Name);
}

test.describe("visitors", () => {
  test("get the view and the fields that it shows", async () => {
    const { at, share, token } = await link();
    const { status, body, headers } = await visitor().get(at);
    expect(status).toBe(200);
    expect(body).toEqual({
      title: "Grid view",
      allowExport: false,
      allowCopy: true,
      embed: false,
      sharedBy: null,
      table: {
        id: share.tableId,
        name: "Grid view",
        order: 0,
        primaryFieldId: ids.Name,
        fields: expect.any(Array),
        views: [body.view],
        url: `${owner.origin}/shared/${token}`,
      },
      view: {
        id: viewId,
        name: "Grid view",
        type: "grid",
        config: {
          ...(await owner.get(`${deals}/views/${viewId}`)).body.config,
          filter: null,
          hiddenFieldIds: [],
          sorts: [],
          orderedFieldIds: shownFields.map((name) => ids[name]),
        },
      },
    });
    expect(body.table.fields.map(({ name }: { name: string }) => name)).toEqual(shownFields);
    expect(body.table.fields[0]).toEqual((await owner.get(`${deals}/fields/Name`)).body);
    const known = [ids.companies, ids.acme, ids["owner of company"], ids.inverse, ids["Secret salary"]];
    for (const unknown of [...known, databaseId]) expect(JSON.stringify(body)).not.toContain(unknown);
    expect(JSON.stringify(body)).not.toMatch(secret);
    expect(headers.get("X-Robots-Tag")).toBe("noindex");
    expect(headers.get("Referrer-Policy")).toBe("no-referrer");
    expect(headers.get("Cache-Control")).toMatch(/no-store|private/);
  });

  test("get answers as they are documented, whatever the view shows", async () => {
    const document = new Document((await visitor().get("/openapi.json")).body);
    const { at } = await link();
    for (const hiddenFieldIds of [[], [ids.Name], [ids.Company, ids.Owner]]) {
      await setView({ hiddenFieldIds });
      const answer = await visitor().get(at);
      document.operation("getSharedView")?.expectAnswer(answer);
      const types = answer.body.table.fields.map(({ type }: { type: string }) => type);
      expect(types).toEqual(expect.arrayContaining(["formula", "rollup", "count", "attachments"]));
      document.operation("listSharedRecords")?.expectAnswer(await list(at));
    }
  });

  test("get the records that its filter selects, in its order, with the shown fields alone", async () => {
    const { at } = await link();
    const { body } = await list(at);
    expect(body.records.map(({ fields }) => fields.Name)).toEqual(["Cy", "Di", "Ada"]);
    const ada = {
      Name: "Ada",
      Size: 3,
      Stage: "Open",
      Files: [{ ...(await fileOf("Ada")), url: expect.stringContaining(`${at}/attachments/`) }],
      Company: ["Acme"],
      Owner: ["Ann"],
      Companies: 1,
      Longest: 1,
      Raised: 20,
      Fails: null,
    };
    const record = body.records[2];
    expect(record).toEqual({
      id: records.Ada,
      fields: ada,
      data: Object.fromEntries(Object.entries(ada).map(([name, value]) => [ids[name], value])),
      errors: expect.any(Object),
      // Nobody learns when a record was written.
      createdAt: "1970-01-01T00:00:00.000Z",
      updatedAt: "1970-01-01T00:00:00.000Z",
    });
    for (const unknown of [ids.acme, files.shown, files.hidden, ids["Secret salary"], secret]) {
      expect(JSON.stringify(body)).not.toMatch(unknown ?? "");
    }
  });

  test("filter, sort, search and page within the view", async () => {
    const { at } = await link();
    expect(await namesIn(at, { filter: { field: "Size", less_than_or_equal_to: 2 } })).toEqual(["Cy", "Di"]);
    expect(await namesIn(at, { filter: { or: [{ field: "Stage", equals: "Shut" }] } })).toEqual([]);
    expect(await namesIn(at, { filter: { field: "Company", contains: "Acm" } })).toEqual(["Ada"]);
    expect(await namesIn(at, { filter: { field: "Owner", contains: "Ann" } })).toEqual(["Ada"]);
    expect(await namesIn(at, { sort: [{ field: "Name", direction: "asc" }] })).toEqual(["Ada", "Cy", "Di"]);
    expect(await namesIn(at, { sort: [{ field: "Raised", direction: "asc" }] })).toEqual(["Ada", "Di", "Cy"]);
    expect(await namesIn(at, { search: "di" })).toEqual(["Di"]);
    expect(await namesIn(at, { search: "Acme" })).toEqual(["Ada"]);
    expect(await namesIn(at, { search: "bob" })).toEqual([]);
    expect(await namesIn(at, { limit: 1, offset: 1 })).toEqual(["Di"]);
    expect(await namesIn(at, { recordIds: [records.Bob, records.Ada] })).toEqual(["Ada"]);
    expect((await list(at, { fields: ["Size"], limit: 1 })).body.records[0]?.fields).toEqual({ Size: 2 });
    const { body } = await list(at, { total: true, limit: 1 });
    expect(body).toMatchObject({ total: 3 });
  });

  test("aggregate within the view", async () => {
    const { at } = await link();
    const sum = { aggregates: [{ field: "Raised", function: "sum" }] };
    const { body } = await visitor().post(`${at}/records/aggregate`, sum);
    expect(body.groups[0].values).toEqual([120]);
    const grouped = { ...sum, groupBy: [{ field: "Size", direction: "asc" }] };
    const { body: bySize } = await visitor().post(`${at}/records/aggregate`, grouped);
    const groups = bySize.groups.map(({ key, values }: { key: unknown; values: unknown }) => [key, values]);
    expect(groups).toEqual([
      [{ [ids.Size as string]: 2 }, [100]],
      [{ [ids.Size as string]: 3 }, [20]],
    ]);
    const all = { aggregates: [{ field: "Raised", function: "sum" }] };
    expect((await owner.post(`${deals}/records/aggregate`, all)).body.groups[0].values).toEqual([200]);
  });

  test("see what the view becomes, from the next call on", async () => {
    const { at } = await link();
    await setView({ filter: { field: "Stage", equals: "Shut" } });
    expect(await namesIn(at)).toEqual(["Bob"]);
    await setView({ hiddenFieldIds: [ids.Size, ids["Secret salary"], ids["Secret files"]] });
    const { body } = await list(at);
    expect(Object.keys(body.records[0]?.fields ?? {})).toEqual(shownFields.filter((name) => name !== "Size"));
    expect((await list(at, { filter: { field: "Size", equals: 2 } })).status).toBe(400);
    const { body: view } = await visitor().get(at);
    expect(view.table.fields.map(({ name }: { name: string }) => name)).not.toContain("Size");
  });

  test("know no colour by a hidden field, nor by conditions on any", async () => {
    const { at } = await link();
    const told = async () => (await visitor().get(at)).body.view.config.rowColor;
    const shown = { filter: { field: ids.Size, greater_than: 2 }, color: "red" };
    const salary = { field: ids["Secret salary"], greater_than: 20 };
    await setView({
      rowColor: [
        { filter: { and: [shown.filter, salary] }, color: "blue" },
        shown,
        { filter: salary, color: "green" },
        { ...shown, fieldIds: [ids["Secret salary"]] },
        { ...shown, fieldIds: [ids["Secret salary"], ids.Name] },
      ],
    });
    expect(await told()).toEqual([shown, { ...shown, fieldIds: [ids.Name] }]);
    await setView({ rowColor: { fieldId: ids.Stage } });
    expect(await told()).toEqual({ fieldId: ids.Stage });
    await setView({ hiddenFieldIds: [ids.Stage, ids["Secret salary"], ids["Secret files"]] });
    expect(await told()).toBeNull();
  });

  test("know no field, order or filter of what is hidden, by name or id", long, async () => {
    const { at } = await link();
    const list = `${at}/records/list`;
    const aggregate = `${at}/records/aggregate`;
    const calls: [path: string, bodyOf: (field: string) => object][] = [
      [list, (field) => ({ filter: { field, equals: 10 } })],
      [list, (field) => ({ filter: { and: [{ not: { field, greater_than: 10 } }] } })],
      [list, (field) => ({ filter: { field, is_empty: true } })],
      [list, (field) => ({ sort: [{ field, direction: "asc" }] })],
      [list, (field) => ({ fields: [field] })],
      [aggregate, (field) => ({ aggregates: [{ field, function: "sum" }] })],
      [
        aggregate,
        (field) => ({ groupBy: [field], aggregates: [{ field: "Name", function: "count_filled" }] }),
      ],
      [aggregate, (field) => ({ filter: { field, equals: 10 }, aggregates: [] })],
    ];
    for (const [path, bodyOf] of calls) {
      const unknown = await visitor().post(path, bodyOf("No such field"));
      expect([path, unknown.status]).toEqual([path, 400]);
      expect(JSON.stringify(unknown.body)).not.toMatch(secret);
      const further = ["Secret salary", "Secret files", "createdAt", "updatedAt", "id"];
      const hidden = [ids["Secret salary"], ids["owner of company"], ids.inverse] as string[];
      for (const field of [...further, ...hidden]) {
        const answer = await visitor().post(path, bodyOf(field));
        const told = JSON.stringify(answer.body).replaceAll(field, "No such field");
        const expected = JSON.stringify(unknown.body);
        expect([field, answer.status, withoutRequest(told)]).toEqual([field, 400, withoutRequest(expected)]);
      }
    }
    expect(await namesIn(at, { search: "30" })).toEqual([]);
    expect(await namesIn(at, { search: "60" })).toEqual(["Cy"]);
    expect(await namesIn(at, { search: "secret.txt" })).toEqual([]);
  });

  test("get cursors that tell nothing and are of this link alone", async () => {
    const one = await link();
    const other = await link();
    const names: unknown[] = [];
    let cursor: string | undefined;
    do {
      const { status, body } = await visitor().post(`${one.at}/records/list`, { limit: 1, cursor });
      expect(status).toBe(200);
      names.push(...body.records.map(({ fields }: Record) => fields.Name));
      cursor = body.nextCursor ?? undefined;
      if (cursor === undefined) continue;
      expect(textOf(cursor)).not.toContain(body.records[0].id);
      const elsewhere = await list(other.at, { limit: 1, cursor });
      const asMember = await owner.post(`${deals}/records/list`, { viewId, limit: 1, cursor });
      expect([elsewhere.status, asMember.status]).toEqual([400, 400]);
    } while (cursor !== undefined);
    expect(names).toEqual(["Cy", "Di", "Ada"]);
    const { body } = await owner.post(`${deals}/records/list`, { viewId, limit: 1 });
    expect(textOf(body.nextCursor)).toContain(body.records[0].id);
    for (const forged of [body.nextCursor, "", "x", `${body.nextCursor}x`]) {
      expect((await list(one.at, { limit: 1, cursor: forged })).status).toBe(400);
    }
  });

  test("export only where the link allows it, what it shows", async () => {
    const { at, share } = await link();
    const refused = await visitor().get(`${at}/export?format=csv`);
    expect([refused.status, refused.body]).toEqual([
      403,
      errorBody("FORBIDDEN", "This link does not allow exports."),
    ]);
    await owner.patch(`${place}/shares/${share.id}`, { allowExport: true });
    const { body: csv, headers } = await visitor().get(`${at}/export?format=csv`);
    expect(headers.get("Content-Disposition")).toContain("Grid%20view");
    const [head, ...rows] = csv.replace("\uFEFF", "").trim().split("\r\n");
    expect(head.split(",")).toEqual(shownFields);
    expect(rows.map((row: string) => row.split(",")[0])).toEqual(["Cy", "Di", "Ada"]);
    for (const format of ["csv", "tsv", "json", "ndjson"]) {
      const { status, body } = await visitor().get(`${at}/export?format=${format}`);
      const text = typeof body === "string" ? body : JSON.stringify(body);
      expect([format, status, text.includes("Acme")]).toEqual([format, 200, true]);
      for (const unknown of [secret, ids.acme, files.shown, databaseId]) {
        expect(text).not.toMatch(unknown ?? "");
      }
    }
    const response = await fetch(`${owner.origin}/api/v1${at}/export?format=xlsx`);
    const parts = await partsOf(Buffer.from(await response.arrayBuffer()));
    const [names, ...sheetRows] = cellsOf(parts["xl/worksheets/sheet1.xml"] ?? "");
    expect(names?.map((cell) => cell?.value)).toEqual(shownFields);
    expect(sheetRows.map(([cell]) => cell?.value)).toEqual(["Cy", "Di", "Ada"]);
    expect(JSON.stringify(parts)).not.toMatch(secret);
  });

  test("open files of shown cells, by addresses that end with the link", long, async () => {
    const { at, share } = await link();
    const other = await link();
    const [url] = await addressesIn(at);
    const path = pathOf(url);
    const file = await visitor().get(path);
    expect([file.status, file.body]).toEqual([200, "contents of shown.txt"]);
    expect(file.headers.get("X-Robots-Tag")).toBe("noindex");
    expect((await visitor().get(path.replace(at, other.at))).status).toBe(404);
    const sealed = path.split("/").at(-2) ?? "";
    for (const forged of [`${sealed}x`, sealed.slice(1), "x", files.shown.split("/").at(-2) ?? ""]) {
      expect((await visitor().get(path.replace(sealed, forged))).status).toBe(404);
    }
    const { body } = await owner.post(`${place}/shares/${share.id}/rotate`, undefined);
    expect((await visitor().get(path)).status).toBe(404);
    const [renewed] = await addressesIn(opened(body).at);
    expect((await visitor().get(pathOf(renewed))).status).toBe(200);
    await owner.patch(`${place}/shares/${share.id}`, { password: "a password" });
    expect((await visitor().get(pathOf(renewed))).status).toBe(404);
  });

  test("change nothing and reach nothing else, as a token is no key", async () => {
    const { at, token } = await link({ allowExport: true });
    const record = `${deals}/records/${records.Ada}`;
    const before = (await owner.get(record)).body;
    for (const credentials of [
      { Authorization: `Bearer ${token}` },
      { "X-Share-Password": token },
      { Cookie: `rowhouse_session_${new URL(owner.origin).port}=${token}` },
    ]) {
      const answers = [
        await visitor().call("/bases", { headers: credentials }),
        await visitor().call(record, { headers: credentials }),
        await visitor().call(record, {
          method: "PATCH",
          body: { record: { Size: 9 } },
          headers: credentials,
        }),
        await visitor().call(`${place}/changes`, { headers: credentials }),
        await visitor().call(`${place}/trash`, { headers: credentials }),
        await visitor().call(`${place}/members`, { headers: credentials }),
      ];
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 401));
    }
    for (const path of [
      "/records",
      "/records/x",
      "/views",
      "/history",
      "/changes",
      "/fields",
      "/trash",
      "",
    ]) {
      for (const method of ["POST", "PATCH", "PUT", "DELETE"]) {
        const { status } = await visitor().call(`${at}${path}`, { method, body: {} });
        expect([method, path, [404, 405].includes(status)]).toEqual([method, path, true]);
      }
    }
    expect((await owner.get(record)).body).toEqual(before);
    // Whoever also has a key is a visitor here all the same.
    const { body } = await owner.post(`${at}/records/list`, {
      filter: { field: "Secret salary", equals: 10 },
    });
    expect(body.error.code).toBe("BAD_REQUEST");
  });

  test("may call from pages of other sites", async () => {
    const { at } = await link();
    const headers = { Origin: "https://elsewhere.example" };
    const answer = await visitor().call(`${at}/records/list`, { method: "POST", body: {}, headers });
    expect([answer.status, answer.headers.get("Access-Control-Allow-Origin")]).toEqual([200, "*"]);
    const asked = { ...headers, "Access-Control-Request-Method": "POST" };
    const preflight = await visitor().call(`${at}/records/list`, { method: "OPTIONS", headers: asked });
    expect(preflight.headers.get("Access-Control-Allow-Headers")).toContain("X-Share-Password");
  });
});

test.describe("a link", () => {
  test("is created with what it allows; its address is shown once", long, async () => {
    const expiresAt = "2099-01-31T09:30:00Z";
    const given = { password: "a password", expiresAt, allowExport: true, allowCopy: false, embed: true };
    const { share } = await link({ ...given, showsName: true });
    const { body: me } = await owner.get("/me");
    const { password, ...settings } = given;
    expect(share).toEqual({
      ...settings,
      id: expect.any(String),
      databaseId,
      tableId: deals.split("/").at(-1),
      viewId,
      url: expect.stringMatching(new RegExp(`^${owner.origin}/shared/[\\w-]{22}$`)),
      icsUrl: null,
      isForm: false,
      hasPassword: true,
      expiresAt: "2099-01-31T09:30:00.000Z",
      showsName: true,
      createdBy: { id: me.id, name: me.name },
      createdAt: minted.time,
      lastUsedAt: null,
    });
    const { body } = await owner.get(`${place}/shares`);
    expect(body).toEqual({ shares: [{ ...share, url: null }] });
    const [stored] = await server.query<{ text: string }>('SELECT "Share"::text AS "text" FROM "Share"');
    expect(stored?.text).toContain(share.id);
    for (const secretText of [password, share.url?.split("/").at(-1) ?? ""]) {
      expect(stored?.text).not.toContain(secretText);
    }
  });

  test("notes its last use, and tells who shares it only if they choose to", async () => {
    const { at, share } = await link();
    expect((await visitor().get(at)).body.sharedBy).toBeNull();
    await expect
      .poll(async () => (await owner.get(`${place}/shares`)).body.shares[0].lastUsedAt)
      .toEqual(minted.time);
    await owner.patch("/me", { name: "Grace" });
    await owner.patch(`${place}/shares/${share.id}`, { showsName: true });
    expect((await visitor().get(at)).body.sharedBy).toBe("Grace");
  });

  test("is refused for what it cannot show", async () => {
    const { body: foreign } = await owner.post("/bases", {
      name: "Foreign",
      tables: [{ name: "T", fields: [{ name: "N", type: "single_line_text" }] }],
    });
    const foreignView = foreign.tables[0].views[0].id;
    const cases: [body: object, path: string, message: string][] = [
      [
        { viewId: foreignView },
        "viewId",
        `is not the id of a view of this database: ${JSON.stringify(foreignView)}`,
      ],
      [{ viewId: "Grid view" }, "viewId", 'is not the id of a view of this database: "Grid view"'],
      [{ viewId, expiresAt: "2020-01-01T00:00:00Z" }, "expiresAt", "must be in the future"],
      [{ viewId, password: "" }, "password", "cannot be empty"],
    ];
    for (const [body, path, message] of cases) {
      const answer = await owner.post(`${place}/shares`, body);
      expect([answer.status, answer.body]).toEqual([400, badRequestBody([path, message])]);
    }
    for (const body of [
      {},
      { viewId: 1 },
      { viewId, expiresAt: "soon" },
      { viewId, allow: true },
      [],
      null,
    ]) {
      expect((await owner.post(`${place}/shares`, body)).status).toBe(400);
    }
    expect((await owner.get(`${place}/shares`)).body).toEqual({ shares: [] });
  });

  test("is one of a limited number, also when created at once", async () => {
    const answers = await Promise.all(
      Array.from({ length: maxShares + 3 }, () => owner.post(`${place}/shares`, { viewId })),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([...Array(maxShares).fill(201), 409, 409, 409]);
    expect((await owner.get(`${place}/shares`)).body.shares).toHaveLength(maxShares);
  });

  test("ends when it is replaced, switched off or expired, like one that never existed", long, async () => {
    const one = await link({ allowExport: true });
    const { body } = await owner.post(`${place}/shares/${one.share.id}/rotate`, undefined);
    expect(body).toEqual({ ...one.share, url: expect.not.stringMatching(one.token) });
    await expectNoLink(one.at);
    const renewed = opened(body);
    await expectOpen(renewed.at);
    expect((await owner.call(`${place}/shares/${one.share.id}`, { method: "DELETE" })).status).toBe(200);
    await expectNoLink(renewed.at);
    const expiresAt = new Date(Date.now() + 2_000).toISOString();
    const short = await link({ expiresAt, allowExport: true, password: "x" });
    await expect.poll(async () => (await visitor().get(short.at)).status).toBe(404);
    // No password is asked for, so nobody learns that there was a link.
    await expectNoLink(short.at);
    await owner.patch(`${place}/shares/${short.share.id}`, { expiresAt: null, password: null });
    await expectOpen(short.at);
    for (const token of [
      "x",
      "a".repeat(22),
      "a".repeat(10_000),
      "..%2Fbases",
      "%F0%9F%98%80",
      one.share.id,
    ]) {
      await expectNoLink(`/shared/${token}`);
    }
  });

  test("ends with its view, table and database, and comes back with them", long, async () => {
    const { body: base } = await owner.post("/bases", {
      name: "Leaving",
      tables: [{ name: "T", fields: [{ name: "Name", type: "single_line_text" }] }],
    });
    const table = `/bases/${base.id}/tables/${base.tables[0].id}`;
    await owner.post(`${table}/views`, { name: "Other" });
    const viewId = base.tables[0].views[0].id;
    const { body } = await owner.post(`/bases/${base.id}/shares`, { viewId, allowExport: true });
    const { at } = opened(body);
    await expectOpen(at);
    for (const path of [`${table}/views/${viewId}`, table, `/bases/${base.id}`]) {
      expect((await owner.call(path, { method: "DELETE" })).status).toBe(200);
      await expectNoLink(at);
      const trash = path === `/bases/${base.id}` ? "/trash" : `/bases/${base.id}/trash`;
      const { body: entries } = await owner.get(trash);
      await owner.post(`${trash}/${entries.trash[0].id}/restore`, undefined);
      await expectOpen(at);
    }
  });

  test("shows no more than its maker may read, and goes with them", async () => {
    const maker = await join(owner, { databases: [{ databaseId, role: "creator" }] });
    const { at } = await link({ allowExport: true }, maker.api);
    await expectOpen(at);
    const member = `${place}/members/${maker.person.id}`;
    await owner.patch(member, { role: "viewer" });
    await expectOpen(at);
    expect((await maker.api.get(`${place}/shares`)).status).toBe(403);
    await owner.call(member, { method: "DELETE" });
    await expectNoLink(at);
    await owner.post(`${place}/members`, { personId: maker.person.id, role: "viewer" });
    await expectOpen(at);
    await owner.patch(`/people/${maker.person.id}`, { isActive: false });
    await expectNoLink(at);
    await owner.patch(`/people/${maker.person.id}`, { isActive: true });
    await owner.call(`/people/${maker.person.id}`, { method: "DELETE" });
    await expectNoLink(at);
    expect((await owner.get(`${place}/shares`)).body).toEqual({ shares: [] });
  });

  test("is shown, changed and ended by creators and owners alone, without the address", long, async () => {
    const { share } = await link({ password: "a password" });
    const people: Account[] = [];
    for (const role of ["viewer", "editor", "creator"] as const) {
      people.push(await join(owner, { databases: [{ databaseId, role }] }));
    }
    const statuses = await Promise.all(
      people.map(async ({ api }) => [
        (await api.get(`${place}/shares`)).status,
        (await api.patch(`${place}/shares/${share.id}`, { allowCopy: false })).status,
      ]),
    );
    expect(statuses).toEqual([
      [403, 403],
      [403, 403],
      [200, 200],
    ]);
    const { key } = await keyOf(people[2] as Account, { scopes: ["read", "write", "schema"] });
    expect((await new ApiClient(owner.origin, key).get(`${place}/shares`)).status).toBe(403);
    const { body } = await (people[2] as Account).api.get(`${place}/shares`);
    expect(body.shares).toEqual([{ ...share, url: null, allowCopy: false }]);
  });

  test("can be framed on other sites only if it says so", long, async () => {
    const framing = async ({ token }: Link) =>
      /frame-ancestors ([^;]*)/.exec(
        (await fetch(`${owner.origin}/shared/${token}`)).headers.get("Content-Security-Policy") ?? "",
      )?.[1];
    expect(await framing(await link())).toBe("'none'");
    expect(await framing(await link({ embed: true }))).toBe("*");
  });
});

test.describe("a password", () => {
  /** Opens a link with a password, from one address. */
  function attempt(at: string, password: string, from = visitor()): Promise<Answer<unknown>> {
    return from.call(at, { headers: { "X-Share-Password": encodeURIComponent(password) } });
  }
  function asked(message: string) {
    const details = [{ path: "X-Share-Password", message }];
    return errorBody("UNAUTHORIZED", `X-Share-Password ${message}.`, details);
  }

  test("is asked by every call, and may have any characters", long, async () => {
    const password = "pä ss%word 🔑";
    const { at } = await link({ password, allowExport: true });
    for (const [path, method, body] of callsOf(at)) {
      const without = await visitor().call(path, { method, body });
      expect([without.status, without.body]).toEqual([
        401,
        asked("is required, percent-encoded: this link has a password"),
      ]);
      const wrong = { "X-Share-Password": "wrong" };
      const refused = await visitor().call(path, { method, body, headers: wrong });
      expect([refused.status, refused.body]).toEqual([401, asked("is wrong")]);
      const headers = { "X-Share-Password": encodeURIComponent(password) };
      expect((await visitor().call(path, { method, body, headers })).status).toBe(200);
    }
    for (const unencoded of ["%E4%", "%E4", "pä ss%25word", "a b"]) {
      const malformed = await visitor().call(at, { headers: { "X-Share-Password": unencoded } });
      expect([malformed.status, malformed.body]).toEqual([
        400,
        badRequestBody(["X-Share-Password", "is not percent-encoded UTF-8"]),
      ]);
    }
    expect((await attempt(at, "x".repeat(5_000))).status).toBe(401);
  });

  test("can be tried ten times in a quarter of an hour, by one address, also at once", long, async () => {
    const { at } = await link({ password: "right" });
    const other = await link({ password: "right" });
    const guesser = visitor();
    const guesses = await Promise.all(
      Array.from({ length: 14 }, (_, index) => attempt(at, `guess ${index}`, guesser)),
    );
    const statuses = guesses.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([...Array(10).fill(401), ...Array(4).fill(429)]);
    expect((await attempt(at, "right", guesser)).status).toBe(429);
    // Neither others nor other links are locked out.
    expect((await attempt(at, "right")).status).toBe(200);
    expect((await attempt(other.at, "right", guesser)).status).toBe(200);
  });

  test("that is changed ends what the earlier one opened", long, async () => {
    const { at, share } = await link({ password: "first" });
    expect((await attempt(at, "first")).status).toBe(200);
    await owner.patch(`${place}/shares/${share.id}`, { password: "second" });
    expect((await attempt(at, "first")).status).toBe(401);
    expect((await attempt(at, "second")).status).toBe(200);
    await owner.patch(`${place}/shares/${share.id}`, { password: null });
    await expectWithinASecond(() => visitor().get(at), 200);
  });
});

const shownFields = [
  "Name",
  "Size",
  "Stage",
  "Files",
  "Company",
  "Owner",
  "Companies",
  "Longest",
  "Raised",
  "Fails",
];

function textOf(cursor: string): string {
  return Buffer.from(cursor, "base64url").toString("latin1");
}

function withoutRequest(text: string): string {
  return text.replace(/"requestId":"[^"]*"/, "");
}

/** The file in a shown cell, as members know it. */
async function fileOf(name: string): Promise<object> {
  return (await owner.get(`${deals}/records/${records[name]}`)).body.fields.Files[0];
}

/** The addresses of the files in shown cells. */
async function addressesIn(at: string): Promise<string[]> {
  const { body } = await list(at);
  return body.records
    .flatMap(({ fields }) => (fields.Files ?? []) as { url: string }[])
    .map(({ url }) => url);
}

function pathOf(url = ""): string {
  return new URL(url).pathname.replace("/api/v1", "");
}
