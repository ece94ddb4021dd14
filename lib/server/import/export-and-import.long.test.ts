import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type InProcess, startInProcess } from "../../../e2e/in-process";
import type { Record } from "../../contract/records";
import { fieldTypes } from "../../field-types";

let server: InProcess;
let tables: string;
let place: string;
let records: readonly Record[];

/** Types that no import can write, or not from text. */
const left = ["attachments", "linked_record", "person"];

beforeAll(async () => {
  server = await startInProcess();
  const { body: base } = await server.call("POST", "/bases", { name: "Test" });
  tables = `/bases/${base.id}/tables`;
  const fields: { name: string; type: string; template: object }[] = [];
  const cells: { [name: string]: unknown }[] = [{}];
  for (const { type, examples, isComputed } of fieldTypes.values()) {
    if (isComputed || left.includes(type)) continue;
    for (const [index, { template = {}, input }] of examples.entries()) {
      // A file cannot tell it from an empty cell.
      if (input === "") continue;
      fields.push({ name: `${type} ${index}`, type, template: withoutIds(template) });
      cells.push({ [`${type} ${index}`]: input });
    }
  }
  fields.unshift({ name: "Key", type: "single_line_text", template: {} });
  const { status, body } = await server.call("POST", tables, { name: "Everything", fields });
  expect(status, JSON.stringify(body)).toBe(201);
  place = `${tables}/Everything`;
  const written = cells.map((cell, index) => ({ Key: `${index}`, ...cell }));
  expect((await server.call("POST", `${place}/records/bulk`, { records: written })).status).toBe(200);
  records = await list(place);
}, 60_000);
afterAll(() => server.stop());

/** The ids of options are the server's. */
function withoutIds(template: object): object {
  const { options, ...rest } = template as { options?: readonly { label: string }[] };
  return { ...rest, ...(options && { options: options.map(({ label }) => ({ label })) }) };
}

async function list(at: string): Promise<readonly Record[]> {
  return (await server.call("POST", `${at}/records/list`, { limit: 2_000 })).body.records;
}

const types = {
  csv: "text/csv",
  tsv: "text/tab-separated-values",
  json: "application/json",
  ndjson: "application/x-ndjson",
};

async function exported(format: string): Promise<string> {
  const { body } = await server.call("GET", `${place}/records/export?format=${format}`);
  return typeof body === "string" ? body : JSON.stringify(body);
}

test.each(Object.entries(types))("what %s exports is imported as equal values", async (format, type) => {
  const { body: copy } = await server.call("POST", `${place}/duplicate`, { records: false });
  const at = `${tables}/${copy.id}`;
  const { status, body } = await server.send(`${at}/records/import`, await exported(format), type);
  expect(status, JSON.stringify(body)).toBe(200);
  expect((await list(at)).map(({ fields }) => fields)).toEqual(records.map(({ fields }) => fields));
});

test.each(Object.entries(types))("what %s exports changes nothing in its own table", async (format, type) => {
  const query = "mode=upsert&matchOn=Key&clearEmpty=true";
  const { body } = await server.send(`${place}/records/import?${query}`, await exported(format), type);
  expect(body).toMatchObject({ created: 0, updated: 0, unchanged: records.length, changeSetId: null });
});

test("a column of its own, which PostgreSQL may write, has the same texts as in JSON", async () => {
  const { body: table } = await server.call("GET", place);
  for (const { name } of table.fields) {
    const query = new URLSearchParams({ fields: JSON.stringify([name]), guard: "false", values: "text" });
    const { body: csv } = await server.call("GET", `${place}/records/export?format=csv&${query}`);
    const { body: json } = await server.call("GET", `${place}/records/export?format=json&${query}`);
    const rows: string[][] = parse(csv, { bom: true, record_delimiter: "\r\n", from: 2 });
    expect(rows.flat(), name).toEqual(json.map((row: { [field: string]: string }) => row[name]));
  }
});

test("an exported file becomes a table of equal texts", async () => {
  const csv = await exported("csv");
  const base = tables.replace("/tables", "");
  const { body } = await server.send(`${base}/imports?filename=everything.csv`, csv, "text/csv");
  const get = async () => (await server.call("GET", `${base}/imports/${body.id}`)).body;
  await expect.poll(async () => (await get()).status, { timeout: 20_000 }).toBe("ready");
  await server.call("POST", `${base}/imports/${body.id}/run`, { table: { name: "Read back" } });
  await expect.poll(async () => (await get()).status, { timeout: 20_000 }).toBe("done");
  expect((await list(`${tables}/Read%20back`)).map(({ fields }) => fields.Key)).toEqual(
    records.map(({ fields }) => String(fields.Key)).map(Number),
  );
});
