import { Prisma, type Transaction } from "./db";
import { partitionOf } from "./partitions";
import type { TableSchema } from "./schemas";
import { unknownRecords } from "./unknown-records";

/**
 * `count` positions of the manual order, rising, right behind the record `after`, or on top with null. Between
 * two positions there is always room: they are numerics, which have as many digits as it takes and here no more,
 * as an index has to hold them.
 */
export async function placesAfter(
  transaction: Transaction,
  schema: TableSchema,
  { after, count, moved }: { after: string | null; count: number; moved: readonly string[] },
): Promise<string[]> {
  // Two callers who aim at the same gap would get the same positions.
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`positions ${schema.id}`}, 0))`;
  const inTable = Prisma.sql`"tableId" = ${schema.id} AND "id" <> ALL(${moved}::uuid[])`;
  const before = after === null ? null : await positionOf(transaction, schema, after);
  const [next] = await transaction.$queryRaw<{ position: string }[]>`
    SELECT "position"::text FROM ${partitionOf(schema.id)} AS record WHERE ${inTable} AND ${before === null ? Prisma.sql`true` : Prisma.sql`"position" > ${before}::numeric`}
    ORDER BY record."position" LIMIT 1`;
  const rows = await transaction.$queryRaw<{ position: string }[]>`
    WITH ends AS (
      SELECT coalesce(${before}::numeric, ${next?.position ?? "0"}::numeric - ${gap}::numeric * ${count + 1}) AS "low",
             coalesce(${next?.position ?? null}::numeric, ${before ?? "0"}::numeric + ${gap}::numeric * ${count + 1}) AS "high"
    ), spaced AS (SELECT "low", ("high" - "low") / ${count + 1}::numeric AS "space" FROM ends)
    SELECT round("low" + "space" * "step", 1 + ceil(-log("space"))::int)::text AS "position"
    FROM spaced, generate_series(1, ${count}) AS "step" ORDER BY "step"`;
  return rows.map(({ position }) => position);
}

/** Between neighbours where nothing is on the other side; far less than a millisecond, so that new records stay last. */
const gap = "1024";

async function positionOf(transaction: Transaction, schema: TableSchema, recordId: string): Promise<string> {
  const [found] = await transaction.$queryRaw<{ position: string }[]>`
    SELECT "position"::text FROM ${partitionOf(schema.id)} WHERE "tableId" = ${schema.id} AND "id" = ${recordId}::uuid`;
  if (!found) throw unknownRecords([{ id: recordId, path: "after" }]);
  return found.position;
}
