/**
 * Measures the figures in README.md under "How fast". Most are ratios to bare node:http and `pg` in the same run,
 * because machines differ and are seldom idle.
 */
import type pg from "pg";
import { mintKey } from "@/lib/contract/ids";
import type { Api } from "./api";
import { serveBare } from "./bare";
import type { Subject } from "./compare";
import { measureComputed } from "./computed";
import { type BenchTable, fill, makeTable } from "./data";
import { measureDatabases } from "./databases";
import { keyOfEditor } from "./editor";
import { fileRows, measureFiles } from "./files";
import {
  type Figure,
  measureCalendar,
  measureCount,
  measureCursor,
  measureFilter,
  measureFirstPage,
  measureStacks,
} from "./lists";
import { measurePatches, measureRuled } from "./patches";
import { printLine, printTable, whole } from "./report";
import { openScratchDatabase, rows, runBench, settle, use } from "./run";
import { type BenchServer, startBare, startNext, startProduct, startWithoutLog } from "./servers";

// The bare server is this program started again, so that it has its own process like the others.
if (process.argv[2] === "bare") serveBare();
else await runBench(run);

async function run(): Promise<void> {
  const { url, client } = await openScratchDatabase();
  const environment = {
    DATABASE_URL: url,
    DATABASE_CONNECTIONS: "20",
    ROWHOUSE_API_KEY: mintKey(),
    RATE_LIMIT: "off",
    LOG_LEVEL: "warn",
    WORKERS: "1",
  };
  const server = await use(startProduct(environment));
  const product = { ...server, name: "Rowhouse with `npm start`" };
  const stage = { product, key: environment.ROWHOUSE_API_KEY, client, environment };
  const only = process.env.BENCH_ONLY;
  for (const [name, measure] of Object.entries({ patches, lists, computed, files, databases })) {
    if (only !== undefined && name !== only) continue;
    await measure(stage);
    printLine(`Resident after it: ${await server.megabytes()} MB, PostgreSQL apart.\n`);
  }
}

/** The servers and table to measure. */
interface Stage {
  readonly product: Subject & BenchServer;
  readonly key: string;
  readonly client: pg.Client;
  readonly environment: Record<string, string>;
}

/** Measures PATCH on a table with a tenth of the records. */
async function patches({ product, key, client, environment }: Stage): Promise<void> {
  const table = await makeTable({ ...product, key });
  const { recordIds } = await fillTable({ ...product, key }, table, Math.ceil(rows / 10));
  // First, because rules raise the version of the database, which the bare server's statement contains.
  const editor = await keyOfEditor({ ...product, key }, table);
  await settle(client);
  const bare = await use(startBare(environment, await stamped(table, client)));
  const logging = await use(startBare({ ...environment, BENCH_LOG: "1" }, await stamped(table, client)));
  const two = await use(startProduct({ ...environment, WORKERS: "2" }));
  const withoutLog = await use(startWithoutLog(environment));
  const next = await use(startNext(environment));
  await measurePatches(
    [
      { ...bare, name: "bare node:http + `pg`" },
      { ...logging, name: "the same, with Rowhouse's log" },
      product,
      { ...product, name: "the same, by an editor with rules", key: editor },
      { ...two, name: "the same with `WORKERS=2`" },
      { ...withoutLog, name: "Rowhouse without its log" },
      { ...next, name: "Rowhouse, through Next's route handler" },
    ],
    { key, table, recordIds },
  );
  printTable(["fields with rules", "target", "reached"], await measureRuled({ ...product, key }));
  for (const server of [bare, logging, two, withoutLog, next]) await server.stop();
}

async function lists({ product, key, client, environment }: Stage): Promise<void> {
  const api = { ...product, key };
  const table = await makeTable(api);
  const { perSecond } = await fillTable(api, table, rows);
  await settle(client);
  const bare = await use(startBare(environment, await stamped(table, client)));
  const two = await use(startProduct({ ...environment, WORKERS: "2" }));
  const stage = {
    product: api,
    bare: { ...bare, name: "bare node:http + `pg`" },
    two: { ...two, name: "the same with `WORKERS=2`" },
    client,
    table,
  };
  const figures: Figure[] = [
    ...(await measureFirstPage(stage)),
    ...(await measureCount(stage)),
    ...(await measureFilter(stage)),
    ...(await measureCalendar(stage)),
    ...(await measureStacks(stage)),
    [
      "bulk create, 2,000 records a call, two calls at a time",
      "≥ 15,000 records/s",
      `${whole(perSecond)} records/s`,
    ],
    ...(await measureCursor(stage)),
  ];
  printTable([`${whole(rows)} records of 12 fields`, "target", "reached"], figures);
}

async function computed({ product, key, client }: Stage): Promise<void> {
  const figures = await measureComputed({ product: { ...product, key }, client, rows });
  printTable([`computed fields, ${whole(rows)} records`, "target", "reached"], figures);
}

async function files({ product, key, client }: Stage): Promise<void> {
  const figures = await measureFiles({ product: { ...product, key }, client });
  printTable([`files of ${whole(fileRows)} rows of 12 fields`, "target", "reached"], figures);
}

async function databases({ product, key, client }: Stage): Promise<void> {
  const figures = await measureDatabases({ ...product, key }, client);
  printTable([`a database of ${whole(fileRows)} rows of 12 fields`, "target", "reached"], figures);
}

async function fillTable(api: Api, table: BenchTable, count: number) {
  printLine(`Making ${whole(count)} records …`);
  return fill(api, table, { rows: count, callers: 2 });
}

/** Adds the database's version, which the product's statement names. */
async function stamped(table: BenchTable, client: pg.Client) {
  const { rows } = await client.query(`SELECT "version" FROM "Base" WHERE "id" = $1`, [table.databaseId]);
  return { ...table, version: rows[0].version as number };
}
