import { copyLines, lineOf } from "../copy-lines";
import { execute, Prisma, query, requireTransaction } from "../db";
import type { DerivedIds } from "../records/copied-ids";
import { linkOf, sideOf } from "../records/link-side";
import { type CopiedIds, copiedId } from "../structure/copy-tables";
import { partitionOf } from "../structure/partitions";
import type { TableSchema } from "../structure/schemas";
import { invalid } from "./bad-file";
import type { ReadRecord } from "./read-records";

/** The ids of the copies: of tables and fields, and of records. */
export interface NewIds {
  readonly ids: CopiedIds;
  readonly derived: DerivedIds;
}

/** The temporary table of the links of the file, seen from both sides, which ends with the transaction. */
const staged = Prisma.sql`"pg_temp"."file_links"`;

export async function createLinkStaging(): Promise<void> {
  requireTransaction();
  await execute(Prisma.sql`
    CREATE TEMPORARY TABLE "file_links" ("fieldId" text, "fromId" uuid, "toId" uuid, "isInverse" boolean, "order" int)
    ON COMMIT DROP`);
}

/** Copies records into the partition of a table's copy, and their links into the temporary table. */
export async function storeBatch(
  schema: TableSchema,
  records: readonly ReadRecord[],
  newIds: NewIds,
): Promise<void> {
  const tableId = copiedId(newIds.ids, schema.id);
  await copyAll(
    {
      into: partitionOf(tableId).text,
      columns: `"tableId", "id", "data", "position", "source", "createdAt", "updatedAt", "createdById", "updatedById"`,
    },
    records.map((record) => recordLine(record, tableId, newIds)),
  );
  await copyAll(
    { into: staged.text, columns: `"fieldId", "fromId", "toId", "isInverse", "order"` },
    records.flatMap((record) => linkLines(record, newIds)),
  );
}

/** Copies lines into a table in one piece. */
async function copyAll(target: { into: string; columns: string }, lines: readonly string[]): Promise<void> {
  if (lines.length > 0) await copyLines(target, [lines.join("")]);
}

function recordLine(record: ReadRecord, tableId: string, { ids, derived }: NewIds): string {
  const { createdAt, updatedAt, createdById, updatedById, source, position } = record;
  const data = Object.fromEntries(
    Object.entries(record.data).map(([fieldId, value]) => [copiedId(ids, fieldId), value]),
  );
  const cells = [tableId, derived.record(record.id), JSON.stringify(data), position, source];
  return lineOf([...cells, createdAt, updatedAt, createdById, updatedById]);
}

function linkLines({ id, links }: ReadRecord, { ids, derived }: NewIds): string[] {
  const own = derived.record(id);
  return links.flatMap(({ field, ids: others }) => {
    const { isInverse = false } = linkOf(field);
    const fieldId = copiedId(ids, sideOf(field).fieldId);
    return others.map((other, index) => {
      const [from, to] = isInverse ? [derived.record(other), own] : [own, derived.record(other)];
      return lineOf([fieldId, from, to, String(isInverse), String(index + 1)]);
    });
  });
}

/**
 * Stores the links. Throws a 400 if one is in the list of one side only, which also finds links to records that do not
 * exist.
 */
export async function storeLinks(): Promise<void> {
  await execute(Prisma.sql`ANALYZE ${staged}`);
  const side = (isInverse: boolean) => Prisma.sql`(
    SELECT "fieldId", "fromId", "toId", "order" FROM ${staged} WHERE "isInverse" = ${isInverse})`;
  const both = Prisma.sql`${side(false)} AS "forward" FULL JOIN ${side(true)} AS "backward" USING ("fieldId", "fromId", "toId")`;
  const oneSided = await query(Prisma.sql`
    SELECT FROM ${both} WHERE "forward"."order" IS NULL OR "backward"."order" IS NULL LIMIT 1`);
  if (oneSided.length > 0) throw invalid("a link", "is in the record on one side only");
  await execute(Prisma.sql`
    INSERT INTO "Link" ("fieldId", "fromId", "toId", "fromOrder", "toOrder")
    SELECT "fieldId", "fromId", "toId", "forward"."order", "backward"."order" FROM ${both}`);
}
