import { fileKeys } from "../../contract/config-files";
import { fieldTypeOf, type TypedField } from "../../field-types";
import { execute, Prisma, prisma, query, type Sql } from "../db";
import { change } from "../log/changes";
import { partitionOf } from "../structure/partitions";
import { liftTimeout, ofAnySize } from "../structure/schema-change";
import { removeFile } from "./thumbnails";

/**
 * Records since when no cell holds a file. A file is deleted only after it was unused for as long as log and trash
 * are kept, so that undo and restore always find it.
 */
export async function noteUnusedFiles(now: Date, signal: AbortSignal): Promise<void> {
  const bases = await prisma().base.findMany({ select: { id: true } });
  for (const { id } of bases) {
    signal.throwIfAborted();
    const file = await prisma().attachment.findFirst({ where: { baseId: id }, select: { id: true } });
    if (file) await noteUnusedIn(id, now);
  }
}

async function noteUnusedIn(baseId: string, now: Date): Promise<void> {
  const fields = await prisma().field.findMany({ where: { table: { baseId } } });
  const isUsed = isHeldBy(fields);
  await change(async () => {
    await liftTimeout();
    await execute(Prisma.sql`
      WITH "seen" AS (SELECT "id", ${isUsed} AS "isUsed" FROM "Attachment" WHERE "baseId" = ${baseId})
      UPDATE "Attachment" SET "unusedSince" = CASE WHEN "isUsed" THEN NULL ELSE ${now}::timestamptz END
      FROM "seen" WHERE "seen"."id" = "Attachment"."id" AND "isUsed" = ("unusedSince" IS NOT NULL)`);
  }, ofAnySize);
}

/** SQL: a cell of these fields, or a view of their tables, holds the attachment with the column `id`. */
export function isHeldBy(fields: readonly (TypedField & { id: string; tableId: string })[]): Sql {
  if (fields.length === 0) return Prisma.sql`false`;
  const inCells = fields
    .filter((field) => fieldTypeOf(field).storage === "files")
    .map(({ id, tableId }) => heldIn(tableId, id));
  const tableIds = [...new Set(fields.map(({ tableId }) => tableId))];
  const inViews = fileKeys.map((key) => heldByViews(tableIds, key));
  return Prisma.sql`"id" IN (${Prisma.join([...inCells, ...inViews], " UNION ALL ")})`;
}

/** SQL for the ids of the files in a field's cells, from their URLs. */
function heldIn(tableId: string, fieldId: string): Sql {
  return Prisma.sql`
    SELECT split_part("file" ->> 'url', '/', 5) FROM ${partitionOf(tableId)} AS "record"
    CROSS JOIN LATERAL jsonb_array_elements("record"."data" -> ${fieldId}::text) AS "file"
    WHERE "record"."tableId" = ${tableId}`;
}

/** SQL for the ids of the files in a setting of views. Without NULL, by which `IN` would be NULL for all others. */
function heldByViews(tableIds: readonly string[], key: string): Sql {
  const url = Prisma.sql`("config" -> ${key}::text ->> 'url')`;
  return Prisma.sql`
    SELECT split_part(${url}, '/', 5) FROM "View" WHERE "tableId" = ANY(${tableIds}::text[]) AND ${url} IS NOT NULL`;
}

/** Removes some files unused since before a moment, and returns their number. */
export async function removeUnusedFiles(before: Date): Promise<number> {
  return change(async () => {
    // Locks the rows: a concurrent write into a cell either keeps a file or finds it gone.
    const rows = await query<{ id: string }>(Prisma.sql`
      DELETE FROM "Attachment" WHERE "id" IN (
        SELECT "id" FROM "Attachment" WHERE "unusedSince" < ${before} LIMIT 1000 FOR UPDATE SKIP LOCKED
      ) AND "unusedSince" < ${before} RETURNING "id"`);
    for (const { id } of rows) await removeFile(id);
    return rows.length;
  });
}

/** Marks files as used before a write puts them into cells. */
export async function keepFiles(baseId: string, ids: readonly string[]): Promise<void> {
  await prisma().attachment.updateMany({
    where: { baseId, id: { in: [...ids] }, unusedSince: { not: null } },
    data: { unusedSince: null },
  });
}
