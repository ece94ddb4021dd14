/** Two-step sign-in: codes of an authenticator app, and recovery codes. */
import { generate } from "otplib";
import type { RecoveryCodes, SecondFactorSetup } from "../../lib/contract/people";
import { ApiClient } from "../api-client";
import { expect, test } from "../fixtures";
import { type Account, accept, invite, newAccount, tokenIn } from "../people";
import { long } from "../rounds";
import { join, type PeopleServer, startPeopleServer } from "./people-server";

test.describe.configure({ mode: "default" });

let server: PeopleServer;
let owner: ApiClient;

test.beforeAll(async () => {
  server = await startPeopleServer();
  owner = server.owner;
});
test.afterAll(() => server.stop());

test("takes effect once a code confirms it, and asks for one from then on", async () => {
  const account = await join(owner);
  const { password: currentPassword } = account;
  const begun = await account.api.post<SecondFactorSetup>("/me/second-factor", { currentPassword });
  expect(begun.status).toBe(200);
  const { secret, url } = begun.body;
  expect(url).toMatch(/^otpauth:\/\/totp\/Rowhouse/);
  expect(decodeURIComponent(url)).toContain(account.person.email);
  expect((await signIn(account)).status).toBe(204);
  const wrong = await account.api.post("/me/second-factor/confirm", { code: "000000" });
  expect([wrong.status, wrong.body.error.details[0].path]).toEqual([400, "code"]);
  const confirmed = await account.api.post<RecoveryCodes>("/me/second-factor/confirm", {
    code: await generate({ secret }),
  });
  expect(confirmed.status).toBe(200);
  expect(new Set(confirmed.body.recoveryCodes).size).toBe(10);
  expect((await account.api.get("/me")).body.hasSecondFactor).toBe(true);

  const asked = await signIn(account);
  expect([asked.status, asked.body.error.details]).toEqual([401, [{ path: "code", message: "is required" }]]);
  // A wrong password does not tell that there is a second factor.
  const guessed = await signIn({ ...account, password: "not this one" });
  expect([guessed.status, guessed.body.error.details]).toEqual([401, undefined]);
  expect((await signIn(account, await generate({ secret, epoch: later() }))).status).toBe(204);
});

test("takes each code once, also of two sign-ins at the same time", long, async () => {
  const { account, secret } = await withSecondFactor();
  const code = await generate({ secret, epoch: later() });
  const answers = await Promise.all([signIn(account, code), signIn(account, code)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 401]);
  expect((await signIn(account, code)).status).toBe(401);
});

test("takes each recovery code once, and only those of the person", long, async () => {
  const { account, recoveryCodes } = await withSecondFactor();
  const other = await withSecondFactor();
  const [first = "", second = ""] = recoveryCodes;
  expect((await signIn(other.account, first)).status).toBe(401);
  expect((await signIn(account, ` ${first.slice(0, 5)}-${first.slice(5)} `)).status).toBe(204);
  expect((await signIn(account, first)).status).toBe(401);
  expect((await signIn(account, second)).status).toBe(204);
});

test("counts wrong codes like wrong passwords", long, async () => {
  const { account, recoveryCodes } = await withSecondFactor();
  for (let tries = 0; tries < 10; tries++) expect((await signIn(account, "000000")).status).toBe(401);
  expect((await signIn(account, recoveryCodes[0])).status).toBe(429);
});

test("is turned off with password and code, or by an owner of the installation", long, async () => {
  const { account, secret, recoveryCodes } = await withSecondFactor();
  const off = (body: object) => account.api.post("/me/second-factor/off", body);
  const { password: currentPassword } = account;
  const [code = ""] = recoveryCodes;
  expect((await off({ currentPassword: "wrong", code })).body.error.details[0].path).toBe("currentPassword");
  expect((await off({ currentPassword, code: "000000" })).body.error.details[0].path).toBe("code");
  expect((await off({ currentPassword, code })).status).toBe(200);
  expect((await signIn(account)).status).toBe(204);
  expect((await off({ currentPassword, code })).status).toBe(409);

  const begun = await account.api.post<SecondFactorSetup>("/me/second-factor", { currentPassword });
  expect(begun.body.secret).not.toBe(secret);
  const again = await generate({ secret: begun.body.secret });
  expect((await account.api.post("/me/second-factor/confirm", { code: again })).status).toBe(200);
  const path = `/people/${account.person.id}`;
  expect((await account.api.patch(path, { hasSecondFactor: false })).status).toBe(403);
  const { status, body } = await owner.patch(path, { hasSecondFactor: false });
  expect([status, body.hasSecondFactor]).toEqual([200, false]);
  expect((await signIn(account)).status).toBe(204);
});

test("is not begun without the password, twice, or by somebody who has none", long, async () => {
  const { account } = await withSecondFactor();
  const begin = (api: ApiClient, currentPassword: string) =>
    api.post("/me/second-factor", { currentPassword });
  expect((await begin(account.api, account.password)).status).toBe(409);
  const other = await join(owner);
  expect((await begin(other.api, "wrong")).status).toBe(400);
  expect((await begin(owner, "any")).status).toBe(409);
  expect((await other.api.post("/me/second-factor/confirm", { code: "123456" })).status).toBe(409);
});

test("is asked for when an invitation is accepted with the account, and after a reset", long, async () => {
  const { account, secret, recoveryCodes } = await withSecondFactor();
  const { url } = await invite(owner, { email: account.person.email });
  const visitor = new ApiClient(owner.origin, null);
  const body = { token: tokenIn(url), password: account.password };
  expect((await visitor.post("/invitations/accept", body)).body.error.details[0].path).toBe("code");
  const [code = ""] = recoveryCodes;
  expect((await visitor.post("/invitations/accept", { ...body, code })).status).toBe(204);

  const reset = await owner.post(`/people/${account.person.id}/reset`, undefined);
  const password = `${account.password}, new`;
  const used = await visitor.post("/password-resets/use", { token: tokenIn(reset.body.url), password });
  expect([used.status, used.headers.has("Set-Cookie")]).toEqual([204, false]);
  expect((await signIn({ ...account, password })).status).toBe(401);
  expect((await signIn({ ...account, password }, await generate({ secret, epoch: later() }))).status).toBe(
    204,
  );
});

test("keeps no code readable, and a narrow key cannot change it", long, async () => {
  const { account, recoveryCodes } = await withSecondFactor();
  const rows = await server.query(`SELECT "RecoveryCode"::text AS "text" FROM "RecoveryCode"`);
  expect(rows.length).toBeGreaterThanOrEqual(10);
  for (const code of recoveryCodes) expect(JSON.stringify(rows)).not.toContain(code);
  const narrow = await account.api.post("/keys", { name: "Narrow", scopes: ["read", "keys"] });
  const key = new ApiClient(owner.origin, narrow.body.key);
  const { status } = await key.post("/me/second-factor/off", {
    currentPassword: account.password,
    code: recoveryCodes[0],
  });
  expect(status).toBe(403);
});

/** The next period, whose code was not used to confirm. */
function later(): number {
  return Math.floor(Date.now() / 1000) + 30;
}

function signIn({ person: { email }, password }: Pick<Account, "person" | "password">, code?: string) {
  return new ApiClient(owner.origin, null).post("/session", {
    email,
    password,
    ...(code !== undefined && { code }),
  });
}

async function withSecondFactor() {
  const account = await accept(owner, await invite(owner), newAccount());
  const { body } = await account.api.post<SecondFactorSetup>("/me/second-factor", {
    currentPassword: account.password,
  });
  const { secret } = body;
  const code = await generate({ secret });
  const confirmed = await account.api.post<RecoveryCodes>("/me/second-factor/confirm", { code });
  expect(confirmed.status).toBe(200);
  return { account, secret, recoveryCodes: confirmed.body.recoveryCodes };
}
