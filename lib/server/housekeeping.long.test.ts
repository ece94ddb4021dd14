import { access, link, mkdir, rm, rmdir, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { beforeAll, expect, test } from "vitest";
import { type InProcess, startInProcess } from "../../e2e/in-process";
import { attachmentsIn, fileOf, listFiles, unfinishedOf } from "./files/attachment-files";

/** A time when everything in the trash has expired. */
const later = new Date(Date.now() + 40 * 86_400_000);
let inside: InProcess;
let client: pg.Client;
let clearAway: typeof import("./housekeeping").clearAway;

beforeAll(async () => {
  inside = await startInProcess();
  client = new pg.Client(process.env.DATABASE_URL);
  await client.connect();
  ({ clearAway } = await import("./housekeeping"));
  return async () => {
    await client.end();
    await inside.stop();
  };
});

test("links are deleted only when their field can no longer be restored", async () => {
  const { place, field } = await makeLinks(3);
  const kept = await makeLinks(2);
  await inside.call("DELETE", `${place}/tables/Things/fields/${field}`);
  // Simulates a restore in progress.
  await client.query("BEGIN");
  await client.query('SELECT FROM "Trash" FOR UPDATE');
  const cleared = clearAway(later);
  while ((await waiting()) === 0) await delay(10);
  const meanwhile = await countLinks(field);
  await client.query("ROLLBACK");
  await cleared;
  expect(meanwhile).toBe(3);
  expect((await inside.call("GET", `${place}/trash`)).body.trash).toEqual([]);
  expect([await countLinks(field), await countLinks(kept.field)]).toEqual([0, 2]);
});

test("links in the trash are kept as long as their field", async () => {
  const { place, field } = await makeLinks(2);
  await inside.call("DELETE", `${place}/tables/Things/fields/${field}`);
  await clearAway(new Date());
  const { body } = await inside.call("GET", `${place}/trash`);
  await inside.call("POST", `${place}/trash/${body.trash[0].id}/restore`);
  expect(await countLinks(field)).toBe(2);
});

test("files that could not be removed with their database are removed later", async () => {
  const { body: base } = await inside.call("POST", "/bases", { name: "Files" });
  const { body: other } = await inside.call("POST", "/bases", { name: "Others" });
  const id = await upload(base.id);
  const kept = await upload(other.id);
  await hold(other.id, kept);
  await inside.call("DELETE", `/bases/${base.id}`);
  await clearAway(new Date());
  expect(await files()).toEqual([id, kept].toSorted());

  const place = fileOf(id, folder());
  await rm(place);
  await mkdir(place);
  await expect(clearAway(later)).rejects.toThrow();
  expect((await inside.call("GET", "/trash")).body.trash).toEqual([]);

  await rmdir(place);
  await writeFile(place, "x");
  await clearAway(later);
  expect(await files()).toEqual([kept]);
  const { rows } = await client.query('SELECT "id" FROM "Attachment"');
  expect(rows).toEqual([{ id: kept }]);
});

test("a file is deleted after it was unused for as long as it could be restored", async () => {
  const day = (number: number) => new Date(Date.now() + number * 86_400_000);
  const { body: base } = await inside.call("POST", "/bases", { name: "Held" });
  const [held, never] = [await upload(base.id), await upload(base.id)];
  const left = async () => (await files()).filter((id) => id === held || id === never);
  const records = `/bases/${base.id}/tables/Holding/records`;
  const record = await hold(base.id, held);
  await clearAway(day(0));
  expect(await left()).toEqual([held, never].toSorted());

  expect((await inside.call("PATCH", `${records}/${record.id}`, { record: { Files: null } })).status).toBe(
    200,
  );
  await clearAway(day(1));
  await clearAway(day(29));
  expect((await inside.call("POST", `/bases/${base.id}/undo`)).status).toBe(200);
  await clearAway(day(29.5));
  // The file that was never used.
  await clearAway(day(30.5));
  expect(await left()).toEqual([held]);
  await clearAway(day(60));
  expect(await left()).toEqual([held]);

  expect((await inside.call("DELETE", `${records}/${record.id}`)).status).toBe(200);
  await clearAway(day(61));
  expect(await left()).toEqual([held]);
  // A file put into a cell again is kept.
  const { body: again } = await inside.call("POST", records, { record: { Files: [fileAt(held)] } });
  await clearAway(day(92));
  expect(await left()).toEqual([held]);
  expect((await inside.call("DELETE", `${records}/${again.id}`)).status).toBe(200);
  await clearAway(day(93));
  await clearAway(day(124));
  expect(await left()).toEqual([]);
  const gone = await inside.call("POST", records, { record: { Files: [fileAt(held)] } });
  expect([gone.status, gone.body.error.details[0].path]).toEqual([400, "record.Files[0].url"]);
});

test("deliveries of webhooks are kept for 30 days", async () => {
  const { body: base } = await inside.call("POST", "/bases", { name: "Told" });
  const given = { url: "https://name.invalid", events: ["record.created"] };
  const { body: webhook } = await inside.call("POST", `/bases/${base.id}/webhooks`, given);
  for (const days of [29, 31]) {
    await client.query(
      `INSERT INTO "WebhookDelivery" ("webhookId", "id", "type", "changedAt", "status", "attempts", "createdAt")
       VALUES ($1, gen_random_uuid(), 'record.created', now(), $2, '[]', now() - $3 * interval '1 day')`,
      [webhook.id, `of day ${days}`, days],
    );
  }
  await clearAway(new Date());
  const { rows } = await client.query('SELECT "status" FROM "WebhookDelivery" WHERE "webhookId" = $1', [
    webhook.id,
  ]);
  expect(rows).toEqual([{ status: "of day 29" }]);
});

test("a file that no submission of a form has taken is deleted after a day, its submissions with their view", async () => {
  const { body: base } = await inside.call("POST", "/bases", {
    name: "Forms",
    tables: [{ name: "Answers", fields: [{ name: "Name", type: "single_line_text" }] }],
  });
  const [table] = base.tables;
  const place = `/bases/${base.id}/tables/${table.id}`;
  const { body: view } = await inside.call("POST", `${place}/views`, { name: "Form", type: "form" });
  const [waiting, other] = [await upload(base.id), await upload(base.id)];
  await client.query(
    `INSERT INTO "FormFile" ("id", "baseId", "viewId", "submissionId", "fieldId", "attachmentId")
     VALUES (gen_random_uuid(), $1, $2, gen_random_uuid(), 'f', $3)`,
    [base.id, view.id, waiting],
  );
  await client.query(
    `INSERT INTO "FormSubmission" ("baseId", "viewId", "id", "signature") VALUES ($1, $2, gen_random_uuid(), '')`,
    [base.id, view.id],
  );
  const left = async () => (await files()).filter((id) => id === waiting || id === other);
  const count = async (name: string) =>
    (await client.query(`SELECT FROM "${name}" WHERE "viewId" = $1`, [view.id])).rowCount;
  await clearAway(new Date());
  expect([await left(), await count("FormFile")]).toEqual([[waiting, other].toSorted(), 1]);
  await clearAway(inDays(1.1));
  expect([await left(), await count("FormFile"), await count("FormSubmission")]).toEqual([[other], 0, 1]);
  const { rows } = await client.query(`SELECT FROM "Attachment" WHERE "id" = $1`, [waiting]);
  expect(rows).toEqual([]);
  expect((await inside.call("DELETE", `${place}/views/${view.id}`)).status).toBe(200);
  await clearAway(new Date());
  expect(await count("FormSubmission")).toBe(1);
  await clearAway(later);
  expect(await count("FormSubmission")).toBe(0);
});

test("entries of the audit log are deleted after 180 days", async () => {
  const events = async () => (await inside.call("GET", "/audit?event=key-created&limit=500")).body.events;
  const { body: key } = await inside.call("POST", "/keys", { name: "Recorded", scopes: ["read"] });
  const [recorded] = await events();
  expect(recorded.subject).toEqual({ kind: "key", id: key.id, name: "Recorded" });
  await clearAway(inDays(179));
  expect(await events()).toContainEqual(recorded);
  await clearAway(inDays(181));
  expect(await events()).toEqual([]);
});

test("the incomplete file of a killed process is deleted after a day", async () => {
  const [cutOff = "", newName = ""] = ["a", "b"].map((digit) => unfinishedOf(digit.repeat(32), folder()));
  for (const place of [cutOff, newName]) await mkdir(path.dirname(place), { recursive: true });
  await writeFile(cutOff, "half a fi");
  // A duplicate in progress gives an old file a new name.
  await writeFile(newName, "an old file");
  const twoDaysAgo = Date.now() / 1_000 - 2 * 86_400;
  await utimes(newName, twoDaysAgo, twoDaysAgo);
  await clearAway(new Date());
  await access(cutOff);
  await access(newName);
  await clearAway(inDays(2));
  await expect(access(cutOff)).rejects.toThrow();
  await expect(access(newName)).rejects.toThrow();
});

test("a file in its place is deleted with its incomplete name unless its row is stored", async () => {
  const { body: base } = await inside.call("POST", "/bases", { name: "Killed" });
  const stored = await upload(base.id);
  const lost = "c".repeat(32);
  await mkdir(path.dirname(fileOf(lost, folder())), { recursive: true });
  await writeFile(fileOf(lost, folder()), "whole");
  for (const id of [stored, lost]) await link(fileOf(id, folder()), unfinishedOf(id, folder()));
  await clearAway(inDays(2));
  await access(fileOf(stored, folder()));
  await expect(access(fileOf(lost, folder()))).rejects.toThrow();
  for (const id of [stored, lost]) await expect(access(unfinishedOf(id, folder()))).rejects.toThrow();
});

function inDays(days: number): Date {
  return new Date(Date.now() + days * 86_400_000);
}

test("only readers behind the expired part of the log are refused", async () => {
  const { place } = await makeLinks(1);
  const { place: quiet } = await makeLinks(1);
  const read = async (base: string, since?: string) =>
    await inside.call("GET", `${base}/changes${since === undefined ? "" : `?since=${since}`}`);
  const behind = (await read(place)).body.next;
  await inside.call("POST", `${place}/tables/Teams/records`, { record: { Name: "y" } });
  const ahead = (await read(place, behind)).body.next;
  const silent = (await read(quiet)).body.next;
  await clearAway(new Date());
  expect((await read(place, behind)).body.changes).toHaveLength(1);
  await clearAway(later);
  const { status, body } = await read(place, behind);
  expect([status, body.error.details[0].path]).toEqual([400, "since"]);
  const anew = await read(place);
  expect(anew.body).toMatchObject({ changes: [], hasMore: false });
  for (const [base, since] of [
    [place, ahead],
    [quiet, silent],
    [place, anew.body.next],
  ]) {
    expect(await read(base, since)).toMatchObject({ status: 200, body: { changes: [] } });
  }
  await inside.call("POST", `${place}/tables/Teams/records`, { record: { Name: "z" } });
  expect((await read(place, ahead)).body.changes).toHaveLength(1);
});

/** Things with links to teams. */
async function makeLinks(count: number): Promise<{ place: string; field: string }> {
  const name = { name: "Name", type: "single_line_text" };
  const teams = { name: "Teams", type: "linked_record", template: { tableId: "Teams" } };
  const { body: base } = await inside.call("POST", "/bases", {
    name: "Test",
    tables: [
      { name: "Things", fields: [name, teams] },
      { name: "Teams", fields: [name] },
    ],
  });
  const place = `/bases/${base.id}`;
  const records = Array.from({ length: count }, () => ({ Name: "x" }));
  const { body } = await inside.call("POST", `${place}/tables/Teams/records/bulk`, { records });
  const ids = body.records.map(({ id }: { id: string }) => id);
  await inside.call("POST", `${place}/tables/Things/records`, { record: { Teams: ids } });
  return { place, field: base.tables[0].fields[1].id };
}

async function countLinks(fieldId: string): Promise<number> {
  const { rows } = await client.query('SELECT FROM "Link" WHERE "fieldId" = $1', [fieldId]);
  return rows.length;
}

/** Number of sessions waiting for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await client.query("SELECT FROM pg_locks WHERE NOT granted");
  return rows.length;
}

/** Puts a file into a cell of a new table. */
async function hold(databaseId: string, fileId: string): Promise<{ id: string }> {
  const fields = [
    { type: "single_line_text", name: "Name" },
    { type: "attachments", name: "Files" },
  ];
  const tables = `/bases/${databaseId}/tables`;
  expect((await inside.call("POST", tables, { name: "Holding", fields })).status).toBe(201);
  const record = { Name: "x", Files: [fileAt(fileId)] };
  const { status, body } = await inside.call("POST", `${tables}/Holding/records`, { record });
  expect(status).toBe(201);
  return body;
}

function fileAt(id: string) {
  const url = `http://rowhouse.test/api/v1/attachments/${id}/a`;
  return {
    filename: "a",
    originalName: "a",
    size: 1,
    mimeType: "a",
    url,
    uploadedAt: new Date().toISOString(),
  };
}

async function upload(databaseId: string): Promise<string> {
  const { body } = await inside.call("POST", `/bases/${databaseId}/attachments?filename=a`, {
    some: "bytes",
  });
  return body.url.split("/").at(-2);
}

function folder(): string {
  return attachmentsIn(process.env.ROWHOUSE_DATA_DIR ?? "");
}

async function files(): Promise<string[]> {
  const ids: string[] = [];
  for await (const id of listFiles(folder())) ids.push(id);
  return ids.toSorted();
}
