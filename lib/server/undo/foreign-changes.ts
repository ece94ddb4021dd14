import { Prisma, query } from "../db";
import type { LoggedEntry } from "../log/change-rows";
import type { ChangeSet } from "../log/changes";

/** Whether others have changed anything about a thing since it was made. */
export async function isForeign({ author, databaseId }: ChangeSet, entry: LoggedEntry): Promise<boolean> {
  const about = {
    table: Prisma.sql`"tableId" = ${entry.itemId}`,
    view: Prisma.sql`"itemId" = ${entry.itemId}`,
    // What many new records hold is one row of the log, by their ids.
    field: Prisma.sql`("itemId" = ${entry.itemId} OR ("tableId" = ${entry.tableId} AND "kind" = 'record'
      AND ("after" ? ${entry.itemId} OR "before" ? ${entry.itemId} OR ("lastId" IS NOT NULL
        AND EXISTS (SELECT FROM jsonb_each("after") AS "made" WHERE "made".value ? ${entry.itemId})))))`,
    base: Prisma.sql`false`,
    record: Prisma.sql`false`,
  }[entry.kind];
  const rows = await query(Prisma.sql`
    SELECT 1 FROM "Change"
    WHERE "baseId" = ${databaseId} AND "number" > ${entry.number}::bigint AND "actorId" <> ${author.actor.id}::uuid AND ${about}
    LIMIT 1`);
  return rows.length > 0;
}
