/** Backup and restore by their commands: everything is restored, or nothing. */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import {
  appendFile,
  copyFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  truncate,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { Attachment } from "../../lib/contract/attachments";
import type { Base } from "../../lib/contract/bases";
import type { RecordPage } from "../../lib/contract/lists";
import type { Record } from "../../lib/contract/records";
import { fieldTypes } from "../../lib/field-types";
import { findRunningPostgres } from "../../lib/server/postgres/embedded-postgres";
import { addressOf } from "../../lib/server/postgres/postmaster";
import { placeIn } from "../../lib/server/postgres/server-place";
import { ApiClient } from "../api-client";
import { expect, test } from "../fixtures";
import { accept, invite, signInByPassword } from "../people";
import { layCluster } from "../prepared-cluster";
import { long } from "../rounds";
import { Processes } from "./processes";

// Each test starts a server or two, with a PostgreSQL.
test.describe.configure({ mode: "serial", timeout: 300_000 });

/** The server that is backed up, for the whole file. */
const source = new Processes();
const others = new Processes();
let folder: string;
let api: ApiClient;

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "rowhouse backup "));
  await lay("source");
  ({ api } = await source.start(at("source")));
  await fill(api);
});
test.afterEach(() => others.stop());
test.afterAll(async () => {
  await source.stop();
  await rm(folder, { recursive: true, force: true });
});

test("everything is restored in another folder and works there", async () => {
  const key = /sk_prod_\w{40}/.exec((await others.run(["key"], at("source"))).output)?.[0] ?? "";
  const { id: databaseId } = await baseOf(api, "Everything");
  const ruled = `/bases/${databaseId}/tables/Ruled`;
  const code = { name: "Code", type: "single_line_text", isUnique: true, isRequired: true };
  await api.post(`/bases/${databaseId}/tables`, { name: "Ruled", fields: [code] });
  expect((await api.post(`${ruled}/records`, { record: { Code: "taken" } })).status).toBe(201);
  const member = await accept(api, await invite(api, { databases: [{ databaseId, role: "viewer" }] }));
  const file = await backUp("source");
  const { output } = await others.run(["restore", file], at("moved"));
  expect(output).toMatch(/Restored the backup of .*: [\d,]+ rows in \d+ tables, 4 files\./);
  const moved = (await others.start(at("moved"))).api;
  expect(await everythingIn(new ApiClient(moved.origin, key))).toEqual(await everythingIn(api));

  const place = `/bases/${databaseId}/tables/Second/records`;
  const signedIn = await signInByPassword(moved, member);
  expect((await signedIn.api.get(`/bases/${databaseId}`)).body.role).toBe("viewer");
  expect((await signedIn.api.post(place, { record: {} })).status).toBe(403);
  const { body: made } = await moved.post<Record>(place, { record: { Name: "after" } });
  expect(made.fields.Number).toBe(3);
  const { body: found } = await moved.post<RecordPage>(`${place}/list`, { search: "after" });
  expect(found.records).toEqual([made]);
  expect((await moved.post("/bases", { name: "New", tables: [everyType()] })).status).toBe(201);
  expect((await moved.post(`${ruled}/records`, { record: { Code: "taken" } })).status).toBe(409);
  expect((await moved.post(`${ruled}/records`, { record: {} })).status).toBe(400);
  expect((await api.post<RecordPage>(`${place}/list`, { search: "after" })).body.total).toBe(0);
});

test("a backup is consistent while others write", long, async () => {
  const { id } = await baseOf(api, "Everything");
  const writers = await Promise.all(Array.from({ length: 4 }, (_, number) => Writer.make(api, id, number)));
  const writing = writers.map((writer) => writer.run());
  const written = () => writers.map(({ done }) => done);
  while (Math.min(...written()) < 3) await delay(10);
  const before = written();
  const file = await backUp("source");
  const after = written();
  for (const writer of writers) writer.isOver = true;
  await Promise.all(writing);
  expect(Math.min(...after)).toBeGreaterThan(Math.min(...before));
  await lay("moment");
  await others.run(["restore", file], at("moment"));
  const { api: restored } = await others.start(at("moment"));
  for (const [number, writer] of writers.entries()) {
    const { sum, transfers, notes, files } = await writer.read(restored);
    expect(sum).toBe(200);
    // Each note follows its transfer, and each transfer the note before.
    expect(transfers - notes).toBeGreaterThanOrEqual(0);
    expect(transfers - notes).toBeLessThanOrEqual(1);
    expect(transfers).toBeGreaterThanOrEqual(before[number] ?? 0);
    expect(transfers).toBeLessThanOrEqual((after[number] ?? 0) + 1);
    expect(files).toEqual(Array.from({ length: notes }, (_, n) => `note ${n + 1} of ${number}`));
  }
});

test("is made from and restored to an external database", long, async () => {
  const DATABASE_URL = await createDatabase("own");
  const file = await backUp("source");
  expect((await others.run(["restore", file], { ...at("own"), DATABASE_URL })).code).toBe(0);
  const { api: restored } = await others.start({ ...at("own"), DATABASE_URL });
  expect(await everythingIn(restored)).toEqual(await everythingIn(api));
  expect(await readdir(data("own"))).toEqual(["attachments"]);
  const again = await backUp("own", { DATABASE_URL });
  expect((await others.run(["restore", again], at("back"))).code).toBe(0);
  const { api: back } = await others.start(at("back"));
  expect(await everythingIn(back)).toEqual(await everythingIn(api));
});

test("missing files are reported", long, async () => {
  const DATABASE_URL = (await findRunningPostgres(data("source"))) ?? "";
  const { code, output } = await others.run(["backup"], { ...at("elsewhere"), DATABASE_URL });
  expect(code).toBe(0);
  expect(output).toMatch(/ 0 files\.\s+WARNING: \d+ uploaded files are missing in .*elsewhere/);
});

test("a non-empty target is not overwritten", long, async () => {
  const file = await backUp("source");
  const before = await everythingIn(api);
  const refused = await others.run(["restore", file], at("source"));
  expect({ ...refused, errors: refused.errors.trim() }).toEqual({
    code: 1,
    output: "",
    errors: expect.stringMatching(
      /^Nothing was restored\. The database has tables already, but a backup can only be restored into an empty installation\. Set another ROWHOUSE_DATA_DIR .*$/,
    ),
  });
  expect(await everythingIn(api)).toEqual(before);
});

test("explains its arguments", long, async () => {
  const file = await backUp("source");
  const refusals: [command: string[], sentence: RegExp][] = [
    [
      ["restore"],
      /^Nothing was restored\. Name the backup to restore: npm run restore -- <file> \[--revoke-keys\]$/,
    ],
    [["restore", "a", "b"], /^Unknown argument 'b'\.\s+Usage: npm run restore /],
    [["restore", "/none"], /^Nothing was restored\. There is no file \/none\.$/],
    [["restore", folder], /^Nothing was restored\. .* is a folder\. Name a file in it\.$/],
    [["backup", "--all"], /^Unknown option '--all'\.\s+Usage: npm run backup /],
    [["backup", file], /^No backup was made\. .* exists already\. Choose another file for the backup\.$/],
    [["backup", path.join(folder, "none", "x")], /^No backup was made\. There is no folder .*none\.$/],
  ];
  for (const [command, sentence] of refusals) {
    const { code, output, errors } = await others.run(command, at("source"));
    expect(errors.trim()).toMatch(sentence);
    expect({ code, output }).toEqual({ code: 1, output: "" });
  }
  const empty = await others.run(["backup"], at("empty"));
  expect(empty.errors.trim()).toBe("No backup was made. The database is empty.");
  expect(await readdir(data("empty", "backups"))).toEqual([]);
});

test("an incomplete file is refused before writing", long, async () => {
  const file = await backUp("source");
  const size = (await readFile(file)).length;
  const copies: [change: (copy: string) => Promise<void>, sentence: RegExp][] = [
    [(copy) => truncate(copy, size - 1), /is incomplete/],
    [(copy) => truncate(copy, Math.floor(size / 2)), /is incomplete/],
    [(copy) => truncate(copy, 0), /is not a Rowhouse backup/],
    [(copy) => flip(copy, Math.floor(size / 2)), /(?:is damaged|is incomplete)/],
    [(copy) => flip(copy, 0), /is not a Rowhouse backup/],
    [(copy) => writeFile(copy, "PK\x03\x04"), /is not a Rowhouse backup/],
    [async (copy) => appendFile(copy, await readFile(file)), /is damaged/],
  ];
  for (const [change, sentence] of copies) {
    const copy = path.join(folder, "copy.tar.gz");
    await copyFile(file, copy);
    await change(copy);
    const { code, errors } = await others.run(["restore", copy], at("nowhere"));
    expect(errors.trim()).toMatch(
      new RegExp(`^Nothing was restored\\. .*copy\\.tar\\.gz ${sentence.source}`),
    );
    expect(code).toBe(1);
    expect(existsSync(data("nowhere"))).toBe(false);
  }
});

test("an interrupted backup leaves no file", long, async () => {
  const place = data("source", "attachments", "ff");
  await mkdir(place, { recursive: true });
  await writeFile(path.join(place, "f".repeat(32)), randomBytes(60_000_000));
  const target = await mkdtemp(path.join(folder, "cut-off-"));
  for (const signal of ["SIGKILL", "SIGINT"] as const) {
    const { child, errors } = others.launch(["backup", target], at("source"));
    const exit = once(child, "exit");
    while ((await readdir(target)).length === 0 && child.exitCode === null) await delay(1);
    child.kill(signal);
    expect(await exit).toEqual(signal === "SIGKILL" ? [null, signal] : [1, null]);
    const [left, ...more] = await readdir(target);
    expect(more).toEqual([]);
    if (signal === "SIGINT") {
      expect(errors().trim()).toBe("No backup was made. The command was stopped.");
      expect(left).toBeUndefined();
      continue;
    }
    expect(left).toMatch(/\.part$/);
    const { errors: refusal } = await others.run(["restore", path.join(target, left ?? "")], at("nowhere"));
    expect(refusal).toMatch(/is incomplete|is not a Rowhouse backup/);
    await rm(path.join(target, left ?? ""));
  }
  await rm(path.join(place, "f".repeat(32)));
  expect((await others.run(["backup", target], at("source"))).code).toBe(0);
});

test("an interrupted restore leaves nothing, and the next one succeeds", long, async () => {
  const file = await backUp("source");
  for (const signal of ["SIGINT", "SIGKILL"] as const) {
    const { child } = others.launch(["restore", file], at("again"));
    const exit = once(child, "exit");
    while (!existsSync(data("again", "attachments.restoring")) && child.exitCode === null) await delay(1);
    child.kill(signal);
    expect(await exit).toEqual(signal === "SIGKILL" ? [null, signal] : [1, null]);
    expect(existsSync(data("again", "attachments"))).toBe(false);
  }
  expect((await others.run(["restore", file], at("again"))).code).toBe(0);
  const { api: again } = await others.start(at("again"));
  expect(await everythingIn(again)).toEqual(await everythingIn(api));
  expect(existsSync(data("again", "attachments.restoring"))).toBe(false);
});

test("of two concurrent restores to one target, one succeeds", long, async () => {
  const file = await backUp("source");
  const DATABASE_URL = await createDatabase("twice");
  const both = ["twice", "twice too"].map((name) =>
    others.run(["restore", file], { ...at(name), DATABASE_URL }),
  );
  const [won, lost] = (await Promise.all(both)).toSorted((a, b) => a.code - b.code);
  expect([won?.code, lost?.code]).toEqual([0, 1]);
  expect(lost?.errors).toContain("The database has tables already");
});

test.describe("before a migration", () => {
  let count = 0;
  let file: string;
  /** The installation, and the folder of a version with one more migration. */
  let name: string;
  let later: string;

  test.beforeAll(async () => {
    file = await backUp("source");
  });
  test.beforeEach(async () => {
    name = `migrated-${++count}`;
    later = path.join(folder, `later-${count}`);
    await cp("prisma/migrations", path.join(later, "prisma", "migrations"), { recursive: true });
    for (const each of [name, `${name}-back`]) await lay(each);
    expect((await others.run(["restore", file], at(name))).code).toBe(0);
  });

  test("a backup is made, and the last three are kept", long, async () => {
    const backups = data(name, "backups");
    await mkdir(backups);
    const older = [1, 2, 3].map((day) => `before-0001_x-2026-01-0${day}T00-00-00-000Z.tar.gz`);
    for (const each of [...older, "mine.tar.gz"]) await writeFile(path.join(backups, each), "");
    await addMigration(later, `ALTER TABLE "AllBases" ADD "more" text`);
    expect((await others.run(["key"], at(name), later)).code).toBe(0);
    const kept = (await readdir(backups)).toSorted();
    const made = expect.stringMatching(/^before-9001_later-\d{4}-/);
    expect(kept).toEqual([older[1], older[2], made, "mine.tar.gz"]);
    // The previous version made it and accepts it.
    const { code } = await others.run(["restore", path.join(backups, kept[2] ?? "")], at(`${name}-back`));
    expect(code).toBe(0);
    const { api: back } = await others.start(at(`${name}-back`));
    expect(await everythingIn(back)).toEqual(await everythingIn(api));
    // An up-to-date database needs no backup.
    expect((await others.run(["key"], at(name), later)).code).toBe(0);
    expect((await readdir(backups)).toSorted()).toEqual(kept);
  });

  test("that fails, everything is unchanged and the message explains how to go back", long, async () => {
    await addMigration(later, `DELETE FROM "Field"; SELECT nonsense`);
    const { code, output, errors } = await others.run(["start"], at(name), later);
    expect({ code, output }).toEqual({ code: 1, output: "" });
    const told =
      /^The migration 9001_later failed: column "nonsense" does not exist\. The database is unchanged\. .* npm run restore -- "(.*)"$/;
    expect(errors.trim()).toMatch(told);
    const { api: same } = await others.start(at(name));
    expect(await everythingIn(same)).toEqual(await everythingIn(api));
    const kept = told.exec(errors.trim())?.[1] ?? "";
    expect((await others.run(["restore", kept], at(`${name}-back`))).code).toBe(0);
    const { api: back } = await others.start(at(`${name}-back`));
    expect(await everythingIn(back)).toEqual(await everythingIn(api));
  });

  test("nothing is changed if the backup fails", long, async () => {
    await writeFile(data(name, "backups"), "no folder");
    await addMigration(later, `DELETE FROM "Field"`);
    const { code, errors } = await others.run(["start"], at(name), later);
    expect(errors.trim()).toMatch(
      /^The backup before the migration 9001_later failed \(.*\)\. Nothing has been changed\. Fix the cause and start again\.$/,
    );
    expect(code).toBe(1);
    const { api: same } = await others.start(at(name));
    expect(await everythingIn(same)).toEqual(await everythingIn(api));
  });

  async function addMigration(place: string, sql: string): Promise<void> {
    await mkdir(path.join(place, "prisma", "migrations", "9001_later"));
    await writeFile(path.join(place, "prisma", "migrations", "9001_later", "migration.sql"), sql);
  }
});

/** Transfers money between two records, and adds a note with a file after each transfer. */
class Writer {
  done = 0;
  isOver = false;

  private constructor(
    readonly api: ApiClient,
    readonly place: string,
    readonly accounts: readonly string[],
    readonly number: number,
  ) {}

  static async make(api: ApiClient, baseId: string, number: number): Promise<Writer> {
    const place = `/bases/${baseId}`;
    const name = `Accounts ${number}`;
    const fields = [{ type: "number", name: "Amount" }];
    await api.post(`${place}/tables`, { name, fields });
    const attachments = { type: "attachments", name: "Files" };
    await api.post(`${place}/tables`, {
      name: `Notes ${number}`,
      fields: [{ type: "single_line_text", name: "Text" }, attachments],
    });
    const records = [{ Amount: 100 }, { Amount: 100 }];
    const { body } = await api.post<RecordPage>(`${place}/tables/${name}/records/bulk`, { records });
    return new Writer(
      api,
      place,
      body.records.map(({ id }) => id),
      number,
    );
  }

  async run(): Promise<void> {
    const [first = "", second = ""] = this.accounts;
    while (!this.isOver) {
      const n = this.done + 1;
      const records = [
        { recordId: first, Amount: 100 - n },
        { recordId: second, Amount: 100 + n },
      ];
      const path = `${this.place}/tables/Accounts ${this.number}/records/bulk`;
      expect((await this.api.call(path, { method: "PUT", body: { records } })).status).toBe(200);
      const text = `note ${n} of ${this.number}`;
      const file = await upload(this.api, this.place, text);
      const record = { Text: text, Files: [file] };
      await this.api.post(`${this.place}/tables/Notes ${this.number}/records`, { record });
      this.done = n;
    }
  }

  /** Its existing parts. */
  async read(api: ApiClient) {
    const list = (table: string) =>
      api.post<RecordPage>(`${this.place}/tables/${table} ${this.number}/records/list`, { limit: 2_000 });
    const accounts = (await list("Accounts")).body.records.map(({ fields }) => Number(fields.Amount));
    const notes = (await list("Notes")).body.records;
    const files: string[] = [];
    for (const { fields } of notes) {
      files.push((await download((fields.Files as Attachment[])[0]?.url ?? "")).toString());
    }
    return {
      sum: accounts.reduce((sum, amount) => sum + amount, 0),
      transfers: 100 - Math.min(...accounts),
      notes: notes.length,
      files,
    };
  }
}

/** A field for each example of each type. */
function everyType() {
  const fields = [...fieldTypes.values()]
    .filter(({ type, reads }) => !reads && !["attachments", "linked_record", "person"].includes(type))
    .flatMap(({ type, examples, isComputed }) =>
      (isComputed ? [{ template: undefined }] : examples).map(({ template }, index) => ({
        type,
        name: `${type} ${index}`,
        ...(template && { template }),
      })),
    );
  return { name: "First", fields };
}

function everyValue(): { [field: string]: unknown } {
  return Object.fromEntries(
    [...fieldTypes.values()]
      .filter(
        ({ type, isComputed }) => !isComputed && !["attachments", "linked_record", "person"].includes(type),
      )
      .flatMap(({ type, examples }) => examples.map(({ input }, index) => [`${type} ${index}`, input])),
  );
}

/** Creates data of every kind. */
async function fill(api: ApiClient): Promise<void> {
  const link = { type: "linked_record", name: "Links", template: { tableId: "First" } };
  const second = [
    { type: "single_line_text", name: "Name" },
    { type: "autonumber", name: "Number" },
    { type: "attachments", name: "Files" },
    link,
    { type: "formula", name: "Twice", template: { formula: "{Number} * 2 + COUNTA({Links})" } },
    { type: "count", name: "How many", template: { linkFieldId: "Links" } },
  ];
  const tables = [everyType(), { name: "Second", fields: second }];
  const { body: base } = await api.post<Base>("/bases", { name: "Everything", tables });
  const place = `/bases/${base.id}`;
  const first = await good<RecordPage>(
    api.post(`${place}/tables/First/records/bulk`, { records: [everyValue(), {}, everyValue()] }),
  );
  const files = [
    await upload(api, place, "hello"),
    await upload(api, place, ""),
    await upload(api, place, randomBytes(1_000_000)),
  ];
  const ids = first.records.map(({ id }) => id);
  const hostile = '\\N\\. \\t \t é \u{1f600} "quoted"';
  const records = [
    { Name: hostile, Files: files, Links: ids.toReversed() },
    { Name: "", Files: [], Links: ids.slice(1, 2) },
  ];
  await good(api.post(`${place}/tables/Second/records/bulk`, { records }));
  const filter = { field: "Name", is_not_empty: true };
  await good(
    api.post(`${place}/tables/Second/views`, {
      name: "Named",
      type: "grid",
      config: { filter, rowHeight: 60 },
    }),
  );
  const cover = await upload(api, place, picture, "beach.png");
  await good(
    api.post(`${place}/tables/Second/views`, {
      name: "Sign up",
      type: "form",
      config: { cover, fields: [{ fieldId: "Name" }] },
    }),
  );
  const many = Array.from({ length: 30 }, (_, n) => ({ ...everyType(), name: `Table ${n}` }));
  const { id } = await good<Base>(api.post("/bases", { name: "Many", tables: many }));
  for (let call = 0; call < 3; call++) {
    const records = Array.from({ length: 2_000 }, (_, n) => ({ "single_line_text 0": `${call} ${n}` }));
    await good(api.post(`/bases/${id}/tables/Table 7/records/bulk`, { records }));
  }
}

async function good<Body>(answer: Promise<{ status: number; body: unknown }>): Promise<Body> {
  const { status, body } = await answer;
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  return body as Body;
}

/** A picture of one pixel. */
const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

async function upload(
  api: ApiClient,
  place: string,
  bytes: string | Buffer,
  filename = "a.txt",
): Promise<Attachment> {
  const headers = { "Content-Type": "application/octet-stream" };
  const raw = typeof bytes === "string" ? bytes : new Uint8Array(bytes);
  return good(api.call(`${place}/attachments?filename=${filename}`, { method: "POST", raw, headers }));
}

/** All stored data as the API returns it, including files, without the server's address. */
async function everythingIn(api: ApiClient): Promise<unknown> {
  const { body: bases } = await api.get<Base[]>("/bases");
  const all: unknown[] = [bases];
  for (const { id, tables } of bases) {
    for (const table of tables) {
      all.push((await api.get(`/bases/${id}/tables/${table.id}`)).body.views);
      let cursor: string | null = null;
      do {
        const body: object = { limit: 2_000, ...(cursor && { cursor }) };
        const page: RecordPage = await good(api.post(`/bases/${id}/tables/${table.id}/records/list`, body));
        all.push(page.records);
        cursor = page.nextCursor;
      } while (cursor !== null);
    }
  }
  const text = JSON.stringify(all).replaceAll(api.origin, "");
  const files = [...new Set(text.match(/\/api\/v1\/attachments\/[^"]+/g))];
  const bytes: string[] = [];
  for (const file of files) bytes.push((await download(api.origin + file)).toString("base64"));
  return { text, files, bytes };
}

async function download(url: string): Promise<Buffer> {
  const response = await fetch(url);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

async function baseOf(api: ApiClient, name: string): Promise<Base> {
  const found = (await api.get<Base[]>("/bases")).body.find((base) => base.name === name);
  if (!found) throw new Error(`there is no ${name}`);
  return found;
}

/** Creates a backup by the command in a new place. Resolves to the file. */
async function backUp(name: string, environment: { [name: string]: string } = {}): Promise<string> {
  const target = await mkdtemp(path.join(folder, "backups-"));
  const { code, output, errors } = await others.run(["backup", target], { ...at(name), ...environment });
  expect({ code, errors }).toEqual({ code: 0, errors: "" });
  const [file = ""] = await readdir(target);
  expect(output).toContain(path.join(target, file));
  return path.join(target, file);
}

/** Puts an empty PostgreSQL into a new place, as creating one takes long. One test restores into an empty folder. */
async function lay(name: string): Promise<void> {
  await mkdir(data(name));
  await layCluster(data(name));
}

/** An empty database in the PostgreSQL of the source. */
async function createDatabase(name: string): Promise<string> {
  const url = new URL((await findRunningPostgres(data("source"))) ?? "");
  // The server's role may not create databases.
  const client = new pg.Client(await addressOf(data("source", "postgres"), placeIn(url.href)));
  await client.connect();
  await client.query(`CREATE DATABASE "${name}" OWNER "${url.username}"`);
  await client.end();
  url.pathname = name;
  return url.href;
}

async function flip(file: string, place: number): Promise<void> {
  const bytes = await readFile(file);
  bytes.writeUInt8(bytes.readUInt8(place) ^ 0x10, place);
  await writeFile(file, bytes);
}

function data(name: string, ...more: string[]): string {
  return path.join(folder, name, ...more);
}

function at(name: string): { ROWHOUSE_DATA_DIR: string } {
  return { ROWHOUSE_DATA_DIR: data(name) };
}
