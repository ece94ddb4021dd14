/**
 * Vulnerabilities that were published about similar products and a library for signing in, tried here. Each test says what
 * was possible there.
 */
import { type Answer, ApiClient } from "../api-client";
import { expect, test } from "../fixtures";
import { linkIn, type Mailbox, mailSettings, openMailbox } from "../mailbox";
import { type Account, keyOf, newAccount, tokenIn } from "../people";
import { long } from "../rounds";
import { aDatabase, join, type PeopleServer, startPeopleServer, visitorOf } from "./people-server";

test.describe.configure({ mode: "default" });

let mailbox: Mailbox;
let server: PeopleServer;
let owner: ApiClient;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  mailbox = await openMailbox();
  server = await startPeopleServer({ PAGES: "on", ...(await mailSettings(mailbox)) });
  owner = server.owner;
});
test.afterAll(async () => {
  await server.stop();
  await mailbox.close();
});

/** What a caller can tell answers apart by. */
function told({ status, body, headers }: Answer<unknown>): unknown {
  const { error } = (body || {}) as { error?: { code: string; message: string } };
  return { status, code: error?.code, message: error?.message, cookies: headers.getSetCookie() };
}

test("CVE-2022-22120, CVE-2026-28358: a forgotten password tells who has an account", long, async () => {
  const { person } = await join(owner);
  const [known, unknown] = await Promise.all(
    [person.email, newAccount().email].map((email) => visitorOf(owner).post("/password-resets", { email })),
  );
  expect(told(known as Answer<unknown>)).toEqual(told(unknown as Answer<unknown>));
  const [wrong, nobody] = await Promise.all(
    [person.email, newAccount().email].map((email) =>
      visitorOf(owner).post("/session", { email, password: "not the password" }),
    ),
  );
  expect(told(wrong as Answer<unknown>)).toEqual(told(nobody as Answer<unknown>));
});

test("CVE-2025-27506: the page of a reset link runs scripts from its address", long, async () => {
  const script = "<script>alert(1)</script>";
  for (const path of ["/reset", `/reset/${script}`, "/invite", "/login"]) {
    const answer = await fetch(`${owner.origin}${path}?token=${encodeURIComponent(script)}#token=${script}`);
    expect(await answer.text()).not.toContain(script);
    expect(answer.headers.get("Content-Security-Policy")).toMatch(/script-src [^;]*'nonce-/);
  }
  const used = await visitorOf(owner).post("/password-resets/use", {
    token: script,
    password: "a new password",
  });
  expect([used.status, used.headers.get("Content-Type"), used.headers.get("X-Content-Type-Options")]).toEqual(
    [401, expect.stringMatching(/^application\/json/), "nosniff"],
  );
});

test(
  "CVE-2026-28396, CVE-2026-53928: what was stolen before a reset goes on working after it",
  long,
  async () => {
    for (const askForLink of [
      async ({ person }: Account) => (await owner.post(`/people/${person.id}/reset`, undefined)).body.url,
      async ({ person }: Account) => {
        await visitorOf(owner).post("/password-resets", { email: person.email });
        return linkIn(await mailbox.messageTo(person.email));
      },
    ]) {
      const account = await join(owner);
      const token = tokenIn(await askForLink(account));
      const stolen = account.api;
      expect((await stolen.get("/me")).status).toBe(200);
      const used = await visitorOf(owner).post("/password-resets/use", { token, password: "a new password" });
      expect(used.status).toBe(204);
      expect((await stolen.get("/me")).status).toBe(401);
      expect(
        (await fetch(`${owner.origin}/`, { headers: { Cookie: account.cookie }, redirect: "manual" })).status,
      ).toBe(307);
    }
  },
);

test("CVE-2026-28360: passwords of shared links are stored as text", async () => {
  const password = "the password of this link";
  const { place, table } = await aDatabase(owner);
  const { body: share } = await owner.post(`${place}/shares`, { viewId: table.views[0].id, password });
  const rows = await server.query(`SELECT to_jsonb("Share")::text AS "text" FROM "Share" WHERE "id" = $1`, [
    share.id,
  ]);
  expect(rows).toHaveLength(1);
  const text = String(rows[0]?.text);
  const token = String(share.url).split("/").at(-1) ?? "";
  for (const secret of [password, token, Buffer.from(token).toString("hex")])
    expect(text).not.toContain(secret);
});

test("CVE-2026-28361: a creator reads, renews and deletes tokens of others by their ids", long, async () => {
  const database = await aDatabase(owner);
  const [victim, creator] = await Promise.all(
    (["editor", "creator"] as const).map((role) =>
      join(owner, { databases: [{ databaseId: database.id, role }] }),
    ),
  );
  const { id, key } = await keyOf(victim as Account);
  const api = creator?.api as ApiClient;
  const answers = [
    await api.get(`/keys/${id}`),
    await api.patch(`/keys/${id}`, { name: "Mine" }),
    await api.post(`/keys/${id}/rotate`, {}),
    await api.call(`/keys/${id}`, { method: "DELETE" }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  expect(JSON.stringify((await api.get("/keys")).body)).not.toContain(id);
  expect((await new ApiClient(owner.origin, key).get(database.records)).status).toBe(200);
});

test("CVE-2026-46552: a shared link lists members and invites people, who stay after it is revoked", async () => {
  const { place, table, id: databaseId } = await aDatabase(owner);
  const { body: share } = await owner.post(`${place}/shares`, { viewId: table.views[0].id });
  const token = String(share.url).split("/").at(-1) ?? "";
  const visitors = [
    new ApiClient(owner.origin, token),
    new ApiClient(owner.origin, null, { Cookie: `rowhouse_session=${token}` }),
    new ApiClient(owner.origin, null, { "xc-shared-base-id": token, "X-Share-Token": token }),
    new ApiClient(owner.origin, null, { "xc-shared-base-id": databaseId }),
  ];
  for (const visitor of visitors) {
    expect((await visitor.get(`${place}/members`)).status).toBe(401);
    const invited = { email: newAccount().email, role: "viewer" };
    expect((await visitor.post(`${place}/members`, invited)).status).toBe(401);
    expect((await visitor.post("/invitations", { role: "guest" })).status).toBe(401);
    expect((await visitor.post(`/shared/${token}/members`, invited)).status).toBe(404);
  }
  await owner.call(`${place}/shares/${share.id}`, { method: "DELETE" });
  for (const visitor of visitors) expect((await visitor.get(`/shared/${token}`)).status).toBe(404);
});

test("CVE-2025-61928: whoever names a person gets a key of theirs, without signing in", long, async () => {
  const [victim, other] = await Promise.all([join(owner), join(owner)]);
  for (const name of ["userId", "personId", "person"]) {
    const body = { name: "Key", scopes: ["read"], [name]: victim?.person.id };
    expect((await visitorOf(owner).post("/keys", body)).status).toBe(401);
    expect((await other?.api.post("/keys", body))?.status).toBe(400);
  }
  expect((await victim?.api.get("/keys"))?.body.keys).toEqual([]);
});

test("GHSA-xg6x-h9c9-2m83: a session works before the second factor is given", long, async () => {
  const account = await join(owner);
  const { password: currentPassword } = account;
  const { body: setup } = await account.api.post("/me/second-factor", { currentPassword });
  const { generate } = await import("otplib");
  const code = await generate({ secret: setup.secret });
  expect((await account.api.post("/me/second-factor/confirm", { code })).status).toBe(200);
  const half = await visitorOf(owner).post("/session", {
    email: account.person.email,
    password: account.password,
  });
  expect([half.status, half.headers.getSetCookie()]).toEqual([401, []]);
});
