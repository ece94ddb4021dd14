/** Calls every operation as each caller without the right: the response discloses nothing, and nothing changes. */
import type * as z from "zod";
import { everyOperation } from "../../lib/api/operations";
import { ruleOf } from "../../lib/contract/actions";
import type { Base } from "../../lib/contract/bases";
import { mintKey } from "../../lib/contract/ids";
import { type Key, type keyCreate, type Scope, type ShownKey, scopes } from "../../lib/contract/keys";
import { type Answer, ApiClient, errorBody } from "../api-client";
import { expect, test } from "../fixtures";
import { sampled } from "../rounds";
import {
  exampleCall,
  makeThings,
  missing,
  namedInBody,
  placeholdersOf,
  type Things,
  tellingIds,
  withPerson,
} from "./example-calls";
import { contentsOf } from "./fixtures";
import { type OwnServer, startOwnServer } from "./own-server";

test.describe.configure({ mode: "default" });

type Callers = { [title: string]: ApiClient };

let server: OwnServer;
let mine: Things;
let hidden: Things;
/** Invalid callers, by what is wrong with them. */
let strangers: Callers;
/** Callers without one scope, by that scope. */
let lacking: { [scope: string]: Callers };
/** A key with every scope, for the database of `mine` alone. */
let narrow: ShownKey;
/** Callers with that key. */
let restricted: Callers;
let before: unknown;

test.beforeAll(async () => {
  server = await startOwnServer({});
  mine = await withPerson(server.api, await makeThings(server.api, "Mine"));
  hidden = await withPerson(server.api, await makeThings(server.api, "Hidden"));
  strangers = await makeStrangers();
  lacking = {};
  for (const scope of scopes) lacking[scope] = await makeLacking(scope);
  narrow = await makeKey({ databases: [mine.base.id] });
  before = await everything();
});
// Created for each call, as one of the operations signs out.
test.beforeEach(async () => {
  restricted = await bothWays("narrow", narrow);
});
test.afterEach(async () => {
  expect(await everything()).toEqual(before);
});
test.afterAll(() => server.stop());

test("only these operations need no key", () => {
  expect(everyOperation.filter(({ action }) => action === null).map(({ id }) => id)).toEqual([
    "createSession",
    "getAttachment",
    "requestPasswordReset",
    "usePasswordReset",
    "confirmEmail",
    "previewInvitation",
    "acceptInvitation",
    "beginPasskeySignIn",
    "getSharedView",
    "visitSharedView",
    "listSharedRecords",
    "listSharedStacks",
    "listSharedCalendar",
    "getSharedFeed",
    "aggregateSharedRecords",
    "exportSharedRecords",
    "getSharedAttachment",
    "getForm",
    "getFormChallenge",
    "submitForm",
    "uploadFormFile",
    "getFormPicture",
    "listFormChoices",
    "getOpenApi",
  ]);
});

for (const [index, operation] of everyOperation.entries()) {
  const { id, action } = operation;
  if (action === null) continue;
  const { scopes: [scope, orScope] = [], unrestricted, needsEveryDatabase } = ruleOf(action);
  const isForNarrowKeys = !unrestricted && !needsEveryDatabase;
  const places = placeholdersOf(operation);

  test(`${id} is refused to each caller without the right`, sampled(index), async () => {
    await test.step("requires a valid key", async () => {
      for (const [title, caller] of Object.entries(strangers)) {
        const answer = await caller.call(...exampleCall(operation, mine));
        expect(answer.status, title).toBe(401);
        expect(answer.headers.get("WWW-Authenticate"), title).toBe("Bearer");
        expect(answer.body, title).toEqual(errorBody("UNAUTHORIZED", expect.any(String)));
      }
    });

    await test.step(`needs the scope ${scope ?? "any"}`, async () => {
      // Some operations accept another scope in some cases; see trash.spec.ts.
      if (scope === undefined || orScope !== undefined) return;
      for (const [title, caller] of Object.entries(lacking[scope] ?? {})) {
        const answer = await caller.call(...exampleCall(operation, mine));
        expect(answer.status, title).toBe(403);
        const message = `This key lacks the scope "${scope}".`;
        expect(answer.body, title).toEqual(errorBody("FORBIDDEN", message));
      }
    });

    if (places.includes("databaseId")) {
      await test.step("treats a foreign database like an unknown one", async () => {
        const foreign = exampleCall(operation, hidden);
        const absent = exampleCall(operation, without("databaseId", hidden));
        const byOwner = told(await server.api.call(...absent));
        expect(byOwner.status).toBe(404);
        for (const [title, caller] of Object.entries(restricted)) {
          const expected = told(await caller.call(...absent));
          if (isForNarrowKeys) expect(expected, title).toEqual(byOwner);
          else expect(expected.status, title).toBe(403);
          expect(told(await caller.call(...foreign)), title).toEqual(expected);
        }
      });
    } else {
      await test.step("reveals nothing about a foreign database", async () => {
        // Its answer has no end: see live-changes.spec.ts.
        if (operation.mediaTypes?.includes("text/event-stream")) return;
        for (const [title, caller] of Object.entries(restricted)) {
          const { body } = await caller.call(...exampleCall(operation, { ...mine, ids: missing }));
          for (const secret of ["Hidden", ...tellingIds(hidden)]) {
            expect(JSON.stringify(body), title).not.toContain(secret);
          }
        }
      });
    }

    for (const place of places.filter((each) => each !== "databaseId")) {
      await test.step(`treats a foreign ${place} like an unknown one`, async () => {
        for (const [title, caller] of Object.entries(restricted)) {
          const absent = told(await caller.call(...exampleCall(operation, without(place, mine))));
          expect(absent.status, title).toBeGreaterThanOrEqual(400);
          const foreign = exampleCall(operation, withOther(place, mine, hidden));
          expect(told(await caller.call(...foreign)), title).toEqual(absent);
        }
      });
    }

    for (const place of namedInBody(operation)) {
      await test.step(`treats a foreign ${place} in its body like an unknown one`, async () => {
        for (const [title, caller] of Object.entries(restricted)) {
          const [path, { body, ...request }] = exampleCall(operation, mine);
          const naming = (id = "") => JSON.parse(JSON.stringify(body).replaceAll(mine.ids[place] ?? "", id));
          const absent = told(await caller.call(path, { ...request, body: naming(missing[place]) }));
          expect(absent.status, title).toBeGreaterThanOrEqual(400);
          const foreign = await caller.call(path, { ...request, body: naming(hidden.ids[place]) });
          expect(told(foreign), title).toEqual(absent);
        }
      });
    }
  });
}

/** The content of a response, without ids that the caller sent. */
function told({ status, headers, body }: Answer<unknown>): { status: number; headers: object; text: string } {
  const own = new Set(["date", "x-request-id"]);
  const ids = [headers.get("X-Request-Id") ?? "", ...Object.values(hidden.ids), ...Object.values(missing)];
  return {
    status,
    headers: Object.fromEntries([...headers].filter(([name]) => !own.has(name))),
    // As whole words, because some are short numbers.
    text: ids.reduce(
      (text, id) => text.replaceAll(new RegExp(`\\b${id}\\b`, "g"), "ID"),
      JSON.stringify(body),
    ),
  };
}

function without(place: string, things: Things): Things {
  return withOther(place, things, { ids: missing });
}

function withOther(place: string, things: Things, { ids }: Pick<Things, "ids">): Things {
  const { [place]: _, ...others } = things.ids;
  const id = ids[place];
  return { ...things, ids: id === undefined ? others : { ...others, [place]: id } };
}

/** Everything that the owner can see, except when keys were last used. */
async function everything(): Promise<unknown> {
  const { body: bases } = await server.api.get<Base[]>("/bases");
  const { body } = await server.api.get<{ keys: Key[] }>("/keys");
  const [me, people, invitations, ...members] = await Promise.all(
    ["/me", "/people", "/invitations", ...bases.map(({ id }) => `/bases/${id}/members`)].map(
      async (path) => (await server.api.get(path)).body,
    ),
  );
  return {
    ...{ me, people, invitations, members },
    keys: body.keys.map(({ lastUsedAt: _, ...key }) => key),
    contents: await Promise.all(bases.map((base) => contentsOf(server.api, base))),
  };
}

async function makeStrangers(): Promise<Callers> {
  const { origin } = server.api;
  const soon = new Date(Date.now() + 2_000).toISOString();
  const [revoked, rotated, expired] = [
    await makeKey({}),
    await makeKey({}),
    await makeKey({ expiresAt: soon }),
  ];
  const strangers = {
    "no key": new ApiClient(origin, null),
    "a bad key": new ApiClient(origin, mintKey()),
    "a bad session": new ApiClient(origin, null, {
      Cookie: `rowhouse_session_${new URL(origin).port}=bad`,
      Origin: origin,
    }),
    ...(await bothWays("expired", expired)),
    ...(await bothWays("revoked", revoked)),
    ...(await bothWays("rotated", rotated)),
  };
  await server.api.call(`/keys/${revoked.id}`, { method: "DELETE" });
  await server.api.post(`/keys/${rotated.id}/rotate`, {});
  for (const caller of Object.values(strangers)) {
    await expect.poll(async () => (await caller.get("/test")).status).toBe(401);
  }
  return strangers;
}

/** Makes callers without a scope: one with all others, and one with only read. */
async function makeLacking(scope: Scope): Promise<Callers> {
  const others = await makeKey({ scopes: scopes.filter((each) => each !== scope) });
  if (scope === "read") return { "every other scope": new ApiClient(server.api.origin, others.key) };
  const reading = await makeKey({ scopes: ["read"] });
  return { ...(await bothWays("every other scope", others)), ...(await bothWays("read only", reading)) };
}

async function makeKey(given: Partial<z.input<typeof keyCreate>>): Promise<ShownKey> {
  const { status, body } = await server.api.post("/keys", { name: "Caller", scopes, ...given });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

/** Calls with a key, and as a browser signed in with it. */
async function bothWays(words: string, { key }: ShownKey): Promise<Callers> {
  const { origin } = server.api;
  return {
    [`${words}, a key`]: new ApiClient(origin, key),
    [`${words}, a session`]: await ApiClient.signIn(origin, key),
  };
}
