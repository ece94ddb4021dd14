/** Members of a database: who may change them, and what their roles mean for undo, history, streams and imports. */
import { randomUUID } from "node:crypto";
import type { HistoryEntry } from "../../lib/contract/changes";
import { livePlacesText } from "../../lib/contract/live";
import { type Role, roles } from "../../lib/contract/roles";
import { ApiClient, badRequestBody, errorBody, minted } from "../api-client";
import { expect, test } from "../fixtures";
import { type Account, accept, keyOf, newAccount } from "../people";
import { long } from "../rounds";
import { Live } from "./live";
import { aDatabase, expectWithinASecond, join, type PeopleServer, startPeopleServer } from "./people-server";

test.describe.configure({ mode: "default" });

let server: PeopleServer;
let owner: ApiClient;
type Database = Awaited<ReturnType<typeof aDatabase>>;

test.beforeAll(async () => {
  server = await startPeopleServer();
  owner = server.owner;
});
test.afterAll(() => server.stop());

const mayNotManage = "Your role in this database does not let you change who has access to this database.";

/** A member with a role in a database. */
function memberOf({ id: databaseId }: Database, role: Role): Promise<Account> {
  return join(owner, { databases: [{ databaseId, role }] });
}

test.describe("the members of a database", () => {
  test("are listed for every role, with addresses for owners alone", long, async () => {
    const first = await join(owner, { role: "member" });
    const base = await aDatabase(first.api);
    const others: { role: Role; account: Account }[] = [];
    for (const role of roles) others.push({ role, account: await memberOf(base, role) });
    const expected = (showsEmail: boolean) =>
      [{ role: "owner" as const, account: first }, ...others].map(({ role, account: { person } }) => ({
        personId: person.id,
        name: person.name,
        email: showsEmail ? person.email : null,
        picture: null,
        role,
      }));
    for (const { role, account } of others) {
      const { status, body } = await account.api.get(`${base.place}/members`);
      expect([role, status, body]).toEqual([role, 200, { members: expected(role === "owner") }]);
    }
    expect((await owner.get(`${base.place}/members`)).body).toEqual({ members: expected(true) });
    const stranger = await join(owner, { role: "member" });
    expect((await stranger.api.get(`${base.place}/members`)).status).toBe(404);
    const narrow = await keyOf(first, { scopes: ["read"] });
    const seen = await new ApiClient(owner.origin, narrow.key).get(`${base.place}/members`);
    expect(seen.body).toEqual({ members: expected(false) });
  });

  test("see it in their list, with their role and what they may do", long, async () => {
    const base = await aDatabase(owner);
    for (const role of roles) {
      const { api } = await memberOf(base, role);
      const { body } = await api.get(base.place);
      expect([body.role, body.may.includes("read")]).toEqual([role, true]);
      expect(body.may.includes("edit-records")).toBe(["editor", "creator", "owner"].includes(role));
      expect(body.may.includes("change-structure")).toBe(["creator", "owner"].includes(role));
      expect(body.may.includes("manage-members")).toBe(role === "owner");
      expect(body.may.includes("manage-people")).toBe(false);
      expect((await api.get("/bases")).body.map(({ id }: { id: string }) => id)).toEqual([base.id]);
    }
    const reader = new ApiClient(
      owner.origin,
      (await keyOf(await memberOf(base, "owner"), { scopes: ["read"] })).key,
    );
    const { body } = await reader.get(base.place);
    expect([body.role, body.may.includes("edit-records"), body.may.includes("export-database")]).toEqual([
      "owner",
      false,
      true,
    ]);
  });

  test("are added by id or address, which replaces an earlier role", long, async () => {
    const base = await aDatabase(owner);
    const { person, api } = await join(owner);
    const { status, headers, body } = await owner.post(`${base.place}/members`, {
      personId: person.id,
      role: "viewer",
    });
    const member = {
      personId: person.id,
      name: person.name,
      email: person.email,
      picture: null,
      role: "viewer",
    };
    expect([status, body]).toEqual([201, { member, invitation: null }]);
    expect(headers.get("Location")).toBe(`/api/v1${base.place}/members`);
    expect((await api.get(base.place)).body.role).toBe("viewer");
    const again = await owner.post(`${base.place}/members`, {
      email: ` ${person.email.toUpperCase()}`,
      role: "creator",
    });
    expect(again.body).toEqual({ member: { ...member, role: "creator" }, invitation: null });
    expect((await api.get(base.place)).body.role).toBe("creator");
  });

  test("are invited by an unknown address", async () => {
    const base = await aDatabase(owner);
    const given = newAccount();
    const { status, body } = await owner.post(`${base.place}/members`, {
      email: given.email,
      role: "editor",
    });
    expect([status, body]).toEqual([
      201,
      {
        member: null,
        invitation: {
          id: expect.any(String),
          email: given.email,
          role: "guest",
          databases: [{ databaseId: base.id, role: "editor" }],
          invitedBy: { id: expect.any(String), name: null },
          createdAt: minted.time,
          expiresAt: minted.time,
          url: expect.stringMatching(/\/invite#token=[\w-]{43}$/),
          isMailed: false,
        },
      },
    ]);
    const { api } = await accept(owner, body.invitation, given);
    expect((await api.get(base.place)).body.role).toBe("editor");
  });

  test("are changed and removed within a second", long, async () => {
    const base = await aDatabase(owner);
    const account = await memberOf(base, "viewer");
    const { person } = account;
    const callers = [account.api, new ApiClient(owner.origin, (await keyOf(account)).key)];
    const place = `${base.place}/members/${person.id}`;
    const edit = (api: ApiClient) => () => api.post(base.records, { record: {} });
    for (const api of callers) expect((await edit(api)()).status).toBe(403);
    const { status, body } = await owner.patch(place, { role: "editor" });
    expect([status, body]).toEqual([
      200,
      { personId: person.id, name: person.name, email: person.email, picture: null, role: "editor" },
    ]);
    for (const api of callers) await expectWithinASecond(edit(api), 201);
    expect((await owner.call(place, { method: "DELETE" })).body).toEqual({ deleted: true });
    for (const api of callers) await expectWithinASecond(edit(api), 404);
    expect((await owner.call(place, { method: "DELETE" })).status).toBe(404);
    expect((await owner.patch(place, { role: "editor" })).status).toBe(404);
  });

  test("are managed by owners alone", long, async () => {
    const base = await aDatabase(owner);
    const [other, stranger] = [await memberOf(base, "viewer"), await join(owner, { role: "member" })];
    const calls = (api: ApiClient, id: string) => [
      () => api.post(`${base.place}/members`, { personId: id, role: "owner" }),
      () => api.post(`${base.place}/members`, { email: newAccount().email, role: "viewer" }),
      () => api.patch(`${base.place}/members/${id}`, { role: "owner" }),
      () => api.call(`${base.place}/members/${id}`, { method: "DELETE" }),
    ];
    for (const role of ["viewer", "commenter", "editor", "creator"] as const) {
      const { api, person } = await memberOf(base, role);
      for (const call of [...calls(api, person.id), ...calls(api, other.person.id)]) {
        const { status, body } = await call();
        expect([role, status, body]).toEqual([role, 403, errorBody("FORBIDDEN", mayNotManage)]);
      }
    }
    for (const call of calls(stranger.api, stranger.person.id)) expect((await call()).status).toBe(404);
    const { api } = await memberOf(base, "owner");
    expect((await api.patch(`${base.place}/members/${other.person.id}`, { role: "editor" })).status).toBe(
      200,
    );
  });

  test("of another database are unknown", async () => {
    const [base, other] = [await aDatabase(owner), await aDatabase(owner)];
    const { person } = await memberOf(other, "viewer");
    for (const id of [person.id, randomUUID(), "x", "__proto__"]) {
      expect((await owner.patch(`${base.place}/members/${id}`, { role: "owner" })).status).toBe(404);
      expect((await owner.call(`${base.place}/members/${id}`, { method: "DELETE" })).status).toBe(404);
    }
    expect((await owner.get(`${other.place}/members`)).body.members).toContainEqual(
      expect.objectContaining({ personId: person.id, role: "viewer" }),
    );
  });

  test("include an owner, who can be neither lowered nor removed as the last one", long, async () => {
    const first = await join(owner, { role: "member" });
    const base = await aDatabase(first.api, "Very Own");
    const message =
      "This person is the last owner of the database “Very Own”. Make somebody else an owner first.";
    const place = `${base.place}/members/${first.person.id}`;
    for (const api of [first.api, owner]) {
      for (const call of [
        () => api.patch(place, { role: "creator" }),
        () => api.call(place, { method: "DELETE" }),
        () => api.post(`${base.place}/members`, { personId: first.person.id, role: "viewer" }),
      ]) {
        const { status, body } = await call();
        expect([status, body]).toEqual([409, errorBody("CONFLICT", message)]);
      }
    }
    expect((await first.api.get(base.place)).body.role).toBe("owner");
    const second = await memberOf(base, "owner");
    expect((await first.api.patch(place, { role: "creator" })).status).toBe(200);
    expect((await second.api.get(base.place)).body.role).toBe("owner");
  });

  test("include an owner even if two remove each other at once", long, async () => {
    for (let round = 0; round < 5; round++) {
      const first = await join(owner, { role: "member" });
      const base = await aDatabase(first.api);
      const second = await memberOf(base, "owner");
      const answers = await Promise.all([
        first.api.call(`${base.place}/members/${second.person.id}`, { method: "DELETE" }),
        second.api.patch(`${base.place}/members/${first.person.id}`, { role: "viewer" }),
      ]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const { members } = (await owner.get(`${base.place}/members`)).body;
      expect(members.filter(({ role }: { role: string }) => role === "owner")).toHaveLength(1);
    }
  });

  for (const [what, body, path] of [
    ["nobody", { role: "viewer" }, ""],
    ["both an id and an address", { personId: "x", email: "a@example.com", role: "viewer" }, ""],
    ["no role", { email: "a@example.com" }, "role"],
    ["an unknown role", { email: "a@example.com", role: "admin" }, "role"],
    ["a role of another type", { email: "a@example.com", role: ["viewer"] }, "role"],
    ["an unknown id", { personId: "019a9e5c-0000-7000-8000-000000000000", role: "viewer" }, "personId"],
    ["an id that is none", { personId: "x", role: "viewer" }, "personId"],
    ["an id of another type", { personId: 5, role: "viewer" }, "personId"],
    ["an address that is none", { email: "x", role: "viewer" }, "email"],
    ["a very long address", { email: `${"x".repeat(100_000)}@example.com`, role: "viewer" }, "email"],
    ["more keys", { email: "a@example.com", role: "viewer", name: "x" }, "name"],
  ] as const) {
    test(`are not added with ${what}`, async () => {
      const base = await aDatabase(owner);
      const before = (await owner.get(`${base.place}/members`)).body;
      const answer = await owner.post(`${base.place}/members`, body);
      expect([answer.status, answer.body.error?.code]).toEqual([400, "BAD_REQUEST"]);
      expect(answer.body.error.details[0].path).toEqual(path === "" ? expect.any(String) : path);
      expect((await owner.get(`${base.place}/members`)).body).toEqual(before);
    });
  }

  test("are not changed as a dry run, and once with an Idempotency-Key", async () => {
    const base = await aDatabase(owner);
    const { person } = await join(owner);
    const call = (query: string, headers = {}) =>
      owner.call(`${base.place}/members${query}`, {
        method: "POST",
        body: { personId: person.id, role: "viewer" },
        headers,
      });
    const ids = async () =>
      (await owner.get(`${base.place}/members`)).body.members.map(
        ({ personId }: { personId: string }) => personId,
      );
    expect((await call("?dryRun=true")).status).toBe(201);
    expect(await ids()).not.toContain(person.id);
    const headers = { "Idempotency-Key": randomUUID() };
    const first = await call("", headers);
    await owner.patch(`${base.place}/members/${person.id}`, { role: "creator" });
    const again = await call("", headers);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect((await owner.get(`${base.place}/members`)).body.members).toContainEqual(
      expect.objectContaining({ personId: person.id, role: "creator" }),
    );
  });
});

test.describe("one's own changes", () => {
  test("are undone across keys and browsers, apart from those of others", long, async () => {
    const base = await aDatabase(owner);
    const [one, other] = [await memberOf(base, "editor"), await memberOf(base, "editor")];
    const key = new ApiClient(owner.origin, (await keyOf(one)).key);
    const { body: record } = await key.post(base.records, { record: { Name: "one" } });
    await one.api.patch(`${base.records}/${record.id}`, { record: { Amount: 1 } });
    const { body: theirs } = await other.api.post(base.records, { record: { Name: "other" } });
    const undo = (api: ApiClient) => api.post(`${base.place}/undo`, undefined);
    expect((await undo(key)).body).toMatchObject({ restored: 1, skipped: [] });
    expect((await owner.get(`${base.records}/${record.id}`)).body.fields).toMatchObject({
      Name: "one",
      Amount: null,
    });
    expect((await one.api.post(`${base.place}/redo`, undefined)).status).toBe(200);
    expect((await owner.get(`${base.records}/${record.id}`)).body.fields).toMatchObject({ Amount: 1 });
    expect([(await undo(one.api)).status, (await undo(one.api)).status]).toEqual([200, 200]);
    expect((await owner.get(`${base.records}/${record.id}`)).status).toBe(404);
    expect((await owner.get(`${base.records}/${theirs.id}`)).status).toBe(200);
    const nothing = await undo(one.api);
    expect([nothing.status, nothing.body]).toEqual([409, errorBody("CONFLICT", "There is nothing to undo.")]);
    expect((await other.api.post(`${base.place}/redo`, undefined)).status).toBe(409);
    expect((await undo(other.api)).status).toBe(200);
    expect((await owner.get(`${base.records}/${theirs.id}`)).status).toBe(404);
  });

  test("by another key of one's own do not count as those of somebody else", long, async () => {
    const base = await aDatabase(owner);
    const [one, other] = [await memberOf(base, "editor"), await memberOf(base, "editor")];
    const key = new ApiClient(owner.origin, (await keyOf(one)).key);
    const make = async () => (await one.api.post(base.records, { record: { Name: "a", Amount: 1 } })).body.id;
    const [mine, foreign] = [await make(), await make()];
    const change = (api: ApiClient, id: string, changeSetId: string, values: object) =>
      api.call(`${base.records}/${id}`, {
        method: "PATCH",
        body: { record: values },
        headers: { "Change-Set-Id": changeSetId },
      });
    const id = randomUUID();
    // A key and a browser of one person join one change set; another person's is apart.
    await change(one.api, mine, id, { Name: "b" });
    await change(key, mine, id, { Amount: 2 });
    await change(one.api, foreign, id, { Name: "b" });
    await change(other.api, foreign, id, { Name: "c" });
    const { status, body } = await one.api.post(`${base.place}/undo`, undefined);
    expect([status, body.restored, body.skipped.length]).toEqual([200, 2, 1]);
    expect((await owner.get(`${base.records}/${mine}`)).body.fields).toEqual({ Name: "a", Amount: 1 });
    expect((await owner.get(`${base.records}/${foreign}`)).body.fields).toEqual({ Name: "c", Amount: 1 });
  });

  test("need the role again to be undone", long, async () => {
    const base = await aDatabase(owner);
    const account = await memberOf(base, "creator");
    const { api, person } = account;
    await api.post(`${base.place}/tables`, { name: "Mine", fields: [{ name: "Name", type: "number" }] });
    await owner.patch(`${base.place}/members/${person.id}`, { role: "editor" });
    const { status, body } = await api.post(`${base.place}/undo`, undefined);
    expect([status, body]).toEqual([
      403,
      errorBody("FORBIDDEN", "Your role in this database does not let you change tables and fields."),
    ]);
    await owner.patch(`${base.place}/members/${person.id}`, { role: "viewer" });
    expect((await api.post(`${base.place}/undo`, undefined)).status).toBe(403);
    await owner.call(`${base.place}/members/${person.id}`, { method: "DELETE" });
    expect((await api.post(`${base.place}/undo`, undefined)).status).toBe(404);
  });

  test("name the person in the history, the change feed and the trash", long, async () => {
    const base = await aDatabase(owner);
    const account = await memberOf(base, "editor");
    const { api, person } = account;
    const named = { id: person.id, name: person.name };
    const key = await keyOf(account, { name: "Website" });
    const byKey = new ApiClient(owner.origin, key.key);
    const { body: record } = await api.post(base.records, { record: { Name: "a" } });
    await byKey.patch(`${base.records}/${record.id}`, { record: { Name: "b" } });
    const { history } = (await owner.get(`${base.records}/${record.id}/history`)).body;
    const session = { kind: "session", id: expect.any(String), name: null, person: named };
    const ofKey = { kind: "key", id: key.id, name: "Website", person: named };
    expect(history.map(({ actor }: HistoryEntry) => actor)).toEqual([ofKey, session]);
    await byKey.call(`${base.records}/${record.id}`, { method: "DELETE" });
    const { changes } = (await owner.get(`${base.place}/changes`)).body;
    expect(changes.slice(-3).map(({ actor }: HistoryEntry) => actor)).toEqual([session, ofKey, ofKey]);
    const { trash } = (await owner.get(`${base.place}/trash`)).body;
    expect(JSON.stringify(trash)).toContain(JSON.stringify(person.name));
    // A changed name applies to what was made before.
    await api.patch("/me", { name: "Renamed" });
    const { body } = await owner.get(`${base.place}/changes`);
    expect(body.changes.at(-1).actor.person).toEqual({ id: person.id, name: "Renamed" });
  });
});

test.describe("a live stream", () => {
  const endings: { [what: string]: (base: Database, account: Account) => Promise<unknown> } = {
    "the role is withdrawn": (base, { person }) =>
      owner.call(`${base.place}/members/${person.id}`, { method: "DELETE" }),
    "the person is deactivated": (_, { person }) => owner.patch(`/people/${person.id}`, { isActive: false }),
    "the person is removed": (_, { person }) => owner.call(`/people/${person.id}`, { method: "DELETE" }),
  };
  for (const [what, end] of Object.entries(endings)) {
    test(`ends once ${what}, for one database and for several`, long, async () => {
      const [base, other] = [await aDatabase(owner), await aDatabase(owner)];
      const account = await memberOf(base, "viewer");
      await owner.post(`${other.place}/members`, { personId: account.person.id, role: "viewer" });
      const { key } = await keyOf(account);
      const callers = [account.api, new ApiClient(owner.origin, key)];
      const streams = await Promise.all(
        callers.flatMap((api) => [
          Live.open(api, base.id),
          Live.openSeveral(api, { databaseId: base.id }, { databaseId: other.id }),
        ]),
      );
      for (const live of streams) {
        expect(live.response.status).toBe(200);
        await live.next();
      }
      const { body: first } = await owner.post(base.records, { record: { Name: "told" } });
      for (const live of streams) await live.about(first.id);
      await end(base, account);
      await expectWithinASecond(
        () => callers[1]?.get(base.place) as Promise<{ status: number }>,
        what.startsWith("the role") ? 404 : 401,
      );
      await owner.post(base.records, { record: { Name: "not told" } });
      for (const live of streams) {
        // A stream of several databases may go on with the others.
        for (let event = await live.event(); event; event = await live.event()) {
          expect(event.data).not.toContain("not told");
          if (event.event === "refused") expect(event.data).toContain(`"databaseId":"${base.id}"`);
          if (event.event === "refused") break;
        }
        live.close();
      }
    });
  }

  test("of several databases reports the one without a role, and goes on with the others", long, async () => {
    const [base, other] = [await aDatabase(owner), await aDatabase(owner)];
    const { api, person } = await memberOf(base, "viewer");
    await owner.post(`${other.place}/members`, { personId: person.id, role: "viewer" });
    const live = await Live.openSeveral(api, { databaseId: base.id }, { databaseId: other.id });
    for (let first = 0; first < 2; first++) await live.next();
    const withdraw = async ({ id, place }: Database) => {
      await owner.call(`${place}/members/${person.id}`, { method: "DELETE" });
      const { event, data = "" } = (await live.event()) ?? {};
      const refusal = { databaseId: id, error: { code: "NOT_FOUND", message: expect.any(String) } };
      expect([event, JSON.parse(data)]).toEqual(["refused", refusal]);
    };
    await withdraw(base);
    await owner.post(base.records, { record: { Name: "not told" } });
    const { body: record } = await owner.post(other.records, { record: { Name: "told" } });
    const { id, page } = await live.about(record.id);
    expect([page.databaseId, id]).toEqual([other.id, expect.not.stringContaining(base.id)]);
    await withdraw(other);
    expect(await live.event()).toBeUndefined();
  });

  test("goes on with a lower role that may read, and is refused without any", long, async () => {
    const base = await aDatabase(owner);
    const { api, person } = await memberOf(base, "owner");
    const live = await Live.open(api, base.id);
    await live.next();
    await owner.patch(`${base.place}/members/${person.id}`, { role: "viewer" });
    const { body: record } = await owner.post(base.records, { record: { Name: "told" } });
    await live.about(record.id);
    live.close();
    const stranger = await join(owner, { role: "member" });
    expect((await stranger.api.get(`${base.place}/changes/live`)).status).toBe(404);
    const since = livePlacesText([{ databaseId: base.id }]);
    const several = await Live.openAt(stranger.api, `/changes/live?${new URLSearchParams({ since })}`);
    const event = await several.event();
    expect([event?.event, event?.data]).toEqual(["refused", expect.stringContaining("NOT_FOUND")]);
    several.close();
  });
});

test.describe("an import", () => {
  async function upload(api: ApiClient, base: Database, raw = "Name\nAda\nGrace\n"): Promise<string> {
    const { status, body } = await api.call(`${base.place}/imports?filename=people.csv`, {
      method: "POST",
      raw,
      headers: { "Content-Type": "text/csv" },
    });
    expect(status).toBe(201);
    const place = `${base.place}/imports/${body.id}`;
    await expect.poll(async () => (await api.get(place)).body.status).toBe("ready");
    return place;
  }

  test("into a new table or with new fields is for creators", long, async () => {
    const base = await aDatabase(owner);
    const { api } = await memberOf(base, "editor");
    const place = await upload(api, base);
    for (const run of [
      { table: { name: "New" } },
      { table: { tableId: base.table.id }, columns: [{ index: 0, name: "More", type: "number" }] },
    ]) {
      const { status, body } = await api.post(`${place}/run`, run);
      expect([run, status, body]).toEqual([
        run,
        403,
        errorBody("FORBIDDEN", "Your role in this database does not let you change tables and fields."),
      ]);
    }
    const options = new URLSearchParams({ addOptions: "true" });
    const call = await api.call(`${base.records}/import?${options}`, {
      method: "POST",
      raw: "Name\nAda\n",
      headers: { "Content-Type": "text/csv" },
    });
    expect(call.status).toBe(403);
  });

  test("is one's own, also for other members; owners see all", long, async () => {
    const base = await aDatabase(owner);
    const [one, other] = [await memberOf(base, "editor"), await memberOf(base, "creator")];
    const place = await upload(one.api, base);
    const key = new ApiClient(owner.origin, (await keyOf(one)).key);
    expect([(await key.get(place)).status, (await owner.get(place)).status]).toEqual([200, 200]);
    expect((await other.api.get(place)).status).toBe(404);
    expect((await other.api.get(`${base.place}/imports`)).body).toEqual({ imports: [] });
    expect((await other.api.call(place, { method: "DELETE" })).status).toBe(404);
  });

  /** Runs an import into the table, and does something while it waits to store its rows. */
  async function runHeldUp(
    api: ApiClient,
    { base, place, columns }: { base: Database; place: string; columns: readonly object[] },
    meanwhile: () => Promise<{ status: number }>,
  ): Promise<void> {
    const lock = await server.connect();
    await lock.query(`BEGIN; LOCK TABLE "Record_${base.table.id}" IN SHARE MODE`);
    try {
      const run = await api.post(`${place}/run`, { table: { tableId: base.table.id }, columns });
      expect(run.status).toBe(202);
      const waiting = `SELECT FROM pg_stat_activity WHERE "wait_event_type" = 'Lock' AND "query" LIKE '%Record_${base.table.id}%'`;
      await expect
        .poll(async () => (await server.query(waiting)).length, { intervals: [50] })
        .toBeGreaterThan(0);
      expect((await meanwhile()).status).toBe(200);
    } finally {
      await lock.query("COMMIT");
      await lock.end();
    }
  }

  const name = { index: 0, fieldId: "Name" };
  const stage = { index: 1, fieldId: "Stage" };

  /** A database whose table has a field of options. */
  async function aDatabaseWithStages(): Promise<Database> {
    const base = await aDatabase(owner);
    const template = { options: [{ label: "Open" }] };
    const field = { name: "Stage", type: "single_select", template };
    expect((await owner.post(`${base.place}/tables/Things/fields`, field)).status).toBe(201);
    return base;
  }

  test("of an editor is refused only if it would add options", long, async () => {
    const base = await aDatabaseWithStages();
    const { api } = await memberOf(base, "editor");
    const body = { table: { tableId: base.table.id }, columns: [name, stage] };
    const known = await upload(api, base, "Name,Stage\nAda,Open\n");
    expect((await api.post(`${known}/run`, body)).status).toBe(202);
    await expect.poll(async () => (await api.get(known)).body.status).toBe("done");
    const unknown = await upload(api, base, "Name,Stage\nGrace,Shut\n");
    const message = "Your role in this database does not let you add options to a field.";
    const checked = await api.post(`${unknown}/run?dryRun=true`, body);
    expect([checked.status, checked.body]).toEqual([403, errorBody("FORBIDDEN", message)]);
    expect((await api.post(`${unknown}/run`, body)).status).toBe(202);
    await expect.poll(async () => (await api.get(unknown)).body.status).toBe("failed");
    expect((await api.get(unknown)).body.error).toBe(message);
    expect((await owner.get(base.records)).body.records).toHaveLength(1);
  });

  test("that runs while the role is lowered is done if the lower role suffices", long, async () => {
    const base = await aDatabaseWithStages();
    for (const [columns, status, records] of [
      [[name], "done", 1],
      [[name, stage], "failed", 1],
    ] as const) {
      const { api, person } = await memberOf(base, "owner");
      const place = await upload(api, base, "Name,Stage\nAda,Shut\n");
      await runHeldUp(api, { base, place, columns }, () =>
        owner.patch(`${base.place}/members/${person.id}`, { role: "editor" }),
      );
      await expect.poll(async () => (await api.get(place)).body.status).toBe(status);
      expect((await owner.get(base.records)).body.records).toHaveLength(records);
    }
  });

  test("that runs while the role is withdrawn stores nothing", long, async () => {
    const base = await aDatabase(owner);
    const { api, person } = await memberOf(base, "editor");
    const place = await upload(api, base);
    await runHeldUp(api, { base, place, columns: [name] }, () =>
      owner.call(`${base.place}/members/${person.id}`, { method: "DELETE" }),
    );
    await expect.poll(async () => (await owner.get(place)).body.status).toBe("failed");
    expect((await owner.get(base.records)).body.records).toEqual([]);
    expect((await api.get(place)).status).toBe(404);
  });
});

test.describe("an address that nobody may know", () => {
  test("is not told by errors", long, async () => {
    const base = await aDatabase(owner);
    const creator = await memberOf(base, "creator");
    const { person } = await join(owner);
    for (const email of [person.email, newAccount().email]) {
      const { status, body } = await creator.api.post(`${base.place}/members`, { email, role: "viewer" });
      expect([status, body]).toEqual([403, errorBody("FORBIDDEN", mayNotManage)]);
    }
    const { status, body } = await owner.post(`${base.place}/members`, {
      personId: randomUUID(),
      role: "viewer",
    });
    expect([status, body]).toEqual([400, badRequestBody(["personId", "is not the id of a person"])]);
  });
});
