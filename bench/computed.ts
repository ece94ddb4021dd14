import type pg from "pg";
import type { Field } from "@/lib/contract/fields";
import type { RecordPage } from "@/lib/contract/lists";
import type { Table } from "@/lib/contract/tables";
import { partitionOf } from "@/lib/server/structure/partitions";
import { type Api, post, timed } from "./api";
import { middle, takeTurns } from "./compare";
import { type BenchTable, fill, makeTable } from "./data";
import type { Figure } from "./lists";
import { type BenchRequest, measure } from "./load";
import { patchesOf, writesCompared } from "./patches";
import { milliseconds, printLine, ratio, whole } from "./report";
import { settle } from "./run";

interface Computed {
  readonly product: Api;
  readonly client: pg.Client;
  /** Records of the large table. */
  readonly rows: number;
}

/** Linked records of each company. */
const linked = 20;

/** Measures formulas and rollups, compared with the same calls without them, and with the same SQL. */
export async function measureComputed({ product, client, rows }: Computed): Promise<Figure[]> {
  const table = await makeTable(product);
  printLine(`Making ${whole(rows)} records …`);
  const { recordIds } = await fill(product, table, { rows, callers: 2 });
  const companies = await makeCompanies({ product, client }, table, recordIds);
  await settle(client);
  const created = await measureCreation(product, table);
  for (const [name, formula] of formulas) await makeFormula(product, table, { name, formula });
  for (const [name, formula] of chain) await makeFormula(product, table, { name, formula });
  return [
    ...(await measurePages(product, table)),
    ...(await measureRollups({ product, client }, table, companies)),
    ...(await measureSorts({ product, client }, table, companies)),
    ...(await measureWrites(product)),
    ...created,
  ];
}

/** Ten formulas of everyday kinds. */
const formulas = [
  ["F0", "{Amount} * {Count}"],
  ["F1", "ROUND({Price} * 1.19, 2)"],
  ["F2", `{Name} & " (" & {City} & ")"`],
  ["F3", `IF({Done}, "done", "open")`],
  ["F4", `DATEADD({Due}, 14, "days")`],
  ["F5", "UPPER(LEFT({Code}, 3))"],
  ["F6", "{Amount} / {Count}"],
  ["F7", `SWITCH({Stage}, "Won", 1, "Lost", 0)`],
  ["F8", "AND({Done}, {Amount} > 100)"],
  ["F9", "LEN({Notes}) + YEAR({Due})"],
] as const;

const chain = [
  ["C1", "{Amount} + 1"],
  ["C2", "{C1} * 2"],
  ["C3", "{C2} - 3"],
  ["C4", "{C3} / 4"],
  ["C5", "{C4} + {C3}"],
] as const;

async function makeFormula(
  api: Api,
  { databaseId, id }: BenchTable,
  { name, formula }: { readonly name: string; readonly formula: string },
): Promise<Field> {
  const path = `/api/v1/bases/${databaseId}/tables/${id}/fields`;
  return post<Field>(api, path, { name, type: "formula", template: { formula } });
}

interface Companies {
  readonly id: string;
  readonly path: string;
  /** The link field in the table of deals, whose rows of `Link` go from a deal to its company. */
  readonly linkId: string;
}

/** Makes companies, each with twenty deals, and three rollups over them. */
async function makeCompanies(
  { product, client }: Pick<Computed, "product" | "client">,
  deals: BenchTable,
  dealIds: readonly string[],
): Promise<Companies> {
  const tables = `/api/v1/bases/${deals.databaseId}/tables`;
  const table = await post<Table>(product, tables, {
    name: "Companies",
    fields: [
      { name: "Name", type: "single_line_text" },
      { name: "Size", type: "number" },
    ],
  });
  const link = await post<Field>(product, `${tables}/${deals.id}/fields`, {
    name: "Company",
    type: "linked_record",
    template: { tableId: table.id },
  });
  const count = Math.ceil(dealIds.length / linked);
  const ids: string[] = [];
  for (let from = 0; from < count; from += 2_000) {
    const records = Array.from({ length: Math.min(2_000, count - from) }, (_, index) => ({
      Name: `Company ${from + index}`,
      Size: from + index,
    }));
    const path = `${tables}/${table.id}/records/bulk`;
    const made = await post<{ records: { id: string }[] }>(product, path, { records });
    ids.push(...made.records.map(({ id }) => id));
  }
  await client.query(
    `INSERT INTO "Link" ("fieldId", "fromId", "toId", "fromOrder", "toOrder")
     SELECT $1, deal."id", company."id", 1, (deal."n" - 1) / $4
     FROM unnest($2::uuid[]) WITH ORDINALITY AS deal ("id", "n")
     JOIN unnest($3::uuid[]) WITH ORDINALITY AS company ("id", "n") ON (deal."n" - 1) % cardinality($3::uuid[]) = company."n" - 1`,
    [link.id, dealIds, ids, ids.length],
  );
  for (const [name, fn, targetFieldId] of rollups) {
    await post(product, `${tables}/${table.id}/fields`, {
      name,
      type: "rollup",
      template: { linkFieldId: "Deals", targetFieldId, function: fn },
    });
  }
  return { id: table.id, path: `${tables}/${table.id}/records`, linkId: link.id };
}

const rollups = [
  ["Sum", "sum", "Amount"],
  ["Largest", "max", "Price"],
  ["Last due", "latest", "Due"],
] as const;

const stored = [
  "Name",
  "Notes",
  "Email",
  "Site",
  "Amount",
  "Count",
  "Price",
  "Done",
  "Stage",
  "Due",
  "City",
  "Code",
];

/** Requests of pages with and without formulas, in turns. */
async function measurePages(api: Api, table: BenchTable): Promise<Figure[]> {
  const page = (fields: readonly string[]): BenchRequest => ({
    method: "POST",
    path: `${table.path}/list`,
    body: { limit: 100, total: false, fields: [...stored, ...fields] },
  });
  const [without = 0, ten = 0, five = 0] = await rates(api, [
    page([]),
    page(formulas.map(([name]) => name)),
    page(chain.map(([name]) => name)),
  ]);
  return [
    ["page of 100 with ten formulas, 16 connections", "≥ 0.5 of the page without", ratio(ten, without)],
    ["page of 100 with a chain of five", "≥ 0.7 of the page without", ratio(five, without)],
  ];
}

/** Requests per second of each, at 16 connections, in turns. */
async function rates(api: Api, requests: readonly BenchRequest[]): Promise<number[]> {
  const load = { ...api, connections: 16 };
  for (const request of requests) await measure({ ...load, seconds: 2, next: () => request });
  return takeTurns(
    requests.map((request) => async () => {
      const { perSecond } = await measure({ ...load, seconds: 3, next: () => request });
      return perSecond;
    }),
  );
}

async function measureRollups(
  { product, client }: Pick<Computed, "product" | "client">,
  deals: BenchTable,
  { id, path, linkId }: Companies,
): Promise<Figure[]> {
  const [amount, price, due] = ["Amount", "Price", "Due"].map((name) => idOf(deals, name));
  const sql = `
    SELECT company."id", company."data", deal.* FROM (
      SELECT "id", "data" FROM ${partitionOf(id).text} WHERE "tableId" = '${id}' ORDER BY "id" LIMIT 100
    ) AS company CROSS JOIN LATERAL (
      SELECT sum((d."data" -> '${amount}')::numeric), max((d."data" -> '${price}')::numeric), max(d."data" ->> '${due}')
      FROM "Link" JOIN ${partitionOf(deals.id).text} AS d ON d."id" = "fromId"
      WHERE "fieldId" = '${linkId}' AND "toId" = company."id" AND d."tableId" = '${deals.id}'
    ) AS deal`;
  const direct = async () => {
    const start = performance.now();
    await client.query(sql);
    return performance.now() - start;
  };
  const page = { limit: 100, total: false, fields: ["Name", "Size", ...rollups.map(([name]) => name)] };
  const ours = async () => (await timed(product, `${path}/list`, page)).milliseconds;
  const [bare = Number.NaN, listed = Number.NaN] = await medians([direct, ours]);
  return [
    [
      `three rollups over ${linked} linked records each, page of 100, p50`,
      "≤ 1.5 × the same SQL, ≤ 20 ms",
      `${(listed / bare).toFixed(2)} × (${milliseconds(listed)} to ${milliseconds(bare)})`,
    ],
  ];
}

async function measureSorts(
  { product, client }: Pick<Computed, "product" | "client">,
  deals: BenchTable,
  { id, path, linkId }: Companies,
): Promise<Figure[]> {
  const sorted = (at: string, field: string) => async () =>
    (
      await timed<RecordPage>(product, `${at}/list`, {
        limit: 100,
        total: false,
        fields: ["Name"],
        sort: [{ field }],
      })
    ).milliseconds;
  const hashed = async () => {
    const start = performance.now();
    await client.query(`
      SELECT company."id", "total" FROM ${partitionOf(id).text} AS company LEFT JOIN (
        SELECT "toId", sum(("data" -> '${idOf(deals, "Amount")}')::numeric) AS "total"
        FROM "Link" JOIN ${partitionOf(deals.id).text} AS deal ON deal."id" = "fromId"
        WHERE "fieldId" = '${linkId}' GROUP BY "toId"
      ) AS deal ON deal."toId" = company."id" ORDER BY "total" NULLS LAST, company."id" LIMIT 100`);
    return performance.now() - start;
  };
  const [number = Number.NaN, formula = Number.NaN, rollup = Number.NaN, direct = Number.NaN] =
    await takeTurns([sorted(deals.path, "Amount"), sorted(deals.path, "F0"), sorted(path, "Sum"), hashed]);
  return [
    [
      "sort all by a formula, first 100",
      "≤ 2.5 × by a stored number",
      `${(formula / number).toFixed(2)} × (${milliseconds(formula)} to ${milliseconds(number)})`,
    ],
    [
      "sort a twentieth as many by a rollup over all",
      "≤ 1.5 × the hash aggregate in SQL",
      `${(rollup / direct).toFixed(2)} × (${milliseconds(rollup)} to ${milliseconds(direct)})`,
    ],
  ];
}

/** PATCH in a table with ten formulas, and in one without. */
async function measureWrites(api: Api): Promise<Figure[]> {
  const patches = async (isComputed: boolean) => {
    const table = await makeTable(api);
    if (isComputed) for (const [name, formula] of formulas) await makeFormula(api, table, { name, formula });
    const { recordIds } = await fill(api, table, { rows: 10_000, callers: 2 });
    return patchesOf(table, recordIds, (Amount) => ({ Amount }));
  };
  const reached = await writesCompared(api, [await patches(false), await patches(true)]);
  return [["PATCH in a table with ten formulas, 16 connections", "≥ 0.8 of one without", reached]];
}

/** Making a formula field, and making a text field. */
async function measureCreation(api: Api, table: BenchTable): Promise<Figure[]> {
  const path = `/api/v1/bases/${table.databaseId}/tables/${table.id}/fields`;
  let number = 0;
  const make = (type: string, template: object) => async () => {
    number += 1;
    return (await timed(api, path, { name: `New ${number}`, type, template })).milliseconds;
  };
  const [text = Number.NaN, formula = Number.NaN] = await takeTurns([
    make("single_line_text", {}),
    make("formula", { formula: "{Amount} * 2" }),
  ]);
  return [
    ["make a formula field", "like making a text field", `${milliseconds(formula)} to ${milliseconds(text)}`],
  ];
}

/** Medians of 40 runs of each, in turns. */
async function medians(works: readonly (() => Promise<number>)[]): Promise<number[]> {
  const taken = works.map(() => [] as number[]);
  for (let round = 0; round < 40; round++) {
    for (const [index, work] of works.entries()) taken[index]?.push(await work());
  }
  return taken.map((each) => middle(each, Number));
}

function idOf({ fields }: BenchTable, name: string): string {
  return fields.find((field) => field.name === name)?.id ?? "";
}
