import { afterAll, beforeAll, expect, test } from "vitest";
import { type InProcess, startInProcess } from "../../../../e2e/in-process";
import type { FileImport } from "../../../contract/import-resource";

let server: InProcess;
let base: string;

beforeAll(async () => {
  server = await startInProcess();
  const { body } = await server.call("POST", "/bases", { name: "Test" });
  base = `/bases/${body.id}`;
}, 60_000);
afterAll(() => server.stop());

const people = "Name;Amount;Joined\nAda;1,5;31.01.2026\nBob;2,25;01.02.2026\nCy;;\n";

async function upload(raw: string, filename = "people.csv"): Promise<FileImport> {
  const { status, body } = await server.send(`${base}/imports?filename=${filename}`, raw, "text/plain");
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

/** The import once it is no longer worked on. */
async function settled({ id }: Pick<FileImport, "id">): Promise<FileImport> {
  let found: FileImport | undefined;
  const isWorkedOn = async () => {
    found = (await server.call("GET", `${base}/imports/${id}`)).body;
    return ["analysing", "running"].includes(found?.status ?? "");
  };
  await expect.poll(isWorkedOn, { timeout: 20_000 }).toBe(false);
  return found as FileImport;
}

function editor(): { databaseId: string; role: "editor" } {
  return { databaseId: base.replace("/bases/", ""), role: "editor" };
}

/** Calls the API with another key. */
async function callAs(key: string, method: string, path: string, body?: unknown): Promise<Response> {
  const { handle } = await import("../../../api/handle");
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  const init = { method, headers, body: body === undefined ? undefined : JSON.stringify(body) };
  return handle(new Request(`http://rowhouse.test/api/v1${path}`, init));
}

async function run(given: FileImport, body: unknown): Promise<FileImport> {
  const answer = await server.call("POST", `${base}/imports/${given.id}/run`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(202);
  return settled(given);
}

test("the first rows are listed as they are in the file", async () => {
  const found = await settled(await upload(people));
  const rowsBy = async (query: string) =>
    (await server.call("GET", `${base}/imports/${found.id}/rows${query}`)).body;
  const rows = [
    { row: 2, cells: ["Ada", "1,5", "31.01.2026"] },
    { row: 3, cells: ["Bob", "2,25", "01.02.2026"] },
    { row: 4, cells: ["Cy", "", ""] },
  ];
  expect(await rowsBy("")).toEqual({ rows });
  expect(await rowsBy("?limit=1")).toEqual({ rows: rows.slice(0, 1) });
  expect((await server.call("GET", `${base}/imports/${found.id}/rows?limit=201`)).status).toBe(400);
  await server.call("PATCH", `${base}/imports/${found.id}`, { hasHeader: false });
  await settled(found);
  expect((await rowsBy("?limit=1")).rows).toEqual([{ row: 1, cells: ["Name", "Amount", "Joined"] }]);
  const json = await settled(
    await upload(`[{"A": "x"}, {"A": ${JSON.stringify("y".repeat(2_000))}}]`, "a.json"),
  );
  const { body } = await server.call("GET", `${base}/imports/${json.id}/rows`);
  expect(body.rows).toEqual([
    { row: 1, cells: ["x"] },
    { row: 2, cells: [`${"y".repeat(1_000)}…`] },
  ]);
});

test("a file is analysed, and becomes a table as found", async () => {
  const found = await settled(await upload(people));
  expect(found).toMatchObject({
    status: "ready",
    format: "csv",
    delimiter: ";",
    hasHeader: true,
    rows: 3,
    columns: [
      { index: 0, name: "Name", type: "single_line_text", filled: 3, examples: ["Ada", "Bob", "Cy"] },
      { index: 1, name: "Amount", type: "number", unconvertible: 0, notation: { signs: "period_comma" } },
      { index: 2, name: "Joined", type: "date" },
    ],
  });
  const done = await run(found, { table: { name: "People" } });
  expect(done).toMatchObject({ status: "done", progress: null, result: { created: 3, failed: 0 } });
  const { body } = await server.call("POST", `${base}/tables/${done.result?.tableId}/records/list`, {});
  expect(body.records.map(({ fields }: { fields: object }) => fields)).toEqual([
    { Name: "Ada", Amount: 1.5, Joined: "2026-01-31" },
    { Name: "Bob", Amount: 2.25, Joined: "2026-02-01" },
    { Name: "Cy", Amount: null, Joined: null },
  ]);
  expect(
    (await server.call("POST", `${base}/imports/${found.id}/run`, { table: { name: "P" } })).status,
  ).toBe(409);
  const imported = await server.call("GET", `${base}/imports/${found.id}/records?limit=2`);
  expect(imported.body.recordIds).toEqual(body.records.slice(0, 2).map(({ id }: { id: string }) => id));
  const rest = `${base}/imports/${found.id}/records?cursor=${imported.body.nextCursor}`;
  expect((await server.call("GET", rest)).body).toEqual({
    recordIds: [body.records[2].id],
    nextCursor: null,
  });
  const other = await server.call("POST", `${base}/undo`, { changeSetId: crypto.randomUUID() });
  expect(other.status).toBe(409);
  const { changeSetId } = done.result ?? {};
  const { body: undone } = await server.call("POST", `${base}/undo`, { changeSetId });
  expect(undone.skipped).toEqual([]);
  expect((await server.call("GET", base)).body.tables).toEqual([]);
  expect((await server.call("POST", `${base}/redo`, {})).body.skipped).toEqual([]);
  const again = await server.call("POST", `${base}/tables/People/records/list`, {});
  const dataOf = ({ id, data }: { id: string; data: object }) => ({ id, data });
  expect(again.body.records.map(dataOf)).toEqual(body.records.map(dataOf));
});

test("a new table of others' edits is kept by undo with the records that they changed", async () => {
  const done = await run(await settled(await upload(people)), { table: { name: "Shared" } });
  const { tableId = "", changeSetId } = done.result ?? {};
  const place = `${base}/tables/${tableId}/records`;
  const list = async () => (await server.call("POST", `${place}/list`, {})).body.records;
  const [, bob] = await list();
  const { history } = (await server.call("GET", `${place}/${bob.id}/history`)).body;
  expect(history).toMatchObject([{ changeSetId, source: "import", changes: [] }]);
  const key = await server.keyOfAnother(editor());
  expect((await callAs(key, "PATCH", `${place}/${bob.id}`, { record: { Amount: 7 } })).status).toBe(200);
  const { body: undone } = await server.call("POST", `${base}/undo`, {});
  expect(undone.restored).toBe(2);
  expect(undone.skipped).toMatchObject([{ recordId: bob.id }, { tableId }]);
  expect((await list()).map(({ fields }: { fields: object }) => fields)).toMatchObject([
    { Name: "Bob", Amount: 7 },
  ]);
  await server.call("POST", `${base}/redo`, {});
  expect((await list()).map(({ fields }: { fields: { Name: string } }) => fields.Name)).toEqual([
    "Ada",
    "Bob",
    "Cy",
  ]);
  await server.call("POST", `${base}/undo`, {});
  expect((await list()).map(({ id }: { id: string }) => id)).toEqual([bob.id]);
});

test("a file with a header only becomes a table without records, undone as any", async () => {
  const reading = { hasHeader: true };
  const found = await settled(await upload("Name,Amount\n"));
  await server.call("PATCH", `${base}/imports/${found.id}`, reading);
  const done = await run(await settled(found), { table: { name: "Empty" } });
  expect(done.result).toMatchObject({ created: 0, changeSetId: expect.any(String) });
  expect((await server.call("GET", `${base}/imports/${found.id}/records`)).body.recordIds).toEqual([]);
  expect((await server.call("POST", `${base}/undo`, {})).body.skipped).toEqual([]);
  const { body } = await server.call("GET", base);
  expect(body.tables.map(({ name }: { name: string }) => name)).not.toContain("Empty");
});

test("an import whose file is gone says so", async () => {
  const { removeFile } = await import("../uploaded-files");
  const found = await settled(await upload(people));
  await removeFile(found.id);
  const patched = await server.call("PATCH", `${base}/imports/${found.id}`, { hasHeader: false });
  expect([patched.status, patched.body.error?.message]).toEqual([
    409,
    "The file of this import no longer exists. Upload it again.",
  ]);
});

test("rejected rows are kept, and the import can be run again", async () => {
  await server.call("POST", `${base}/tables`, {
    name: "Numbers",
    fields: [
      { type: "single_line_text", name: "Name" },
      { type: "number", name: "Amount" },
    ],
  });
  const found = await settled(await upload("Who,How many\nAda,1\n=Bob,two\nCy,3\n"));
  const columns = [
    { index: 0, fieldId: "Name" },
    { index: 1, fieldId: "Amount" },
  ];
  const failed = await run(found, { table: { tableId: "Numbers" }, columns });
  expect(failed).toMatchObject({
    status: "failed",
    result: { created: 0, errors: [{ row: 3, field: "Amount", message: expect.stringContaining("number") }] },
  });
  const done = await run(found, { table: { tableId: "Numbers" }, columns, onError: "skip" });
  expect(done).toMatchObject({ status: "done", result: { created: 2, failed: 1 } });
  const rejected = await server.call("GET", `${base}/imports/${found.id}/rejected`);
  const [header, row] = rejected.body.replace("\uFEFF", "").split("\r\n");
  expect(header).toBe("row,field,reason,Who,How many");
  expect(row).toMatch(/^3,Amount,"?takes a number.*,'=Bob,two$/);
});

test("days whose order the file does not show are refused until it is chosen", async () => {
  await server.call("POST", `${base}/tables`, { name: "Days", fields: [{ type: "date", name: "D" }] });
  const found = await settled(await upload("N,D\na,01/02/2024\n"));
  expect(found.columns?.[1]?.notation).toEqual({ isDayOrderOpen: true });
  const body = { table: { tableId: "Days" }, columns: [{ index: 1, fieldId: "D" }] };
  expect(await run(found, body)).toMatchObject({
    status: "failed",
    error: expect.stringContaining("write dates as YYYY-MM-DD, or choose their order"),
    result: { created: 0, errors: [{ row: 2, field: "D" }] },
  });
  await server.call("PATCH", `${base}/imports/${found.id}`, { dayFirst: true });
  expect(await run(await settled(found), body)).toMatchObject({ status: "done" });
  const { body: list } = await server.call("POST", `${base}/tables/Days/records/list`, {});
  expect(list.records).toMatchObject([{ fields: { D: "2024-02-01" } }]);
});

test("columns become new fields of an existing table, undone and redone with the records", async () => {
  const { body: table } = await server.call("POST", `${base}/tables`, {
    name: "Growing",
    fields: [{ type: "single_line_text", name: "Name" }],
  });
  const place = `${base}/tables/${table.id}`;
  await server.call("POST", `${place}/records`, { record: { Name: "Ada" } });
  const cells = async () => {
    const { body } = await server.call("POST", `${place}/records/list`, {});
    return body.records.map(({ fields }: { fields: object }) => fields);
  };
  const found = await settled(await upload("Name,Amount,Stage,Left\nAda,1,Open,x\nBob,2,Won,y\n"));
  const columns = [
    { index: 0, fieldId: "Name" },
    { index: 1, name: "Amount", type: "number" },
    { index: 2, name: "Stage", type: "single_select" },
  ];
  const body = { table: { tableId: table.id }, mode: "upsert", matchOn: [0], columns };
  expect(await run(found, body)).toMatchObject({ status: "done", result: { created: 1, updated: 1 } });
  const imported = [
    { Name: "Ada", Amount: 1, Stage: "Open" },
    { Name: "Bob", Amount: 2, Stage: "Won" },
  ];
  expect(await cells()).toEqual(imported);
  expect((await server.call("POST", `${base}/undo`, {})).body.skipped).toEqual([]);
  expect(await cells()).toEqual([{ Name: "Ada" }]);
  expect((await server.call("POST", `${base}/redo`, {})).body.skipped).toEqual([]);
  expect(await cells()).toEqual(imported);
});

test("new fields of an existing table are refused before the import runs", async () => {
  await server.call("POST", `${base}/tables`, {
    name: "Kept",
    fields: [{ type: "single_line_text", name: "Name" }],
  });
  const found = await settled(await upload(people));
  const columns = [
    { index: 0, name: "Name", type: "single_line_text" },
    { index: 1, name: "Count", type: "autonumber" },
    { index: 2, name: "Day", type: "nothing" },
  ];
  const { status, body } = await server.call("POST", `${base}/imports/${found.id}/run`, {
    table: { tableId: "Kept" },
    columns,
  });
  expect(status).toBe(400);
  expect(body.error.details).toMatchObject([
    { path: "columns[0].name", message: 'is taken: this table has a field "Name" already' },
    { path: "columns[1].type", message: "is computed, so it cannot take the cells of a column" },
    { path: "columns[2].type", message: expect.stringMatching(/^takes one of /) },
  ]);
  const { body: key } = await server.call("POST", "/keys", { name: "Writer", scopes: ["write", "read"] });
  const { handle } = await import("../../../api/handle");
  const headers = { Authorization: `Bearer ${key.key}`, "Content-Type": "application/json" };
  const url = `http://rowhouse.test/api/v1${base}/imports`;
  const sent = { method: "POST", headers, body: people };
  const { id } = await (await handle(new Request(`${url}?filename=x.csv`, sent))).json();
  expect(await settled({ id })).toMatchObject({ status: "ready" });
  const [, , day] = columns;
  const asked = { table: { tableId: "Kept" }, addOptions: false, columns: [{ ...day, type: "date" }] };
  const run = { method: "POST", headers, body: JSON.stringify(asked) };
  expect((await handle(new Request(`${url}/${id}/run`, run))).status).toBe(403);
});

test.each([
  [{ table: { tableId: "Nothing" } }, 404],
  [{ table: { tableId: "People" } }, 400],
  [{ table: { tableId: "People" }, columns: [{ index: 9, fieldId: "Name" }] }, 400],
  [{ table: { tableId: "People" }, columns: [{ index: 0, fieldId: "None" }] }, 400],
  [{ table: { name: "New" }, columns: [{ index: 0, name: "A", type: "nothing" }] }, 400],
  [{ table: { name: "People" } }, 409],
  [{ table: { name: "New" }, columns: [0, 1, 2].map((index) => ({ index, skip: true })) }, 400],
])("%j is refused with %i", async (body, status) => {
  const found = await settled(await upload(people));
  const answer = await server.call("POST", `${base}/imports/${found.id}/run`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(status);
});

test("how a file is read can be changed, and a dry run stores nothing", async () => {
  const found = await settled(await upload(people));
  const changed = await server.call("PATCH", `${base}/imports/${found.id}`, { delimiter: "," });
  expect(changed.status, JSON.stringify(changed.body)).toBe(200);
  expect((await settled(found)).columns).toHaveLength(2);
  await server.call("PATCH", `${base}/imports/${found.id}`, { delimiter: ";", hasHeader: false });
  const again = await settled(found);
  expect(again).toMatchObject({ rows: 4, hasHeader: false });
  const dry = await server.call("POST", `${base}/imports/${found.id}/run?dryRun=true`, {
    table: { name: "Dry" },
  });
  expect([dry.status, dry.body.result?.created]).toEqual([200, 4]);
  const { body } = await server.call("GET", base);
  expect(body.tables.map(({ name }: { name: string }) => name)).not.toContain("Dry");
});

test("a running import can be cancelled, and then nothing is stored", async () => {
  const rows = Array.from({ length: 40_000 }, (_, index) => `Name ${index},${index}`).join("\n");
  const found = await settled(await upload(`Name,Amount\n${rows}\n`));
  const { body } = await server.call("POST", `${base}/imports/${found.id}/run`, {
    table: { name: "Cancelled" },
  });
  expect(body).toMatchObject({ status: "running", progress: { rows: 0, of: 40_000 } });
  const twice = await server.call("POST", `${base}/imports/${found.id}/run`, {
    table: { name: "Cancelled" },
  });
  expect(twice.status).toBe(409);
  expect((await server.call("DELETE", `${base}/imports/${found.id}`)).status).toBe(200);
  expect(await settled(found)).toMatchObject({ status: "cancelled", result: null, progress: null });
  const { stopImports } = await import("./background");
  await stopImports();
  const { body: after } = await server.call("GET", base);
  expect(after.tables.map(({ name }: { name: string }) => name)).not.toContain("Cancelled");
});

test("an import ends with the key that started it", async () => {
  const scopes = ["write", "read", "schema"];
  const { body: key } = await server.call("POST", "/keys", { name: "Short-lived", scopes });
  const { handle } = await import("../../../api/handle");
  const headers = { Authorization: `Bearer ${key.key}`, "Content-Type": "application/json" };
  const url = `http://rowhouse.test/api/v1${base}/imports`;
  const rows = Array.from({ length: 40_000 }, (_, index) => `Name ${index},${index}`).join("\n");
  const sent = { method: "POST", headers, body: `Name,Amount\n${rows}\n` };
  const { id } = await (await handle(new Request(`${url}?filename=x.csv`, sent))).json();
  expect(await settled({ id })).toMatchObject({ status: "ready" });
  const run = { method: "POST", headers, body: JSON.stringify({ table: { name: "Revoked" } }) };
  expect((await handle(new Request(`${url}/${id}/run`, run))).status).toBe(202);
  expect((await server.call("DELETE", `/keys/${key.id}`)).status).toBe(200);
  expect(await settled({ id })).toMatchObject({
    status: "failed",
    error: "This API key or session is no longer valid.",
  });
  const { body } = await server.call("GET", base);
  expect(body.tables.map(({ name }: { name: string }) => name)).not.toContain("Revoked");
});

test("an import whose process has ended is failed", async () => {
  const { prisma } = await import("../../db");
  const found = await settled(await upload(people));
  const aliveAt = new Date(Date.now() - 60_000);
  await prisma().import.update({ where: { id: found.id }, data: { status: "running", aliveAt } });
  expect(await settled(found)).toMatchObject({ status: "failed", error: "The server was stopped." });
  expect((await run(found, { table: { name: "Again" } })).status).toBe("done");
});

test("a table cannot be deleted while a file is imported into it", async () => {
  const { prisma } = await import("../../db");
  const { body: table } = await server.call("POST", `${base}/tables`, {
    name: "Held",
    fields: [{ type: "single_line_text", name: "Name" }],
  });
  const found = await settled(await upload(people));
  const where = { id: found.id };
  await prisma().import.update({
    where,
    data: { status: "running", tableId: table.id, aliveAt: new Date() },
  });
  const refused = await server.call("DELETE", `${base}/tables/${table.id}`);
  expect([refused.status, refused.body.error.message]).toEqual([
    409,
    "A file is being imported into this table. Wait until it is done, or cancel the import.",
  ]);
  await prisma().import.update({ where, data: { status: "ready" } });
  expect((await server.call("DELETE", `${base}/tables/${table.id}`)).status).toBe(200);
});

test("everybody sees their own imports, newest first", async () => {
  const key = await server.keyOfAnother(editor());
  const found = await upload(people);
  const { handle } = await import("../../../api/handle");
  const headers = { Authorization: `Bearer ${key}` };
  const url = `http://rowhouse.test/api/v1${base}/imports`;
  expect(await (await handle(new Request(url, { headers }))).json()).toEqual({ imports: [] });
  expect((await handle(new Request(`${url}/${found.id}`, { headers }))).status).toBe(404);
  const { body } = await server.call("GET", `${base}/imports`);
  expect(body.imports[0].id).toBe(found.id);
});

test("an import can be deleted, and a file that is none is refused", async () => {
  const found = await settled(await upload(people));
  expect((await server.call("DELETE", `${base}/imports/${found.id}`)).status).toBe(200);
  expect((await server.call("GET", `${base}/imports/${found.id}`)).status).toBe(404);
  const { status, body } = await server.send(`${base}/imports?filename=x.xlsx`, "PK", "text/plain");
  expect(status, JSON.stringify(body)).toBe(400);
});

test("housekeeping deletes old imports, and changed records whose entry of the log is gone", async () => {
  const { clearAway } = await import("../../housekeeping");
  const { Prisma, query } = await import("../../db");
  const { readdir } = await import("node:fs/promises");
  const { env } = await import("../../env");
  const counts = () =>
    query<{ changed: number; imports: number }>(Prisma.sql`
      SELECT (SELECT count(*)::int FROM "ChangedRecord") AS "changed", (SELECT count(*)::int FROM "Import") AS "imports"`);
  const [before] = await counts();
  await clearAway(new Date());
  expect(await counts()).toEqual([before]);
  await clearAway(new Date(Date.now() + 40 * 86_400_000));
  expect(await counts()).toEqual([{ changed: 0, imports: 0 }]);
  expect(await readdir(`${env.ROWHOUSE_DATA_DIR}/imports`)).toEqual([]);
});
