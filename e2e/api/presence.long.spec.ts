/** `PUT …/presence`: the people who have a database open, told to each other by the live stream and stored nowhere. */
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { LivePresence } from "../../lib/contract/live";
import type { Role } from "../../lib/contract/roles";
import { ApiClient, badRequestBody, errorBody } from "../api-client";
import { expect, test } from "../fixtures";
import { type Account, keyOf } from "../people";
import { long } from "../rounds";
import { Live } from "./live";
import { aDatabase, join, type PeopleServer, startPeopleServer, visitorOf } from "./people-server";

test.describe.configure({ mode: "default" });

/** Seconds that a page is present without a sign of life; a test takes less. */
const seconds = 6;

let server: PeopleServer;
let owner: ApiClient;

// Calls and streams of a person are in either worker, as each connection goes to the next.
test.beforeAll(async () => {
  server = await startPeopleServer({
    WORKERS: "2",
    MAX_PRESENCE_SECONDS: String(seconds),
    MAX_PRESENT_PAGES_PER_PERSON: "3",
    MAX_PRESENT_PAGES_PER_DATABASE: "5",
  });
  owner = server.owner;
});
test.afterAll(() => server?.stop());

type Database = Awaited<ReturnType<typeof makeDatabase>>;

/** A database with a table and a record. */
async function makeDatabase() {
  const base = await aDatabase(owner);
  const { body } = await owner.post(base.records, { record: { Name: "Ada" } });
  return { ...base, recordId: body.id as string };
}

function memberOf({ id }: Database, role: Role = "viewer"): Promise<Account> {
  return join(owner, { databases: [{ databaseId: id, role }] });
}

interface Report {
  readonly pageId?: string;
  readonly at?: unknown;
}

/** Reports on a connection of its own, so that the workers take turns. */
function report(api: ApiClient, { id }: Database, { pageId = randomUUID(), at = null }: Report) {
  return api.call(`/bases/${id}/presence`, {
    method: "PUT",
    body: { pageId, at },
    headers: { Connection: "close" },
  });
}

/** The table of a database, with a cell if named. */
function placeIn({ table, recordId }: Database, fieldName?: string) {
  const field = table.fields.find(({ name }: { name: string }) => name === fieldName);
  return {
    tableId: table.id as string,
    cell: field ? { recordId, fieldId: field.id as string } : null,
  };
}

function follow(api: ApiClient, ...databases: Database[]): Promise<Live> {
  return Live.openSeveral(api, ...databases.map(({ id }) => ({ databaseId: id })));
}

/** Reads events until the people present in a database are these. */
async function expectPeople(live: Live, { id }: Database, people: LivePresence["people"]): Promise<void> {
  const heard: unknown[] = [];
  const wanted = JSON.stringify(sorted(people));
  for (;;) {
    const event = await Promise.race([live.presence(), delay(7_000, "none in time" as const)]);
    heard.push(event);
    if (event === "none in time" || !event)
      throw new Error(`expected ${wanted}, heard ${JSON.stringify(heard)}`);
    if (event.databaseId === id && JSON.stringify(sorted(event.people)) === wanted) return;
  }
}

function sorted(people: LivePresence["people"]) {
  return people.toSorted((one, other) => one.personId.localeCompare(other.personId));
}

function present({ person }: Account, at: ReturnType<typeof placeIn>) {
  return { personId: person.id, name: person.name, at };
}

test("two people see each other's cell, and nobody sees themselves", long, async () => {
  const base = await makeDatabase();
  const [ada, bob] = [await memberOf(base), await memberOf(base, "editor")];
  const [adas, bobs] = [await follow(ada.api, base), await follow(bob.api, base)];
  for (const live of [adas, bobs]) await expectPeople(live, base, []);
  const [pageOfAda, pageOfBob] = [randomUUID(), randomUUID()];
  const { status, body } = await report(ada.api, base, { pageId: pageOfAda, at: placeIn(base) });
  expect([status, body]).toEqual([200, { seconds }]);
  await expectPeople(bobs, base, [present(ada, placeIn(base))]);
  await report(bob.api, base, { pageId: pageOfBob, at: placeIn(base, "Name") });
  await expectPeople(adas, base, [present(bob, placeIn(base, "Name"))]);
  await report(ada.api, base, { pageId: pageOfAda, at: placeIn(base, "Amount") });
  await expectPeople(bobs, base, [present(ada, placeIn(base, "Amount"))]);

  // A stream that begins, also after a break, first lists those present.
  const again = await follow(ada.api, base);
  expect(await again.presence()).toEqual({
    databaseId: base.id,
    people: [present(bob, placeIn(base, "Name"))],
    visitors: 0,
  });
  await report(ada.api, base, { pageId: pageOfAda, at: null });
  await expectPeople(bobs, base, []);
  for (const live of [adas, bobs, again]) live.close();
});

test("tables and fields may be given by name, and are told by id", long, async () => {
  const base = await makeDatabase();
  const [ada, bob] = [await memberOf(base), await memberOf(base)];
  const bobs = await follow(bob.api, base);
  const at = placeIn(base, "Amount");
  const named = { tableId: "Things", cell: { recordId: base.recordId, fieldId: "Amount" } };
  expect((await report(ada.api, base, { at: named })).status).toBe(200);
  await expectPeople(bobs, base, [present(ada, at)]);
  bobs.close();
});

test("somebody with two pages is listed once, where the latest change was", long, async () => {
  const base = await makeDatabase();
  const [ada, bob] = [await memberOf(base), await memberOf(base)];
  const bobs = await follow(bob.api, base);
  const [one, other] = [randomUUID(), randomUUID()];
  await report(ada.api, base, { pageId: one, at: placeIn(base, "Name") });
  await expectPeople(bobs, base, [present(ada, placeIn(base, "Name"))]);
  await report(ada.api, base, { pageId: other, at: placeIn(base, "Amount") });
  await expectPeople(bobs, base, [present(ada, placeIn(base, "Amount"))]);
  await report(ada.api, base, { pageId: other, at: null });
  await expectPeople(bobs, base, [present(ada, placeIn(base, "Name"))]);
  bobs.close();
});

test("a page without a sign of life expires, and one that was left does not come back", long, async () => {
  const base = await makeDatabase();
  const [ada, bob] = [await memberOf(base), await memberOf(base)];
  const bobs = await follow(bob.api, base);
  const pageId = randomUUID();
  const at = placeIn(base);
  for (let sign = 0; sign < 4; sign++) {
    await report(ada.api, base, { pageId, at });
    if (sign === 0) await expectPeople(bobs, base, [present(ada, at)]);
    await delay((seconds * 1_000) / 3);
  }
  // Signs of life alone are no news.
  expect(await bobs.presence()).toEqual({ databaseId: base.id, people: [], visitors: 0 });
  await report(ada.api, base, { pageId, at });
  await expectPeople(bobs, base, [present(ada, at)]);
  await report(ada.api, base, { pageId, at: null });
  await expectPeople(bobs, base, []);
  // As if a report had been overtaken by the one of leaving.
  await report(ada.api, base, { pageId, at });
  await report(ada.api, base, { at: placeIn(base, "Name") });
  await expectPeople(bobs, base, [present(ada, placeIn(base, "Name"))]);
  bobs.close();
});

test("other databases are told nothing", long, async () => {
  const [base, other] = [await makeDatabase(), await makeDatabase()];
  const [ada, bob] = [await memberOf(base), await memberOf(other)];
  await owner.post(`${base.place}/members`, { personId: bob.person.id, role: "viewer" });
  const bobs = await follow(bob.api, base, other);
  const strangers = await follow((await memberOf(other)).api, base, other);
  await report(ada.api, base, { at: placeIn(base) });
  await expectPeople(bobs, base, [present(ada, placeIn(base))]);
  await report(bob.api, other, { at: placeIn(other) });
  await expectPeople(strangers, other, [present(bob, placeIn(other))]);
  for (const live of [bobs, strangers]) live.close();
});

test("without a role the database does not exist, and keys are checked but never present", long, async () => {
  const base = await makeDatabase();
  const [ada, bob] = [await memberOf(base, "editor"), await memberOf(base)];
  const stranger = await join(owner, { role: "member" });
  const refused = await report(stranger.api, base, { at: placeIn(base) });
  expect([refused.status, refused.body]).toEqual([
    404,
    errorBody("NOT_FOUND", `There is no database "${base.id}".`),
  ]);
  expect((await report(owner, { ...base, id: "0123456789abcdef" }, { at: placeIn(base) })).status).toBe(404);

  const bobs = await follow(bob.api, base);
  const { key } = await keyOf(ada);
  const byKey = new ApiClient(owner.origin, key);
  expect((await report(byKey, base, { at: placeIn(base, "Name") })).status).toBe(200);
  expect((await report(byKey, base, { at: { ...placeIn(base), tableId: "Nothing" } })).status).toBe(404);
  await report(ada.api, base, { at: placeIn(base, "Amount") });
  expect(await bobs.presence()).toEqual({ databaseId: base.id, people: [], visitors: 0 });
  expect(await bobs.presence()).toMatchObject({ people: [present(ada, placeIn(base, "Amount"))] });
  bobs.close();
});

test("a member who is removed is present no longer, and is told nothing more", long, async () => {
  const base = await makeDatabase();
  const [ada, bob, carl] = [await memberOf(base), await memberOf(base), await memberOf(base)];
  const [adas, bobs] = [await follow(ada.api, base), await follow(bob.api, base)];
  await expectPeople(adas, base, []);
  // Carl's page would expire before Ada's.
  await report(carl.api, base, { at: placeIn(base) });
  await expectPeople(bobs, base, [present(carl, placeIn(base))]);
  await report(ada.api, base, { at: placeIn(base, "Name") });
  await expectPeople(bobs, base, [present(carl, placeIn(base)), present(ada, placeIn(base, "Name"))]);
  await owner.call(`${base.place}/members/${ada.person.id}`, { method: "DELETE" });
  await expectPeople(bobs, base, [present(carl, placeIn(base))]);
  await report(bob.api, base, { at: placeIn(base) });
  for (let event = await adas.presence(); event; event = await adas.presence()) {
    expect(event.people).not.toContainEqual(present(bob, placeIn(base)));
  }
  bobs.close();
});

test("the stream of one database has changes alone", long, async () => {
  const base = await makeDatabase();
  const [ada, bob] = [await memberOf(base), await memberOf(base)];
  const [bobs, seen] = [await Live.open(bob.api, base.id), await follow(bob.api, base)];
  await report(ada.api, base, { at: placeIn(base) });
  await expectPeople(seen, base, [present(ada, placeIn(base))]);
  await owner.call(base.place, { method: "DELETE" });
  expect(await bobs.presence()).toBeUndefined();
  seen.close();
});

test("nothing is written: no log, no undo, no audit, no repeated answer", long, async () => {
  const base = await makeDatabase();
  const ada = await memberOf(base, "editor");
  const stored = () =>
    server.query(
      `SELECT (SELECT count(*) FROM "Change") AS "changes", (SELECT count(*) FROM "AuditEvent") AS "events"`,
    );
  const before = await stored();
  const changes = async () => (await ada.api.get(`${base.place}/changes`)).body.next;
  const end = await changes();
  const headers = { "Idempotency-Key": randomUUID() };
  const body = { pageId: randomUUID(), at: placeIn(base, "Name") };
  for (let time = 0; time < 2; time++) {
    const answer = await ada.api.call(`${base.place}/presence`, { method: "PUT", body, headers });
    expect([answer.status, answer.headers.get("Idempotency-Replayed")]).toEqual([200, null]);
  }
  expect(await stored()).toEqual(before);
  expect(await changes()).toBe(end);
  expect((await ada.api.call(`${base.place}/presence?dryRun=true`, { method: "PUT", body })).status).toBe(
    400,
  );
});

test("bad input is refused with its place", async () => {
  const base = await makeDatabase();
  const { api } = await memberOf(base);
  const good = placeIn(base, "Name");
  const send = async (body: unknown) =>
    (await api.call(`${base.place}/presence`, { method: "PUT", body })).body;
  const pageId = randomUUID();
  const unknown = { ...good, cell: { ...good.cell, fieldId: "Nothing" } };
  expect(await send({ pageId, at: unknown })).toEqual(
    badRequestBody(["at.cell.fieldId", 'is not a field of this table: "Nothing"']),
  );
  expect(await send({ pageId, at: { ...good, tableId: "Nothing" } })).toEqual(
    errorBody("NOT_FOUND", 'There is no table "Nothing".'),
  );
  const elsewhere = (await makeDatabase()).recordId;
  expect(await send({ pageId, at: { ...good, cell: { ...good.cell, recordId: elsewhere } } })).toEqual(
    errorBody("NOT_FOUND", `There is no record "${elsewhere}".`),
  );
  expect(await send({ pageId: "x", at: good })).toEqual(
    badRequestBody(["pageId", "takes a UUID, such as 7371b7a1-85fe-432b-836a-da5bd8f83a5f"]),
  );
  const bad: readonly [string, unknown][] = [
    ["pageId", { at: good }],
    ["at", { pageId }],
    ["at.tableId", { pageId, at: { ...good, tableId: 1 } }],
    ["at.cell.recordId", { pageId, at: { ...good, cell: { ...good.cell, recordId: "x" } } }],
    ["at.more", { pageId, at: { ...good, more: 1 } }],
    ["name", { pageId, at: good, name: "Somebody else" }],
  ];
  for (const [path, body] of bad) {
    const { error } = await send(body);
    expect([path, error.code, error.details.map((each: { path: string }) => each.path)]).toEqual([
      path,
      "BAD_REQUEST",
      [path],
    ]);
  }
});

test("visitors of shared links are told as a number, and never keep people out", long, async () => {
  const base = await makeDatabase();
  const bob = await memberOf(base);
  const { body: share } = await owner.post(`/bases/${base.id}/shares`, {
    viewId: base.table.views[0].id,
    password: "open sesame",
  });
  const visits = `/shared/${String(share.url).split("/").at(-1)}/presence`;
  const visitor = visitorOf(owner);
  const visit = (body: object, headers: Record<string, string> = { "X-Share-Password": "open%20sesame" }) =>
    visitor.call(visits, { method: "PUT", body, headers: { ...headers, Connection: "close" } });
  const bobs = await follow(bob.api, base);
  const expectVisitors = async (count: number) => {
    for (let event = await bobs.presence(); event?.visitors !== count; event = await bobs.presence()) {
      expect(event).toMatchObject({ databaseId: base.id, people: [] });
    }
  };

  const [first, second] = [randomUUID(), randomUUID()];
  const { status, body } = await visit({ pageId: first, isOpen: true });
  expect([status, body]).toEqual([200, { seconds }]);
  await expectVisitors(1);
  await visit({ pageId: second, isOpen: true });
  await expectVisitors(2);
  await visit({ pageId: first, isOpen: false });
  await expectVisitors(1);
  // As many as there may be, on one connection, and so by one worker; more are not counted.
  for (let count = 0; count < 5; count += 1) {
    const headers = { "X-Share-Password": "open%20sesame" };
    const another = { pageId: randomUUID(), isOpen: true };
    expect((await visitor.call(visits, { method: "PUT", body: another, headers })).status).toBe(200);
  }
  await expectVisitors(4);
  expect((await report(bob.api, base, { at: placeIn(base) })).status).toBe(200);

  expect((await visit({ pageId: randomUUID(), isOpen: true }, {})).status).toBe(401);
  expect((await visitor.call("/shared/none/presence", { method: "PUT", body: {} })).status).toBe(400);
  const unknown = { pageId: randomUUID(), isOpen: true };
  expect((await visitor.call("/shared/none/presence", { method: "PUT", body: unknown })).status).toBe(404);
  expect((await visit({ pageId: "x", isOpen: true })).status).toBe(400);
  expect((await visit({ pageId: randomUUID(), isOpen: true, at: placeIn(base) })).status).toBe(400);
  await owner.call(`/bases/${base.id}/shares/${share.id}`, { method: "DELETE" });
  expect((await visit({ pageId: randomUUID(), isOpen: true })).status).toBe(404);
  bobs.close();
});

test("one person and one database have a maximum of pages, until they expire", long, async () => {
  const base = await makeDatabase();
  const [ada, bob, third] = [await memberOf(base), await memberOf(base), await memberOf(base)];
  const bobs = await follow(bob.api, base);
  const fill = async (account: Account, count: number) => {
    const pages = Array.from({ length: count }, () => randomUUID());
    for (const pageId of pages) {
      expect((await report(account.api, base, { pageId, at: placeIn(base) })).status).toBe(200);
      // The other worker hears of it.
      await delay(400);
    }
    return pages;
  };
  const [first] = await fill(ada, 3);
  const full = await report(ada.api, base, { at: placeIn(base) });
  expect([full.status, full.headers.get("Retry-After")]).toEqual([429, "10"]);
  expect(full.body).toEqual(
    errorBody("RATE_LIMITED", "You have 3 open pages, which is the maximum. Close one first."),
  );
  expect((await report(ada.api, base, { pageId: first, at: placeIn(base, "Name") })).status).toBe(200);
  await expectPeople(bobs, base, [present(ada, placeIn(base, "Name"))]);
  await fill(bob, 2);
  const crowded = await report(third.api, base, { at: placeIn(base) });
  expect([crowded.status, crowded.body]).toEqual([
    429,
    errorBody("RATE_LIMITED", "This database has 5 open pages, which is the maximum. Try again later."),
  ]);
  const again = async () => (await report(ada.api, base, { at: placeIn(base) })).status;
  await expect.poll(again, { timeout: 15_000, intervals: [500] }).toBe(200);
  bobs.close();
});
