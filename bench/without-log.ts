/**
 * What the log costs: the product's own server, but for a PATCH that leaves no entry, and so need not know what was
 * there before. It is built for `npm run bench` alone, with this in the place of `lib/server/record-sql.ts`.
 */
import type { Author } from "@/lib/server/author";
import { Prisma, type Sql } from "@/lib/server/db";
import { partitionOf } from "@/lib/server/partitions";
import { moveOn, type RecordChange, recordColumns } from "@/lib/server/record-sql";
import { isCurrent, type TableSchema } from "@/lib/server/schemas";

export * from "@/lib/server/record-sql";

export function mergeRecord(
  _author: Author,
  schema: Pick<TableSchema, "id" | "databaseId" | "version">,
  { id, set, cleared, versions }: RecordChange & { versions?: readonly number[] },
): Sql {
  const merged = Prisma.sql`("data" || ${JSON.stringify(set)}::jsonb) - ${cleared}::text[]`;
  const isWanted = versions ? Prisma.sql`AND "version" = ANY(${versions}::int[])` : Prisma.empty;
  return Prisma.sql`
    UPDATE ${partitionOf(schema.id)} SET "data" = ${merged}, ${moveOn}
    WHERE "tableId" = ${schema.id} AND "id" = ${id}::uuid AND ${merged} <> "data" ${isWanted} AND ${isCurrent(schema)}
    RETURNING ${recordColumns}`;
}
