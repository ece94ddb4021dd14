import { execute, Prisma, query, requireTransaction, type Sql } from "../db";
import { reserveNumber, storeImportEntry } from "../log/change-log";
import type { ChangeSet } from "../log/changes";
import { partitionOf } from "../structure/partitions";
import type { SchemaField, TableSchema } from "../structure/schemas";
import { linkOf, otherSide, type Side, sideOf } from "./link-side";
import { bumpVersion } from "./record-sql";

/** A change of very many lists of a link field. */
export interface ListChange {
  readonly schema: Pick<TableSchema, "id">;
  readonly field: SchemaField;
  /** The number of the entry of the log that has the records of the table. */
  readonly entry: string;
  /** SQL for the ids of the records whose lists may change, as the column `id`. */
  readonly own: Sql;
  /** The same for the records on the other side of the field. */
  readonly other: Sql;
}

/**
 * Runs `work`, which changes rows of `Link`, and logs every changed list as a row of `ChangedRecord`: those of the table
 * under `entry`, those on the other side under an entry of their own, as a side effect.
 */
export async function changeLists(
  change: ChangeSet,
  { schema, field, entry, own, other }: ListChange,
  work: () => Promise<void>,
): Promise<void> {
  requireTransaction();
  const side = sideOf(field);
  const { tableId, inverseFieldId } = linkOf(field);
  await execute(Prisma.sql`DROP TABLE IF EXISTS ${lists}`);
  await execute(Prisma.sql`
    CREATE TEMPORARY TABLE "link_lists" ON COMMIT DROP AS
    SELECT true AS "isOwn", "id", ${listOf(side)} AS "before" FROM (${own}) AS "listed"
    UNION ALL SELECT false, "id", ${listOf(otherSide(side))} FROM (${other}) AS "listed"`);
  await work();
  await execute(Prisma.sql`ALTER TABLE ${lists} ADD COLUMN "after" jsonb`);
  await execute(Prisma.sql`
    UPDATE ${lists} AS "listed" SET "after" = CASE WHEN "isOwn" THEN ${listOf(side)} ELSE ${listOf(otherSide(side))} END`);
  await execute(Prisma.sql`DELETE FROM ${lists} WHERE "before" = "after"`);
  await logLists({ isOwn: true, tableId: schema.id, fieldId: field.id, entry });
  await logOtherSide(change, { tableId, fieldId: inverseFieldId });
}

const lists = Prisma.sql`"pg_temp"."link_lists"`;

/** SQL for the list of the record `listed`. */
function listOf({ fieldId, own, ownOrder, other }: Side): Sql {
  return Prisma.sql`(SELECT coalesce(jsonb_agg(${other} ORDER BY ${ownOrder}), '[]') FROM "Link"
    WHERE "Link"."fieldId" = ${fieldId} AND "Link".${own} = "listed"."id")`;
}

async function logOtherSide(
  change: ChangeSet,
  { tableId, fieldId }: { tableId: string; fieldId: string },
): Promise<void> {
  const [counted] = await query<{ updated: number }>(
    Prisma.sql`SELECT count(*)::int AS "updated" FROM ${lists} WHERE NOT "isOwn"`,
  );
  const updated = counted?.updated ?? 0;
  if (updated === 0) return;
  const number = await reserveNumber();
  await logLists({ isOwn: false, tableId, fieldId, entry: number });
  const after = { created: 0, updated, fieldIds: [fieldId] };
  await storeImportEntry(change, { number, tableId, isEcho: true, before: null, after });
}

interface LoggedLists {
  readonly isOwn: boolean;
  readonly tableId: string;
  readonly fieldId: string;
  readonly entry: string;
}

/** Logs the changed lists of one side. Records that the entry has already keep their version and, if new, their row. */
async function logLists({ isOwn, tableId, fieldId, entry }: LoggedLists): Promise<void> {
  const changed = Prisma.sql`${lists} AS changed WHERE changed."isOwn" = ${isOwn}`;
  await execute(Prisma.sql`
    UPDATE ${partitionOf(tableId)} AS record SET ${bumpVersion()} FROM ${changed}
      AND record."tableId" = ${tableId} AND record."id" = changed."id" AND NOT EXISTS (
        SELECT FROM "ChangedRecord" AS known
        WHERE known."tableId" = ${tableId} AND known."entry" = ${entry}::bigint AND known."recordId" = changed."id")`);
  await execute(Prisma.sql`
    INSERT INTO "ChangedRecord" AS known ("tableId", "entry", "recordId", "before", "after")
    SELECT ${tableId}, ${entry}::bigint, "id", jsonb_build_object(${fieldId}::text, "before"), jsonb_build_object(${fieldId}::text, "after")
    FROM ${changed}
    ON CONFLICT ("tableId", "entry", "recordId") DO UPDATE
      SET "before" = known."before" || excluded."before", "after" = known."after" || excluded."after"
      WHERE known."before" IS NOT NULL AND known."after" IS NOT NULL`);
}
