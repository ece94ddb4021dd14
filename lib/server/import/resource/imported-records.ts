import { badRequest } from "../../../contract/errors";
import { recordId } from "../../../contract/ids";
import type { ImportedRecords } from "../../../contract/import-resource";
import { defaultPage, type PageQuery } from "../../../contract/pages";
import type { ImportPlace, TablePlace } from "../../../contract/places";
import type { Actor } from "../../access/author";
import { Prisma, query, type Sql } from "../../db";
import { partitionOf } from "../../structure/partitions";
import { findSchema } from "../../structure/schemas";
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
  const isAfter = cursor === undefined ? Prisma.sql`true` : Prisma.sql`"recordId" > ${cursor}::uuid`;
  const rows = await query<{ id: string }>(Prisma.sql`
    WITH made AS (
      SELECT "number", "after" FROM "Change"
      WHERE "changeSetId" = ${changeSetId}::uuid AND "baseId" = ${baseId} AND "tableId" = ${tableId} AND "kind" = 'import'
    )
    SELECT "recordId" AS "id" FROM (
      SELECT "recordId" FROM "ChangedRecord" WHERE "tableId" = ${tableId} AND "entry" IN (SELECT "number" FROM made)
      UNION ${await inRange({ databaseId: baseId, tableId })}
    ) AS "records" WHERE ${isAfter} ORDER BY 1 LIMIT ${limit + 1}`);
  const recordIds = rows.slice(0, limit).map(({ id }) => id);
  return { recordIds, nextCursor: rows.length > limit ? (recordIds.at(-1) ?? null) : null };
}

/** SQL for the records of a new table that an entry of `made` created; nothing if the table is gone. */
async function inRange(place: TablePlace): Promise<Sql> {
  const schema = await findSchema(place);
  if (!schema) return Prisma.sql`SELECT NULL::uuid WHERE false`;
  return Prisma.sql`
    SELECT record."id" FROM ${partitionOf(schema.id)} AS record, made
    WHERE record."tableId" = ${schema.id}
      AND record."id" BETWEEN ("after" ->> 'firstId')::uuid AND ("after" ->> 'lastId')::uuid`;
}
