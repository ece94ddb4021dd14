/** Deletes several fields in one request: all or none. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type InProcess, startInProcess } from "../../../e2e/in-process";
import type { Table } from "../../contract/tables";

let server: InProcess;
let base: string;
let table: Table;

beforeAll(async () => {
  server = await startInProcess();
});
afterAll(() => server.stop());

beforeEach(async () => {
  const link = (tableId: string) => ({ type: "linked_record", template: { tableId } });
  const { body } = await server.call("POST", "/bases", {
    name: "Work",
    tables: [
      { name: "People", fields: [{ name: "Name", type: "single_line_text" }] },
      {
        name: "Jobs",
        fields: [
          { name: "Title", type: "single_line_text" },
          { name: "Who", ...link("People") },
          { name: "After", ...link("Jobs") },
          { name: "Names", type: "lookup", template: { linkFieldId: "Who", targetFieldId: "Name" } },
          { name: "Last", type: "lookup", template: { linkFieldId: "After", targetFieldId: "Names" } },
          { name: "Note", type: "long_text" },
          { name: "Cost", type: "number" },
        ],
      },
    ],
  });
  base = `/bases/${body.id}`;
  table = body.tables[1];
});

test("fields are deleted in any order, with their readers and the other sides of links", async () => {
  const fieldIds = ["Who", "After", "Note", "Names", "Last"].map(idOf);
  const { status, body } = await remove(fieldIds);
  expect([status, body]).toEqual([200, { deleted: true, fieldIds }]);
  expect(await namesIn("Jobs")).toEqual(["Title", "Cost"]);
  expect(await namesIn("People")).toEqual(["Name"]);
  const groups = (await server.call("GET", `${base}/trash?group=changeSet`)).body.trash;
  expect(groups).toHaveLength(1);
});

test("both sides of a link within the table can be given", async () => {
  const [after, inverse] = [idOf("After"), inverseOf("After")];
  const { status, body } = await remove([after, inverse, "Last"]);
  expect([status, body.fieldIds]).toEqual([200, [after, inverse, idOf("Last")]]);
  expect(await namesIn("Jobs")).toEqual(["Title", "Who", "Names", "Note", "Cost"]);
});

test("undo restores all of them in their positions", async () => {
  const before = await namesIn("Jobs");
  expect((await remove(["Who", "Names", "Last", "Cost"])).status).toBe(200);
  const undone = await server.call("POST", `${base}/undo`);
  expect([undone.status, undone.body.skipped]).toEqual([200, []]);
  expect(await namesIn("Jobs")).toEqual(before);
  expect(await namesIn("People")).toEqual(["Name", "Jobs"]);
});

test.each<[fieldIds: string[], status: number, paths: string[] | undefined]>([
  [["Note", "Title"], 409, undefined],
  [["Note", "Nope"], 404, undefined],
  [["Note", "Cost", "Note"], 400, ["fieldIds[2]"]],
  [[], 400, ["fieldIds"]],
])("%j are refused, and no field is deleted", async (fieldIds, status, paths) => {
  const before = await namesIn("Jobs");
  const refused = await remove(fieldIds);
  expect(refused.status).toBe(status);
  expect(refused.body.error.details?.map(({ path }: { path: string }) => path)).toEqual(paths);
  expect(await namesIn("Jobs")).toEqual(before);
});

test("fields that others read can be deleted, and those name what is missing", async () => {
  const { status, body } = await server.call("DELETE", `${base}/tables/Jobs/fields/Who`);
  expect(status).toBe(200);
  expect(body.dependents.map(({ name }: { name: string }) => name).toSorted()).toEqual(["Last", "Names"]);
  expect(await namesIn("Jobs")).toEqual(["Title", "After", "Names", "Last", "Note", "Cost", "Jobs"]);
});

function remove(fieldIds: readonly string[]) {
  return server.call("DELETE", `${base}/tables/Jobs/fields`, { fieldIds });
}

async function namesIn(name: string): Promise<string[]> {
  const { body } = await server.call("GET", `${base}/tables/${name}`);
  return body.fields
    .map((field: { name: string }) => field.name)
    .filter((each: string) => !each.startsWith("Jobs ("));
}

function idOf(name: string): string {
  return table.fields.find((field) => field.name === name)?.id ?? "";
}

function inverseOf(name: string): string {
  return String(table.fields.find((field) => field.name === name)?.template.inverseFieldId);
}
