import { fieldTypeOf, isDerived, isLink } from "../../field-types";
import { Prisma, query, type Sql } from "../db";
import { unavailable } from "../failures";
import { isHeldBy } from "../files/unused-files";
import { type CopiedIds, copiedId } from "../structure/copy-tables";
import { partitionOf } from "../structure/partitions";
import { ofAnySize } from "../structure/schema-change";
import { isCurrent, staleSchema } from "../structure/schemas";
import type { BaseRow, FieldRow, TableRow } from "../structure/structure";
import type { DerivedIds } from "./copied-ids";
import { copiedCells } from "./copy-records";
import { linkOf } from "./link-side";

/** The copy of a database: its id, and the ids of its parts. */
export interface CopyOfDatabase {
  readonly databaseId: string;
  readonly ids: CopiedIds;
  readonly derived: DerivedIds;
}

/**
 * Copies all records, links and attachments of a database within PostgreSQL, into partitions without records. Throws
 * `staleSchema` if the structure has changed since `original` was read.
 */
export async function copyContents(original: BaseRow, copy: CopyOfDatabase): Promise<void> {
  const parts = [
    Prisma.sql`"files" AS (${copyAttachments(original, copy)})`,
    Prisma.sql`"links" AS (${copyLinks(original, copy)})`,
    ...original.tables.map(
      (table, index) => Prisma.sql`${Prisma.raw(`"table${index}"`)} AS (${copyRecordsOf(table, copy)})`,
    ),
  ];
  await query(Prisma.sql`SET LOCAL statement_timeout = ${Prisma.raw(String(ofAnySize.maxMs))}`);
  // One statement, so that everything is copied as of one moment without a lock.
  await requireCurrent(original, Prisma.sql`WITH ${Prisma.join(parts, ", ")}`).catch((error) => {
    throw error.code === timeIsOver ? unavailable(tookTooLong) : error;
  });
}

/** The code of PostgreSQL. */
const timeIsOver = "57014";

const tookTooLong = `Copying the records took longer than ${ofAnySize.maxMs / 60_000} minutes. Try again when the server is less busy.`;

/** Throws `staleSchema` if the structure of a database has changed since it was read. */
export async function requireCurrent({ id, version }: BaseRow, parts = Prisma.empty): Promise<void> {
  const rows = await query(Prisma.sql`${parts} SELECT 1 WHERE ${isCurrent({ databaseId: id, version })}`);
  if (rows.length === 0) throw staleSchema;
}

function copyRecordsOf({ id, fields }: TableRow, { ids, derived }: CopyOfDatabase): Sql {
  const stored = fields.filter((field) => !isDerived(field) && !isLink(field));
  const files = stored.filter(isFiles).map((field) => field.id);
  const value =
    files.length === 0
      ? undefined
      : Prisma.sql`CASE WHEN "key" = ANY(${files}::text[]) THEN ${copiedFiles(derived)} ELSE "value" END`;
  const copyId = copiedId(ids, id);
  return Prisma.sql`
    INSERT INTO ${partitionOf(copyId)} ("tableId", "id", "data", "position", "source", "createdAt", "updatedAt", "createdById", "updatedById")
    SELECT ${copyId}, ${derived.recordSql(Prisma.sql`"original"."id"`)}, ${copiedCells(stored, ids, value)},
      "original"."position", "original"."source", "original"."createdAt", "original"."updatedAt", "original"."createdById", "original"."updatedById"
    FROM ${partitionOf(id)} AS "original" WHERE "original"."tableId" = ${id}`;
}

/** SQL of the files in the cell `value`, by the addresses of their copies. */
function copiedFiles(derived: DerivedIds): Sql {
  const part = (number: number) =>
    Prisma.sql`split_part("file" ->> 'url', '/', ${Prisma.raw(String(number))})`;
  return Prisma.sql`(
    SELECT jsonb_agg(
      jsonb_set("file", '{url}', to_jsonb('/api/v1/attachments/' || ${derived.fileSql(part(5))} || '/' || ${part(6)}))
      ORDER BY "index")
    FROM jsonb_array_elements("value") WITH ORDINALITY AS "item" ("file", "index"))`;
}

function copyLinks({ tables }: BaseRow, { ids, derived }: CopyOfDatabase): Sql {
  const fields = tables.flatMap((table) => table.fields).filter(isLink);
  const copies = Object.fromEntries(
    fields.filter((field) => !linkOf(field).isInverse).map(({ id }) => [id, copiedId(ids, id)]),
  );
  return Prisma.sql`
    INSERT INTO "Link" ("fieldId", "fromId", "toId", "fromOrder", "toOrder")
    SELECT "field"."copy", ${derived.recordSql(Prisma.sql`"fromId"`)}, ${derived.recordSql(Prisma.sql`"toId"`)},
      "fromOrder", "toOrder"
    FROM jsonb_each_text(${JSON.stringify(copies)}::jsonb) AS "field" ("id", "copy")
    JOIN "Link" ON "Link"."fieldId" = "field"."id"`;
}

function copyAttachments({ id, tables }: BaseRow, { databaseId, derived }: CopyOfDatabase): Sql {
  const fields = tables.flatMap((table) => table.fields);
  return Prisma.sql`
    INSERT INTO "Attachment" ("id", "baseId", "filename", "originalName", "size", "mimeType", "uploadedAt")
    SELECT ${derived.fileSql(Prisma.sql`"id"`)}, ${databaseId}, "filename", "originalName", "size", "mimeType", "uploadedAt"
    FROM "Attachment" WHERE "baseId" = ${id} AND ${isHeldBy(fields)}`;
}

function isFiles(field: FieldRow): boolean {
  return fieldTypeOf(field).storage === "files";
}
