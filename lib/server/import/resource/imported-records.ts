import { badRequest } from "../../../contract/errors";
import { recordId } from "../../../contract/ids";
import type { ImportedRecords } from "../../../contract/import-resource";
import { defaultPage, type PageQuery } from "../../../contract/pages";
import type { ImportPlace } from "../../../contract/places";
import type { Actor } from "../../access/author";
import { Prisma, query } from "../../db";
import { findImport } from "./stored-imports";

/** Lists the ids of the records that an import created or changed, in the order of their ids. */
export async function listImported(
  place: ImportPlace,
  actor: Actor,
  { cursor, limit = defaultPage }: PageQuery,
): Promise<ImportedRecords> {
  if (cursor !== undefined && !recordId.safeParse(cursor).success) {
    throw badRequest([{ path: "cursor", message: "takes the `nextCursor` of the previous page" }]);
  }
  const { baseId, result } = await findImport(place, actor);
  const { changeSetId = null, tableId = "" } = (result ?? {}) as { changeSetId?: string; tableId?: string };
  const rows = await query<{ id: string }>(Prisma.sql`
    SELECT DISTINCT changed."recordId" AS "id"
    FROM "Change" AS made
    JOIN "ChangedRecord" AS changed ON changed."tableId" = ${tableId} AND changed."entry" = made."number"
    WHERE made."changeSetId" = ${changeSetId}::uuid AND made."baseId" = ${baseId} AND made."tableId" = ${tableId}
      AND made."kind" = 'import' AND (${cursor ?? null}::uuid IS NULL OR changed."recordId" > ${cursor ?? null}::uuid)
    ORDER BY 1 LIMIT ${limit + 1}`);
  const recordIds = rows.slice(0, limit).map(({ id }) => id);
  return { recordIds, nextCursor: rows.length > limit ? (recordIds.at(-1) ?? null) : null };
}
