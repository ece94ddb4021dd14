/** The documents at `/openapi.json`. Every operation is called, and its response validated. */
import { randomUUID } from "node:crypto";
import { Validator } from "@seriousme/openapi-schema-validator";
import { generate } from "otplib";
import type { Base } from "../../lib/contract/bases";
import type { SignedIn } from "../../lib/contract/sessions";
import type { Table } from "../../lib/contract/tables";
import { ApiClient } from "../api-client";
import { fromSetup } from "../fixtures";
import { accept, invite, keyOf, newAccount, tokenIn } from "../people";
import { sampled } from "../rounds";
import { addPasskey, createOnDevice } from "../software-authenticator";
import { proofFor } from "./a-form";
import { type Call, Document, type World } from "./document";
import { test as api, everyType, expect, fullRecord } from "./fixtures";

/** Changes to the documented examples that make each operation succeed. */
const calls: { readonly [operationId: string]: (world: World) => Call | Promise<Call> } = {
  testKey: asDocumented,
  createSession: ({ api: { key } }) => ({ body: { key } }),
  deleteSession: asDocumented,
  listBases: asDocumented,
  createBase: asDocumented,
  getBase: asDocumented,
  updateBase: asDocumented,
  deleteBase: asDocumented,
  listTables: asDocumented,
  createTable: asDocumented,
  exportBase: asDocumented,
  getExport: async (world) => ({ params: await aRunningExport(world) }),
  importBase: async (world) => ({
    raw: await aDatabaseFile(world),
    headers: { "Content-Type": "application/zip" },
  }),
  duplicateBase: asDocumented,
  duplicateTable: asDocumented,
  getTable: asDocumented,
  updateTable: asDocumented,
  deleteTable: asDocumented,
  listFields: asDocumented,
  createField: asDocumented,
  getField: asDocumented,
  updateField: asDocumented,
  deleteField: asDocumented,
  deleteFields: asDocumented,
  listViews: asDocumented,
  createView: asDocumented,
  getView: asDocumented,
  updateView: asDocumented,
  // A table's last view cannot be deleted.
  deleteView: async (world) => ({ params: { viewId: await anotherView(world) } }),
  createRecord: asDocumented,
  listRecords: asDocumented,
  listRecordsByQuery: asDocumented,
  exportRecords: asDocumented,
  getRecord: asDocumented,
  updateRecord: asDocumented,
  deleteRecord: asDocumented,
  createRecords: asDocumented,
  updateRecords: asDocumented,
  deleteRecords: asDocumented,
  moveRecords: asDocumented,
  listStacks: asDocumented,
  listCalendar: asDocumented,
  aggregateRecords: asDocumented,
  createAttachment: () => ({ raw: "%PDF-1.7", headers: { "Content-Type": "application/pdf" } }),
  getAttachment: async (world) => ({ params: await anAttachment(world) }),
  importRecords: () => ({ raw: "Name\nAda\n", headers: { "Content-Type": "text/csv" } }),
  createImport: () => ({ raw: "Name\nAda\n", headers: { "Content-Type": "text/csv" } }),
  listImports: asDocumented,
  getImport: async (world) => ({ params: await anImport(world) }),
  updateImport: async (world) => ({ params: await anImport(world) }),
  runImport: async (world) => ({ params: await anImport(world) }),
  listRejectedRows: async (world) => ({ params: await anImport(world) }),
  previewImport: async (world) => ({ params: await anImport(world) }),
  listImportedRecords: async (world) => ({ params: await anImport(world) }),
  deleteImport: async (world) => ({ params: await anImport(world) }),
  listKeys: asDocumented,
  createKey: asDocumented,
  getKey: async (world) => ({ params: await aKey(world) }),
  updateKey: async (world) => ({ params: await aKey(world) }),
  deleteKey: async (world) => ({ params: await aKey(world) }),
  rotateKey: async (world) => ({ params: await aKey(world) }),
  listSessions: asDocumented,
  deleteSessionById: async (world) => ({ params: { sessionId: await aSession(world) } }),
  // Uses a separate key, so that other tests stay signed in.
  deleteOtherSessions: async ({ api: client }) => {
    const { body } = await client.post("/keys", { name: "Alone", scopes: ["read"] });
    return { headers: { Authorization: `Bearer ${body.key}` } };
  },
  listHistory: asDocumented,
  listChanges: asDocumented,
  // Its stream is endless; live-changes.spec.ts tests it.
  watchChanges: () => ({ method: "HEAD" }),
  watchChangesOfSeveral: () => ({ method: "HEAD" }),
  undo: asDocumented,
  redo: async ({ api: client, basePlace }) => {
    await client.post(`${basePlace}/undo`, undefined);
    return {};
  },
  listTrash: asDocumented,
  restoreFromTrash: async (world) => ({ params: await aDeletedRecord(world) }),
  restoreTogether: async (world) => ({ body: { trashIds: [(await aDeletedRecord(world)).trashId] } }),
  eraseFromTrash: async (world) => ({ body: { trashIds: [(await aDeletedRecord(world)).trashId] } }),
  listTrashedDatabases: asDocumented,
  restoreDatabase: async (world) => ({ params: await aDeletedDatabase(world) }),
  getMe: asDocumented,
  // So that the owner keeps the name that other tests expect.
  updateMe: () => ({ body: {} }),
  getPicture: async ({ api: client }) => {
    const account = await accept(client, await invite(client));
    await account.api.patch("/me", { picture: onePixel });
    return { params: { personId: account.person.id } };
  },
  beginSecondFactor: async (world) => {
    const { headers, currentPassword } = await somebody(world);
    return { headers, body: { currentPassword } };
  },
  confirmSecondFactor: async (world) => {
    const { headers, secret } = await somebodyWithApp(world);
    return { headers, body: { code: await generate({ secret }) } };
  },
  endSecondFactor: async (world) => {
    const { api: client } = world;
    const { headers, currentPassword, secret } = await somebodyWithApp(world);
    const confirm = { method: "POST", body: { code: await generate({ secret }) }, headers };
    const { body } = await client.call("/me/second-factor/confirm", confirm);
    return { headers, body: { currentPassword, code: body.recoveryCodes[0] } };
  },
  listPasskeys: asDocumented,
  beginPasskey: async (world) => {
    const { headers, currentPassword } = await somebody(world);
    return { headers, body: { currentPassword } };
  },
  addPasskey: async (world) => {
    const { headers, currentPassword } = await somebody(world);
    const begin = { method: "POST", body: { currentPassword }, headers };
    const { body: options } = await world.api.call("/me/passkeys/options", begin);
    return { headers, body: { name: "Laptop", credential: createOnDevice(options, world.api).credential } };
  },
  updatePasskey: async (world) => {
    const { headers, passkeyId } = await somebodyWithPasskey(world);
    return { headers, params: { passkeyId } };
  },
  deletePasskey: async (world) => {
    const { headers, passkeyId, currentPassword } = await somebodyWithPasskey(world);
    return { headers, params: { passkeyId }, body: { currentPassword } };
  },
  beginPasskeySignIn: asDocumented,
  listPeople: asDocumented,
  updatePerson: async (world) => ({ params: await aPerson(world) }),
  deletePerson: async (world) => ({ params: await aPerson(world) }),
  createPasswordReset: async (world) => ({ params: await aPerson(world) }),
  // Refused without a mail server; mail.long.spec.ts tests its success.
  requestPasswordReset: asDocumented,
  usePasswordReset: async (world) => {
    const { personId } = await aPerson(world);
    const { body } = await world.api.post(`/people/${personId}/reset`, undefined);
    return { body: { token: tokenIn(body.url), password: "correct horse battery" } };
  },
  // The same.
  confirmEmail: asDocumented,
  listAuditEvents: asDocumented,
  listInvitations: asDocumented,
  createInvitation: ({ base }) => ({
    body: { email: "grace@example.com", role: "guest", databases: [{ databaseId: base.id, role: "editor" }] },
  }),
  deleteInvitation: async ({ api: client }) => ({ params: { invitationId: (await invite(client)).id } }),
  previewInvitation: async ({ api: client }) => ({ body: { token: tokenIn((await invite(client)).url) } }),
  acceptInvitation: async ({ api: client }) => ({
    body: { token: tokenIn((await invite(client)).url), ...newAccount() },
  }),
  listMembers: asDocumented,
  reportPresence: asDocumented,
  getRules: asDocumented,
  updateRules: asDocumented,
  listShares: asDocumented,
  createShare: asDocumented,
  updateShare: async (world) => ({ params: await aShare(world) }),
  deleteShare: async (world) => ({ params: await aShare(world) }),
  rotateShare: async (world) => ({ params: await aShare(world) }),
  getSharedView: async (world) => ({ params: await aShare(world) }),
  listSharedRecords: async (world) => ({ params: await aShare(world) }),
  visitSharedView: async (world) => ({ params: await aShare(world) }),
  listSharedStacks: async (world) => ({ params: await aSharedBoard(world) }),
  listSharedCalendar: async (world) => ({ params: await aSharedCalendar(world) }),
  getSharedFeed: async (world) => ({ params: await aSharedCalendar(world) }),
  aggregateSharedRecords: async (world) => ({ params: await aShare(world) }),
  exportSharedRecords: async (world) => ({ params: await aShare(world) }),
  getSharedAttachment: async (world) => ({ params: await aSharedFile(world) }),
  getForm: async (world) => ({ params: await aForm(world) }),
  getFormChallenge: async (world) => ({ params: await aForm(world) }),
  getFormPicture: async (world) => ({ params: await aFormPicture(world) }),
  submitForm: async (world) => {
    const { token } = await aForm(world);
    const proof = await proofFor(world.api, `/forms/${token}`);
    return { params: { token }, body: { id: randomUUID(), values: { Name: "Ada" }, proof } };
  },
  uploadFormFile: async (world) => {
    const { token, Files: fieldId } = await aForm(world);
    const query = { submissionId: randomUUID(), fieldId, filename: "a.pdf" };
    return { params: { token }, query, raw: "%PDF-1.7", headers: { "Content-Type": "application/pdf" } };
  },
  listFormChoices: async (world) => {
    const { token, Others: fieldId } = await aForm(world);
    return { params: { token, fieldId } };
  },
  addMember: asDocumented,
  updateMember: async (world) => ({ params: await aMember(world) }),
  removeMember: async (world) => ({ params: await aMember(world) }),
  listWebhooks: asDocumented,
  createWebhook: asDocumented,
  getWebhook: async (world) => ({ params: await aWebhook(world) }),
  updateWebhook: async (world) => ({ params: await aWebhook(world) }),
  deleteWebhook: async (world) => ({ params: await aWebhook(world) }),
  rotateWebhook: async (world) => ({ params: await aWebhook(world) }),
  testWebhook: async (world) => ({ params: await aWebhook(world) }),
  replayWebhook: async (world) => ({ params: await aWebhook(world) }),
  listDeliveries: async (world) => ({ params: await aDelivery(world) }),
  getDelivery: async (world) => ({ params: await aDelivery(world) }),
  replayDelivery: async (world) => ({ params: await aDelivery(world) }),
  skipDelivery: async (world) => ({ params: await aDelivery(world) }),
  getOpenApi: asDocumented,
  getDatabaseOpenApi: asDocumented,
};

/** The same for all tests of a process, as its schemas take long to compile. */
let general: Promise<Document> | undefined;

const test = api.extend<{ world: World; general: Document; own: Document }, { standing: World }>({
  /** A world for all calls of a process that change nothing. */
  standing: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads here what a fixture builds on
    async ({}, use) => {
      const client = new ApiClient(fromSetup("ROWHOUSE_TEST_URL"), fromSetup("ROWHOUSE_TEST_KEY"));
      const { body: base } = await client.post<Base>("/bases", { name: "Test" });
      const { body: table } = await client.post<Table>(`/bases/${base.id}/tables`, everyType);
      const [basePlace, place] = [`/bases/${base.id}`, `/bases/${base.id}/tables/${table.id}`];
      const { body: record } = await client.post(`${place}/records`, { record: fullRecord });
      await use({ api: client, base, table, place, recordId: record.id, basePlace });
    },
    { scope: "worker" },
  ],
  world: async ({ api: client, base, table, place }, use) => {
    const { body } = await client.post(`${place}/records`, { record: fullRecord });
    await use({ api: client, base, table, place, recordId: body.id, basePlace: `/bases/${base.id}` });
  },
  general: async ({ api: client }, use) => {
    general ??= client.get("/openapi.json").then(({ body }) => new Document(body));
    await use(await general);
  },
  own: async ({ world }, use) =>
    use(new Document((await world.api.get(`${world.basePlace}/openapi.json`)).body)),
});

test("both documents pass an independent OpenAPI 3.1 validator", async ({ general, own }) => {
  for (const { openApi } of [general, own]) {
    expect(await new Validator().validate(structuredClone(openApi))).toMatchObject({ valid: true });
    expect(openApi.openapi).toBe("3.1.0");
  }
});

test("the API's document needs no key and allows any origin", async ({ api: { origin }, general }) => {
  const answer = await new ApiClient(origin, null).call("/openapi.json", {
    headers: { Origin: "https://elsewhere.example" },
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("*");
  expect(answer.body).toEqual(general.openApi);
});

test("a database's document needs a key, and is a 404 for an unknown database", async ({ api: client }) => {
  const { status } = await new ApiClient(client.origin, null).get("/bases/0123456789abcdef/openapi.json");
  expect(status).toBe(401);
  expect((await client.get("/bases/0123456789abcdef/openapi.json")).status).toBe(404);
});

test("a database's document follows its fields", async ({ world, own }) => {
  const typed = own.openApi.components.schemas.EverythingRecord?.properties;
  expect(Object.keys(typed?.fields?.properties ?? {})).toEqual(world.table.fields.map(({ name }) => name));
  expect(Object.keys(typed?.data?.properties ?? {})).toEqual(world.table.fields.map(({ id }) => id));
  await world.api.post(`${world.place}/fields`, { type: "checkbox", name: "Is new" });
  const { body } = await world.api.get(`${world.basePlace}/openapi.json`);
  expect(body.components.schemas.EverythingRecord.properties.fields.properties["Is new"].type).toBe(
    "boolean",
  );
});

test("every operation is covered below", async ({ general }) => {
  expect(Object.keys(calls).toSorted()).toEqual([...general.ids].toSorted());
});

const refusedWithoutMail: { readonly [id: string]: number } = {
  requestPasswordReset: 409,
  confirmEmail: 401,
};

for (const [index, [id, prepare]] of Object.entries(calls).entries()) {
  test(`${id} responds as documented`, sampled(index), async ({ general, own, world }) => {
    const documented = [own.find(id, world), general.find(id, world)].filter((each) => each !== undefined);
    const [first] = documented;
    if (!first) throw new Error(`no document has ${id}`);
    const { sent, address, body } = first.call(await prepare(world), world);
    const answer = await world.api.call(address, sent);
    for (const each of documented) {
      if (body !== undefined) each.expectBody(body);
      each.expectAnswer(answer);
      const refusal = refusedWithoutMail[id];
      if (refusal !== undefined) expect(answer.status).toBe(refusal);
      else expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    }
  });

  test(`${id} refuses as documented`, sampled(index), async ({ general, standing: world }) => {
    const documented = general.find(id, world);
    if (!documented) throw new Error(`the document has no ${id}`);
    const { sent, address } = documented.call({}, world);
    const strangers = new ApiClient(world.api.origin, null);
    const answers = [
      await world.api.call(`${address.replace(/\?.*/, "")}?nonsense=1`, sent),
      ...(documented.needsKey ? [await strangers.call(address, sent)] : []),
      ...(address.startsWith(world.basePlace)
        ? [await world.api.call(address.replace(world.base.id, "0123456789abcdef"), sent)]
        : []),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 401, 404].slice(0, answers.length));
    for (const answer of answers) documented.expectAnswer(answer);
  });
}

/** The example of the document suffices. */
function asDocumented(): Call {
  return {};
}

async function anotherView({ api: client, place }: World): Promise<string> {
  return (await client.post(`${place}/views`, { name: "Another" })).body.id;
}

async function anAttachment({
  api: client,
  basePlace,
}: World): Promise<{ attachmentId: string; filename: string }> {
  const { body } = await client.call(`${basePlace}/attachments?filename=a.txt`, {
    method: "POST",
    raw: "a",
    headers: { "Content-Type": "text/plain" },
  });
  const [filename = "", attachmentId = ""] = new URL(body.url).pathname.split("/").toReversed();
  return { attachmentId, filename };
}

async function anImport({ api: client, basePlace }: World): Promise<{ importId: string }> {
  const { body } = await client.call(`${basePlace}/imports?filename=people.csv`, {
    method: "POST",
    raw: "Name\nAda\n",
    headers: { "Content-Type": "text/csv" },
  });
  await expect
    .poll(async () => (await client.get(`${basePlace}/imports/${body.id}`)).body.status)
    .toBe("ready");
  return { importId: body.id };
}

/** An export of more than the buffers of a connection hold, which nobody reads. */
async function aRunningExport({ api: client, place }: World): Promise<{ exportId: string }> {
  const records = Array.from({ length: 40 }, () => ({ Notes: "x".repeat(100_000) }));
  for (let call = 0; call < 5; call++) await client.post(`${place}/records/bulk`, { records });
  const exportId = randomUUID();
  const address = `${client.origin}/api/v1${place}/records/export`;
  const headers = { ...client.credentials, "Accept-Encoding": "identity" };
  await fetch(`${address}?exportId=${exportId}`, { headers, signal: AbortSignal.timeout(10_000) });
  return { exportId };
}

async function aDatabaseFile({ api: client, basePlace }: World): Promise<Uint8Array> {
  const response = await fetch(`${client.origin}/api/v1${basePlace}/export`, { headers: client.credentials });
  return new Uint8Array(await response.arrayBuffer());
}

async function aDeletedRecord({
  api: client,
  place,
  basePlace,
  recordId,
}: World): Promise<{ trashId: string }> {
  await client.call(`${place}/records/${recordId}`, { method: "DELETE" });
  return { trashId: (await client.get(`${basePlace}/trash`)).body.trash[0].id };
}

async function aDeletedDatabase({ api: client }: World): Promise<{ trashId: string }> {
  const { body: made } = await client.post("/bases", { name: "Deleted" });
  await client.call(`/bases/${made.id}`, { method: "DELETE" });
  const { trash } = (await client.get("/trash")).body;
  return { trashId: trash.find(({ itemId }: { itemId: string }) => itemId === made.id).id };
}

/** A picture of a pixel, as a data URL. */
const onePixel =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

async function aSession({ api: client }: World): Promise<string> {
  const { body: key } = await client.post("/keys", { name: "Signed in", scopes: ["read"] });
  await ApiClient.signIn(client.origin, key.key);
  const { body } = await client.get("/sessions");
  return body.sessions.find((session: SignedIn) => session.key?.id === key.id).id;
}

async function aPerson({ api: client }: World): Promise<{ personId: string }> {
  const { person } = await accept(client, await invite(client));
  return { personId: person.id };
}

async function aShare({
  api: client,
  basePlace,
  table,
}: Pick<World, "api" | "basePlace" | "table">): Promise<{ shareId: string; token: string }> {
  const { body } = await client.post(`${basePlace}/shares`, {
    viewId: table.views[0]?.id,
    allowExport: true,
  });
  return { shareId: body.id, token: body.url.split("/").at(-1) };
}

async function aWebhook({ api: client, basePlace }: World): Promise<{ webhookId: string }> {
  const given = { url: "https://name.invalid/hooks", events: ["record.created"] };
  const { body } = await client.post(`${basePlace}/webhooks`, given);
  return { webhookId: String(body.id) };
}

/** An event that is tried again, because its receiver has no address. */
async function aDelivery(world: World): Promise<{ webhookId: string; deliveryId: string }> {
  const { webhookId } = await aWebhook(world);
  await world.api.post(`${world.place}/records`, { record: {} });
  const deliveries = async () =>
    (await world.api.get(`${world.basePlace}/webhooks/${webhookId}/deliveries`)).body.deliveries;
  await expect.poll(deliveries).toMatchObject([{ status: "retrying" }]);
  const [delivery] = await deliveries();
  return { webhookId, deliveryId: delivery.id };
}

async function aSharedBoard(world: World): Promise<{ token: string }> {
  const stages = { options: [{ label: "Open" }] };
  const { body: field } = await world.api.post(`${world.place}/fields`, {
    ...{ type: "single_select", name: "Phase", template: stages },
  });
  return aShareOf(world, { type: "kanban", config: { stackFieldId: field.id } });
}

async function aSharedCalendar(world: World): Promise<{ token: string }> {
  const { body: field } = await world.api.post(`${world.place}/fields`, { type: "date", name: "Begins" });
  return aShareOf(world, { type: "calendar", config: { startFieldId: field.id } });
}

/** A link to a new view. */
async function aShareOf(world: World, made: { type: string; config: object }): Promise<{ token: string }> {
  const { body: view } = await world.api.post(`${world.place}/views`, { name: "Shared", ...made });
  return aShare({ ...world, table: { ...world.table, views: [view] } });
}

async function aSharedFile(world: World): Promise<{ token: string; address: string; filename: string }> {
  const { api: client, basePlace, place } = world;
  await client.post(`${place}/fields`, { type: "attachments", name: "Files" });
  const { body: file } = await client.call(`${basePlace}/attachments?filename=a.txt`, {
    method: "POST",
    raw: "a",
    headers: { "Content-Type": "text/plain" },
  });
  await client.post(`${place}/records`, { record: { Files: [file] } });
  const { token } = await aShare(world);
  const filter = { field: "Files", is_not_empty: true };
  const { body } = await client.post(`/shared/${token}/records/list`, { filter });
  const [filename = "", address = ""] = new URL(body.records[0].fields.Files[0].url).pathname
    .split("/")
    .toReversed();
  return { token, address, filename };
}

/** A form with a field for files and one for links to its own table; the ids of both by name. */
async function aForm(world: World): Promise<{ token: string; Files: string; Others: string }> {
  const { api: client, place, table } = world;
  const add = async (name: string, type: string, template: object) =>
    (await client.post(`${place}/fields`, { name, type, template })).body.id;
  const Files = await add("Files", "attachments", {});
  const Others = await add("Others", "linked_record", { tableId: table.id });
  const fields = [
    { fieldId: "Name" },
    { fieldId: Files },
    { fieldId: Others, linkViewId: table.views[0]?.id },
  ];
  const { body: view } = await client.post(`${place}/views`, {
    name: "Form",
    type: "form",
    config: { fields },
  });
  const { token } = await aShare({ ...world, table: { ...table, views: [view] } });
  return { token, Files, Others };
}

/** A picture of one pixel. */
const aPng = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

async function aFormPicture(world: World): Promise<{ token: string; address: string; filename: string }> {
  const { api: client, basePlace } = world;
  const { body: cover } = await client.call(`${basePlace}/attachments?filename=a.png`, {
    method: "POST",
    raw: aPng,
    headers: { "Content-Type": "image/png" },
  });
  const { token } = await aShareOf(world, { type: "form", config: { cover } });
  const { body: form } = await client.get(`/forms/${token}`);
  const [filename = "", address = ""] = new URL(form.cover).pathname.split("/").toReversed();
  return { token, address, filename };
}

async function aMember(world: World): Promise<{ personId: string }> {
  const place = await aPerson(world);
  await world.api.post(`${world.basePlace}/members`, { ...place, role: "editor" });
  return place;
}

/** Credentials of another person, whose account may be changed. */
async function somebody({ api: client }: World) {
  const account = await accept(client, await invite(client));
  const { key } = await keyOf(account);
  return { headers: { Authorization: `Bearer ${key}` }, currentPassword: account.password };
}

/** Somebody who is about to turn on the second factor. */
async function somebodyWithApp(world: World) {
  const { headers, currentPassword } = await somebody(world);
  const begin = { method: "POST", body: { currentPassword }, headers };
  const { body } = await world.api.call("/me/second-factor", begin);
  return { headers, currentPassword, secret: body.secret as string };
}

async function somebodyWithPasskey(world: World) {
  const { headers, currentPassword } = await somebody(world);
  const client = new ApiClient(world.api.origin, null, headers);
  const { id } = await addPasskey(client, currentPassword);
  return { headers, currentPassword, passkeyId: id };
}

async function aKey({ api: client }: World): Promise<{ keyId: string }> {
  return { keyId: (await client.post("/keys", { name: "Another", scopes: ["read"] })).body.id };
}
