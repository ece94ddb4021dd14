import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { readEnvironment } from "@/lib/server/env";
import { openDatabase } from "@/lib/server/postgres/open-database";
import { addressOf } from "@/lib/server/postgres/postmaster";
import { placeIn } from "@/lib/server/postgres/server-place";
import type { BenchServer } from "./servers";

/** The number of records in the largest table. */
export const rows = Number(process.env.BENCH_ROWS ?? 1_000_000);

/** Cleanup functions, called at the end in reverse order. */
const closers: (() => Promise<unknown>)[] = [];

/** Runs the measurements and cleans up, also after errors. */
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

/** Registers a cleanup function. */
export function closeLater(closer: () => Promise<unknown>): void {
  closers.push(closer);
}

/** Creates a temporary database and connects to it. */
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

/** Grants the right to run checkpoints, which the server's role does not have. */
async function allowCheckpoints(folder: string, url: string): Promise<void> {
  const { username } = new URL(url);
  const cluster = path.join(folder, "postgres");
  const superuser = new pg.Client({ connectionString: await addressOf(cluster, placeIn(url)) });
  await superuser.connect();
  await superuser.query(`GRANT pg_checkpoint TO ${pg.escapeIdentifier(username)}`);
  await superuser.end();
}

/** Registers a server to be stopped when the run ends. */
export async function use(starting: Promise<BenchServer>): Promise<BenchServer> {
  const server = await starting;
  closeLater(() => server.stop());
  return server;
}

/** Runs vacuum and a checkpoint, which PostgreSQL would otherwise run during a round. */
export async function settle(client: pg.Client): Promise<void> {
  await client.query("VACUUM ANALYZE");
  await client.query("CHECKPOINT");
}

async function close(): Promise<void> {
  for (const each of closers.splice(0).reverse()) await each();
}
