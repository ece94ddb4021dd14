/** Addresses of files: signed for an hour or two, then only for those who may read the database. */
import { createHmac } from "node:crypto";
import { ApiClient } from "../api-client";
import { expect, test } from "../fixtures";
import { type Account, keyOf } from "../people";
import { long } from "../rounds";
import { aDatabase, expectWithinASecond, join, type PeopleServer, startPeopleServer } from "./people-server";

let server: PeopleServer;
let owner: ApiClient;
let reader: Account;
let databaseId: string;
/** The address of an uploaded file, as the API answers it, and its path without the signature. */
let address: string;
let path: string;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await startPeopleServer();
  owner = server.owner;
  databaseId = (await aDatabase(owner)).id;
  reader = await join(owner, { databases: [{ databaseId, role: "viewer" }] });
  const { status, body } = await owner.call(`/bases/${databaseId}/attachments?filename=note.txt`, {
    method: "POST",
    raw: "Hello",
  });
  expect(status).toBe(201);
  address = body.url;
  path = new URL(address).pathname.replace("/api/v1", "");
});
test.afterAll(() => server.stop());

/** Signs an address of the file as this installation does. */
async function signed(expires: number, id = path.split("/")[2]): Promise<string> {
  const [secret] = await server.query<{ value: Buffer }>(
    `SELECT "value" FROM "Secret" WHERE "name" = 'files'`,
  );
  const signature = createHmac("sha256", secret?.value ?? "")
    .update(`${id} ${expires}`)
    .digest("base64url");
  return `${path}?expires=${expires}&signature=${signature.slice(0, 22)}`;
}

const visitor = () => new ApiClient(owner.origin, null);
const now = () => Math.floor(Date.now() / 1_000);

async function open(at: string, api = visitor()): Promise<[status: number, what: string]> {
  const { status, body } = await api.call(at);
  return [status, typeof body === "string" ? body : body.error.message];
}

const expired = "This address has expired. Read the record again for a new one, or send an API key.";
const needsKey = "An API key is required. Send the header Authorization: Bearer <API key>.";

test("a signed address opens without a key, for one to two hours", async () => {
  const answer = await fetch(address);
  expect([answer.status, await answer.text()]).toEqual([200, "Hello"]);
  const expires = Number(new URL(address).searchParams.get("expires"));
  expect(expires - now()).toBeGreaterThan(3_600 - 60);
  expect(expires - now()).toBeLessThanOrEqual(7_200);
  expect(expires % 3_600).toBe(0);
  expect(await open(await signed(now() + 5))).toEqual([200, "Hello"]);
});

test("an expired one is refused without a key", async () => {
  expect(await open(await signed(now() - 1))).toEqual([401, expired]);
});

test("a changed, incomplete or foreign signature is none", async () => {
  const { expires, signature } = Object.fromEntries(new URL(address).searchParams);
  for (const wrong of [
    "",
    `?expires=${expires}`,
    `?signature=${signature}`,
    `?expires=${Number(expires) + 3_600}&signature=${signature}`,
    `?expires=${expires}&signature=${signature?.slice(0, 21)}`,
    `?expires=${expires}&signature=${signature}A`,
    `?expires=${expires}&signature=${"é".repeat(11)}`,
    `?expires=${expires} &signature=${signature}`,
    "?expires=Infinity&signature=x",
  ]) {
    expect([wrong, ...(await open(path + wrong))]).toEqual([wrong, 401, needsKey]);
  }
  const other = await signed(now() + 60, "0".repeat(32));
  expect(await open(other)).toEqual([401, needsKey]);
});

test("tells nobody whether there is a file", async () => {
  const missing = path.replace(/[0-9a-f]{32}/, "0".repeat(32));
  expect(await open(missing)).toEqual(await open(path));
});

test("opens with a key or session that may read the database, however old", long, async () => {
  const old = await signed(now() - 100_000);
  for (const api of [owner, reader.api, new ApiClient(owner.origin, (await keyOf(reader)).key)]) {
    for (const at of [path, old]) expect(await open(at, api)).toEqual([200, "Hello"]);
  }
  const stranger = await join(owner);
  expect((await open(path, stranger.api))[0]).toBe(404);
  const { key } = await keyOf(reader, { scopes: ["write"] });
  const writer = new ApiClient(owner.origin, key);
  expect(await open(path, writer)).toEqual([403, 'This key lacks the scope "read".']);
  expect((await open(path, new ApiClient(owner.origin, "sk_prod_wrong")))[0]).toBe(401);
});

test("opens only by a signed address for whom a rule hides a field", long, async () => {
  const base = await aDatabase(owner);
  const { body: table } = await owner.post(`${base.place}/tables`, {
    name: "Pay",
    fields: [
      { name: "Name", type: "single_line_text" },
      { name: "Slip", type: "attachments" },
    ],
  });
  const { body: file } = await owner.call(`${base.place}/attachments?filename=slip.txt`, {
    method: "POST",
    raw: "Slip",
  });
  const { pathname, search } = new URL(file.url);
  const unsigned = pathname.replace("/api/v1", "");
  const [low, high] = await Promise.all(
    (["editor", "creator"] as const).map((role) =>
      join(owner, { databases: [{ databaseId: base.id, role }] }),
    ),
  );
  expect(await open(unsigned, low?.api)).toEqual([200, "Slip"]);
  const rules = { tables: [], fields: [{ fieldId: table.fields[1].id, read: "creator" }] };
  expect((await owner.call(`${base.place}/rules`, { method: "PUT", body: rules })).status).toBe(200);
  await expectWithinASecond(() => low?.api.call(unsigned) ?? Promise.reject(), 403);
  expect(await open(unsigned + search, low?.api)).toEqual([200, "Slip"]);
  for (const api of [high?.api, owner]) expect(await open(unsigned, api)).toEqual([200, "Slip"]);
});

test("ends with the role", long, async () => {
  const leaver = await join(owner, { databases: [{ databaseId, role: "editor" }] });
  expect((await open(path, leaver.api))[0]).toBe(200);
  await owner.call(`/bases/${databaseId}/members/${leaver.person.id}`, { method: "DELETE" });
  await expectWithinASecond(() => leaver.api.call(path), 404);
});

test("is written into a cell signed, expired or without a signature, and answered anew", async () => {
  const fields = [
    { name: "Name", type: "single_line_text" },
    { name: "Files", type: "attachments" },
  ];
  const { body: table } = await owner.post(`/bases/${databaseId}/tables`, { name: "Papers", fields });
  const place = `/bases/${databaseId}/tables/${table.id}/records`;
  const origin = new URL(address).origin;
  for (const url of [address, `${origin}/api/v1${path}`, `${origin}/api/v1${await signed(1)}`]) {
    const file = { filename: "note.txt", originalName: "note.txt", size: 5, mimeType: "text/plain", url };
    const uploadedAt = new Date().toISOString();
    const { status, body } = await owner.post(place, {
      record: { Name: "A", Files: [{ ...file, uploadedAt }] },
    });
    expect([url, status]).toEqual([url, 201]);
    const [answered] = body.fields.Files;
    expect(await (await fetch(answered.url)).text()).toBe("Hello");
    const expected = { Files: [{ ...file, uploadedAt }] };
    const patched = await owner.patch(`${place}/${body.id}`, { record: { Name: "B" }, expected });
    expect(patched.status, JSON.stringify(patched.body)).toBe(200);
  }
});
