import type { BasePlace } from "../../contract/places";
import { Catalog } from "../../field-types/computed/catalog";
import type { CatalogTable } from "../../field-types/computed/catalog-field";
import { Prisma, query } from "../db";
import { groupBy } from "../group-by";

interface Row {
  readonly id: string;
  readonly databaseId: string;
  readonly tableId: string;
  readonly name: string;
  readonly type: string;
  readonly template: object;
  readonly isDeleted: boolean;
  readonly primaryFieldId: string;
}

/** All fields of a database as computed fields see them, with those in the trash. */
export async function loadCatalog({ databaseId }: BasePlace): Promise<Catalog> {
  return (await loadCatalogs([databaseId])).get(databaseId) ?? new Catalog([]);
}

/** The catalogs of several databases, by id; without those that have no fields. */
export async function loadCatalogs(databaseIds: readonly string[]): Promise<ReadonlyMap<string, Catalog>> {
  if (databaseIds.length === 0) return new Map();
  const rows = await query<Row>(Prisma.sql`
    SELECT "field"."id", "baseId" AS "databaseId", "tableId", "field"."name", "type", "template", "primaryFieldId",
      "field"."trashId" IS NOT NULL OR "table"."trashId" IS NOT NULL AS "isDeleted"
    FROM "AllFields" AS "field" JOIN "AllTables" AS "table" ON "table"."id" = "tableId"
    WHERE "baseId" = ANY(${databaseIds}) ORDER BY "field"."order"`);
  return new Map([...groupBy(rows, (row) => row.databaseId)].map(([id, fields]) => [id, catalogOf(fields)]));
}

function catalogOf(rows: readonly Row[]): Catalog {
  const tables = new Map<string, CatalogTable & { readonly fields: Row[] }>();
  for (const row of rows) {
    const { tableId, primaryFieldId } = row;
    const table = tables.get(tableId) ?? { id: tableId, primaryFieldId, fields: [] };
    tables.set(tableId, table);
    table.fields.push(row);
  }
  return new Catalog([...tables.values()]);
}
