import pg, { type ClientBase } from "pg";
import type { StoredTable } from "./backup-head";
import { listTables } from "./catalog";

/**
 * Begins a transaction on a snapshot of the whole database and returns its tables. They cannot be dropped or
 * altered until it ends; writes continue.
 */
export async function beginSnapshot(client: ClientBase): Promise<StoredTable[]> {
  for (const end = Date.now() + patience; Date.now() < end; ) {
    const locked = await lock(client, await listTables(client));
    const seen = locked ? await listTables(client) : [];
    if (locked && seen.every(({ name }) => locked.has(name))) return seen;
    await client.query("ROLLBACK");
  }
  throw new Error("Tables are being created and dropped too often to lock all of them. Try again later.");
}

const patience = 60_000;

/**
 * The first statement that reads after the locks defines the snapshot. Returns the names of the locked tables, or
 * null if a table was dropped since it was listed.
 */
async function lock(client: ClientBase, tables: readonly StoredTable[]): Promise<Set<string> | null> {
  const names = tables.map(({ name }) => name);
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  await client.query(copySettings);
  try {
    const list = names.map((name) => pg.escapeIdentifier(name)).join(", ");
    if (names.length > 0) await client.query(`LOCK TABLE ${list} IN ACCESS SHARE MODE`);
    return new Set(names);
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === noSuchTable) return null;
    throw error;
  }
}

const noSuchTable = "42P01";

/** Settings for COPY: a fixed text format regardless of the server's settings, and no time limit. */
export const copySettings = `
  SET LOCAL timezone = 'UTC';
  SET LOCAL datestyle = 'ISO';
  SET LOCAL intervalstyle = 'postgres';
  SET LOCAL bytea_output = 'hex';
  SET LOCAL extra_float_digits = 1;
  SET LOCAL statement_timeout = 0;
  SET LOCAL lock_timeout = 0;
  SET LOCAL idle_in_transaction_session_timeout = 0`;
