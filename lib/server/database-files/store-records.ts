import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { from as copyFrom } from "pg-copy-streams";
import { execute, onTransaction, Prisma, query, requireTransaction } from "../db";
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
  await copyLines(
    `${partitionOf(tableId).sql} ("tableId", "id", "data", "position", "source", "createdAt", "updatedAt")`,
    records.map((record) => recordLine(record, tableId, newIds)),
  );
  await copyLines(
    `${staged.sql} ("fieldId", "fromId", "toId", "isInverse", "order")`,
    records.flatMap((record) => linkLines(record, newIds)),
  );
}

async function copyLines(into: string, lines: readonly string[]): Promise<void> {
  if (lines.length === 0) return;
  await onTransaction(async (connection) => {
    const copy = connection.query(copyFrom(`COPY ${into} FROM STDIN`));
    await pipeline(Readable.from([lines.join("")]), copy);
  });
}

/** A line of COPY's text format. */
function recordLine(record: ReadRecord, tableId: string, { ids, derived }: NewIds): string {
  const { createdAt, updatedAt, source, position } = record;
  const data = Object.fromEntries(
    Object.entries(record.data).map(([fieldId, value]) => [copiedId(ids, fieldId), value]),
  );
  const text = escaped(JSON.stringify(data));
  return `${tableId}\t${derived.record(record.id)}\t${text}\t${position}\t${source}\t${createdAt}\t${updatedAt}\n`;
}

/** JSON has no control characters, so that only backslashes need to be escaped. */
function escaped(text: string): string {
  return text.includes("\\") ? text.replaceAll("\\", "\\\\") : text;
}

function linkLines({ id, links }: ReadRecord, { ids, derived }: NewIds): string[] {
  const own = derived.record(id);
  return links.flatMap(({ field, ids: others }) => {
    const { isInverse = false } = linkOf(field);
    const fieldId = copiedId(ids, sideOf(field).fieldId);
    return others.map((other, index) => {
      const [from, to] = isInverse ? [derived.record(other), own] : [own, derived.record(other)];
      return `${fieldId}\t${from}\t${to}\t${isInverse}\t${index + 1}\n`;
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
