import { setTimeout as delay } from "node:timers/promises";
import { Prisma, query, transact } from "../db";
import { logger } from "../logger";
import { partitionOf } from "./partitions";

/**
 * Drops the records of tables that are no more, not even in the trash. To drop a partition shuts everybody out of `Record` until those
 * who are at work in it have finished; so each is dropped by itself, gives up quickly and tries again. What is
 * left is found by the next call.
 */
export async function dropOrphans(): Promise<void> {
  for (const tableId of await findOrphans()) {
    for (let attempt = 1; !(await drop(tableId)); attempt++) {
      if (attempt === mostAttempts) {
        logger.warn(
          { tableId },
          "the records of a deleted table are still there; it is tried again in an hour",
        );
        break;
      }
      await delay(50 * attempt);
    }
  }
}

const mostAttempts = 10;

/** Partitions are made together with their table's row, which stays while the table is in the trash. */
async function findOrphans(): Promise<string[]> {
  const rows = await query<{ tableId: string }>(Prisma.sql`
    SELECT substr("relname", 8) AS "tableId" FROM "pg_class"
    WHERE "relkind" = 'r' AND "relnamespace" = current_schema()::regnamespace
      AND "relname" ~ '^Record_t[1-9A-HJ-NP-Za-km-z]{10}$'
    EXCEPT SELECT "id" FROM "AllTables"`);
  return rows.map(({ tableId }) => tableId);
}

/** Whether it is gone. */
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
