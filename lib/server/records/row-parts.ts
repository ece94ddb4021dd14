import {
  type Computed,
  computedColumns,
  computedFields,
  isComputedValue,
  isOfRecord,
} from "../computed/row-columns";
import { Prisma, type Sql } from "../db";
import type { TableSchema } from "../structure/schemas";
import { otherColumns, type RowParts, storedParts } from "./record-sql";

/** The columns of a `RecordRow` with only the values of these fields, computed ones included; all by default. */
export async function rowParts(schema: TableSchema, only?: ReadonlySet<string>): Promise<RowParts> {
  return partsWith(schema, await computedFields(schema, only ?? readableFields(schema)), only);
}

/**
 * Like `rowParts`, but without the computed fields that read other records: in the statement that changes a record, they
 * would see it as it was.
 */
export async function ownRowParts(schema: TableSchema): Promise<RowParts> {
  return partsWith(schema, (await computedFields(schema)).filter(isOfRecord));
}

/** The fields of the caller, if there are others. */
function readableFields({ whole, face }: TableSchema): ReadonlySet<string> | undefined {
  return whole && new Set(face.fields.map(({ id }) => id));
}

function partsWith(schema: TableSchema, computed: readonly Computed[], only?: ReadonlySet<string>): RowParts {
  if (computed.length === 0 && only === undefined) return storedParts;
  const data = dataWith(schema, only);
  if (computed.length === 0)
    return { columns: Prisma.sql`"id", ${data} AS "data", ${otherColumns}`, joins: Prisma.empty };
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
