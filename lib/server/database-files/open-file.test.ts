import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ZipFile } from "yazl";
import type { DatabaseDescription } from "../../contract/database-file";
import { openDatabaseFile } from "./open-file";
import { sealDescription } from "./sealed-description";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "rowhouse-database-file-"));
});
afterAll(() => rm(folder, { recursive: true }));

const ids = { table: "t1111111111", field: "f1111111111", view: "v1111111111" };
const description: DatabaseDescription = {
  format: "rowhouse-database",
  version: 1,
  exportedAt: "2026-01-31T09:30:00.000Z",
  name: "Club",
  tables: [
    {
      id: ids.table,
      name: "People",
      primaryFieldId: ids.field,
      fields: [{ id: ids.field, name: "Name", type: "single_line_text", template: {} }],
      views: [{ id: ids.view, name: "Grid view", type: "grid", config: { orderedFieldIds: [ids.field] } }],
      records: { count: 0, sha256: "0".repeat(64) },
    },
  ],
  attachments: [],
};
const records = { [`tables/${ids.table}.ndjson`]: "" };

/** Opens a file with these parts. */
async function open(parts: { readonly [path: string]: string }) {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  const file = path.join(folder, "database.zip");
  await writeFile(file, await buffer(zip.outputStream as Readable));
  const opened = await openDatabaseFile(file);
  opened.close();
  return opened.description;
}

test("a file opens to its description", async () => {
  expect(await open({ ...records, "database.json": sealDescription(description) })).toEqual(description);
});

test.each([
  ["null", "The file is not an exported database."],
  ["[]", "The file is not an exported database."],
  ["{", "The file was changed after it was exported: database.json is not as it was."],
  ['{"format":"other"}', "The file is not an exported database."],
  ['{"format":"rowhouse-database","version":2}', "The file was written by a newer version of Rowhouse"],
  [JSON.stringify(description), "The file was changed after it was exported"],
])("database.json with %s is refused", async (text, message) => {
  await expect(open({ ...records, "database.json": text })).rejects.toThrow(message);
});

test.each<[string, object, string]>([
  ["no tables", { tables: undefined }, "“tables” in database.json is required"],
  ["a name that no database has", { name: " " }, "“name” in database.json cannot be only white space"],
  ["a name that cannot be stored", { name: "a\0" }, "NUL character"],
  ["a table without views", { tables: [{ ...description.tables[0], views: [] }] }, "has no view"],
  [
    "another primary field",
    { tables: [{ ...description.tables[0], primaryFieldId: "f2222222222" }] },
    "the table “People” has no valid primary field",
  ],
])("a description with %s is refused", async (_, change, message) => {
  const changed = { ...description, ...change };
  await expect(open({ ...records, "database.json": sealDescription(changed) })).rejects.toThrow(message);
});

test("missing and unknown parts are named", async () => {
  const sealed = sealDescription(description);
  await expect(open({ "database.json": sealed })).rejects.toThrow(`lacks tables/${ids.table}.ndjson`);
  await expect(open(records)).rejects.toThrow("has no database.json");
  await expect(open({ ...records, "database.json": sealed, "a.txt": "" })).rejects.toThrow('"a.txt"');
});
