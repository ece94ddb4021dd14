import { notFound } from "../../contract/errors";
import type { BasePlace } from "../../contract/places";
import type { EraseChoice, Erased } from "../../contract/trash";
import { record } from "../access/audit";
import { execute, Prisma, whenStored } from "../db";
import { change } from "../log/changes";
import { announceUnlogged } from "../log/news";
import { liftTimeout, ofAnySize } from "../structure/schema-change";
import { requireBase } from "../structure/structure";
import { isSeen } from "./trash-list";

/**
 * Erases entries permanently; neither restore nor undo brings them back. Housekeeping deletes data that only they
 * used (records of a table, links, files) within an hour. Throws a 404 if none of the ids is in the trash.
 */
export function eraseTrash({ databaseId }: BasePlace, choice: EraseChoice): Promise<Erased> {
  return change(async () => {
    await requireBase({ databaseId });
    await liftTimeout();
    const { trashIds } = choice;
    const chosen =
      trashIds === undefined
        ? Prisma.sql`true`
        : Prisma.sql`("id" = ANY(${trashIds}::uuid[]) OR "changeSetId" = ANY(${trashIds}::uuid[]))`;
    // Erases entries of an erased table too, because they could never be restored.
    const erased = await execute(Prisma.sql`
      WITH chosen AS (
        SELECT "id", "kind", "itemId" FROM "Trash"
        WHERE "baseId" = ${databaseId} AND "kind" <> 'base' AND ${await isSeen({ databaseId })} AND ${chosen}
      )
      DELETE FROM "Trash" WHERE "baseId" = ${databaseId} AND ("id" IN (SELECT "id" FROM chosen)
        OR "tableId" IN (SELECT "itemId" FROM chosen WHERE "kind" = 'table'))`);
    if (erased === 0 && trashIds !== undefined) throw notFound("trash entry", trashIds[0] ?? "");
    if (erased > 0) {
      await record("trash-erased", { databaseId, details: { count: erased } });
      whenStored(() => announceUnlogged("erased", databaseId));
    }
    return { erased };
  }, ofAnySize);
}
