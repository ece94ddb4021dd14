/** Next's route handlers, behind `next start`, respond like our own server. */

import type { Base } from "../../lib/contract/bases";
import { findRunningPostgres } from "../../lib/server/postgres/embedded-postgres";
import { ApiClient, type Request } from "../api-client";
import { expect, test } from "../fixtures";
import { long } from "../rounds";
import { everyType, fullRecord } from "./fixtures";
import { type OwnServer, start, startOwnServer } from "./own-server";

test.describe.configure({ mode: "default" });

let ours: OwnServer;
let next: ApiClient;
let stopNext: () => Promise<void>;

test.beforeAll(async () => {
  ours = await startOwnServer({});
  const { output, stop } = await start(
    [process.execPath, "node_modules/.bin/next", "start", "--port", "0", "--hostname", "127.0.0.1"],
    /Local: +http:\S+[\s\S]*Ready/,
    {
      DATABASE_URL: (await findRunningPostgres(ours.dataFolder)) ?? "",
      APP_URL: ours.api.origin,
      RATE_LIMIT: "off",
    },
  );
  stopNext = stop;
  next = new ApiClient(/Local: +(http:\S+)/.exec(output)?.[1] ?? "", ours.api.key);
});

test.afterAll(async () => {
  await stopNext?.();
  await ours?.stop();
});

/** Each request has a new database, which `{base}` stands for, with these tables. */
const tables = [everyType, { name: 'a/b 100 % "🙂"', fields: [{ type: "number", name: "N" }] }];
const everything = "/bases/{base}/tables/Everything";
const odd = `/bases/{base}/tables/${encodeURIComponent('a/b 100 % "🙂"')}`;
const nowhere = "01234567-89ab-7def-8123-456789abcdef";
const none = { Authorization: undefined };

// Excludes what Next handles itself: a redirect for a repeated or trailing slash, a bare 500 for a path that is not
// UTF-8.
const requests: { [title: string]: [path: string, request?: Request] } = {
  "a good key": ["/test"],
  "no key": ["/test", { headers: none }],
  "a bad key": ["/test", { headers: { Authorization: "Bearer nonsense" } }],
  HEAD: ["/test", { method: "HEAD" }],
  "HEAD of what has no GET": [`${everything}/records`, { method: "HEAD" }],
  OPTIONS: [`${everything}/records`, { method: "OPTIONS", headers: none }],
  "OPTIONS of nothing": ["/nothing", { method: "OPTIONS" }],
  "a wrong method": ["/test", { method: "DELETE" }],
  "another wrong method": [`${everything}/records/list`, { method: "PUT", body: {} }],
  "an unknown query": ["/test?x=1"],
  "the root": [""],
  "an unknown address": ["/nothing/at/all"],
  "an unknown address, posted to": ["/nothing", { method: "POST", body: {} }],
  "a database": ["/bases/{base}"],
  "its tables": ["/bases/{base}/tables"],
  "a table by an odd name": [odd],
  "a table by a name with %2F only": ["/bases/{base}/tables/%2F"],
  "a table that is not there": ["/bases/{base}/tables/nothing"],
  "a path with NUL": ["/bases/{base}/tables/%00"],
  "a new database": ["/bases", { method: "POST", body: { name: "New", tables: [everyType] } }],
  "a new table": ["/bases/{base}/tables", { method: "POST", body: { ...everyType, name: "New" } }],
  "a table of a name that is taken": ["/bases/{base}/tables", { method: "POST", body: everyType }],
  "a table of nothing": ["/bases/{base}/tables", { method: "POST", body: {} }],
  "a new record": [`${everything}/records`, { method: "POST", body: { record: fullRecord } }],
  "a new record in an odd table": [`${odd}/records`, { method: "POST", body: { record: { N: 1 } } }],
  "many records": [`${everything}/records/bulk`, { method: "POST", body: { records: [fullRecord, {}] } }],
  "many records, some wrong": [
    `${everything}/records/bulk`,
    { method: "POST", body: { records: [{}, { X: 1 }] } },
  ],
  "a page of records": [`${odd}/records/list`, { method: "POST", body: { limit: 1, total: false } }],
  "a page of records without a body": [`${odd}/records/list`, { method: "POST" }],
  "an update of nothing": [`${everything}/records/${nowhere}`, { method: "PATCH", body: { record: {} } }],
  "an update with an id that is none": [`${everything}/records/1`, { method: "PATCH", body: { record: {} } }],
  "an update without a body": [`${everything}/records/${nowhere}`, { method: "PATCH" }],
  "malformed JSON": [`${everything}/records`, { method: "POST", raw: "{" }],
  "no UTF-8": [`${everything}/records`, { method: "POST", raw: new Uint8Array([0x22, 0xff, 0x22]) }],
  "a wrong type": [
    `${everything}/records`,
    { method: "POST", raw: "{}", headers: { "Content-Type": "text/plain" } },
  ],
  "too deep": [`${everything}/records`, { method: "POST", raw: "[".repeat(9_000) + "]".repeat(9_000) }],
  "too long": [`${everything}/records`, { method: "POST", raw: " ".repeat(10_000_001) }],
  "10 MB": [`${everything}/records`, { method: "POST", raw: `{"record":{}}${" ".repeat(9_999_000)}` }],
  "a sign-in with a wrong key": ["/session", { method: "POST", body: { key: "x" }, headers: none }],
  "a sign-in from elsewhere": [
    "/session",
    { method: "POST", body: { key: "x" }, headers: { ...none, Origin: "https://elsewhere.example" } },
  ],
};

for (const [title, [path, request]] of Object.entries(requests)) {
  test(title, async () => {
    const [one, other] = [await outcome(ours.api, path, request), await outcome(next, path, request)];
    expect(other).toEqual(one);
  });
}

test("a session of one entry point works at the other, with the same data", async () => {
  const path = everything.replace("{base}", await newBase());
  const { id } = (await ours.api.post(`${path}/records`, { record: fullRecord })).body;
  const signedIn = await next.call("/session", { method: "POST", body: { key: next.key }, headers: none });
  const cookie = signedIn.headers.get("Set-Cookie")?.split(";")[0];
  for (const [index, door] of [ours.api, next].entries()) {
    const updated = await door.call(`${path}/records/${id}`, {
      method: "PATCH",
      body: { record: { Amount: index } },
      headers: { ...none, Cookie: cookie, Origin: ours.api.origin },
    });
    expect(updated.status).toBe(200);
    expect(updated.body.fields).toEqual({ ...fullRecord, Amount: index });
    for (const reader of [ours.api, next]) {
      expect((await reader.get(`${path}/records/${id}`)).body).toEqual(updated.body);
    }
  }
});

test("a key revoked at one entry point is invalid at the other", long, async () => {
  for (const [one, other] of [
    [ours.api, next],
    [next, ours.api],
  ] as const) {
    const { body: key } = await one.post("/keys", { name: "Short-lived", scopes: ["read"] });
    const caller = new ApiClient(other.origin, key.key);
    expect((await caller.get("/test")).status).toBe(200);
    expect((await one.call(`/keys/${key.id}`, { method: "DELETE" })).status).toBe(200);
    await expect.poll(async () => (await caller.get("/test")).status).toBe(401);
  }
});

async function newBase(): Promise<string> {
  return (await ours.api.post<Base>("/bases", { name: "Doors", tables })).body.id;
}

/** The response of an entry point, without values that differ between calls. */
async function outcome(door: ApiClient, path: string, request?: Request): Promise<unknown> {
  const { status, headers, body } = await door.call(path.replace("{base}", await newBase()), request);
  const told = [...headers].filter(([name]) => !transport.has(name));
  return JSON.parse(withoutMinted(JSON.stringify({ status, headers: Object.fromEntries(told), body })));
}

/** Headers of the transport, as Next compresses responses. */
const transport = new Set(
  "connection content-encoding content-length date keep-alive transfer-encoding vary".split(" "),
);

function withoutMinted(text: string): string {
  return text
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "UUID")
    .replace(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, "TIME")
    .replace(/\b[0-9a-f]{16}\b/g, "DATABASE")
    .replace(/\b[tfv][1-9A-HJ-NP-Za-km-z]{10}\b/g, "ID")
    .replace(/"value":"\w{4}"/g, '"value":"OPTION"')
    .replace(/("etag":"\\"\d+)-[\w-]{20}/g, "$1-HASH")
    .replace(/rowhouse_session_\d+=[\w-]+/, "SESSION");
}
