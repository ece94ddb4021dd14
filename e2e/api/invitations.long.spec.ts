/** Invitations: who may create them, and what accepting one gives. */
import { randomUUID } from "node:crypto";
import { scopes } from "../../lib/contract/keys";
import type { Person, ShownInvitation } from "../../lib/contract/people";
import { type Answer, ApiClient, badRequestBody, errorBody, minted } from "../api-client";
import { expect, test } from "../fixtures";
import { type Account, accept, invite, newAccount, tokenIn } from "../people";
import { long } from "../rounds";
import { aDatabase, join, type PeopleServer, promote, startPeopleServer, visitorOf } from "./people-server";

test.describe.configure({ mode: "default" });

let server: PeopleServer;
let owner: ApiClient;
let base: Awaited<ReturnType<typeof aDatabase>>;
/** Owns `base`, as a member of the installation. */
let member: Account;

test.beforeAll(async () => {
  server = await startPeopleServer();
  owner = server.owner;
  base = await aDatabase(owner);
  member = await join(owner, { role: "member", databases: [{ databaseId: base.id, role: "owner" }] });
});
test.afterAll(() => server.stop());

const dead = "This invitation was used already, withdrawn, or is older than seven days. Ask for a new one.";

test.describe("an invitation", () => {
  test("is answered with its link once, and listed without", async () => {
    const { email } = newAccount();
    const databases = [{ databaseId: base.id, role: "editor" }];
    const { status, headers, body } = await member.api.post("/invitations", {
      email: email.toUpperCase(),
      role: "guest",
      databases,
    });
    const expected = {
      id: expect.any(String),
      email,
      role: "guest",
      databases,
      invitedBy: { id: member.person.id, name: member.person.name },
      createdAt: minted.time,
      expiresAt: minted.time,
    };
    expect([status, body]).toEqual([201, { ...expected, url: expect.any(String), isMailed: false }]);
    expect(headers.get("Location")).toBe(`/api/v1/invitations/${body.id}`);
    const url = new URL(body.url);
    expect([url.origin, url.pathname, url.search]).toEqual([owner.origin, "/invite", ""]);
    expect(tokenIn(body.url)).toMatch(/^[\w-]{43}$/);
    expect(Date.parse(body.expiresAt) - Date.parse(body.createdAt)).toBeCloseTo(7 * 86_400_000, -4);
    for (const api of [member.api, owner]) {
      const { invitations } = (await api.get("/invitations")).body;
      expect(invitations.find(({ id }: ShownInvitation) => id === body.id)).toEqual(expected);
    }
    const [row] = await server.query<{ text: string }>(
      `SELECT "Invitation"::text AS "text" FROM "Invitation" WHERE "id" = $1`,
      [body.id],
    );
    expect(row?.text).not.toContain(tokenIn(body.url));
  });

  test("is previewed by whoever has its link", async () => {
    const { url } = await invite(member.api, {
      email: "grace@example.com",
      databases: [{ databaseId: base.id, role: "viewer" }],
    });
    const { status, body } = await visitorOf(owner).post("/invitations/preview", { token: tokenIn(url) });
    expect([status, body]).toEqual([
      200,
      {
        email: "grace@example.com",
        role: "guest",
        invitedBy: member.person.name,
        databases: [{ name: base.name, role: "viewer" }],
      },
    ]);
  });

  test("makes an account with its roles, and signs the browser in", async () => {
    const given = newAccount();
    const made = await invite(owner, { databases: [{ databaseId: base.id, role: "editor" }] });
    const { person, api } = await accept(owner, made, given);
    expect(person).toEqual({
      id: expect.any(String),
      name: given.name,
      email: given.email,
      newEmail: null,
      picture: null,
      role: "guest",
      hasPassword: true,
      hasSecondFactor: false,
      createdAt: minted.time,
    });
    expect((await api.get(base.place)).body).toMatchObject({ id: base.id, role: "editor" });
    expect((await api.get("/bases")).body.map(({ id }: { id: string }) => id)).toEqual([base.id]);
    expect(await openOnes()).not.toContain(made.id);
  });

  test("is accepted once", async () => {
    const made = await invite(owner);
    await accept(owner, made);
    for (const answer of [await tryAccepting(made), await preview(made)]) {
      expect([answer.status, answer.body]).toEqual([404, errorBody("NOT_FOUND", dead)]);
      expect(answer.headers.has("Set-Cookie")).toBe(false);
    }
  });

  test("is accepted by one of several at once", long, async () => {
    const made = await invite(owner);
    const before = await countPeople();
    const answers = await Promise.all(Array.from({ length: 5 }, () => tryAccepting(made)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404, 404, 404, 404]);
    expect(await countPeople()).toBe(before + 1);
  });

  test("of one address makes one account, if two are accepted at once", async () => {
    const { email } = newAccount();
    const both = [await invite(owner, { email }), await invite(owner, { email })];
    const answers = await Promise.all(both.map((made) => tryAccepting(made, { ...newAccount(), email })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409]);
    expect((await people()).filter((each) => each.email === email)).toHaveLength(1);
  });

  test("ends after seven days", async () => {
    const made = await invite(owner);
    await server.query(`UPDATE "Invitation" SET "expiresAt" = now() WHERE "id" = $1`, [made.id]);
    expect([(await tryAccepting(made)).status, (await preview(made)).status]).toEqual([404, 404]);
    expect(await openOnes()).not.toContain(made.id);
  });

  test("can be withdrawn by whoever made it, and by owners of the installation", async () => {
    for (const api of [member.api, owner]) {
      const made = await invite(member.api);
      // Ids are accepted in any case.
      const place = `/invitations/${made.id.toUpperCase()}`;
      expect((await api.call(place, { method: "DELETE" })).body).toEqual({ deleted: true });
      expect([(await tryAccepting(made)).status, (await preview(made)).status]).toEqual([404, 404]);
      expect((await api.call(`/invitations/${made.id}`, { method: "DELETE" })).status).toBe(404);
    }
  });

  test("of others is neither shown nor withdrawn", async () => {
    const other = await join(owner, { role: "member" });
    const made = await invite(member.api);
    expect((await other.api.get("/invitations")).body).toEqual({ invitations: [] });
    for (const id of [made.id, randomUUID(), "x", "%00"]) {
      const { status } = await other.api.call(`/invitations/${id}`, { method: "DELETE" });
      expect([id, status]).toEqual([id, id === "%00" ? 400 : 404]);
    }
    expect(await openOnes()).toContain(made.id);
  });

  for (const token of ["", "x", "A".repeat(43), "A".repeat(100)]) {
    test(`has no token ${JSON.stringify(token.slice(0, 5))} of ${token.length} letters`, async () => {
      const visitor = visitorOf(owner);
      for (const answer of [
        await visitor.post("/invitations/preview", { token }),
        await visitor.post("/invitations/accept", { token, ...newAccount() }),
      ]) {
        expect([answer.status, answer.body]).toEqual([404, errorBody("NOT_FOUND", dead)]);
      }
    });
  }

  test("has no token of another type or size", async () => {
    const visitor = visitorOf(owner);
    for (const token of [null, 5, ["x"], { length: 43 }, "x".repeat(101)]) {
      expect((await visitor.post("/invitations/preview", { token })).status).toBe(400);
      expect((await visitor.post("/invitations/accept", { token, ...newAccount() })).status).toBe(400);
    }
    expect((await visitor.post("/invitations/preview", { token: "x".repeat(5_000) })).status).toBe(413);
  });
});

test.describe("accepting", () => {
  for (const [what, given, path] of [
    ["without a name", { name: undefined }, "name"],
    ["with an empty name", { name: "" }, "name"],
    ["with a name of another type", { name: 5 }, "name"],
    ["without an address", { email: undefined }, "email"],
    ["with an address that is none", { email: "x" }, "email"],
    ["without a password", { password: undefined }, "password"],
    ["with a short password", { password: "123456789" }, "password"],
    ["with a common password", { password: "1234567890" }, "password"],
    ["with a password that is too long", { password: "x".repeat(257) }, "password"],
    ["with a role", { role: "owner" }, "role"],
  ] as const) {
    test(`is refused ${what}, and leaves the invitation open`, async () => {
      const made = await invite(owner);
      const before = await countPeople();
      const { status, body } = await tryAccepting(made, { ...newAccount(), ...given });
      expect([status, body.error?.details?.[0]?.path]).toEqual([400, path]);
      expect(await countPeople()).toBe(before);
      expect(await openOnes()).toContain(made.id);
    });
  }

  test("is refused with another address than the invited one", async () => {
    const { email, ...given } = newAccount();
    const made = await invite(owner, { email });
    const { status, body } = await tryAccepting(made, newAccount());
    expect([status, body]).toEqual([400, badRequestBody(["email", "must be the address that was invited"])]);
    const same = await tryAccepting(made, { ...given, email: email.toUpperCase() });
    expect(same.status).toBe(204);
  });

  test("takes the password of an account that exists, and changes nothing else of it", long, async () => {
    const { person, password } = await join(owner);
    const other = await aDatabase(owner);
    for (const email of [person.email, undefined]) {
      const made = await invite(owner, {
        ...(email && { email }),
        databases: [{ databaseId: other.id, role: "viewer" }],
      });
      const chosen = { name: "Mallory", email: person.email, password: "chosen by somebody else" };
      const { status, body } = await tryAccepting(made, chosen);
      const message = "There is an account with this e-mail address, but the password is wrong.";
      expect([status, body]).toEqual([401, errorBody("UNAUTHORIZED", message)]);
      expect(await openOnes()).toContain(made.id);
      const right = await tryAccepting(made, { ...chosen, password });
      expect(right.status).toBe(204);
    }
    const [found, ...others] = (await people()).filter(({ email }) => email === person.email);
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      id: person.id,
      name: person.name,
      databases: [{ databaseId: other.id, role: "viewer" }],
    });
  });

  test("is refused for a deactivated account", long, async () => {
    const { person, password } = await join(owner);
    const made = await invite(owner, { email: person.email });
    await owner.patch(`/people/${person.id}`, { isActive: false });
    const { status, headers } = await tryAccepting(made, { ...newAccount(), email: person.email, password });
    expect([status, headers.has("Set-Cookie")]).toEqual([401, false]);
  });

  test("is refused for an account that is deactivated, or gets a new password, meanwhile", long, async () => {
    for (const change of [
      `"deactivatedAt" = now()`,
      `"password" = 'scrypt$15$8$3$AAAAAAAAAAAAAAAAAAAAAA$A'`,
    ]) {
      const account = await join(owner);
      const made = await invite(owner, { email: account.person.email });
      const { answers } = await server.whilePeopleAreLocked(
        () => [tryAccepting(made, of(account))],
        () => server.query(`UPDATE "Person" SET ${change} WHERE "id" = $1`, [account.person.id]),
      );
      expect([change, ...answers.map(({ status }) => status)]).toEqual([change, 401]);
      expect(await openOnes()).toContain(made.id);
    }
  });

  test("makes a new account for the address of a removed person", long, async () => {
    const { person } = await join(owner);
    await owner.call(`/people/${person.id}`, { method: "DELETE" });
    const again = await accept(owner, await invite(owner, { email: person.email }));
    expect(again.person.email).toBe(person.email);
    expect(again.person.id).not.toBe(person.id);
  });

  test("never lowers a role", long, async () => {
    const { id: databaseId } = await aDatabase(owner);
    const account = await join(owner, { role: "member", databases: [{ databaseId, role: "creator" }] });
    for (const [role, expected] of [
      ["viewer", "creator"],
      ["owner", "owner"],
      ["editor", "owner"],
    ] as const) {
      const made = await invite(owner, { email: account.person.email, databases: [{ databaseId, role }] });
      expect((await tryAccepting(made, of(account))).status).toBe(204);
      expect(await personOf(account)).toMatchObject({
        role: "member",
        databases: [{ databaseId, role: expected }],
      });
    }
  });

  test("raises a guest who is invited as a member, and lowers no owner", long, async () => {
    const guest = await join(owner);
    expect(
      (await tryAccepting(await invite(owner, { role: "member", email: guest.person.email }), of(guest)))
        .status,
    ).toBe(204);
    expect(await personOf(guest)).toMatchObject({ role: "member" });
    await promote(owner, guest);
    for (const role of ["guest", "member"] as const) {
      expect(
        (await tryAccepting(await invite(owner, { role, email: guest.person.email }), of(guest))).status,
      ).toBe(204);
      expect(await personOf(guest)).toMatchObject({ role: "owner" });
    }
  });

  test("gives no role in a database that was deleted meanwhile", async () => {
    const other = await aDatabase(owner);
    const made = await invite(owner, { databases: [{ databaseId: other.id, role: "editor" }] });
    await owner.call(other.place, { method: "DELETE" });
    expect((await preview(made)).body.databases).toEqual([]);
    const { api } = await accept(owner, made);
    expect((await api.get(other.place)).status).toBe(404);
  });
});

test.describe("who has invited", () => {
  test("as an owner of the installation and is none any more has invited no member", long, async () => {
    const inviter = await join(owner, { role: "member" });
    await promote(owner, inviter);
    const existing = await join(owner);
    const invitations = [
      await invite(inviter.api, { role: "member" }),
      await invite(inviter.api, { role: "member", email: existing.person.email }),
    ];
    await owner.patch(`/people/${inviter.person.id}`, { role: "member" });
    const [open, named] = invitations as [ShownInvitation, ShownInvitation];
    const given = newAccount();
    await tryAccepting(open, given);
    const made = (await people()).find(({ email }) => email === given.email);
    expect(made?.role ?? "guest").toBe("guest");
    await tryAccepting(named, of(existing));
    expect(await personOf(existing)).toMatchObject({ role: "guest" });
  });

  test("and owns the database no more has given no role there", long, async () => {
    const { id: databaseId, place } = await aDatabase(owner);
    const inviter = await join(owner, { role: "member", databases: [{ databaseId, role: "owner" }] });
    const made = await invite(inviter.api, { databases: [{ databaseId, role: "viewer" }] });
    await owner.patch(`${place}/members/${inviter.person.id}`, { role: "creator" });
    const { api, person } = await accept(owner, made);
    expect((await api.get(place)).status).toBe(404);
    expect((await personOf({ person })).databases).toEqual([]);
  });

  test("and was deactivated has invited nobody, until activated again", long, async () => {
    const inviter = await join(owner, { role: "member" });
    const made = await invite(inviter.api);
    await owner.patch(`/people/${inviter.person.id}`, { isActive: false });
    expect([(await tryAccepting(made)).status, (await preview(made)).status]).toEqual([404, 404]);
    await owner.patch(`/people/${inviter.person.id}`, { isActive: true });
    expect((await tryAccepting(made)).status).toBe(204);
  });

  test("counts with the rights of the moment in which somebody joins", long, async () => {
    const inviter = await join(owner, { role: "member" });
    await promote(owner, inviter);
    const existing = await join(owner);
    const made = await invite(inviter.api, { role: "member", email: existing.person.email });
    const unnamed = await invite(inviter.api);
    const { answers } = await server.whilePeopleAreLocked(
      () => [tryAccepting(made, of(existing)), tryAccepting(unnamed)],
      () =>
        server.query(`UPDATE "Person" SET "role" = 'member', "deactivatedAt" = now() WHERE "id" = $1`, [
          inviter.person.id,
        ]),
    );
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    expect(await personOf(existing)).toMatchObject({ role: "guest" });
  });

  test("and was removed has invited nobody", async () => {
    const inviter = await join(owner, { role: "member" });
    const made = await invite(inviter.api);
    await owner.call(`/people/${inviter.person.id}`, { method: "DELETE" });
    expect([(await tryAccepting(made)).status, (await preview(made)).status]).toEqual([404, 404]);
  });
});

test.describe("inviting", () => {
  test("is for members of the installation", async () => {
    const guest = await join(owner, { databases: [{ databaseId: base.id, role: "owner" }] });
    for (const body of [
      { role: "guest" },
      { role: "guest", databases: [{ databaseId: base.id, role: "viewer" }] },
    ]) {
      const answer = await guest.api.post("/invitations", body);
      expect([answer.status, answer.body]).toEqual([
        403,
        errorBody("FORBIDDEN", "Your role does not let you invite people."),
      ]);
    }
  });

  test("members is for owners of the installation", async () => {
    const { status, body } = await member.api.post("/invitations", { role: "member" });
    const message = "may be member only for owners of the installation";
    expect([status, body]).toEqual([
      403,
      errorBody("FORBIDDEN", `role ${message}.`, [{ path: "role", message }]),
    ]);
  });

  test("into a database is for its owners; a foreign one is like an unknown one", async () => {
    const foreign = await aDatabase(owner);
    const { id: databaseId } = await aDatabase(owner);
    const creator = await join(owner, { role: "member", databases: [{ databaseId, role: "creator" }] });
    const unknown = "0123456789abcdef";
    for (const id of [foreign.id, databaseId, unknown, "", "__proto__", "x".repeat(1_000)]) {
      const { status, body } = await creator.api.post("/invitations", {
        role: "guest",
        databases: [{ databaseId: id, role: "viewer" }],
      });
      expect([status, body.error.details]).toEqual([
        400,
        [
          {
            path: "databases[0].databaseId",
            message: expect.stringMatching(/^is not the id of a database you own: "/),
          },
        ],
      ]);
    }
    expect((await creator.api.get("/invitations")).body).toEqual({ invitations: [] });
    const { status } = await owner.post("/invitations", {
      role: "guest",
      databases: [{ databaseId: unknown, role: "viewer" }],
    });
    expect(status).toBe(400);
  });

  for (const [what, body, path] of [
    ["nothing", {}, "role"],
    ["an owner", { role: "owner" }, "role"],
    ["an unknown role", { role: "admin" }, "role"],
    ["a role of another type", { role: ["guest"] }, "role"],
    ["an address that is none", { role: "guest", email: "x" }, "email"],
    ["a null address", { role: "guest", email: null }, "email"],
    ["an address with a NUL", { role: "guest", email: "a\0@example.com" }, "email"],
    ["databases that are no list", { role: "guest", databases: {} }, "databases"],
    [
      "an unknown role in a database",
      { role: "guest", databases: [{ databaseId: "x", role: "x" }] },
      "databases[0].role",
    ],
    [
      "too many databases",
      {
        role: "guest",
        databases: Array.from({ length: 1_001 }, () => ({ databaseId: "x", role: "viewer" })),
      },
      "databases",
    ],
    ["a date of expiry", { role: "guest", expiresAt: "2099-01-01T00:00:00Z" }, "expiresAt"],
  ] as const) {
    test(`takes no ${what.replace(/^an? /, "")}`, async () => {
      const before = await openOnes();
      const answer = await owner.post("/invitations", body);
      expect([answer.status, answer.body.error?.details?.[0]?.path]).toEqual([400, path]);
      expect(await openOnes()).toEqual(before);
    });
  }

  test("with an Idempotency-Key happens once, and its stored link is unreadable", async () => {
    const headers = { "Idempotency-Key": randomUUID() };
    const call = () => owner.call("/invitations", { method: "POST", body: { role: "guest" }, headers });
    const [first, again] = [await call(), await call()];
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
    expect(again.headers.get("Idempotency-Replayed")).toBe("true");
    const [row] = await server.query<{ body: string }>(`SELECT "body" FROM "StoredAnswer" WHERE "key" = $1`, [
      headers["Idempotency-Key"],
    ]);
    expect(row?.body).toEqual(expect.any(String));
    expect(row?.body).not.toContain(tokenIn(first.body.url));
    expect(row?.body).not.toContain(first.body.id);
    await accept(owner, first.body);
    expect((await tryAccepting(again.body)).status).toBe(404);
  });

  test("as a dry run makes no invitation", async () => {
    const before = await openOnes();
    const { status, body } = await owner.post("/invitations?dryRun=true", { role: "guest" });
    expect(status).toBe(201);
    expect(await openOnes()).toEqual(before);
    expect((await tryAccepting(body)).status).toBe(404);
  });

  test("needs a key without restrictions", async () => {
    for (const given of [
      { scopes: ["read", "keys"] },
      { databases: [base.id] },
      { expiresAt: new Date(Date.now() + 3_600_000).toISOString() },
    ]) {
      const { body } = await member.api.post("/keys", { name: "Narrow", scopes, ...given });
      const { key } = body;
      for (const api of [new ApiClient(owner.origin, key), await ApiClient.signIn(owner.origin, key)]) {
        for (const answer of [
          await api.post("/invitations", { role: "guest" }),
          await api.get("/invitations"),
          await api.call(`/invitations/${randomUUID()}`, { method: "DELETE" }),
        ]) {
          expect([answer.status, answer.body]).toEqual([
            403,
            errorBody("FORBIDDEN", "Only a key without restrictions can invite people."),
          ]);
        }
      }
    }
  });
});

interface AcceptBody {
  readonly error?: { readonly details?: readonly { readonly path: string }[] };
}

/** Accepts with what a new account takes, or with what is given instead. */
function tryAccepting(
  { url, email }: ShownInvitation,
  given: object = newAccount(),
): Promise<Answer<AcceptBody>> {
  const own = email === null || "email" in given ? {} : { email };
  return visitorOf(owner).post("/invitations/accept", { ...own, ...given, token: tokenIn(url) });
}

/** What an existing account accepts with. */
function of({ person, password }: Account): object {
  return { email: person.email, password };
}

function preview({ url }: ShownInvitation) {
  return visitorOf(owner).post("/invitations/preview", { token: tokenIn(url) });
}

/** The ids of open invitations. */
async function openOnes(): Promise<string[]> {
  return (await owner.get("/invitations")).body.invitations.map(({ id }: ShownInvitation) => id);
}

async function people(): Promise<Person[]> {
  return (await owner.get("/people")).body.people;
}

async function countPeople(): Promise<number> {
  return (await people()).length;
}

async function personOf({ person }: Pick<Account, "person">): Promise<Person> {
  const found = (await people()).find(({ id }) => id === person.id);
  if (!found) throw new Error("there is no such person");
  return found;
}
