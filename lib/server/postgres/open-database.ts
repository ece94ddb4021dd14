import type pg from "pg";
import { backupBeforeMigration } from "../backup/backup-before-migration";
import type { Environment } from "../env";
import { foldersOf } from "../installation";
import { logger } from "../logger";
import { findRunningPostgres, startEmbeddedPostgres } from "./embedded-postgres";
import { migrate } from "./migrate";
import { withClient } from "./open-client";

export interface OpenDatabase {
  readonly url: string;
  /** Stops everything that was started for it. */
  close(): Promise<void>;
}

/** Opens the database of DATABASE_URL, or starts the embedded one, and migrates it. */
export async function openDatabase(
  environment: Environment,
  onLost: (error: Error) => void,
): Promise<OpenDatabase> {
  const database = await upToDate(environment, await startDatabase(environment, onLost));
  if (environment.DATABASE_URL !== undefined) await withClient(database.url, warnOfPower);
  return database;
}

/** Opens the database for a short task. Shares an embedded database that another process already runs. */
export async function visitDatabase(environment: Environment): Promise<OpenDatabase> {
  return upToDate(environment, await reachDatabase(environment));
}

/** Opens the database without migrating it, for backup and restore. */
export async function reachDatabase(environment: Environment): Promise<OpenDatabase> {
  const running =
    environment.DATABASE_URL === undefined ? await findRunningPostgres(environment.ROWHOUSE_DATA_DIR) : null;
  if (running === null) return startDatabase(environment, () => {});
  return { url: running, close: async () => {} };
}

/** Warns about a role with more power than needed: an SQL injection would inherit it. */
async function warnOfPower(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ isPowerful: boolean }>(`
    SELECT rolsuper OR pg_has_role(rolname, 'pg_execute_server_program', 'MEMBER') AS "isPowerful"
    FROM pg_roles WHERE rolname = current_user`);
  if (!rows[0]?.isPowerful) return;
  logger.warn(
    "The role in DATABASE_URL can run programs on the database's machine; Rowhouse only needs a role that owns its tables",
  );
}

async function startDatabase(
  { DATABASE_URL, ROWHOUSE_DATA_DIR }: Environment,
  onLost: (error: Error) => void,
): Promise<OpenDatabase> {
  if (DATABASE_URL !== undefined) return { url: DATABASE_URL, close: async () => {} };
  const embedded = await startEmbeddedPostgres(ROWHOUSE_DATA_DIR, onLost);
  return { url: embedded.url, close: () => embedded.stop() };
}

async function upToDate(environment: Environment, database: OpenDatabase): Promise<OpenDatabase> {
  const { url } = database;
  const folders = foldersOf(environment);
  const precaution = backupBeforeMigration({ url, ...folders });
  try {
    await withClient(url, (client) => migrate(client, folders.migrations, precaution));
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
