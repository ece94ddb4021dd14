import { randomUUID } from "node:crypto";
import { ApiClient } from "../api-client";
import { long } from "../rounds";
import { contentsOf, expect, test } from "./fixtures";

function withKey(key: string, others: Record<string, string> = {}) {
  return { headers: { "Idempotency-Key": key, ...others } };
}

test("a repeated write returns the first response and does nothing", async ({ api, base, place }) => {
  const key = randomUUID();
  const call = { method: "POST", body: { record: { Name: "Ada" } }, ...withKey(key) };
  const first = await api.call(`${place}/records`, call);
  const again = await api.call(`${place}/records`, call);
  expect([again.status, again.body]).toEqual([201, first.body]);
  for (const name of ["Location", "ETag", "Content-Type"]) {
    expect(again.headers.get(name)).toBe(first.headers.get(name));
  }
  expect([first, again].map(({ headers }) => headers.get("Idempotency-Replayed"))).toEqual([null, "true"]);
  const contents = await contentsOf(api, base);
  expect(contents).toMatchObject({ records: [{ total: 1 }] });
});

test("every write can be repeated: bulk, fields, deletions, undo", long, async ({ api, base, place }) => {
  const made = await api.post(`${place}/records`, { record: { Name: "Ada" } });
  const calls: [string, string, unknown][] = [
    ["POST", `${place}/records/bulk`, { records: [{ Name: "a" }, { Name: "b" }] }],
    ["PUT", `${place}/records/bulk`, { records: [{ recordId: made.body.id, Amount: 3 }] }],
    ["POST", `${place}/fields`, { name: "More", type: "number" }],
    ["POST", `/bases/${base.id}/tables`, { name: "Second", fields: [{ name: "A", type: "number" }] }],
    ["DELETE", `${place}/fields/More`, undefined],
    ["DELETE", `${place}/records/${made.body.id}`, undefined],
    ["POST", `/bases/${base.id}/undo`, undefined],
  ];
  for (const [method, path, body] of calls) {
    const call = { method, body, ...withKey(randomUUID()) };
    const first = await api.call(path, call);
    expect(first.status, JSON.stringify(first.body)).toBeLessThan(300);
    const before = await contentsOf(api, base);
    const again = await api.call(path, call);
    expect([again.status, again.body], `${method} ${path}`).toEqual([first.status, first.body]);
    expect(await contentsOf(api, base)).toEqual(before);
  }
});

test("responses of reads are not stored: a repeat reads again", async ({ api, place }) => {
  const reader = await api.post("/keys", { name: "Reader", scopes: ["read"] });
  const program = new ApiClient(api.origin, reader.body.key);
  for (const [path, body] of [
    ["list", {}],
    ["aggregate", { aggregates: [] }],
  ] as const) {
    const call = { method: "POST", body, ...withKey(randomUUID()) };
    const first = await program.call(`${place}/records/${path}`, call);
    await api.post(`${place}/records`, { record: { Name: "Ada" } });
    const again = await program.call(`${place}/records/${path}`, call);
    expect([first.status, again.status, again.headers.get("Idempotency-Replayed")]).toEqual([200, 200, null]);
    expect(again.body).not.toEqual(first.body);
  }
});

test("of many concurrent repeats one runs; the others get its response or a conflict", async ({
  api,
  base,
  place,
}) => {
  const call = { method: "POST", body: { record: { Name: "Ada" } }, ...withKey(randomUUID()) };
  const answers = await Promise.all(Array.from({ length: 30 }, () => api.call(`${place}/records`, call)));
  expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
  const ids = new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.id));
  expect(ids.size).toBe(1);
  expect(await contentsOf(api, base)).toMatchObject({ records: [{ total: 1 }] });
});

test("the key belongs to method, path, query and body", async ({ api, place }) => {
  const key = randomUUID();
  const body = { record: { Name: "Ada" } };
  const { body: made } = await api.call(`${place}/records`, { method: "POST", body, ...withKey(key) });
  for (const [method, path, other] of [
    ["POST", `${place}/records`, { record: { Name: "Grace" } }],
    ["POST", `${place}/records?typecast=true`, body],
    ["PATCH", `${place}/records/${made.id}`, body],
  ] as const) {
    const { status, body: answer } = await api.call(path, { method, body: other, ...withKey(key) });
    expect([status, answer.error.code]).toEqual([422, "IDEMPOTENCY_MISMATCH"]);
  }
});

test("for uploads the key belongs to the file's bytes and name", long, async ({ api, base }) => {
  const part = (bytes: string, name: string, boundary: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n${bytes}\r\n--${boundary}--\r\n`;
  const multipart = (bytes: string, name: string, boundary = "x") => ({
    query: "",
    raw: part(bytes, name, boundary),
    type: `multipart/form-data; boundary=${boundary}`,
  });
  const declared = (raw: string, name: string) => ({ query: `?filename=${name}`, raw, type: "text/plain" });
  const chunked = (bytes: string, name: string) => ({
    ...declared(bytes, name),
    raw: new Blob([bytes]).stream(),
  });
  for (const [send, again] of [
    [declared, declared],
    [chunked, chunked],
    [declared, chunked],
    [multipart, (bytes: string, name: string) => multipart(bytes, name, "another")],
  ] as const) {
    const key = randomUUID();
    const upload = ({ query, raw, type }: ReturnType<typeof declared | typeof chunked>) =>
      api.call(`/bases/${base.id}/attachments${query}`, {
        method: "POST",
        raw,
        ...withKey(key, { "Content-Type": type }),
      });
    const first = await upload(send("first", "a.txt"));
    expect([first.status, first.headers.get("Idempotency-Replayed")]).toEqual([201, null]);
    for (const other of [
      again("other", "a.txt"),
      again("first", "b.txt"),
      again("first and more", "a.txt"),
    ]) {
      const { status, body } = await upload(other);
      expect([status, body.error?.code]).toEqual([422, "IDEMPOTENCY_MISMATCH"]);
    }
    const repeated = await upload(again("first", "a.txt"));
    expect([repeated.status, repeated.body]).toEqual([201, first.body]);
    expect(repeated.headers.get("Idempotency-Replayed")).toBe("true");
    expect(await (await fetch(first.body.url)).text()).toBe("first");
  }
});

test("keys of different callers are independent", async ({ api, other, place }) => {
  const call = { method: "POST", body: { record: { Name: "Ada" } }, ...withKey(randomUUID()) };
  const [mine, theirs] = [
    await api.call(`${place}/records`, call),
    await other.call(`${place}/records`, call),
  ];
  expect([mine.status, theirs.status]).toEqual([201, 201]);
  expect(mine.body.id).not.toBe(theirs.body.id);
});

test("a repeated key creation shows the new key again to its creator", async ({ api, baseURL }) => {
  const call = { method: "POST", body: { name: "Twice", scopes: ["read"] }, ...withKey(randomUUID()) };
  const [first, again] = [await api.call("/keys", call), await api.call("/keys", call)];
  expect([again.status, again.body]).toEqual([201, first.body]);
  const made = new ApiClient(baseURL as string, first.body.key);
  expect((await made.get("/test")).status).toBe(200);
});

test("errors are not stored", async ({ api, place }) => {
  const key = randomUUID();
  const bad = { method: "POST", body: { record: { Nome: "Ada" } }, ...withKey(key) };
  expect((await api.call(`${place}/records`, bad)).status).toBe(400);
  const good = { method: "POST", body: { record: { Name: "Ada" } }, ...withKey(key) };
  expect((await api.call(`${place}/records`, good)).status).toBe(201);
});

test("a dry run is not reused for the real write", async ({ api, base, place }) => {
  const call = { method: "POST", body: { record: { Name: "Ada" } }, ...withKey(randomUUID()) };
  expect((await api.call(`${place}/records?dryRun=true`, call)).status).toBe(201);
  expect((await api.call(`${place}/records`, call)).status).toBe(201);
  expect(await contentsOf(api, base)).toMatchObject({ records: [{ total: 1 }] });
});

test("a key has 1 to 255 characters", async ({ api, place }) => {
  const call = (key: string) =>
    api.call(`${place}/records`, { method: "POST", body: { record: {} }, ...withKey(key) });
  expect((await call("k".repeat(255))).status).toBe(201);
  for (const key of ["", "k".repeat(256)]) {
    const { status, body } = await call(key);
    expect([status, body.error.details]).toEqual([
      400,
      [{ path: "Idempotency-Key", message: "takes 1 to 255 characters" }],
    ]);
  }
});
