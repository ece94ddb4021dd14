/** Calls every operation as a person of every role, in a database of theirs and in a foreign one. */
import type { Operation } from "../../lib/api/operation";
import { isWrite } from "../../lib/api/operation";
import { everyOperation } from "../../lib/api/operations";
import type { Base } from "../../lib/contract/bases";
import type { Person } from "../../lib/contract/people";
import { type InstallationRole, installationRoles, type Role, roles } from "../../lib/contract/roles";
import { ApiClient, errorBody, type Request } from "../api-client";
import { expect, test } from "../fixtures";
import { type Account, keyOf } from "../people";
import { long, sampled } from "../rounds";
import {
  type ExampleCall,
  exampleCall,
  makeThings,
  type Things,
  tellingIds,
  withPerson,
} from "./example-calls";
import { contentsOf } from "./fixtures";
import { join, type PeopleServer, promote, startPeopleServer } from "./people-server";

test.describe.configure({ mode: "default" });

/** The lowest role in the database that may call an operation. Written by hand from the rules, not from the code. */
const leastRole: { readonly [operationId: string]: Role } = {
  getBase: "viewer",
  updateBase: "owner",
  deleteBase: "owner",
  duplicateBase: "owner",
  exportBase: "owner",
  getExport: "viewer",
  listTables: "viewer",
  getTable: "viewer",
  createTable: "creator",
  duplicateTable: "creator",
  updateTable: "creator",
  deleteTable: "creator",
  listFields: "viewer",
  getField: "viewer",
  createField: "creator",
  updateField: "creator",
  deleteField: "creator",
  deleteFields: "creator",
  listViews: "viewer",
  getView: "viewer",
  createView: "editor",
  updateView: "editor",
  deleteView: "editor",
  createRecord: "editor",
  getRecord: "viewer",
  updateRecord: "editor",
  deleteRecord: "editor",
  createRecords: "editor",
  updateRecords: "editor",
  deleteRecords: "editor",
  moveRecords: "editor",
  listRecords: "viewer",
  listRecordsByQuery: "viewer",
  listStacks: "viewer",
  listCalendar: "viewer",
  aggregateRecords: "viewer",
  exportRecords: "viewer",
  createAttachment: "editor",
  importRecords: "editor",
  createImport: "editor",
  listImports: "editor",
  getImport: "editor",
  updateImport: "editor",
  previewImport: "editor",
  listRejectedRows: "editor",
  runImport: "editor",
  deleteImport: "editor",
  // The records are those that one may read anyway.
  listImportedRecords: "viewer",
  listHistory: "viewer",
  listChanges: "viewer",
  watchChanges: "viewer",
  undo: "editor",
  redo: "editor",
  listTrash: "editor",
  restoreFromTrash: "editor",
  restoreTogether: "editor",
  // It cannot be undone, and may erase tables.
  eraseFromTrash: "creator",
  getDatabaseOpenApi: "viewer",
  listMembers: "viewer",
  addMember: "owner",
  updateMember: "owner",
  removeMember: "owner",
  reportPresence: "viewer",
  getRules: "owner",
  updateRules: "owner",
  listShares: "creator",
  createShare: "creator",
  updateShare: "creator",
  deleteShare: "creator",
  rotateShare: "creator",
  listWebhooks: "creator",
  createWebhook: "creator",
  getWebhook: "creator",
  updateWebhook: "creator",
  deleteWebhook: "creator",
  rotateWebhook: "creator",
  testWebhook: "creator",
  replayWebhook: "creator",
  listDeliveries: "creator",
  getDelivery: "creator",
  replayDelivery: "creator",
  skipDelivery: "creator",
};

/** The lowest role in the installation that may call an operation. */
const leastRank: { readonly [operationId: string]: InstallationRole } = {
  testKey: "guest",
  deleteSession: "guest",
  listSessions: "guest",
  deleteOtherSessions: "guest",
  deleteSessionById: "guest",
  listBases: "guest",
  createBase: "member",
  importBase: "member",
  // A copy is a new database, so both are needed.
  duplicateBase: "member",
  // Each of its databases is checked.
  watchChangesOfSeveral: "guest",
  // Only one's own.
  listTrashedDatabases: "guest",
  restoreDatabase: "guest",
  listKeys: "guest",
  createKey: "guest",
  getKey: "guest",
  updateKey: "guest",
  deleteKey: "guest",
  rotateKey: "guest",
  getMe: "guest",
  updateMe: "guest",
  beginSecondFactor: "guest",
  confirmSecondFactor: "guest",
  endSecondFactor: "guest",
  listPasskeys: "guest",
  beginPasskey: "guest",
  addPasskey: "guest",
  updatePasskey: "guest",
  deletePasskey: "guest",
  getPicture: "guest",
  listInvitations: "member",
  createInvitation: "member",
  deleteInvitation: "member",
  listPeople: "owner",
  updatePerson: "owner",
  deletePerson: "owner",
  createPasswordReset: "owner",
  listAuditEvents: "owner",
};

/** Operations for anybody, by something secret or without. */
const forAnybody = [
  "createSession",
  "getAttachment",
  "requestPasswordReset",
  "usePasswordReset",
  "confirmEmail",
  "previewInvitation",
  "acceptInvitation",
  "beginPasskeySignIn",
  "getSharedView",
  "listSharedRecords",
  "visitSharedView",
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
];

/** Bodies in place of those of the examples, which would need further rights. */
const bodies: { readonly [operationId: string]: (things: Things) => unknown } = {
  runImport: ({ ids }) => ({
    table: { tableId: ids.tableId },
    columns: [{ index: 0, fieldId: "Name" }],
  }),
};

/** Operations on a key of the caller. */
const onOwnKeys = ["rotateKey"];

interface Caller {
  readonly title: string;
  readonly rank: InstallationRole;
  /** In the database of `own`. */
  readonly role: Role | null;
  readonly api: ApiClient;
  /** The key of `api`. */
  readonly keyId: string;
  readonly account: Account;
}

let server: PeopleServer;
let own: Things;
let foreign: Things;
let callers: readonly Caller[];
let before: unknown;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  server = await startPeopleServer();
  own = await withTrash(await withPerson(server.owner, await makeThings(server.owner, "Own")));
  foreign = await withTrash(await withPerson(server.owner, await makeThings(server.owner, "Foreign")));
  const made: Caller[] = [];
  for (const rank of ["guest", "member"] as const) {
    for (const role of [null, ...roles]) made.push(await makeCaller(rank, role));
  }
  made.push(await makeCaller("owner", null));
  callers = made;
  before = await everything();
});
test.afterEach(async () => {
  expect(await everything()).toEqual(before);
});
test.afterAll(() => server.stop());

test("every operation has its lowest role", () => {
  const listed = [...Object.keys(leastRole), ...Object.keys(leastRank), ...forAnybody];
  expect([...new Set(listed)].toSorted()).toEqual(everyOperation.map(({ id }) => id).toSorted());
  const inOne = everyOperation.filter(({ path }) => path.startsWith("/bases/{databaseId}"));
  expect(inOne.map(({ id }) => id).toSorted()).toEqual(Object.keys(leastRole).toSorted());
});

for (const [index, operation] of everyOperation.filter(({ id }) => !forAnybody.includes(id)).entries()) {
  const { id } = operation;
  const role = leastRole[id];
  const rank = leastRank[id] ?? "guest";

  test(
    `${id} is for ${role === undefined ? `${rank}s` : `${role}s of the database`} and up`,
    sampled(index),
    async () => {
      for (const caller of callers) {
        const isAllowed =
          installationRoles.indexOf(caller.rank) >= installationRoles.indexOf(rank) &&
          (role === undefined || roles.indexOf(roleOf(caller)) >= roles.indexOf(role));
        const { keyId = "" } = onOwnKeys.includes(id) ? caller : own.ids;
        const things = { ...own, ids: { ...own.ids, keyId } };
        const { status, body } = await send(caller.api, callOf(operation, things));
        const told = [caller.title, status, JSON.stringify(body)];
        if (isAllowed) {
          expect(told).not.toEqual([caller.title, 401, expect.anything()]);
          expect(told).not.toEqual([caller.title, 403, expect.anything()]);
          expect(told).not.toEqual([caller.title, 404, expect.stringContaining("There is no database")]);
          expect([...told, status < 500]).toEqual([...told, true]);
        } else if (
          role !== undefined &&
          caller.role === null &&
          caller.rank !== "owner" &&
          hasRank(caller, rank)
        ) {
          expect([caller.title, status, body]).toEqual([caller.title, 404, noDatabase(own)]);
        } else {
          const reason = /^Your role (in this database )?does not let you [a-z][^.]*\.$/;
          expect([caller.title, status, body]).toEqual([
            caller.title,
            403,
            errorBody("FORBIDDEN", expect.stringMatching(reason)),
          ]);
        }
      }

      if (role === undefined) return;
      // A foreign database is like an unknown one, for every role.
      const unknown = { ...foreign, ids: { ...foreign.ids, databaseId: "0123456789abcdef" } };
      for (const caller of callers.filter((each) => each.rank !== "owner")) {
        const [there, nowhere] = [
          await send(caller.api, callOf(operation, foreign)),
          await send(caller.api, callOf(operation, unknown)),
        ];
        if (!hasRank(caller, rank)) {
          expect([caller.title, there.status, nowhere.status]).toEqual([caller.title, 403, 403]);
          continue;
        }
        expect([caller.title, there.status, there.body]).toEqual([caller.title, 404, noDatabase(foreign)]);
        expect([caller.title, nowhere.status, nowhere.body]).toEqual([
          caller.title,
          404,
          noDatabase(unknown),
        ]);
      }
      const [ofOwner] = callers.filter((each) => each.rank === "owner");
      const { status } = await send(ofOwner?.api as ApiClient, callOf(operation, foreign));
      expect([401, 403]).not.toContain(status);
    },
  );
}

test("an import that makes a table, fields or options is for creators and up", long, async () => {
  const table = { tableId: own.ids.tableId };
  const imports = `/bases/${own.ids.databaseId}/imports`;
  const places = new Map<ApiClient, string>();
  for (const { api } of callers) {
    const { body } = await api.call(`${imports}?filename=people.csv`, {
      method: "POST",
      raw: "Name,Stage\nAda,New\n",
      headers: { "Content-Type": "text/csv" },
    });
    const place = `${imports}/${body.id ?? own.ids.importId}`;
    places.set(api, place);
    if (body.id) await expect.poll(async () => (await api.get(place)).body.status).toBe("ready");
  }
  const run = (body: object) => (api: ApiClient) => api.post(`${places.get(api)}/run?dryRun=true`, body);
  const columns = [{ index: 0, fieldId: "Name" }];
  const withOption = [...columns, { index: 1, fieldId: "Stage" }];
  await expectFrom("editor", 200, run({ table, columns }));
  for (const body of [
    { table: { name: "New" } },
    { table, columns: [{ index: 0, name: "More", type: "single_line_text" }], addOptions: false },
    { table, columns: withOption },
  ]) {
    await expectFrom("creator", 200, run(body));
  }
});

test("a write that adds an option is for creators and up", async () => {
  const records = `/bases/${own.ids.databaseId}/tables/${own.ids.tableId}/records`;
  const write = (Stage: string) => (api: ApiClient) =>
    api.post(`${records}?dryRun=true&typecast=true`, { record: { Stage } });
  await expectFrom("creator", 201, write("New"));
  await expectFrom("editor", 201, write("Open"));
});

test(
  "a deleted table or field is restored by creators and up, a record or view by editors and up",
  long,
  async () => {
    const place = `/bases/${own.ids.databaseId}/trash`;
    for (const [kind, least] of [
      ["record", "editor"],
      ["view", "editor"],
      ["field", "creator"],
      ["table", "creator"],
    ] as const) {
      const trashId = own.ids[`${kind}TrashId`];
      await expectFrom(least, 200, (api) => api.post(`${place}/${trashId}/restore?dryRun=true`, undefined));
      await expectFrom(least, 200, (api) =>
        api.post(`${place}/restore?dryRun=true`, { trashIds: [trashId] }),
      );
    }
  },
);

test("a deleted database is seen and restored by its owners alone", async () => {
  const { body: base } = await server.owner.post<Base>("/bases", { name: "Deleted" });
  const things = { ...own, ids: { ...own.ids, databaseId: base.id } };
  const members = callers.filter(({ role, rank }) => role !== null && rank === "guest");
  for (const { account, role } of members) {
    await server.owner.post(`/bases/${base.id}/members`, { personId: account.person.id, role });
  }
  await server.owner.call(`/bases/${base.id}`, { method: "DELETE" });
  const { trash } = (await server.owner.get("/trash")).body;
  const { id } = trash.find(({ itemId }: { itemId: string }) => itemId === base.id);
  for (const { title, api, role, rank } of callers) {
    const isOwner = rank === "owner" || (rank === "guest" && role === "owner");
    const listed = (await api.get("/trash")).body.trash.map(({ itemId }: { itemId: string }) => itemId);
    expect([title, listed.includes(base.id)]).toEqual([title, isOwner]);
    const { status } = await api.post(`/trash/${id}/restore?dryRun=true`, undefined);
    const isMember = rank === "guest" && role !== null;
    expect([title, status]).toEqual([title, isOwner ? 200 : isMember ? 403 : 404]);
    expect([title, (await api.get(`/bases/${things.ids.databaseId}`)).status]).toEqual([title, 404]);
  }
});

test("a key has the roles of its person at once, also where a call names no database", async () => {
  const [member] = callers.filter(({ role, rank }) => role === null && rank === "member");
  if (!member) throw new Error("there is no such caller");
  const { api, account } = member;
  expect((await api.get("/bases")).body).toEqual([]);
  const { body: base } = await server.owner.post<Base>("/bases", { name: "Given" });
  await server.owner.post(`/bases/${base.id}/members`, { personId: account.person.id, role: "owner" });
  expect((await api.get<Base[]>("/bases")).body.map(({ id }) => id)).toEqual([base.id]);
  await server.owner.call(`/bases/${base.id}`, { method: "DELETE" });
});

test("lists and texts of others tell nothing of a foreign database", async () => {
  const secrets = ["Foreign", ...tellingIds(foreign)];
  for (const { title, api } of callers.filter(({ rank }) => rank !== "owner")) {
    for (const path of ["/bases", "/trash", "/keys", "/sessions", "/me", `/bases/${own.ids.databaseId}`]) {
      const text = JSON.stringify((await api.get(path)).body);
      expect([title, path, secrets.filter((secret) => text.includes(secret))]).toEqual([title, path, []]);
    }
  }
});

test("keys without the scope of an action may not do it, whatever the role", async () => {
  const [most] = callers.filter(({ role, rank }) => role === "owner" && rank === "member");
  if (!most) throw new Error("there is no such caller");
  // By the key, as another test signs out all browsers.
  const { key } = await keyOf(most, { scopes: ["read"] });
  const reader = new ApiClient(server.owner.origin, key);
  for (const operation of everyOperation.filter(
    (each) => isWrite(each) && leastRole[each.id] !== undefined,
  )) {
    const { status, body } = await send(reader, callOf(operation, own));
    expect([operation.id, status, body]).toEqual([
      operation.id,
      403,
      errorBody("FORBIDDEN", expect.stringMatching(/^This key lacks the scope "(write|schema|keys)"\.$/)),
    ]);
  }
  const { keys } = (await server.owner.get("/keys")).body;
  const made = keys.find(({ person, scopes }: { person: { id: string }; scopes: string[] }) => {
    return person.id === most.account.person.id && scopes.length === 1;
  });
  await server.owner.call(`/keys/${made.id}`, { method: "DELETE" });
});

/** Expects a status from this role up, and a 403 or 404 from the others. */
async function expectFrom(
  least: Role,
  expected: number,
  call: (api: ApiClient) => Promise<{ status: number; body: unknown }>,
): Promise<void> {
  for (const caller of callers) {
    const { status, body } = await call(caller.api);
    const isAllowed = caller.rank === "owner" || roles.indexOf(roleOf(caller)) >= roles.indexOf(least);
    const refused = caller.role === null && caller.rank !== "owner" ? 404 : 403;
    expect([caller.title, status, JSON.stringify(body)]).toEqual([
      caller.title,
      isAllowed ? expected : refused,
      expect.any(String),
    ]);
  }
}

function roleOf({ rank, role }: Caller): Role {
  // Below every role that is asked for.
  return rank === "owner" ? "owner" : (role ?? ("none" as Role));
}

function hasRank({ rank }: Caller, least: InstallationRole): boolean {
  return installationRoles.indexOf(rank) >= installationRoles.indexOf(least);
}

function noDatabase({ ids }: Things) {
  return errorBody("NOT_FOUND", `There is no database "${ids.databaseId}".`);
}

/** The call of an operation's example, as a dry run if it writes. */
function callOf(operation: Operation, things: Things): ExampleCall {
  const [path, request] = exampleCall(operation, things);
  const body = bodies[operation.id]?.(things) ?? request.body;
  const isFile = request.raw !== undefined;
  const dry = isWrite(operation) ? `${path}${path.includes("?") ? "&" : "?"}dryRun=true` : path;
  return [dry, isFile ? request : { ...request, body }];
}

/** Sends a call. The body of a stream or file that is answered is not read. */
async function send(
  api: ApiClient,
  [path, request]: ExampleCall,
): Promise<{ status: number; body: unknown }> {
  const { method = "GET", body, raw, headers }: Request = request;
  const cut = new AbortController();
  const response = await fetch(`${api.origin}/api/v1${path}`, {
    method,
    headers: { ...api.credentials, "Content-Type": "application/json", ...headers } as Record<string, string>,
    body: (raw as string | undefined) ?? JSON.stringify(body),
    signal: cut.signal,
  });
  const isText = response.headers.get("Content-Type")?.startsWith("application/json");
  const text = isText ? await response.text() : "";
  cut.abort();
  return { status: response.status, body: text === "" ? "" : JSON.parse(text) };
}

/** Deletes one thing of each kind, for calls that restore it. */
async function withTrash(things: Things): Promise<Things> {
  const { owner } = server;
  const place = `/bases/${things.base.id}`;
  const table = `${place}/tables/${things.ids.tableId}`;
  const made = {
    record: [`${table}/records`, { record: {} }],
    view: [`${table}/views`, { name: "Deleted" }],
    field: [`${table}/fields`, { name: "Deleted", type: "number" }],
    table: [`${place}/tables`, { name: "Deleted", fields: [{ name: "Name", type: "number" }] }],
  } as const;
  const ids: { [name: string]: string } = {};
  for (const [kind, [path, body]] of Object.entries(made)) {
    const { body: item } = await owner.post(path, body);
    expect((await owner.call(`${path}/${item.id}`, { method: "DELETE" })).status).toBeLessThan(300);
    const { trash } = (await owner.get(`${place}/trash`)).body;
    ids[`${kind}TrashId`] = trash.find(({ itemId }: { itemId: string }) => itemId === item.id).id;
  }
  const importPlace = `${place}/imports/${things.ids.importId}`;
  await expect.poll(async () => (await owner.get(importPlace)).body.status).toBe("ready");
  return { ...things, ids: { ...things.ids, ...ids, trashId: ids.recordTrashId ?? "" } };
}

async function makeCaller(rank: InstallationRole, role: Role | null): Promise<Caller> {
  const databases = role === null ? [] : [{ databaseId: own.base.id, role }];
  const account = await join(server.owner, { role: rank === "member" ? "member" : "guest", databases });
  if (rank === "owner") await promote(server.owner, account);
  const { key, id: keyId } = await keyOf(account);
  const title = rank === "owner" ? "an owner of the installation" : `a ${rank}, ${role ?? "without a role"}`;
  return { title, rank, role, account, keyId, api: new ApiClient(server.owner.origin, key) };
}

/** What calls may not have changed. */
async function everything(): Promise<unknown> {
  const { owner } = server;
  const get = async (path: string) => (await owner.get(path)).body;
  const { keys } = await get("/keys");
  return {
    contents: [await contentsOf(owner, own.base), await contentsOf(owner, foreign.base)],
    trash: await Promise.all([own, foreign].map(({ base }) => get(`/bases/${base.id}/trash`))),
    members: await Promise.all([own, foreign].map(({ base }) => get(`/bases/${base.id}/members`))),
    people: (await get("/people")).people.map(({ databases, ...person }: Person) => ({
      ...person,
      databases: databases.filter(({ databaseId }) => [own.base.id, foreign.base.id].includes(databaseId)),
    })),
    invitations: await get("/invitations"),
    keys: keys.map(({ lastUsedAt: _, ...key }: { lastUsedAt: string }) => key),
  };
}
