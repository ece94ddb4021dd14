import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OwnPostgres, startOwnPostgres } from "../../../e2e/own-postgres";
import { migrate } from "./migrate";

const base = "0123456789abcdef";
const goneBase = "fedcba9876543210";
const [table, goneTable] = ["tAAAAAAAAAA", "tBBBBBBBBBB"];
const view = "vAAAAAAAAAA";

let folder: string;
let postgres: OwnPostgres;
let client: pg.Client;

beforeAll(async () => {
  postgres = await startOwnPostgres();
  folder = await mkdtemp(path.join(tmpdir(), "rowhouse-trash-"));
  client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const all = await readdir("prisma/migrations");
  for (const name of all.filter((each) => /^00(0|10)/.test(each))) {
    await cp(path.join("prisma/migrations", name), path.join(folder, name), { recursive: true });
  }
  await migrate(client, folder);
});

afterAll(async () => {
  await client.end();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

test("items in an earlier version's trash return to their place as deleted rows", async () => {
  const field = (letter: string, order: number, tableId = table) => ({
    ...{ id: idOf(letter), tableId, name: letter, type: "number", template: {}, order, lastNumber: order },
  });
  const configOf = (letters: string, more: object = {}) => ({
    ...{ filter: null, sorts: [], groups: [], hiddenFieldIds: [], fieldWidths: {}, rowHeight: 32 },
    ...{ orderedFieldIds: [...letters].map(idOf), frozenFieldCount: 1, ...more },
  });
  await client.query(`
    INSERT INTO "Base" ("id", "name") VALUES ('${base}', 'Base');
    INSERT INTO "Table" VALUES ('${table}', '${base}', 'Things', 0, '${idOf("A")}');
    INSERT INTO "Field" ("id", "tableId", "name", "type", "template", "order") VALUES
      ('${idOf("A")}', '${table}', 'A', 'number', '{}', 0), ('${idOf("D")}', '${table}', 'D', 'number', '{}', 1);`);
  await client.query(`INSERT INTO "View" VALUES ($1, $2, 'Grid view', 'grid', $3, 0)`, [
    view,
    table,
    JSON.stringify(
      configOf("AD", { sorts: [{ fieldId: idOf("A"), direction: "asc" }], hiddenFieldIds: [idOf("D")] }),
    ),
  ]);
  const on = (letter: string, operator: object) => ({ field: idOf(letter), ...operator });
  // B went first, so that the views of the time after that say nothing of it.
  const [wasB, wasC] = [
    { filter: { and: [on("B", { equals: 1 }), { or: [on("C", { equals: 2 })] }] } },
    { filter: { and: [{ or: [on("C", { equals: 2 })] }] } },
  ];
  const more = { sorts: [{ fieldId: idOf("A"), direction: "asc" }], hiddenFieldIds: [idOf("C"), idOf("D")] };
  const orders = { [table]: [..."ABCD"].map(idOf), [view]: [..."ABCD"].map(idOf) };
  await trash("field", idOf("B"), {
    ...{ tables: [], fields: [field("B", 1)], views: [], orders },
    configs: { [view]: configOf("ABCD", { ...wasB, ...more, fieldWidths: { [idOf("B")]: 77 } }) },
  });
  await trash("field", idOf("C"), {
    ...{ tables: [], fields: [field("C", 1)], views: [], orders },
    configs: { [view]: configOf("ACD", { ...wasC, ...more }) },
  });
  // From before the trash kept orders and configs.
  await trash("table", goneTable, {
    tables: [{ id: goneTable, name: "Things", order: 0, primaryFieldId: idOf("E") }],
    fields: [field("E", 0, goneTable), field("F", 2)],
    views: [
      { id: "vBBBBBBBBBB", tableId: goneTable, name: "V", type: "grid", config: configOf("E"), order: 0 },
    ],
  });
  await trash("view", "vCCCCCCCCCC", {
    tables: [],
    fields: [],
    views: [
      {
        id: "vCCCCCCCCCC",
        tableId: table,
        name: "Grid view",
        type: "grid",
        config: configOf("AD"),
        order: 1,
      },
    ],
  });
  await trash("record", "019a9e5c-0000-7000-8000-000000000000", { data: {}, links: [] });
  const createdAt = "2026-01-01T00:00:00.000Z";
  await trash(
    "base",
    goneBase,
    { base: { id: goneBase, name: "Gone", version: 7, createdAt }, tables: [], fields: [], views: [] },
    goneBase,
  );
  // A field of a missing table could not be restored before, either.
  await trash("field", idOf("G"), { tables: [], fields: [field("G", 0, "tZZZZZZZZZZ")], views: [] });

  await migrate(client, "prisma/migrations");

  expect(await namesIn("Field")).toEqual(["A", "D"]);
  expect(await namesIn("AllFields", `WHERE "tableId" = '${table}'`)).toEqual(["A", "B", "C", "D", "F"]);
  expect(await namesIn("AllTables")).toEqual(["Things", "Things"]);
  expect(await namesIn("AllBases")).toEqual(["Base", "Gone"]);
  expect(await namesIn("AllViews")).toEqual(["Grid view", "V", "Grid view"]);
  const { rows: places } = await client.query(
    `SELECT "name", "order", "lastNumber" FROM "AllFields" WHERE "tableId" = $1 AND "trashId" IS NULL ORDER BY "order"`,
    [table],
  );
  expect(places.map(({ order }) => order)).toEqual([0, 1]);
  const { rows } = await client.query('SELECT "config" FROM "View"');
  expect(rows).toEqual([
    { config: configOf("ABCD", { ...wasB, ...more, fieldWidths: { [idOf("B")]: 77 } }) },
  ]);
  const { rows: held } = await client.query(`
    SELECT "kind", "content" IS NULL AS "isMoved", (SELECT count(*)::int FROM "AllFields" WHERE "trashId" = "Trash"."id") AS "fields"
    FROM "Trash" ORDER BY "id"`);
  expect(held.map(({ kind, isMoved, fields }) => [kind, isMoved, fields])).toEqual([
    ["field", true, 1],
    ["field", true, 1],
    ["table", true, 2],
    ["view", true, 0],
    ["record", false, 0],
    ["base", true, 0],
    ["field", true, 0],
  ]);
});

let entries = 0;

async function trash(kind: string, itemId: string, content: object, baseId = base): Promise<void> {
  const id = `019a9e5c-0000-7000-8000-${String(++entries).padStart(12, "0")}`;
  await client.query(
    `INSERT INTO "Trash" ("id", "baseId", "kind", "itemId", "tableId", "name", "changeSetId", "content")
     VALUES ($1, $2, $3, $4, $5, '', $1, $6)`,
    [id, baseId, kind, itemId, ["table", "base"].includes(kind) ? null : table, JSON.stringify(content)],
  );
}

async function namesIn(name: string, condition = ""): Promise<string[]> {
  const { rows } = await client.query(
    `SELECT "name" FROM "${name}" ${condition} ORDER BY ${order(name)}, "id"`,
  );
  return rows.map((row) => row.name);
}

function order(name: string): string {
  return name === "AllBases" ? '"name"' : '"order"';
}

function idOf(letter: string): string {
  return `f${letter.repeat(10)}`;
}
