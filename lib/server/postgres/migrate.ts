import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { ClientBase } from "pg";
import { reasonOf } from "../reason-of";

/** A migration: `<number>_<words>/migration.sql` in Prisma's folder. */
export interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/** Called before a database with contents is migrated. Returns a sentence on how to go back. */
export type Precaution = (next: Migration) => Promise<string>;

/**
 * Migrates the database to the state that this version expects. Uses Prisma's migrations table, so that `prisma
 * migrate deploy` stays usable, but needs no engine. Each migration is atomic.
 */
export async function migrate(
  client: ClientBase,
  folder: string,
  precaution: Precaution = async () => "",
): Promise<void> {
  const migrations = await readMigrations(folder);
  await withMigrationLock(client, async () => {
    await createBooks(client);
    const pending = findPending(await readBooks(client), migrations);
    const isEmpty = pending.length === migrations.length;
    const wayBack = pending[0] && !isEmpty ? await precaution(pending[0]) : "";
    for (const migration of pending) await apply(client, migration, wayBack);
  });
}

/** Runs `work` under Prisma's migration lock, so that nobody else changes the schema, Prisma included. */
export async function withMigrationLock<Result>(
  client: ClientBase,
  work: () => Promise<Result>,
): Promise<Result> {
  await client.query("SELECT pg_advisory_lock($1)", [prismaMigrateLock]);
  try {
    return await work();
  } finally {
    // A lost connection releases the lock anyway.
    await client.query("SELECT pg_advisory_unlock($1)", [prismaMigrateLock]).catch(() => {});
  }
}

const prismaMigrateLock = 72707369;

/** Creates the migrations table exactly as Prisma does. */
export async function createBooks(client: ClientBase): Promise<void> {
  await client.query(`
    CREATE TABLE IF NOT EXISTS _prisma_migrations (
      id                  VARCHAR(36) PRIMARY KEY NOT NULL,
      checksum            VARCHAR(64) NOT NULL,
      finished_at         TIMESTAMPTZ,
      migration_name      VARCHAR(255) NOT NULL,
      logs                TEXT,
      rolled_back_at      TIMESTAMPTZ,
      started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
      applied_steps_count INTEGER NOT NULL DEFAULT 0
    )`);
}

/** Reads the migrations of the folder, in the order of their numbers. */
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

/** A row of the migrations table. */
export interface Entry {
  readonly name: string;
  readonly checksum: string;
  readonly isFinished: boolean;
}

export async function readBooks(client: ClientBase): Promise<Entry[]> {
  const { rows } = await client.query<Entry>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS "isFinished"
     FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at, migration_name`,
  );
  return rows;
}

/**
 * Compares applied migrations with the folder and returns the pending ones. `what` names the source of the applied
 * ones in errors.
 */
export function findPending(
  books: readonly Entry[],
  migrations: readonly Migration[],
  what = "database",
): Migration[] {
  for (const entry of books) check(entry, migrations, what);
  const applied = new Set(books.map(({ name }) => name));
  return migrations.filter(({ name }) => !applied.has(name));
}

function check({ name, checksum, isFinished }: Entry, migrations: readonly Migration[], what: string): void {
  const known = migrations.find((migration) => migration.name === name);
  if (!known) {
    throw new Error(
      `The ${what} is newer than this version of Rowhouse: it has the unknown migration ${name}. ` +
        "Use the version that created it, or a later one.",
    );
  }
  if (!isFinished) {
    throw new Error(
      `Prisma began the migration ${name} and did not finish it. Repair the database, then mark it with ` +
        `npx prisma migrate resolve --applied ${name} (or --rolled-back ${name}) and start again.`,
    );
  }
  if (checksum !== known.checksum) {
    throw new Error(
      `The migration ${name} differs from the one applied to the ${what}: prisma/migrations/${name}/migration.sql ` +
        "has been changed since. Restore the file and put the change into a new migration.",
    );
  }
}

async function apply(client: ClientBase, migration: Migration, wayBack: string): Promise<void> {
  try {
    await client.query("BEGIN");
    await run(client, migration);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    throw new Error(
      `The migration ${migration.name} failed: ${reasonOf(error)}. ` +
        `The database is unchanged. Fix the cause and start again, or continue with the previous version.${wayBack}`,
      { cause: error },
    );
  }
}

/** Runs a migration in the open transaction and records it. */
export async function run(client: ClientBase, { name, sql, checksum }: Migration): Promise<void> {
  const { rows } = await client.query<{ now: Date }>("SELECT clock_timestamp() AS now");
  await client.query(sql);
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, started_at, applied_steps_count)
     VALUES ($1, $2, clock_timestamp(), $3, $4, 1)`,
    [randomUUID(), checksum, name, rows[0]?.now],
  );
}
