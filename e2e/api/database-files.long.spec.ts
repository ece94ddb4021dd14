/** Files of whole databases that are refused, cut off or very large, and callers that leave. */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { get, type IncomingMessage, request as send } from "node:http";
import path from "node:path";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import pg from "pg";
import { ZipFile } from "yazl";
import type { Base } from "../../lib/contract/bases";
import type { DatabaseDescription } from "../../lib/contract/database-file";
import { sealDescription } from "../../lib/server/database-files/sealed-description";
import type { ApiClient } from "../api-client";
import { expect, test } from "../fixtures";
import { type OwnPostgres, startOwnPostgres } from "../own-postgres";
import { long, rounds } from "../rounds";
import { entriesOf } from "./downloaded-file";
import { memoryOf, type OwnServer, startOwnServer } from "./own-server";
import { makeWholeDatabase } from "./whole-database";

test.describe.configure({ mode: "default" });

let postgres: OwnPostgres;
let server: OwnServer;
let api: ApiClient;
let database: pg.Client;

test.beforeAll(async () => {
  postgres = await startOwnPostgres();
  server = await startOwnServer({
    DATABASE_URL: postgres.url,
    DATABASE_CONNECTIONS: "8",
    MAX_DATABASE_FILE_BYTES: "50000000",
    MAX_UNPACKED_DATABASE_BYTES: "200000000",
  });
  api = server.api;
  database = new pg.Client(postgres.url);
  await database.connect();
});
test.afterAll(async () => {
  await database.end();
  await server.stop();
  await postgres.stop();
});

type Parts = { [path: string]: Buffer };
// biome-ignore lint/suspicious/noExplicitAny: tests break descriptions in any way
type Description = any;

test.describe("a file that cannot be trusted is refused with one sentence, and nothing of it stays", () => {
  let whole: Buffer;
  let parts: Parts;
  let before: unknown;

  test.beforeAll(async () => {
    const { databaseId } = await makeWholeDatabase(api);
    whole = await exported(databaseId);
    parts = await entriesOf(whole);
    before = await everythingStored();
  });
  test.afterEach(async () => {
    expect(await everythingStored()).toEqual(before);
  });

  /** Defects of files, the making of each, and the beginning of its message. */
  const wrong: { [what: string]: [() => Buffer | Promise<Buffer>, message: string | RegExp] } = {
    "not a zip file": [() => Buffer.from("a,b\n1,2\n"), "The file is not a zip file. Choose"],
    "empty file": [() => Buffer.from(""), /is not a zip file|is empty/],
    "another zip file": [
      () => zipped({ "a.txt": Buffer.from("a") }),
      "The file has no database.json. Choose",
    ],
    "cut off in its last byte": [() => whole.subarray(0, -1), "The file is cut off or damaged."],
    "cut off in the middle": [() => whole.subarray(0, whole.length / 2), "The file is cut off or damaged."],
    "one byte of a table changed": [() => withFlippedByte(whole, 60), "The file is cut off or damaged."],
    "a value changed": [
      () => zipped({ ...parts, ...edited("tables/", (text) => text.replace("Lovelace", "Somebody")) }),
      /^The file was changed after it was exported: tables\/t\w+\.ndjson is not as it was\./,
    ],
    "a line removed": [
      () => zipped({ ...parts, ...edited("tables/", (text) => text.slice(text.indexOf("\n") + 1)) }),
      /^The file was changed after it was exported/,
    ],
    "an attachment changed": [
      () => zipped({ ...parts, ...edited("files/", () => "other") }),
      /^The file was changed after it was exported: files\/[0-9a-f]{32} is not as it was\./,
    ],
    "the description changed": [
      () => zipped({ ...parts, ...edited("database.json", (text) => text.replace('"Test"', '"Text"')) }),
      "The file was changed after it was exported: database.json is not as it was.",
    ],
    "a part missing": [() => zipped(without(parts, /^files\//)), /^The file lacks files\/[0-9a-f]{32}\./],
    "a part too many": [
      () => zipped({ ...parts, "notes.txt": Buffer.from("") }),
      'The file has a part that it does not describe: "notes.txt".',
    ],
    "paths out of the folder": [
      () => withPath(whole, /files\/[0-9a-f]{32}/, `../../${"x".repeat(32)}`),
      /^The file (is cut off or damaged|has a part that it does not describe)/,
    ],
    "a newer version": [
      () => described((file) => ({ ...file, version: 2, tables: "in another form" })),
      "The file was written by a newer version of Rowhouse (format 2; this server reads up to 1). Update this server",
    ],
    "an unknown field type": [
      () =>
        described((file) => {
          file.tables[1].fields[0].type = "signature";
        }),
      'This server has no field type "signature", which the field “Name” of “No records” has. Update this server',
    ],
    "two tables with one name": [
      () =>
        described((file) => {
          file.tables[1].name = file.tables[0].name;
        }),
      "The file is not valid: the database has two tables with the name “Everything”.",
    ],
    "a link without its other side": [
      () => described((file) => void file.tables[2].fields.splice(1, 1)),
      /^The file is not valid: /,
    ],
    "a lookup of itself": [
      () =>
        described((file) => {
          const [table] = file.tables;
          const self = table.fields.find(({ name }: { name: string }) => name === "Lookup");
          const other = file.tables[2].fields.find(({ name }: { name: string }) => name === "Notes of");
          self.template = { ...self.template, targetFieldId: other.id };
        }),
      /the field “Lookup” of “Everything” derives from itself: Lookup → /,
    ],
    "a view of unknown fields": [
      () =>
        described((file) => {
          file.tables[0].views[0].config.hiddenFieldIds = ["f1111111111"];
        }),
      /names the field f1111111111, which the table lacks/,
    ],
    "an unknown key": [
      () =>
        described((file) => {
          file.tables[0].color = "red";
        }),
      "The file is not valid: “tables[0].color” in database.json is not a known key",
    ],
    "a number as text": [
      () =>
        withLine("Everything", (record) => {
          record.fields["number 0"] = "many";
        }),
      /line 1 of tables\/t\w+\.ndjson has an invalid value: “number 0” takes a number/,
    ],
    "a field that does not exist": [
      () =>
        withLine("Everything", (record) => {
          record.fields.Other = 1;
        }),
      /line 1 of tables\/t\w+\.ndjson has a value for "Other", which is not a field/,
    ],
    "a character that cannot be stored": [
      () =>
        withLine("People", (record) => {
          record.fields.Name = "a\0b";
        }),
      /line 1 .* NUL character/,
    ],
    "a record without an id": [
      () => withLine("People", (record) => void delete record.id),
      /line 1 .* has a record whose id is required/,
    ],
    "a link on one side only": [
      () =>
        withLine("People", (record) => {
          record.fields.Everything = [];
        }),
      "The file is not valid: a link is in the record on one side only.",
    ],
    "a link to a record that does not exist": [
      () =>
        withLine("Everything", (record) => record.fields.Link.push("01234567-89ab-7def-8123-456789abcdef")),
      "The file is not valid: a link is in the record on one side only.",
    ],
    "two records with one id": [
      () => withLines("People", (lines) => [lines[0], ...lines.slice(0, -1)]),
      /tables\/t\w+\.ndjson has two records with one id/,
    ],
    "fewer records than it says": [
      () => withLines("No records", () => [], 1),
      /tables\/t\w+\.ndjson has 0 records instead of 1/,
    ],
    "a line that is not JSON": [
      () => withLines("No records", () => ["{]"], 1),
      /^tables\/t\w+\.ndjson: |line 1 of tables/,
    ],
    "an address of a file elsewhere": [
      () =>
        withLine("Everything", (record) => {
          record.fields.Files[0].url =
            "https://example.com/api/v1/attachments/00000000000000000000000000000000/a";
        }),
      /has a file in “Files” that is not in the file/,
    ],
    "a bomb": [
      () => withPart(Buffer.alloc(210_000_000, "\n")),
      "The file has more than 200,000,000 bytes when unpacked, which is the maximum.",
    ],
  };

  for (const [what, [make, message]] of Object.entries(wrong)) {
    test(what, async () => {
      const { status, body } = await imported(await make());
      expect([status, body.error?.code], JSON.stringify(body)).toEqual([400, "BAD_REQUEST"]);
      if (typeof message === "string") expect(body.error.message.slice(0, message.length)).toBe(message);
      else expect(body.error.message).toMatch(message);
      expect(body.error.message).toMatch(/\.$/);
    });
  }

  test("too large", long, async () => {
    const { status, body } = await imported(Buffer.concat([Buffer.from("PK"), Buffer.alloc(50_000_000)]));
    expect([status, body.error.code]).toEqual([413, "PAYLOAD_TOO_LARGE"]);
  });

  test("a body that breaks off", async () => {
    const upload = send(`${api.origin}/api/v1/bases/import`, {
      method: "POST",
      headers: { ...api.credentials, "Content-Type": "application/zip", "Content-Length": whole.length },
    });
    upload.on("error", () => {});
    upload.write(whole.subarray(0, whole.length / 2));
    await expect.poll(uploads).not.toEqual([]);
    upload.destroy();
    await expect.poll(uploads).toEqual([]);
  });

  /** The parts whose name begins so, changed as text; the first that this changes. */
  function edited(prefix: string, change: (text: string) => string): Parts {
    const changed = Object.entries(parts)
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, bytes]): [string, Buffer] => [name, Buffer.from(change(String(bytes)))]);
    return Object.fromEntries(changed);
  }

  /** The file with a changed description, sealed again. */
  function described(change: (file: Description) => Description): Promise<Buffer> {
    const { sha256: _, ...file } = JSON.parse(String(parts["database.json"]));
    const changed = change(file) ?? file;
    return zipped({ ...parts, "database.json": Buffer.from(sealDescription(changed)) });
  }

  /** The file with other lines in the records of a table, described as they are. */
  function withLines(
    table: string,
    change: (lines: string[]) => (string | undefined)[],
    count?: number,
  ): Promise<Buffer> {
    const { sha256: _, ...file } = JSON.parse(String(parts["database.json"])) as DatabaseDescription & {
      sha256: string;
    };
    const found = file.tables.find(({ name }) => name === table);
    const name = `tables/${found?.id}.ndjson`;
    const lines = String(parts[name]).split("\n").slice(0, -1);
    const bytes = Buffer.from(
      change(lines)
        .map((line) => `${line}\n`)
        .join(""),
    );
    if (found) {
      found.records.sha256 = hashOf(bytes);
      if (count !== undefined) found.records.count = count;
    }
    return zipped({ ...parts, [name]: bytes, "database.json": Buffer.from(sealDescription(file)) });
  }

  function withLine(table: string, change: (record: Description) => void): Promise<Buffer> {
    return withLines(table, ([line = "", ...rest]) => {
      const record = JSON.parse(line);
      change(record);
      return [JSON.stringify(record), ...rest];
    });
  }

  /** The file with another part in place of the first table. */
  function withPart(bytes: Buffer): Promise<Buffer> {
    const name = Object.keys(parts).find((each) => each.startsWith("tables/")) ?? "";
    return zipped({ ...parts, [name]: bytes });
  }
});

test.describe("a database of many records", () => {
  const count = rounds.recordsOfLargeDatabase;
  let original: Base;

  test.beforeAll(async () => {
    const fields = [
      { name: "Name", type: "single_line_text" },
      { name: "Amount", type: "number" },
      { name: "Notes", type: "long_text" },
    ];
    const { body } = await api.post<Base>("/bases", { name: "Large", tables: [{ name: "T", fields }] });
    original = body;
    const [table] = body.tables;
    const [name, amount, notes] = table?.fields.map(({ id }) => id) ?? [];
    await database.query(`
      INSERT INTO "Record_${table?.id}" ("tableId", "id", "data", "position", "source", "createdAt", "updatedAt")
      SELECT '${table?.id}', gen_random_uuid(), jsonb_build_object(
        '${name}', 'Record ' || n, '${amount}', n / 4.0, '${notes}', md5(n || 'a') || md5(n || 'b') || repeat(n || ' and some text, ', 8)),
        n, 'public_api', now(), now() FROM generate_series(1, ${count}) AS n`);
  });

  test("is exported, imported and duplicated in constant memory, while others work", long, async () => {
    test.setTimeout(300_000);
    const others = keepWriting();
    // The heap grows to its usual size.
    const file = await exported(original.id);
    expect((await imported(file)).status).toBe(201);
    const start = memoryOf(server);
    const peak = watchMemory();
    await exported(original.id);
    const { status, body } = await imported(file);
    expect(status, JSON.stringify(body)).toBe(201);
    const { status: copied, body: copy } = await api.post<Base>(`/bases/${original.id}/duplicate`, {});
    expect(copied, JSON.stringify(copy)).toBe(201);
    expect(peak() - start).toBeLessThan(150_000_000);
    expect(await others()).toEqual(new Set([200, 201]));
    const sums = await Promise.all([original, body, copy].map(sumsOf));
    expect(sums[1]).toEqual(sums[0]);
    expect(sums[2]).toEqual(sums[0]);
  });

  test("a caller who disconnects ends the export, and leaves the next one its seat", long, async () => {
    const request = get(addressOf(original.id), { headers: api.credentials });
    request.on("error", () => {});
    const [response] = (await once(request, "response")) as [IncomingMessage];
    await once(response, "readable");
    response.read(1_000);
    await expect.poll(exportsInProgress).toBe(1);
    request.destroy();
    await expect.poll(exportsInProgress).toBe(0);
    await expect(() => exported(original.id)).toPass();
  });

  test("a file shows one moment, whatever others write and change meanwhile", long, async () => {
    const request = get(addressOf(original.id), { headers: api.credentials });
    const [response] = (await once(request, "response")) as [IncomingMessage];
    response.pause();
    const place = `/bases/${original.id}/tables/T`;
    expect((await api.post(`${place}/records`, { record: { Name: "later" } })).status).toBe(201);
    expect((await api.patch(`${place}/fields/Amount`, { name: "Sum" })).status).toBe(200);
    const { status, body } = await imported(await buffer(response));
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body.tables[0].fields.map(({ name }: { name: string }) => name)).toEqual([
      "Name",
      "Amount",
      "Notes",
    ]);
    expect((await sumsOf(body)).count).toBe(count);
  });

  test("a failure in the middle breaks off the connection", async () => {
    const request = get(addressOf(original.id), { headers: api.credentials });
    const [response] = (await once(request, "response")) as [IncomingMessage];
    response.pause();
    await expect.poll(exportsInProgress).toBe(1);
    await database.query(`SELECT pg_terminate_backend("pid") FROM "pg_stat_activity" WHERE ${isExport}`);
    await expect(buffer(response)).rejects.toThrow("aborted");
  });

  /** Creates and reads records of another database until the returned function is called; resolves to the statuses. */
  function keepWriting(): () => Promise<Set<number>> {
    const statuses = new Set<number>();
    let isOver = false;
    const work = (async () => {
      const fields = [{ name: "Name", type: "single_line_text" }];
      const { body: base } = await api.post<Base>("/bases", {
        name: "Other",
        tables: [{ name: "T", fields }],
      });
      const place = `/bases/${base.id}/tables`;
      for (let number = 0; !isOver; number++) {
        statuses.add((await api.post(`${place}/T/records`, { record: {} })).status);
        statuses.add((await api.post(place, { name: `T ${number}`, fields })).status);
        statuses.add((await api.post(`${place}/T/records/list`, { limit: 10 })).status);
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    })();
    return async () => {
      isOver = true;
      await work;
      return statuses;
    };
  }

  function watchMemory(): () => number {
    let peak = 0;
    const timer = setInterval(() => {
      peak = Math.max(peak, memoryOf(server));
    }, 50);
    return () => {
      clearInterval(timer);
      return peak;
    };
  }

  /** The number and the sums of a table's records, by the database itself. */
  async function sumsOf({ tables }: Base): Promise<{ count: number }> {
    const [table] = tables;
    const [name, amount, notes] = table?.fields.map(({ id }) => id) ?? [];
    const { rows } = await database.query(`
      SELECT count(*)::int AS "count", sum(("data" ->> '${amount}')::float8) AS "amount",
        sum(hashtext("data" ->> '${name}')::bigint) AS "names", sum(hashtext("data" ->> '${notes}')::bigint) AS "notes",
        sum("position") AS "positions", count(DISTINCT "id")::int AS "ids"
      FROM "Record" WHERE "tableId" = '${table?.id}' AND "data" ->> '${name}' <> 'later'`);
    return rows[0];
  }
});

/** Transactions of exports, which hold a cursor. */
const isExport = `"xact_start" IS NOT NULL AND "query" ~ 'exported|held' AND "pid" <> pg_backend_pid()`;

test("housekeeping finds the files of an import that was killed before its commit", long, async () => {
  const bytes = await exported((await makeWholeDatabase(api)).databaseId);
  const victim = await startOwnServer({ DATABASE_URL: postgres.url, DATABASE_CONNECTIONS: "8" });
  try {
    // Stops the import at its last step, when the attachments are in their places.
    await database.query("BEGIN");
    await database.query('LOCK TABLE "Record" IN SHARE UPDATE EXCLUSIVE MODE');
    const call = imported(bytes, victim.api).catch(() => {});
    const files = () => filesIn("attachments", victim.dataFolder);
    const isInPlace = (name: string) => !name.endsWith(".part");
    await expect.poll(async () => (await files()).filter(isInPlace).length).toBeGreaterThan(0);
    victim.child.kill("SIGKILL");
    await call;
    await database.query("ROLLBACK");
    const left = await files();
    // The kill may come while others are still on their way.
    expect(left.filter(isInPlace).filter((name) => !left.includes(`${name}.part`))).toEqual([]);
    const { rows } = await database.query('SELECT FROM "Attachment" WHERE "id" = ANY($1)', [left]);
    expect(rows).toEqual([]);
  } finally {
    await victim.stop();
  }
});

async function exportsInProgress(): Promise<number> {
  const { rows } = await database.query(
    `SELECT count(*)::int AS "open" FROM "pg_stat_activity" WHERE "state" LIKE 'idle in transaction%' AND ${isExport}`,
  );
  return rows[0].open;
}

function addressOf(databaseId: string): string {
  return `${api.origin}/api/v1/bases/${databaseId}/export`;
}

async function exported(databaseId: string): Promise<Buffer> {
  const response = await fetch(addressOf(databaseId), { headers: api.credentials });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

function imported(bytes: Buffer, by = api) {
  return by.call("/bases/import", {
    method: "POST",
    raw: new Uint8Array(bytes),
    headers: { "Content-Type": "application/zip" },
  });
}

/** Everything that an import stores: rows, tables, files. */
async function everythingStored(): Promise<unknown> {
  const { rows } = await database.query(`
    SELECT (SELECT count(*) FROM "AllBases") AS "bases", (SELECT count(*) FROM "AllTables") AS "tables",
      (SELECT count(*) FROM "Link") AS "links", (SELECT count(*) FROM "Attachment") AS "attachments",
      (SELECT count(*) FROM "Change") AS "changes", (SELECT count(*) FROM pg_class WHERE relname LIKE 'Record_t%') AS "partitions"`);
  return { ...rows[0], uploads: await uploads(), attachments: await filesIn("attachments") };
}

function uploads(): Promise<string[]> {
  return filesIn("imports");
}

async function filesIn(folder: string, dataFolder = server.dataFolder): Promise<string[]> {
  const names = await readdir(path.join(dataFolder, folder), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => []);
  return names.filter((each) => each.isFile()).map(({ name }) => name);
}

function zipped(parts: Parts): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, bytes] of Object.entries(parts)) zip.addBuffer(bytes, name);
  zip.end();
  return buffer(zip.outputStream as Readable);
}

function without(parts: Parts, pattern: RegExp): Parts {
  return Object.fromEntries(Object.entries(parts).filter(([name]) => !pattern.test(name)));
}

function withFlippedByte(bytes: Buffer, index: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[index] = (changed[index] ?? 0) ^ 0xff;
  return changed;
}

/** Replaces a path in the archive by one of equal length. */
function withPath(bytes: Buffer, pattern: RegExp, replacement: string): Buffer {
  const text = bytes.toString("latin1");
  const found = pattern.exec(text)?.[0] ?? "";
  expect(replacement).toHaveLength(found.length);
  return Buffer.from(text.replaceAll(found, replacement), "latin1");
}

function hashOf(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
