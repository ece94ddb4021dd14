/** Imports that are cut off: by the caller, by the end of the process, by limits and by rights. */

import { once } from "node:events";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Base } from "../../lib/contract/bases";
import { ApiClient } from "../api-client";
import { expect, test } from "../fixtures";
import { long } from "../rounds";
import { type OwnServer, startOwnServer, startServer } from "./own-server";

test.describe.configure({ mode: "default" });

let server: OwnServer;
let base: Base;
let place: string;

test.beforeAll(async () => {
  server = await startOwnServer({ MAX_IMPORT_BYTES: "50000000" });
  const fields = [
    { type: "single_line_text", name: "Name" },
    { type: "number", name: "Amount" },
  ];
  ({ body: base } = await server.api.post<Base>("/bases", { name: "Test", tables: [{ name: "T", fields }] }));
  place = `/bases/${base.id}/tables/T`;
});
test.afterAll(() => server.stop());

const headers = { "Content-Type": "text/csv" };

function send(api: ApiClient, raw: string | ReadableStream, query = "") {
  return api.call(`${place}/records/import${query}`, { method: "POST", raw, headers });
}

function rowsOf(count: number): string {
  const rows = Array.from({ length: count }, (_, index) => `Name ${index},${index}\n`);
  return `Name,Amount\n${rows.join("")}`;
}

async function countOf(api: ApiClient): Promise<number> {
  const { body } = await api.post(`${place}/records/list`, { limit: 1 });
  return body.records.length;
}

async function filesLeft(): Promise<string[]> {
  return readdir(path.join(server.dataFolder, "imports")).catch(() => []);
}

test("a body that is cut off", async () => {
  const { port } = new URL(server.api.origin);
  const { request } = await import("node:http");
  const call = request({
    port,
    host: "127.0.0.1",
    method: "POST",
    path: `/api/v1${place}/records/import`,
    headers: { ...server.api.credentials, ...headers, "Content-Length": "1000000" },
  });
  call.on("error", () => {});
  call.write(rowsOf(1_000));
  await delay(200);
  call.destroy();
  await expect.poll(filesLeft).toEqual([]);
  expect(await countOf(server.api)).toBe(0);
});

test("a body beyond the limit", long, async () => {
  const { status, body } = await send(server.api, rowsOf(3_000_000));
  expect([status, body.error?.message]).toEqual([
    413,
    "The file is too large. At most 50,000,000 bytes are allowed.",
  ]);
  expect(await filesLeft()).toEqual([]);
});

test("a caller that goes away while the file is read", long, async () => {
  const leaving = new AbortController();
  const call = fetch(`${server.api.origin}/api/v1${place}/records/import`, {
    method: "POST",
    body: rowsOf(400_000),
    headers: { ...server.api.credentials, ...headers },
    signal: leaving.signal,
  }).catch(() => {});
  await expect.poll(filesLeft).toHaveLength(1);
  await delay(500);
  leaving.abort();
  await call;
  await expect.poll(filesLeft, { timeout: 15_000 }).toEqual([]);
  expect(await countOf(server.api)).toBe(0);
});

test("keys without the scope, and of other databases", async () => {
  const keyOf = async (scopes: string[], databases: string[] | null = null) => {
    const { body } = await server.api.post("/keys", { name: scopes.join(), scopes, databases });
    return new ApiClient(server.api.origin, body.key);
  };
  const { body: other } = await server.api.post<Base>("/bases", { name: "Other" });
  expect((await send(await keyOf(["read"]), "Name\nAda\n")).status).toBe(403);
  expect((await send(await keyOf(["write", "read"], [other.id]), "Name\nAda\n")).status).toBe(404);
  const writer = await keyOf(["write"]);
  expect((await send(writer, "Name\nAda\n", "?addOptions=true")).status).toBe(403);
  expect((await send(writer, "Name\nAda\n", "?mode=upsert&matchOn=Name")).status).toBe(403);
  expect((await send(writer, "Name,Amount\nAda,x\n")).status).toBe(400);
  expect(await countOf(server.api)).toBe(0);
  expect((await send(writer, "Name\nAda\n", "?dryRun=true")).body).toMatchObject({ created: 1 });
});

test("records can be edited, and structure read, while a file is imported", long, async () => {
  const { body: mine } = await server.api.post(`${place}/records`, { record: { Name: "Mine" } });
  let isOver = false;
  const call = send(server.api, rowsOf(200_000)).finally(() => {
    isOver = true;
  });
  const times: number[] = [];
  while (!isOver) {
    const start = performance.now();
    const body = { record: { Amount: times.length } };
    const { status } = await server.api.call(`${place}/records/${mine.id}`, { method: "PATCH", body });
    expect(status).toBe(200);
    times.push(performance.now() - start);
    await delay(20);
  }
  expect((await call).body.created).toBe(200_000);
  expect(times.length).toBeGreaterThan(3);
  await server.api.post(`/bases/${base.id}/undo`, {});
});

test("the end of the process", long, async () => {
  test.slow();
  const before = await countOf(server.api);
  const { body: uploaded } = await server.api.call(`/bases/${base.id}/imports?filename=many.csv`, {
    method: "POST",
    raw: rowsOf(300_000),
    headers,
  });
  const address = `/bases/${base.id}/imports/${uploaded.id}`;
  await expect
    .poll(async () => (await server.api.get(address)).body.status, { timeout: 30_000 })
    .toBe("ready");
  const started = await server.api.post(`${address}/run`, { table: { name: "Never" } });
  expect([started.status, started.body.status]).toEqual([202, "running"]);
  const call = send(server.api, rowsOf(300_000)).catch(() => {});
  await expect.poll(filesLeft).toHaveLength(2);
  await delay(1_500);
  server.child.kill("SIGKILL");
  await once(server.child, "exit");
  await call;
  const again = await startServer({
    ROWHOUSE_DATA_DIR: server.dataFolder,
    ROWHOUSE_API_KEY: server.api.key ?? "",
  });
  try {
    expect(await countOf(again.api)).toBe(before);
    await expect
      .poll(async () => (await again.api.get(address)).body, { timeout: 30_000 })
      .toMatchObject({ status: "failed", error: "The server was stopped." });
    expect((await again.api.get<Base>(`/bases/${base.id}`)).body.tables).toHaveLength(1);
    const { body } = await again.api.call(`${place}/records/aggregate`, { method: "POST", body: {} });
    expect(JSON.stringify(body)).not.toContain("Name 1");
  } finally {
    await again.stop();
  }
});
