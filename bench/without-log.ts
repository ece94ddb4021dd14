/**
 * Measures the cost of the log: a server whose PATCH writes no log entry and so need not read the old values. Only
 * `npm run bench` builds it, with this module in place of `lib/server/records/record-sql.ts`.
 */
import type { Author } from "@/lib/server/access/author";
import { Prisma, type Sql } from "@/lib/server/db";
import { bumpVersion, type RecordChange, recordColumns } from "@/lib/server/records/record-sql";
import { partitionOf } from "@/lib/server/structure/partitions";
import { isCurrent, type TableSchema } from "@/lib/server/structure/schemas";

export * from "@/lib/server/records/record-sql";

export function mergeRecord(
  _author: Author,
  schema: Pick<TableSchema, "id" | "databaseId" | "version">,
  { id, set, cleared, versions }: RecordChange & { versions?: readonly number[] },
): Sql {
  const merged = Prisma.sql`("data" || ${JSON.stringify(set)}::jsonb) - ${cleared}::text[]`;
  const isWanted = versions ? Prisma.sql`AND "version" = ANY(${versions}::int[])` : Prisma.empty;
  return Prisma.sql`
    UPDATE ${partitionOf(schema.id)} SET "data" = ${merged}, ${bumpVersion()}
    WHERE "tableId" = ${schema.id} AND "id" = ${id}::uuid AND ${merged} <> "data" ${isWanted} AND ${isCurrent(schema)}
    RETURNING ${recordColumns}`;
}
