import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { readEnvironment } from "@/lib/server/env";
import { openDatabase } from "@/lib/server/postgres/open-database";
import { addressOf } from "@/lib/server/postgres/postmaster";
import { placeIn } from "@/lib/server/postgres/server-place";
import type { BenchServer } from "./servers";

/** How many records the largest table has. */
export const rows = Number(process.env.BENCH_ROWS ?? 1_000_000);

/** What is to be closed in the end, the last first. */
const closers: (() => Promise<unknown>)[] = [];

/** Does all of the measuring and leaves nothing behind, however it ends. */
export async function runBench(measure: () => Promise<void>): Promise<void> {
  for (const signal of ["SIGINT", "SIGTERM"])
    process.on(signal, () => void close().then(() => process.exit(1)));
  try {
    await measure();
  } finally {
    await close();
  }
  process.exit();
}

/** Has something closed when the run ends. */
export function closeLater(closer: () => Promise<unknown>): void {
  closers.push(closer);
}

/** A database of the run's own, and a connection to it. */
export async function openScratchDatabase(): Promise<{ url: string; client: pg.Client }> {
  const folder = await mkdtemp(path.join(tmpdir(), "rowhouse-bench-"));
  closeLater(() => rm(folder, { recursive: true, force: true }));
  const environment = readEnvironment({ ...process.env, ROWHOUSE_DATA_DIR: folder });
  const database = await openDatabase(environment, (error) => console.error(error.message));
  closeLater(() => database.close());
  if (environment.DATABASE_URL === undefined) await allowCheckpoints(folder, database.url);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  closeLater(() => client.end());
  return { url: database.url, client };
}

/** To say when PostgreSQL tidies up is more than who serves may do. */
async function allowCheckpoints(folder: string, url: string): Promise<void> {
  const { username } = new URL(url);
  const cluster = path.join(folder, "postgres");
  const superuser = new pg.Client({ connectionString: await addressOf(cluster, placeIn(url)) });
  await superuser.connect();
  await superuser.query(`GRANT pg_checkpoint TO ${pg.escapeIdentifier(username)}`);
  await superuser.end();
}

/** A server that is stopped when the run ends. */
export async function use(starting: Promise<BenchServer>): Promise<BenchServer> {
  const server = await starting;
  closeLater(() => server.stop());
  return server;
}

/** What PostgreSQL does by itself in the minutes after a load, and else would do in the middle of a round. */
export async function settle(client: pg.Client): Promise<void> {
  await client.query("VACUUM ANALYZE");
  await client.query("CHECKPOINT");
}

async function close(): Promise<void> {
  for (const each of closers.splice(0).reverse()) await each();
}
