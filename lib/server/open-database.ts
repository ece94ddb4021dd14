import path from "node:path";
import pg from "pg";
import { findRunningPostgres, startEmbeddedPostgres } from "./embedded-postgres";
import type { Environment } from "./env";
import { migrate } from "./migrate";

export interface OpenDatabase {
  readonly url: string;
  /** Stops what was started for it. */
  close(): Promise<void>;
}

/** The database to serve from, up to date: the one that DATABASE_URL names, else the embedded one, started. */
export async function openDatabase(
  environment: Environment,
  onLost: (error: Error) => void,
): Promise<OpenDatabase> {
  if (environment.DATABASE_URL !== undefined) {
    await bringUpToDate(environment.DATABASE_URL);
    return { url: environment.DATABASE_URL, close: async () => {} };
  }
  const embedded = await startEmbeddedPostgres(environment.ROWHOUSE_DATA_DIR, onLost);
  const close = () => embedded.stop();
  try {
    await bringUpToDate(embedded.url);
  } catch (error) {
    await close();
    throw error;
  }
  return { url: embedded.url, close };
}

/** The same for a short visit: an embedded database that is at work already, for another process, is shared. */
export async function visitDatabase(environment: Environment): Promise<OpenDatabase> {
  const running =
    environment.DATABASE_URL === undefined ? await findRunningPostgres(environment.ROWHOUSE_DATA_DIR) : null;
  if (running === null) return openDatabase(environment, () => {});
  await bringUpToDate(running);
  return { url: running, close: async () => {} };
}

async function bringUpToDate(url: string): Promise<void> {
  const client = await connect(url);
  try {
    await refuseOldServer(client);
    await migrate(client, path.join(process.cwd(), "prisma", "migrations"));
  } finally {
    await client.end();
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    const { host, port, database } = client;
    throw new Error(
      `The database ${database} at ${host}:${port} (DATABASE_URL) cannot be opened: ${reasonOf(error)}.`,
      { cause: error },
    );
  }
}

/** Where a name has several addresses, the reasons are inside. */
function reasonOf(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first.message : String(first);
}

async function refuseOldServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: number; version: string }>(
    "SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version",
  );
  if (rows[0] && rows[0].number < 150_000) {
    throw new Error(`Rowhouse needs PostgreSQL 15 or newer; the database is PostgreSQL ${rows[0].version}.`);
  }
}
