import { tableId as mintedId } from "../../contract/ids";
import { Prisma, query } from "../db";

/**
 * The name of the partition with a table's records. A statement on "Record" would use the list of partitions that each
 * connection caches, and PostgreSQL (seen in 15 and 18) may cache one without a partition that was attached while the
 * list was read: its records are then missing until another is attached.
 * The name becomes part of the statement unescaped, so any other text than a minted id throws.
 */
export function partitionOf(tableId: string): Prisma.Sql {
  return Prisma.raw(`"Record_${minted(tableId)}"`);
}

/** Creates the partition of a new table, unless it exists detached, and attaches it. */
export async function createPartition(tableId: string): Promise<void> {
  await createDetached(tableId);
  await attachPartition(tableId);
}

/**
 * Attaches filled partitions, as the last step of a long transaction: until its end, no other partition can be attached.
 * Waits longer than other statements for its turn, because so much work would be lost.
 */
export async function attachPartitions(tableIds: readonly string[]): Promise<void> {
  await query(Prisma.sql`SET LOCAL lock_timeout = '60s'`);
  for (const id of tableIds) await attachPartition(id);
}

/**
 * Creates a partition that can be filled before it is attached. Its constraint saves a scan when it is attached.
 */
export async function createDetached(tableId: string): Promise<void> {
  // Leaves space for new row versions, so that an update touches one page and no index.
  await query(Prisma.sql`
    CREATE TABLE IF NOT EXISTS ${partitionOf(tableId)} (
      LIKE "Record" INCLUDING ALL, CONSTRAINT "isOfTable" CHECK ("tableId" = ${literalOf(tableId)})
    ) WITH (fillfactor = 85)`);
}

/** Attaches a partition, which unlike `PARTITION OF` does not block writers of other tables. */
async function attachPartition(tableId: string): Promise<void> {
  const partition = partitionOf(tableId);
  await query(
    Prisma.sql`ALTER TABLE "Record" ATTACH PARTITION ${partition} FOR VALUES IN (${literalOf(tableId)})`,
  );
  await query(Prisma.sql`ALTER TABLE ${partition} DROP CONSTRAINT "isOfTable"`);
}

/** A literal, because statements that define tables take no parameters. */
function literalOf(tableId: string): Prisma.Sql {
  return Prisma.raw(`'${minted(tableId)}'`);
}

function minted(id: string): string {
  if (mintedId.safeParse(id).success) return id;
  throw new Error(`no table has the id ${JSON.stringify(id)}`);
}
