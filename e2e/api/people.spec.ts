/** People of the installation: roles, deactivation, removal, and links to choose a new password. */
import { randomUUID } from "node:crypto";
import type { Person } from "../../lib/contract/people";
import { ApiClient, errorBody, minted } from "../api-client";
import { expect, test } from "../fixtures";
import { type Account, keyOf, signInByPassword, tokenIn } from "../people";
import { long } from "../rounds";
import {
  aDatabase,
  expectWithinASecond,
  join,
  type PeopleServer,
  promote,
  startPeopleServer,
  visitorOf,
} from "./people-server";

test.describe.configure({ mode: "default" });

let server: PeopleServer;
let owner: ApiClient;

test.beforeAll(async () => {
  server = await startPeopleServer();
  owner = server.owner;
});
test.afterAll(() => server.stop());

const lastOwner =
  "This person is the last active owner of the installation. Make somebody else an owner first.";
const deadLink = "This link was used already, or is older than an hour. Ask for a new one.";

test.describe("the list of people", () => {
  test("has everybody with roles, oldest first, and is for owners", async () => {
    const { id: databaseId } = await aDatabase(owner);
    const { person, api } = await join(owner, {
      role: "member",
      databases: [{ databaseId, role: "creator" }],
    });
    const { picture: _, newEmail: __, ...account } = person;
    const list = await people();
    expect(list.at(-1)).toEqual({
      ...account,
      role: "member",
      isActive: true,
      createdAt: minted.time,
      databases: [{ databaseId, role: "creator" }],
    });
    expect(list[0]).toMatchObject({ role: "owner", name: null, email: null, isActive: true });
    const { status, body } = await api.get("/people");
    expect([status, body]).toEqual([
      403,
      errorBody("FORBIDDEN", "Your role does not let you manage people."),
    ]);
  });

  test("shows no passwords, not even hashed", async () => {
    await join(owner);
    expect(JSON.stringify(await people())).not.toMatch(/scrypt|\$15\$/);
  });
});

test.describe("a role in the installation", () => {
  test("is changed by owners, and applies at once", async () => {
    const { person, api } = await join(owner);
    expect((await api.post("/bases", { name: "No" })).status).toBe(403);
    const { status, body } = await owner.patch(`/people/${person.id}`, { role: "member" });
    expect([status, body]).toMatchObject([200, { id: person.id, role: "member", isActive: true }]);
    expect((await api.post("/bases", { name: "Mine" })).status).toBe(201);
    expect((await owner.patch(`/people/${person.id}`, {})).body).toEqual(await personOf(person));
  });

  test("of owner gives every role in every database, and takes it again", long, async () => {
    const base = await aDatabase(owner);
    const account = await join(owner);
    const key = new ApiClient(owner.origin, (await keyOf(account)).key);
    const callers = [account.api, key];
    for (const api of callers) expect((await api.get(base.place)).status).toBe(404);
    await promote(owner, account);
    for (const api of callers) {
      await expectWithinASecond(() => api.get(base.place), 200);
      expect((await api.get(base.place)).body.role).toBe("owner");
      expect((await api.get("/people")).status).toBe(200);
    }
    await owner.patch(`/people/${account.person.id}`, { role: "guest" });
    for (const api of callers) {
      await expectWithinASecond(() => api.get(base.place), 404);
      expect((await api.get("/people")).status).toBe(403);
    }
  });

  test("as a member includes no one else's databases, but one's own new ones", long, async () => {
    const { api, person } = await join(owner, { role: "member" });
    const own = await aDatabase(api);
    expect((await api.get("/bases")).body.map(({ id }: { id: string }) => id)).toEqual([own.id]);
    expect((await api.get(own.place)).body.role).toBe("owner");
    expect(await personOf(person)).toMatchObject({ databases: [{ databaseId: own.id, role: "owner" }] });
    expect((await api.post(`${own.place}/duplicate`, { name: "Copy" })).body.id).toEqual(minted.databaseId);
    expect((await api.get("/bases")).body).toHaveLength(2);
  });

  for (const [what, body, path] of [
    ["an unknown role", { role: "admin" }, "role"],
    ["a null role", { role: null }, "role"],
    ["a list of roles", { role: ["owner"] }, "role"],
    ["a text for true or false", { isActive: "false" }, "isActive"],
    ["a name", { name: "x" }, "name"],
    ["an address", { email: "x@example.com" }, "email"],
    ["a password", { password: "a new password" }, "password"],
  ] as const) {
    test(`is not changed by ${what}`, async () => {
      const { person } = await join(owner);
      const before = await personOf(person);
      const answer = await owner.patch(`/people/${person.id}`, body);
      expect([answer.status, answer.body.error?.details?.[0]?.path]).toEqual([400, path]);
      expect(await personOf(person)).toEqual(before);
    });
  }

  test("of somebody unknown is a 404", async () => {
    for (const id of [randomUUID(), "x", "owner", "__proto__"]) {
      const place = `/people/${id}`;
      expect((await owner.patch(place, { role: "guest" })).status).toBe(404);
      expect((await owner.call(place, { method: "DELETE" })).status).toBe(404);
      expect((await owner.post(`${place}/reset`, undefined)).status).toBe(404);
    }
  });

  test("is not one's own to raise", long, async () => {
    for (const role of ["guest", "member"] as const) {
      const { person, api } = await join(owner, { role });
      for (const place of [`/people/${person.id}`, `/people/${(await people())[0]?.id}`]) {
        expect((await api.patch(place, { role: "owner" })).status).toBe(403);
        expect((await api.call(place, { method: "DELETE" })).status).toBe(403);
        expect((await api.post(`${place}/reset`, undefined)).status).toBe(403);
      }
      expect(await personOf(person)).toMatchObject({ role });
    }
  });
});

test.describe("the last owner", () => {
  test("of the installation can be neither lowered, deactivated nor removed", async () => {
    const [first] = await people();
    const place = `/people/${first?.id}`;
    for (const call of [
      () => owner.patch(place, { role: "member" }),
      () => owner.patch(place, { isActive: false }),
      () => owner.call(place, { method: "DELETE" }),
    ]) {
      const { status, body } = await call();
      expect([status, body]).toEqual([409, errorBody("CONFLICT", lastOwner)]);
    }
    expect(await personOf({ id: first?.id ?? "" })).toEqual(first);
    expect((await owner.get("/people")).status).toBe(200);
  });

  test("is the last active one", async () => {
    const account = await join(owner);
    await promote(owner, account);
    await owner.patch(`/people/${account.person.id}`, { isActive: false });
    const [first] = await people();
    const { status } = await owner.patch(`/people/${first?.id}`, { role: "guest" });
    expect(status).toBe(409);
    await owner.call(`/people/${account.person.id}`, { method: "DELETE" });
  });

  test("remains if two owners lower each other at once", async () => {
    const [first] = await people();
    const account = await join(owner);
    for (let round = 0; round < 5; round++) {
      await promote(owner, account);
      const answers = await Promise.all([
        account.api.patch(`/people/${first?.id}`, { role: "member" }),
        owner.patch(`/people/${account.person.id}`, { role: "member" }),
      ]);
      expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
      const owners = (await server.query(`SELECT "id" FROM "Person" WHERE "role" = 'owner'`)).map(
        ({ id }) => id,
      );
      expect(owners).toHaveLength(1);
      if (owners[0] !== first?.id) {
        expect((await account.api.patch(`/people/${first?.id}`, { role: "owner" })).status).toBe(200);
        await owner.patch(`/people/${account.person.id}`, { role: "member" });
      }
    }
  });

  test("of a database cannot be removed, and the answer names it", long, async () => {
    const { person, api } = await join(owner, { role: "member" });
    const base = await aDatabase(api, "Very Own");
    const { status, body } = await owner.call(`/people/${person.id}`, { method: "DELETE" });
    const message =
      "This person is the last owner of the database “Very Own”. Make somebody else an owner first.";
    expect([status, body]).toEqual([409, errorBody("CONFLICT", message)]);
    expect((await api.get(base.place)).status).toBe(200);
    const other = await join(owner);
    await api.post(`${base.place}/members`, { personId: other.person.id, role: "owner" });
    expect((await owner.call(`/people/${person.id}`, { method: "DELETE" })).body).toEqual({ deleted: true });
    expect((await other.api.get(base.place)).body.role).toBe("owner");
  });
});

test.describe("a deactivated person", () => {
  test("is out within a second; later their keys work again, but not their browsers", long, async () => {
    const account = await join(owner);
    const { person, api } = account;
    const { key } = await keyOf(account);
    const byKey = new ApiClient(owner.origin, key);
    const bySessionOfKey = await ApiClient.signIn(owner.origin, key);
    const callers = [api, byKey, bySessionOfKey];
    for (const caller of callers) expect((await caller.get("/me")).status).toBe(200);
    expect((await owner.patch(`/people/${person.id}`, { isActive: false })).body).toMatchObject({
      isActive: false,
    });
    for (const caller of callers) await expectWithinASecond(() => caller.get("/me"), 401);
    const visitor = visitorOf(owner);
    const right = await visitor.post("/session", { email: person.email, password: account.password });
    const wrong = await visitor.post("/session", { email: person.email, password: "wrong" });
    expect([right.status, right.body]).toEqual([401, errorBody("UNAUTHORIZED", wrong.body.error.message)]);
    expect((await visitor.post("/session", { key })).status).toBe(401);
    await owner.patch(`/people/${person.id}`, { isActive: true });
    await expectWithinASecond(() => byKey.get("/me"), 200);
    for (const caller of [api, bySessionOfKey]) expect((await caller.get("/me")).status).toBe(401);
    const again = await signInByPassword(owner, account);
    expect((await again.api.get("/me")).body.id).toBe(person.id);
  });

  test("keeps name and roles", long, async () => {
    const base = await aDatabase(owner);
    const { person } = await join(owner, { databases: [{ databaseId: base.id, role: "editor" }] });
    await owner.patch(`/people/${person.id}`, { isActive: false });
    expect(await personOf(person)).toMatchObject({
      name: person.name,
      isActive: false,
      databases: [{ databaseId: base.id, role: "editor" }],
    });
  });
});

test.describe("a removed person", () => {
  test("is out for good, and stays the author of what they made", long, async () => {
    const base = await aDatabase(owner);
    const account = await join(owner, { databases: [{ databaseId: base.id, role: "editor" }] });
    const { person, api } = account;
    const byKey = new ApiClient(owner.origin, (await keyOf(account)).key);
    const { body: record } = await byKey.post(base.records, { record: { Name: "Kept" } });
    await api.patch(`${base.records}/${record.id}`, { record: { Amount: 1 } });
    expect((await owner.call(`/people/${person.id}`, { method: "DELETE" })).body).toEqual({ deleted: true });
    for (const caller of [api, byKey]) await expectWithinASecond(() => caller.get("/me"), 401);
    expect((await people()).map(({ id }) => id)).not.toContain(person.id);
    const { members } = (await owner.get(`${base.place}/members`)).body;
    expect(members.map(({ personId }: { personId: string }) => personId)).not.toContain(person.id);
    expect((await owner.get(`${base.records}/${record.id}`)).status).toBe(200);
    const { history } = (await owner.get(`${base.records}/${record.id}/history`)).body;
    expect(history.map(({ actor }: { actor: object }) => actor)).toMatchObject([
      { kind: "session", person: { id: person.id, name: person.name } },
      { kind: "key", name: "Key", person: { id: person.id, name: person.name } },
    ]);
    for (const call of [
      () => owner.patch(`/people/${person.id}`, { isActive: true }),
      () => owner.call(`/people/${person.id}`, { method: "DELETE" }),
      () => owner.post(`/people/${person.id}/reset`, undefined),
    ]) {
      expect((await call()).status).toBe(404);
    }
    const { status } = await owner.post(`${base.place}/members`, { personId: person.id, role: "viewer" });
    expect(status).toBe(400);
    const password = { email: person.email, password: account.password };
    expect((await visitorOf(owner).post("/session", password)).status).toBe(401);
    expect(
      (await owner.get("/keys")).body.keys.map(({ person: { id } }: { person: Person }) => id),
    ).not.toContain(person.id);
  });

  test("may be oneself, if there is another owner", async () => {
    const account = await join(owner);
    await promote(owner, account);
    expect((await account.api.call(`/people/${account.person.id}`, { method: "DELETE" })).status).toBe(200);
    expect((await account.api.get("/me")).status).toBe(401);
  });
});

test.describe("a link to choose a new password", () => {
  test("ends all sessions, signs in, and works once", long, async () => {
    const account = await join(owner);
    const second = await signInByPassword(owner, account);
    const key = new ApiClient(owner.origin, (await keyOf(account)).key);
    const { status, headers, body } = await owner.post(`/people/${account.person.id}/reset`, undefined);
    expect([status, body]).toEqual([
      201,
      { url: expect.any(String), isMailed: false, expiresAt: minted.time },
    ]);
    expect(headers.get("Location")).toBe(`/api/v1/people/${account.person.id}`);
    expect(body.url).toMatch(/\/reset#token=[\w-]{43}$/);
    expect((await account.api.get("/me")).status).toBe(200);
    const used = await use(body, "chosen by the link");
    expect([used.status, used.body]).toEqual([204, ""]);
    const cookie = used.headers.get("Set-Cookie")?.split(";")[0];
    expect((await new ApiClient(owner.origin, null, { Cookie: cookie }).get("/me")).body.id).toBe(
      account.person.id,
    );
    for (const { api } of [account, second]) expect((await api.get("/me")).status).toBe(401);
    expect((await key.get("/me")).status).toBe(200);
    const again = await use(body, "chosen a second time");
    expect([again.status, again.body]).toEqual([401, errorBody("UNAUTHORIZED", deadLink)]);
    expect(await statusOfSignIn(account, account.password)).toBe(401);
    expect(await statusOfSignIn(account, "chosen a second time")).toBe(401);
    expect(await statusOfSignIn(account, "chosen by the link")).toBe(204);
  });

  test("is replaced by a newer one", async () => {
    const account = await join(owner);
    const [older, newer] = [await resetOf(account), await resetOf(account)];
    expect((await use(older, "chosen by the older")).status).toBe(401);
    expect((await use(newer, "chosen by the newer")).status).toBe(204);
  });

  test("ends after an hour", long, async () => {
    const account = await join(owner);
    const link = await resetOf(account);
    expect(Date.parse(link.expiresAt) - Date.now()).toBeCloseTo(3_600_000, -5);
    await server.query(`UPDATE "PasswordReset" SET "expiresAt" = now() WHERE "personId" = $1`, [
      account.person.id,
    ]);
    expect((await use(link, "chosen too late")).status).toBe(401);
    expect(await statusOfSignIn(account, account.password)).toBe(204);
  });

  test("is used by one of several at once", long, async () => {
    const account = await join(owner);
    const link = await resetOf(account);
    const passwords = Array.from({ length: 4 }, (_, index) => `chosen by number ${index}`);
    const answers = await Promise.all(passwords.map((password) => use(link, password)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 401, 401, 401]);
    const winner = answers.findIndex(({ status }) => status === 204);
    for (const [index, password] of passwords.entries()) {
      expect(await statusOfSignIn(account, password)).toBe(index === winner ? 204 : 401);
    }
  });

  test("stays after a password that is refused", long, async () => {
    const account = await join(owner);
    const link = await resetOf(account);
    for (const password of ["short", "1234567890", account.person.email, "x".repeat(257), null, 5]) {
      const { status, body } = await use(link, password);
      expect([status, body.error.details[0].path]).toEqual([400, "password"]);
    }
    expect((await use(link, "good enough at last")).status).toBe(204);
  });

  test("does nothing for a deactivated person, also if that happens meanwhile", long, async () => {
    const account = await join(owner);
    const link = await resetOf(account);
    await owner.patch(`/people/${account.person.id}`, { isActive: false });
    expect((await use(link, "chosen by somebody out")).status).toBe(401);
    await owner.patch(`/people/${account.person.id}`, { isActive: true });
    const { answers } = await server.whilePeopleAreLocked(
      () => [use(link, "chosen by somebody out")],
      () => server.query(`UPDATE "Person" SET "deactivatedAt" = now() WHERE "id" = $1`, [account.person.id]),
    );
    expect(answers.map(({ status }) => status)).toEqual([401]);
    await owner.patch(`/people/${account.person.id}`, { isActive: true });
    expect(await statusOfSignIn(account, "chosen by somebody out")).toBe(401);
  });

  test("is stored hashed, and an idempotent answer with it encrypted", async () => {
    const { person } = await join(owner);
    const headers = { "Idempotency-Key": randomUUID() };
    const call = () => owner.call(`/people/${person.id}/reset`, { method: "POST", headers });
    const [first, again] = [await call(), await call()];
    expect([again.status, again.body]).toEqual([201, first.body]);
    const token = tokenIn(first.body.url);
    const rows = await server.query<{ text: string }>(
      `SELECT "PasswordReset"::text AS "text" FROM "PasswordReset" UNION ALL SELECT "body" FROM "StoredAnswer"`,
    );
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.filter(({ text }) => text?.includes(token))).toEqual([]);
  });

  test("is not made for somebody without an address", async () => {
    const [first] = await people();
    const { status, body } = await owner.post(`/people/${first?.id}/reset`, undefined);
    const message = "This person has no e-mail address, and so cannot sign in by password.";
    expect([status, body]).toEqual([409, errorBody("CONFLICT", message)]);
  });

  for (const token of ["", "x", "A".repeat(43), "a\0b"]) {
    test(`has no token ${JSON.stringify(token.slice(0, 5))} of ${token.length} letters`, async () => {
      const { status, headers } = await use(
        { url: `http://x/#${new URLSearchParams({ token })}` },
        "any password",
      );
      expect([status, headers.has("Set-Cookie")]).toEqual([token.includes("\0") ? 400 : 401, false]);
    });
  }
});

test.describe("a key", () => {
  test("never does more than its person, whose role changes within a second", long, async () => {
    const base = await aDatabase(owner);
    const account = await join(owner, { databases: [{ databaseId: base.id, role: "editor" }] });
    const key = new ApiClient(owner.origin, (await keyOf(account)).key);
    const calls = {
      read: () => key.get(base.records),
      edit: () => key.post(base.records, { record: { Name: "x" } }),
      structure: () =>
        key.post(`${base.place}/tables?dryRun=true`, {
          name: randomUUID(),
          fields: [{ name: "Name", type: "number" }],
        }),
      manage: () => key.get(`${base.place}/export`),
    };
    const statuses = async () => Object.values(calls).map(async (call) => (await call()).status);
    const expected = {
      viewer: [200, 403, 403, 403],
      commenter: [200, 403, 403, 403],
      editor: [200, 201, 403, 403],
      creator: [200, 201, 201, 403],
      owner: [200, 201, 201, 200],
    };
    for (const role of ["editor", "owner", "viewer", "creator", "commenter", "editor"] as const) {
      expect((await setRole(base, account, role)).status).toBe(200);
      await expect
        .poll(async () => Promise.all(await statuses()), { intervals: [100] })
        .toEqual(expected[role]);
    }
    const refusal = await calls.structure();
    expect(refusal.body).toEqual(
      errorBody("FORBIDDEN", "Your role in this database does not let you change tables and fields."),
    );
    await owner.call(`${base.place}/members/${account.person.id}`, { method: "DELETE" });
    for (const call of Object.values(calls)) await expectWithinASecond(call, 404);
  });

  test("of an editor with the scope schema creates no table", long, async () => {
    const base = await aDatabase(owner);
    const account = await join(owner, { databases: [{ databaseId: base.id, role: "editor" }] });
    const { key } = await keyOf(account, { scopes: ["schema"] });
    const api = new ApiClient(owner.origin, key);
    expect(
      (await api.post(`${base.place}/tables`, { name: "No", fields: [{ name: "Name", type: "number" }] }))
        .status,
    ).toBe(403);
  });

  test("with any restriction neither changes the account nor people nor members", long, async () => {
    const base = await aDatabase(owner);
    const { person } = await join(owner);
    for (const given of [
      { scopes: ["read", "write", "keys"] },
      { databases: [base.id] },
      { expiresAt: new Date(Date.now() + 3_600_000).toISOString() },
    ]) {
      const { body } = await owner.post("/keys", {
        name: "Narrow",
        scopes: ["read", "write", "schema", "keys"],
        ...given,
      });
      for (const api of [
        new ApiClient(owner.origin, body.key),
        await ApiClient.signIn(owner.origin, body.key),
      ]) {
        for (const [verb, call] of [
          ["change the account", () => api.patch("/me", { name: "Mallory" })],
          ["manage people", () => api.get("/people")],
          ["manage people", () => api.patch(`/people/${person.id}`, { role: "owner" })],
          ["manage people", () => api.call(`/people/${person.id}`, { method: "DELETE" })],
          ["manage people", () => api.post(`/people/${person.id}/reset`, undefined)],
          [
            "change who has access to this database",
            () => api.post(`${base.place}/members`, { personId: person.id, role: "owner" }),
          ],
          [
            "change who has access to this database",
            () => api.patch(`${base.place}/members/${person.id}`, { role: "owner" }),
          ],
          [
            "change who has access to this database",
            () => api.call(`${base.place}/members/${person.id}`, { method: "DELETE" }),
          ],
        ] as const) {
          const answer = await call();
          expect([given, answer.status, answer.body]).toEqual([
            given,
            403,
            errorBody("FORBIDDEN", `Only a key without restrictions can ${verb}.`),
          ]);
        }
      }
    }
    expect((await owner.get("/me")).body.name).toBe(null);
    expect(await personOf(person)).toMatchObject({ role: "guest", databases: [] });
  });

  test(
    "makes no key with more rights than its own, nor in a database where its person has no role",
    long,
    async () => {
      const base = await aDatabase(owner);
      const foreign = await aDatabase(owner);
      const account = await join(owner, { databases: [{ databaseId: base.id, role: "viewer" }] });
      const narrow = await keyOf(account, { scopes: ["read", "keys"], databases: [base.id] });
      const api = new ApiClient(owner.origin, narrow.key);
      for (const [body, status] of [
        [{ scopes: ["read"], databases: [base.id] }, 201],
        [{ scopes: ["write"], databases: [base.id] }, 403],
        [{ scopes: ["read"], databases: null }, 403],
        [{ scopes: ["read"], databases: [foreign.id] }, 400],
      ] as const) {
        expect([body, (await api.post("/keys", { name: "Made", ...body })).status]).toEqual([body, status]);
      }
      const { status } = await account.api.post("/keys", {
        name: "Made",
        scopes: ["read"],
        databases: [foreign.id],
      });
      expect(status).toBe(400);
    },
  );

  test("is its person's alone; owners of the installation see those of everybody", long, async () => {
    const one = await join(owner);
    const other = await join(owner, { role: "member" });
    const key = await keyOf(one);
    expect(key.person).toEqual({ id: one.person.id, name: one.person.name });
    const idsFor = async (api: ApiClient) =>
      (await api.get("/keys")).body.keys.map(({ id }: { id: string }) => id);
    expect(await idsFor(one.api)).toEqual([key.id]);
    expect(await idsFor(other.api)).toEqual([]);
    expect(await idsFor(owner)).toContain(key.id);
    for (const call of [
      () => other.api.get(`/keys/${key.id}`),
      () => other.api.patch(`/keys/${key.id}`, { name: "Mine" }),
      () => other.api.post(`/keys/${key.id}/rotate`, {}),
      () => other.api.call(`/keys/${key.id}`, { method: "DELETE" }),
    ]) {
      expect((await call()).status).toBe(404);
    }
    // A new secret would let the owner act under another person's name.
    const rotated = await owner.post(`/keys/${key.id}/rotate`, {});
    expect([rotated.status, rotated.body]).toEqual([
      403,
      errorBody("FORBIDDEN", "Only the person whose API key this is can rotate it. Revoke it instead."),
    ]);
    expect((await new ApiClient(owner.origin, key.key).get("/me")).status).toBe(200);
    expect((await owner.call(`/keys/${key.id}`, { method: "DELETE" })).status).toBe(200);
    await expectWithinASecond(() => new ApiClient(owner.origin, key.key).get("/me"), 401);
  });
});

async function people(): Promise<Person[]> {
  return (await owner.get("/people")).body.people;
}

async function personOf({ id }: { readonly id: string }): Promise<Person> {
  const found = (await people()).find((each) => each.id === id);
  if (!found) throw new Error("there is no such person");
  return found;
}

function setRole({ place }: { readonly place: string }, { person }: Account, role: string) {
  return owner.patch(`${place}/members/${person.id}`, { role });
}

async function resetOf({ person }: Account): Promise<{ url: string; expiresAt: string }> {
  const { status, body } = await owner.post(`/people/${person.id}/reset`, undefined);
  expect(status).toBe(201);
  return body;
}

function use({ url }: { readonly url: string }, password: unknown) {
  return visitorOf(owner).post("/password-resets/use", { token: tokenIn(url), password });
}

async function statusOfSignIn({ person: { email } }: Account, password: string): Promise<number> {
  return (await visitorOf(owner).post("/session", { email, password })).status;
}
