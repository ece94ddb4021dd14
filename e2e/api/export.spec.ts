/** Files of exported records, read back; and how an export behaves towards its caller and everyone else. */

import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { get, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import pg from "pg";
import type { Base } from "../../lib/contract/bases";
import type { Field } from "../../lib/contract/fields";
import type { Record } from "../../lib/contract/records";
import type { Table } from "../../lib/contract/tables";
import type { View } from "../../lib/contract/views";
import { fieldTypeOf } from "../../lib/field-types";
import { openTable } from "../../lib/server/tabular";
import { ApiClient, badRequestBody } from "../api-client";
import { expect, test } from "../fixtures";
import { type OwnPostgres, startOwnPostgres } from "../own-postgres";
import { long } from "../rounds";
import { addressOf, cellsOf, download, linesOf, partsOf } from "./downloaded-file";
import { createRecords, makeEverything } from "./everything";
import { memoryOf, type OwnServer, startOwnServer } from "./own-server";

test.describe.configure({ mode: "default" });

let postgres: OwnPostgres;
let server: OwnServer;
let api: ApiClient;
let database: pg.Client;

test.beforeAll(async () => {
  postgres = await startOwnPostgres();
  server = await startOwnServer({ DATABASE_URL: postgres.url, DATABASE_CONNECTIONS: "8" });
  api = server.api;
  database = new pg.Client(postgres.url);
  await database.connect();
});
test.afterAll(async () => {
  await database.end();
  await server.stop();
  await postgres.stop();
});

test.describe("a table with every example of every type", () => {
  let place: string;
  let fields: readonly Field[];
  let records: readonly Record[];

  test.beforeAll(async () => {
    ({ place, fields, records } = await makeEverything(api));
  });

  for (const [format, delimiter] of [
    ["csv", ","],
    ["tsv", "\t"],
  ] as const) {
    test(`${format}: each text parses back to its value`, async () => {
      const { status, headers, bytes } = await download(api, place, { format });
      expect(status, bytes.toString().slice(0, 300)).toBe(200);
      expect(headers.get("Content-Disposition")).toBe(`attachment; filename*=UTF-8''Everything.${format}`);
      const [names, ...rows] = linesOf(bytes, delimiter);
      expect(names).toEqual(fields.map(({ name }) => name));
      expect(rows).toHaveLength(records.length);
      expect(wrongTexts(rows.map((row) => row.map(unguarded)))).toEqual([]);
    });
  }

  test("json and ndjson: values are those of the API", async () => {
    const json = await download(api, place, { format: "json" });
    expect(JSON.parse(json.bytes.toString())).toEqual(records.map((record) => record.fields));
    const ndjson = await download(api, place, { format: "ndjson" });
    const lines = ndjson.bytes.toString().split("\n").slice(0, -1);
    expect(lines.map((line) => JSON.parse(line))).toEqual(
      records.map(({ id, createdAt, updatedAt, fields }) => ({ id, createdAt, updatedAt, fields })),
    );
  });

  test("values can be texts in any format, or raw ones", async () => {
    const [, ...texts] = linesOf((await download(api, place, { format: "csv", guard: false })).bytes);
    const json = await download(api, place, { format: "json", values: "text" });
    expect(JSON.parse(json.bytes.toString()).map(Object.values)).toEqual(texts);
    const raw = await download(api, place, { format: "csv", values: "raw", guard: false });
    const [, ...rows] = linesOf(raw.bytes);
    expect(rows).toEqual(records.map((record) => fields.map(({ name }) => rawText(record.fields[name]))));
  });

  test("xlsx: numbers, booleans and dates as such, everything else as text", long, async () => {
    const { bytes, headers } = await download(api, place, { format: "xlsx" });
    expect(headers.get("Content-Type")).toContain("spreadsheetml.sheet");
    const parts = await partsOf(bytes);
    expect(Object.keys(parts).sort()).toEqual([
      "[Content_Types].xml",
      "_rels/.rels",
      "xl/_rels/workbook.xml.rels",
      "xl/styles.xml",
      "xl/workbook.xml",
      "xl/worksheets/sheet1.xml",
    ]);
    const sheet = parts["xl/worksheets/sheet1.xml"] ?? "";
    expect(sheet).toContain('ySplit="1" topLeftCell="A2"');
    const [names, ...rows] = cellsOf(sheet);
    expect(names?.map((cell) => cell?.value)).toEqual(fields.map(({ name }) => name));
    expect(rows).toHaveLength(records.length);
    const [, ...texts] = linesOf((await download(api, place, { guard: false })).bytes);
    const isRight = (field: Field, value: unknown, cell: unknown, text = "") => {
      const { storage, type } = fieldTypeOf(field);
      if (storage === "boolean") return cell === value;
      if (value === null) return cell === undefined;
      if (type === "duration") return Math.round((cell as number) * 86_400) === value;
      if (storage === "number") return cell === value;
      if (typeof cell !== "number") return (cell ?? "") === text;
      const wall = new Date(Math.round((cell - 25_569) * 86_400_000)).toISOString();
      return text.startsWith(wall.slice(0, storage === "date" ? 10 : -1));
    };
    const wrong = records.flatMap((record, number) =>
      fields.flatMap((field, index) => {
        const value = record.fields[field.name];
        const cell = rows[number]?.[index]?.value;
        return isRight(field, value, cell, texts[number]?.[index]) ? [] : [{ name: field.name, value, cell }];
      }),
    );
    expect(wrong).toEqual([]);
  });

  for (const format of ["csv", "tsv", "xlsx"]) {
    test(`${format}: our reader of files reads every value back`, long, async () => {
      const folder = await mkdtemp(path.join(tmpdir(), "rowhouse-export-"));
      const file = path.join(folder, `file.${format}`);
      await writeFile(file, (await download(api, place, { format })).bytes);
      const opened = await openTable(file, { filename: `file.${format}` });
      const rows: (readonly string[])[] = [];
      for await (const batch of opened.read()) rows.push(...batch.map(({ cells }) => cells));
      await rm(folder, { recursive: true });
      expect(rows).toHaveLength(records.length + 1);
      const read = (text: string) => (format === "xlsx" ? text : unguarded(text));
      const stored = fields.filter((field) => !fieldTypeOf(field).isComputed);
      expect(
        wrongTexts(
          rows.slice(1).map((row) => row.map(read)),
          stored,
        ),
      ).toEqual([]);
    });
  }

  /** Texts of the given fields that do not say their values. */
  function wrongTexts(rows: readonly (readonly string[])[], given = fields): object[] {
    return records.flatMap((record, number) =>
      given.flatMap((field) => {
        const text = rows[number]?.[fields.indexOf(field)] ?? "";
        const value = record.fields[field.name];
        return isTextOf(text, field, value) ? [] : [{ name: field.name, value, text }];
      }),
    );
  }

  /** A link is written as a name, and a lookup cannot be read back. */
  function isTextOf(text: string, field: Field, value: unknown): boolean {
    const type = fieldTypeOf(field);
    if (type.storage === "links" || type.storage === "lookup")
      return text === ((value as string[]).length > 0 ? '"Lovelace, Ada"' : "");
    if (type.storage === "files") return text === ((value as []).length > 0 ? '"a, b.txt"' : "");
    if (type.storage === "people") return text === ((value as { id: string }[])[0]?.id ?? "");
    if (["formula", "rollup", "count"].includes(field.type))
      return text === (value === null ? "" : type.toText(value, field.template));
    if (text === "" && type.empty === null) return value === null || value === "";
    return isDeepStrictEqual(type.fromText(text, field.template), value);
  }
});

test("a CSV begins with a byte order mark, ends lines with CRLF and guards formulas", async () => {
  const { place } = await makeTable([
    { name: "=Name", type: "single_line_text" },
    { name: "Notes", type: "long_text" },
    { name: "Amount", type: "number" },
    { name: "Phone", type: "phone_number" },
  ]);
  await create(place, [
    { "=Name": "=1+1", Notes: 'say "hi",\nthen', Amount: -5, Phone: "+1 555 123 4567" },
    { "=Name": "'=1", Notes: "@x\r", Amount: 0.1, Phone: null },
    { "=Name": "'s", Notes: null, Amount: null, Phone: "112" },
  ]);
  const csv = await download(api, place, {});
  expect(csv.bytes.toString()).toBe(
    `\uFEFF'=Name,Notes,Amount,Phone\r\n'=1+1,"say ""hi"",\nthen",-5,+1 555 123 4567\r\n''=1,"'@x\r",0.1,\r\n's,,,112\r\n`,
  );
  const tsv = await download(api, place, { format: "tsv", guard: false, fields: ["Amount", "=Name"] });
  expect(tsv.bytes.toString()).toBe("\uFEFFAmount\t=Name\r\n-5\t=1+1\r\n0.1\t'=1\r\n\t's\r\n");
  const single = await download(api, place, { fields: ["Amount"] });
  expect(single.bytes.toString()).toBe('\uFEFFAmount\r\n-5\r\n0.1\r\n""\r\n');
});

test("an export selects like a list: view, filter, sort, search, fields and hidden fields", async () => {
  const { place } = await makeTable([
    { name: "Name", type: "single_line_text" },
    { name: "Amount", type: "number" },
    { name: "Hidden", type: "single_line_text" },
  ]);
  await create(
    place,
    Array.from({ length: 30 }, (_, number) => ({ Name: `n${number % 7}`, Amount: number, Hidden: "x" })),
  );
  const { body: view } = await api.post<View>(`${place}/views`, { name: "A/b: “Ö”" });
  const [name, amount, hidden] = view.config.orderedFieldIds as [string, string, string];
  await api.patch(`${place}/views/${view.id}`, {
    config: {
      filter: { field: amount, greater_than: 4 },
      sorts: [{ fieldId: name, direction: "desc" }],
      hiddenFieldIds: [hidden],
      orderedFieldIds: [amount, name, hidden],
      fieldWidths: { [name]: 350 },
    },
  });
  for (const asked of [
    { viewId: view.id },
    { viewId: view.id, search: "n3", sort: [{ field: "Amount", direction: "desc" }] },
    { viewId: view.id, config: { filter: null, hiddenFieldIds: [] } },
    { filter: { field: "Amount", in: [3, 4, 5] }, fields: ["Hidden", "Name"] },
  ]) {
    const { body } = await api.post(`${place}/records/list`, asked);
    const { bytes, status } = await download(api, place, { ...asked, format: "ndjson" });
    expect(status).toBe(200);
    const lines = bytes
      .toString()
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line));
    expect(lines).toEqual(
      body.records.map(({ id, createdAt, updatedAt, fields }: Record) => ({
        id,
        createdAt,
        updatedAt,
        fields,
      })),
    );
  }
  const csv = await download(api, place, { viewId: view.id });
  expect(linesOf(csv.bytes)[0]).toEqual(["Amount", "Name"]);
  expect(decodeURIComponent(csv.headers.get("Content-Disposition") ?? "")).toBe(
    "attachment; filename*=UTF-8''T - A_b_ “Ö”.csv",
  );
  const xlsx = await partsOf((await download(api, place, { viewId: view.id, format: "xlsx" })).bytes);
  expect(xlsx["xl/worksheets/sheet1.xml"]).toContain('<col min="2" max="2" width="50" customWidth="1"/>');
  const none = await download(api, place, { format: "json", filter: { field: "Amount", equals: -1 } });
  expect(JSON.parse(none.bytes.toString())).toEqual([]);
});

test("requests that cannot be met are refused before the first byte", async () => {
  const { place, base } = await makeTable([{ name: "Name", type: "single_line_text" }]);
  const refused = async (query: { [name: string]: unknown }, by = api) => {
    const { status, bytes } = await download(by, place, query);
    return { status, body: JSON.parse(bytes.toString()) };
  };
  expect(await refused({ format: "pdf" })).toEqual({
    status: 400,
    body: badRequestBody(["format", 'takes "csv" or "xlsx" or "tsv" or "json" or "ndjson", not "pdf"']),
  });
  expect((await refused({ fields: ["No"] })).body.error.details[0].path).toBe("fields[0]");
  expect((await refused({ filter: { field: "No", equals: 1 } })).status).toBe(400);
  expect((await refused({ viewId: "vAbcdefghij" })).status).toBe(404);
  expect((await refused({ limit: 5 })).status).toBe(400);
  expect((await refused({}, new ApiClient(api.origin, null))).status).toBe(401);
  expect((await refused({}, await withKey({ scopes: ["write", "schema"] }))).status).toBe(403);
  const { body: other } = await api.post<Base>("/bases", { name: "Other" });
  expect((await refused({}, await withKey({ scopes: ["read"], databases: [other.id] }))).status).toBe(404);
  const own = await withKey({ scopes: ["read"], databases: [base.id] });
  expect((await download(own, place, {})).status).toBe(200);
});

test("a text that is too long for a cell of XLSX is refused, with its place", async () => {
  const { place } = await makeTable([
    { name: "Name", type: "single_line_text" },
    { name: "Notes", type: "long_text" },
  ]);
  const [fits, long] = await create(place, [
    { Name: "fits", Notes: "é".repeat(32_767) },
    { Name: "long", Notes: "é".repeat(32_768) },
  ]);
  const refused = await download(api, place, { format: "xlsx" });
  expect(refused.status).toBe(400);
  expect(JSON.parse(refused.bytes.toString()).error.message).toBe(
    `A file of this format holds at most 32,767 characters in a cell; "Notes" of the record ${long} has 32,768. Leave this field out, or export as CSV.`,
  );
  for (const query of [{ fields: ["Name"] }, { filter: { field: "id", equals: fits } }]) {
    expect((await download(api, place, { format: "xlsx", ...query })).status).toBe(200);
  }
  expect((await download(api, place, {})).status).toBe(200);
});

test("small and large records keep their order, however many fit into memory", long, async () => {
  const { place } = await makeTable([
    { name: "Amount", type: "number" },
    { name: "Notes", type: "long_text" },
  ]);
  const lengths = [10, 90_000, 3_000, 0, 1_990, 60_000];
  const made = Array.from({ length: 600 }, (_, number) => ({
    Amount: number,
    Notes: number % 100 === 7 ? noise(100_000) : "é".repeat(lengths[number % lengths.length] ?? 0) || null,
  }));
  for (let start = 0; start < made.length; start += 50) await create(place, made.slice(start, start + 50));
  const { bytes } = await download(api, place, { format: "json", sort: [{ field: "Amount" }] });
  expect(JSON.parse(bytes.toString())).toEqual(made);
  const few = await download(api, place, { format: "json", fields: ["Amount"] });
  expect(JSON.parse(few.bytes.toString())).toEqual(made.map(({ Amount }) => ({ Amount })));
});

test("a text is compressed on request, and a workbook is not compressed again", async () => {
  const { place } = await makeTable([{ name: "Name", type: "single_line_text" }]);
  await create(place, Array(500).fill({ Name: "again and again" }));
  const plain = await download(api, place, {}, { "Accept-Encoding": "identity" });
  expect(plain.headers.get("Content-Encoding")).toBeNull();
  for (const coding of ["gzip", "br"]) {
    const { headers, bytes } = await download(api, place, {}, { "Accept-Encoding": coding });
    expect([headers.get("Content-Encoding"), headers.get("Vary")]).toEqual([coding, "Accept-Encoding"]);
    expect(bytes.equals(plain.bytes)).toBe(true);
  }
  const xlsx = await download(api, place, { format: "xlsx" }, { "Accept-Encoding": "gzip" });
  expect(xlsx.headers.get("Content-Encoding")).toBeNull();
  const head = await fetch(addressOf(api, place, {}), { method: "HEAD", headers: api.credentials });
  expect([head.status, await head.text()]).toEqual([200, ""]);
});

test.describe("with 100,000 records", () => {
  const count = 100_000;
  let place: string;
  let tableId: string;

  test.beforeAll(async () => {
    let table: Table;
    ({ place, table } = await makeTable([
      { name: "Name", type: "single_line_text" },
      { name: "Amount", type: "number" },
      { name: "Notes", type: "long_text" },
    ]));
    tableId = table.id;
    const [name, amount, notes] = table.fields.map(({ id }) => id);
    await database.query(`
      INSERT INTO "Record_${tableId}" ("tableId", "id", "data", "position", "source", "createdAt", "updatedAt")
      SELECT '${tableId}', gen_random_uuid(), jsonb_build_object(
        '${name}', 'Record ' || n, '${amount}', n / 4.0, '${notes}', repeat(n || ' and some text, ', 15)),
        n, 'public_api', now(), now() FROM generate_series(1, ${count}) AS n`);
  });

  test("every format holds them in constant memory, also for a slow reader", long, async () => {
    test.setTimeout(300_000);
    // The heap grows to its usual size.
    await download(api, place, { format: "xlsx" });
    const start = memoryOf(server);
    for (const format of ["csv", "xlsx", "ndjson"]) {
      const { response } = await open({ format });
      let lines = 0;
      let peak = 0;
      for await (const chunk of response) {
        for (const byte of chunk as Buffer) if (byte === 10) lines++;
        peak = Math.max(peak, memoryOf(server));
      }
      if (format !== "xlsx") expect(lines).toBeGreaterThanOrEqual(count);
      expect(peak - start, format).toBeLessThan(150_000_000);
    }
    const { response, request } = await open({ format: "csv" });
    response.pause();
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect(memoryOf(server) - start).toBeLessThan(150_000_000);
    request.destroy();
    await expect.poll(exportsUnderWay).toBe(0);
  });

  test("a caller who disconnects frees the connection and the seat", async () => {
    const opened = await open({ format: "csv" });
    await expect.poll(exportsUnderWay).toBe(1);
    const second = await download(api, place, { format: "xlsx", filter: { field: "Amount", equals: 1 } });
    expect([second.status, second.headers.get("Retry-After")]).toEqual([429, "5"]);
    const others = await Promise.all(Array.from({ length: 20 }, () => api.get(`${place}/records?limit=1`)));
    expect(others.map(({ status }) => status)).toEqual(Array(20).fill(200));
    opened.request.destroy();
    await expect.poll(exportsUnderWay).toBe(0);
    await expect
      .poll(async () => (await download(api, place, { filter: { field: "Amount", equals: 1 } })).status)
      .toBe(200);
  });

  test("its progress is told until it ends, within its database", long, async () => {
    const exportId = randomUUID();
    const database = place.replace(/\/tables.*/, "");
    const progress = (of: string) => api.get(`${of}/exports/${exportId}`);
    expect((await progress(database)).status).toBe(404);
    const { response } = await open({ format: "csv", exportId });
    const { status, body } = await progress(database);
    expect([status, body]).toEqual([200, { records: expect.any(Number), of: count }]);
    expect(body.records).toBeGreaterThan(0);
    expect(body.records).toBeLessThan(count);
    const { body: other } = await api.post<Base>("/bases", { name: "Other" });
    expect((await progress(`/bases/${other.id}`)).status).toBe(404);
    await wholeOf(response);
    await expect.poll(async () => (await progress(database)).status).toBe(404);
  });

  test("a file is completed although the use of its key is noted meanwhile", long, async () => {
    const { body: key } = await api.post("/keys", { name: "Used", scopes: ["read"] });
    const used = (age: string) =>
      database.query(`UPDATE "ApiKey" SET "lastUsedAt" = now() - interval '${age}' WHERE "id" = '${key.id}'`);
    await used("0 s");
    const request = get(addressOf(api, place, { format: "csv" }), {
      headers: { Authorization: `Bearer ${key.key}` },
    });
    const [response] = (await once(request, "response")) as [IncomingMessage];
    response.pause();
    await used("5 min");
    const lastUse = async () => {
      const { rows } = await database.query(
        `SELECT "lastUsedAt" > now() - interval '1 min' AS "isNoted" FROM "ApiKey" WHERE "id" = '${key.id}'`,
      );
      return rows[0].isNoted;
    };
    await expect.poll(lastUse).toBe(true);
    expect(linesOf(await wholeOf(response)).length).toBeGreaterThan(count);
  });

  for (const format of ["csv", "xlsx"]) {
    test(`${format}: a failure in the middle breaks off the connection`, async () => {
      const { response } = await open({ format });
      response.pause();
      await expect.poll(exportsUnderWay).toBe(1);
      await database.query(`SELECT pg_terminate_backend("pid") FROM "pg_stat_activity" WHERE ${isExport}`);
      await expect(wholeOf(response)).rejects.toThrow("aborted");
      await expect.poll(async () => (await download(api, place, { fields: [] })).status).toBe(200);
    });
  }

  // Last, because it makes the table smaller.
  test("a file shows one moment, whatever others write and change meanwhile", long, async () => {
    const { response } = await open({ sort: [{ field: "Amount" }] });
    response.pause();
    const { body: made } = await api.post(`${place}/records`, { record: { Name: "later" } });
    await api.call(`${place}/records/${made.id}`, {
      method: "PATCH",
      body: { record: { Name: "later still" } },
    });
    await api.patch(`${place}/fields/Amount`, { type: "single_line_text" });
    await api.call(`${place}/fields/Notes`, { method: "DELETE" });
    const rows = linesOf(await wholeOf(response));
    expect(rows).toHaveLength(count + 1);
    expect(rows[0]).toEqual(["Name", "Amount", "Notes"]);
    expect(rows[count]?.slice(0, 2)).toEqual([`Record ${count}`, String(count / 4)]);
    expect(rows.every((row) => row.length === 3 && row[2] !== "")).toBe(true);
  });

  /** Opens an export and waits for its first bytes. */
  async function open(query: { [name: string]: unknown }) {
    const request = get(addressOf(api, place, query), { headers: api.credentials });
    request.on("error", () => {});
    const [response] = (await once(request, "response")) as [IncomingMessage];
    expect(response.statusCode).toBe(200);
    return { request, response };
  }
});

/** Transactions of exports, which declare a cursor or copy. */
const isExport = `"xact_start" IS NOT NULL AND "query" ~ 'exported|ROWS|Record_' AND "pid" <> pg_backend_pid()`;

async function exportsUnderWay(): Promise<number> {
  const { rows } = await database.query(
    `SELECT count(*)::int AS "open" FROM "pg_stat_activity" WHERE "state" <> 'idle' AND ${isExport}`,
  );
  return rows[0].open;
}

async function wholeOf(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** A text that cannot be compressed. */
function noise(length: number): string {
  return randomBytes(length).toString("base64").slice(0, length);
}

function unguarded(text: string): string {
  return text.replace(/^'('*[=+\-@\t\r])/, "$1");
}

function rawText(value: unknown): string {
  if (value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

async function makeTable(fields: readonly { name: string; type: string }[]) {
  const { body: base } = await api.post<Base>("/bases", { name: "Test", tables: [{ name: "T", fields }] });
  const [table] = base.tables as [Table];
  return { base, table, place: `/bases/${base.id}/tables/${table.id}` };
}

function create(place: string, records: readonly object[]): Promise<string[]> {
  return createRecords(api, place, records);
}

async function withKey(rights: object): Promise<ApiClient> {
  const { status, body } = await api.post("/keys", { name: "Test", ...rights });
  expect(status, JSON.stringify(body)).toBe(201);
  return new ApiClient(api.origin, body.key ?? body.secret);
}
