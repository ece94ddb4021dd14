import pg, { type ClientBase } from "pg";
import { createBooks, type Migration, run } from "../postgres/migrate";
import { type IndexedField, uniqueIndex } from "../structure/unique-indexes";
import type { BackupHead, StoredTable } from "./backup-head";
import { listParents, listTables } from "./catalog";

/** The empty tables of a database that is being restored. */
export interface BareTables {
  /** Tables of the backup that were created, by name. */
  readonly tables: ReadonlyMap<string, StoredTable>;
  /** Tables of the backup that do not belong to Rowhouse and are left out. */
  readonly foreign: readonly string[];
  /** Indexes and constraints to be created. */
  readonly parts: readonly Part[];
}

/** A constraint or index, as the statements that drop and create it. */
interface Part {
  readonly drop: string;
  readonly make: string;
}

/**
 * Creates empty tables by the migrations of a backup, without indexes and constraints: indexes are built faster
 * afterwards, and rows may arrive in any order.
 */
export async function makeTables(
  client: ClientBase,
  head: BackupHead,
  migrations: readonly Migration[],
): Promise<BareTables> {
  const done = new Set(head.migrations.map(({ name }) => name));
  await createBooks(client);
  for (const migration of migrations) if (done.has(migration.name)) await run(client, migration);
  const made = new Set((await listTables(client)).map(({ name }) => name));
  const parents = new Set(await listParents(client));
  const parts = await listParts(client, [...made, ...parents]);
  for (const { drop } of parts.toReversed()) await client.query(drop);
  // Deletes rows inserted by migrations, which the backup contains too.
  await client.query(`TRUNCATE ${[...made].map(identifier).join(", ")}`);
  const isKnown = ({ name, partition }: StoredTable) =>
    partition ? parents.has(partition.of) : made.has(name);
  const tables = new Map(head.tables.filter(isKnown).map((table) => [table.name, table]));
  for (const { name, partition } of tables.values()) {
    if (!partition || made.has(name)) continue;
    const options = partition.options.length > 0 ? ` WITH (${partition.options.join(", ")})` : "";
    await client.query(
      `CREATE TABLE ${identifier(name)} (LIKE ${identifier(partition.of)} INCLUDING ALL EXCLUDING INDEXES)${options}`,
    );
  }
  const foreign = head.tables.filter((table) => !isKnown(table)).map(({ name }) => name);
  return { tables, foreign, parts };
}

/** Creates indexes and constraints after the rows are loaded. */
export async function completeTables(
  client: ClientBase,
  { tables, parts }: BareTables,
  { sequences, migrations }: BackupHead,
): Promise<void> {
  const attached = new Set(
    (await listTables(client)).filter(({ partition }) => partition).map(({ name }) => name),
  );
  for (const { name, partition } of tables.values()) {
    if (!partition || attached.has(name)) continue;
    await client.query(
      `ALTER TABLE ${identifier(partition.of)} ATTACH PARTITION ${identifier(name)} ${partition.bound}`,
    );
  }
  for (const { make } of parts) await client.query(make);
  if (migrations.some(({ name }) => name === withUniqueFields)) await createUniqueIndexes(client);
  for (const { name, value } of sequences) {
    await client.query("SELECT setval(to_regclass($1), $2) WHERE to_regclass($1) IS NOT NULL", [
      identifier(name),
      value,
    ]);
  }
  await client.query(`ANALYZE ${[...tables.keys()].map(identifier).join(", ")}`);
}

/** The migration by which fields can have unique values. */
const withUniqueFields = "0031_field_constraints";

/** Creates the indexes of fields whose values are unique, which belong to partitions and not to migrations. */
async function createUniqueIndexes(client: ClientBase): Promise<void> {
  const { rows } = await client.query<IndexedField>(`SELECT "id", "tableId" FROM "Field" WHERE "isUnique"`);
  for (const field of rows) await client.query(uniqueIndex(field));
}

/**
 * Lists indexes and constraints in the order of creation: unique ones, other indexes, references. Those of
 * partitioned tables stay, except references, which partitions get when they are attached.
 */
async function listParts(client: ClientBase, tables: readonly string[]): Promise<Part[]> {
  const { rows } = await client.query<Part>(
    `
    SELECT format('ALTER TABLE %I DROP CONSTRAINT %I', t.relname, c.conname) AS drop,
      format('ALTER TABLE %I ADD CONSTRAINT %I %s', t.relname, c.conname, pg_get_constraintdef(c.oid)) AS make,
      CASE c.contype WHEN 'f' THEN 3 ELSE 1 END AS rank
    FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid
    WHERE (c.contype = 'f' AND c.conparentid = 0 OR c.contype IN ('p', 'u', 'x') AND ${isPlain}) AND ${isOurs}
    UNION ALL
    SELECT format('DROP INDEX %I', x.relname), pg_get_indexdef(x.oid), 2
    FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
    WHERE ${isPlain} AND ${isOurs} AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = x.oid)
    ORDER BY rank`,
    [tables],
  );
  return rows;
}

const isPlain = "t.relkind = 'r' AND NOT t.relispartition";
const isOurs = "t.relname = ANY($1) AND t.relnamespace = quote_ident(current_schema())::regnamespace";

function identifier(name: string): string {
  return pg.escapeIdentifier(name);
}
