import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { type OwnPostgres, startOwnPostgres } from "../../../e2e/own-postgres";
import { migrate } from "./migrate";

let postgres: OwnPostgres;
let client: pg.Client;
let folder: string;

beforeAll(async () => {
  postgres = await startOwnPostgres();
  return () => postgres.stop();
});
beforeEach(async () => {
  client = new pg.Client(postgres.url);
  await client.connect();
  await client.query("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
  folder = await mkdtemp(path.join(tmpdir(), "rowhouse-migrations-"));
  await writeFile(path.join(folder, "migration_lock.toml"), "");
  await add("1_start", "CREATE TABLE a (x int);");
  return async () => {
    await client.end();
    await rm(folder, { recursive: true });
  };
});

test("applies pending migrations in order and records them as Prisma does", async () => {
  await add("10_last", "ALTER TABLE b RENAME TO c;");
  await add("2_second", "CREATE TABLE b (x int);");
  await migrate(client, folder);
  const checksum = (sql: string) => createHash("sha256").update(sql).digest("hex");
  const entry = { logs: null, rolled_back_at: null, applied_steps_count: 1, isFinished: true };
  expect(await books()).toEqual([
    { ...entry, migration_name: "1_start", checksum: checksum("CREATE TABLE a (x int);") },
    { ...entry, migration_name: "2_second", checksum: checksum("CREATE TABLE b (x int);") },
    { ...entry, migration_name: "10_last", checksum: checksum("ALTER TABLE b RENAME TO c;") },
  ]);
});

test("does nothing to a database that is up to date", async () => {
  await migrate(client, folder);
  const before = await books();
  await migrate(client, folder);
  expect(await books()).toEqual(before);
});

test("runs once if two processes start together", async () => {
  const other = new pg.Client(postgres.url);
  await other.connect();
  await Promise.all([migrate(client, folder), migrate(other, folder)]);
  await other.end();
  expect(await books()).toHaveLength(1);
});

test("changes nothing if a migration fails, and continues once it is fixed", async () => {
  await add("2_bad", "CREATE TABLE half (x int); SELECT nonsense;");
  await expect(migrate(client, folder)).rejects.toThrow(
    'The migration 2_bad failed: column "nonsense" does not exist. The database is unchanged.',
  );
  expect(await books()).toHaveLength(1);
  await add("2_bad", "CREATE TABLE half (x int);");
  await migrate(client, folder);
  expect(await books()).toHaveLength(2);
});

test("refuses a database that is newer than the code", async () => {
  await add("2_future", "CREATE TABLE b (x int);");
  await migrate(client, folder);
  await rm(path.join(folder, "2_future"), { recursive: true });
  await expect(migrate(client, folder)).rejects.toThrow(
    "The database is newer than this version of Rowhouse: it has the unknown migration 2_future.",
  );
});

test("refuses a migration that was changed after it was applied", async () => {
  await migrate(client, folder);
  await add("1_start", "CREATE TABLE a (x bigint);");
  await expect(migrate(client, folder)).rejects.toThrow(
    "The migration 1_start differs from the one applied to the database",
  );
});

test("reads the migrations table as Prisma does", async () => {
  await migrate(client, folder);
  await client.query("UPDATE _prisma_migrations SET finished_at = NULL");
  await expect(migrate(client, folder)).rejects.toThrow("npx prisma migrate resolve --applied 1_start");
  await client.query("UPDATE _prisma_migrations SET rolled_back_at = now(); DROP TABLE a");
  await migrate(client, folder);
  expect(await books()).toHaveLength(2);
});

async function add(name: string, sql: string): Promise<void> {
  await mkdir(path.join(folder, name), { recursive: true });
  await writeFile(path.join(folder, name, "migration.sql"), sql);
}

async function books(): Promise<object[]> {
  const { rows } = await client.query(
    `SELECT migration_name, checksum, logs, rolled_back_at, applied_steps_count, finished_at >= started_at AS "isFinished"
     FROM _prisma_migrations ORDER BY started_at`,
  );
  return rows;
}
