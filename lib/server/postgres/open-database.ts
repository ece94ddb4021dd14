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
  /** Stops what was started for it. */
  close(): Promise<void>;
}

/** The database to serve from, up to date: the one that DATABASE_URL names, else the embedded one, started. */
export async function openDatabase(
  environment: Environment,
  onLost: (error: Error) => void,
): Promise<OpenDatabase> {
  const database = await upToDate(environment, await startDatabase(environment, onLost));
  if (environment.DATABASE_URL !== undefined) await withClient(database.url, warnOfPower);
  return database;
}

/** The same for a short visit: an embedded database that is at work already, for another process, is shared. */
export async function visitDatabase(environment: Environment): Promise<OpenDatabase> {
  return upToDate(environment, await reachDatabase(environment));
}

/** The same, as it is: to copy it, or to fill it. */
export async function reachDatabase(environment: Environment): Promise<OpenDatabase> {
  const running =
    environment.DATABASE_URL === undefined ? await findRunningPostgres(environment.ROWHOUSE_DATA_DIR) : null;
  if (running === null) return startDatabase(environment, () => {});
  return { url: running, close: async () => {} };
}

/** A role that may run programs needs none of that here; whoever got a statement in would have it. */
async function warnOfPower(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ isPowerful: boolean }>(`
    SELECT rolsuper OR pg_has_role(rolname, 'pg_execute_server_program', 'MEMBER') AS "isPowerful"
    FROM pg_roles WHERE rolname = current_user`);
  if (!rows[0]?.isPowerful) return;
  logger.warn(
    "DATABASE_URL names a role that may run programs on the database's machine; Rowhouse needs none that can do more than own its tables",
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
