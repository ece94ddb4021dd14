/** Requests and responses take a bounded share of memory, and refused bodies are not read. */
import { once } from "node:events";
import { stat } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Base } from "../../lib/contract/bases";
import { ApiClient } from "../api-client";
import { expect, test } from "../fixtures";
import { long } from "../rounds";
import { type OwnServer, startOwnServer } from "./own-server";

test.describe.configure({ mode: "default" });

let server: OwnServer;
let place: string;

test.beforeAll(async () => {
  server = await startOwnServer({
    PAGES: "on",
    MAX_BODY_BYTES: "200000",
    MAX_BODY_BYTES_AT_ONCE: "400000",
  });
  const { body } = await server.api.post<Base>("/bases", {
    name: "B",
    tables: [{ name: "T", fields: [{ name: "Name", type: "long_text" }] }],
  });
  place = `/bases/${body.id}/tables/T/records`;
});
test.afterAll(() => server.stop());

test("bodies in transit share a memory budget: half of it per key, and a 503 beyond", long, async () => {
  const keys = await Promise.all(["A", "B", "C"].map(writer));
  const [a, b, c] = keys as [ApiClient, ApiClient, ApiClient];
  const slow = [await begin(a, 190_000), await begin(b, 190_000)];
  await expect.poll(() => write(a, 100_000)).toEqual([429, "1"]);
  await expect.poll(() => write(c, 100_000)).toEqual([503, "1"]);
  expect(await write(c, 100)).toEqual([201, null]);
  for (const socket of slow) socket.destroy();
  // Interrupted bodies release their share.
  for (const api of keys) await expect.poll(() => write(api, 100_000)).toEqual([201, null]);
});

test("a body's share is released in any case", async () => {
  const api = await writer("Again");
  for (let count = 0; count < 10; count++) {
    const refused = await api.call(place, { method: "POST", raw: `{"x":"${"x".repeat(150_000)}"}` });
    expect(refused.status).toBe(400);
    expect((await write(api, 150_000))[0]).toBe(201);
  }
});

test("bodies are limited to 8 KB for signing in, and nearly nothing without a body", async () => {
  const body = JSON.stringify({ code: "x".repeat(9_000) });
  const session = await server.api.call("/session", { method: "POST", raw: body });
  expect([session.status, session.body.error.message]).toEqual([
    413,
    "The body is too large. At most 8,192 bytes are allowed.",
  ]);
  const chunked = new Blob([body]).stream();
  expect((await server.api.call("/session", { method: "POST", raw: chunked })).status).toBe(413);
  const { status } = await server.api.call(place.replace("/records", ""), { method: "DELETE", raw: body });
  expect(status).toBe(413);
});

for (const [method, path, status] of [
  ["POST", "/login", 405],
  ["PUT", "/database/1", 405],
  ["POST", "/_next/data", 405],
  ["GET", "/login", 400],
] as const) {
  test(`${method} ${path} with a body is refused early`, async () => {
    const { hostname, port } = new URL(server.api.origin);
    const socket = connect(Number(port), hostname);
    socket.write(`${method} ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 9990000\r\n\r\nthe beginning`);
    const [answer] = await once(socket, "data");
    socket.destroy();
    expect(String(answer)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });
}

test("image optimization is disabled", async () => {
  const address = `${server.api.origin}/_next/image?url=%2Ficon.svg&w=640&q=75`;
  expect((await fetch(address)).status).toBe(404);
});

test("an unknown API URL is a JSON 404 for any version", async () => {
  for (const path of ["/api", "/api/", "/api/v2/bases", "/api/v10", "/api/v1x"]) {
    const answer = await fetch(server.api.origin + path, { redirect: "manual" });
    expect([answer.status, (await answer.json()).error.code], path).toEqual([404, "NOT_FOUND"]);
  }
});

test("files of the server are private to its user", async () => {
  const { body } = await server.api.call(`${place.split("/tables")[0]}/attachments?filename=a.txt`, {
    method: "POST",
    raw: "secret",
    headers: { "Content-Type": "text/plain" },
  });
  const id = new URL(body.url).pathname.split("/").at(-2) ?? "";
  const folder = path.join(server.dataFolder, "attachments");
  const file = path.join(folder, id.slice(0, 2), id);
  const modes = await Promise.all([folder, file].map(async (each) => (await stat(each)).mode & 0o077));
  expect(modes).toEqual([0, 0]);
  expect((await stat(server.dataFolder)).mode & 0o066).toBe(0);
});

test.describe("a server with a small response limit", () => {
  let small: OwnServer;
  let base: string;
  test.beforeAll(async () => {
    small = await startOwnServer({ MAX_ANSWER_BYTES: "100000", MAX_ANSWER_BYTES_AT_ONCE: "1000000" });
    const name = { name: "Name", type: "single_line_text" };
    const { body } = await small.api.post<Base>("/bases", {
      name: "B",
      tables: [
        { name: "T", fields: [name, { name: "Text", type: "long_text" }] },
        { name: "U", fields: [name, { name: "To", type: "linked_record", template: { tableId: "T" } }] },
      ],
    });
    base = `/bases/${body.id}/tables`;
    await small.api.post(`${base}/U/fields`, {
      name: "Texts",
      type: "lookup",
      template: { linkFieldId: "To", targetFieldId: "Text" },
    });
    for (let from = 0; from < 40; from += 10) {
      const records = Array.from({ length: 10 }, (_, at) => ({
        Name: `${from + at}`,
        Text: `${(from + at) % 7}`.repeat(10_000),
      }));
      expect((await small.api.post(`${base}/T/records/bulk`, { records })).status).toBe(200);
    }
  });
  test.afterAll(() => small.stop());

  for (const [title, asked] of Object.entries({
    "the usual order": {},
    "a sort by large texts": { sort: [{ field: "Text" }, { field: "Name" }] },
    "a filter": { filter: { field: "Text", is_not_empty: true } },
  })) {
    test(`pages end early and continue exactly: ${title}`, async () => {
      const seen: string[] = [];
      let cursor: string | undefined;
      for (let pages = 1; ; pages++) {
        const { status, body } = await small.api.post(`${base}/T/records/list`, {
          limit: 30,
          ...asked,
          cursor,
        });
        expect([status, body.total]).toEqual([200, 40]);
        expect(body.records.length).toBeGreaterThan(0);
        expect(JSON.stringify(body.records).length).toBeLessThan(120_000);
        expect(body.hasMore).toBe(body.nextCursor !== null);
        seen.push(...body.records.map((record: { fields: { Name: string } }) => record.fields.Name));
        if (!body.hasMore) {
          expect(pages).toBeGreaterThan(5);
          break;
        }
        cursor = body.nextCursor;
      }
      expect([seen.length, new Set(seen).size]).toEqual([40, 40]);
      const second = await small.api.post(`${base}/T/records/list`, { ...asked, offset: 5, limit: 2 });
      expect(second.body.records.map((each: { fields: { Name: string } }) => each.fields.Name)).toEqual(
        seen.slice(5, 7),
      );
    });
  }

  test("a record above the limit is a page of its own", async () => {
    const large = { Name: "large", Text: "x".repeat(90_000) };
    const made = await small.api.post(`${base}/T/records`, { record: large });
    expect(made.status).toBe(201);
    const { body } = await small.api.post(`${base}/T/records/list`, {
      limit: 5,
      sort: [{ field: "createdAt", direction: "desc" }],
    });
    expect(body.records.map(({ id }: { id: string }) => id)).toEqual([made.body.id]);
    expect([body.hasMore, body.records[0].fields.Text.length]).toEqual([true, 90_000]);
    await small.api.call(`${base}/T/records/${made.body.id}`, { method: "DELETE" });
  });

  test("few fields of large records fill a page", async () => {
    const { body } = await small.api.post(`${base}/T/records/list`, { fields: ["Name"] });
    expect([body.records.length, body.hasMore]).toEqual([40, false]);
  });

  test("lookups of large cells end a page early, and one cell is truncated", async () => {
    const { body: all } = await small.api.post(`${base}/T/records/list`, { fields: ["Name"] });
    const ids = all.records.map(({ id }: { id: string }) => id);
    const records = [ids, ids.slice(0, 4), ids.slice(4, 8), ids.slice(8, 9)].map((To, at) => ({
      Name: `${at}`,
      To,
    }));
    for (const record of records) {
      expect((await small.api.post(`${base}/U/records`, { record })).status).toBe(201);
    }
    const shown: number[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await small.api.post(`${base}/U/records/list`, { cursor });
      expect(JSON.stringify(body).length).toBeLessThan(200_000);
      for (const { fields } of body.records) {
        expect(fields.To.length).toBe(records[shown.length]?.To.length);
        shown.push(fields.Texts.length);
      }
      cursor = body.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(shown.slice(1)).toEqual([4, 4, 1]);
    expect(shown[0]).toBeGreaterThan(0);
    expect(shown[0]).toBeLessThan(9);
  });

  test("a bulk call with a too large response changes nothing", async () => {
    const { body } = await small.api.post(`${base}/T/records/list`, { fields: ["Name"] });
    const updated = body.records.map(({ id }: { id: string }) => ({ recordId: id, Name: "changed" }));
    const refused = await small.api.call(`${base}/T/records/bulk`, {
      method: "PUT",
      body: { records: updated },
    });
    expect([refused.status, refused.body.error.code]).toEqual([413, "PAYLOAD_TOO_LARGE"]);
    expect((await small.api.post(`${base}/T/records/list`, { fields: ["Name"] })).body).toEqual(body);
    const few = { method: "PUT", body: { records: updated.slice(0, 3) } };
    expect((await small.api.call(`${base}/T/records/bulk`, few)).status).toBe(200);
  });
});

async function writer(name: string): Promise<ApiClient> {
  const { body } = await server.api.post("/keys", { name, scopes: ["write"] });
  return new ApiClient(server.api.origin, body.key);
}

/** Status and `Retry-After` of a write of about this size. */
async function write(api: ApiClient, bytes: number): Promise<[number, string | null]> {
  const raw = JSON.stringify({ record: { Name: "Ada" } }).padEnd(bytes, " ");
  const { status, headers } = await api.call(place, { method: "POST", raw });
  return [status, headers.get("Retry-After")];
}

/** Sends most of a body, then stalls. */
async function begin(api: ApiClient, bytes: number): Promise<Socket> {
  const { hostname, port } = new URL(api.origin);
  const socket = connect(Number(port), hostname);
  const headers = [
    `POST /api/v1${place} HTTP/1.1`,
    "Host: x",
    `Authorization: Bearer ${api.key}`,
    "Content-Type: application/json",
    `Content-Length: ${bytes}`,
  ];
  socket.write(`${headers.join("\r\n")}\r\n\r\n${" ".repeat(bytes - 1_000)}`);
  await once(socket, "ready");
  // The time when a server has read a request without responding cannot be observed.
  await delay(1_000);
  return socket;
}
