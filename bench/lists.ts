import type pg from "pg";
import type { CalendarPage } from "@/lib/contract/calendar";
import type { RecordPage } from "@/lib/contract/lists";
import type { StackPage } from "@/lib/contract/stacks";
import type { View } from "@/lib/contract/views";
import { partitionOf } from "@/lib/server/structure/partitions";
import { type Api, post, timed } from "./api";
import { compare, middle, type Subject, takeTurns, warmUp } from "./compare";
import type { BenchTable } from "./data";
import { milliseconds, printLine, printOutcomes, whole } from "./report";

/** The servers, and a table with many records. */
export interface Lists {
  readonly product: Api & Subject;
  readonly bare: Subject;
  /** The product by two processes. */
  readonly two: Subject;
  readonly client: pg.Client;
  readonly table: BenchTable;
}

/** A measurement with its target and result. */
export type Figure = readonly [what: string, target: string, reached: string];

const firstPage = { limit: 100, total: false };

/** Measures the first page with 1 and with 16 connections. */
export async function measureFirstPage({ product, bare, two, table }: Lists): Promise<Figure[]> {
  const subjects = [bare, product, two];
  const next = () => ({ method: "POST" as const, path: `${table.path}/list`, body: firstPage });
  await warmUp(subjects, { key: product.key, connections: 16, next });
  printLine("List of 100 records, the first page, 1 connection:");
  const [, alone] = printOutcomes(await compare(subjects, { key: product.key, connections: 1, next }));
  printLine("List of 100 records, the first page, 16 connections:");
  const [, together] = printOutcomes(await compare(subjects, { key: product.key, connections: 16, next }));
  return [
    [
      "list 100, first page, `total: false`, 16 connections",
      "≥ 0.60 of bare",
      `${together?.ratio.toFixed(2)} (${whole(together?.perSecond ?? Number.NaN)} a second)`,
    ],
    ["the same at one connection, p50", "≤ 10 ms", milliseconds(alone?.p50 ?? Number.NaN)],
  ];
}

/** Measures the cost of counting all records in addition to reading the first page. */
export async function measureCount({ product, table }: Lists): Promise<Figure[]> {
  const list = async (total: boolean) =>
    (await timed<RecordPage>(product, `${table.path}/list`, { limit: 100, total })).milliseconds;
  const together = async () => {
    const start = performance.now();
    await Promise.all(Array.from({ length: 16 }, () => list(true)));
    return performance.now() - start;
  };
  const [without = Number.NaN, counted = Number.NaN, shared = Number.NaN] = await takeTurns([
    () => list(false),
    () => list(true),
    together,
  ]);
  return [
    ["list 100 with total: cost of the count", "≤ 300 ms", milliseconds(counted - without)],
    ["16 such calls in parallel, all completed", "shared", milliseconds(shared)],
  ];
}

/** Measures a filter without an index, compared with hand-written SQL. */
export async function measureFilter({ product, client, table }: Lists): Promise<Figure[]> {
  const { Stage, Amount, City } = Object.fromEntries(table.fields.map((field) => [field.name, field]));
  const options = Stage?.template.options as { value: string; label: string }[];
  const won = options.find(({ label }) => label === "Won")?.value;
  const request = {
    filter: {
      and: [
        { field: "Stage", equals: "Won" },
        { field: "Amount", greater_than: 1_000 },
      ],
    },
    sort: [{ field: "City" }],
    ...firstPage,
  };
  const sql = `
    SELECT "id", "data", "createdAt", "updatedAt" FROM ${partitionOf(table.id).text}
    WHERE "data" ->> '${Stage?.id}' = '${won}' AND ("data" -> '${Amount?.id}')::numeric > 1000
    ORDER BY "data" ->> '${City?.id}' COLLATE "und-x-icu", "id" LIMIT 100`;
  const answers: string[] = [];
  const [direct = Number.NaN, ours = Number.NaN] = await takeTurns([
    async () => {
      const start = performance.now();
      const { rows } = await client.query<{ id: string }>(sql);
      answers.push(rows.map(({ id }) => id).join());
      return performance.now() - start;
    },
    async () => {
      const { answer, ...taken } = await timed<RecordPage>(product, `${table.path}/list`, request);
      answers.push(answer.records.map(({ id }) => id).join());
      return taken.milliseconds;
    },
  ]);
  if (new Set(answers).size > 1) throw new Error("Rowhouse and PostgreSQL returned different records");
  return [
    [
      "filter on two fields, sort on a third, first 100, no index",
      "≤ 3 × the same SQL, ≤ 2 s",
      `${(ours / direct).toFixed(2)} × (${milliseconds(ours)} to ${milliseconds(direct)})`,
    ],
  ];
}

/** Measures a month of a calendar, compared with hand-written SQL. */
export async function measureCalendar({ product, client, table }: Lists): Promise<Figure[]> {
  const { Name: name, Due: due } = Object.fromEntries(table.fields.map((field) => [field.name, field.id]));
  const views = table.path.replace(/records$/, "views");
  const config = { startFieldId: due };
  const { id: viewId } = await post<View>(product, views, { name: "Calendar", type: "calendar", config });
  const month = { viewId, from: "2026-04-01", to: "2026-04-30" };
  const sql = `
    SELECT "id", "data" -> '${name}', "data" -> '${due}', "createdAt", "updatedAt" FROM ${partitionOf(table.id).text}
    WHERE "data" ->> '${due}' COLLATE "C" BETWEEN '2026-04-01' AND '2026-04-30'
    ORDER BY "data" ->> '${due}' COLLATE "C", "position", "id" LIMIT 5000`;
  let found = 0;
  const listed = (request: object) => async () => {
    const { answer, ...taken } = await timed<CalendarPage>(product, `${table.path}/calendar`, request);
    found = answer.records.length;
    return taken.milliseconds;
  };
  const [direct = Number.NaN, shown = Number.NaN, all = Number.NaN] = await takeTurns([
    async () => {
      const start = performance.now();
      await client.query(sql);
      return performance.now() - start;
    },
    listed({ ...month, fields: [name, due] }),
    listed(month),
  ]);
  return [
    [
      `calendar, a month of ${whole(found)} records as the page reads it, no index`,
      "≤ 500 ms",
      `${milliseconds(shown)} (the same SQL ${milliseconds(direct)})`,
    ],
    ["the same with all fields", "", milliseconds(all)],
  ];
}

/** Measures a board of three stacks with a sum, compared with reading the stack of each record. */
export async function measureStacks({ product, client, table }: Lists): Promise<Figure[]> {
  const { Stage, Amount } = Object.fromEntries(table.fields.map((field) => [field.name, field.id]));
  const views = table.path.replace(/records$/, "views");
  const config = { stackFieldId: Stage, stackAggregate: { fieldId: Amount, function: "sum" } };
  const { id: viewId } = await post<View>(product, views, { name: "Board", type: "kanban", config });
  const sql = `SELECT count("data" ->> '${Stage}') FROM ${partitionOf(table.id).text}`;
  const stacks = (counts: boolean) => async () =>
    (await timed<StackPage>(product, `${table.path}/stacks`, { viewId, counts })).milliseconds;
  const [scan = Number.NaN, first = Number.NaN, counted = Number.NaN] = await takeTurns([
    async () => {
      const start = performance.now();
      await client.query(sql);
      return performance.now() - start;
    },
    stacks(false),
    stacks(true),
  ]);
  return [
    ["board, three stacks: first cards", "≤ 1 s", milliseconds(first)],
    [
      "the same with counts and sums, no index",
      "a few scans",
      `${milliseconds(counted)} (reading each stack ${milliseconds(scan)})`,
    ],
  ];
}

/** Reads all records page by page, to compare the first pages with the last. */
export async function measureCursor({ product, table }: Lists): Promise<Figure[]> {
  const taken: number[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const request = { limit: 1_000, total: false, ...(cursor !== undefined && { cursor }) };
    const page: { answer: RecordPage; milliseconds: number } = await timed(
      product,
      `${table.path}/list`,
      request,
    );
    taken.push(page.milliseconds);
    cursor = page.answer.nextCursor;
  }
  const tenth = Math.ceil(taken.length / 10);
  const [early, late] = [taken.slice(0, tenth), taken.slice(-tenth)].map((some) => middle(some, Number));
  return [
    [
      `cursor pages to the end, 1,000 a page (${whole(taken.length)} pages)`,
      "constant time a page",
      `first tenth ${milliseconds(early ?? Number.NaN)}, last tenth ${milliseconds(late ?? Number.NaN)}`,
    ],
  ];
}
