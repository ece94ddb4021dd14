import { conflict } from "../../contract/errors";
import { isLink } from "../../field-types";
import { Prisma, query } from "../db";
import { sideOf } from "../records/link-side";
import { partitionOf } from "./partitions";
import { lockRecordsOf } from "./schema-change";
import type { FieldRow } from "./structure";

/** Throws a 409 with the number of records without a value, for a field that is to be required. */
export async function refuseEmpty(field: FieldRow): Promise<void> {
  await lockRecordsOf([field.tableId]);
  const count = await countEmpty(field);
  if (count === 0) return;
  const records = count === 1 ? "1 record has" : `${count.toLocaleString("en")} records have`;
  throw conflict("isRequired", `is not possible yet, because ${records} no value; fill them in first`);
}

/** The number of records whose cell of the field is empty. */
export async function countEmpty(
  field: Pick<FieldRow, "id" | "tableId" | "type" | "template">,
): Promise<number> {
  const { id, tableId } = field;
  const [counted] = await query<{ count: number }>(Prisma.sql`
    SELECT count(*)::int AS "count" FROM ${partitionOf(tableId)} AS record
    WHERE record."tableId" = ${tableId} AND NOT ${isLink(field) ? linked(field) : Prisma.sql`coalesce(record."data" ->> ${id}::text, '') <> ''`}`);
  return counted?.count ?? 0;
}

function linked(field: Pick<FieldRow, "id" | "template">): Prisma.Sql {
  const { fieldId, own } = sideOf(field);
  return Prisma.sql`EXISTS (SELECT FROM "Link" WHERE "fieldId" = ${fieldId} AND ${own} = record."id")`;
}
