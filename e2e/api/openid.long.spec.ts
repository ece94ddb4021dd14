/** Signing in by OpenID Connect, with a real provider: who gets in, and which responses are refused. */

import { randomUUID } from "node:crypto";
import type { AuditEvent } from "../../lib/contract/audit";
import { ApiClient } from "../api-client";
import { expect, test } from "../fixtures";
import { type ProviderAccount, type RunningProvider, startProvider, Visitor } from "../openid-provider";
import { type Account, accept, invite, newAccount, signInByPassword } from "../people";
import { long } from "../rounds";
import { aDatabase, anAddress, join, type PeopleServer, startPeopleServer } from "./people-server";

test.describe.configure({ mode: "default" });

let provider: RunningProvider;
let server: PeopleServer;
let owner: ApiClient;
/** The page to which a sign-in led before the provider could be reached. */
let tooEarly: string;

test.beforeAll(async () => {
  provider = await startProvider();
  server = await startPeopleServer({ ...provider.environment, OPENID_STARTS_PER_ADDRESS: "15" });
  owner = server.owner;
  tooEarly = await aVisitor().begin("/trash");
  provider.serve(owner.origin);
});
test.afterAll(async () => {
  await server.stop();
  await provider.stop();
});

test("a provider that cannot be reached is discovered once it can", async () => {
  const visitor = aVisitor();
  expect(tooEarly).toBe("/login?problem=unreachable&next=%2Ftrash");
  expect(await visitor.begin()).toMatch(new RegExp(`^${provider.issuer}/auth\\?`));
  const goOn = provider.fail();
  try {
    // What was discovered is kept.
    expect(await visitor.begin()).toMatch(new RegExp(`^${provider.issuer}/auth\\?`));
  } finally {
    goOn();
  }
});

test.describe("who gets in", () => {
  test("somebody invited, with the roles of all invitations to the verified address", async () => {
    const [one, another] = [await aDatabase(owner), await aDatabase(owner)];
    const account = provider.add();
    const email = account.claims.email;
    await invite(owner, { email, databases: [{ databaseId: one.id, role: "editor" }] });
    await invite(owner, { email, role: "member", databases: [{ databaseId: another.id, role: "viewer" }] });
    const visitor = aVisitor();
    expect(await visitor.signIn(account, "/settings/account?a=b#c")).toBe("/settings/account?a=b#c");
    expect(await meOf(visitor)).toMatchObject({
      email,
      name: `Name of ${email}`,
      role: "member",
      hasPassword: false,
    });
    const { databases } = await personWith(email);
    expect(databases).toHaveLength(2);
    expect(databases).toEqual(
      expect.arrayContaining([
        { databaseId: one.id, role: "editor" },
        { databaseId: another.id, role: "viewer" },
      ]),
    );
    const { invitations } = (await owner.get("/invitations")).body;
    expect(invitations.filter((each: { email: string }) => each.email === email)).toEqual([]);
    // The same person from then on, also with another address there.
    const changed = provider.add({
      subject: account.subject,
      claims: { email: newAccount().email, email_verified: false },
    });
    const again = aVisitor();
    expect(await again.signIn(changed)).toBe("/");
    expect((await meOf(again)).id).toBe((await meOf(visitor)).id);
  });

  test("and the audit log has it, with a refused attempt", async () => {
    const { email } = newAccount();
    const stranger = aVisitor();
    const account = provider.add({ claims: { email } });
    expect(await stranger.signIn(account)).toBe("/login?problem=unknown");
    await invite(owner, { email });
    expect(await stranger.signIn(account)).toBe("/");
    const { id } = await meOf(stranger);
    const { body } = await owner.get(`/audit?personId=${id}`);
    expect(body.events.map(({ event, details }: AuditEvent) => [event, details])).toEqual([
      ["signed-in", { by: "openid" }],
      ["invitation-accepted", { role: "guest" }],
    ]);
    const refusals = async () => (await owner.get("/audit?event=sign-in-failed")).body.events;
    await expect.poll(refusals).toContainEqual(expect.objectContaining({ details: { by: "openid" } }));
  });

  test("an address in capitals is the same one", async () => {
    const { email } = newAccount();
    await invite(owner, { email });
    const visitor = aVisitor();
    await visitor.signIn(provider.add({ claims: { email: email.toUpperCase() } }));
    expect((await meOf(visitor)).email).toBe(email);
  });

  test(
    "nobody by an invitation without an address, an expired one, or one of somebody who may no longer invite",
    long,
    async () => {
      const base = await aDatabase(owner);
      await invite(owner);
      const expired = provider.add();
      await invite(owner, { email: expired.claims.email });
      await server.query(`UPDATE "Invitation" SET "expiresAt" = now() WHERE "email" = $1`, [
        expired.claims.email,
      ]);
      expect(await aVisitor().signIn(expired)).toBe("/login?problem=unknown");

      const inviter = await join(owner, {
        role: "member",
        databases: [{ databaseId: base.id, role: "owner" }],
      });
      const [late, lowered] = [provider.add(), provider.add()];
      await invite(inviter.api, {
        email: lowered.claims.email,
        databases: [{ databaseId: base.id, role: "editor" }],
      });
      await invite(inviter.api, {
        email: late.claims.email,
        databases: [{ databaseId: base.id, role: "editor" }],
      });
      await owner.patch(`${base.place}/members/${inviter.person.id}`, { role: "editor" });
      expect(await aVisitor().signIn(lowered)).toBe("/");
      expect((await personWith(lowered.claims.email)).databases).toEqual([]);
      await owner.patch(`/people/${inviter.person.id}`, { isActive: false });
      expect(await aVisitor().signIn(late)).toBe("/login?problem=unknown");
    },
  );

  test("an address of the domain, as a member; other and longer domains not", async () => {
    const visitor = aVisitor();
    expect(await visitor.signIn(withEmail("@staff.example.com"))).toBe("/");
    expect((await meOf(visitor)).role).toBe("member");
    for (const domain of [
      "@example.com",
      "@a.staff.example.com",
      "@notstaff.example.com",
      "@staff.example.com.test",
    ]) {
      expect([domain, await aVisitor().signIn(withEmail(domain))]).toEqual([
        domain,
        "/login?problem=unknown",
      ]);
    }
  });

  test("an invitation decides the role, also of an address of the domain", async () => {
    const account = withEmail("@staff.example.com");
    await invite(owner, { email: account.claims.email });
    const visitor = aVisitor();
    await visitor.signIn(account);
    expect((await meOf(visitor)).role).toBe("guest");
  });

  for (const [title, claims] of [
    ["is not verified", { email_verified: false }],
    ["is said to be verified by a text", { email_verified: "true" }],
    ["is not said to be verified", { email_verified: undefined }],
    ["is missing", { email: undefined }],
    ["is not one", { email: "nobody" }],
  ] as const) {
    test(`nobody whose address ${title}`, async () => {
      const { email } = withEmail("@staff.example.com").claims;
      await invite(owner, { email });
      const account = provider.add({ claims: { email, ...claims } });
      const visitor = aVisitor();
      expect(await visitor.signIn(account)).toBe("/login?problem=unverified");
      await expectSignedOut(visitor);
      expect(await server.query(`SELECT FROM "Person" WHERE "email" = $1`, [email])).toEqual([]);
    });
  }

  test("claims in the ID token count only with their verification", async () => {
    const claims = { email_verified: false };
    const verified = withEmail("@staff.example.com").claims.email;
    const forAddress = provider.add({ claims, changeIdToken: (token) => ({ ...token, email: verified }) });
    expect(await aVisitor().signIn(forAddress)).toBe("/login?problem=unverified");
    const forFlag = provider.add({ claims, changeIdToken: (token) => ({ ...token, email_verified: true }) });
    expect(await aVisitor().signIn(forFlag)).toBe("/login?problem=unverified");
    const both = { email: verified, email_verified: true };
    const visitor = aVisitor();
    await visitor.signIn(provider.add({ claims, changeIdToken: (token) => ({ ...token, ...both }) }));
    expect((await meOf(visitor)).email).toBe(verified);
  });

  test("nobody into an account that somebody else may have made with their address", long, async () => {
    const account = withEmail("@staff.example.com");
    const { email } = account.claims;
    const early = await accept(owner, await invite(owner), { ...newAccount(), email });
    const visitor = aVisitor();
    expect(await visitor.signIn(account)).toBe("/login?problem=unlinked");
    await expectSignedOut(visitor);
    // Nor into one that is signed in with a mere key, as a link can do.
    const { key } = (await early.api.post("/keys", { name: "Key", scopes: ["read"] })).body;
    const byKey = aVisitor();
    byKey.cookie = cookieOf(await new ApiClient(owner.origin, null).post("/session", { key }));
    expect(await byKey.signIn(account)).toBe("/login?problem=unlinked");
    // Nor while signed in as somebody else.
    const other = aVisitor();
    other.cookie = (await join(owner)).cookie;
    expect(await other.signIn(account)).toBe("/login?problem=unlinked");
    expect(await identitiesOf(early)).toBe(0);
  });

  test("one's own account once it is linked while signed in to it", long, async () => {
    const account = provider.add();
    const mine = await accept(owner, await invite(owner), { ...newAccount(), email: account.claims.email });
    const visitor = aVisitor();
    visitor.cookie = mine.cookie;
    expect(await visitor.signIn(account, "/settings/account")).toBe("/settings/account");
    expect((await meOf(visitor)).id).toBe(mine.person.id);
    const elsewhere = aVisitor();
    await elsewhere.signIn(account);
    expect((await meOf(elsewhere)).id).toBe(mine.person.id);
    // The password stays.
    await signInByPassword(owner, mine);
  });

  test("nobody who is deactivated; a removed person by an invitation alone", long, async () => {
    const account = withEmail("@staff.example.com");
    const visitor = aVisitor();
    await visitor.signIn(account);
    const { id } = await meOf(visitor);
    await owner.patch(`/people/${id}`, { isActive: false });
    await expectSignedOut(visitor);
    expect(await visitor.signIn(account)).toBe("/login?problem=deactivated");
    const unlinked = provider.add();
    const known = await accept(owner, await invite(owner), { ...newAccount(), email: unlinked.claims.email });
    await owner.patch(`/people/${known.person.id}`, { isActive: false });
    expect(await aVisitor().signIn(unlinked)).toBe("/login?problem=deactivated");

    await owner.call(`/people/${id}`, { method: "DELETE" });
    expect(await visitor.signIn(account)).toBe("/login?problem=unknown");
    await invite(owner, { email: account.claims.email });
    expect(await visitor.signIn(account)).toBe("/");
    expect(await meOf(visitor)).toMatchObject({ role: "guest", email: account.claims.email });
    expect((await meOf(visitor)).id).not.toBe(id);
  });

  test("one person once, also by two sign-ins at the same time", async () => {
    const account = withEmail("@staff.example.com");
    const visitors = [aVisitor(), aVisitor()];
    const callbacks = await Promise.all(
      visitors.map(async (each) => each.authenticate(await each.begin(), account)),
    );
    const answers = await server.whilePeopleAreLocked(
      () => visitors.map((each, index) => each.finish(callbacks[index] ?? "")),
      async () => {},
    );
    expect(answers.answers).toEqual(["/", "/"]);
    const [first, second] = await Promise.all(visitors.map(meOf));
    expect(first?.id).toBe(second?.id);
  });

  test("nobody who is deactivated while the provider's response is checked", async () => {
    const account = withEmail("@staff.example.com");
    const visitor = aVisitor();
    await visitor.signIn(account);
    const { id } = await meOf(visitor);
    const callback = await visitor.authenticate(await visitor.begin(), account);
    const { answers } = await server.whilePeopleAreLocked(
      () => [visitor.finish(callback)],
      () => server.query(`UPDATE "Person" SET "deactivatedAt" = now() WHERE "id" = $1`, [id]),
    );
    expect(answers).toEqual(["/login?problem=deactivated"]);
  });

  test("with a second factor here, which is left to the provider", async () => {
    const account = provider.add();
    const mine = await accept(owner, await invite(owner), { ...newAccount(), email: account.claims.email });
    const visitor = aVisitor();
    visitor.cookie = mine.cookie;
    await visitor.signIn(account);
    await server.query(
      `UPDATE "Person" SET "secondFactor" = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' WHERE "id" = $1`,
      [mine.person.id],
    );
    const another = aVisitor();
    expect(await another.signIn(account)).toBe("/");
    expect((await meOf(another)).hasSecondFactor).toBe(true);
  });
});

test.describe("a response of the provider", () => {
  test("is for an address with state, nonce and PKCE, and a cookie that scripts cannot read", async () => {
    const visitor = aVisitor();
    const response = await visitor.open(`${owner.origin}/api/v1/openid/start`);
    const query = Object.fromEntries(new URL(response.headers.get("Location") ?? "").searchParams);
    expect(query).toEqual({
      client_id: "rowhouse",
      response_type: "code",
      redirect_uri: `${owner.origin}/api/v1/openid/callback`,
      scope: "openid email profile",
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
    });
    const [cookie = ""] = response.headers.getSetCookie();
    const port = new URL(owner.origin).port;
    expect(cookie).toMatch(
      new RegExp(`^rowhouse_openid_${port}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Lax; Max-Age=600$`),
    );
    const [row] = await server.query<{ text: string }>(
      `SELECT string_agg("OpenIdRequest"::text, ' ') AS "text" FROM "OpenIdRequest"`,
    );
    for (const secret of [query.state ?? "", /=([\w-]+);/.exec(cookie)?.[1] ?? ""]) {
      expect(row?.text).not.toContain(secret);
    }
  });

  for (const [title, change] of [
    ["another state", (url) => url.searchParams.set("state", "x".repeat(43))],
    ["no state", (url) => url.searchParams.delete("state")],
    ["an empty state", (url) => url.searchParams.set("state", "")],
  ] as const satisfies readonly (readonly [string, (url: URL) => void])[]) {
    test(`with ${title} is refused, and does not use up the right one`, async () => {
      const { visitor, callback } = await returning();
      const changed = new URL(callback);
      change(changed);
      expect(await visitor.finish(changed.href)).toBe("/login?problem=expired");
      await expectSignedOut(visitor);
      expect(await visitor.finish(callback)).toBe("/");
    });
  }

  for (const [title, change] of [
    ["a second state", (url) => url.searchParams.append("state", "x")],
    ["another issuer", (url) => url.searchParams.set("iss", "https://other.example.com")],
    ["no issuer, though the provider names it", (url) => url.searchParams.delete("iss")],
    ["another code", (url) => url.searchParams.set("code", "x".repeat(43))],
    ["an empty code", (url) => url.searchParams.set("code", "")],
    ["a huge code", (url) => url.searchParams.set("code", "x".repeat(6_000))],
    ["no code", (url) => url.searchParams.delete("code")],
    ["two codes", (url) => url.searchParams.append("code", "x")],
  ] as const satisfies readonly (readonly [string, (url: URL) => void])[]) {
    test(`with ${title} is refused`, async () => {
      const { visitor, callback } = await returning();
      const changed = new URL(callback);
      change(changed);
      expect(await visitor.finish(changed.href)).toBe("/login?problem=invalid");
      await expectSignedOut(visitor);
      // Each state works once.
      expect(await visitor.finish(callback)).toBe("/login?problem=expired");
    });
  }

  for (const [title, given] of [
    ["another nonce", { changeIdToken: (claims) => ({ ...claims, nonce: "another" }) }],
    ["no nonce", { changeIdToken: ({ nonce: _, ...claims }) => claims }],
    ["another issuer", { changeIdToken: (claims) => ({ ...claims, iss: "https://other.example.com" }) }],
    ["another audience", { changeIdToken: (claims) => ({ ...claims, aud: "another" }) }],
    ["an end in the past", { changeIdToken: (claims) => ({ ...claims, exp: 1_700_000_000 }) }],
    ["another person than the userinfo", { changeIdToken: (claims) => ({ ...claims, sub: randomUUID() }) }],
    ["a signature of an unknown key", { isForged: true }],
  ] as const satisfies readonly (readonly [string, Partial<ProviderAccount>])[]) {
    test(`with an ID token with ${title} is refused`, async () => {
      const { email } = withEmail("@staff.example.com").claims;
      const visitor = aVisitor();
      expect(await visitor.signIn(provider.add({ claims: { email }, ...given }))).toBe(
        "/login?problem=invalid",
      );
      await expectSignedOut(visitor);
      expect(await server.query(`SELECT FROM "Person" WHERE "email" = $1`, [email])).toEqual([]);
    });
  }

  for (const name of ["nonce", "code_challenge"]) {
    test(`to a request whose ${name} was changed on its way is refused`, async () => {
      const visitor = aVisitor();
      const url = new URL(await visitor.begin());
      url.searchParams.set(name, "x".repeat(43));
      const callback = await visitor.authenticate(url.href, withEmail("@staff.example.com"));
      expect(await visitor.finish(callback)).toBe("/login?problem=invalid");
      await expectSignedOut(visitor);
    });
  }

  test("works once, also twice at the same time", async () => {
    const { visitor, callback } = await returning();
    const answers = await Promise.all([visitor.finish(callback), visitor.finish(callback)]);
    expect(answers.toSorted()).toEqual(["/", "/login?problem=expired"]);
    expect(await visitor.finish(callback)).toBe("/login?problem=expired");
  });

  test("is refused in another browser, with a changed cookie, with two, and after ten minutes", async () => {
    const { visitor, callback } = await returning();
    expect(await aVisitor().finish(callback)).toBe("/login?problem=expired");
    const { cookie } = visitor;
    for (const changed of [
      cookie.slice(0, -3) + (cookie.endsWith("abc") ? "abd" : "abc"),
      `${cookie}x`,
      "",
    ]) {
      const other = aVisitor();
      other.cookie = changed;
      expect([changed, await other.finish(callback)]).toEqual([changed, "/login?problem=expired"]);
    }
    const name = cookie.split("=")[0];
    const headers = { Cookie: `${cookie}; ${name}=${"x".repeat(43)}` };
    const two = await fetch(callback, { headers, redirect: "manual" });
    expect(two.headers.get("Location")).toBe("/login?problem=expired");
    await server.query(`UPDATE "OpenIdRequest" SET "expiresAt" = now()`);
    expect(await visitor.finish(callback)).toBe("/login?problem=expired");
  });

  test("of somebody else does not sign a browser in that began its own", async () => {
    const { callback } = await returning();
    const victim = aVisitor();
    await victim.begin();
    expect(await victim.finish(callback)).toBe("/login?problem=expired");
    await expectSignedOut(victim);
  });

  test("that is an error is told", async () => {
    const visitor = aVisitor();
    const { searchParams } = new URL(await visitor.begin());
    const query = new URLSearchParams({
      error: "access_denied",
      state: searchParams.get("state") ?? "",
      iss: provider.issuer,
    });
    expect(await visitor.finish(`${owner.origin}/api/v1/openid/callback?${query}`)).toBe(
      "/login?problem=declined",
    );
  });

  test("is not redeemed while the provider fails", async () => {
    const { visitor, callback } = await returning();
    const goOn = provider.fail();
    try {
      expect(await visitor.finish(callback)).toBe("/login?problem=unreachable");
    } finally {
      goOn();
    }
  });

  test("is not used up by HEAD, and other methods are refused", async () => {
    const { visitor, callback } = await returning();
    for (const method of ["HEAD", "POST", "PUT", "DELETE", "OPTIONS"]) {
      const { status, headers } = await visitor.open(callback, undefined, method);
      expect([method, status, headers.get("Allow")]).toEqual([method, 405, "GET"]);
    }
    expect(await visitor.finish(callback)).toBe("/");
  });
});

for (const next of [
  "//evil.example",
  "https://evil.example",
  "/\\evil.example",
  "javascript:alert(1)",
  `/${"x".repeat(3_000)}`,
]) {
  test(`does not lead to ${next.slice(0, 30)}`, async () => {
    expect(await aVisitor().signIn(withEmail("@staff.example.com"), next)).toBe("/");
  });
}

test("begins only so often from one address", async () => {
  const visitor = aVisitor();
  const answers: string[] = [];
  for (let count = 0; count < 16; count++) answers.push(await visitor.begin());
  expect(answers.at(14)).toMatch(/^http/);
  expect(answers.at(15)).toBe("/login?problem=busy");
  expect(await aVisitor().begin()).toMatch(/^http/);
});

test("is not there unless it is set up", async ({ baseURL, request }) => {
  for (const path of ["/api/v1/openid/start", "/api/v1/openid/callback"]) {
    const answer = await request.get(`${baseURL}${path}`);
    expect(answer.status()).toBe(404);
    expect((await answer.json()).error.message).toBe(`There is no operation at ${path}.`);
  }
});

function aVisitor(): Visitor {
  return new Visitor(owner.origin, anAddress());
}

/** An account at the provider with an address of a domain. */
function withEmail(domain: string) {
  return provider.add({ claims: { email: `${randomUUID().slice(0, 8)}${domain}` } });
}

/** A browser that returns from the provider, as somebody who gets in. */
async function returning(): Promise<{ visitor: Visitor; callback: string }> {
  const visitor = aVisitor();
  return {
    visitor,
    callback: await visitor.authenticate(await visitor.begin(), withEmail("@staff.example.com")),
  };
}

async function meOf(visitor: Visitor) {
  const { status, body } = await sessionOf(visitor).get("/me");
  expect(status).toBe(200);
  return body;
}

async function expectSignedOut(visitor: Visitor): Promise<void> {
  await expect.poll(async () => (await sessionOf(visitor).get("/me")).status, { intervals: [100] }).toBe(401);
}

function sessionOf({ cookie }: Visitor): ApiClient {
  return new ApiClient(owner.origin, null, { Cookie: cookie, Origin: owner.origin });
}

async function personWith(email: string) {
  const { people } = (await owner.get("/people")).body;
  return people.find((each: { email: string }) => each.email === email);
}

async function identitiesOf({ person }: Pick<Account, "person">): Promise<number> {
  return (await server.query(`SELECT FROM "Identity" WHERE "personId" = $1`, [person.id])).length;
}

function cookieOf({ headers }: { readonly headers: Headers }): string {
  return headers.get("Set-Cookie")?.split(";")[0] ?? "";
}
