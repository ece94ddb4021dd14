import { fieldType } from "../../field-types";
import { execute, Prisma, prisma, queryOften, requireTransaction } from "../db";
import { partitionOf } from "../structure/partitions";
import { liftTimeout, lockRecordsOf } from "../structure/schema-change";
import type { SchemaField, TableSchema } from "../structure/schemas";

/** True for fields that number the records of a table. */
export function isNumbering(type: string): boolean {
  return fieldType(type).isSerial ?? false;
}

export function numberingFields({ fields }: TableSchema): SchemaField[] {
  return fields.filter(({ type }) => isNumbering(type));
}

/** Numbers new records in order; restored ones keep their number. */
export async function countUp(
  schema: TableSchema,
  records: readonly { readonly data: { [fieldId: string]: unknown } }[],
): Promise<void> {
  requireTransaction();
  for (const { id } of numberingFields(schema)) {
    const unnumbered = records.filter(({ data }) => data[id] === undefined);
    if (unnumbered.length === 0) continue;
    const [counted] = await queryOften<{ last: number }>(Prisma.sql`
      UPDATE "Field" SET "lastNumber" = "lastNumber" + ${unnumbered.length} WHERE "id" = ${id}
      RETURNING "lastNumber" AS "last"`);
    const before = (counted?.last ?? 0) - unnumbered.length;
    for (const [index, { data }] of unnumbered.entries()) data[id] = before + index + 1;
  }
}

/** Numbers existing records by creation when a numbering field is added. */
export async function numberRecords({ id, tableId }: { id: string; tableId: string }): Promise<void> {
  await lockRecordsOf([tableId]);
  await liftTimeout();
  const partition = partitionOf(tableId);
  const lastNumber = await execute(Prisma.sql`
    UPDATE ${partition} AS "record"
    SET "data" = "data" || jsonb_build_object(${id}::text, "number"), "version" = "version" + 1
    FROM (SELECT "id", row_number() OVER (ORDER BY "id") AS "number" FROM ${partition}) AS "numbered"
    WHERE "record"."id" = "numbered"."id"`);
  await prisma().field.update({ where: { id }, data: { lastNumber } });
}

/** Numbers the records created while the field was in the trash, after the others. */
export async function numberMissing({
  id,
  tableId,
  lastNumber,
}: {
  id: string;
  tableId: string;
  lastNumber: number;
}): Promise<void> {
  const partition = partitionOf(tableId);
  const missing = await execute(Prisma.sql`
    UPDATE ${partition} AS "record"
    SET "data" = "data" || jsonb_build_object(${id}::text, ${lastNumber}::int + "number"), "version" = "version" + 1
    FROM (SELECT "id", row_number() OVER (ORDER BY "id") AS "number" FROM ${partition} WHERE NOT "data" ? ${id}) AS "numbered"
    WHERE "record"."id" = "numbered"."id"`);
  if (missing > 0) {
    await prisma().field.update({ where: { id }, data: { lastNumber: lastNumber + missing } });
  }
}
