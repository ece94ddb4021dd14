/** A database with everything that a copy has to keep, and the contents of a database without its ids. */
import type { Base } from "../../lib/contract/bases";
import type { Record } from "../../lib/contract/records";
import type { Table } from "../../lib/contract/tables";
import type { ApiClient } from "../api-client";
import { expect } from "../fixtures";
import { createRecords, type Everything, makeEverything } from "./everything";

/**
 * Makes a database with a field and a value of every type, links of all kinds, chained lookups, views with every
 * setting, files, a manual order, and gaps left by deleted records and fields.
 */
export async function makeWholeDatabase(api: ApiClient): Promise<Everything> {
  const everything = await makeEverything(api);
  const { databaseId, place, people, ada } = everything;
  const at = `/bases/${databaseId}/tables`;
  const good = async (method: string, path: string, body?: unknown) => {
    const answer = await api.call(path, { method, body });
    expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
    return answer.body;
  };
  const upload = (name: string, raw: string | Uint8Array) =>
    api
      .call(`/bases/${databaseId}/attachments?filename=${encodeURIComponent(name)}`, {
        method: "POST",
        raw,
        headers: { "Content-Type": "application/octet-stream" },
      })
      .then(({ body }) => body);
  // Links within a table, to a single record, and a lookup of a lookup.
  const self = {
    name: "Parent",
    type: "linked_record",
    template: { tableId: "People", allowMultiple: false },
  };
  await good("POST", `${at}/People/fields`, self);
  await good("POST", `${at}/People/fields`, {
    name: "Notes of",
    type: "lookup",
    template: { linkFieldId: "Everything", targetFieldId: "Lookup" },
  });
  await good("POST", `${at}/People/fields`, { name: "Gone", type: "number" });
  await good("POST", `${at}/People/fields`, { name: "Papers", type: "attachments" });
  const pictures = await Promise.all([
    upload("ü%2F #1.bin", Buffer.from([0, 255, 10, 13])),
    upload("b", "b"),
  ]);
  const [bob = "", eve = "", dan = ""] = await createRecords(api, `${at}/${people.id}`, [
    { Name: "Bob", Parent: [ada], Papers: pictures, Gone: 1 },
    { Name: "Eve", Parent: [ada] },
    { Name: "Dan" },
  ]);
  await good("DELETE", `${at}/People/fields/Gone`);
  const created = await createRecords(api, place, [
    { Link: [eve, bob, ada] },
    { Link: [ada, dan] },
    { Link: [dan] },
    {},
  ]);
  // The last number is of a deleted record, and so is a link.
  await good("DELETE", `${at}/People/records/${dan}`);
  await good("DELETE", `${place}/records/${created[3]}`);
  await good("POST", `${place}/records/move`, { recordIds: [created[1]], after: null });
  await good("POST", `${at}/People/records/move`, { recordIds: [eve], after: ada });
  await good("PATCH", `${place}/records/${created[0]}`, { record: { "long_text 0": "changed later" } });
  const [stage] = everything.fields.filter(({ type }) => type === "single_select");
  await good("POST", `${place}/views`, {
    name: "Of Ada",
    config: {
      filter: {
        or: [
          { field: "Link", contains: ada },
          {
            and: [
              { field: "id", in: [created[0], created[2]] },
              { field: stage?.name, is_empty: true },
            ],
          },
        ],
      },
      sorts: [{ fieldId: "Number", direction: "desc" }, { fieldId: "createdAt" }],
      groups: [{ fieldId: stage?.name }],
      hiddenFieldIds: ["Lookup", "Files"],
      fieldWidths: { Link: 321 },
      orderedFieldIds: ["Link", "Source"],
      rowHeight: 60,
      frozenFieldCount: 2,
    },
  });
  await good("POST", `${at}/People/views`, {
    name: "Empty",
    config: { filter: { field: "Parent", is_empty: true } },
  });
  await good("POST", at, { name: "No records", fields: [{ name: "Name", type: "single_line_text" }] });
  await good("PATCH", `${at}/People`, { order: 2 });
  return everything;
}

/** The contents of a database with each id replaced by what it identifies, so that equal databases compare as equal. */
export async function contentsWithoutIds(api: ApiClient, databaseId: string): Promise<unknown> {
  const { body: base } = await api.get<Base>(`/bases/${databaseId}`);
  const names = new Map([[databaseId, "the database"]]);
  const tables: unknown[] = [];
  for (const table of base.tables) {
    for (const [id, name] of partsOf(table)) names.set(id, name);
    const place = `/bases/${databaseId}/tables/${table.id}`;
    const list = (viewId?: string) =>
      api
        .post(`${place}/records/list`, { limit: 2_000, viewId })
        .then(({ body }) => body.records as Record[]);
    const records = await list();
    for (const [index, { id }] of records.entries()) names.set(id, `record ${index} of ${table.name}`);
    const views = await Promise.all(
      table.views.map(async ({ id }) => (await list(id)).map((record) => record.id)),
    );
    tables.push({ table, records, views, files: await filesIn(records) });
  }
  const text = JSON.stringify(tables).replaceAll(
    /\/attachments\/[0-9a-f]{32}\/([^?"]*)[^"]*/g,
    "/attachments/…/$1",
  );
  // Sorted by ids, which differ.
  const inOrder = (key: string, value: unknown) =>
    key === "fieldIds" ? (value as string[]).toSorted() : value;
  return JSON.parse(
    text.replaceAll(anyId, (id) => names.get(id) ?? id),
    inOrder,
  );
}

/** The bytes of all files in the cells, as text. */
async function filesIn(records: readonly Record[]): Promise<string[]> {
  const urls = records.flatMap(({ fields }) =>
    Object.values(fields).flatMap((value) =>
      Array.isArray(value) ? value.flatMap((each) => (typeof each?.url === "string" ? each.url : [])) : [],
    ),
  );
  return Promise.all(
    urls.map(async (url) => {
      const response = await fetch(url);
      return `${response.status} ${Buffer.from(await response.arrayBuffer()).toString("hex")}`;
    }),
  );
}

/** Any id. Database ids come first, as they may begin like another. */
const anyId = /\b[0-9a-f]{16}\b|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[tfv][1-9A-HJ-NP-Za-km-z]{10}/g;

function partsOf({ id, name, fields, views }: Table): [id: string, name: string][] {
  return [
    [id, `table ${name}`],
    ...fields.map((field): [string, string] => [field.id, `field ${field.name} of ${name}`]),
    ...views.map((view): [string, string] => [view.id, `view ${view.name} of ${name}`]),
  ];
}
