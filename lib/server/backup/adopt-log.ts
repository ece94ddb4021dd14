import pg, { type ClientBase } from "pg";

/**
 * Makes a log that comes from another cluster one of this cluster. Its readers wait for the transactions that may
 * still be at work, by their ids; an id from elsewhere means nothing here, or one that is yet to come. So every
 * entry counts as older than any transaction, in the order that it has by its number. And whoever has read the
 * log of that other cluster up to some place has to start over: this one goes on differently, under a new id.
 */
export async function adoptLog(client: ClientBase): Promise<void> {
  await keepWritesApart(client);
  const { rows } = await client.query<{ table: string }>(`
    SELECT c.relname AS table FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE a.attname = 'xid' AND NOT a.attisdropped
      AND c.relkind = 'r' AND c.relnamespace = quote_ident(current_schema())::regnamespace`);
  for (const { table } of rows) await client.query(`UPDATE ${pg.escapeIdentifier(table)} SET "xid" = 0`);
  const { rows: logs } = await client.query(`SELECT WHERE to_regclass('"Log"') IS NOT NULL`);
  if (logs.length > 0) await client.query(`UPDATE "Log" SET "id" = gen_random_uuid()`);
}

/** The writes of a change set are told apart by their transactions, which are about to look alike. */
async function keepWritesApart(client: ClientBase): Promise<void> {
  const { rows } = await client.query(`
    SELECT FROM pg_attribute WHERE attrelid = to_regclass('"Change"') AND attname = 'step' AND NOT attisdropped`);
  if (rows.length === 0) return;
  await client.query(`
    UPDATE "Change" SET "step" = "write"."place" FROM (
      SELECT "number", dense_rank() OVER (PARTITION BY "changeSetId" ORDER BY "xid", "step") AS "place" FROM "Change"
    ) AS "write" WHERE "Change"."number" = "write"."number" AND "Change"."step" <> "write"."place"`);
}
