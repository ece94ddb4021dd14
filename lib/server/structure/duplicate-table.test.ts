/** Duplicates tables in one request. References of the original to itself become references of the copy to itself. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type InProcess, startInProcess } from "../../../e2e/in-process";
import type { Record } from "../../contract/records";
import type { Table } from "../../contract/tables";

let server: InProcess;
let base: string;
let people: Table;
let jobs: Table;

beforeAll(async () => {
  server = await startInProcess();
  const link = (name: string, tableId: string) => ({ name, type: "linked_record", template: { tableId } });
  const stages = { options: [{ label: "Open" }, { label: "Done" }] };
  const { body } = await server.call("POST", "/bases", {
    name: "Work",
    tables: [
      { name: "People", fields: [{ name: "Name", type: "single_line_text" }] },
      {
        name: "Jobs",
        fields: [
          { name: "Title", type: "single_line_text" },
          { name: "Number", type: "autonumber" },
          { name: "Stage", type: "single_select", template: stages },
          { name: "Done", type: "checkbox" },
          link("After", "Jobs"),
          link("Who", "People"),
        ],
      },
    ],
  });
  base = `/bases/${body.id}`;
  jobs = await tableOf("Jobs");
  const before = jobs.fields.find(({ template }) => template.isInverse)?.id ?? "";
  await server.call("PATCH", `${base}/tables/Jobs/fields/${before}`, { name: "Before" });
  for (const [name, linkFieldId, targetFieldId] of [
    ["Next", "Before", "Title"],
    ["Names", "Who", "Name"],
  ]) {
    const lookup = { name, type: "lookup", template: { linkFieldId, targetFieldId } };
    expect((await server.call("POST", `${base}/tables/Jobs/fields`, lookup)).status).toBe(201);
  }
  const config = {
    filter: { field: "Stage", equals: "Open" },
    sorts: [{ fieldId: "Title", direction: "desc" }],
    hiddenFieldIds: ["Done"],
    fieldWidths: { Title: 300 },
    orderedFieldIds: ["Title", "Names"],
  };
  await server.call("POST", `${base}/tables/Jobs/views`, { name: "Open ones", type: "grid", config });
  const [ann, bob] = await create("People", [{ Name: "Ann" }, { Name: "Bob" }]);
  const [one] = await create("Jobs", [{ Title: "One", Stage: "Open", Done: true, Who: [bob?.id, ann?.id] }]);
  await create("Jobs", [{ Title: "Two", After: [one?.id], Who: [ann?.id] }, {}]);
  const [, two] = await recordsOf("Jobs");
  await server.call("POST", `${base}/tables/Jobs/records/move`, { recordIds: [two?.id], after: null });
  people = await tableOf("People");
  jobs = await tableOf("Jobs");
});
afterAll(() => server.stop());

test("the copy has the original's fields, views and records with its own ids", async () => {
  const before = await recordsOf("Jobs");
  const { status, body: copy } = await duplicate("Jobs", { name: "More jobs" });
  expect(status).toBe(201);
  expect(shapeOf(copy)).toEqual(shapeOf(jobs));
  const own = new Set([...jobs.fields, ...jobs.views].map(({ id }) => id));
  expect([...copy.fields, ...copy.views].filter(({ id }) => own.has(id))).toEqual([]);
  const [after, back] = ["After", "Before"].map((name) => fieldOf(copy, name));
  expect(after?.template).toMatchObject({ tableId: copy.id, inverseFieldId: back?.id });
  expect(back?.template).toMatchObject({ tableId: copy.id, inverseFieldId: after?.id, isInverse: true });
  expect(fieldOf(copy, "Next")?.template).toEqual({
    linkFieldId: back?.id,
    targetFieldId: fieldOf(copy, "Title")?.id,
  });
  const records = await recordsOf("More jobs");
  expect(records.map(valuesOf(records))).toEqual(before.map(valuesOf(before)));
  expect(await recordsOf("Jobs")).toEqual(before);
  const inOrder = await recordsOf("More jobs", { viewId: copy.views[0]?.id });
  expect(inOrder.map(({ fields }) => fields.Title)).toEqual(["Two", "One", null]);
});

test("each link to another table gets its own reverse field there", async () => {
  const { body: copy } = await duplicate("Jobs", { name: "Linked jobs" });
  const inverse = fieldOf(await tableOf("People"), "Linked jobs");
  expect(fieldOf(copy, "Who")?.template).toMatchObject({ tableId: people.id, inverseFieldId: inverse?.id });
  const titles = new Map((await recordsOf("Linked jobs")).map(({ id, fields }) => [id, fields.Title]));
  const held = (await recordsOf("People")).map(({ fields }) => fields["Linked jobs"] as string[]);
  expect(held.map((ids) => ids.map((id) => titles.get(id)))).toEqual([["One", "Two"], ["One"]]);
});

test("numbering continues after the copies, and new options belong to the copy", async () => {
  const { body: copy } = await duplicate("Jobs", { name: "Own jobs" });
  const [made] = await create("Own jobs", [{ Title: "Four" }]);
  expect(made?.fields.Number).toBe(4);
  const template = { options: [{ label: "Late" }] };
  const changed = await server.call("PATCH", `${base}/tables/Own%20jobs/fields/Stage`, {
    template,
    allowLoss: true,
  });
  expect(changed.status).toBe(200);
  expect(fieldOf(await tableOf("Jobs"), "Stage")).toEqual(fieldOf(jobs, "Stage"));
  expect(copy.name).toBe("Own jobs");
});

test("undo deletes the copy with everything added, and redo restores it", async () => {
  const peopleNow = async () => [
    await tableOf("People"),
    (await recordsOf("People")).map(({ fields }) => fields),
  ];
  const before = await peopleNow();
  const records = await recordsOf("Jobs");
  const { body: copy } = await duplicate("Jobs", {});
  expect(copy.name).toBe("Jobs copy");
  const undone = await server.call("POST", `${base}/undo`, { tableId: copy.id });
  expect([undone.status, undone.body.skipped]).toEqual([200, []]);
  expect((await server.call("GET", `${base}/tables/${copy.id}`)).status).toBe(404);
  expect(await peopleNow()).toEqual(before);
  const redone = await server.call("POST", `${base}/redo`);
  expect([redone.status, redone.body.skipped]).toEqual([200, []]);
  const again = await recordsOf("Jobs copy");
  expect(again.map(valuesOf(again))).toEqual(records.map(valuesOf(records)));
});

test("without records it is empty", async () => {
  const { status, body } = await duplicate("Jobs", { name: "Empty jobs", records: false });
  expect([status, shapeOf(body)]).toEqual([201, shapeOf(jobs)]);
  expect(await recordsOf("Empty jobs")).toEqual([]);
  expect((await create("Empty jobs", [{}]))[0]?.fields.Number).toBe(1);
});

test.each<[given: object, table: string, status: number]>([
  [{ name: "People" }, "Jobs", 409],
  [{ name: "" }, "Jobs", 400],
  [{ name: "X", nmae: "Y" }, "Jobs", 400],
  [{ records: "yes" }, "Jobs", 400],
  [{}, "Nothing", 404],
])("%j of %s is refused and stores nothing", async (given, table, status) => {
  const before = (await server.call("GET", `${base}/tables`)).body;
  expect((await server.call("POST", `${base}/tables/${table}/duplicate`, given)).status).toBe(status);
  expect((await server.call("GET", `${base}/tables`)).body).toEqual(before);
});

test("a dry run returns the copy and stores nothing", async () => {
  const before = (await server.call("GET", `${base}/tables`)).body;
  const { status, body } = await server.call("POST", `${base}/tables/Jobs/duplicate?dryRun=true`, {});
  expect([status, shapeOf(body)]).toEqual([201, shapeOf(jobs)]);
  expect((await server.call("GET", `${base}/tables`)).body).toEqual(before);
});

test("more than a page of records is copied, with links among them", async () => {
  const fields = [
    { name: "Name", type: "single_line_text" },
    { name: "Next", type: "linked_record", template: { tableId: "Many" } },
  ];
  expect((await server.call("POST", `${base}/tables`, { name: "Many", fields })).status).toBe(201);
  const names = (from: number) =>
    Array.from({ length: 1_500 }, (_, index) => ({ Name: `Row ${from + index}` }));
  const all = [...(await create("Many", names(0))), ...(await create("Many", names(1_500)))];
  const [first, last] = [all[0], all.at(-1)];
  await server.call("PATCH", `${base}/tables/Many/records/${first?.id}`, { record: { Next: [last?.id] } });
  expect((await duplicate("Many", { name: "Many more" })).status).toBe(201);
  const copies = [
    ...(await recordsOf("Many more", { limit: 2_000 })),
    ...(await recordsOf("Many more", { limit: 2_000, offset: 2_000 })),
  ];
  expect(copies.map(({ fields: { Name } }) => Name)).toEqual(all.map(({ fields: { Name } }) => Name));
  expect(copies[0]?.fields.Next).toEqual([copies.at(-1)?.id]);
});

async function duplicate(name: string, given: object): Promise<{ status: number; body: Table }> {
  return server.call("POST", `${base}/tables/${name}/duplicate`, given);
}

async function tableOf(name: string): Promise<Table> {
  return (await server.call("GET", `${base}/tables/${encodeURIComponent(name)}`)).body;
}

async function create(table: string, records: readonly object[]): Promise<Record[]> {
  const path = `${base}/tables/${encodeURIComponent(table)}/records/bulk`;
  const { status, body } = await server.call("POST", path, { records });
  expect(status).toBe(200);
  return body.records;
}

async function recordsOf(table: string, asked: object = {}): Promise<Record[]> {
  const sort = "viewId" in asked ? {} : { sort: [{ field: "createdAt" }] };
  const path = `${base}/tables/${encodeURIComponent(table)}/records/list`;
  const { status, body } = await server.call("POST", path, { ...sort, ...asked });
  expect(status).toBe(200);
  return body.records;
}

function fieldOf({ fields }: Table, name: string): Table["fields"][number] | undefined {
  return fields.find((field) => field.name === name);
}

/** A table without ids: fields by name instead. */
function shapeOf({ id, fields, views }: Table): unknown {
  const names = new Map([[id, "itself"], ...fields.map((field) => [field.id, field.name] as const)]);
  const text = JSON.stringify({
    fields: fields.map(({ name, type, template }) => ({
      name,
      type,
      template: { ...template, isInverse: null },
    })),
    views: views.map(({ name, type, config }) => ({ name, type, config })),
  });
  const known = text.replaceAll(/\b[tf][1-9A-HJ-NP-Za-km-z]{10}\b/g, (each) => names.get(each) ?? each);
  // The reverse field in the other table differs for each copy.
  return JSON.parse(known.replaceAll(/"inverseFieldId":"f\w{10}"/g, '"inverseFieldId":"there"'));
}

/** A record's values by field name, with links within the table as positions of records. */
function valuesOf(all: readonly Record[]) {
  const places = new Map(all.map(({ id }, index) => [id, index]));
  return ({ fields: { After, Before, ...others } }: Record) => ({
    ...others,
    After: (After as string[]).map((id) => places.get(id)),
    Before: (Before as string[]).map((id) => places.get(id)),
  });
}
