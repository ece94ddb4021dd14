import { isLink } from "../../../field-types";
import { Prisma, type Sql } from "../../db";
import { partitionOf } from "../../structure/partitions";
import type { SchemaField, TableSchema } from "../../structure/schemas";
import { countsSql, hashOf, textSql } from "../../structure/unique-indexes";
import type { Problems } from "./problems";
import { rejectRows } from "./reject-rows";
import { wantedLinks } from "./resolve-links";
import { staging } from "./staging";

/** The fields of the columns, by their ids. */
type Columns = ReadonlySet<string>;

/** Rejects rows that leave a required field empty, or repeat a value that must be unique. */
export async function checkConstraints(
  schema: TableSchema,
  columns: readonly SchemaField[],
  problems: Problems,
): Promise<void> {
  const ids = new Set(columns.map(({ id }) => id));
  for (const field of schema.face.fields.filter(({ isRequired }) => isRequired)) {
    const wrong = Prisma.sql`
      SELECT "row", 'is required' AS "message" FROM ${staging} AS given WHERE ${isLeftEmpty(field, ids)}`;
    await rejectRows({ wrong, field: field.name, value: Prisma.sql`''` }, problems);
  }
  for (const field of schema.fields.filter(({ id, isUnique }) => isUnique && ids.has(id))) {
    await rejectRepeated(schema, field, problems);
  }
}

/** SQL: the row leaves a new record without a value, or empties the cell of an existing one. */
function isLeftEmpty(field: SchemaField, columns: Columns): Sql {
  const { id } = field;
  if (!columns.has(id)) return Prisma.sql`NOT given."isMatched"`;
  if (!isLink(field)) {
    return Prisma.sql`CASE WHEN given."isMatched" THEN ${id}::text = ANY(given."cleared") ELSE NOT given."data" ? ${id}::text END`;
  }
  return Prisma.sql`(NOT given."isMatched" OR coalesce(given."links" ? ${id}::text, false)) AND NOT EXISTS (
    SELECT FROM ${wantedLinks} AS wanted WHERE wanted."fieldId" = ${id} AND wanted."row" = given."row")`;
}

async function rejectRepeated(
  { id: tableId }: TableSchema,
  { id, name }: SchemaField,
  problems: Problems,
): Promise<void> {
  const value = textSql(id, Prisma.sql`given."data"`);
  const reject = (wrong: Sql) => rejectRows({ wrong, field: name, value }, problems);
  await reject(Prisma.sql`
    SELECT "row", 'must be unique and is the same in row ' || "first" AS "message"
    FROM (
      SELECT given."row", min(given."row") OVER (PARTITION BY ${value}) AS "first" FROM ${staging} AS given
      WHERE ${value} IS NOT NULL
    ) AS "same" WHERE "row" > "first"`);
  await reject(Prisma.sql`
    SELECT given."row", 'must be unique, and the record ' || record."id" || ' already has this value' AS "message"
    FROM ${staging} AS given JOIN ${partitionOf(tableId)} AS record
      ON ${hashOf(id, Prisma.sql`record."data"`)} = md5(${value}) AND ${textSql(id, Prisma.sql`record."data"`)} = ${value}
    WHERE record."tableId" = ${tableId} AND record."id" <> given."id" AND ${countsSql(id, Prisma.sql`record."data"`)}`);
}
