import pg, { type ClientBase } from "pg";
import type { StoredTable } from "./backup-head";
import { listTables } from "./catalog";

/**
 * Begins a transaction that sees the whole database as it is at one moment, and gives its tables. They stay until
 * it ends: nobody can drop or change one, writers go on.
 */
export async function beginSnapshot(client: ClientBase): Promise<StoredTable[]> {
  for (const end = Date.now() + patience; Date.now() < end; ) {
    const locked = await lock(client, await listTables(client));
    const seen = locked ? await listTables(client) : [];
    if (locked && seen.every(({ name }) => locked.has(name))) return seen;
    await client.query("ROLLBACK");
  }
  throw new Error(
    "Tables are made and dropped all the time, so that none could be taken hold of. Try again later.",
  );
}

const patience = 60_000;

/**
 * The moment is that of the first statement that reads, which is after the locks. Gives the names of what is
 * locked, or null where a table has gone since it was listed.
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

/** For a transaction that copies: values in the same words whatever the server is set to, and all the time it takes. */
export const copySettings = `
  SET LOCAL timezone = 'UTC';
  SET LOCAL datestyle = 'ISO';
  SET LOCAL intervalstyle = 'postgres';
  SET LOCAL bytea_output = 'hex';
  SET LOCAL extra_float_digits = 1;
  SET LOCAL statement_timeout = 0;
  SET LOCAL lock_timeout = 0;
  SET LOCAL idle_in_transaction_session_timeout = 0`;
