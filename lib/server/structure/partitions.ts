import { tableId as mintedId } from "../../contract/ids";
import { Prisma, query } from "../db";

/**
 * Where a table's records are, by the partition's own name. A statement on "Record" would go by the list of
 * partitions that each connection keeps, and PostgreSQL (seen in 15 and 18) may keep one without a partition
 * that was attached just while the list was read: its records are then missing until another is attached.
 * It becomes part of a statement as it is: so what is no minted id gets none.
 */
export function partitionOf(tableId: string): Prisma.Sql {
  return Prisma.raw(`"Record_${minted(tableId)}"`);
}

/** Attaches the partition, which unlike `PARTITION OF` does not block writers of other tables. */
export async function createPartition(tableId: string): Promise<void> {
  const partition = partitionOf(tableId);
  // Leaves space for new row versions, so that an update touches one page and no index.
  await query(Prisma.sql`CREATE TABLE ${partition} (LIKE "Record" INCLUDING ALL) WITH (fillfactor = 85)`);
  await query(Prisma.sql`
    ALTER TABLE "Record" ATTACH PARTITION ${partition} FOR VALUES IN (${Prisma.raw(`'${minted(tableId)}'`)})`);
}

function minted(id: string): string {
  if (mintedId.safeParse(id).success) return id;
  throw new Error(`no table has the id ${JSON.stringify(id)}`);
}
