import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { reasonOf } from "../reason-of";

/**
 * Runs `work` on its own connection, outside of the pool and its limits, for operations on the whole database. If
 * `signal` aborts, the connection is closed and uncommitted work is rolled back.
 */
export async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const client = await openClient(url);
  const cut = () => void client.end();
  signal?.addEventListener("abort", cut);
  try {
    signal?.throwIfAborted();
    await refuseOldServer(client);
    return await work(client);
  } catch (error) {
    // An abort causes the other errors.
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener("abort", cut);
    await client.end();
  }
}

/** Milliseconds to wait for a PostgreSQL that is starting or restarting. */
const startsWithin = 30_000;
/** Codes of a server that is starting, stopping (57P02 and 57P03) or that dropped the connection during its start. */
const passing = new Set<unknown>(["57P02", "57P03", "ECONNRESET", "EPIPE"]);

async function openClient(url: string): Promise<pg.Client> {
  for (const end = performance.now() + startsWithin; ; await delay(200)) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
    client.on("error", () => {});
    try {
      await client.connect();
      return client;
    } catch (error) {
      const isPassing = error instanceof Error && "code" in error && passing.has(error.code);
      if (!isPassing || performance.now() > end) throw unreachable(client, error);
    }
  }
}

function unreachable({ host, port, database }: pg.Client, error: unknown): Error {
  return new Error(
    `The database ${database} at ${host}:${port} (DATABASE_URL) cannot be opened: ${reasonOf(error)}.`,
    { cause: error },
  );
}

async function refuseOldServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: number; version: string }>(
    "SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version",
  );
  if (rows[0] && rows[0].number < 150_000) {
    throw new Error(`Rowhouse needs PostgreSQL 15 or newer; the database is PostgreSQL ${rows[0].version}.`);
  }
}
