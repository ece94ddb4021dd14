import { randomBytes } from "node:crypto";
import path from "node:path";
import pg from "pg";
import { migrate } from "../lib/server/postgres/migrate";
import { addressOf } from "../lib/server/postgres/postmaster";
import { placeIn } from "../lib/server/postgres/server-place";
import { startOwnPostgres } from "./own-postgres";

/** Vitest's global setup: one PostgreSQL, of which each process of tests gets a database by `createDatabase`. */
export default async function startUnitPostgres(): Promise<() => Promise<void>> {
  const postgres = await startOwnPostgres();
  const owner = await addressOf(path.join(postgres.dataFolder, "postgres"), placeIn(postgres.url));
  const migrated = at(postgres.url, "migrated");
  await execute(owner, `CREATE DATABASE migrated OWNER ${new URL(postgres.url).username}`);
  const client = new pg.Client(migrated);
  await client.connect();
  await migrate(client, path.resolve("prisma", "migrations"));
  await client.end();
  process.env.UNIT_POSTGRES = JSON.stringify({ owner, serving: postgres.url });
  return () => postgres.stop();
}

/** Creates a database with an up-to-date schema. Returns its URL. */
export async function createDatabase(): Promise<string> {
  const { owner, serving } = JSON.parse(process.env.UNIT_POSTGRES ?? "{}");
  const name = `tests_${randomBytes(8).toString("hex")}`;
  await execute(owner, `CREATE DATABASE ${name} TEMPLATE migrated OWNER ${new URL(serving).username}`);
  return at(serving, name);
}

function at(url: string, database: string): string {
  return Object.assign(new URL(url), { pathname: `/${database}` }).href;
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
