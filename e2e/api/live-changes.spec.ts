/** `GET …/changes/live`: the log as it grows. */
import type { ChangeList } from "../../lib/contract/changes";
import { type Answer, ApiClient, errorBody } from "../api-client";
import { Installation, settings } from "../faults/installation";
import { expect, test } from "./fixtures";
import { startOwnServer } from "./own-server";

/** A stream of events that is being read. */
class Live {
  readonly #reader: ReadableStreamDefaultReader<string>;
  #unread = "";

  private constructor(
    readonly response: Response,
    private readonly cut: AbortController,
  ) {
    const body = response.body as ReadableStream<BufferSource>;
    this.#reader = body.pipeThrough(new TextDecoderStream()).getReader();
  }

  static async open(
    { origin, key }: ApiClient,
    baseId: string,
    { since, headers }: { since?: string; headers?: { [name: string]: string } } = {},
  ): Promise<Live> {
    const cut = new AbortController();
    const query = since === undefined ? "" : `?since=${encodeURIComponent(since)}`;
    const response = await fetch(`${origin}/api/v1/bases/${baseId}/changes/live${query}`, {
      headers: { Authorization: `Bearer ${key}`, ...headers },
      signal: cut.signal,
    });
    return new Live(response, cut);
  }

  /** The next event; undefined at the end. */
  async next(): Promise<{ id: string; page: ChangeList } | undefined> {
    for (;;) {
      const end = this.#unread.indexOf("\n\n");
      if (end >= 0) {
        const text = this.#unread.slice(0, end);
        this.#unread = this.#unread.slice(end + 2);
        const event = /^id: (.+)\ndata: (.+)$/.exec(text);
        if (event) return { id: event[1] ?? "", page: JSON.parse(event[2] ?? "") };
        continue;
      }
      const { done, value } = await this.#reader.read();
      if (done) return undefined;
      this.#unread += value;
    }
  }

  /** The records that the next events are about, until there are so many. */
  async records(count: number): Promise<string[]> {
    const ids: string[] = [];
    while (ids.length < count) {
      const event = await this.next();
      if (!event) throw new Error(`the stream ended after ${ids.length}`);
      ids.push(...event.page.changes.filter(({ kind }) => kind === "record").map(({ id }) => id));
    }
    return ids;
  }

  /** The event that tells of a record. What others have open just now may bring along what was written before it. */
  async about(recordId: string): Promise<{ id: string; page: ChangeList }> {
    for (;;) {
      const event = await this.next();
      if (!event) throw new Error(`the stream ended before ${recordId}`);
      if (event.page.changes.some(({ id }) => id === recordId)) return event;
    }
  }

  close(): void {
    this.cut.abort();
  }
}

async function make(api: ApiClient, place: string, name: string): Promise<string> {
  const { status, body }: Answer<{ id: string }> = await api.post(`${place}/records`, {
    record: { Name: name },
  });
  expect(status).toBe(201);
  return body.id;
}

test("what anybody writes comes by itself, from now on", async ({ api, base, place }) => {
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

test("who was cut off goes on where they were: nothing is skipped, nothing comes twice", async ({
  api,
  base,
  place,
}) => {
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

test("many writers at once: each write comes once, in the order of the log", async ({ api, base, place }) => {
  const live = await Live.open(api, base.id);
  await live.next();
  const made = Promise.all(Array.from({ length: 60 }, (_, number) => make(api, place, String(number))));
  const heard = await live.records(60);
  expect(heard.toSorted()).toEqual((await made).toSorted());
  live.close();
});

test("what is rehearsed or refused is no news", async ({ api, base, place }) => {
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

test("a stream needs the right to read, which holds until it is taken", async ({ api, base, place }) => {
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

test("a place in no log, or in another, is refused", async ({ api, base }) => {
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

test("MAX_LIVE_STREAMS: a key holds so many open, and may open another when one is closed", async () => {
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
  expect(refused.body).toEqual(errorBody("RATE_LIMITED", expect.stringContaining("2 streams")));
  expect((await open(new ApiClient(server.api.origin, other.key))).response.status).toBe(200);
  first?.close();
  await expect.poll(async () => (await open(server.api)).response.status).toBe(200);
  await server.stop();
});

test("a server that is told to stop lets go of who listens", async () => {
  const server = await startOwnServer({});
  const { body: base } = await server.api.post("/bases", { name: "Live" });
  const live = await Live.open(server.api, base.id);
  await live.next();
  await server.stop();
  expect(await live.next()).toBeUndefined();
});

test("what one process writes is heard in another, and after the database has been away", async () => {
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
    process.kill(await installation.postmaster(), "SIGKILL");
    await expect.poll(async () => (await listener.get("/bases")).status, { timeout: 30_000 }).toBe(200);
    const again = await Live.open(listener, base.id);
    await again.next();
    const later = await make(writer, place, "heard again");
    expect(await again.records(1)).toEqual([later]);
    again.close();
  } finally {
    await installation.stop();
  }
});
