import { isWrite } from "../../lib/api/operation";
import { everyOperation } from "../../lib/api/operations";
import type { TrashList } from "../../lib/contract/trash";
import type { ApiClient } from "../api-client";
import { long } from "../rounds";
import { exampleCall, makeThings, type Things, withPerson } from "./example-calls";
import { contentsOf, expect, test } from "./fixtures";
import { type PeopleServer, startPeopleServer } from "./people-server";

test("every write returns its result without storing it", long, async ({ api, base, table, place }) => {
  const made = await api.post(`${place}/records`, { record: { Name: "Ada", Stage: "Open" } });
  const record = `${place}/records/${made.body.id}`;
  const view = `${place}/views/${table.views[0]?.id}`;
  const calls: [string, string, unknown, number][] = [
    ["POST", `${place}/records`, { record: { Name: "Grace" } }, 201],
    ["PATCH", record, { record: { Name: "Grace" } }, 200],
    ["PATCH", `${record}?typecast=true`, { record: { Stage: "New" } }, 200],
    ["DELETE", record, undefined, 200],
    ["POST", `${place}/records/bulk`, { records: [{ Name: "a" }, { Name: "b" }] }, 200],
    ["POST", `${place}/records/bulk`, { records: [{ Name: "Ada", Amount: 1 }], matchOn: ["Name"] }, 200],
    ["PUT", `${place}/records/bulk`, { records: [{ recordId: made.body.id, Amount: 1 }] }, 200],
    ["DELETE", `${place}/records/bulk`, { recordIds: [made.body.id] }, 200],
    ["POST", `${place}/records/move`, { recordIds: [made.body.id], after: null }, 200],
    ["POST", `/bases/${base.id}/tables`, { name: "T", fields: [{ type: "number", name: "A" }] }, 201],
    ["PATCH", place, { name: "Renamed" }, 200],
    ["DELETE", place, undefined, 200],
    [
      "POST",
      `${place}/fields`,
      { type: "linked_record", name: "Self", template: { tableId: table.id } },
      201,
    ],
    ["PATCH", `${place}/fields/Name`, { name: "Title", order: 3 }, 200],
    ["DELETE", `${place}/fields/Stage`, undefined, 200],
    ["POST", `${place}/views`, { name: "Second", type: "grid" }, 201],
    ["PATCH", view, { name: "First" }, 200],
    ["PATCH", `/bases/${base.id}`, { name: "Renamed" }, 200],
    ["POST", `/bases/${base.id}/undo`, undefined, 200],
    ["DELETE", `/bases/${base.id}`, undefined, 200],
  ];
  const before = await contentsOf(api, base);
  const listed = () => api.get(`/bases/${base.id}/changes`);
  // Other transactions of the server delay the log.
  const seen = async () => (await listed()).body.changes.map(({ kind }: { kind: string }) => kind);
  await expect.poll(seen).toContain("record");
  const changes = await listed();
  for (const [method, path, body, status] of calls) {
    const rehearsed = await api.call(`${path}${path.includes("?") ? "&" : "?"}dryRun=true`, { method, body });
    expect(rehearsed.status, `${method} ${path} ${JSON.stringify(rehearsed.body)}`).toBe(status);
    expect(await contentsOf(api, base), `${method} ${path}`).toEqual(before);
  }
  expect((await listed()).body).toEqual(changes.body);
  expect((await api.get(`/bases/${base.id}/trash`)).body.trash).toEqual([]);
});

test("no dry run of any write changes the database", long, async () => {
  const server = await startPeopleServer();
  try {
    const things = await withHistory(server.owner, await makeThings(server.owner, "Dry"));
    const before = await storedIn(server);
    const refused: { [operation: string]: number } = {};
    for (const operation of everyOperation.filter(isWrite)) {
      const [path, request] = exampleCall(operation, things);
      const { status } = await server.owner.call(
        `${path}${path.includes("?") ? "&" : "?"}dryRun=true`,
        request,
      );
      if (status >= 400) refused[operation.id] = status;
      expect(await storedIn(server), operation.id).toEqual(before);
    }
    // Their examples need what the owner of a new installation does not have.
    expect(refused).toEqual({
      importBase: 400,
      restoreTogether: 404,
      eraseFromTrash: 404,
      restoreDatabase: 404,
      beginSecondFactor: 409,
      confirmSecondFactor: 409,
      endSecondFactor: 409,
      beginPasskey: 409,
      addPasskey: 409,
      updatePasskey: 404,
      deletePasskey: 404,
    });
  } finally {
    await server.stop();
  }
});

/** Adds a person, a second view, a deleted record, and a change that was undone. */
async function withHistory(owner: ApiClient, things: Things): Promise<Things> {
  const { databaseId, tableId, recordId } = things.ids;
  const place = `/bases/${databaseId}/tables/${tableId}`;
  await owner.post(`${place}/views`, { name: "Second", type: "grid" });
  const { body: record } = await owner.post<{ id: string }>(`${place}/records`, { record: { Name: "Gone" } });
  await owner.call(`${place}/records/${record.id}`, { method: "DELETE" });
  await owner.patch(`${place}/records/${recordId}`, { record: { Name: "Undone" } });
  expect((await owner.post(`/bases/${databaseId}/undo`, undefined)).status).toBe(200);
  const { body } = await owner.get<TrashList>(`/bases/${databaseId}/trash`);
  const ids = { ...things.ids, trashId: body.trash[0]?.id ?? "" };
  return withPerson(owner, { ...things, ids });
}

/** A hash of the rows of each table, without the times of last uses. */
async function storedIn({ query }: PeopleServer): Promise<{ [table: string]: string }> {
  const tables = await query<{ name: string }>(
    `SELECT "relname" AS "name" FROM pg_class WHERE "relkind" IN ('r', 'p') AND NOT "relispartition"
     AND "relnamespace" = 'public'::regnamespace ORDER BY 1`,
  );
  const hashes: { [table: string]: string } = {};
  for (const { name } of tables) {
    const [row] = await query<{ hash: string }>(
      `SELECT md5(coalesce(string_agg(r::text, ',' ORDER BY r::text), '')) AS "hash"
       FROM (SELECT to_jsonb(t) - 'lastUsedAt' AS r FROM "${name}" t) rows`,
    );
    hashes[name] = row?.hash ?? "";
  }
  return hashes;
}

test("a dry run is refused like the real thing", async ({ api, place }) => {
  for (const [body, status] of [
    [{ record: { Nome: 1 } }, 400],
    [{ record: { Amount: "much" } }, 400],
  ] as const) {
    const real = await api.call(`${place}/records`, { method: "POST", body });
    const dry = await api.call(`${place}/records?dryRun=true`, { method: "POST", body });
    expect([dry.status, dry.body.error.details]).toEqual([status, real.body.error.details]);
  }
  const { status } = await api.call(`${place}?dryRun=true`, { method: "PATCH", body: { name: "" } });
  expect(status).toBe(400);
});

test("results of a dry run are not cached", async ({ api, place }) => {
  for (let round = 0; round < 3; round++) {
    await api.call(`${place}/fields?dryRun=true`, {
      method: "POST",
      body: { type: "number", name: "Ghost" },
    });
    const { status, body } = await api.post(`${place}/records`, { record: { Ghost: 1 } });
    expect([status, body.error.details[0].path]).toEqual([400, "record.Ghost"]);
  }
  expect((await api.post(`${place}/fields`, { type: "number", name: "Ghost" })).status).toBe(201);
  expect((await api.post(`${place}/records`, { record: { Ghost: 1 } })).status).toBe(201);
});

test("a dry run of an upload stores no file", async ({ api, base }) => {
  const { status, body } = await api.call(`/bases/${base.id}/attachments?filename=a.txt&dryRun=true`, {
    method: "POST",
    raw: "hello",
    headers: { "Content-Type": "text/plain" },
  });
  expect(status).toBe(201);
  expect((await fetch(body.url)).status).toBe(404);
});

for (const value of ["yes", "", "TRUE"]) {
  test(`?dryRun=${value} is a 400`, async ({ api, place }) => {
    const { status } = await api.call(`${place}/records?dryRun=${value}`, {
      method: "POST",
      body: { record: {} },
    });
    expect(status).toBe(400);
  });
}

test("reads do not accept dryRun", async ({ api, place }) => {
  const { status, body } = await api.get(`${place}?dryRun=true`);
  expect([status, body.error.details]).toEqual([
    400,
    [{ path: "dryRun", message: "is not a known query parameter. None are allowed here" }],
  ]);
});
