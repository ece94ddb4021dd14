import { heldTransactionId, Prisma, query } from "../db";

/**
 * The feed lists entries by the ids of their transactions, and only those that no running transaction can precede. A
 * long transaction would so hold up the changes of everyone. It therefore takes no place at its start, but that of a
 * second, short transaction at its end.
 */

/** Key of the advisory locks that long transactions hold on the lower half of their ids. */
const lockKey = Prisma.sql`1178944580::int`;

/** SQL: no transaction can add entries below this id any more. */
export const settledBefore = Prisma.sql`coalesce(
  (SELECT min("id"::text::bigint) FROM pg_snapshot_xip(pg_current_snapshot()) AS "id"
    WHERE ("id"::text::bigint & 2147483647) NOT IN (
      SELECT "objid"::bigint FROM pg_locks WHERE "locktype" = 'advisory' AND "classid"::bigint = ${lockKey})),
  pg_snapshot_xmax(pg_current_snapshot())::text::bigint)`;

/** Lets the feed pass the current transaction, which must call `enterFeed` at its end. */
export async function stepAside(): Promise<void> {
  const id = Prisma.sql`(pg_current_xact_id()::text::bigint & 2147483647)::int`;
  await query(Prisma.sql`SELECT pg_advisory_xact_lock(${lockKey}, ${id})`);
}

/**
 * Moves the entries of the current transaction to the end of the feed. The feed stops there until the returned function
 * is called, which must be once this transaction has ended.
 */
export async function enterFeed(databaseId: string): Promise<() => Promise<void>> {
  const { id, release } = await heldTransactionId();
  try {
    await query(Prisma.sql`
      UPDATE "Change" SET "xid" = ${id}::bigint
      WHERE "baseId" = ${databaseId} AND "xid" = pg_current_xact_id()::text::bigint`);
    return release;
  } catch (error) {
    await release();
    throw error;
  }
}
