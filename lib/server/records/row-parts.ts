import { computedColumns, computedFields, isComputedValue, isOfRecord } from "../computed/row-columns";
import { Prisma, type Sql } from "../db";
import type { TableSchema } from "../structure/schemas";
import { otherColumns, type RowParts, storedParts } from "./record-sql";

/**
 * The columns of a `RecordRow` with only the values of these fields; all by default. Adds the values of computed fields
 * that depend on the record alone.
 */
export async function rowParts(schema: TableSchema, only?: ReadonlySet<string>): Promise<RowParts> {
  const all = await computedFields(schema, only);
  const computed = all.filter(isOfRecord);
  if (computed.length === 0 && all.length === 0 && only === undefined) return storedParts;
  const data = dataWith(schema, only);
  if (computed.length === 0) {
    const noErrors = all.length > 0 ? Prisma.sql`, NULL AS "errors"` : Prisma.empty;
    return { columns: Prisma.sql`"id", ${data} AS "data", ${otherColumns}${noErrors}`, joins: Prisma.empty };
  }
  const { columns, joins } = computedColumns(schema, computed);
  return { columns: Prisma.sql`"id", ${data} AS "data", ${otherColumns}, ${columns}`, joins };
}

/** Up to this many fields are extracted from a record instead of reading it whole. */
const fewFields = 10;

function dataWith({ fields }: TableSchema, only: ReadonlySet<string> | undefined): Sql {
  const stored = only && fields.filter((field) => only.has(field.id) && !isComputedValue(field));
  if (stored === undefined || stored.length > fewFields) return Prisma.sql`"data"`;
  if (stored.length === 0) return Prisma.sql`'{}'::jsonb`;
  const values = stored.map(({ id }) => Prisma.sql`${id}::text, "data" -> ${id}::text`);
  return Prisma.sql`jsonb_strip_nulls(jsonb_build_object(${Prisma.join(values)}))`;
}
