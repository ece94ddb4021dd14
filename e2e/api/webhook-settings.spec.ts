/** The settings of webhooks, and the addresses that they may call. */
import type { Webhook } from "../../lib/contract/webhooks";
import { badRequestBody, errorBody, minted } from "../api-client";
import { long } from "../rounds";
import { expect, test } from "./fixtures";

const url = "https://example.com/hooks";

test("a webhook is created, read, changed and deleted", async ({ api, base, table }) => {
  const all = `/bases/${base.id}/webhooks`;
  const { status, headers, body } = await api.post(all, {
    url,
    events: ["record.created", "record.created"],
  });
  const { secret, ...created } = body;
  expect([status, headers.get("Location")]).toEqual([201, `/api/v1${all}/${body.id}`]);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(created).toEqual({
    id: expect.any(Number),
    name: null,
    url,
    events: ["record.created"],
    tableIds: null,
    fieldIds: null,
    filter: null,
    sources: null,
    headers: [],
    includeRecords: true,
    active: true,
    createdAt: minted.time,
    createdBy: expect.objectContaining({ id: expect.any(String) }),
    lastDelivery: null,
    failingSince: null,
    pausedAt: null,
    pausedReason: null,
  });
  const one = `${all}/${body.id}`;
  expect((await api.get(one)).body).toEqual(created);
  const amount = table.fields.find(({ name }) => name === "Amount")?.id;
  const changed = await api.patch(one, {
    name: "Orders",
    tableIds: ["Everything"],
    fieldIds: ["Amount"],
    filter: { field: "Amount", greater_than: 1 },
    sources: ["ui", "form"],
    headers: { "X-Key": "of the receiver" },
    active: false,
  });
  const expected = {
    ...{ ...created, name: "Orders", tableIds: [table.id], fieldIds: [amount] },
    ...{
      filter: { field: amount, greater_than: 1 },
      sources: ["ui", "form"],
      headers: ["X-Key"],
      active: false,
    },
  };
  expect(changed.body).toEqual(expected);
  expect((await api.get<{ webhooks: Webhook[] }>(all)).body).toEqual({ webhooks: [expected] });
  const cleared = await api.patch(one, { tableIds: null, fieldIds: null, filter: null, sources: null });
  expect(cleared.body).toMatchObject({ tableIds: null, fieldIds: null, filter: null, sources: null });
  const deleted = await api.call(one, { method: "DELETE" });
  expect([deleted.status, deleted.body]).toEqual([
    200,
    { success: true, deleted: true, message: "Webhook deleted successfully" },
  ]);
  for (const path of [one, `${all}/0`, `${all}/99999999999`, `${all}/x`]) {
    const missing = await api.get(path);
    expect([missing.status, missing.body]).toEqual([404, errorBody("NOT_FOUND", "Webhook not found")]);
  }
});

test("the calls of older clients", async ({ api, base, table }) => {
  const all = `/bases/${base.id}/webhooks`;
  const first = await api.post(all, { url, events: ["record.updated"], tableId: table.id });
  const second = await api.post(all, { url, events: ["table.created"], source: "n8n", baseId: base.id });
  expect([first.status, first.body.tableIds]).toEqual([201, [table.id]]);
  expect([second.status, second.body.tableIds]).toEqual([201, null]);
  const { webhooks } = (await api.get(all)).body;
  expect(webhooks.map(({ id }: Webhook) => id)).toEqual([first.body.id, second.body.id]);
  expect(webhooks[0]).not.toHaveProperty("secret");
});

test("wrong settings are refused with their place", async ({ api, base, table, other }) => {
  const all = `/bases/${base.id}/webhooks`;
  const tables = "Known ones: Everything";
  const cases: [object, ...[string, unknown][]][] = [
    [{}, ["url", expect.any(String)], ["events", expect.any(String)]],
    [{ url, events: [] }, ["events", "needs at least one event"]],
    [{ url, events: ["record.read"] }, ["events[0]", expect.any(String)]],
    [
      { url: "ftp://example.com", events: ["record.created"] },
      ["url", "takes an http or https address without a user and password in it"],
    ],
    [
      { url: "https://me:secret@example.com", events: ["record.created"] },
      ["url", "takes an http or https address without a user and password in it"],
    ],
    [
      { url, events: ["record.created"], tableIds: ["Everything"], tableId: table.id },
      ["tableId", "cannot be combined with `tableIds`"],
    ],
    [
      { url, events: ["record.created"], tableId: "Nothing" },
      ["tableId", `is not a table "Nothing". ${tables}`],
    ],
    [
      { url, events: ["record.created"], tableIds: ["Everything", "Nothing"] },
      ["tableIds[1]", `is not a table "Nothing". ${tables}`],
    ],
    [
      { url, events: ["record.created"], filter: { field: "Amount", equals: 1 } },
      ["filter", "needs exactly one table in `tableIds`"],
    ],
    [
      { url, events: ["record.created"], tableIds: ["Everything"], filter: { field: "Gone", equals: 1 } },
      ["filter.field", expect.any(String)],
    ],
    [
      { url, events: ["record.created"], fieldIds: ["Amount"] },
      ["fieldIds", "needs the tables of the fields in `tableIds`"],
    ],
    [
      { url, events: ["record.created"], tableIds: ["Everything"], fieldIds: ["Gone"] },
      ["fieldIds[0]", expect.stringMatching(/^is not a field "Gone"/)],
    ],
    [{ url, events: ["record.created"], sources: ["zapier"] }, ["sources[0]", expect.any(String)]],
    [
      { url, events: ["record.created"], headers: { "Webhook-Id": "x" } },
      ["headers.Webhook-Id", "is a header that Rowhouse sets itself"],
    ],
    [
      { url, events: ["record.created"], headers: { "X-Key": "a\nb" } },
      ["headers.X-Key", "takes letters of Western European languages, digits and punctuation, in one line"],
    ],
  ];
  for (const [given, ...details] of cases) {
    const { status, body } = await api.post(all, given);
    const wanted = badRequestBody(...(details as [string, string][]));
    expect([status, body.error?.details], JSON.stringify(given)).toEqual([400, wanted.error.details]);
  }
  expect((await api.get(all)).body).toEqual({ webhooks: [] });
  expect((await other.get(`/bases/0123456789abcdef/webhooks`)).status).toBe(404);
});

test("addresses of private networks are refused, also when the webhook is called", async ({ api, base }) => {
  const all = `/bases/${base.id}/webhooks`;
  const hosts = [
    ...["127.0.0.1", "localhost", "[::1]", "0x7f.1", "2130706433", "0.0.0.0", "10.1.2.3", "192.168.1.1"],
    ...["169.254.169.254", "100.100.100.200", "[fd00:ec2::254]", "[::ffff:127.0.0.1]", "[64:ff9b::7f00:1]"],
    ...["[fe80::1]", "224.0.0.1", "198.18.0.1", "203.0.113.1", "[2002:7f00:1::]", "255.255.255.255"],
  ];
  for (const host of hosts) {
    const { status, body } = await api.post(all, { url: `http://${host}/`, events: ["record.created"] });
    const message = expect.stringMatching(/^cannot be called: .+ not an address of the public Internet$/);
    expect([status, body.error?.details], host).toEqual([400, [{ path: "url", message }]]);
  }
  const { body: unknown } = await api.post(all, { url: "http://name.invalid/", events: ["record.created"] });
  const refused = await api.patch(`${all}/${unknown.id}`, { url: "http://127.0.0.1/" });
  expect(refused.status).toBe(400);
  const tried = await api.post(`${all}/${unknown.id}/test`, undefined);
  expect(tried.body).toMatchObject({ status: null, answer: null, error: expect.stringMatching(/\.$/) });
});

test("a database has a limited number of webhooks", long, async ({ api, base }) => {
  const all = `/bases/${base.id}/webhooks`;
  const given = { url, events: ["record.created"], active: false };
  for (let count = 0; count < 50; count += 1) expect((await api.post(all, given)).status).toBe(201);
  const { status, body } = await api.post(all, given);
  expect([status, body.error.details]).toEqual([
    409,
    [{ path: "url", message: "cannot be added: this database has 50 webhooks already. Delete one first" }],
  ]);
});

test("webhooks travel neither with copies nor with exported files", async ({ api, base }) => {
  await api.post(`/bases/${base.id}/webhooks`, { url, events: ["record.created"] });
  const { body: copy } = await api.post(`/bases/${base.id}/duplicate`, {});
  expect((await api.get(`/bases/${copy.id}/webhooks`)).body).toEqual({ webhooks: [] });
});

test("a webhook of a deleted table is renamed and switched off, but not on", async ({ api, base }) => {
  const { body: gone } = await api.post(`/bases/${base.id}/tables`, {
    name: "Gone",
    fields: [{ type: "single_line_text", name: "Name" }],
  });
  const all = `/bases/${base.id}/webhooks`;
  const { body: made } = await api.post(all, { url, events: ["record.created"], tableId: "Gone" });
  await api.call(`/bases/${base.id}/tables/${gone.id}`, { method: "DELETE" });
  const change = async (body: object) => (await api.patch(`${all}/${made.id}`, body)).status;
  expect([await change({ name: "Old" }), await change({ active: false })]).toEqual([200, 200]);
  expect((await api.get(`${all}/${made.id}`)).body).toMatchObject({
    ...{ name: "Old", active: false, tableIds: [gone.id] },
  });
  expect(await change({ active: true })).toBe(400);
  expect(await change({ active: true, tableIds: null })).toBe(200);
});
