import type { BasePlace } from "../../contract/places";
import { Catalog } from "../../field-types/computed/catalog";
import type { CatalogTable } from "../../field-types/computed/catalog-field";
import { Prisma, query } from "../db";

interface Row {
  readonly id: string;
  readonly tableId: string;
  readonly name: string;
  readonly type: string;
  readonly template: object;
  readonly isDeleted: boolean;
  readonly primaryFieldId: string;
}

/** All fields of a database as computed fields see them, with those in the trash. */
export async function loadCatalog({ databaseId }: BasePlace): Promise<Catalog> {
  const rows = await query<Row>(Prisma.sql`
    SELECT "field"."id", "tableId", "field"."name", "type", "template", "primaryFieldId",
      "field"."trashId" IS NOT NULL OR "table"."trashId" IS NOT NULL AS "isDeleted"
    FROM "AllFields" AS "field" JOIN "AllTables" AS "table" ON "table"."id" = "tableId"
    WHERE "baseId" = ${databaseId} ORDER BY "field"."order"`);
  const tables = new Map<string, CatalogTable & { readonly fields: Row[] }>();
  for (const row of rows) {
    const { tableId, primaryFieldId } = row;
    const table = tables.get(tableId) ?? { id: tableId, primaryFieldId, fields: [] };
    tables.set(tableId, table);
    table.fields.push(row);
  }
  return new Catalog([...tables.values()]);
}
