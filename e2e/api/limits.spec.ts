/** Every limit is set by its environment variable, and kept. */
import type { Base } from "../../lib/contract/bases";
import { badRequestBody, errorBody } from "../api-client";
import { expect, test } from "../fixtures";
import { type OwnServer, startOwnServer } from "./own-server";

const text = { type: "single_line_text", name: "Name" };

test.describe("limits of what a request holds", () => {
  test.describe.configure({ mode: "default" });

  let server: OwnServer;
  let place: string;

  test.beforeAll(async () => {
    server = await startOwnServer({
      MAX_BODY_BYTES: "2000",
      MAX_JSON_DEPTH: "5",
      MAX_NAME_LENGTH: "10",
      MAX_FIELDS_PER_TABLE: "3",
      MAX_RECORDS_PER_CALL: "4",
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
    expect(longer.body).toEqual(errorBody("PAYLOAD_TOO_LARGE", "A body has at most 2,000 bytes"));
  });

  test("MAX_JSON_DEPTH", async () => {
    const nested = (depth: number) => `{"record":{"Name":${"[".repeat(depth - 2)}${"]".repeat(depth - 2)}}}`;
    const within = await server.api.call(place, { method: "POST", raw: nested(5) });
    expect(within.body).toEqual(badRequestBody(["record.Name", "takes text, not a list"]));
    const deeper = await server.api.call(place, { method: "POST", raw: nested(6) });
    expect(deeper.body).toEqual(badRequestBody(["record.Name[0][0][0]", "is nested more than 5 deep"]));
  });

  test("MAX_NAME_LENGTH", async () => {
    expect((await server.api.post("/bases", { name: "🙂".repeat(10) })).status).toBe(201);
    const longer = await server.api.post("/bases", { name: "🙂".repeat(11) });
    expect(longer.status).toBe(400);
    expect(longer.body).toEqual(badRequestBody(["name", "takes at most 10 characters"]));
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
});

test.describe("limits of how often", () => {
  test.describe.configure({ mode: "default" });

  let server: OwnServer;
  test.beforeAll(async () => {
    server = await startOwnServer({ RATE_LIMIT: "10", SIGN_IN_ATTEMPTS_PER_MINUTE: "3" });
  });
  test.afterAll(() => server.stop());

  test("RATE_LIMIT: a bucket of one second's worth, told on every answer", async () => {
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
      expect(body).toEqual(errorBody("RATE_LIMITED", "At most 10 requests a second; wait a moment"));
    }
  });

  test("RATE_LIMIT: waiting as told is enough, and a refused write is not done", async () => {
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

  test("the sign-in link works once; SIGN_IN_ATTEMPTS_PER_MINUTE bounds the wrong attempts", async () => {
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
    const { status, headers: limited, body } = await signIn({ key });
    expect(status).toBe(429);
    expect(limited.get("Retry-After")).toBe("60");
    expect(body).toEqual(errorBody("RATE_LIMITED", "Too many wrong sign-ins; try again in a minute"));
    await expect.poll(async () => (await server.api.get("/test")).status).toBe(200);
  });
});
