/** The audit log: what it records of whom, and who may read it. */
import { randomUUID } from "node:crypto";
import { generate } from "otplib";
import {
  type AuditEvent,
  type AuditEventName,
  type AuditList,
  auditEventNames,
} from "../../lib/contract/audit";
import type { PasskeyRequestOptions } from "../../lib/contract/passkeys";
import type { SecondFactorSetup } from "../../lib/contract/people";
import { ApiClient, badRequestBody, errorBody, minted } from "../api-client";
import { expect, test } from "../fixtures";
import { type Account, accept, invite, keyOf, newAccount, signInByPassword, tokenIn } from "../people";
import { long } from "../rounds";
import { addPasskey, assertOnDevice } from "../software-authenticator";
import {
  aDatabase,
  anAddress,
  join,
  type PeopleServer,
  promote,
  startPeopleServer,
  visitorOf,
} from "./people-server";

test.describe.configure({ mode: "default" });

let server: PeopleServer;
let owner: ApiClient;
/** An owner of the installation with a browser of a known address. */
let ada: Account;
let address: string;

test.beforeAll(async () => {
  server = await startPeopleServer();
  owner = server.owner;
  address = anAddress();
  ada = at(address, await join(owner));
  await promote(owner, ada);
});
test.afterAll(() => server.stop());

test.describe("an event", () => {
  test("names person, key, address, database and subject", async () => {
    const { id: databaseId, table } = await aDatabase(ada.api);
    expect((await remove(ada.api, `/bases/${databaseId}/tables/${table.id}`)).status).toBe(200);
    const expected = {
      id: minted.recordId,
      at: minted.time,
      event: "table-deleted",
      person: { id: ada.person.id, name: ada.person.name },
      key: null,
      address,
      databaseId,
      subject: { kind: "table", id: table.id, name: "Things" },
      details: {},
    };
    expect(await newest("table-deleted")).toEqual(expected);

    const other = await aDatabase(ada.api);
    const { id, key } = await keyOf(ada, { name: "Robot" });
    await remove(new ApiClient(owner.origin, key), `${other.place}/tables/Things`);
    expect(await newest("table-deleted")).toMatchObject({
      person: { id: ada.person.id },
      key: { id, name: "Robot" },
      address: "127.0.0.1",
      subject: { id: other.table.id },
    });
  });

  test("is stored with its write or not at all", long, async () => {
    const { place } = await aDatabase(ada.api);
    const before = await all();
    expect((await remove(ada.api, `${place}/tables/Things?dryRun=true`)).status).toBe(200);
    expect((await remove(ada.api, `${place}/tables/None`)).status).toBe(404);
    expect((await ada.api.patch(`/people/${ada.person.id}`, { role: "member", isActive: true })).status).toBe(
      200,
    );
    expect((await ada.api.get("/audit")).status).toBe(403);
    await promote(owner, ada);
    expect((await all()).slice(0, -before.length).map(({ event }) => event)).toEqual([
      "role-changed",
      "role-changed",
    ]);
    // The write is refused at its end.
    const first = (await owner.get("/people")).body.people[0];
    const { api, person } = await join(owner);
    await promote(owner, { person });
    await owner.patch(`/people/${ada.person.id}`, { role: "guest" });
    await owner.patch(`/people/${person.id}`, { role: "guest" });
    const count = (await all()).length;
    expect((await owner.patch(`/people/${first.id}`, { isActive: false })).status).toBe(409);
    expect((await api.get("/audit")).status).toBe(403);
    expect(await all()).toHaveLength(count);
    await promote(owner, ada);
  });

  test("is recorded once for a call that is repeated with its Idempotency-Key", async () => {
    const headers = { "Idempotency-Key": randomUUID() };
    const body = { name: `Key ${randomUUID()}`, scopes: ["read"] };
    const call = () => ada.api.call("/keys", { method: "POST", body, headers });
    const [one, other] = [await call(), await call()];
    expect([one.status, other.status, other.headers.get("Idempotency-Replayed")]).toEqual([201, 201, "true"]);
    const events = (await list({ event: "key-created" })).filter(
      ({ subject }) => subject?.name === body.name,
    );
    expect(events).toHaveLength(1);
  });

  test("is one of each kind, with its details", long, async () => {
    const begin = new Date().toISOString();
    const expected: Expected[] = [];
    const expectEvent = (event: AuditEventName, more: Partial<AuditEvent> = {}) =>
      expected.push({ event, person: of(ada), ...more });

    const base = await aDatabase(ada.api);
    const databaseId = base.id;
    const databases = [{ databaseId, role: "viewer" as const }];
    const invited = newAccount();
    const withdrawn = await invite(ada.api, { email: newAccount().email });
    expectEvent("invitation-created", {
      subject: { kind: "invitation", id: withdrawn.id, name: withdrawn.email },
      details: { role: "guest", databases: [] },
    });
    await remove(ada.api, `/invitations/${withdrawn.id}`);
    expectEvent("invitation-withdrawn", {
      subject: { kind: "invitation", id: withdrawn.id, name: withdrawn.email },
    });
    const invitation = await invite(ada.api, { email: invited.email, databases });
    const ofInvitation = { kind: "invitation" as const, id: invitation.id, name: invited.email };
    expectEvent("invitation-created", { subject: ofInvitation, details: { role: "guest", databases } });

    const accepted = await accept(owner, invitation, invited);
    const grace = at(address, accepted);
    const ofGrace = { kind: "person" as const, id: grace.person.id, name: grace.person.name };
    expectEvent("invitation-accepted", {
      person: of(grace),
      address: "127.0.0.1",
      subject: ofInvitation,
      details: { role: "guest" },
    });
    expectEvent("member-added", {
      person: of(grace),
      address: "127.0.0.1",
      databaseId,
      subject: ofGrace,
      details: { role: "viewer" },
    });

    const member = `${base.place}/members/${grace.person.id}`;
    await ada.api.patch(member, { role: "editor" });
    await ada.api.patch(member, { role: "editor" });
    expectEvent("member-changed", {
      databaseId,
      subject: ofGrace,
      details: { role: "editor", previousRole: "viewer" },
    });
    await remove(ada.api, member);
    expectEvent("member-removed", { databaseId, subject: ofGrace, details: { previousRole: "editor" } });
    await ada.api.post(`${base.place}/members`, { email: invited.email, role: "creator" });
    expectEvent("member-added", { databaseId, subject: ofGrace, details: { role: "creator" } });

    const place = `/people/${grace.person.id}`;
    await ada.api.patch(place, { role: "member" });
    expectEvent("role-changed", { subject: ofGrace, details: { role: "member", previousRole: "guest" } });
    await ada.api.patch(place, { isActive: false });
    expectEvent("person-deactivated", { subject: ofGrace });
    await ada.api.patch(place, { isActive: true });
    expectEvent("person-activated", { subject: ofGrace });
    const reset = await ada.api.post(`${place}/reset`, undefined);
    expectEvent("password-reset-created", { subject: ofGrace });
    const password = `new ${invited.password}`;
    await visitorOf(owner, address).post("/password-resets/use", {
      token: tokenIn(reset.body.url),
      password,
    });
    expectEvent("password-reset-used", { person: of(grace) });

    const back = at(address, { ...grace, ...(await signInByPassword(owner, { ...grace, password })) });
    expectEvent("signed-in", { person: of(grace), address: "127.0.0.1", details: { by: "password" } });
    const { body: setup } = await back.api.post<SecondFactorSetup>("/me/second-factor", {
      currentPassword: password,
    });
    await back.api.post("/me/second-factor/confirm", { code: await generate({ secret: setup.secret }) });
    expectEvent("second-factor-turned-on", { person: of(grace) });
    await ada.api.patch(place, { hasSecondFactor: false });
    expectEvent("second-factor-turned-off", { subject: ofGrace });
    const added = await addPasskey(back.api, password);
    expectEvent("passkey-added", { person: of(grace) });
    const visitor = visitorOf(owner, address);
    const { body: asked } = await visitor.post<PasskeyRequestOptions>("/session/passkey-options", undefined);
    await visitor.post("/session", { passkey: assertOnDevice(asked, added.passkey, owner) });
    expectEvent("signed-in", { person: of(grace), details: { by: "passkey" } });
    await back.api.call(`/me/passkeys/${added.id}`, {
      method: "DELETE",
      body: { currentPassword: password },
    });
    expectEvent("passkey-removed", { person: of(grace) });
    const [email, newer] = [newAccount().email, `newer ${invited.password}`];
    expect((await back.api.patch("/me", { email, password: newer, currentPassword: password })).status).toBe(
      200,
    );
    expectEvent("email-changed", { person: of(grace) });
    expectEvent("password-changed", { person: of(grace) });
    await signInByPassword(owner, { person: { email }, password: newer });
    expectEvent("signed-in", { person: of(grace), address: "127.0.0.1", details: { by: "password" } });
    // The one that has just signed in; deactivating and each new password ended the earlier ones.
    await remove(back.api, "/sessions");
    expectEvent("browsers-signed-out", { person: of(grace), details: { count: 1 } });
    await remove(back.api, "/session");
    expectEvent("signed-out", { person: of(grace) });
    await remove(ada.api, place);
    expectEvent("person-removed", { subject: ofGrace });

    const key = await keyOf(ada, { name: "Robot", scopes: ["read", "keys"] });
    const ofKey = { kind: "key" as const, id: key.id, name: "Robot" };
    expectEvent("key-created", { subject: ofKey, details: { scopes: ["read", "keys"] } });
    await ada.api.patch(`/keys/${key.id}`, { scopes: ["read"] });
    expectEvent("key-changed", { subject: ofKey, details: { scopes: ["read"], changed: ["scopes"] } });
    await visitorOf(owner, address).post("/session", { key: key.key });
    expectEvent("signed-in", { key: { id: key.id, name: "Robot" }, details: { by: "key" } });
    await ada.api.post(`/keys/${key.id}/rotate`, {});
    expectEvent("key-rotated", { subject: ofKey });
    await remove(ada.api, `/keys/${key.id}`);
    expectEvent("key-revoked", { subject: ofKey, details: { count: 1 } });

    const ofBase = { kind: "database" as const, id: databaseId, name: base.name };
    const rule = { tableId: base.table.id, create: "editor", update: "editor", delete: "owner" } as const;
    await ada.api.call(`${base.place}/rules`, { method: "PUT", body: { tables: [rule], fields: [] } });
    expectEvent("rules-changed", { databaseId, subject: ofBase, details: { tables: [rule], fields: [] } });
    const [view] = base.table.views;
    const ofView = { kind: "view" as const, id: view.id, name: view.name };
    const ofLink = { databaseId, subject: ofView };
    const shares = `${base.place}/shares`;
    const { body: share } = await ada.api.post(shares, { viewId: view.id, password: "secret" });
    expectEvent("share-created", ofLink);
    await ada.api.patch(`${shares}/${share.id}`, { allowExport: true, password: null });
    expectEvent("share-changed", { ...ofLink, details: { changed: ["password", "allowExport"] } });
    const { body: rotated } = await ada.api.post(`${shares}/${share.id}/rotate`, undefined);
    expectEvent("share-rotated", ofLink);
    const token = rotated.url.split("/").at(-1);
    await visitorOf(owner, address).get(`/shared/${token}/export?format=json`);
    expectEvent("records-exported", { ...ofLink, person: null, details: { format: "json" } });
    await remove(ada.api, `${shares}/${share.id}`);
    expectEvent("share-deleted", ofLink);
    const webhooks = `${base.place}/webhooks`;
    const given = { url: "https://name.invalid/hooks", events: ["record.created"], active: false };
    const { body: webhook } = await ada.api.post(webhooks, given);
    const ofWebhook = {
      databaseId,
      subject: { kind: "webhook" as const, id: String(webhook.id), name: "name.invalid" },
    };
    expectEvent("webhook-created", ofWebhook);
    await ada.api.patch(`${webhooks}/${webhook.id}`, { includeRecords: false });
    expectEvent("webhook-changed", { ...ofWebhook, details: { changed: ["includeRecords"] } });
    await ada.api.post(`${webhooks}/${webhook.id}/rotate`, undefined);
    expectEvent("webhook-rotated", ofWebhook);
    await remove(ada.api, `${webhooks}/${webhook.id}`);
    expectEvent("webhook-deleted", ofWebhook);

    await ada.api.call(`${base.records}/export?format=csv`);
    expectEvent("records-exported", {
      databaseId,
      subject: { kind: "table", id: base.table.id, name: "Things" },
      details: { format: "csv" },
    });
    await ada.api.call(`${base.place}/export`, { method: "HEAD" });
    await ada.api.call(`${base.place}/export`);
    expectEvent("database-exported", { databaseId, subject: ofBase });
    const fields = [{ name: "A", type: "number" }];
    const { body: gone } = await ada.api.post(`${base.place}/tables`, { name: "Gone", fields });
    await remove(ada.api, `${base.place}/tables/Gone`);
    expectEvent("table-deleted", { databaseId, subject: { kind: "table", id: gone.id, name: "Gone" } });
    await ada.api.post(`${base.place}/trash/erase`, { all: true });
    expectEvent("trash-erased", { databaseId, details: { count: 1 } });
    const { body: field } = await ada.api.post(`${base.place}/tables/Things/fields`, fields[0]);
    await remove(ada.api, `${base.place}/tables/Things/fields/A`);
    expectEvent("field-deleted", { databaseId, subject: { kind: "field", id: field.id, name: "A" } });
    await remove(ada.api, base.place);
    expectEvent("database-deleted", { databaseId, subject: ofBase });
    const { trash } = (await ada.api.get(`/trash?itemId=${databaseId}`)).body;
    await ada.api.post(`/trash/${trash[0].id}/restore`, undefined);
    expectEvent("database-restored", { databaseId, subject: ofBase });

    const recorded = await list({ since: begin, limit: "500" });
    expect(recorded.toReversed()).toEqual(
      expected.map((event) => ({
        id: minted.recordId,
        at: minted.time,
        key: null,
        address,
        databaseId: null,
        subject: null,
        details: {},
        ...event,
      })),
    );
    const unseen = auditEventNames.filter((name) => !expected.some(({ event }) => event === name));
    expect(unseen).toEqual(["sign-in-failed", "password-check-failed", "sign-in-link-created"]);
  });

  test("of a command on the server has no person and no address", async () => {
    const printed = await newest("sign-in-link-created");
    expect(printed).toMatchObject({ person: null, key: null, address: null, subject: null });
  });

  test("has the name of its subject at that time, and outlives it", async () => {
    const base = await aDatabase(ada.api);
    await ada.api.call(`${base.place}/export`);
    await ada.api.patch(base.place, { name: "Renamed" });
    expect((await newest("database-exported")).subject).toEqual({
      kind: "database",
      id: base.id,
      name: base.name,
    });
  });
});

test.describe("failed sign-ins", () => {
  test("name the account that was tried, the way and the address", long, async () => {
    const grace = await join(owner);
    const from = anAddress();
    const visitor = visitorOf(owner, from);
    const { email } = grace.person;
    expect((await visitor.post("/session", { email, password: "wrong" })).status).toBe(401);
    await expectFailure(from, { person: of(grace), details: { by: "password" } });
    for (const [body, by] of [
      [{ email: newAccount().email, password: "wrong" }, "password"],
      [{ key: `sk_prod_${"1".repeat(40)}` }, "key"],
      [{ code: "x".repeat(43) }, "link"],
    ] as const) {
      expect((await visitor.post("/session", body)).status).toBe(401);
      await expectFailure(from, { person: null, details: { by } });
    }
    const { passkey } = await addPasskey(grace.api, grace.password);
    const forged = assertOnDevice({ challenge: "x".repeat(43), rpId: "localhost" }, passkey, owner);
    expect((await visitor.post("/session", { passkey: forged })).status).toBe(401);
    await expectFailure(from, { person: of(grace), details: { by: "passkey" } });
    const token = "x".repeat(43);
    await visitor.post("/invitations/preview", { token });
    await expectFailure(from, { person: null, details: { by: "invitation" } });
    await visitor.post("/password-resets/use", { token, password: newAccount().password });
    await expectFailure(from, { person: null, details: { by: "reset" } });
  });

  test("include wrong codes of the second factor, but not missing ones", long, async () => {
    const grace = await join(owner);
    const { email } = grace.person;
    const { password } = grace;
    const { body } = await grace.api.post<SecondFactorSetup>("/me/second-factor", {
      currentPassword: password,
    });
    await grace.api.post("/me/second-factor/confirm", { code: await generate({ secret: body.secret }) });
    const from = anAddress();
    const visitor = visitorOf(owner, from);
    expect((await visitor.post("/session", { email, password })).status).toBe(401);
    expect((await visitor.post("/session", { email, password, code: "000000" })).status).toBe(401);
    await expectFailure(from, { person: of(grace), details: { by: "code" } });
    expect(await failuresFrom(from)).toHaveLength(1);
  });

  test("include wrong current passwords, also in a dry run", long, async () => {
    const from = anAddress();
    const grace = at(from, await join(owner));
    for (const query of ["", "?dryRun=true"]) {
      const begin = new Date().toISOString();
      const change = { password: "long enough now", currentPassword: "wrong" };
      expect((await grace.api.patch(`/me${query}`, change)).status).toBe(400);
      await expect
        .poll(() => list({ event: "password-check-failed", personId: grace.person.id, since: begin }))
        .toMatchObject([{ person: of(grace), address: from, details: {} }]);
    }
  });

  test(
    "are recorded ten times a minute for one address, and guessing is still refused as before",
    long,
    async () => {
      const from = anAddress();
      const visitor = visitorOf(owner, from);
      const attempts = Array.from({ length: 40 }, () =>
        visitor.post("/session", { key: `sk_prod_${"2".repeat(40)}` }),
      );
      for (const { status } of await Promise.all(attempts)) expect(status).toBe(401);
      await expect.poll(async () => (await failuresFrom(from)).length).toBe(10);
      // Another person's events are not crowded out.
      const other = anAddress();
      const { email } = ada.person;
      await visitorOf(owner, other).post("/session", { email, password: "wrong" });
      await expectFailure(other, { person: of(ada), details: { by: "password" } });
    },
  );
});

test.describe("secrets", () => {
  test(
    "are in no event: passwords, keys, tokens, codes, and addresses of unknown accounts",
    long,
    async () => {
      const unknown = newAccount();
      const from = anAddress();
      const visitor = visitorOf(owner, from);
      const key = await keyOf(ada);
      const wrongKey = `sk_prod_${"3".repeat(40)}`;
      const invitation = await invite(ada.api, { email: newAccount().email });
      await visitor.post("/session", { email: unknown.email, password: unknown.password });
      await visitor.post("/session", { key: wrongKey });
      await visitor.post("/session", { key: key.key });
      await expect.poll(async () => (await failuresFrom(from)).length).toBe(2);
      const rows = await server.query<{ text: string }>(
        `SELECT to_jsonb("AuditEvent")::text AS "text" FROM "AuditEvent"`,
      );
      const text = rows.map((row) => row.text).join("\n");
      expect(text).toContain(ada.person.id);
      const secrets = [
        unknown.email,
        unknown.password,
        ada.password,
        wrongKey,
        key.key,
        tokenIn(invitation.url),
      ];
      expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
      expect(text).not.toContain("sk_prod_");
      expect(text).not.toContain("scrypt");
    },
  );
});

test.describe("the list", () => {
  test("is for owners of the installation with a session or unrestricted key", long, async () => {
    for (const role of ["member", "guest"] as const) {
      const { api } = await join(owner, { role });
      const { status, body } = await api.get("/audit");
      expect([status, body]).toEqual([
        403,
        errorBody("FORBIDDEN", "Your role does not let you read the audit log."),
      ]);
    }
    const base = await aDatabase(ada.api);
    const restricted = "Only a key without restrictions can read the audit log.";
    const keys: [given: Parameters<typeof keyOf>[1], message: string][] = [
      [{ scopes: ["read", "write", "schema"] }, 'This key lacks the scope "keys".'],
      [{ scopes: ["read", "keys"] }, restricted],
      [{ databases: [base.id] }, restricted],
    ];
    for (const [given, message] of keys) {
      const { key } = await keyOf(ada, given);
      const { status, body } = await new ApiClient(owner.origin, key).get("/audit");
      expect([status, body]).toEqual([403, errorBody("FORBIDDEN", message)]);
    }
    expect((await new ApiClient(owner.origin, null).get("/audit")).status).toBe(401);
  });

  test("is paged, newest first, without gaps or repetitions while events are added", async () => {
    const begin = new Date().toISOString();
    const names = Array.from({ length: 25 }, (_, index) => `Key ${index} ${randomUUID()}`);
    // At once, so that several have the same time.
    await Promise.all(names.map((name) => keyOf(ada, { name, scopes: ["read"] })));
    const seen: AuditEvent[] = [];
    let cursor: string | null = null;
    do {
      const query = new URLSearchParams({ since: begin, limit: "7", event: "key-created" });
      if (cursor !== null) query.set("cursor", cursor);
      const { body }: { body: AuditList } = await ada.api.get(`/audit?${query}`);
      expect(body.events.length).toBeLessThanOrEqual(7);
      seen.push(...body.events);
      cursor = body.nextCursor;
      await keyOf(ada, { scopes: ["read"] });
    } while (cursor !== null);
    expect(seen.map(({ subject }) => subject?.name).toSorted()).toEqual(names.toSorted());
    expect(seen.map(({ at }) => at)).toEqual(
      seen
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
    expect(new Set(seen.map(({ id }) => id)).size).toBe(25);
  });

  test("has a hundred entries by default, and at most 500", async () => {
    const rows = 600;
    await server.query(
      `INSERT INTO "AuditEvent" ("id", "at", "event", "details")
       SELECT gen_random_uuid(), now() - n * interval '1 hour', 'signed-out', '{}' FROM generate_series(1, $1::int) n`,
      [rows],
    );
    const { body } = await ada.api.get<AuditList>("/audit?event=signed-out");
    expect([body.events.length, body.nextCursor]).toEqual([100, expect.any(String)]);
    expect(await list({ event: "signed-out", limit: "500" })).toHaveLength(500);
  });

  test("is filtered by event, person and time", long, async () => {
    const grace = await join(owner);
    const { person } = grace;
    const key = await keyOf(grace, { scopes: ["read"] });
    await ada.api.patch(`/people/${person.id}`, { role: "member" });
    const about = async (query: object) =>
      (await list({ personId: person.id, ...query })).map(({ event }) => event);
    // What she did, and what was done to her.
    expect(await about({})).toEqual(["role-changed", "key-created", "invitation-accepted"]);
    expect(await about({ personId: person.id.toUpperCase() })).toHaveLength(3);
    expect(await about({ event: "key-created" })).toEqual(["key-created"]);
    const [changed, created, accepted] = await list({ personId: person.id });
    if (!changed || !created || !accepted) throw new Error("The events are missing.");
    expect(created.subject).toEqual({ kind: "key", id: key.id, name: key.name });
    expect(await about({ since: created.at })).toEqual(["role-changed", "key-created"]);
    expect(await about({ until: created.at })).toEqual(["invitation-accepted"]);
    expect(await about({ since: created.at, until: created.at })).toEqual([]);
    // With an offset, as in other lists of moments.
    const offset = created.at.replace("Z", "+00:00");
    expect(await about({ until: offset })).toEqual(["invitation-accepted"]);
    expect(await about({ personId: randomUUID() })).toEqual([]);
  });

  test("refuses wrong queries", async () => {
    for (const [query, path, message] of [
      ["limit=0", "limit", "takes a whole number from 1 up"],
      ["limit=501", "limit", "takes at most 500"],
      ["limit=many", "limit", "takes a whole number from 1 up"],
      ["cursor=x", "cursor", "takes the `nextCursor` of the previous page"],
      [`cursor=${randomUUID()}`, "cursor", "takes the `nextCursor` of the previous page"],
      ["personId=ada", "personId", "takes the id of a person, which is a UUID"],
      ["since=yesterday", "since", "takes an ISO timestamp, such as 2030-01-31T09:30:00Z"],
      ["until=2030-02-31T00:00:00Z", "until", "takes an ISO timestamp, such as 2030-01-31T09:30:00Z"],
      ["since=", "since", "takes an ISO timestamp, such as 2030-01-31T09:30:00Z"],
    ] as const) {
      const { status, body } = await ada.api.get(`/audit?${query}`);
      expect([query, status, body]).toEqual([query, 400, badRequestBody([path, message])]);
    }
    // Moments of any year are moments.
    expect((await ada.api.get("/audit?since=0000-01-01T00:00:00Z&until=9999-12-31T23:59:59Z")).status).toBe(
      200,
    );
    for (const query of ["event=signed", "who=ada", "event=signed-in&event=signed-out"]) {
      expect([query, (await ada.api.get(`/audit?${query}`)).status]).toEqual([query, 400]);
    }
  });
});

test(
  "failed sign-ins from any number of addresses are recorded at most thirty times a minute",
  long,
  async () => {
    const [begin, attempts] = [Date.now(), 80];
    const key = `sk_prod_${"4".repeat(40)}`;
    for (let attempt = 0; attempt < attempts; attempt++) {
      expect((await visitorOf(owner).post("/session", { key })).status).toBe(401);
    }
    const since = new Date(begin).toISOString();
    const recorded = await list({ event: "sign-in-failed", since, limit: "500" });
    // Others become possible while the attempts are made.
    const most = 30 + (Date.now() - begin) / 2_000;
    expect(recorded.length).toBeLessThanOrEqual(Math.min(most, attempts - 1));
    expect(recorded.length).toBeGreaterThan(0);
  },
);

type Expected = Partial<AuditEvent> & Pick<AuditEvent, "event">;

/** The account with calls from a network address. */
function at(from: string, account: Account): Account {
  const { origin } = account.api;
  const headers = { Cookie: account.cookie, Origin: origin, "X-Forwarded-For": from };
  return { ...account, api: new ApiClient(origin, null, headers) };
}

function of({ person: { id, name } }: Account): { id: string; name: string } {
  return { id, name };
}

function remove(api: ApiClient, path: string) {
  return api.call(path, { method: "DELETE" });
}

async function list(query: object): Promise<AuditEvent[]> {
  const { status, body } = await owner.get<AuditList>(`/audit?${new URLSearchParams({ ...query })}`);
  expect([status, body]).toEqual([200, expect.anything()]);
  return body.events;
}

function all(): Promise<AuditEvent[]> {
  return list({ limit: "500" });
}

async function newest(event: AuditEventName): Promise<AuditEvent> {
  const [found] = await list({ event, limit: "1" });
  if (!found) throw new Error(`There is no event ${event}.`);
  return found;
}

async function failuresFrom(from: string): Promise<AuditEvent[]> {
  const events = await list({ event: "sign-in-failed", limit: "500" });
  return events.filter((event) => event.address === from);
}

/** Expects the newest failed sign-in from an address. They are recorded after the answer. */
async function expectFailure(from: string, expected: Partial<AuditEvent>): Promise<void> {
  await expect.poll(async () => (await failuresFrom(from))[0], { intervals: [50] }).toMatchObject(expected);
}
