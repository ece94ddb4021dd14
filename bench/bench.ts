/**
 * Measures what README.md says under "How fast". What can be is a ratio to bare node:http and `pg` in the same
 * run, because machines differ and are seldom idle.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { mintKey } from "@/lib/contract/ids";
import { readEnvironment } from "@/lib/server/env";
import { openDatabase } from "@/lib/server/open-database";
import type { Api } from "./api";
import { serveBare } from "./bare";
import type { Subject } from "./compare";
import { type BenchTable, fill, makeTable } from "./data";
import { type Figure, measureCount, measureCursor, measureFilter, measureFirstPage } from "./lists";
import { measurePatches } from "./patches";
import { printTable, say, whole } from "./report";
import { type BenchServer, startBare, startNext, startProduct } from "./servers";

/** Records of the table that is listed; the one whose records are changed has a tenth. */
const rows = Number(process.env.BENCH_ROWS ?? 1_000_000);

/** What is to be closed in the end, the last first. */
const closers: (() => Promise<unknown>)[] = [];

// The bare server is this program once more, so that it has a process to itself as the others have.
if (process.argv[2] === "bare") serveBare();
else await bench();

async function bench(): Promise<void> {
  for (const signal of ["SIGINT", "SIGTERM"])
    process.on(signal, () => void close().then(() => process.exit(1)));
  try {
    await run();
  } finally {
    await close();
  }
  process.exit();
}

async function run(): Promise<void> {
  const url = await openScratchDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  closers.push(() => client.end());
  const environment = { DATABASE_URL: url, ROWHOUSE_API_KEY: mintKey(), RATE_LIMIT: "off" };
  const server = await use(startProduct(environment));
  const product = { ...server, name: "Rowhouse, as `npm start` runs it" };
  const stage = { product, key: environment.ROWHOUSE_API_KEY, client, environment };
  await patches(stage);
  say(`Resident after it: ${await server.megabytes()} MB, PostgreSQL apart.\n`);
  await lists(stage);
  say(`Resident after it: ${await server.megabytes()} MB, PostgreSQL apart.`);
}

/** What all of it is measured on. */
interface Stage {
  readonly product: Subject;
  readonly key: string;
  readonly client: pg.Client;
  readonly environment: Record<string, string>;
}

async function patches({ product, key, client, environment }: Stage): Promise<void> {
  const table = await makeTable({ ...product, key });
  const { recordIds } = await fillTable({ ...product, key }, table, Math.ceil(rows / 10));
  await settle(client);
  const bare = await use(startBare(environment, await stamped(table, client)));
  const next = await use(startNext(environment));
  await measurePatches(
    [
      { ...bare, name: "bare node:http + `pg`" },
      product,
      { ...next, name: "Rowhouse, through Next's route handler" },
    ],
    {
      key,
      table,
      recordIds,
    },
  );
  await bare.stop();
  await next.stop();
}

async function lists({ product, key, client, environment }: Stage): Promise<void> {
  const api = { ...product, key };
  const table = await makeTable(api);
  const { perSecond } = await fillTable(api, table, rows);
  await settle(client);
  const bare = await use(startBare(environment, await stamped(table, client)));
  const stage = { product: api, bare: { ...bare, name: "bare node:http + `pg`" }, client, table };
  const figures: Figure[] = [
    ...(await measureFirstPage(stage)),
    ...(await measureCount(stage)),
    ...(await measureFilter(stage)),
    [
      "bulk create, 2,000 records a call, two calls at a time",
      "≥ 15,000 records/s",
      `${whole(perSecond)} records/s`,
    ],
    ...(await measureCursor(stage)),
  ];
  printTable([`${whole(rows)} records of 12 fields`, "target", "reached"], figures);
}

async function fillTable(api: Api, table: BenchTable, count: number) {
  say(`Making ${whole(count)} records …`);
  return fill(api, table, count);
}

/** What PostgreSQL does by itself in the minutes after a load, and else would do in the middle of a round. */
async function settle(client: pg.Client): Promise<void> {
  await client.query("VACUUM ANALYZE");
  await client.query("CHECKPOINT");
}

/** The product's statement names the version of the database it goes by. */
async function stamped(table: BenchTable, client: pg.Client) {
  const { rows } = await client.query(`SELECT "version" FROM "Base" WHERE "id" = $1`, [table.databaseId]);
  return { ...table, version: rows[0].version as number };
}

async function openScratchDatabase(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "rowhouse-bench-"));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  const environment = readEnvironment({ ...process.env, ROWHOUSE_DATA_DIR: folder });
  const database = await openDatabase(environment, (error) => console.error(error.message));
  closers.push(() => database.close());
  return database.url;
}

async function use(starting: Promise<BenchServer>): Promise<BenchServer> {
  const server = await starting;
  closers.push(() => server.stop());
  return server;
}

async function close(): Promise<void> {
  for (const each of closers.splice(0).reverse()) await each();
}
