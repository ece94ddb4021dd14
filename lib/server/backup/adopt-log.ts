import pg, { type ClientBase } from "pg";

/**
 * Converts a log from another cluster. Readers of the log wait for running transactions by their ids, but ids of
 * another cluster are meaningless here. So every entry gets transaction id 0, older than any, and stays ordered by
 * its number. The log gets a new id, so that readers of the old log start over: the two diverge from here.
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

/**
 * Numbers the writes of each change set, because they are distinguished by the transaction ids that are about to be
 * reset.
 */
async function keepWritesApart(client: ClientBase): Promise<void> {
  const { rows } = await client.query(`
    SELECT FROM pg_attribute WHERE attrelid = to_regclass('"Change"') AND attname = 'step' AND NOT attisdropped`);
  if (rows.length === 0) return;
  await client.query(`
    UPDATE "Change" SET "step" = "write"."place" FROM (
      SELECT "number", dense_rank() OVER (PARTITION BY "changeSetId" ORDER BY "xid", "step") AS "place" FROM "Change"
    ) AS "write" WHERE "Change"."number" = "write"."number" AND "Change"."step" <> "write"."place"`);
}
