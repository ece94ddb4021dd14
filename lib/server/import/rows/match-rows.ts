import type { ImportMode } from "../../../contract/import-call";
import { execute, Prisma, type Sql } from "../../db";
import { lockUpserts } from "../../records/upserts";
import { partitionOf } from "../../structure/partitions";
import type { SchemaField, TableSchema } from "../../structure/schemas";
import type { Problems } from "./problems";
import { rejectRows } from "./reject-rows";
import { staging } from "./staging";

/** SQL for the values by which a row is matched. */
const keyText = Prisma.sql`(
  SELECT string_agg(coalesce("item", ''), ', ') FROM jsonb_array_elements_text(given."key") AS "item")`;

interface Match {
  readonly schema: TableSchema;
  readonly fields: readonly SchemaField[];
  readonly mode: ImportMode;
}

/**
 * Finds the record of each row by the values of some fields, and locks the records until the end of the transaction.
 * Rejects rows whose values are empty, repeat those of an earlier row or match several records, and in the mode `update`
 * rows without a record.
 */
export async function matchRows({ schema, fields, mode }: Match, problems: Problems): Promise<void> {
  await lockUpserts(schema);
  const names = fields.map(({ name }) => name).join(", ");
  const reject = (wrong: Sql) => rejectRows({ wrong, field: names, value: keyText }, problems);
  await reject(Prisma.sql`
    SELECT "row", 'is required, because records are matched by it' AS "message" FROM ${staging}
    WHERE "key" @> 'null'`);
  await reject(Prisma.sql`
    SELECT "row", 'has the same value as row ' || "first" AS "message"
    FROM (SELECT "row", min("row") OVER (PARTITION BY "key") AS "first" FROM ${staging}) AS "same" WHERE "row" > "first"`);
  const stored = Prisma.join(fields.map(({ id }) => Prisma.sql`record."data" -> ${id}::text`));
  // Locks in the order of ids, as everywhere.
  await execute(Prisma.sql`
    CREATE TEMPORARY TABLE "import_matches" ON COMMIT DROP AS
    SELECT given."row", record."id"
    FROM ${partitionOf(schema.id)} AS record
    JOIN ${staging} AS given ON jsonb_build_array(VARIADIC ARRAY[${stored}]) = given."key"
    WHERE record."tableId" = ${schema.id} ORDER BY record."id" FOR UPDATE OF record`);
  await reject(Prisma.sql`
    SELECT "row", 'matches more than one record' AS "message"
    FROM "pg_temp"."import_matches" GROUP BY "row" HAVING count(*) > 1`);
  await execute(Prisma.sql`
    UPDATE ${staging} AS given SET "id" = found."id", "isMatched" = true
    FROM "pg_temp"."import_matches" AS found WHERE found."row" = given."row"`);
  await execute(Prisma.sql`DROP TABLE "pg_temp"."import_matches"`);
  if (mode === "update") {
    await reject(Prisma.sql`
      SELECT "row", 'matches no record' AS "message" FROM ${staging} WHERE NOT "isMatched"`);
  }
}
