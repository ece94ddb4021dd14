import pg from "pg";
import { env } from "../env";

/** Key of the advisory locks on webhooks, whose numbers are the other half. */
const lockKey = 1_464_814_411;

/** Locks on webhooks across all processes, which end with the connection that holds them. */
export interface Locks {
  /** Aborted when the locks are lost. */
  readonly signal: AbortSignal;
  /** True if this process has the webhook for itself until `release`. */
  take(webhookId: number): Promise<boolean>;
  release(webhookId: number): Promise<void>;
  close(): Promise<void>;
}

/** Opens the connection that holds the locks of this process. */
export async function openLocks(): Promise<Locks> {
  const lost = new AbortController();
  const client = new pg.Client({
    connectionString: env.DATABASE_URL,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  client.on("error", () => lost.abort());
  client.on("end", () => lost.abort());
  await client.connect();
  return {
    signal: lost.signal,
    async take(webhookId) {
      const { rows } = await client.query<{ taken: boolean }>(
        "SELECT pg_try_advisory_lock($1, $2) AS taken",
        [lockKey, webhookId],
      );
      return rows[0]?.taken === true;
    },
    async release(webhookId) {
      await client.query("SELECT pg_advisory_unlock($1, $2)", [lockKey, webhookId]);
    },
    close: () => client.end(),
  };
}
