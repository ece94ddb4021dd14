import type { Base } from "../../lib/contract/bases";
import { mintKey } from "../../lib/contract/ids";
import { type Key, type ShownKey, scopes } from "../../lib/contract/keys";
import { type Answer, ApiClient, badRequestBody, errorBody, minted } from "../api-client";
import { long } from "../rounds";
import { contentsOf, expect, test as withTable } from "./fixtures";

const test = withTable.extend<{
  /** A database that the test's keys have no access to. */
  other: Base;
}>({
  other: async ({ api }, use) => use((await api.post("/bases", { name: "Other" })).body),
});

const none = "An API key is required. Send the header Authorization: Bearer <API key>.";
const bad = "The API key is not valid. Send the header Authorization: Bearer <API key>.";

test("a valid key is accepted", async ({ api, apiKey }) => {
  for (const authorization of [`Bearer ${apiKey}`, `bearer ${apiKey}`, `BEARER   ${apiKey}`]) {
    const { status, body } = await api.call("/test", { headers: { Authorization: authorization } });
    expect(status).toBe(200);
    expect(body).toEqual({ ok: true });
  }
});

const refused: { [title: string]: [authorization: (key: string) => string | undefined, message: string] } = {
  "no key": [() => undefined, none],
  "an unknown key": [() => `Bearer ${mintKey()}`, bad],
  "an empty header": [() => "", bad],
  "no key after Bearer": [() => "Bearer", bad],
  "the key alone": [(key) => key, bad],
  "another scheme": [(key) => `Token ${key}`, bad],
  Basic: [(key) => `Basic ${btoa(`${key}:`)}`, bad],
  "a key and more": [(key) => `Bearer ${key} ${key}`, bad],
  "two keys": [(key) => `Bearer ${key}, Bearer ${key}`, bad],
  "a key in quotes": [(key) => `Bearer "${key}"`, bad],
  "half a key": [(key) => `Bearer ${key.slice(0, -1)}`, bad],
  "a key in capitals": [(key) => `Bearer ${key.toUpperCase()}`, bad],
  SQL: [() => "Bearer '/**/OR/**/''='", bad],
  "a very long key": [() => `Bearer ${"x".repeat(8_000)}`, bad],
  "characters beyond ASCII": [() => "Bearer sk_prod_\u00e9\u00ff", bad],
};
for (const [title, [authorization, message]] of Object.entries(refused)) {
  test(`${title} is refused`, async ({ api, apiKey, base, place }) => {
    const before = await contentsOf(api, base);
    const headers = { Authorization: authorization(apiKey) };
    for (const call of [
      { path: "/test" },
      { path: "/bases" },
      { path: `/bases/${base.id}` },
      { path: "/bases/0123456789abcdef" },
      { path: `/bases/${base.id}/tables`, method: "POST", body: { name: "T", fields: [] } },
      { path: `${place}/records`, method: "POST", body: { record: {} } },
      { path: `${place}/records/1`, method: "PATCH", raw: "{" },
      { path: `${place}/records/list`, method: "POST" },
      { path: "/session", method: "DELETE" },
    ]) {
      const { path, ...request } = call;
      const answer = await api.call(path, { ...request, headers });
      expect(answer.status).toBe(401);
      expect(answer.headers.get("WWW-Authenticate")).toBe("Bearer");
      expect(answer.body).toEqual(errorBody("UNAUTHORIZED", message));
    }
    expect(await contentsOf(api, base)).toEqual(before);
  });
}

test("a key in the URL or a cookie is ignored", async ({ api, apiKey }) => {
  const without = { Authorization: undefined };
  const inQuery = await api.call(`/test?key=${apiKey}`, { headers: without });
  const inCookie = await api.call("/test", {
    headers: { ...without, Cookie: `rowhouse_session_${new URL(api.origin).port}=${apiKey}` },
  });
  expect([inQuery.status, inCookie.status]).toEqual([401, 401]);
});

test("a key with any scope is valid", async ({ api }) => {
  for (const scope of ["write", "schema", "keys"]) {
    const { body } = await api.post<ShownKey>("/keys", { name: scope, scopes: [scope] });
    expect((await new ApiClient(api.origin, body.key).get("/test")).status).toBe(200);
  }
});

test.describe("a new key", () => {
  test("has the requested rights and is shown once", async ({ api, base }) => {
    const expiresAt = "2099-01-01T01:00:00+01:00";
    const given = { name: "Website 🎉", scopes: ["write", "read"], databases: [base.id], expiresAt };
    const { body: me } = await api.get("/me");
    const { status, headers, body } = await api.post<ShownKey>("/keys", given);
    expect(status).toBe(201);
    expect(headers.get("Location")).toBe(`/api/v1/keys/${body.id}`);
    const kept = {
      ...given,
      id: minted.recordId,
      createdAt: minted.time,
      expiresAt: "2099-01-01T00:00:00.000Z",
      lastUsedAt: null,
      person: expect.objectContaining({ id: me.id }),
      madeBy: { id: minted.recordId, name: expect.any(String) },
      made: 0,
    };
    expect(body).toEqual({ ...kept, key: expect.stringMatching(/^sk_prod_[1-9A-HJ-NP-Za-km-z]{40}$/) });
    const { body: list } = await api.get<{ keys: Key[] }>("/keys");
    expect(list.keys.find(({ id }) => id === body.id)).toEqual(kept);
    expect(JSON.stringify(list)).not.toContain("sk_prod_");
    expect((await api.get(`/keys/${body.id}`)).body).toEqual(kept);

    const own = new ApiClient(api.origin, body.key);
    expect((await own.get("/test")).status).toBe(200);
    expect((await own.get(`/bases/${base.id}`)).status).toBe(200);
  });

  test("is for all databases and never expires by default", async ({ api, base }) => {
    const key = await makeKey(api, { scopes: ["read"] });
    expect(key).toMatchObject({ databases: null, expiresAt: null });
    expect((await new ApiClient(api.origin, key.key).get(`/bases/${base.id}`)).status).toBe(200);
  });

  test("may have the name of another key", async ({ api }) => {
    const [one, other] = [await makeKey(api, {}), await makeKey(api, {})];
    expect(one.name).toBe(other.name);
    expect(one.id).not.toBe(other.id);
  });

  const known = `"read" or "write" or "schema" or "keys"`;
  const wrong: { [title: string]: [given: object | null, ...details: [path: string, message: string][]] } = {
    nothing: [{}, ["name", "is required"], ["scopes", "is required"]],
    null: [null, ["body", "takes an object, not null"]],
    "an unknown key": [
      { name: "K", scopes: ["read"], scope: "read" },
      ["scope", "is not a known key. Known keys: scopes, name, databases, expiresAt"],
    ],
    "an id of one's own": [
      { name: "K", scopes: ["read"], id: minted },
      ["id", "is not a known key. Known keys: name, scopes, databases, expiresAt"],
    ],
    "an empty name": [{ name: "", scopes: ["read"] }, ["name", "cannot be empty"]],
    "a name of white space": [{ name: " \t", scopes: ["read"] }, ["name", "cannot be only white space"]],
    "a name that is too long": [
      { name: "🎉".repeat(256), scopes: ["read"] },
      ["name", "takes at most 255 characters"],
    ],
    "a name that is none": [{ name: 5, scopes: ["read"] }, ["name", "takes text, not a number"]],
    "no scopes": [{ name: "K", scopes: [] }, ["scopes", "takes at least one scope"]],
    "scopes that are no list": [{ name: "K", scopes: "read" }, ["scopes", "takes a list, not text"]],
    "an unknown scope": [
      { name: "K", scopes: ["read", "admin"] },
      ["scopes[1]", `takes ${known}, not "admin"`],
    ],
    "a scope twice": [{ name: "K", scopes: ["read", "write", "read"] }, ["scopes[2]", 'repeats "read"']],
    "no databases": [
      { name: "K", scopes: ["read"], databases: [] },
      ["databases", "takes at least one id, or null for all databases"],
    ],
    "databases that are no list": [
      { name: "K", scopes: ["read"], databases: "all" },
      ["databases", "takes a list, not text"],
    ],
    "a database that is no text": [
      { name: "K", scopes: ["read"], databases: [null] },
      ["databases[0]", "takes text, not null"],
    ],
    "a database twice": [
      { name: "K", scopes: ["read"], databases: ["a", "a"] },
      ["databases[1]", 'repeats "a"'],
    ],
    "databases that are not there": [
      { name: "K", scopes: ["read"], databases: ["0123456789abcdef", "Sales"] },
      ["databases[0]", 'is not the id of a database: "0123456789abcdef"'],
      ["databases[1]", 'is not the id of a database: "Sales"'],
    ],
    "too many databases": [
      { name: "K", scopes: ["read"], databases: Array.from({ length: 1_001 }, (_, number) => `${number}`) },
      ["databases", "takes at most 1,000 databases"],
    ],
    "an expiry in the past": [
      { name: "K", scopes: ["read"], expiresAt: "2020-01-01T00:00:00Z" },
      ["expiresAt", "must be in the future and before the year 10000"],
    ],
    "an expiry too far away": [
      { name: "K", scopes: ["read"], expiresAt: "9999-12-31T23:59:59-01:00" },
      ["expiresAt", "must be in the future and before the year 10000"],
    ],
  };
  const notTimes = ["tomorrow", "2099-01-01", "2099-02-30T00:00:00Z", "2099-01-01T00:00:00", "", 4e12, []];
  for (const expiresAt of notTimes) {
    wrong[`an expiry ${JSON.stringify(expiresAt)}`] = [
      { name: "K", scopes: ["read"], expiresAt },
      ["expiresAt", "takes an ISO timestamp, such as 2030-01-31T09:30:00Z, or null"],
    ];
  }
  for (const [title, [given, ...details]] of Object.entries(wrong)) {
    test(`is refused with ${title}`, async ({ api }) => {
      const { status, body } = await api.post("/keys", given);
      expect(body).toEqual(badRequestBody(...details));
      expect(status).toBe(400);
    });
  }
});

test.describe("a key for certain databases", () => {
  test("has access to only those databases and cannot create others", async ({ api, base, other }) => {
    const own = await clientOf(api, { databases: [base.id] });
    expect((await own.get<Base[]>("/bases")).body).toEqual([base]);
    const another = await own.post("/bases", { name: "Another" });
    expect(another.status).toBe(403);
    const message = "This key is restricted to certain databases and cannot create databases.";
    expect(another.body).toEqual(errorBody("FORBIDDEN", message));
    for (const id of [
      other.id,
      `%${other.id.charCodeAt(0).toString(16)}${other.id.slice(1)}`,
      other.id.toUpperCase(),
      `${base.id}%2F..%2F${other.id}`,
    ]) {
      const { status, body } = await own.get(`/bases/${id}`);
      expect(status).toBe(404);
      const said = JSON.stringify(decodeURIComponent(id));
      expect(body).toEqual(errorBody("NOT_FOUND", `There is no database ${said}.`));
    }
  });

  test("has no access once they are deleted", async ({ api, other }) => {
    const own = await clientOf(api, { databases: [other.id] });
    expect((await own.call(`/bases/${other.id}`, { method: "DELETE" })).status).toBe(200);
    expect((await own.get("/bases")).body).toEqual([]);
  });
});

test.describe("a key cannot create one with more rights:", () => {
  const beyond: { [title: string]: [object, path: string, message: string] } = {
    scopes: [{ scopes: ["read", "schema"] }, "scopes", 'cannot include "schema", which your own key lacks'],
    "all databases": [{ databases: null }, "databases", "must list databases that your own key can access"],
    "no expiry": [
      { expiresAt: null },
      "expiresAt",
      "must not be after 2098-01-01T00:00:00.000Z, when your own key expires",
    ],
    "a later expiry": [
      { expiresAt: "2098-01-01T00:00:00.001Z" },
      "expiresAt",
      "must not be after 2098-01-01T00:00:00.000Z, when your own key expires",
    ],
  };
  for (const [title, [more, path, message]] of Object.entries(beyond)) {
    test(title, async ({ api, base }) => {
      const most = { scopes: ["read", "keys"], databases: [base.id], expiresAt: "2098-01-01T00:00:00.000Z" };
      const key = await makeKey(api, most);
      const own = new ApiClient(api.origin, key.key);
      const equal = await own.post<ShownKey>("/keys", { ...most, name: "As far as oneself" });
      expect(equal.status).toBe(201);
      const refusal = errorBody("FORBIDDEN", `${path} ${message}.`, [{ path, message }]);
      const before = await unusedKeys(own);
      for (const answer of [
        await own.post("/keys", { ...most, ...more, name: "Further" }),
        await own.patch(`/keys/${equal.body.id}`, more),
        await own.patch(`/keys/${key.id}`, more),
      ]) {
        expect(answer.body).toEqual(refusal);
        expect(answer.status).toBe(403);
      }
      expect(await unusedKeys(own)).toEqual(before);
    });
  }

  test("a key with more rights is treated as unknown", async ({ api, base, other }) => {
    const own = await clientOf(api, { scopes: ["read", "keys"], databases: [base.id] });
    const foreign = [
      await makeKey(api, { scopes: ["read", "write"], databases: [base.id] }),
      await makeKey(api, { scopes: ["read"], databases: [base.id, other.id] }),
      await makeKey(api, { scopes: ["read"] }),
    ];
    expect((await keysSeenBy(own)).map(({ name }) => name)).toEqual(["A key"]);
    for (const id of [
      ...foreign.map((key) => key.id),
      mintKey(),
      "%20",
      "01234567-89ab-7def-8123-456789abcdef",
    ]) {
      for (const answer of [
        await own.patch(`/keys/${id}`, { name: "Mine now" }),
        await own.post(`/keys/${id}/rotate`, {}),
        await own.call(`/keys/${id}`, { method: "DELETE" }),
      ]) {
        expect(answer.status).toBe(404);
        const said = JSON.stringify(decodeURIComponent(id));
        expect(answer.body).toEqual(errorBody("NOT_FOUND", `There is no key ${said}.`));
      }
    }
    for (const { key, name } of foreign) {
      expect(name).toBe("A key");
      expect((await new ApiClient(api.origin, key).get("/test")).status).toBe(200);
    }
  });

  test("a foreign database is treated as unknown", async ({ api, base, other }) => {
    const own = await clientOf(api, { databases: [base.id] });
    const { body: key } = await own.post("/keys", { name: "K", scopes: ["read"], databases: [base.id] });
    for (const id of [other.id, "0123456789abcdef"]) {
      const databases = [base.id, id];
      const expected = badRequestBody(["databases[1]", `is not the id of a database: "${id}"`]);
      expect((await own.post("/keys", { name: "K", scopes: ["read"], databases })).body).toEqual(expected);
      expect((await own.patch(`/keys/${key.id}`, { databases })).body).toEqual(expected);
    }
  });
});

test.describe("an updated key", () => {
  test("is returned with its changes; omitted properties are kept", async ({ api, base }) => {
    const { key: _, ...made } = await makeKey(api, { scopes: ["read"], databases: [base.id] });
    const place = `/keys/${made.id}`;
    expect((await api.patch(place, {})).body).toEqual(made);
    const expiresAt = "2099-01-01T00:00:00.000Z";
    for (const change of [{ name: "New" }, { scopes: ["write"] }, { expiresAt }, { databases: null }]) {
      Object.assign(made, change);
      const { status, body } = await api.patch(place, change);
      expect([status, body]).toEqual([200, made]);
    }
    expect((await api.patch(place, { expiresAt: null, databases: [base.id] })).body).toEqual({
      ...made,
      expiresAt: null,
      databases: [base.id],
    });
  });

  for (const [given, path, message] of [
    [{ name: "" }, "name", "cannot be empty"],
    [{ scopes: [] }, "scopes", "takes at least one scope"],
    [{ databases: ["x"] }, "databases[0]", 'is not the id of a database: "x"'],
    [{ expiresAt: "2020-01-01T00:00:00Z" }, "expiresAt", "must be in the future and before the year 10000"],
    [{ key: "sk_prod_x" }, "key", "is not a known key. Known keys: name, scopes, databases, expiresAt"],
    [
      { lastUsedAt: null },
      "lastUsedAt",
      "is not a known key. Known keys: name, scopes, databases, expiresAt",
    ],
  ] as const) {
    test(`is refused with ${JSON.stringify(given)}`, async ({ api }) => {
      const key = await makeKey(api, {});
      const { status, body } = await api.patch(`/keys/${key.id}`, { name: "Not stored", ...given });
      expect(body).toEqual(badRequestBody([path, message]));
      expect(status).toBe(400);
      expect((await keysSeenBy(api)).find(({ id }) => id === key.id)?.name).toBe("A key");
    });
  }

  test("loses rights at once, and so do its sessions", long, async ({ api, base, other, place }) => {
    const key = await makeKey(api, {});
    const callers = [new ApiClient(api.origin, key.key), await ApiClient.signIn(api.origin, key.key)];
    for (const caller of callers) {
      expect((await caller.post(`${place}/records`, { record: {} })).status).toBe(201);
      expect((await caller.get(`/bases/${other.id}`)).status).toBe(200);
    }
    await api.patch(`/keys/${key.id}`, { scopes: ["read"], databases: [base.id] });
    for (const caller of callers) {
      await expect.poll(() => statusOf(caller.post(`${place}/records`, { record: {} }))).toBe(403);
      expect((await caller.get(`/bases/${other.id}`)).status).toBe(404);
      expect((await caller.get<Base[]>("/bases")).body.map(({ id }) => id)).toEqual([base.id]);
    }
  });

  test("cannot grant a right that it has just lost", async ({ api }) => {
    for (let round = 0; round < 5; round++) {
      const key = await makeKey(api, {});
      const own = new ApiClient(api.origin, key.key);
      expect((await own.get("/test")).status).toBe(200);
      expect((await api.patch(`/keys/${key.id}`, { scopes: ["keys"] })).status).toBe(200);
      expect((await own.post("/keys", { name: "Heir", scopes })).status).toBe(403);
      expect((await own.patch(`/keys/${key.id}`, { scopes })).status).toBe(403);
    }
  });

  test("by two concurrent updates has one of the two states", async ({ api, base }) => {
    const key = await makeKey(api, {});
    const narrow = { scopes: ["read"], databases: [base.id] };
    const wide = { scopes: ["read", "write"], databases: null };
    const changes = Array.from({ length: 20 }, (_, index) => (index % 2 ? narrow : wide));
    const answers = await Promise.all(changes.map((change) => api.patch(`/keys/${key.id}`, change)));
    for (const [index, { body }] of answers.entries()) expect(body).toMatchObject(changes[index] ?? {});
    const { scopes, databases } = (await keysSeenBy(api)).find(({ id }) => id === key.id) ?? {};
    expect([narrow, wide]).toContainEqual({ scopes, databases });
  });
});

test.describe("an expired key", () => {
  test("is refused, with its sessions, until its expiry is extended", long, async ({ api }) => {
    const expiresAt = new Date(Date.now() + 5_000).toISOString();
    const key = await makeKey(api, { expiresAt });
    const callers = [new ApiClient(api.origin, key.key), await ApiClient.signIn(api.origin, key.key)];
    for (const caller of callers) expect((await caller.get("/test")).status).toBe(200);
    for (const caller of callers) await expect.poll(() => statusOf(caller.get("/test"))).toBe(401);
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(expiresAt));
    expect((await new ApiClient(api.origin, null).post("/session", { key: key.key })).status).toBe(401);
    expect((await keysSeenBy(api)).find(({ id }) => id === key.id)).toMatchObject({ expiresAt });
    await api.patch(`/keys/${key.id}`, { expiresAt: null });
    for (const caller of callers) expect((await caller.get("/test")).status).toBe(200);
  });
});

test.describe("a revoked key", () => {
  test("is refused at once, with its sessions", long, async ({ api }) => {
    const key = await makeKey(api, {});
    const callers = [new ApiClient(api.origin, key.key), await ApiClient.signIn(api.origin, key.key)];
    for (const caller of callers) expect((await caller.get("/test")).status).toBe(200);
    const { status, body } = await api.call(`/keys/${key.id}`, { method: "DELETE" });
    expect([status, body]).toEqual([200, { deleted: true }]);
    for (const caller of callers) {
      await expect.poll(() => statusOf(caller.get("/test"))).toBe(401);
      expect((await caller.get("/test")).headers.get("WWW-Authenticate")).toBe("Bearer");
    }
    expect((await new ApiClient(api.origin, null).post("/session", { key: key.key })).status).toBe(401);
    expect((await keysSeenBy(api)).map(({ id }) => id)).not.toContain(key.id);
    for (const again of [
      await api.call(`/keys/${key.id}`, { method: "DELETE" }),
      await api.patch(`/keys/${key.id}`, { expiresAt: null }),
      await api.post(`/keys/${key.id}/rotate`, {}),
    ]) {
      expect(again.status).toBe(404);
    }
  });

  test("by two concurrent calls is revoked by one of them", async ({ api }) => {
    const { id } = await makeKey(api, {});
    const answers = Array.from({ length: 8 }, () => statusOf(api.call(`/keys/${id}`, { method: "DELETE" })));
    expect((await Promise.all(answers)).toSorted()).toEqual([200, ...Array(7).fill(404)]);
  });

  test("cannot create a key in a request already accepted", async ({ api }) => {
    for (let round = 0; round < 5; round++) {
      const key = await makeKey(api, {});
      const callers = [new ApiClient(api.origin, key.key), await ApiClient.signIn(api.origin, key.key)];
      for (const caller of callers) expect((await caller.get("/test")).status).toBe(200);
      expect((await api.call(`/keys/${key.id}`, { method: "DELETE" })).status).toBe(200);
      for (const caller of callers) {
        expect((await caller.post("/keys", { name: "Successor", scopes })).status).toBe(401);
        expect((await caller.post(`/keys/${key.id}/rotate`, {})).status).toBe(401);
      }
    }
    expect((await keysSeenBy(api)).map(({ name }) => name)).not.toContain("Successor");
  });

  test(
    "and a concurrent creation by it are ordered, so that no created key is missed",
    long,
    async ({ api }) => {
      for (let round = 0; round < 10; round++) {
        const key = await makeKey(api, {});
        const own = new ApiClient(api.origin, key.key);
        const heirs = Array.from({ length: 4 }, () => own.post<ShownKey>("/keys", { name: "Heir", scopes }));
        const revoked = api.call(`/keys/${key.id}?made=true`, { method: "DELETE" });
        const made = (await Promise.all(heirs)).filter(({ status }) => status === 201);
        expect((await revoked).status).toBe(200);
        for (const { body } of made) expect((await api.get(`/keys/${body.id}`)).status).toBe(404);
      }
    },
  );

  test("keeps the keys it created unless they are revoked too, recursively", async ({ api, base }) => {
    const root = await makeKey(api, {});
    const child = await makeKey(new ApiClient(api.origin, root.key), { name: "Child" });
    const grandchild = await makeKey(new ApiClient(api.origin, child.key), { name: "Grandchild" });
    const sibling = await makeKey(new ApiClient(api.origin, root.key), { name: "Sibling", scopes: ["keys"] });
    expect(grandchild.madeBy).toEqual({ id: child.id, name: "Child" });
    const { body } = await api.get<Key>(`/keys/${root.id}`);
    expect(body.made).toBe(3);
    // The creator's name is hidden from those who may not see that key.
    const narrow = await clientOf(api, { scopes: ["keys"], databases: [base.id] });
    const hidden = await makeKey(api, { scopes: ["keys"], databases: [base.id] });
    expect((await narrow.get<Key>(`/keys/${hidden.id}`)).body.madeBy).toEqual({
      id: minted.recordId,
      name: null,
    });
    expect((await api.call(`/keys/${child.id}`, { method: "DELETE" })).status).toBe(200);
    expect((await api.get<Key>(`/keys/${grandchild.id}`)).body.madeBy).toEqual({
      id: child.id,
      name: "Child",
    });
    expect((await api.get<Key>(`/keys/${root.id}`)).body.made).toBe(2);
    expect((await api.call(`/keys/${root.id}?made=yes`, { method: "DELETE" })).status).toBe(400);
    expect((await api.call(`/keys/${root.id}?made=true`, { method: "DELETE" })).status).toBe(200);
    for (const { id, key } of [root, grandchild, sibling]) {
      expect((await api.get(`/keys/${id}`)).status).toBe(404);
      await expect.poll(() => statusOf(new ApiClient(api.origin, key).get("/test"))).toBe(401);
    }
  });

  test("may be the caller's own", long, async ({ api }) => {
    const key = await makeKey(api, { scopes: ["keys"] });
    const own = new ApiClient(api.origin, key.key);
    expect((await own.call(`/keys/${key.id}`, { method: "DELETE" })).status).toBe(200);
    await expect.poll(() => statusOf(own.get("/keys"))).toBe(401);
  });
});

test.describe("a rotated key", () => {
  test("has a new secret and is otherwise unchanged", async ({ api, base }) => {
    const key = await makeKey(api, { scopes: ["read"], databases: [base.id] });
    const { status, body } = await api.post<ShownKey>(`/keys/${key.id}/rotate`, {});
    expect(status).toBe(200);
    expect(body).toEqual({ ...key, key: expect.stringMatching(/^sk_prod_[1-9A-HJ-NP-Za-km-z]{40}$/) });
    expect(body.key).not.toBe(key.key);
    const [old, now] = [new ApiClient(api.origin, key.key), new ApiClient(api.origin, body.key)];
    expect((await now.get(`/bases/${base.id}`)).status).toBe(200);
    await expect.poll(() => statusOf(old.get("/test"))).toBe(401);
  });

  test("cannot grant rights with its old secret", async ({ api }) => {
    const key = await makeKey(api, {});
    const old = new ApiClient(api.origin, key.key);
    expect((await old.get("/test")).status).toBe(200);
    const { key: fresh } = await rotate(api, key, 0);
    expect((await old.post("/keys", { name: "Heir", scopes })).status).toBe(401);
    expect((await new ApiClient(api.origin, fresh).post("/keys", { name: "Heir", scopes })).status).toBe(201);
  });

  test("without a body, with no overlap", async ({ api }) => {
    const key = await makeKey(api, {});
    expect((await api.call(`/keys/${key.id}/rotate`, { method: "POST" })).status).toBe(200);
    await expect.poll(() => statusOf(new ApiClient(api.origin, key.key).get("/test"))).toBe(401);
  });

  test("accepts both secrets during the overlap", long, async ({ api }) => {
    const key = await makeKey(api, {});
    const session = await ApiClient.signIn(api.origin, key.key);
    const rotated = await rotate(api, key, 5);
    const [old, now] = [new ApiClient(api.origin, key.key), new ApiClient(api.origin, rotated.key)];
    const late = await ApiClient.signIn(api.origin, key.key);
    for (const caller of [old, now, session, late]) expect((await caller.get("/test")).status).toBe(200);
    for (const caller of [old, session, late]) {
      await expect.poll(() => statusOf(caller.get("/test"))).toBe(401);
    }
    expect((await now.get("/test")).status).toBe(200);
  });

  test("keeps the promised overlap unless a later rotation is shorter", async ({ api }) => {
    const first = await makeKey(api, {});
    const second = await rotate(api, first, 600);
    const third = await rotate(api, second, 3_600);
    const callers = [first, second, third].map(({ key }) => new ApiClient(api.origin, key));
    for (const caller of callers) expect((await caller.get("/test")).status).toBe(200);
    const fourth = await rotate(api, third, 0);
    for (const caller of callers) await expect.poll(() => statusOf(caller.get("/test"))).toBe(401);
    expect((await new ApiClient(api.origin, fourth.key).get("/test")).status).toBe(200);
  });

  test("by its own session keeps only that session signed in", async ({ api }) => {
    const key = await makeKey(api, {});
    const [own, another] = [
      await ApiClient.signIn(api.origin, key.key),
      await ApiClient.signIn(api.origin, key.key),
    ];
    const rotated = await rotate(own, key, 0);
    expect((await own.get("/test")).status).toBe(200);
    await expect.poll(() => statusOf(another.get("/test"))).toBe(401);
    await api.call(`/keys/${rotated.id}`, { method: "DELETE" });
    expect((await own.get("/test")).status).toBe(401);
  });

  test("by two concurrent calls has one valid secret", async ({ api }) => {
    const key = await makeKey(api, {});
    const rotated = await Promise.all(Array.from({ length: 6 }, () => rotate(api, key, 0)));
    const callers = rotated.map((each) => new ApiClient(api.origin, each.key));
    const good = () => Promise.all(callers.map((caller) => statusOf(caller.get("/test"))));
    await expect.poll(async () => (await good()).toSorted()).toEqual([200, 401, 401, 401, 401, 401]);
  });

  for (const [overlapSeconds, message] of [
    [-1, "takes 0 or more, not -1"],
    [1.5, "takes a whole number, not 1.5"],
    ["60", "takes a number, not text"],
    [null, "takes a number, not null"],
    [2_592_001, "takes 2592000 or less, not 2592001"],
  ] as const) {
    test(`refuses an overlap of ${JSON.stringify(overlapSeconds)}`, async ({ api }) => {
      const key = await makeKey(api, {});
      const { status, body } = await api.post(`/keys/${key.id}/rotate`, { overlapSeconds });
      expect(body).toEqual(badRequestBody(["overlapSeconds", message]));
      expect(status).toBe(400);
      expect((await new ApiClient(api.origin, key.key).get("/test")).status).toBe(200);
    });
  }
});

test(
  "the last use of a key and its sessions is recorded, but not on every request",
  long,
  async ({ api }) => {
    const lastUse = async (id: string) => (await keysSeenBy(api)).find((key) => key.id === id)?.lastUsedAt;
    for (const bySession of [false, true]) {
      const key = await makeKey(api, {});
      const caller = bySession
        ? await ApiClient.signIn(api.origin, key.key)
        : new ApiClient(api.origin, key.key);
      expect(await lastUse(key.id)).toBe(null);
      const from = new Date().toISOString();
      await caller.get("/test");
      await expect.poll(() => lastUse(key.id)).toEqual(minted.time);
      const at = await lastUse(key.id);
      expect(at?.localeCompare(from)).toBeGreaterThanOrEqual(0);
      await expect
        .poll(async () => {
          await caller.get("/test");
          return Date.now() - Date.parse(at ?? "");
        })
        .toBeGreaterThan(1_000);
      expect(await lastUse(key.id)).toBe(at);
    }
  },
);

test("a key without read cannot sign in", async ({ api }) => {
  const key = await makeKey(api, { scopes: ["write", "keys"] });
  const { status, headers, body } = await new ApiClient(api.origin, null).post("/session", { key: key.key });
  expect(status).toBe(403);
  expect(body).toEqual(errorBody("FORBIDDEN", 'This key cannot sign in, because it lacks the scope "read".'));
  expect(headers.has("Set-Cookie")).toBe(false);
});

async function makeKey(api: ApiClient, given: object): Promise<ShownKey> {
  const { status, body } = await api.post("/keys", { name: "A key", scopes, ...given });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

async function clientOf(api: ApiClient, given: object): Promise<ApiClient> {
  return new ApiClient(api.origin, (await makeKey(api, given)).key);
}

async function rotate(api: ApiClient, { id }: Key, overlapSeconds: number): Promise<ShownKey> {
  const { status, body } = await api.post<ShownKey>(`/keys/${id}/rotate`, { overlapSeconds });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

async function keysSeenBy(api: ApiClient): Promise<Key[]> {
  return (await api.get<{ keys: Key[] }>("/keys")).body.keys;
}

/** The keys without their last use, which is recorded with a delay. */
async function unusedKeys(api: ApiClient): Promise<Omit<Key, "lastUsedAt">[]> {
  return (await keysSeenBy(api)).map(({ lastUsedAt: _, ...key }) => key);
}

async function statusOf(answer: Promise<Answer<unknown>>): Promise<number> {
  return (await answer).status;
}
