/** `GET …/changes/live`: the log as it grows. */
import { setTimeout as delay } from "node:timers/promises";
import type { ChangeList } from "../../lib/contract/changes";
import type { LiveRefusal } from "../../lib/contract/live";
import { type Answer, ApiClient, errorBody } from "../api-client";
import { Installation, settings } from "../faults/installation";
import { anotherOwner } from "../people";
import { long } from "../rounds";
import { expect, test } from "./fixtures";
import { Live } from "./live";
import { startOwnServer } from "./own-server";

async function make(api: ApiClient, place: string, name: string): Promise<string> {
  const { status, body }: Answer<{ id: string }> = await api.post(`${place}/records`, {
    record: { Name: name },
  });
  expect(status).toBe(201);
  return body.id;
}

test("new writes of anyone are streamed", long, async ({ api, base, place }) => {
  await make(api, place, "before");
  const live = await Live.open(api, base.id);
  expect(live.response.status).toBe(200);
  expect(live.response.headers.get("Content-Type")).toBe("text/event-stream");
  expect((await live.next())?.page).toMatchObject({ changes: [], hasMore: false });
  const made = await make(api, place, "Ada");
  const event = await live.about(made);
  expect(event.page.changes.at(-1)).toMatchObject({ kind: "record", id: made, before: null });
  expect(event.id).toBe(event.page.next);
  await api.patch(`${place}/records/${made}`, { record: { Name: "Bob" } });
  expect(await live.records(1)).toEqual([made]);
  await api.post(`${place}/fields`, { type: "checkbox", name: "New" });
  expect((await live.next())?.page.changes).toEqual(
    expect.arrayContaining([expect.objectContaining({ kind: "field" })]),
  );
  live.close();
});

test("a reconnecting client continues without gaps or duplicates", async ({ api, base, place }) => {
  const live = await Live.open(api, base.id);
  const { id: start = "" } = (await live.next()) ?? {};
  const first = await make(api, place, "first");
  const event = await live.about(first);
  live.close();
  const [second, third] = [await make(api, place, "second"), await make(api, place, "third")];
  const again = await Live.open(api, base.id, { headers: { "Last-Event-ID": event.id } });
  expect(await again.records(2)).toEqual([second, third]);
  again.close();
  const all = await Live.open(api, base.id, { since: start });
  expect(await all.records(3)).toEqual([first, second, third]);
  all.close();
});

test("concurrent writes are streamed once, in log order", async ({ api, base, place }) => {
  const live = await Live.open(api, base.id);
  await live.next();
  const made = Promise.all(Array.from({ length: 60 }, (_, number) => make(api, place, String(number))));
  const heard = await live.records(60);
  expect(heard.toSorted()).toEqual((await made).toSorted());
  live.close();
});

test("dry runs and refused writes are not streamed", async ({ api, base, place }) => {
  const live = await Live.open(api, base.id);
  await live.next();
  await api.post(`${place}/records?dryRun=true`, { record: { Name: "rehearsed" } });
  await api.post(`${place}/records`, { record: { Amount: "a lot" } });
  const { body } = await api.call(`${place}/records`, {
    method: "POST",
    body: { record: { Name: "kept" } },
    headers: { "Idempotency-Key": base.id },
  });
  expect(await live.records(1)).toEqual([body.id]);
  live.close();
});

test("a stream needs the scope read, and ends when it is removed", long, async ({ api, base, place }) => {
  const { body: key } = await api.post("/keys", { name: "Reader", scopes: ["read"], databases: [base.id] });
  const reader = new ApiClient(api.origin, key.key);
  const live = await Live.open(reader, base.id);
  await live.next();
  const first = await make(api, place, "told");
  expect(await live.records(1)).toEqual([first]);
  await api.call(`/keys/${key.id}`, { method: "DELETE" });
  await expect.poll(async () => (await reader.get("/test")).status).toBe(401);
  await make(api, place, "not told");
  expect(await live.next()).toBeUndefined();
  const { body: other } = await api.post("/bases", { name: "Other" });
  const { body: foreign } = await api.post("/keys", {
    name: "Other",
    scopes: ["read"],
    databases: [other.id],
  });
  const refused = await new ApiClient(api.origin, foreign.key).get(`/bases/${base.id}/changes/live`);
  expect([refused.status, refused.body]).toEqual([404, errorBody("NOT_FOUND", expect.any(String))]);
});

test("an unknown or foreign position is refused", async ({ api, base }) => {
  for (const since of ["x", "", Buffer.from('["a","1","1"]').toString("base64url")]) {
    const { status, body } = await api.get(`/bases/${base.id}/changes/live?since=${since}`);
    expect([status, body.error.details[0].path]).toEqual([400, "since"]);
  }
});

test("ends with its database", async ({ api, base }) => {
  const live = await Live.open(api, base.id);
  await live.next();
  await api.call(`/bases/${base.id}`, { method: "DELETE" });
  while (await live.next());
});

/** Ways to end the credential of a stream's reader. */
const endings: {
  readonly [title: string]: (
    owner: ApiClient,
    given: { keyId: string; otherId: string; reader: ApiClient },
  ) => Promise<unknown>;
} = {
  revoked: (owner, { keyId }) => owner.call(`/keys/${keyId}`, { method: "DELETE" }),
  "narrowed to writing": (owner, { keyId }) => owner.patch(`/keys/${keyId}`, { scopes: ["write"] }),
  expired: (owner, { keyId }) =>
    owner.patch(`/keys/${keyId}`, { expiresAt: new Date(Date.now() + 1_000).toISOString() }),
  rotated: (owner, { keyId }) => owner.post(`/keys/${keyId}/rotate`, {}),
};

for (const by of ["key", "session"] as const) {
  for (const [how, end] of Object.entries(endings)) {
    test(`a stream by a ${by} whose key is ${how} ends soon without a write`, long, async ({ api, base }) => {
      const { reader, keyId, otherId } = await makeReader(api, base.id);
      const client = by === "key" ? reader : await ApiClient.signIn(api.origin, reader.key as string);
      const streams = [
        await Live.open(client, base.id),
        await Live.openSeveral(client, { databaseId: base.id }, { databaseId: otherId }),
      ];
      for (const live of streams) await live.next();
      await end(api, { keyId, otherId, reader });
      for (const live of streams) expect(await live.untilEnd()).toBeLessThan(5_000);
    });
  }

  test(
    `a stream by a ${by} whose key is narrowed to another database goes on with that one alone`,
    long,
    async ({ api, base }) => {
      const { reader, keyId, otherId } = await makeReader(api, base.id);
      const client = by === "key" ? reader : await ApiClient.signIn(api.origin, reader.key as string);
      const alone = await Live.open(client, base.id);
      const several = await Live.openSeveral(client, { databaseId: base.id }, { databaseId: otherId });
      for (const live of [alone, several, several]) await live.next();
      await api.patch(`/keys/${keyId}`, { databases: [otherId] });
      expect(await alone.untilEnd()).toBeLessThan(5_000);
      const { event, data = "" } = (await several.event()) ?? {};
      expect([event, JSON.parse(data)]).toMatchObject(["refused", { databaseId: base.id }]);
      const fields = [{ type: "single_line_text", name: "Name" }];
      await api.post(`/bases/${otherId}/tables`, { name: "Told", fields });
      expect((await several.next())?.page).toMatchObject({
        databaseId: otherId,
        changes: expect.arrayContaining([expect.objectContaining({ kind: "table" })]),
      });
      several.close();
    },
  );
}

test("a stream ends soon after signing out without a write", async ({ api, base }) => {
  // Not `other`, in whose session later tests of this worker call.
  const leaver = (await anotherOwner(api)).api;
  const live = await Live.open(leaver, base.id);
  await live.next();
  await leaver.call("/session", { method: "DELETE" });
  expect(await live.untilEnd()).toBeLessThan(5_000);
});

/** A key that reads two databases. */
async function makeReader(api: ApiClient, baseId: string) {
  const { body: other } = await api.post("/bases", { name: "Other" });
  const databases = [baseId, other.id];
  const { body: key } = await api.post("/keys", { name: "Reader", scopes: ["read", "write"], databases });
  return { reader: new ApiClient(api.origin, key.key), keyId: key.id as string, otherId: other.id as string };
}

test("one stream covers several databases and continues from each position", async ({ api, base, place }) => {
  const { body: second } = await api.post("/bases", {
    name: "Second",
    tables: [{ name: "Rows", fields: [{ type: "single_line_text", name: "Name" }] }],
  });
  const elsewhere = `/bases/${second.id}/tables/Rows`;
  const live = await Live.openSeveral(api, { databaseId: base.id }, { databaseId: second.id });
  expect(live.response.headers.get("Content-Type")).toBe("text/event-stream");
  const begun = [await live.next(), await live.next()];
  expect(begun.map((event) => [event?.page.databaseId, event?.page.changes])).toEqual([
    [base.id, []],
    [second.id, []],
  ]);
  const here = await make(api, place, "here");
  expect((await live.about(here)).page.databaseId).toBe(base.id);
  const there = await make(api, elsewhere, "there");
  const event = await live.about(there);
  expect(event.page.databaseId).toBe(second.id);
  live.close();
  const missed = [await make(api, place, "missed"), await make(api, elsewhere, "missed")];
  const again = await Live.openAt(api, "/changes/live?since=", { "Last-Event-ID": event.id });
  expect((await again.records(2)).toSorted()).toEqual(missed.toSorted());
  again.close();
});

test("of several databases invalid ones are refused, and the others continue", async ({
  api,
  base,
  place,
}) => {
  const { body: foreign } = await api.post("/bases", { name: "Foreign" });
  const { reader, otherId } = await makeReader(api, base.id);
  const missing = "0123456789abcdef";
  const live = await Live.openSeveral(
    reader,
    { databaseId: foreign.id },
    { databaseId: missing },
    { databaseId: otherId },
    { databaseId: base.id },
  );
  const refusals: LiveRefusal[] = [];
  for (const id of [foreign.id, missing]) {
    const { event, data = "" } = (await live.event()) ?? {};
    expect(event).toBe("refused");
    refusals.push(JSON.parse(data.replaceAll(id, "ID")));
  }
  expect(refusals[0]).toEqual(refusals[1]);
  expect(refusals[0]).toMatchObject({ databaseId: "ID", error: { code: "NOT_FOUND" } });
  await live.next();
  await live.next();
  await api.call(`/bases/${otherId}`, { method: "DELETE" });
  // The stream ends with a message.
  let gone = await live.event();
  while (gone && gone.event === undefined) gone = await live.event();
  expect([gone?.event, JSON.parse(gone?.data ?? "")]).toEqual([
    "refused",
    { databaseId: otherId, error: { code: "NOT_FOUND", message: expect.any(String) } },
  ]);
  const made = await make(api, place, "still told");
  expect((await live.about(made)).page.databaseId).toBe(base.id);
  live.close();
  const lost = await Live.openSeveral(api, { databaseId: base.id, since: "elsewhere" });
  expect(JSON.parse((await lost.event())?.data ?? "")).toMatchObject({ error: { code: "BAD_REQUEST" } });
  expect(await lost.event()).toBeUndefined();
});

test("erased trash entries are reported to those who may see them", async ({ api, base, place }) => {
  const { body: foreign } = await api.post("/bases", { name: "Foreign" });
  const { reader } = await makeReader(api, foreign.id);
  const live = await Live.openSeveral(api, { databaseId: base.id });
  const others = await Live.openSeveral(reader, { databaseId: foreign.id }, { databaseId: base.id });
  const made = await make(api, place, "Ada");
  await api.call(`${place}/records/${made}`, { method: "DELETE" });
  await api.post(`/bases/${base.id}/trash/erase`, { all: true });
  expect(await erasedIn(live)).toEqual({ databaseId: base.id });
  await api.call(`/bases/${foreign.id}`, { method: "DELETE" });
  const heard: (string | undefined)[] = [];
  while (heard.filter((event) => event === "refused").length < 2) heard.push((await others.event())?.event);
  expect(heard).not.toContain("erased");
  for (const each of [live, others]) each.close();
});

async function erasedIn(live: Live): Promise<unknown> {
  for (;;) {
    const event = await live.event();
    if (!event) throw new Error("the stream ended before the erasure");
    if (event.event === "erased") return JSON.parse(event.data ?? "");
  }
}

test("an invalid list of databases is refused", async ({ api, base }) => {
  const many = Array.from({ length: 101 }, (_, index) => index.toString(16).padStart(16, "0")).join(",");
  for (const since of ["", ",", "x", `${base.id},`, `${base.id},${base.id}`, many]) {
    const { status, body } = await api.get(`/changes/live?since=${since}`);
    expect([status, body.error.details?.[0].path], since).toEqual([400, "since"]);
  }
  expect((await api.get("/changes/live")).status).toBe(400);
});

test("each of many followers gets every change once", long, async ({ api, base, place }) => {
  const made = await make(api, place, "watched");
  const streams = await Promise.all(Array.from({ length: 60 }, () => Live.open(api, base.id)));
  for (const live of streams) await live.next();
  for (let write = 0; write < 5; write += 1) {
    await api.patch(`${place}/records/${made}`, { record: { Notes: String(write).repeat(50_000) } });
    await delay(200);
  }
  const last = await make(api, place, "last");
  // All streams received every change once.
  const heard = await Promise.all(
    streams.map(async (live) => {
      const changes: ChangeList["changes"][number][] = [];
      while (changes.at(-1)?.id !== last) changes.push(...((await live.next())?.page.changes ?? []));
      // A stream may begin before the creation is settled.
      return changes.filter(({ id, before }) => id === made && before !== null).length;
    }),
  );
  expect(new Set(heard)).toEqual(new Set([5]));
  for (const live of streams) live.close();
});

test(
  "MAX_LIVE_STREAMS: sessions count toward their key, and MAX_LIVE_STREAMS_IN_ALL limits all",
  long,
  async () => {
    const server = await startOwnServer({ MAX_LIVE_STREAMS: "2", MAX_LIVE_STREAMS_IN_ALL: "3" });
    const { body: base } = await server.api.post("/bases", { name: "Live" });
    const { reader } = await makeReader(server.api, base.id);
    const statusOf = async (client: ApiClient) => (await Live.open(client, base.id)).response.status;
    const signIn = () => ApiClient.signIn(server.api.origin, reader.key as string);
    expect([await statusOf(reader), await statusOf(await signIn())]).toEqual([200, 200]);
    expect([await statusOf(await signIn()), await statusOf(reader)]).toEqual([429, 429]);
    expect(await statusOf(server.api)).toBe(200);
    const full = await server.api.get(`/changes/live?since=${base.id}`);
    expect([full.status, full.headers.get("Retry-After")]).toEqual([503, "10"]);
    expect(full.body).toEqual(errorBody("UNAVAILABLE", expect.stringContaining("3 open streams")));
    await server.stop();
  },
);

test("MAX_LIVE_STREAMS: a key may open another stream once one is closed", long, async () => {
  const server = await startOwnServer({ MAX_LIVE_STREAMS: "2" });
  const { body: base } = await server.api.post("/bases", { name: "Live" });
  const { body: other } = await server.api.post("/keys", {
    name: "Other",
    scopes: ["read"],
    databases: [base.id],
  });
  const open = (api: ApiClient) => Live.open(api, base.id);
  const [first] = [await open(server.api), await open(server.api)];
  const refused = await server.api.get(`/bases/${base.id}/changes/live`);
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "10"]);
  expect(refused.body).toEqual(errorBody("RATE_LIMITED", expect.stringContaining("2 open streams")));
  expect((await open(new ApiClient(server.api.origin, other.key))).response.status).toBe(200);
  first?.close();
  await expect.poll(async () => (await open(server.api)).response.status).toBe(200);
  await server.stop();
});

test("a stopping server closes its streams", long, async () => {
  const server = await startOwnServer({});
  const { body: base } = await server.api.post("/bases", { name: "Live" });
  const live = await Live.open(server.api, base.id);
  await live.next();
  await server.stop();
  expect(await live.next()).toBeUndefined();
});

test("writes reach streams of other processes, also after a database outage", long, async () => {
  test.setTimeout(120_000);
  const installation = await Installation.start(settings[1]);
  try {
    const [writer, listener] = [installation.client(0), installation.client(1)];
    const { body: base } = await writer.post("/bases", {
      name: "Live",
      tables: [{ name: "Rows", fields: [{ type: "single_line_text", name: "Name" }] }],
    });
    const place = `/bases/${base.id}/tables/Rows`;
    const live = await Live.open(listener, base.id);
    await live.next();
    const made = await make(writer, place, "heard");
    expect(await live.records(1)).toEqual([made]);
    const killed = await installation.postmaster();
    process.kill(killed, "SIGKILL");
    // Backends answer for a moment after their main process is gone.
    await expect(async () => expect(await installation.postmaster()).not.toBe(killed)).toPass();
    for (const client of [writer, listener]) {
      await expect.poll(async () => (await client.get("/bases")).status, { timeout: 30_000 }).toBe(200);
    }
    const again = await Live.open(listener, base.id);
    await again.next();
    const later = await make(writer, place, "heard again");
    expect(await again.records(1)).toEqual([later]);
    again.close();
  } finally {
    await installation.stop();
  }
});
