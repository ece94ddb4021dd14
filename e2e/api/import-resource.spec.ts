/** Uploaded files of every format, imported in the background by a server of two workers. */

import { readdir, readFile } from "node:fs/promises";
import { request } from "node:http";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { ZipFile } from "yazl";
import type { Base } from "../../lib/contract/bases";
import type { FileImport } from "../../lib/contract/import-resource";
import type { RecordPage } from "../../lib/contract/lists";
import { ApiClient } from "../api-client";
import { expect, test } from "../fixtures";
import { long } from "../rounds";
import { type OwnServer, startOwnServer } from "./own-server";

test.describe.configure({ mode: "default" });

let server: OwnServer;
let base: string;

test.beforeAll(async () => {
  server = await startOwnServer({ WORKERS: "2" });
});
test.afterAll(() => server.stop());
test.beforeEach(async () => {
  const { body } = await server.api.post<Base>("/bases", { name: "Test" });
  base = `/bases/${body.id}`;
});

type Bytes = string | Uint8Array;

/** A client whose connections end with each call, so that the workers take turns. */
function anyWorker(): ApiClient {
  return new ApiClient(server.api.origin, server.api.key, { Connection: "close" });
}

async function upload(raw: Bytes, filename: string, api = anyWorker()): Promise<FileImport> {
  const answer = await api.call<FileImport>(`${base}/imports?filename=${filename}`, {
    method: "POST",
    raw,
    headers: { "Content-Type": "application/octet-stream" },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return settled(answer.body);
}

/** The import once it is no longer worked on. */
async function settled({ id }: Pick<FileImport, "id">): Promise<FileImport> {
  let found: FileImport | undefined;
  const isWorkedOn = async () => {
    found = (await anyWorker().get<FileImport>(`${base}/imports/${id}`)).body;
    return ["analysing", "running"].includes(found.status);
  };
  await expect.poll(isWorkedOn, { timeout: 60_000 }).toBe(false);
  return found as FileImport;
}

async function run({ id }: FileImport, body: object): Promise<FileImport> {
  const answer = await anyWorker().post(`${base}/imports/${id}/run`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(202);
  return settled({ id });
}

/** Imports a file into a new table as it was found. Returns its records. */
async function recordsOf(raw: Bytes, filename: string): Promise<readonly { [name: string]: unknown }[]> {
  const done = await run(await upload(raw, filename), { table: { name: "Imported" } });
  expect(done, JSON.stringify(done)).toMatchObject({ status: "done", error: null });
  return cellsOf("Imported");
}

async function cellsOf(table: string): Promise<readonly { [name: string]: unknown }[]> {
  const { body } = await server.api.post<RecordPage>(`${base}/tables/${table}/records/list`, {});
  return body.records.map(({ fields }) => fields);
}

async function tableNames(): Promise<string[]> {
  const { body } = await server.api.get<Base>(base);
  return body.tables.map(({ name }) => name);
}

function rowsOf(count: number): string {
  const rows = Array.from({ length: count }, (_, index) => `Name ${index},${index}\n`);
  return `Name,Amount\n${rows.join("")}`;
}

function filesLeft(): Promise<string[]> {
  return readdir(path.join(server.dataFolder, "imports")).catch(() => []);
}

async function zipOf(parts: { [name: string]: Bytes }): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream);
}

test.describe("formats", () => {
  test("an exported workbook comes back with its values", long, async () => {
    const fields = [
      { type: "single_line_text", name: "Name" },
      { type: "number", name: "Amount" },
      { type: "checkbox", name: "Done" },
      { type: "date", name: "Day" },
    ];
    await server.api.post(`${base}/tables`, { name: "T", fields });
    const records = [
      { Name: "007", Amount: 1.5, Done: true, Day: "2026-01-31" },
      { Name: "=1+1", Amount: -2, Done: false, Day: null },
    ];
    await server.api.post(`${base}/tables/T/records/bulk`, { records });
    const answer = await fetch(`${server.api.origin}/api/v1${base}/tables/T/records/export?format=xlsx`, {
      headers: server.api.credentials,
    });
    const xlsx = new Uint8Array(await answer.arrayBuffer());
    expect(await recordsOf(xlsx, "t.xlsx")).toEqual(records);
  });

  test("a workbook of another program, by a sheet of one's choice", async () => {
    const file = await readFile(path.join("lib", "server", "tabular", "fixtures", "libreoffice.xlsx"));
    const found = await upload(file, "libreoffice.xlsx");
    expect(found).toMatchObject({ status: "ready", format: "xlsx", delimiter: null, encoding: null });
    const sheet = found.sheets?.at(-1);
    const changed = await anyWorker().patch(`${base}/imports/${found.id}`, { sheet });
    expect([changed.status, changed.body.status]).toEqual([200, "analysing"]);
    expect(await settled(found)).toMatchObject({ status: "ready", sheet });
    const none = await anyWorker().patch(`${base}/imports/${found.id}`, { sheet: "None" });
    expect(none.status).toBe(400);
    expect((await settled(found)).status).toBe("ready");
  });

  test("UTF-16 and Windows-1252 are recognised", long, async () => {
    const text = "Name;Preis\nGrün;1,5\nCafé;2,25\n";
    const expected = [
      { Name: "Grün", Preis: 1.5 },
      { Name: "Café", Preis: 2.25 },
    ];
    expect(await recordsOf(Buffer.from(`\uFEFF${text}`, "utf16le"), "a.csv")).toEqual(expected);
    await server.api.call(`${base}/tables/Imported`, { method: "DELETE" });
    expect(await recordsOf(Buffer.from(text, "latin1"), "a.csv")).toEqual(expected);
  });

  test("Airtable's CSV: links, choices, checkboxes, files and times", long, async () => {
    const lines = [
      "Task,Team,Done,Files,Due",
      'One,"Ada,""Bob, jr""",checked,plan.pdf (https://dl.airtable.com/x/plan.pdf),1/5/2026 9:00am',
      "Two,Ada,,,1/31/2026 10:30pm",
    ];
    const csv = Buffer.from(`\uFEFF${lines.join("\r\n")}\r\n`);
    const found = await upload(csv, "Tasks-Grid view.csv");
    expect(found.notes).toMatchObject([{ code: "attached_files", count: 1 }]);
    expect(found.columns?.map(({ type }) => type).slice(2, 4)).toEqual(["checkbox", "single_line_text"]);
    const [one, two] = await recordsOf(csv, "Tasks-Grid view.csv");
    expect(one).toMatchObject({
      Done: true,
      Files: "plan.pdf (https://dl.airtable.com/x/plan.pdf)",
      Due: expect.stringMatching(/^2026-01-05T09:00/),
    });
    expect(two).toMatchObject({ Done: false, Due: expect.stringMatching(/^2026-01-31T22:30/) });
    const people = { name: "People", fields: [{ type: "single_line_text", name: "Name" }] };
    const { body: other } = await server.api.post(`${base}/tables`, people);
    await server.api.post(`${base}/tables/People/records/bulk`, {
      records: [{ Name: "Ada" }, { Name: "Bob, jr" }],
    });
    const template = { tableId: other.id };
    const columns = [{ index: 1, name: "Team", type: "linked_record", template }];
    const table = { name: "Linked" };
    expect(await run(await upload(csv, "a.csv"), { table, columns })).toMatchObject({ status: "done" });
    expect((await cellsOf("Linked")).map(({ Team }) => (Team as string[]).length)).toEqual([2, 1]);
    expect(await cellsOf("People")).toHaveLength(2);
  });

  test("JSON and NDJSON: keys are columns, in the order first met", async () => {
    const json = JSON.stringify([
      { a: 1, b: { c: [true] } },
      { d: "Hello", a: 2 },
    ]);
    const expected = [
      { a: 1, b: '{"c":[true]}', d: null },
      { a: 2, b: null, d: "Hello" },
    ];
    expect(await recordsOf(json, "a.json")).toEqual(expected);
  });
});

test.describe("what cannot be imported", () => {
  const refused = async (raw: Bytes, filename: string) => {
    const answer = await anyWorker().call(`${base}/imports?filename=${filename}`, {
      method: "POST",
      raw,
      headers: { "Content-Type": "application/octet-stream" },
    });
    return [answer.status, answer.body.error?.message];
  };

  test("a zip bomb, an image and an empty file are refused at once", async () => {
    const before = await filesLeft();
    const bomb = await zipOf({ "xl/workbook.xml": "<a/>", "xl/bomb.xml": Buffer.alloc(5_000_000) });
    expect(await refused(bomb, "a.xlsx")).toEqual([
      400,
      "The XLSX file grows to more than 200 times its size when unpacked, so it is not read. Save it as CSV.",
    ]);
    expect(
      await refused(
        Buffer.from("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489", "hex"),
        "a.csv",
      ),
    ).toEqual([400, "The file is a PNG file, not a table. Choose a CSV, XLSX, JSON or NDJSON file."]);
    expect(await refused("", "a.csv")).toEqual([400, "The file is empty. Choose a file with rows."]);
    expect((await anyWorker().get(`${base}/imports`)).body.imports).toEqual([]);
    expect(await filesLeft()).toEqual(before);
  });

  test("an upload that is cut off leaves nothing", async () => {
    const before = await filesLeft();
    const { port } = new URL(server.api.origin);
    const call = request({
      port,
      host: "127.0.0.1",
      method: "POST",
      path: `/api/v1${base}/imports?filename=a.csv`,
      headers: { ...server.api.credentials, "Content-Length": "10000000" },
    });
    call.on("error", () => {});
    call.write(rowsOf(100_000));
    await expect.poll(filesLeft).toHaveLength(before.length + 1);
    call.destroy();
    await expect.poll(filesLeft).toEqual(before);
    expect((await anyWorker().get(`${base}/imports`)).body.imports).toEqual([]);
  });

  test("broken JSON fails with its row", async () => {
    const found = await upload('[{"a":1},{"a"}]', "a.json");
    expect(found).toMatchObject({
      status: "failed",
      error: expect.stringMatching(/^Row 2 is not valid JSON/),
    });
  });

  test("a run says what its table and columns take", async () => {
    const { id } = await upload("Name\nAda\n", "people.csv");
    const problems = async (body: object) => {
      const { status, body: answer } = await anyWorker().post(`${base}/imports/${id}/run`, body);
      return [
        status,
        answer.error.details.map((each: { path: string; message: string }) => Object.values(each)),
      ];
    };
    expect(await problems({})).toEqual([400, [["table", "is required"]]]);
    const target = 'takes { "name": … } for a new table, or { "tableId": … } for an existing one';
    for (const table of [{}, { tableId: 5 }, { tableId: "T", name: "x" }, "T"])
      expect(await problems({ table })).toEqual([400, [["table", target]]]);
    expect(await problems({ table: { name: "New" }, columns: [{ index: 0, skip: false }] })).toEqual([
      400,
      [["columns[0]", expect.stringMatching(/^takes \{ "index": … \} with /)]],
    ]);
  });

  test("rows with more cells than columns, and values that do not fit, are named", long, async () => {
    const rows = Array.from({ length: 7_000 }, (_, index) => `Name ${index},${index}`);
    rows[6_500] = "Ada,1,2,3";
    rows[6_600] = "Bob,many";
    const found = await upload(`Name,Amount\n${rows.join("\n")}\n`, "ragged.csv");
    const columns = [
      { index: 0, name: "Name", type: "single_line_text" },
      { index: 1, name: "Amount", type: "number" },
    ];
    const failed = await run(found, { table: { name: "Ragged" }, columns });
    expect(failed.status).toBe("failed");
    expect(failed.result?.errors).toMatchObject([
      { row: 6_502, field: null, message: "has more cells than there are columns" },
      { row: 6_602, field: "Amount", message: expect.stringContaining("number") },
    ]);
    expect(await tableNames()).toEqual([]);
    const done = await run(found, { table: { name: "Ragged" }, columns, onError: "skip" });
    expect(done.result).toMatchObject({ created: 6_998, failed: 2 });
    const { body } = await anyWorker().get(`${base}/imports/${found.id}/rejected`);
    expect(body.split("\r\n").map((line: string) => line.split(",")[0])).toEqual(["row", "6502", "6602", ""]);
  });

  test("NULs and broken bytes are left out and counted", async () => {
    const bytes = Buffer.concat([
      Buffer.from("Name,Note\nA\0da,"),
      Buffer.from([0xc3, 0x28]),
      Buffer.from("\n"),
    ]);
    const found = await upload(bytes, "a.csv");
    const patched = await anyWorker().patch(`${base}/imports/${found.id}`, { encoding: "utf-8" });
    expect(patched.status).toBe(200);
    const again = await settled(found);
    expect(again.notes.map(({ code }) => code).sort()).toEqual(["nul_characters", "undecodable"]);
    const done = await run(again, { table: { name: "Broken" } });
    expect(done.status).toBe("done");
    expect(await cellsOf("Broken")).toEqual([{ Name: "Ada", Note: "\uFFFD(" }]);
  });

  test("a cell of 10 MB is refused with its place", long, async () => {
    const text = "0123456789".repeat(1_000_000);
    const found = await upload(`Name,Notes\nAda,"${text}"\n`, "large.csv");
    expect(found.columns?.[1]?.examples[0]?.length).toBeLessThan(1_000);
    const columns = [{ index: 1, name: "Notes", type: "long_text" }];
    const failed = await run(found, { table: { name: "Large" }, columns });
    expect(failed).toMatchObject({
      status: "failed",
      error: "row 2, Notes takes at most 100,000 characters.",
    });
    expect(failed.result?.errors).toMatchObject([{ row: 2, field: "Notes" }]);
    expect(await tableNames()).toEqual([]);
  });
});

test.describe("at the same time", () => {
  const fields = [
    { type: "single_line_text", name: "Name" },
    { type: "number", name: "Amount" },
  ];
  const columns = [
    { index: 0, fieldId: "Name" },
    { index: 1, fieldId: "Amount" },
  ];

  test("imports into one table wait for each other, and each record is created once", long, async () => {
    await server.api.post(`${base}/tables`, { name: "T", fields });
    const files = await Promise.all([1, 2, 3].map((each) => upload(rowsOf(20_000), `${each}.csv`)));
    const body = { table: { tableId: "T" }, columns, mode: "upsert", matchOn: [0] };
    const done = await Promise.all(files.map((file) => run(file, body)));
    expect(done.map(({ status }) => status)).toEqual(["done", "done", "done"]);
    const sum = (of: "created" | "unchanged") =>
      done.reduce((total, { result }) => total + (result?.[of] ?? 0), 0);
    expect([sum("created"), sum("unchanged")]).toEqual([20_000, 40_000]);
  });

  test("others edit records, other tables and the structure during an import", long, async () => {
    test.slow();
    await server.api.post(`${base}/tables`, { name: "T", fields });
    await server.api.post(`${base}/tables`, { name: "Other", fields });
    const [intoTable, intoNew] = await Promise.all([
      upload(rowsOf(150_000), "a.csv"),
      upload(rowsOf(150_000), "b.csv"),
    ]);
    const { body: mine } = await server.api.post(`${base}/tables/T/records`, { record: { Name: "Mine" } });
    let isOver = false;
    const imports = Promise.all([
      run(intoTable, { table: { tableId: "T" }, columns, addOptions: false }),
      run(intoNew, { table: { name: "New" } }),
    ]).finally(() => {
      isOver = true;
    });
    const statuses = new Set<string>();
    let edits = 0;
    for (; !isOver; await delay(20)) {
      edits++;
      const api = anyWorker();
      const record = { Amount: edits };
      const calls = {
        patch: api.patch(`${base}/tables/T/records/${mine.id}`, { record }),
        bulk: api.post(`${base}/tables/Other/records/bulk`, { records: [record, record] }),
        table: api.post("/bases", { name: `Base ${edits}`, tables: [{ name: "T", fields }] }),
      };
      for (const [name, call] of Object.entries(calls)) statuses.add(`${name} ${(await call).status}`);
    }
    expect([...statuses].sort()).toEqual(["bulk 200", "patch 200", "table 201"]);
    expect((await imports).map(({ status }) => status)).toEqual(["done", "done"]);
    expect(edits).toBeGreaterThan(3);
    const { body } = await server.api.get(`${base}/tables/T/records/${mine.id}`);
    expect(body.fields.Amount).toBe(edits);
  });

  test("an import is cancelled through another worker", long, async () => {
    const found = await upload(rowsOf(200_000), "a.csv");
    const started = await anyWorker().post(`${base}/imports/${found.id}/run`, { table: { name: "Never" } });
    expect(started.status).toBe(202);
    for (let call = 0; call < 4; call++) {
      expect((await anyWorker().get(`${base}/imports/${found.id}`)).body.status).toBe("running");
    }
    await anyWorker().call(`${base}/imports/${found.id}`, { method: "DELETE" });
    expect(await settled(found)).toMatchObject({ status: "cancelled", result: null });
    await delay(3_000);
    expect(await tableNames()).toEqual([]);
    expect((await settled(found)).status).toBe("cancelled");
  });

  test("a key that is revoked ends its import", long, async () => {
    const scopes = ["read", "write", "schema"];
    const { body: key } = await server.api.post("/keys", { name: "Short-lived", scopes });
    const api = new ApiClient(server.api.origin, key.key);
    const found = await (async () => {
      const answer = await api.call(`${base}/imports?filename=a.csv`, {
        method: "POST",
        raw: rowsOf(150_000),
        headers: { "Content-Type": "text/csv" },
      });
      return settled(answer.body);
    })();
    expect((await api.post(`${base}/imports/${found.id}/run`, { table: { name: "Never" } })).status).toBe(
      202,
    );
    await delay(300);
    expect((await server.api.call(`/keys/${key.id}`, { method: "DELETE" })).status).toBe(200);
    expect(await settled(found)).toMatchObject({
      status: "failed",
      error: "This API key or session is no longer valid.",
    });
    expect(await tableNames()).toEqual([]);
  });
});
