/** Every limit applies, and its environment variable sets it. */
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { connect } from "node:net";
import path from "node:path";
import pg from "pg";
import type { Base } from "../../lib/contract/bases";
import { findRunningPostgres } from "../../lib/server/postgres/embedded-postgres";
import { type Answer, ApiClient, badRequestBody, errorBody } from "../api-client";
import { expect, test } from "../fixtures";
import { anotherOwner, newAccount } from "../people";
import { long } from "../rounds";
import { type OwnServer, startOwnServer } from "./own-server";

const text = { type: "single_line_text", name: "Name" };

test.describe("limits on the content of requests", () => {
  test.describe.configure({ mode: "default" });

  let server: OwnServer;
  let place: string;

  test.beforeAll(async () => {
    server = await startOwnServer({
      MAX_BODY_BYTES: "2000",
      MAX_BODY_VALUES: "40",
      MAX_READING_VALUES: "39",
      MAX_JSON_DEPTH: "5",
      MAX_OBJECT_KEYS: "20",
      MAX_NAME_LENGTH: "10",
      MAX_OPTIONS_PER_FIELD: "2",
      MAX_FILES_PER_CELL: "1",
      MAX_FIELDS_PER_TABLE: "3",
      MAX_TABLES_PER_CALL: "2",
      MAX_ATTACHMENT_BYTES: "100",
      MAX_RECORDS_PER_CALL: "4",
      MAX_DATABASES_PER_KEY: "2",
      MAX_OVERLAP_SECONDS: "60",
      MAX_SEARCH_CHARACTERS: "5",
      MAX_SESSIONS_PER_KEY: "2",
      RATE_LIMIT: "off",
      SIGN_IN_ATTEMPTS_PER_MINUTE: "2",
    });
    const { body } = await server.api.post<Base>("/bases", {
      name: "B",
      tables: [{ name: "T", fields: [text] }],
    });
    place = `/bases/${body.id}/tables/T/records`;
  });
  test.afterAll(() => server.stop());

  test("MAX_BODY_BYTES", async () => {
    const body = (length: number) => `{"record":{}}${" ".repeat(length - 13)}`;
    expect((await server.api.call(place, { method: "POST", raw: body(2_000) })).status).toBe(201);
    const longer = await server.api.call(place, { method: "POST", raw: body(2_001) });
    expect(longer.status).toBe(413);
    expect(longer.body).toEqual(
      errorBody("PAYLOAD_TOO_LARGE", "The body is too large. At most 2,000 bytes are allowed."),
    );
  });

  test("MAX_BODY_VALUES, with values of bulk records counted separately", async () => {
    const single = (values: number) => ({ record: { Name: Array(values - 3).fill("x") } });
    const fits = await server.api.post(place, single(40));
    expect(fits.body).toEqual(badRequestBody(["record.Name", "takes text, not a list"]));
    const more = await server.api.post(place, single(41));
    expect(more.status).toBe(413);
    expect(more.body).toEqual(
      errorBody("PAYLOAD_TOO_LARGE", "The body has too many values. At most 40 are allowed."),
    );
    const bulk = (values: number) => ({ records: [{ Name: Array(values - 4).fill("x") }] });
    const within = await server.api.post(`${place}/bulk`, bulk(52));
    expect(within.body).toEqual(badRequestBody(["records[0].Name", "takes text, not a list"]));
    const beyond = await server.api.post(`${place}/bulk`, bulk(53));
    expect(beyond.body).toEqual(
      errorBody("PAYLOAD_TOO_LARGE", "The body has too many values. At most 52 are allowed."),
    );
  });

  test("MAX_READING_VALUES", async () => {
    const filter = (values: number) => ({ filter: { field: "Name", in: Array(values - 4).fill("x") } });
    expect((await server.api.post(`${place}/list`, filter(39))).status).toBe(200);
    const more = await server.api.post(`${place}/list`, filter(40));
    expect(more.status).toBe(413);
    expect(more.body).toEqual(
      errorBody("PAYLOAD_TOO_LARGE", "The body has too many values. At most 39 are allowed."),
    );
  });

  test("MAX_TABLES_PER_CALL", async () => {
    const body = (count: number) => ({
      name: "Tables",
      tables: Array.from({ length: count }, (_, index) => ({ name: `${index}`, fields: [text] })),
    });
    expect((await server.api.post("/bases", body(2))).status).toBe(201);
    const more = await server.api.post("/bases", body(3));
    expect(more.status).toBe(400);
    expect(more.body).toEqual(badRequestBody(["tables", "takes at most 2 tables"]));
  });

  test("MAX_ATTACHMENT_BYTES", async () => {
    const upload = (size: number) =>
      server.api.call(place.replace("/tables/T/records", "/attachments?filename=a"), {
        method: "POST",
        raw: "x".repeat(size),
      });
    expect((await upload(100)).status).toBe(201);
    const larger = await upload(101);
    expect(larger.status).toBe(413);
    expect(larger.body).toEqual(
      errorBody("PAYLOAD_TOO_LARGE", "The file is too large. At most 100 bytes are allowed."),
    );
  });

  test("MAX_JSON_DEPTH", async () => {
    const nested = (depth: number) => `{"record":{"Name":${"[".repeat(depth - 2)}${"]".repeat(depth - 2)}}}`;
    const within = await server.api.call(place, { method: "POST", raw: nested(5) });
    expect(within.body).toEqual(badRequestBody(["record.Name", "takes text, not a list"]));
    const deeper = await server.api.call(place, { method: "POST", raw: nested(6) });
    expect(deeper.body).toEqual(badRequestBody(["record.Name[0][0][0]", "is nested more than 5 deep"]));
  });

  test("MAX_OBJECT_KEYS", async () => {
    const wide = (keys: number) => ({
      filters: { Name: Object.fromEntries(Array.from({ length: keys }, (_, at) => [`op${at}`, 1])) },
    });
    expect((await server.api.post(`${place}/list`, wide(20))).status).toBe(400);
    const wider = await server.api.post(`${place}/list`, wide(21));
    expect(wider.status).toBe(413);
    expect(wider.body).toEqual(
      errorBody("PAYLOAD_TOO_LARGE", "An object in the body has too many keys. At most 20 are allowed."),
    );
  });

  test("MAX_NAME_LENGTH", async () => {
    expect((await server.api.post("/bases", { name: "🙂".repeat(10) })).status).toBe(201);
    const longer = await server.api.post("/bases", { name: "🙂".repeat(11) });
    expect(longer.status).toBe(400);
    expect(longer.body).toEqual(badRequestBody(["name", "takes at most 10 characters"]));
  });

  test("MAX_NAME_LENGTH, MAX_OPTIONS_PER_FIELD: of a select's options", async () => {
    const fields = place.replace("/records", "/fields");
    const field = (...labels: string[]) => ({
      type: "single_select",
      name: labels.join(""),
      template: { options: labels.map((label) => ({ label })) },
    });
    expect((await server.api.post(fields, field("🙂".repeat(10)))).status).toBe(201);
    const longer = await server.api.post(fields, { ...field("🙂".repeat(11)), name: "Long" });
    const detail = ["template.options[0].label", "takes at most 10 characters"] as const;
    expect([longer.status, longer.body]).toEqual([400, badRequestBody([...detail])]);
    const more = await server.api.post(fields, field("a", "b", "c"));
    expect([more.status, more.body]).toEqual([
      400,
      badRequestBody(["template.options", "takes at most 2 options"]),
    ]);
  });

  test("MAX_FILES_PER_CELL", async () => {
    const { body: table } = await server.api.post(place.replace("/T/records", ""), {
      name: "Files",
      fields: [text, { type: "attachments", name: "Files" }],
    });
    const upload = () =>
      server.api.call(place.replace("/tables/T/records", "/attachments?filename=a"), {
        method: "POST",
        raw: "x",
      });
    const files = [(await upload()).body, (await upload()).body];
    const records = place.replace("/T/", `/${table.id}/`);
    expect((await server.api.post(records, { record: { Files: files.slice(0, 1) } })).status).toBe(201);
    const more = await server.api.post(records, { record: { Files: files } });
    expect([more.status, more.body]).toEqual([
      400,
      badRequestBody(["record.Files", "takes at most 1 files"]),
    ]);
  });

  test("MAX_FIELDS_PER_TABLE", async () => {
    const body = (name: string, fields: number) => ({
      name,
      fields: Array.from({ length: fields }, (_, index) => ({ ...text, name: `${index}` })),
    });
    const tables = place.replace("/T/records", "");
    expect((await server.api.post(tables, body("three", 3))).status).toBe(201);
    const wider = await server.api.post(tables, body("four", 4));
    expect(wider.status).toBe(400);
    expect(wider.body).toEqual(badRequestBody(["fields", "takes at most 3 fields"]));
  });

  test("MAX_FIELDS_PER_TABLE, also for restored fields", long, async () => {
    const { api } = server;
    const base = place.replace("/tables/T/records", "");
    const fields = ["a", "b", "c"].map((name) => ({ ...text, name }));
    await api.post(`${base}/tables`, { name: "Full", fields });
    await api.call(`${base}/tables/Full/fields/c`, { method: "DELETE" });
    const { api: other } = await anotherOwner(api, { ...newAccount(), name: "Other" });
    expect((await other.post(`${base}/tables/Full/fields`, { ...text, name: "d" })).status).toBe(201);
    const message = 'would give "Full" more than 3 fields, which is the maximum; delete another one first';
    const undone = await api.post(`${base}/undo`, undefined);
    expect(undone.body).toMatchObject({ restored: 0, skipped: [{ reason: `it ${message}` }] });
    const [{ id }] = (await api.get(`${base}/trash`)).body.trash;
    const restore = () => api.post(`${base}/trash/${id}/restore`, undefined);
    const refused = await restore();
    expect([refused.status, refused.body.error.message]).toEqual([409, `trashId ${message}.`]);
    await api.call(`${base}/tables/Full/fields/d`, { method: "DELETE" });
    expect((await restore()).status).toBe(200);
    // Undo restores a whole table, even with the maximum number of fields.
    await api.call(`${base}/tables/Full`, { method: "DELETE" });
    expect((await api.post(`${base}/undo`, undefined)).body).toMatchObject({ restored: 1, skipped: [] });
  });

  test("SIGN_IN_ATTEMPTS_PER_MINUTE, also without RATE_LIMIT", async () => {
    const guesses = Array.from({ length: 5 }, () => server.api.post("/session", { key: "sk_prod_wrong" }));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([401, 401, 429, 429, 429]);
  });

  test("MAX_RECORDS_PER_CALL, of a bulk write and of a page", async () => {
    const bulk = (count: number) => server.api.post(`${place}/bulk`, { records: Array(count).fill({}) });
    expect((await bulk(4)).status).toBe(200);
    const more = await bulk(5);
    expect(more.status).toBe(400);
    expect(more.body).toEqual(badRequestBody(["records", "takes at most 4 records"]));
    await bulk(4);
    expect((await server.api.post(`${place}/list`, {})).body.records).toHaveLength(4);
    const page = await server.api.post(`${place}/list`, { limit: 5 });
    expect(page.status).toBe(400);
    expect(page.body).toEqual(badRequestBody(["limit", "takes 4 or less, not 5"]));
  });

  test("MAX_DATABASES_PER_KEY", async () => {
    const bases = await Promise.all(["1", "2", "3"].map((name) => server.api.post("/bases", { name })));
    const [first, second, third] = bases.map(({ body }) => body.id);
    const key = (...databases: string[]) =>
      server.api.post("/keys", { name: "K", scopes: ["read"], databases });
    expect((await key(first, second)).status).toBe(201);
    const more = await key(first, second, third);
    expect(more.status).toBe(400);
    expect(more.body).toEqual(badRequestBody(["databases", "takes at most 2 databases"]));
  });

  test("MAX_SEARCH_CHARACTERS, of a search, of a condition and of a whole filter", async () => {
    const { api } = server;
    const asked = (body: object) => api.post(`${place}/list`, body);
    const piece = (length: number) => ({ field: "Name", contains: "x".repeat(length) });
    expect((await asked({ search: "xxxxx", filter: { and: Array(10).fill(piece(5)) } })).status).toBe(200);
    for (const [path, body] of [
      ["search", { search: "xxxxxx" }],
      ["filter.contains", { filter: piece(6) }],
    ] as const) {
      const message = "takes at most 5 characters";
      expect((await asked(body)).body).toEqual(badRequestBody([path, message]));
    }
    const many = await asked({ filter: { or: Array(11).fill(piece(5)) } });
    expect(many.body).toEqual(
      badRequestBody(["filter", "searches texts for 55 characters; the maximum is 50"]),
    );
    const equal = { filter: { field: "Name", equals: "x".repeat(100) } };
    expect((await asked(equal)).status).toBe(200);
  });

  test("MAX_SESSIONS_PER_KEY: one more signs out the oldest", async () => {
    const { api } = server;
    const browsers: ApiClient[] = [];
    for (let count = 0; count < 3; count++) browsers.push(await ApiClient.signIn(api.origin, api.key ?? ""));
    const answers = await Promise.all(browsers.map((browser) => browser.get("/test")));
    expect(answers.map(({ status }) => status)).toEqual([401, 200, 200]);
  });

  test("MAX_OVERLAP_SECONDS", async () => {
    const { body } = await server.api.post("/keys", { name: "K", scopes: ["read"] });
    const rotate = (overlapSeconds: number) => server.api.post(`/keys/${body.id}/rotate`, { overlapSeconds });
    expect((await rotate(60)).status).toBe(200);
    const longer = await rotate(61);
    expect(longer.status).toBe(400);
    expect(longer.body).toEqual(badRequestBody(["overlapSeconds", "takes 60 or less, not 61"]));
  });
});

/** Retries a call until it is not rate-limited. Resolves to the response. */
async function untilAllowed<Body>(call: () => Promise<Answer<Body>>): Promise<Body> {
  let answer = await call();
  while (answer.status === 429) answer = await call();
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body;
}

test.describe("limits on the rate of requests", () => {
  test.describe.configure({ mode: "default" });

  let server: OwnServer;
  test.beforeAll(async () => {
    server = await startOwnServer({ RATE_LIMIT: "10", SIGN_IN_ATTEMPTS_PER_MINUTE: "3" });
  });
  test.afterAll(() => server.stop());

  test("RATE_LIMIT: a bucket of one second, reported in every response", async () => {
    const began = performance.now();
    const answers = await Promise.all(Array.from({ length: 60 }, () => server.api.get("/bases")));
    const seconds = (performance.now() - began) / 1000;
    const good = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 429);
    expect(good.length + refused.length).toBe(60);
    expect(good.length).toBeGreaterThanOrEqual(10);
    expect(good.length).toBeLessThanOrEqual(10 + Math.ceil(seconds * 10));
    for (const { headers } of answers) {
      expect(headers.get("RateLimit-Limit")).toBe("10");
      expect(headers.get("RateLimit-Remaining")).toMatch(/^\d$/);
      expect(headers.get("RateLimit-Reset")).toBe("1");
    }
    for (const { headers, body } of refused) {
      expect(headers.get("RateLimit-Remaining")).toBe("0");
      expect(headers.get("Retry-After")).toBe("1");
      expect(body).toEqual(
        errorBody("RATE_LIMITED", "Too many requests. At most 10 per second are allowed."),
      );
    }
  });

  test("RATE_LIMIT: a rotated key's two secrets share one bucket, another key has its own", async () => {
    const { api } = server;
    const make = async (path: string, body: object) =>
      new ApiClient(api.origin, (await untilAllowed(() => api.post(path, body))).key);
    const { id, key } = await untilAllowed(() => api.post("/keys", { name: "Rotated", scopes: ["read"] }));
    const other = await make("/keys", { name: "Other", scopes: ["read"] });
    const secrets = [
      new ApiClient(api.origin, key),
      await make(`/keys/${id}/rotate`, { overlapSeconds: 600 }),
    ];
    const began = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => secrets[index % 2]?.get("/test")),
    );
    const seconds = (performance.now() - began) / 1000;
    const good = answers.filter((answer) => answer?.status === 200);
    expect(good.length).toBeLessThanOrEqual(10 + Math.ceil(seconds * 10));
    expect((await other.get("/test")).headers.get("RateLimit-Remaining")).toBe("9");
  });

  test("RATE_LIMIT: a key and its sessions share one bucket", async () => {
    const { api } = server;
    const { key } = await untilAllowed(() => api.post("/keys", { name: "Signed in", scopes: ["read"] }));
    const callers = [new ApiClient(api.origin, key)];
    for (let count = 0; count < 4; count++) callers.push(await ApiClient.signIn(api.origin, key));
    const began = performance.now();
    const answers = await Promise.all(
      callers.flatMap((caller) => Array.from({ length: 12 }, () => caller.get("/test"))),
    );
    const seconds = (performance.now() - began) / 1000;
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(
      10 + Math.ceil(seconds * 10),
    );
  });

  test("RATE_LIMIT: every response to a key reports the remaining requests", async () => {
    const refused = [
      () => server.api.get("/nothing"),
      () => server.api.get("/bases/%ff"),
      () => server.api.call("/bases", { method: "PUT" }),
      () => server.api.get("/bases/0123456789abcdef"),
      () => server.api.post("/bases", {}),
      () => server.api.post("/bases", { name: "x", more: 1 }),
      () => server.api.get("/bases?x=1"),
      () => server.api.get("/bases/0123456789abcdef/tables/T/records/1"),
      () => server.api.call("/bases", { method: "POST", raw: "{" }),
      () =>
        server.api.call("/bases", { method: "POST", raw: "{}", headers: { "Content-Type": "text/plain" } }),
    ];
    const statuses: number[] = [];
    for (const ask of refused) {
      await expect
        .poll(async () => {
          const { status, headers } = await ask();
          expect(headers.get("RateLimit-Limit")).toBe("10");
          expect(headers.get("RateLimit-Remaining")).toMatch(/^\d$/);
          expect(headers.get("RateLimit-Reset")).toBe("1");
          if (status !== 429) statuses.push(status);
          return status;
        })
        .not.toBe(429);
    }
    expect(statuses).toEqual([404, 400, 405, 404, 400, 400, 400, 400, 400, 415]);
    const unknown = await server.api.call("/test", { headers: { Authorization: undefined } });
    expect([unknown.status, unknown.headers.has("RateLimit-Limit")]).toEqual([401, false]);
  });

  test("RATE_LIMIT: waiting for Retry-After suffices, and refused writes are not executed", async () => {
    const names = Array.from({ length: 30 }, (_, index) => `${index}`);
    const answers = await Promise.all(names.map((name) => server.api.post("/bases", { name })));
    const created = names.filter((_, index) => answers[index]?.status === 201);
    expect(created.length).toBeLessThan(30);
    await expect.poll(async () => (await server.api.get("/bases")).status).toBe(200);
    await expect
      .poll(async () => {
        const { status, body } = await server.api.get<Base[]>("/bases");
        return status === 200 && body.map(({ name }) => name).toSorted();
      })
      .toEqual(created.toSorted());
  });

  test("the sign-in link works once; SIGN_IN_ATTEMPTS_PER_MINUTE limits wrong attempts", async () => {
    const { origin, key } = server.api;
    const signIn = (body: object) =>
      server.api.call("/session", {
        method: "POST",
        body,
        headers: { Authorization: undefined, Origin: origin },
      });
    const first = await signIn({ code: server.code });
    expect(first.status).toBe(204);
    const cookie = first.headers.get("Set-Cookie")?.split(";")[0];
    const headers = { Authorization: undefined, Cookie: cookie };
    await expect.poll(async () => (await server.api.call("/test", { headers })).status).toBe(200);

    for (let count = 0; count < 5; count++) expect((await signIn({ key })).status).toBe(204);
    expect((await signIn({ code: server.code })).status).toBe(401);
    const guesses = Array.from({ length: 20 }, (_, index) => ({ key: `sk_prod_${index}` }));
    const statuses = (await Promise.all(guesses.map(signIn))).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([401, 401, ...Array(18).fill(429)]);
    const { status, headers: limited, body } = await signIn({ key: "sk_prod_wrong" });
    expect(status).toBe(429);
    expect(limited.get("Retry-After")).toBe("60");
    expect(body).toEqual(errorBody("RATE_LIMITED", "Too many failed sign-ins. Try again in a minute."));
    // Wrong attempts do not lock out others.
    expect((await signIn({ key })).status).toBe(204);
    await expect.poll(async () => (await server.api.get("/test")).status).toBe(200);
  });
});

test.describe("limits on slow requests", () => {
  test.describe.configure({ mode: "default" });

  let server: OwnServer;
  let base: Base;
  test.beforeAll(async () => {
    server = await startOwnServer({
      MAX_HEADER_SECONDS: "1",
      MAX_STALL_SECONDS: "2",
      MIN_BODY_BYTES_PER_SECOND: "500",
      MAX_ATTACHMENT_BYTES: "100000",
    });
    base = (await server.api.post<Base>("/bases", { name: "B" })).body;
  });
  test.afterAll(() => server.stop());

  test("MAX_HEADER_SECONDS: missing, slow and endless headers", long, async () => {
    const line = "GET /api/v1/test HTTP/1.1\r\n";
    for (const answer of await Promise.all([trickle("", ""), trickle(line, ""), trickle(line, "X: y\r\n")])) {
      expect(answer).toMatch(/^HTTP\/1.1 408 /);
      expect(bodyOf(answer)).toEqual(
        errorBody("REQUEST_TIMEOUT", "The request headers did not arrive within 1 seconds."),
      );
    }
  });

  test("MIN_BODY_BYTES_PER_SECOND: stalled and slow bodies of any operation", long, async () => {
    const before = await filesAndBases();
    const sized = (path: string) => `${head("POST", path)}Content-Length: 50000\r\n\r\n{`;
    const chunked = (path: string) => `${head("POST", path)}Transfer-Encoding: chunked\r\n\r\n`;
    const upload = `/bases/${base.id}/attachments?filename=a`;
    const answers = await Promise.all([
      trickle(sized("/bases"), ""),
      trickle(sized("/bases"), " "),
      trickle(chunked("/bases"), "1\r\n \r\n"),
      trickle(sized(upload), ""),
      trickle(chunked(upload), "1\r\n \r\n"),
    ]);
    for (const answer of answers) {
      expect(answer).toMatch(/^HTTP\/1.1 408 /);
      expect(bodyOf(answer)).toEqual(
        errorBody(
          "REQUEST_TIMEOUT",
          "The body arrived too slowly: fewer than 500 bytes a second for 2 seconds.",
        ),
      );
    }
    await expect.poll(filesAndBases).toEqual(before);
  });

  test("MAX_STALL_SECONDS: a steady upload may take longer", long, async () => {
    const request = `${head("POST", `/bases/${base.id}/attachments?filename=a`)}Connection: close\r\nContent-Length: 5000\r\n\r\n`;
    const answer = await trickle(request, "x".repeat(100));
    expect(answer).toMatch(/^HTTP\/1.1 201 /);
    expect(bodyOf(answer)).toMatchObject({ size: 5_000 });
  });

  test("endless bodies get a response and are cut off", long, async () => {
    const before = await filesAndBases();
    const chunk = `ffff\r\n${" ".repeat(0xffff)}\r\n`;
    const endless = (method: string, path: string) =>
      trickle(`${head(method, path)}Transfer-Encoding: chunked\r\n\r\n`, chunk, 1);
    const statuses = await Promise.all(
      [
        endless("POST", "/bases"),
        endless("GET", "/bases"),
        endless("POST", "/nothing"),
        endless("POST", `/bases/${base.id}/attachments?filename=a`),
      ].map(async (answer) => Number(/^HTTP\/1.1 (\d+)/.exec(await answer)?.[1])),
    );
    expect(statuses).toEqual([413, 200, 404, 413]);
    await expect.poll(filesAndBases).toEqual(before);
  });

  function head(method: string, path: string): string {
    const { key } = server.api;
    return `${method} /api/v1${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n`;
  }

  /** Sends `first`, then `more` at intervals. Resolves to everything received until the server closes. */
  async function trickle(first: string, more: string, every = 100): Promise<string> {
    const { hostname, port } = new URL(server.api.origin);
    const socket = connect(Number(port), hostname);
    await once(socket, "connect");
    socket.write(first);
    const timer = setInterval(() => {
      if (more !== "" && socket.writable && socket.writableLength < 1_000_000) socket.write(more);
    }, every);
    let answer = "";
    socket.on("data", (bytes) => (answer += bytes));
    // A server that has closed its side may reset the connection.
    socket.on("error", () => {});
    await new Promise((closed) => socket.once("close", closed));
    clearInterval(timer);
    return answer;
  }

  function bodyOf(answer: string): unknown {
    return JSON.parse(answer.slice(answer.indexOf("\r\n\r\n") + 4));
  }

  async function filesAndBases(): Promise<{ files: string[]; bases: unknown }> {
    return {
      files: await filesIn(server.dataFolder),
      bases: (await server.api.get("/bases")).body,
    };
  }
});

/** The names of files of finished and running uploads. */
async function filesIn(dataFolder: string): Promise<string[]> {
  const entries = await readdir(path.join(dataFolder, "attachments"), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => []);
  return entries.flatMap((entry) => (entry.isFile() ? [entry.name] : []));
}

test.describe("limits on database connections", () => {
  test.describe.configure({ mode: "default" });

  let server: OwnServer;
  test.beforeAll(async () => {
    server = await startOwnServer({ DATABASE_CONNECTIONS: "1", MAX_STATEMENT_SECONDS: "4" });
  });
  test.afterAll(() => server.stop());

  test("one connection is enough for everything", async () => {
    const { api } = server;
    const tables = [{ name: "T", fields: [text] }];
    const { body: base } = await api.post<Base>("/bases", { name: "B", tables });
    const fields = [text, { type: "linked_record", name: "Link", template: { tableId: "T" } }];
    expect((await api.post(`/bases/${base.id}/tables`, { name: "U", fields })).status).toBe(201);
    const records = `/bases/${base.id}/tables/U/records`;
    const record = (await api.post(records, { record: { Name: "a" } })).body;
    const answers = await Promise.all([
      api.get(`${records}/${record.id}`),
      api.patch(`${records}/${record.id}`, { record: { Name: "b" } }),
      api.post(`${records}/bulk`, { records: [{}, {}] }),
      api.post(`${records}/list`, {}),
      api.post(`${records}/aggregate`, { aggregates: [{ field: "Name", function: "count" }] }),
      api.post(`/bases/${base.id}/tables/U/fields`, { type: "number", name: "N" }),
      api.get("/bases"),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 201, 200]);
  });

  test("an upload in progress holds no connection, also with an idempotency key or a dry run", async () => {
    const { api, dataFolder } = server;
    const { body: base } = await api.post<Base>("/bases", { name: "Slow" });
    for (const [query, headers] of [
      ["", { "Idempotency-Key": "slow" }],
      ["&dryRun=true", {}],
    ] as const) {
      const sent = new TransformStream<Uint8Array, Uint8Array>();
      const sender = sent.writable.getWriter();
      const answer = api.call(`/bases/${base.id}/attachments?filename=a${query}`, {
        method: "POST",
        raw: sent.readable,
        headers,
      });
      await sender.write(Buffer.from("so far"));
      await expect.poll(() => filesIn(dataFolder)).toContainEqual(expect.stringMatching(/\.part$/));
      expect((await api.get("/bases")).status).toBe(200);
      await sender.write(Buffer.from(", and the rest"));
      await sender.close();
      expect(await answer).toMatchObject({ status: 201, body: { size: 20 } });
    }
  });

  test("waits for locks and connections time out", long, async () => {
    const { api } = server;
    const before = (await api.get("/bases")).body;
    const blocker = await lockBases();
    const asked = [api.get("/bases"), api.get("/bases"), api.post("/bases", { name: "Never" })];
    const answers = (await Promise.all(asked)).toSorted((one, other) => one.status - other.status);
    await blocker.end();
    for (const { headers } of answers) expect(headers.get("Retry-After")).toBe("1");
    const held =
      "Another change is still working on these records or fields, such as a change of a field's type. Try again shortly.";
    const waiting = "This key has a query running and others waiting. Try again when some are done.";
    expect(answers.map(({ body }) => body)).toEqual([
      errorBody("RATE_LIMITED", waiting),
      errorBody("UNAVAILABLE", held),
      errorBody("UNAVAILABLE", held),
    ]);
    expect((await api.get("/bases")).body).toEqual(before);
    expect((await api.post("/bases", { name: "Now" })).status).toBe(201);
  });

  /** Locks all databases until it ends. */
  async function lockBases(): Promise<pg.Client> {
    const client = new pg.Client((await findRunningPostgres(server.dataFolder)) ?? undefined);
    client.on("error", () => {});
    await client.connect();
    await client.query('BEGIN; LOCK TABLE "Base" IN ACCESS EXCLUSIVE MODE');
    return client;
  }
});
