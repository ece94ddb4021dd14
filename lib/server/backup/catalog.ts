import type { ClientBase } from "pg";
import type { StoredSequence, StoredTable } from "./backup-head";

/** Lists every table with rows of its own, partitions included, whichever statement created it. */
export async function listTables(client: ClientBase): Promise<StoredTable[]> {
  const { rows } = await client.query<StoredTable>(`
    SELECT c.relname AS name,
      ARRAY(
        SELECT a.attname::text FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
        ORDER BY a.attnum
      ) AS columns,
      CASE WHEN c.relispartition THEN json_build_object(
        'of', p.relname,
        'bound', pg_get_expr(c.relpartbound, c.oid),
        'options', COALESCE(to_json(c.reloptions), '[]')
      ) END AS partition
    FROM pg_class c
    LEFT JOIN pg_inherits i ON i.inhrelid = c.oid AND c.relispartition
    LEFT JOIN pg_class p ON p.oid = i.inhparent
    WHERE c.relkind = 'r' AND ${isOurs}
    ORDER BY c.relname COLLATE "C"`);
  return rows;
}

/** Lists the partitioned tables. */
export async function listParents(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c WHERE c.relkind = 'p' AND ${isOurs}`,
  );
  return rows.map(({ name }) => name);
}

/** Lists the sequences that have been used. */
export async function listSequences(client: ClientBase): Promise<StoredSequence[]> {
  const { rows } = await client.query<StoredSequence>(`
    SELECT sequencename AS name, last_value::text AS value FROM pg_sequences
    WHERE schemaname = current_schema() AND last_value IS NOT NULL`);
  return rows;
}

/** Restricts to Rowhouse's schema, without parts of extensions. */
const isOurs = `c.relnamespace = quote_ident(current_schema())::regnamespace AND NOT EXISTS (
  SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')`;
