/** A key that may write but not read, such as that of a form on a website, never sees stored data. */
import { isWrite, type Operation } from "../../lib/api/operation";
import { everyOperation } from "../../lib/api/operations";
import { ruleOf } from "../../lib/contract/actions";
import type { Scope } from "../../lib/contract/keys";
import { ApiClient, errorBody } from "../api-client";
import { expect, test } from "../fixtures";
import { long } from "../rounds";
import { exampleCall, makeThings, type Things } from "./example-calls";
import { type OwnServer, startOwnServer } from "./own-server";

test.describe.configure({ mode: "default" });

const secrets = {
  Name: "sentinel name",
  Notes: "sentinel notes",
  Email: "sentinel@example.com",
  Link: "https://sentinel.example/",
  Amount: 987_654.25,
  Price: 456_789.75,
  Done: true,
  Stage: "Shut",
  Day: "2019-03-07",
};
const secret = /sentinel|987654|456789|2019-03-07|"Shut"/;

let server: OwnServer;
let things: Things;
let records: string;
let record: string;
let blind: ApiClient;

test.beforeAll(async () => {
  server = await startOwnServer({});
  things = await makeThings(server.api, "Mine");
  records = `/bases/${things.base.id}/tables/${things.ids.tableId}/records`;
  record = `${records}/${things.record.id}`;
  expect((await server.api.patch(record, { record: secrets })).status).toBe(200);
  const config = { filter: { field: "Name", equals: secrets.Name } };
  const view = `/bases/${things.base.id}/tables/${things.ids.tableId}/views/${things.ids.viewId}`;
  expect((await server.api.patch(view, { config })).status).toBe(200);
  blind = await clientWith(["write", "schema"]);
});
test.afterAll(() => server.stop());

for (const operation of everyOperation.filter((each) => isWrite(each) && !isAboutAccess(each))) {
  test(`${operation.id} reveals no stored data`, async () => {
    const [path, request] = exampleCall(operation, things);
    const answer = await blind.call(`${path}${path.includes("?") ? "&" : "?"}dryRun=true`, request);
    expect(answer.status).not.toBe(403);
    expect(answer.status).toBeLessThan(500);
    expect(JSON.stringify(answer.body)).not.toMatch(secret);
  });
}

test("a write returns the ids of the written records", async () => {
  const id = expect.any(String);
  expect((await blind.post(records, { record: { Name: "x" } })).body).toEqual({ id });
  expect((await blind.post(`${records}/bulk`, { records: [{}, {}] })).body).toEqual({
    records: [{ id }, { id }],
  });
  expect((await blind.patch(record, { record: {} })).body).toEqual({ id: things.record.id });
  const field = { name: "More", type: "number" };
  const table = await blind.post(`/bases/${things.base.id}/tables`, { name: "More", fields: [field] });
  expect(table.body).toEqual({ id, primaryFieldId: id, fields: [{ id }], views: [{ id }] });
});

test("a new webhook returns its id and its secret, which is shown once", async () => {
  const webhooks = `/bases/${things.base.id}/webhooks`;
  const body = { url: "https://hooks.example/", events: ["record.created"] };
  const shown = { id: expect.any(Number), secret: expect.stringMatching(/^whsec_/) };
  const created = await blind.post(webhooks, body);
  expect([created.status, created.body]).toEqual([201, shown]);
  const one = `${webhooks}/${created.body.id}`;
  expect((await blind.patch(one, { active: false })).body).toEqual({ id: created.body.id });
  expect((await blind.call(`${one}/rotate`, { method: "POST" })).body).toEqual({
    ...shown,
    id: created.body.id,
  });
});

test("a test of a webhook tells how it went, without the words of the receiver", async () => {
  const webhooks = `/bases/${things.base.id}/webhooks`;
  const body = { url: "https://hooks.example/", events: ["record.created"] };
  const { body: created } = await server.api.post(webhooks, body);
  const { status, body: attempt } = await blind.call(`${webhooks}/${created.id}/test`, { method: "POST" });
  expect(status).toBe(200);
  expect(Object.keys(attempt)).toEqual(["at", "status", "milliseconds", "error"]);
});

test("a record's ETag reveals nothing about its values", async () => {
  const before = await blind.patch(record, { record: {} });
  await server.api.patch(record, { record: { Notes: "sentinel other" } });
  const after = await blind.patch(record, { record: {} });
  // The ETag ends with a hash of the response, after the version and a hash of the record's id.
  const hashOf = ({ headers }: typeof before) => headers.get("ETag")?.slice(-13);
  expect(hashOf(after)).toBe(hashOf(before));
});

test("a 412 does not contain the record", async () => {
  const answer = await blind.call(record, {
    method: "PATCH",
    body: { record: { Done: false } },
    headers: { "If-Match": '"1-aaaaaaaaaaaa"' },
  });
  const message = "does not match the current version of the record";
  expect([answer.status, answer.body]).toEqual([
    412,
    errorBody("PRECONDITION_FAILED", `If-Match ${message}.`, [{ path: "If-Match", message }]),
  ]);
});

test("an upsert is refused, as it compares stored values", async () => {
  for (const query of ["", "?dryRun=true"]) {
    const body = { matchOn: ["Email"], records: [{ Email: secrets.Email }] };
    const answer = await blind.post(`${records}/bulk${query}`, body);
    expect(answer.status).toBe(403);
    expect(answer.body).toEqual(errorBody("FORBIDDEN", expect.stringContaining('lacks the scope "read"')));
  }
});

test("a change of type reports the number of lost values, not the values", async () => {
  const field = `/bases/${things.base.id}/tables/${things.ids.tableId}/fields/Notes`;
  const answer = await blind.patch(`${field}?dryRun=true`, { type: "number" });
  expect(answer.body).toEqual({ convertible: expect.any(Number), lost: expect.any(Number) });
  expect(answer.body.lost).toBeGreaterThan(0);
  const refused = await blind.patch(field, { type: "number" });
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([409, expect.not.stringMatching(secret)]);
});

test("undo and restore reveal no values", async () => {
  const gone = (await server.api.post(records, { record: secrets })).body.id;
  expect((await blind.call(`${records}/${gone}`, { method: "DELETE" })).body).toEqual({ deleted: true });
  const { body } = await server.api.get(`/bases/${things.base.id}/trash`);
  const restore = await blind.post(`/bases/${things.base.id}/trash/${body.trash[0].id}/restore`, undefined);
  expect(restore.body).toEqual({ id: gone });
  const undo = await blind.post(`/bases/${things.base.id}/undo`, undefined);
  expect(undo.status).toBe(200);
  expect(JSON.stringify(undo.body)).not.toMatch(secret);
});

test("an idempotent response is not repeated after the key loses read", long, async () => {
  const { body: key } = await server.api.post("/keys", { name: "Narrowed", scopes: ["read", "write"] });
  const caller = new ApiClient(server.api.origin, key.key);
  const call = () =>
    caller.call(record, {
      method: "PATCH",
      body: { record: { Done: true } },
      headers: { "Idempotency-Key": "once" },
    });
  expect(JSON.stringify((await call()).body)).toMatch(secret);
  expect((await server.api.patch(`/keys/${key.id}`, { scopes: ["write"] })).status).toBe(200);
  await expect.poll(async () => (await caller.get(record)).status).toBe(403);
  expect((await call()).status).toBe(422);
});

/** Those need the scope `keys` instead. */
function isAboutAccess({ action }: Operation): boolean {
  return action !== null && ruleOf(action).scopes.includes("keys");
}

async function clientWith(scopes: readonly Scope[]): Promise<ApiClient> {
  const { body } = await server.api.post("/keys", { name: "Form", scopes });
  return new ApiClient(server.api.origin, body.key);
}
