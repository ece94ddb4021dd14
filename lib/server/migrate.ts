import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { ClientBase } from "pg";

/** A step from one state of the schema to the next: `<number>_<words>/migration.sql` in Prisma's folder. */
interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/**
 * Brings the database to the state that this version of the code expects. Keeps the books as Prisma does, so
 * that `prisma migrate deploy` stays usable, but needs no engine. Each migration is done whole or not at all.
 */
export async function migrate(client: ClientBase, folder: string): Promise<void> {
  const migrations = await readMigrations(folder);
  await client.query("SELECT pg_advisory_lock($1)", [prismaMigrateLock]);
  try {
    await client.query(createBooks);
    for (const migration of await findPending(client, migrations)) await apply(client, migration);
  } finally {
    await client.query("SELECT pg_advisory_unlock($1)", [prismaMigrateLock]);
  }
}

/** The lock that Prisma takes too: the two never work at the same time. */
const prismaMigrateLock = 72707369;

/** Prisma's own definition, word for word. */
const createBooks = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id                  VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum            VARCHAR(64) NOT NULL,
    finished_at         TIMESTAMPTZ,
    migration_name      VARCHAR(255) NOT NULL,
    logs                TEXT,
    rolled_back_at      TIMESTAMPTZ,
    started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0
  )`;

/** The folder's migrations in the order of their numbers. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort(byNumber).map(async (name) => {
      const sql = await readFile(path.join(folder, name, "migration.sql"));
      return { name, sql: sql.toString(), checksum: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}

function byNumber(a: string, b: string): number {
  return Number.parseInt(a, 10) - Number.parseInt(b, 10) || (a < b ? -1 : 1);
}

/** Checks the books against the folder and gives what the database still lacks. */
async function findPending(client: ClientBase, migrations: Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<Entry>(
    "SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL",
  );
  for (const entry of rows) check(entry, migrations);
  const applied = new Set(rows.map((entry) => entry.migration_name));
  return migrations.filter(({ name }) => !applied.has(name));
}

interface Entry {
  migration_name: string;
  checksum: string;
  finished_at: Date | null;
}

function check(entry: Entry, migrations: Migration[]): void {
  const name = entry.migration_name;
  const known = migrations.find((migration) => migration.name === name);
  if (!known) {
    throw new Error(
      `The database is newer than this version of Rowhouse: it has the migration ${name}, which is not known here. ` +
        "Start the version that made it, or a later one.",
    );
  }
  if (!entry.finished_at) {
    throw new Error(
      `The migration ${name} was begun by Prisma and not finished. Mend the database, then say so with ` +
        `npx prisma migrate resolve --applied ${name} (or --rolled-back ${name}) and start again.`,
    );
  }
  if (entry.checksum !== known.checksum) {
    throw new Error(
      `The migration ${name} is not the one that the database was made with: prisma/migrations/${name}/migration.sql ` +
        "has been changed since. Put it back as it was and write the change as a new migration.",
    );
  }
}

async function apply(client: ClientBase, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query("BEGIN");
    const { rows } = await client.query<{ now: Date }>("SELECT clock_timestamp() AS now");
    await client.query(sql);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, started_at, applied_steps_count)
       VALUES ($1, $2, clock_timestamp(), $3, $4, 1)`,
      [randomUUID(), checksum, name, rows[0]?.now],
    );
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    throw new Error(
      `The migration ${name} failed: ${error instanceof Error ? error.message : error}. ` +
        "The database is as it was before; mend the cause and start again, or go on with the version that made it.",
      { cause: error },
    );
  }
}
