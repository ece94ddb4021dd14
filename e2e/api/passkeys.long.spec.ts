/** Passkeys: adding them, signing in with them, and responses of authenticators that must be refused. */
import { generate } from "otplib";
import type { Assertion, PasskeyCreationOptions, PasskeyRequestOptions } from "../../lib/contract/passkeys";
import type { RecoveryCodes, SecondFactorSetup } from "../../lib/contract/people";
import { ApiClient, minted } from "../api-client";
import { expect, test } from "../fixtures";
import { type Account, keyOf, tokenIn } from "../people";
import { long } from "../rounds";
import {
  addPasskey,
  assertOnDevice,
  type Ceremony,
  createOnDevice,
  type SoftwarePasskey,
} from "../software-authenticator";
import { anAddress, join, type PeopleServer, startPeopleServer, visitorOf } from "./people-server";

test.describe.configure({ mode: "default" });

let server: PeopleServer;
let owner: ApiClient;
let origin: string;

test.beforeAll(async () => {
  server = await startPeopleServer({
    SIGN_IN_ATTEMPTS_PER_ADDRESS: "20",
    PASSKEY_STARTS_PER_ADDRESS: "25",
    MAX_PASSKEYS_PER_PERSON: "2",
  });
  owner = server.owner;
  origin = owner.origin;
});
test.afterAll(() => server.stop());

test("is added, renamed, signs in without password or code, and is removed", async () => {
  const account = await join(owner);
  const { password: currentPassword } = account;
  const recoveryCodes = await withSecondFactor(account);
  const begin = (body: object) => account.api.post<PasskeyCreationOptions>("/me/passkeys/options", body);
  const [code = ""] = recoveryCodes;
  for (const [path, body] of [
    ["currentPassword", { currentPassword: "wrong", code }],
    ["code", { currentPassword }],
    ["code", { currentPassword, code: "000000" }],
  ] as const) {
    const { status, body: answer } = await account.api.post("/me/passkeys/options", body);
    expect([status, answer.error.details[0].path]).toEqual([400, path]);
  }
  const { status, body: options } = await begin({ currentPassword, code });
  expect(status).toBe(200);
  expect(options).toMatchObject({
    rp: { id: "localhost" },
    user: { name: account.person.email, displayName: account.person.name },
    excludeCredentials: [],
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    attestation: "none",
  });
  const { passkey, credential } = createOnDevice(options, { origin });
  const added = await account.api.post("/me/passkeys", { name: "Laptop", credential });
  expect([added.status, added.body]).toEqual([
    201,
    { id: expect.any(String), name: "Laptop", createdAt: minted.time, lastUsedAt: null },
  ]);
  const path = `/me/passkeys/${added.body.id}`;
  expect((await account.api.patch(path, { name: "Work laptop" })).body.name).toBe("Work laptop");
  const again = await begin({ currentPassword, code: recoveryCodes[1] });
  expect(again.body.excludeCredentials).toEqual([{ type: "public-key", id: passkey.id }]);

  const signedIn = await signIn(passkey);
  expect(signedIn.status).toBe(204);
  const session = sessionOf(signedIn);
  expect((await session.get("/me")).body.id).toBe(account.person.id);
  const { passkeys } = (await session.get("/me/passkeys")).body;
  expect(passkeys).toEqual([{ ...added.body, name: "Work laptop", lastUsedAt: minted.time }]);

  const remove = (body: object) => session.call(path, { method: "DELETE", body });
  expect((await remove({ currentPassword: "wrong" })).status).toBe(400);
  expect((await remove({ currentPassword })).body).toEqual({ deleted: true });
  expect((await session.get("/me/passkeys")).body.passkeys).toEqual([]);
  expect((await signIn(passkey)).status).toBe(401);
});

test("is not stored readable while it is awaited, and no challenge outlives its use", long, async () => {
  const { account, passkey } = await withPasskey();
  const challenges = [await beginSignIn(), await beginAdding(account)].map(({ challenge }) => challenge);
  const [row] = await server.query<{ text: string }>(
    `SELECT string_agg("PasskeyChallenge"::text, ' ') AS "text" FROM "PasskeyChallenge"`,
  );
  for (const challenge of challenges) {
    expect(row?.text).not.toContain(challenge);
    expect(row?.text).not.toContain(Buffer.from(challenge, "base64url").toString("hex"));
  }
  // A new password ends what was begun with the old one.
  const of = `SELECT FROM "PasskeyChallenge" WHERE "personId" = $1`;
  expect(await server.query(of, [account.person.id])).toHaveLength(1);
  const password = `new ${account.password}`;
  await account.api.patch("/me", { password, currentPassword: account.password });
  expect(await server.query(of, [account.person.id])).toEqual([]);
  expect((await signIn(passkey)).status).toBe(204);
});

test.describe("signing in is refused alike", () => {
  let account: Account;
  let passkey: SoftwarePasskey;
  let other: { account: Account; passkey: SoftwarePasskey };

  test.beforeAll(async () => {
    ({ account, passkey } = await withPasskey());
    other = await withPasskey();
  });

  const changed: { readonly [title: string]: Partial<Ceremony> } = {
    "of another origin": { origin: "https://evil.example" },
    "of another port": { origin: "http://localhost:1" },
    "for another relying party": { rpId: "evil.example" },
    "without verification": { isVerified: false },
    "without presence": { isPresent: false },
    "that creates a passkey": { type: "webauthn.create" },
  };
  const forged: { readonly [title: string]: () => Promise<Assertion> } = {
    "to a challenge of its own": async () =>
      assertOnDevice({ challenge: "x".repeat(43), rpId: "localhost" }, passkey, { origin }),
    "to the challenge of adding one": async () =>
      assertOnDevice({ ...(await beginAdding(account)), rpId: "localhost" }, passkey, { origin }),
    "to an expired challenge": async () => {
      const options = await beginSignIn();
      await server.query(`UPDATE "PasskeyChallenge" SET "expiresAt" = now()`);
      return assertOnDevice(options, passkey, { origin });
    },
    "signed by another passkey": async () =>
      assertOnDevice(await beginSignIn(), { ...other.passkey, id: passkey.id }, { origin }),
    "under the id of another passkey": async () =>
      assertOnDevice(await beginSignIn(), { ...passkey, id: other.passkey.id }, { origin }),
    "in the name of another person": async () =>
      assertOnDevice(await beginSignIn(), { ...passkey, userHandle: other.passkey.userHandle }, { origin }),
    "in no name": async () => {
      const { response, ...rest } = assertOnDevice(await beginSignIn(), passkey, { origin });
      return { ...rest, response: { ...response, userHandle: null } };
    },
    "of an unknown passkey": async () =>
      assertOnDevice(await beginSignIn(), { ...passkey, id: "AQIDBA" }, { origin }),
    "whose data is not what was signed": async () => {
      const { response, ...rest } = assertOnDevice(await beginSignIn(), passkey, { origin, counter: 1 });
      const { authenticatorData } = assertOnDevice(await beginSignIn(), passkey, {
        origin,
        counter: 2,
      }).response;
      return { ...rest, response: { ...response, authenticatorData } };
    },
    "that is nothing but letters": async () => {
      const { response, ...rest } = assertOnDevice(await beginSignIn(), passkey, { origin });
      return { ...rest, response: { ...response, authenticatorData: "abc", signature: "abc" } };
    },
    "whose client data is not JSON": async () => {
      const { response, ...rest } = assertOnDevice(await beginSignIn(), passkey, { origin });
      return { ...rest, response: { ...response, clientDataJSON: "abc" } };
    },
  };
  const cases: [string, () => Promise<Assertion>][] = [
    ...Object.entries(changed).map(([title, ceremony]): [string, () => Promise<Assertion>] => [
      title,
      async () => assertOnDevice(await beginSignIn(), passkey, { origin, ...ceremony }),
    ]),
    ...Object.entries(forged),
  ];
  for (const [title, forge] of cases) {
    test(`by a response ${title}`, async () => {
      const answer = await send(await forge());
      expect([answer.status, answer.headers.get("Set-Cookie")]).toEqual([401, null]);
      expect(answer.body.error).toEqual({
        code: "UNAUTHORIZED",
        message: "This passkey is not valid here. Try again, or sign in in another way.",
        requestId: minted.requestId,
      });
      expect((await signIn(passkey)).status).toBe(204);
    });
  }
});

test("a response works once, also after a failure and of two at the same time", long, async () => {
  const { passkey } = await withPasskey();
  const first = assertOnDevice(await beginSignIn(), passkey, { origin });
  expect([(await send(first)).status, (await send(first)).status]).toEqual([204, 401]);

  const options = await beginSignIn();
  expect((await send(assertOnDevice(options, passkey, { origin, isVerified: false }))).status).toBe(401);
  expect((await send(assertOnDevice(options, passkey, { origin }))).status).toBe(401);

  const twice = assertOnDevice(await beginSignIn(), passkey, { origin });
  const answers = await Promise.all([send(twice), send(twice)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 401]);
});

test("the counter must grow, also between two at the same time", long, async () => {
  const { passkey } = await withPasskey({ counter: 5 });
  expect((await signIn(passkey, { counter: 9 })).status).toBe(204);
  for (const counter of [9, 8, 0]) expect((await signIn(passkey, { counter })).status).toBe(401);
  const assertions = [await beginSignIn(), await beginSignIn()].map((options) =>
    assertOnDevice(options, passkey, { origin, counter: 10 }),
  );
  const answers = await Promise.all(assertions.map(send));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 401]);
  expect((await signIn(passkey, { counter: 2 ** 32 - 1 })).status).toBe(204);
});

test(
  "follows its person: refused while they are deactivated, kept by a reset, gone with them",
  long,
  async () => {
    const { account, passkey } = await withPasskey();
    const place = `/people/${account.person.id}`;
    await owner.patch(place, { isActive: false });
    expect((await signIn(passkey)).status).toBe(401);
    await owner.patch(place, { isActive: true });
    expect((await signIn(passkey)).status).toBe(204);

    const { body } = await owner.post(`${place}/reset`, undefined);
    const password = `new ${account.password}`;
    expect(
      (await aVisitor().post("/password-resets/use", { token: tokenIn(body.url), password })).status,
    ).toBe(204);
    expect((await signIn(passkey)).status).toBe(204);

    await owner.call(place, { method: "DELETE" });
    expect((await signIn(passkey)).status).toBe(401);
    expect(await server.query(`SELECT FROM "Passkey" WHERE "personId" = $1`, [account.person.id])).toEqual(
      [],
    );
  },
);

test("is not added by a response that is not valid, twice, or beyond the limit", long, async () => {
  const { account, passkey } = await withPasskey();
  const other = await join(owner);
  const add = (api: ApiClient, credential: unknown) => api.post("/me/passkeys", { name: "New", credential });
  for (const ceremony of [
    { origin: "https://evil.example" },
    { rpId: "evil.example" },
    { isVerified: false },
    { isPresent: false },
    { type: "webauthn.get" },
  ]) {
    const options = await beginAdding(account);
    const refused = await add(account.api, createOnDevice(options, { origin, ...ceremony }).credential);
    expect([ceremony, refused.status, refused.body.error.details[0].path]).toEqual([
      ceremony,
      400,
      "credential",
    ]);
    const used = await add(account.api, createOnDevice(options, { origin }).credential);
    expect([ceremony, used.status]).toEqual([ceremony, 409]);
  }

  const options = await beginAdding(account);
  const { credential } = createOnDevice(options, { origin });
  expect((await add(other.api, credential)).status).toBe(409);
  await server.query(`UPDATE "PasskeyChallenge" SET "expiresAt" = now()`);
  expect((await add(account.api, credential)).status).toBe(409);
  const ofSignIn = { ...options, ...(await beginSignIn()) };
  expect((await add(account.api, createOnDevice(ofSignIn, { origin }).credential)).status).toBe(409);

  const taken = createOnDevice(await beginAdding(other), { origin }, passkey.id).credential;
  const second = await add(other.api, taken);
  expect([second.status, second.body.error.message]).toEqual([409, "credential was added already."]);
  expect((await signIn(passkey)).status).toBe(204);

  const concurrent = [await beginAdding(account), await beginAdding(account)];
  const answers = await Promise.all(
    concurrent.map((each) => add(account.api, createOnDevice(each, { origin }).credential)),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  const full = await account.api.post("/me/passkeys/options", { currentPassword: account.password });
  expect([full.status, full.body.error.message]).toEqual([
    409,
    "An account can have at most 2 passkeys. Remove one first.",
  ]);
  expect((await account.api.get("/me/passkeys")).body.passkeys).toHaveLength(2);
  expect((await other.api.get("/me/passkeys")).body.passkeys).toEqual([]);
});

test(
  "takes one's own passkeys only, an unrestricted caller, and an account with a password",
  long,
  async () => {
    const { account, id } = await withPasskey();
    const other = await join(owner);
    const unknown = "01234567-89ab-7def-8123-456789abcdef";
    const { password: currentPassword } = other;
    for (const request of [
      { method: "PATCH", body: { name: "Mine" } },
      { method: "DELETE", body: { currentPassword } },
    ]) {
      for (const each of [id, unknown, "none"]) {
        const { status, body } = await other.api.call(`/me/passkeys/${each}`, request);
        expect([status, body.error.message]).toEqual([404, `There is no passkey "${each}".`]);
      }
    }
    expect((await account.api.get("/me/passkeys")).body.passkeys).toEqual([
      expect.objectContaining({ id, name: "Passkey" }),
    ]);
    const narrow = new ApiClient(origin, (await keyOf(account, { scopes: ["read", "keys"] })).key);
    const begin = { currentPassword: account.password };
    expect((await narrow.post("/me/passkeys/options", begin)).status).toBe(403);
    const withoutPassword = await owner.post("/me/passkeys/options", begin);
    expect([withoutPassword.status, withoutPassword.body.error.message]).toEqual([
      409,
      "Set an e-mail address and password first: adding a passkey asks for the password.",
    ]);
  },
);

test(
  "failures count for their address, which valid passkeys do not mind, and so do begun sign-ins",
  long,
  async () => {
    const { passkey } = await withPasskey();
    const visitor = aVisitor();
    const wrong = assertOnDevice({ challenge: "x".repeat(43), rpId: "localhost" }, passkey, { origin });
    const statuses: number[] = [];
    for (let tries = 0; tries < 21; tries++) {
      statuses.push((await visitor.post("/session", { passkey: wrong })).status);
    }
    expect([statuses.slice(0, 20).every((status) => status === 401), statuses[20]]).toEqual([true, 429]);
    const right = assertOnDevice(await beginSignIn(visitor), passkey, { origin });
    expect((await visitor.post("/session", { passkey: right })).status).toBe(204);

    for (let count = 1; count < 25; count++) await beginSignIn(visitor);
    const busy = await visitor.post("/session/passkey-options", undefined);
    expect([busy.status, busy.headers.has("Retry-After")]).toEqual([429, true]);
    const from = { headers: { Origin: "https://evil.example" }, method: "POST" };
    expect((await aVisitor().call("/session/passkey-options", from)).status).toBe(403);
  },
);

function aVisitor(): ApiClient {
  return visitorOf(owner, anAddress());
}

async function beginSignIn(visitor = aVisitor()): Promise<PasskeyRequestOptions> {
  const { status, body } = await visitor.post<PasskeyRequestOptions>("/session/passkey-options", undefined);
  expect([status, body.rpId]).toEqual([200, "localhost"]);
  return body;
}

async function beginAdding({
  api,
  password: currentPassword,
}: Pick<Account, "api" | "password">): Promise<PasskeyCreationOptions> {
  const { status, body } = await api.post<PasskeyCreationOptions>("/me/passkeys/options", {
    currentPassword,
  });
  expect(status).toBe(200);
  return body;
}

function send(passkey: Assertion) {
  return aVisitor().post("/session", { passkey });
}

async function signIn(passkey: SoftwarePasskey, ceremony: Partial<Ceremony> = {}) {
  return send(assertOnDevice(await beginSignIn(), passkey, { origin, ...ceremony }));
}

function sessionOf({ headers }: { readonly headers: Headers }): ApiClient {
  const cookie = headers.get("Set-Cookie")?.split(";")[0];
  return new ApiClient(origin, null, { Cookie: cookie, Origin: origin });
}

async function withPasskey(ceremony: Partial<Ceremony> = {}) {
  const account = await join(owner);
  return { account, ...(await addPasskey(account.api, account.password, ceremony)) };
}

/** Turns on the second factor, and returns its recovery codes. */
async function withSecondFactor({ api, password: currentPassword }: Account): Promise<readonly string[]> {
  const { secret } = (await api.post<SecondFactorSetup>("/me/second-factor", { currentPassword })).body;
  const code = await generate({ secret });
  return (await api.post<RecoveryCodes>("/me/second-factor/confirm", { code })).body.recoveryCodes;
}
