import { setTimeout as delay } from "node:timers/promises";
import { Prisma, query, transact } from "../db";
import { logger } from "../logger";
import { partitionOf } from "./partitions";

/**
 * Drops the partitions of tables that exist neither live nor in the trash. Dropping one blocks access to `Record`
 * until its current users finish, so each is dropped separately, gives up quickly and retries. The next call
 * continues.
 */
export async function dropOrphans(): Promise<void> {
  for (const tableId of await findOrphans()) {
    for (let attempt = 1; !(await drop(tableId)); attempt++) {
      if (attempt === maxAttempts) {
        logger.warn(
          { tableId },
          "the records of a deleted table could not be dropped; the next attempt is in an hour",
        );
        break;
      }
      await delay(50 * attempt);
    }
  }
}

const maxAttempts = 10;

/** Finds partitions without a table. Both are created together, so such a table no longer exists. */
async function findOrphans(): Promise<string[]> {
  const rows = await query<{ tableId: string }>(Prisma.sql`
    SELECT substr("relname", 8) AS "tableId" FROM "pg_class"
    WHERE "relkind" = 'r' AND "relnamespace" = current_schema()::regnamespace
      AND "relname" ~ '^Record_t[1-9A-HJ-NP-Za-km-z]{10}$'
    EXCEPT SELECT "id" FROM "AllTables"`);
  return rows.map(({ tableId }) => tableId);
}

/** Returns true if the partition is gone. */
async function drop(tableId: string): Promise<boolean> {
  try {
    await transact(async () => {
      await query(Prisma.sql`SET LOCAL lock_timeout = 100`);
      await query(Prisma.sql`DROP TABLE IF EXISTS ${partitionOf(tableId)}`);
    });
    return true;
  } catch {
    return false;
  }
}
