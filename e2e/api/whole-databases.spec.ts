/** Whole databases: exported, imported and duplicated, each with everything in it. */
import { createHash } from "node:crypto";
import type { Base } from "../../lib/contract/bases";
import { ApiClient, minted } from "../api-client";
import { long } from "../rounds";
import { type Download, entriesOf } from "./downloaded-file";
import { type Everything, makeEverything } from "./everything";
import { expect, openedBase, test } from "./fixtures";
import { contentsWithoutIds, makeWholeDatabase } from "./whole-database";

/** Downloads a database. */
async function exported(api: ApiClient, databaseId: string): Promise<Download> {
  const response = await fetch(`${api.origin}/api/v1/bases/${databaseId}/export`, {
    headers: api.credentials,
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes };
}

/** A key with these rights. */
async function withKey(api: ApiClient, rights: object): Promise<ApiClient> {
  const { status, body } = await api.post("/keys", { name: "Test", ...rights });
  expect(status, JSON.stringify(body)).toBe(201);
  return new ApiClient(api.origin, body.key);
}

test.describe("an exported database", () => {
  let original: Everything;
  let file: Download;
  let entries: { [path: string]: Buffer };

  test.beforeAll(async ({ baseURL, apiKey }) => {
    const api = new ApiClient(baseURL as string, apiKey);
    original = await makeWholeDatabase(api);
    file = await exported(api, original.databaseId);
    entries = await entriesOf(file.bytes);
  });

  test("is a zip file with the name of the database", () => {
    expect(file.status).toBe(200);
    expect(file.headers.get("Content-Type")).toBe("application/zip");
    expect(file.headers.get("Content-Disposition")).toBe("attachment; filename*=UTF-8''Test.zip");
  });

  test("describes tables, fields and views as the API does", async ({ api }) => {
    const { body: base } = await api.get<Base>(`/bases/${original.databaseId}`);
    const description = JSON.parse(String(entries["database.json"]));
    expect(description).toMatchObject({
      format: "rowhouse-database",
      version: 1,
      exportedAt: minted.time,
      name: "Test",
      tables: base.tables.map(({ id, name, primaryFieldId, fields, views }) => ({
        id,
        name,
        primaryFieldId,
        // Formulas are stored with ids, so that names can change in the file.
        fields: fields.map(({ order: _, ...field }) => ({
          ...field,
          template: {
            ...field.template,
            ...("formula" in field.template && { formula: expect.any(String) }),
          },
        })),
        views,
      })),
    });
    const number = description.tables[0].fields.find(({ name }: { name: string }) => name === "Number");
    expect(number.lastNumber).toBe(description.tables[0].records.count + 1);
  });

  test("holds the records of each table as lines, with links from both sides", async ({ api }) => {
    const { tables } = JSON.parse(String(entries["database.json"]));
    for (const { id, fields, records } of tables) {
      const lines = linesIn(id);
      expect(lines).toHaveLength(records.count);
      const { body } = await api.post(`/bases/${original.databaseId}/tables/${id}/records/list`, {
        limit: 2_000,
      });
      const computed = [
        "lookup",
        "rollup",
        "count",
        "formula",
        "created_time",
        "updated_time",
        "created_by",
        "updated_by",
        "source",
      ];
      const kept = fields.filter(({ type }: { type: string }) => !computed.includes(type));
      for (const [index, line] of lines.entries()) {
        const { id: recordId, createdAt, updatedAt, fields: values } = body.records[index];
        expect(line).toMatchObject({ id: recordId, createdAt, updatedAt, source: "public_api" });
        expect(line.position).toMatch(/^-?\d+(\.\d+)?$/);
        expect(line.fields).toEqual(
          Object.fromEntries(kept.map(({ name }: { name: string }) => [name, values[name]])),
        );
      }
    }
  });

  test("has the SHA-256 of every part, and its own", () => {
    const text = String(entries["database.json"]);
    const { tables, attachments, sha256 } = JSON.parse(text);
    const parts = { ...entries };
    delete parts["database.json"];
    const sums = Object.fromEntries(Object.entries(parts).map(([path, bytes]) => [path, hashOf(bytes)]));
    expect({
      ...Object.fromEntries(
        tables.map((table: Part) => [`tables/${table.id}.ndjson`, table.records?.sha256]),
      ),
      ...Object.fromEntries(attachments.map((each: Part) => [`files/${each.id}`, each.sha256])),
    }).toEqual(sums);
    expect(attachments).toHaveLength(3);
    expect(sha256).toBe(hashOf(text.slice(0, text.lastIndexOf(',"sha256"'))));
  });

  function linesIn(tableId: string) {
    const lines = String(entries[`tables/${tableId}.ndjson`]).split("\n");
    expect(lines.pop()).toBe("");
    return lines.map((line) => JSON.parse(line));
  }
});

interface Part {
  readonly id: string;
  readonly sha256?: string;
  readonly records?: { readonly sha256: string };
}

function hashOf(bytes: Buffer | string): string {
  return createHash("sha256").update(bytes).digest("hex");
}

test.describe("who may export a database", () => {
  test("a key without read, of another database, or with a wrong address", async ({ api, base }) => {
    const blind = await withKey(api, { scopes: ["write", "schema"] });
    expect((await exported(blind, base.id)).status).toBe(403);
    const { body: another } = await api.post("/bases", { name: "Another" });
    const restricted = await withKey(api, { scopes: ["read"], databases: [another.id] });
    expect((await exported(restricted, base.id)).status).toBe(404);
    expect((await exported(restricted, another.id)).status).toBe(200);
    expect((await exported(new ApiClient(api.origin, null), base.id)).status).toBe(401);
    await api.call(`/bases/${base.id}`, { method: "DELETE" });
    expect((await exported(api, base.id)).status).toBe(404);
  });
});

test.describe("a duplicate", () => {
  test("equals the original in everything but its ids", long, async ({ api }) => {
    const { databaseId } = await makeWholeDatabase(api);
    const before = await contentsWithoutIds(api, databaseId);
    const { status, headers, body } = await api.post<Base>(`/bases/${databaseId}/duplicate`, {});
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body).toMatchObject({ id: minted.databaseId, name: "Test copy" });
    expect(headers.get("Location")).toBe(`/api/v1/bases/${body.id}`);
    expect(await openedBase(api, body.id)).toEqual(body);
    expect(await contentsWithoutIds(api, body.id)).toEqual(before);
    expect(await contentsWithoutIds(api, databaseId)).toEqual(before);
    expect(await sharedIds(api, databaseId, body.id)).toEqual([]);
  });

  test("is independent of the original", long, async ({ api }) => {
    const { databaseId } = await makeWholeDatabase(api);
    const { body: copy } = await api.post<Base>(`/bases/${databaseId}/duplicate`, { name: "Mine" });
    expect(copy.name).toBe("Mine");
    const before = await contentsWithoutIds(api, copy.id);
    await api.call(`/bases/${databaseId}`, { method: "DELETE" });
    expect(await contentsWithoutIds(api, copy.id)).toEqual(before);
    await expectToGoOn(api, copy.id);
  });

  test("has no records if none are wanted", long, async ({ api }) => {
    const { databaseId } = await makeWholeDatabase(api);
    const { body: copy } = await api.post<Base>(`/bases/${databaseId}/duplicate`, { records: false });
    const { body: base } = await api.get<Base>(`/bases/${databaseId}`);
    expect(copy.tables.map(({ fields }) => fields.map(({ name, type }) => [name, type]))).toEqual(
      base.tables.map(({ fields }) => fields.map(({ name, type }) => [name, type])),
    );
    for (const table of copy.tables) {
      const { body } = await api.post(`/bases/${copy.id}/tables/${table.id}/records/list`, {});
      expect(body).toMatchObject({ records: [], total: 0 });
    }
    const { body: made } = await api.post(`/bases/${copy.id}/tables/Everything/records`, { record: {} });
    expect(made.fields.Number).toBe(1);
  });

  test("is made once per idempotency key, and not by a dry run", long, async ({ api }) => {
    const { databaseId } = await makeEverything(api);
    const path = `/bases/${databaseId}/duplicate`;
    const count = async () =>
      (await api.get<Base[]>("/bases")).body.filter(({ name }) => name === "Once").length;
    const dry = await api.post(`${path}?dryRun=true`, { name: "Once" });
    expect([dry.status, dry.body.name, await count()]).toEqual([201, "Once", 0]);
    const sent = { method: "POST", body: { name: "Once" }, headers: { "Idempotency-Key": "duplicate" } };
    const first = await api.call(path, sent);
    const again = await api.call(path, sent);
    expect([again.status, again.body.id, await count()]).toEqual([201, first.body.id, 1]);
    const other = await api.call(path, { ...sent, body: { name: "Other" } });
    expect(other.status).toBe(422);
    expect(await contentsWithoutIds(api, first.body.id)).toEqual(await contentsWithoutIds(api, databaseId));
  });

  test("needs the rights to create a database, and to write if it has records", async ({ api, base }) => {
    const path = `/bases/${base.id}/duplicate`;
    const reader = await withKey(api, { scopes: ["read", "write"] });
    expect((await reader.post(path, {})).status).toBe(403);
    const restricted = await withKey(api, { scopes: ["read", "write", "schema"], databases: [base.id] });
    expect((await restricted.post(path, {})).body.error.message).toBe(
      "This key is restricted to certain databases and cannot duplicate this database.",
    );
    const builder = await withKey(api, { scopes: ["schema"] });
    expect((await builder.post(path, {})).status).toBe(403);
    const { status, body } = await builder.post(path, { records: false });
    expect([status, body]).toEqual([201, { id: minted.databaseId, tables: [] }]);
    expect((await api.post("/bases/0123456789abcdef/duplicate", {})).status).toBe(404);
    expect((await api.post(path, { name: "" })).status).toBe(400);
  });
});

test.describe("an imported database", () => {
  test("equals the exported one in everything but its ids", async ({ api }) => {
    const { databaseId } = await makeWholeDatabase(api);
    const { bytes } = await exported(api, databaseId);
    const before = await contentsWithoutIds(api, databaseId);
    const { status, headers, body } = await imported(api, bytes);
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body).toMatchObject({ id: minted.databaseId, name: "Test" });
    expect(headers.get("Location")).toBe(`/api/v1/bases/${body.id}`);
    expect(await openedBase(api, body.id)).toEqual(body);
    expect(await contentsWithoutIds(api, body.id)).toEqual(before);
    expect(await sharedIds(api, databaseId, body.id)).toEqual([]);
    await api.call(`/bases/${databaseId}`, { method: "DELETE" });
    expect(await contentsWithoutIds(api, body.id)).toEqual(before);
    const again = await exported(api, body.id);
    const twice = await imported(api, again.bytes);
    expect(await contentsWithoutIds(api, twice.body.id)).toEqual(before);
  });

  test("goes on as the original would", long, async ({ api }) => {
    const { databaseId } = await makeWholeDatabase(api);
    const { body: copy } = await imported(api, (await exported(api, databaseId)).bytes);
    await api.call(`/bases/${databaseId}`, { method: "DELETE" });
    await expectToGoOn(api, copy.id);
    const { changes } = (await api.get(`/bases/${copy.id}/changes`)).body;
    expect(changes[0]).toMatchObject({ kind: "base", before: null, after: { name: "Test" } });
  });

  test(
    "may be sent as a part of a form, once per idempotency key, and by a dry run",
    long,
    async ({ api }) => {
      const { databaseId } = await makeEverything(api);
      await api.patch(`/bases/${databaseId}`, { name: "Sent" });
      const { bytes } = await exported(api, databaseId);
      const count = async () =>
        (await api.get<Base[]>("/bases")).body.filter(({ name }) => name === "Sent").length;
      const form = new FormData();
      form.append("file", new Blob([new Uint8Array(bytes)]), "Sent.zip");
      const response = await fetch(`${api.origin}/api/v1/bases/import`, {
        method: "POST",
        headers: api.credentials,
        body: form,
      });
      expect([response.status, await count()]).toEqual([201, 2]);
      expect([(await imported(api, bytes, "?dryRun=true")).status, await count()]).toEqual([201, 2]);
      const key = { "Idempotency-Key": "import" };
      const first = await imported(api, bytes, "", key);
      const again = await imported(api, bytes, "", key);
      expect([again.status, again.body.id, await count()]).toEqual([201, first.body.id, 3]);
      expect((await imported(api, Buffer.from("other"), "", key)).status).toBe(422);
    },
  );

  test("needs the rights to create a database and to write", async ({ api, base }) => {
    const { bytes } = await exported(api, base.id);
    const reader = await withKey(api, { scopes: ["read", "write"] });
    expect((await imported(reader, bytes)).status).toBe(403);
    const builder = await withKey(api, { scopes: ["read", "schema"] });
    expect((await imported(builder, bytes)).status).toBe(403);
    const restricted = await withKey(api, { scopes: ["read", "write", "schema"], databases: [base.id] });
    expect((await imported(restricted, bytes)).status).toBe(403);
    const blind = await withKey(api, { scopes: ["write", "schema"] });
    const { status, body } = await imported(blind, bytes);
    expect([status, body]).toEqual([201, { id: minted.databaseId, tables: [] }]);
  });
});

/** Imports a file sent as a raw body. */
function imported(api: ApiClient, bytes: Buffer, query = "", headers: { [name: string]: string } = {}) {
  return api.call(`/bases/import${query}`, {
    method: "POST",
    raw: new Uint8Array(bytes),
    headers: { "Content-Type": "application/zip", ...headers },
  });
}

/** Numbers continue, and links, lookups and views find the records of the copy. */
async function expectToGoOn(api: ApiClient, databaseId: string): Promise<void> {
  const place = `/bases/${databaseId}/tables/Everything`;
  const { body: made } = await api.post(`${place}/records`, { record: {} });
  const { records } = (await api.post(`${place}/records/list`, { limit: 2_000 })).body;
  const numbers = records.map((record: { fields: { Number: number } }) => record.fields.Number);
  // One more than that of the last record, which was deleted.
  expect(made.fields.Number).toBe(numbers.length + 1);
  expect(made.fields.Number).toBe(Math.max(...numbers));
  const people = (await api.post(`/bases/${databaseId}/tables/People/records/list`, {})).body.records;
  const linked = await api.patch(`${place}/records/${made.id}`, { record: { Link: [people[0].id] } });
  expect(linked.body.fields.Lookup).toEqual([people[0].fields.Name]);
}

/** Every id in a database, of attachments too. */
async function everyId(api: ApiClient, databaseId: string): Promise<Set<string>> {
  const { body: base } = await api.get<Base>(`/bases/${databaseId}`);
  const lists = await Promise.all(
    base.tables.map((table) =>
      api.post(`/bases/${databaseId}/tables/${table.id}/records/list`, { limit: 2_000 }),
    ),
  );
  const text = JSON.stringify([base.tables, lists.map(({ body }) => body.records)]);
  return new Set(
    text.match(/(?<=\/attachments\/)[0-9a-f]{32}|"[tfv][1-9A-HJ-NP-Za-km-z]{10}"|[0-9a-f-]{36}/g),
  );
}

/** The ids that two databases of equal size have in common, except that of the person who wrote both. */
async function sharedIds(api: ApiClient, ...databaseIds: [string, string]): Promise<string[]> {
  const [one, other] = [await everyId(api, databaseIds[0]), await everyId(api, databaseIds[1])];
  const { body: me } = await api.get<{ id: string }>("/me");
  expect(one.size).toBe(other.size);
  expect(one.size).toBeGreaterThan(100);
  return [...one].filter((id) => id !== me.id && other.has(id));
}
