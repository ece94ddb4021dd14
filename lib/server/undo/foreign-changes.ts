import { Prisma, query, type Sql } from "../db";
import type { LoggedEntry } from "../log/change-rows";
import type { ChangeSet } from "../log/changes";

/** True if others have changed anything about a thing since it was created. */
export async function isForeign({ author, databaseId }: ChangeSet, entry: LoggedEntry): Promise<boolean> {
  const about = {
    table: Prisma.sql`"tableId" = ${entry.itemId}`,
    view: Prisma.sql`"itemId" = ${entry.itemId}`,
    // New records may share one log row, keyed by their ids. Deleting a record does not write into it.
    field: Prisma.sql`("itemId" = ${entry.itemId} OR ("tableId" = ${entry.tableId} AND "kind" = 'import'
      AND "after" -> 'fieldIds' ? ${entry.itemId}) OR ("tableId" = ${entry.tableId} AND "kind" = 'record'
      AND ("after" ? ${entry.itemId} OR ("lastId" IS NOT NULL
        AND EXISTS (SELECT FROM jsonb_each("after") AS "made" WHERE "made".value ? ${entry.itemId})))))`,
    import: Prisma.sql`false`,
    base: Prisma.sql`false`,
    record: Prisma.sql`false`,
  }[entry.kind];
  const rows = await query(Prisma.sql`
    SELECT 1 FROM "Change"
    WHERE "baseId" = ${databaseId} AND "number" > ${entry.number}::bigint AND "personId" IS DISTINCT FROM ${author.actor.person.id}::uuid AND ${about}
    LIMIT 1`);
  return rows.length > 0;
}

/** The names of properties that others have changed since, even if they have the same value again. */
export async function foreignProperties(
  { author, databaseId }: ChangeSet,
  { kind, tableId, itemId, number }: LoggedEntry,
): Promise<Set<string>> {
  const inTable = tableId === null ? Prisma.sql`IS NULL` : Prisma.sql`= ${tableId}`;
  const rows = await query<{ name: string }>(Prisma.sql`
    SELECT DISTINCT "name" FROM "Change" CROSS JOIN jsonb_object_keys("after") AS "name"
    WHERE "baseId" = ${databaseId} AND "tableId" ${inTable} AND "recordId" IS NULL AND "number" > ${number}::bigint
      AND "kind" = ${kind} AND "itemId" = ${itemId} AND "personId" IS DISTINCT FROM ${author.actor.person.id}::uuid
      AND "before" IS NOT NULL AND "after" IS NOT NULL`);
  return new Set(rows.map(({ name }) => name));
}

/** The cells, as record id and key, that others have changed after each of the entries. */
export async function foreignCells(
  { author }: ChangeSet,
  tableId: string,
  entries: readonly Pick<LoggedEntry, "itemId" | "number">[],
): Promise<Set<string>> {
  const since = JSON.stringify(entries.map(({ itemId, number }) => ({ id: itemId, number })));
  const rows = await query<{ cell: string }>(Prisma.sql`
    SELECT DISTINCT change."recordId" || ' ' || "key" AS "cell"
    FROM jsonb_to_recordset(${since}::jsonb) AS given ("id" uuid, "number" bigint)
    JOIN "Change" AS change ON change."tableId" = ${tableId} AND change."recordId" = given."id"
      AND change."number" > given."number" AND change."lastId" IS NULL
    CROSS JOIN jsonb_object_keys(coalesce(change."after", change."before")) AS "key"
    WHERE change."personId" IS DISTINCT FROM ${author.actor.person.id}::uuid
      AND change."before" -> "key" IS DISTINCT FROM change."after" -> "key"
      -- Positions that were moved apart keep the order and count as nobody's change.
      AND NOT (change."isEcho" AND "key" = 'position')
    UNION
    SELECT changed."recordId" || ' ' || "key"
    FROM "Change" AS made
    JOIN jsonb_to_recordset(${since}::jsonb) AS given ("id" uuid, "number" bigint) ON made."number" > given."number"
    JOIN "ChangedRecord" AS changed ON changed."tableId" = ${tableId} AND changed."entry" = made."number"
      AND changed."recordId" = given."id"
    CROSS JOIN jsonb_object_keys(changed."after") AS "key"
    WHERE ${isForeignImport(author.actor.person.id, tableId)}`);
  return new Set(rows.map(({ cell }) => cell));
}

/** SQL: `made` is the entry of an import of others into the table. */
function isForeignImport(personId: string, tableId: string): Sql {
  return Prisma.sql`made."tableId" = ${tableId} AND made."recordId" IS NULL AND made."kind" = 'import'
    AND made."personId" IS DISTINCT FROM ${personId}::uuid`;
}

/** SQL for the ids of the records of a table that others have written into after an entry. */
export function foreignRecords(
  { author }: ChangeSet,
  { tableId, number }: { tableId: string; number: string },
): Sql {
  return Prisma.sql`
    SELECT change."recordId" FROM "Change" AS change
    CROSS JOIN jsonb_object_keys(coalesce(change."after", change."before")) AS "key"
    WHERE change."tableId" = ${tableId} AND change."recordId" IS NOT NULL AND change."lastId" IS NULL
      AND change."number" > ${number}::bigint AND change."personId" IS DISTINCT FROM ${author.actor.person.id}::uuid
      AND change."before" -> "key" IS DISTINCT FROM change."after" -> "key"
      AND NOT (change."isEcho" AND "key" = 'position')
    UNION
    SELECT changed."recordId" FROM "Change" AS made
    JOIN "ChangedRecord" AS changed ON changed."tableId" = ${tableId} AND changed."entry" = made."number"
    WHERE made."number" > ${number}::bigint AND ${isForeignImport(author.actor.person.id, tableId)}`;
}
