/** One's own account, and signing in by password. */
import { ApiClient, badRequestBody, errorBody, minted } from "../api-client";
import { expect, test } from "../fixtures";
import { type Account, accept, invite, keyOf, newAccount, signInByPassword } from "../people";
import { long } from "../rounds";
import { aDatabase, anAddress, join, type PeopleServer, startPeopleServer, visitorOf } from "./people-server";

test.describe.configure({ mode: "default" });

let server: PeopleServer;
let owner: ApiClient;

test.beforeAll(async () => {
  server = await startPeopleServer();
  owner = server.owner;
});
test.afterAll(() => server.stop());

const wrong = "The e-mail address or password is wrong.";
const tooMany = "Too many wrong passwords. Try again in a quarter of an hour.";

test.describe("one's own account", () => {
  test("of the first owner has no name, address or password at first", async () => {
    const { status, body } = await owner.get("/me");
    expect([status, body]).toEqual([
      200,
      {
        id: expect.any(String),
        name: null,
        picture: null,
        email: null,
        newEmail: null,
        role: "owner",
        hasPassword: false,
        hasSecondFactor: false,
        createdAt: minted.time,
      },
    ]);
  });

  test("has a picture, which everybody who is signed in sees, until it is removed", long, async () => {
    const png =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
    const { id: databaseId } = await aDatabase(owner);
    const [{ person, api }, other] = await Promise.all([
      join(owner, { databases: [{ databaseId, role: "editor" }] }),
      join(owner),
    ]);
    const { status, body } = await api.patch("/me", { picture: `data:image/png;base64,${png}` });
    expect([status, body.picture]).toEqual([
      200,
      expect.stringMatching(new RegExp(`/api/v1/people/${person.id}/picture\\?version=[0-9a-f]{16}$`)),
    ]);
    const { members } = (await api.get(`/bases/${databaseId}/members`)).body;
    expect(members.find(({ personId }: { personId: string }) => personId === person.id).picture).toBe(
      body.picture,
    );
    const seen = await fetch(body.picture, { headers: { Cookie: other.cookie } });
    expect([
      seen.status,
      seen.headers.get("Content-Type"),
      seen.headers.get("X-Content-Type-Options"),
    ]).toEqual([200, "image/png", "nosniff"]);
    expect(Buffer.from(await seen.arrayBuffer()).toString("base64")).toBe(png);
    expect((await fetch(body.picture)).status).toBe(401);

    const script = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>").toString(
      "base64",
    );
    for (const picture of [
      `data:image/svg;base64,${script}`,
      `data:image/png;base64,${script}`,
      `data:image/png;base64,${"A".repeat(200_000)}`,
      "https://example.com/me.png",
      "",
      5,
    ]) {
      const refused = await api.patch("/me", { name: "Changed", picture });
      expect([picture, refused.status]).toEqual([picture, 400]);
      expect(refused.body.error.details[0].path).toBe("picture");
    }
    expect((await api.get("/me")).body).toEqual({ ...person, picture: body.picture });
    expect((await api.patch("/me", { picture: null })).body).toEqual({ ...person, picture: null });
    expect((await api.call(new URL(body.picture).pathname.replace("/api/v1", ""))).status).toBe(404);
  });

  test("is the same in a browser and by a key", long, async () => {
    const { person, api } = await join(owner);
    const key = new ApiClient(owner.origin, (await keyOf({ api })).key);
    const expected = { ...person, role: "guest", hasPassword: true };
    expect((await api.get("/me")).body).toEqual(expected);
    expect((await key.get("/me")).body).toEqual(expected);
  });

  test("can be renamed without a password, also by a key", long, async () => {
    const { person, api } = await join(owner);
    const key = new ApiClient(owner.origin, (await keyOf({ api })).key);
    expect((await api.patch("/me", { name: "Ada" })).body).toEqual({ ...person, name: "Ada" });
    expect((await key.patch("/me", { name: "Grace" })).body).toEqual({ ...person, name: "Grace" });
    expect((await api.patch("/me", {})).body).toEqual({ ...person, name: "Grace" });
  });

  for (const [what, body, path] of [
    ["an empty name", { name: "" }, "name"],
    ["a name without an end", { name: "x".repeat(100_000) }, "name"],
    ["a name of another type", { name: 5 }, "name"],
    ["a null name", { name: null }, "name"],
    ["a name with a NUL", { name: "a\0b" }, "name"],
    ["an address that is none", { email: "ada" }, "email"],
    ["a list of addresses", { email: ["ada@example.com"] }, "email"],
    ["an address that is too long", { email: `${"x".repeat(250)}@example.com` }, "email"],
    ["a short password", { password: "123456789" }, "password"],
    ["a password that is too long", { password: "x".repeat(257) }, "password"],
    ["a password of another type", { password: 1_234_567_890 }, "password"],
    ["a role", { role: "owner" }, "role"],
    ["another person's id", { id: "019a9e5c-0000-7000-8000-000000000000" }, "id"],
  ] as const) {
    test(`takes no ${what.replace(/^an? /, "")}`, long, async () => {
      const { person, api } = await join(owner);
      const answer = await api.patch("/me", body);
      expect([answer.status, answer.body.error?.details?.[0]?.path]).toEqual([400, path]);
      expect((await api.get("/me")).body).toEqual(person);
    });
  }
});

test.describe("a changed password", () => {
  test("ends all other sessions, but no keys, and is the only one from then on", long, async () => {
    const account = await join(owner);
    const { api, password } = account;
    const key = new ApiClient(owner.origin, (await keyOf(account)).key);
    const others = [await signInByPassword(owner, account), await signInByPassword(owner, account)];
    const { status } = await api.patch("/me", { password: "another password", currentPassword: password });
    expect(status).toBe(200);
    for (const other of others) expect((await other.api.get("/me")).status).toBe(401);
    expect([(await api.get("/me")).status, (await key.get("/me")).status]).toEqual([200, 200]);
    const earlier = await signIn(account.person.email, password);
    expect([earlier.status, earlier.body]).toEqual([401, errorBody("UNAUTHORIZED", wrong)]);
    expect((await signIn(account.person.email, "another password")).status).toBe(204);
  });

  test("by a key ends all sessions", long, async () => {
    const account = await join(owner);
    const key = new ApiClient(owner.origin, (await keyOf(account)).key);
    const change = { password: "another password", currentPassword: account.password };
    expect((await key.patch("/me", change)).status).toBe(200);
    expect((await account.api.get("/me")).status).toBe(401);
  });

  for (const [what, currentPassword, message] of [
    ["without the current one", undefined, "is required"],
    ["with a wrong current one", "not the password", "is wrong"],
    ["with an empty current one", "", "is wrong"],
  ] as const) {
    test(`is refused ${what}`, long, async () => {
      const account = await join(owner);
      for (const change of [{ password: "another password" }, { email: newAccount().email }]) {
        const { status, body } = await account.api.patch("/me", { ...change, currentPassword });
        expect([status, body]).toEqual([400, badRequestBody(["currentPassword", message])]);
      }
      expect((await account.api.get("/me")).body).toEqual(account.person);
      expect((await signIn(account.person.email, account.password)).status).toBe(204);
    });
  }

  for (const [how, path, headers] of [
    ["in dry runs", "/me?dryRun=true", {}],
    ["in repeatable calls", "/me", { "Idempotency-Key": "guess" }],
  ] as const) {
    test(`is not guessed ${how} more often than elsewhere`, long, async () => {
      const account = await join(owner);
      const statuses: number[] = [];
      for (let guess = 0; guess < 11; guess += 1) {
        const change = { password: "another password", currentPassword: `guess ${guess}` };
        const keyed = Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [name, `${value} ${guess}`]),
        );
        const answer = await account.api.call(path, { method: "PATCH", body: change, headers: keyed });
        statuses.push(answer.status);
      }
      expect(statuses).toEqual([...Array(10).fill(400), 429]);
    });
  }

  for (const common of ["1234567890", "qwertyuiop", "Qwertyuiop", "passwordpassword"]) {
    test(`is refused if it is as common as ${common}`, long, async () => {
      const { api, password } = await join(owner);
      const { status, body } = await api.patch("/me", { password: common, currentPassword: password });
      const message = "is one of the most common passwords; choose another one";
      expect([status, body]).toEqual([400, badRequestBody(["password", message])]);
    });
  }

  test("is refused if it is the name or address, in any case", long, async () => {
    const { api, person, password } = await join(owner);
    for (const told of [person.name, person.email, person.email.toUpperCase()]) {
      const { status, body } = await api.patch("/me", { password: told, currentPassword: password });
      expect([status, body]).toEqual([
        400,
        badRequestBody(["password", "must not be your name or e-mail address"]),
      ]);
    }
  });

  test("of two at once, only one is stored", long, async () => {
    const account = await join(owner);
    const next = ["the first of two", "the second of two"];
    const change = (password: string) =>
      account.api.patch("/me", { password, currentPassword: account.password });
    const answers = await Promise.all(next.map(change));
    const stored = answers.findIndex(({ status }) => status === 200);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const statuses = await Promise.all(
      next.map(async (each) => (await signIn(account.person.email, each)).status),
    );
    expect(statuses[stored]).toBe(204);
    expect(statuses[1 - stored]).toBe(401);
  });

  test("is not stored as it is, nor its cookie or link", long, async () => {
    const account = await join(owner);
    const [row] = await server.query<{ password: string }>(
      `SELECT "password" FROM "Person" WHERE "id" = $1`,
      [account.person.id],
    );
    expect(row?.password).toMatch(/^scrypt\$15\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
    const twin = await accept(owner, await invite(owner), { ...newAccount(), password: account.password });
    const [other] = await server.query<{ password: string }>(
      `SELECT "password" FROM "Person" WHERE "id" = $1`,
      [twin.person.id],
    );
    expect(other?.password).not.toBe(row?.password);
  });

  test("is the same in every Unicode form", long, async () => {
    const { person } = await accept(owner, await invite(owner), {
      ...newAccount(),
      password: "cafe\u0301 cafe\u0301",
    });
    expect((await signIn(person.email, "caf\u00e9 caf\u00e9")).status).toBe(204);
    expect((await signIn(person.email, "cafe cafe")).status).toBe(401);
  });
});

test.describe("a changed address", () => {
  test("is the one to sign in with", long, async () => {
    const account = await join(owner);
    const { email } = newAccount();
    const change = { email: ` ${email.toUpperCase()} `, currentPassword: account.password };
    expect((await account.api.patch("/me", change)).body).toEqual({ ...account.person, email });
    expect((await signIn(email, account.password)).status).toBe(204);
    expect((await signIn(account.person.email, account.password)).status).toBe(401);
  });

  test("is refused if another account has it, in any case", long, async () => {
    const [one, other] = [await join(owner), await join(owner)];
    for (const email of [other.person.email, other.person.email.toUpperCase()]) {
      const { status, body } = await one.api.patch("/me", { email, currentPassword: one.password });
      expect([status, body]).toEqual([
        409,
        errorBody("CONFLICT", "Another account has this e-mail address."),
      ]);
    }
    const same = await one.api.patch("/me", { email: one.person.email.toUpperCase() });
    expect([same.status, same.body]).toEqual([200, one.person]);
  });

  test("goes to one of two who choose it at once", long, async () => {
    const people = [await join(owner), await join(owner)];
    const { email } = newAccount();
    const answers = await Promise.all(
      people.map(({ api, password }) => api.patch("/me", { email, currentPassword: password })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});

test.describe("signing in by password", () => {
  let account: Account;
  test.beforeAll(async () => {
    account = await join(owner);
  });

  test("sets a cookie like signing in by a key, with the person's rights", long, async () => {
    const { status, headers, body } = await signIn(account.person.email, account.password);
    expect([status, body]).toEqual([204, ""]);
    expect(headers.getSetCookie()[0]).toMatch(
      /^rowhouse_session_\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=34560000$/,
    );
    const { api } = await signInByPassword(owner, account);
    expect((await api.get("/me")).body).toEqual(account.person);
  });

  test(
    "ignores the case of the address and space around it, but not that of the password",
    long,
    async () => {
      const { email } = account.person;
      for (const given of [email.toUpperCase(), `  ${email}\t`]) {
        expect((await signIn(given, account.password)).status).toBe(204);
      }
      for (const given of [account.password.toUpperCase(), ` ${account.password}`, `${account.password} `]) {
        expect((await signIn(email, given)).status).toBe(401);
      }
    },
  );

  test("answers an unknown address like a wrong password", long, async () => {
    const known = await signIn(account.person.email, "not the password");
    expect([known.status, known.body]).toEqual([401, errorBody("UNAUTHORIZED", wrong)]);
    for (const email of [newAccount().email, "", "not an address", "'; --", "x".repeat(254)]) {
      const unknown = await signIn(email, "not the password");
      expect([email, unknown.status, unknown.body]).toEqual([email, 401, errorBody("UNAUTHORIZED", wrong)]);
      expect(namesOf(unknown.headers)).toEqual(namesOf(known.headers));
    }
  });

  for (const given of [
    { email: null, password: "x" },
    { email: ["ada@example.com"], password: "x" },
    { email: "ada@example.com" },
    { email: "ada@example.com", password: null },
    { email: "ada@example.com", password: { $ne: "" } },
    { email: "x".repeat(255), password: "x" },
    { email: "a\0b", password: "x" },
    { email: "ada@example.com", password: "x".repeat(257) },
    { email: "ada@example.com", password: "x", key: "x" },
    { email: "ada@example.com", password: "x", personId: "x" },
  ]) {
    test(`is refused with ${JSON.stringify(given).slice(0, 60)}`, async () => {
      const { status, headers, body } = await visitorOf(owner).post("/session", given);
      expect([status, body.error?.code]).toEqual([400, "BAD_REQUEST"]);
      expect(headers.has("Set-Cookie")).toBe(false);
    });
  }

  test("is refused with a very large body", async () => {
    const given = { email: "ada@example.com", password: "x".repeat(10_000) };
    expect((await visitorOf(owner).post("/session", given)).status).toBe(413);
  });

  test("is refused from other sites", async () => {
    const { email } = account.person;
    const answer = await visitorOf(owner).call("/session", {
      method: "POST",
      body: { email, password: account.password },
      headers: { Origin: "https://elsewhere.example" },
    });
    expect([answer.status, answer.headers.has("Set-Cookie")]).toEqual([403, false]);
  });

  test("never adopts a session from before", long, async () => {
    const { cookie } = account;
    const [name] = cookie.split("=");
    const planted = `${name}=${"A".repeat(43)}`;
    for (const given of [planted, cookie]) {
      const answer = await visitorOf(owner).call("/session", {
        method: "POST",
        body: { email: account.person.email, password: account.password },
        headers: { Cookie: given, Origin: owner.origin },
      });
      expect(answer.status).toBe(204);
      expect(answer.headers.get("Set-Cookie")).not.toContain(given);
    }
    expect((await new ApiClient(owner.origin, null, { Cookie: planted }).get("/me")).status).toBe(401);
    // A browser of one person that signs in as another one keeps no link between the two.
    const other = await join(owner);
    const switched = await visitorOf(owner).call("/session", {
      method: "POST",
      body: { email: other.person.email, password: other.password },
      headers: { Cookie: cookie, Origin: owner.origin },
    });
    expect(switched.status).toBe(204);
    expect((await account.api.get("/me")).body.id).toBe(account.person.id);
  });

  test("is one of the person's browsers, and only theirs", long, async () => {
    const one = await join(owner);
    const second = await signInByPassword(owner, one);
    const { body } = await second.api.get("/sessions");
    expect(body.sessions).toEqual([
      { id: expect.any(String), key: null, createdAt: minted.time, expiresAt: minted.time, isCurrent: true },
      { id: expect.any(String), key: null, createdAt: minted.time, expiresAt: minted.time, isCurrent: false },
    ]);
    const foreign = await account.api.call(`/sessions/${body.sessions[1].id}`, { method: "DELETE" });
    expect(foreign.status).toBe(404);
    expect((await second.api.call("/sessions", { method: "DELETE" })).status).toBe(200);
    expect([(await one.api.get("/me")).status, (await second.api.get("/me")).status]).toEqual([401, 200]);
    expect((await account.api.get("/me")).status).toBe(200);
  });

  test("goes on for 30 days after its last use", long, async () => {
    const { api } = await join(owner);
    const current = async () => {
      const { sessions } = (await api.get("/sessions")).body;
      return sessions.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent);
    };
    const end = (after: string) =>
      server.query(`UPDATE "Session" SET "expiresAt" = now() + $2::interval WHERE "id" = $1`, [id, after]);
    const { id } = await current();
    await end("2 days");
    const days = async () => (Date.parse((await current()).expiresAt) - Date.now()) / 86_400_000;
    await expect.poll(days).toBeGreaterThan(29.9);
    expect(await days()).toBeLessThanOrEqual(30);
    await end("-1 second");
    expect((await api.get("/test")).status).toBe(401);
  });
});

test.describe("wrong passwords", () => {
  test("lock out a pair of account and address for a while, even with the right password", long, async () => {
    const account = await join(owner);
    const { email } = account.person;
    const address = anAddress();
    for (let count = 0; count < 10; count++) {
      // Right ones do not count.
      if (count === 5) expect((await signIn(email, account.password, address)).status).toBe(204);
      expect((await signIn(count % 2 ? email.toUpperCase() : email, "wrong", address)).status).toBe(401);
    }
    for (const password of ["wrong", account.password]) {
      const { status, headers, body } = await signIn(email, password, address);
      expect([status, body]).toEqual([429, errorBody("RATE_LIMITED", tooMany)]);
      expect([headers.get("Retry-After"), headers.has("Set-Cookie")]).toEqual(["900", false]);
    }
    expect((await signIn(email, account.password, anAddress())).status).toBe(204);
    const other = await join(owner);
    expect((await signIn(other.person.email, other.password, address)).status).toBe(204);
    expect((await account.api.get("/me")).status).toBe(200);
    // Refused attempts do not prolong it.
    await server.query(`UPDATE "FailedSignIn" SET "at" = "at" - interval '15 minutes' WHERE "address" = $1`, [
      address,
    ]);
    expect((await signIn(email, account.password, address)).status).toBe(204);
  });

  test("of others do not lock out a browser in which the person has signed in before", long, async () => {
    const account = await join(owner);
    const stranger = await join(owner);
    const { email } = account.person;
    const address = anAddress();
    const cookiesOf = ({ headers }: { headers: Headers }) =>
      headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
    const first = await signIn(email, account.password, address);
    const [session, known] = cookiesOf(first);
    expect(first.headers.getSetCookie()[1]).toMatch(
      /^rowhouse_known_\d+=[\w-]{64}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=34560000$/,
    );
    const [, ofStranger] = cookiesOf(await signIn(stranger.person.email, stranger.password, address));
    const from = (...cookies: (string | undefined)[]) => {
      const headers = { "X-Forwarded-For": address, Cookie: cookies.join("; ") };
      return (password: string) =>
        new ApiClient(owner.origin, null, headers).post("/session", { email, password });
    };
    for (let count = 0; count < 10; count++) {
      expect((await signIn(email, "wrong", address)).status).toBe(401);
    }
    for (const cookie of ["", ofStranger, session, `${known}x`]) {
      expect((await from(cookie)(account.password)).status).toBe(429);
    }
    expect((await from(known)(account.password)).status).toBe(204);
    // Its own tries count.
    const statuses: number[] = [];
    for (let count = 0; count < 11; count++) statuses.push((await from(known)("wrong")).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
    // A new password makes it unknown.
    const later = cookiesOf(await signIn(email, account.password))[1];
    const change = { password: "another password", currentPassword: account.password };
    expect((await account.api.patch("/me", change)).status).toBe(200);
    expect((await from(later)("another password")).status).toBe(429);
    expect((await signIn(email, "another password")).status).toBe(204);
  });

  test("of an unknown account are limited alike", long, async () => {
    const { email } = newAccount();
    const address = anAddress();
    const statuses: number[] = [];
    for (let count = 0; count < 12; count++) statuses.push((await signIn(email, "wrong", address)).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
  });

  test("count at once, too", long, async () => {
    const { person } = await join(owner);
    const address = anAddress();
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => signIn(person.email, "wrong", address)),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
  });

  test("of many accounts lock out an address", long, async () => {
    const account = await join(owner);
    const address = anAddress();
    const attempts = (count: number) =>
      server.query(
        `INSERT INTO "FailedSignIn" ("address", "account") SELECT $1, sha256(n::text::bytea) FROM generate_series(1, $2::int) n`,
        [address, count],
      );
    await attempts(99);
    expect((await signIn(account.person.email, account.password, address)).status).toBe(204);
    await attempts(1);
    expect((await signIn(account.person.email, account.password, address)).status).toBe(429);
    expect((await signIn(account.person.email, account.password, anAddress())).status).toBe(204);
  });

  test("count wherever a password is asked", long, async () => {
    const account = await join(owner);
    const { person, cookie } = account;
    const address = anAddress();
    const here = new ApiClient(owner.origin, null, {
      Cookie: cookie,
      Origin: owner.origin,
      "X-Forwarded-For": address,
    });
    const change = (currentPassword: string) =>
      here.patch("/me", { password: "another password", currentPassword });
    for (let count = 0; count < 5; count++) expect((await change("wrong")).status).toBe(400);
    const { url } = await invite(owner, { email: person.email });
    const token = new URL(url).hash.slice("#token=".length);
    for (let count = 0; count < 5; count++) {
      expect((await here.post("/invitations/accept", { token, password: "wrong" })).status).toBe(401);
    }
    expect((await change(account.password)).status).toBe(429);
    expect((await here.post("/invitations/accept", { token, password: account.password })).status).toBe(429);
    expect((await signIn(person.email, account.password, address)).status).toBe(429);
    expect((await signIn(person.email, account.password, anAddress())).status).toBe(204);
  });
});

function signIn(email: string, password: string, address = anAddress()) {
  return visitorOf(owner, address).post("/session", { email, password });
}

function namesOf(headers: Headers): string[] {
  return [...headers.keys()].toSorted();
}

test("a server that sends no e-mail says so to who asks for a new password", async () => {
  const { email } = newAccount();
  const { status, body } = await visitorOf(owner).post("/password-resets", { email });
  expect([status, body.error.message]).toEqual([
    409,
    "This server sends no e-mail. Ask an owner of the installation for a link to choose a new password.",
  ]);
});
