import { storageKinds } from "../../field-types/storage";
import { Prisma, query } from "../db";
import { firstId, isInData } from "../structure/cells";
import { refitToType } from "../structure/refit";
import type { FieldRow } from "../structure/structure";
import { typedTemplate } from "../structure/type-change";

/**
 * Brings what deleted records hold in a field in line with its new type, as those are that are there. A value that
 * would be lost stays as it was: the type may go back before the record does.
 */
export async function refitTrashed(before: FieldRow, after: FieldRow): Promise<void> {
  if (before.type === after.type || !isInData(before) || !isInData(after)) return;
  const { id, tableId } = before;
  const from = typedTemplate(before);
  const refit = refitToType(from, typedTemplate(after));
  // What an earlier change of type has left behind is not of this one.
  const { holds } = storageKinds[from.fieldType.storage];
  for (let last = firstId; ; ) {
    const rows = await query<{ id: string; stored: unknown }>(Prisma.sql`
      SELECT "id", "content" -> 'data' -> ${id}::text AS "stored" FROM "Trash"
      WHERE "baseId" = (SELECT "baseId" FROM "Table" WHERE "Table"."id" = ${tableId}) AND "id" > ${last}::uuid
        AND "tableId" = ${tableId} AND "kind" = 'record'
        AND "content" -> 'data' -> ${id}::text IS NOT NULL
      ORDER BY "id" LIMIT ${batchSize}`);
    const values = rows.flatMap(({ id: trashId, stored }) => {
      if (!holds(stored)) return [];
      const refitted = refit(stored);
      return refitted.isLost ? [] : [{ id: trashId, stored: refitted.stored }];
    });
    await query(Prisma.sql`
      UPDATE "Trash" SET "content" = jsonb_set("content"::jsonb, ARRAY['data', ${id}::text], coalesce("given"."stored", 'null'))::json
      FROM jsonb_to_recordset(${JSON.stringify(values)}::jsonb) AS "given" ("id" uuid, "stored" jsonb)
      WHERE "Trash"."id" = "given"."id"`);
    last = rows.at(-1)?.id ?? last;
    if (rows.length < batchSize) return;
  }
}

const batchSize = 500;
