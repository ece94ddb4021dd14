/** A table with a field for each template in the examples of the field types, and a record for each example. */
import type { Base } from "../../lib/contract/bases";
import type { Field } from "../../lib/contract/fields";
import type { Record } from "../../lib/contract/records";
import type { Table } from "../../lib/contract/tables";
import { fieldTypes } from "../../lib/field-types";
import type { ApiClient } from "../api-client";
import { expect } from "../fixtures";

export interface Everything {
  readonly databaseId: string;
  /** The table's path below `/api/v1`. */
  readonly place: string;
  readonly fields: readonly Field[];
  readonly records: readonly Record[];
  /** The linked table and its record. */
  readonly people: Table;
  readonly ada: string;
}

export async function makeEverything(api: ApiClient): Promise<Everything> {
  const { body: base } = await api.post<Base>("/bases", {
    name: "Test",
    tables: [{ name: "People", fields: [{ name: "Name", type: "single_line_text" }] }],
  });
  const people = base.tables[0] as Table;
  const at = `/bases/${base.id}/tables`;
  const [ada = ""] = await createRecords(api, `${at}/${people.id}`, [{ Name: "Lovelace, Ada" }]);
  const file = await api.call(`/bases/${base.id}/attachments?filename=${encodeURIComponent("a, b.txt")}`, {
    method: "POST",
    raw: "content",
    headers: { "Content-Type": "text/plain" },
  });
  const { written, cells } = examples();
  const { body: table, status } = await api.post<Table>(at, {
    name: "Everything",
    fields: [
      ...written,
      { name: "Files", type: "attachments", description: "Plans, photos\nand bills" },
      { name: "Link", type: "linked_record", template: { tableId: people.id } },
      { name: "Number", type: "autonumber", template: { prefix: "A-", padding: 3 } },
      { name: "Created", type: "created_time", template: { timezone: "Asia/Kolkata" } },
      { name: "Updated", type: "updated_time" },
      { name: "Creator", type: "created_by" },
      { name: "Editor", type: "updated_by" },
      { name: "Source", type: "source" },
    ],
  });
  expect(status, JSON.stringify(table)).toBe(201);
  const place = `${at}/${table.id}`;
  const behind = { linkFieldId: "Link", targetFieldId: "Name" };
  for (const field of [
    { name: "Lookup", type: "lookup", template: behind },
    { name: "Names", type: "rollup", template: { ...behind, function: "join", separator: "; " } },
    { name: "Count", type: "count", template: { linkFieldId: "Link" } },
    ...formulas,
  ]) {
    expect(await api.post(`${place}/fields`, field)).toMatchObject({ status: 201 });
  }
  await createRecords(api, place, [{ Link: [ada], Files: [file.body] }, ...cells]);
  const { body: now } = await api.get<Table>(place);
  const { body: page } = await api.post(`${place}/records/list`, { limit: 2_000 });
  return { databaseId: base.id, place, fields: now.fields, records: page.records, people, ada };
}

/** A formula for each type of result; one of them is in error where nothing is linked. */
const formulas = Object.entries({
  "Formula number": "100 / {Count}",
  "Formula text": `"No. " & {Number} & " of " & {Names}`,
  "Formula checkbox": "{Count} > 0",
  "Formula date": "IF({Count} > 0, DATE(2026, 2, 28))",
  "Formula datetime": "IF({Count} > 0, SET_TIMEZONE({Created}, 'Asia/Kolkata'))",
  "Formula list": "{Link.Name}",
}).map(([name, formula]) => ({ name, type: "formula", template: { formula } }));

/** Creates records and returns their ids. */
export async function createRecords(
  api: ApiClient,
  place: string,
  records: readonly object[],
): Promise<string[]> {
  const { status, body } = await api.post(`${place}/records/bulk`, { records });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.records.map(({ id }: Record) => id);
}

/** The fields and cells of the examples, except of types that refer to something. */
function examples() {
  const written: { name: string; type: string; template: object }[] = [];
  const cells: { [name: string]: unknown }[] = [];
  for (const { type, examples: all, isComputed, resolve, template } of fieldTypes.values()) {
    if (isComputed || ["linked_record", "attachments", "person"].includes(type)) continue;
    for (const [index, example] of all.entries()) {
      const name = `${type} ${index}`;
      resolve(template.parse(example.template ?? {}) as object);
      written.push({ name, type, template: withoutIds(example.template ?? {}) });
      cells.push({ [name]: example.input });
    }
  }
  return { written, cells };
}

/** The ids of options are the server's. */
function withoutIds(template: object): object {
  const { options, ...rest } = template as { options?: readonly { label: string }[] };
  return { ...rest, ...(options && { options: options.map(({ label }) => ({ label })) }) };
}
