/** Where things stood among their siblings, those among these that lay in the trash too. */
import { Prisma, query } from "../db";
import type { ChangeSet } from "../log/changes";
import { placeBack } from "../structure/siblings";
import { type FieldRow, presentView, withParts } from "../structure/structure";

/** Ids in their order: of `tables`, of the fields of a table or in a view by its id, of `views <table>`. */
export type Orders = { readonly [parent: string]: readonly string[] };

/** The orders that the fields of these tables stand in. */
export async function fieldOrders({ transaction }: ChangeSet, fields: readonly FieldRow[]): Promise<Orders> {
  const tableIds = [...new Set(fields.map(({ tableId }) => tableId))];
  const tables = await transaction.table.findMany({ where: { id: { in: tableIds } }, include: withParts });
  const entries = tables.flatMap((table) => [
    [table.id, table.fields.map(({ id }) => id)],
    ...table.views.map((view) => [view.id, presentView(view, table.fields).config.orderedFieldIds]),
  ]);
  return Object.fromEntries(entries);
}

/** The same orders with what lies in the trash, where that would come back. */
export async function withTrashed({ databaseId }: ChangeSet, orders: Orders): Promise<Orders> {
  const rows = await query<{ orders: Orders | null }>(Prisma.sql`
    SELECT "content" -> 'orders' AS "orders" FROM "Trash"
    WHERE "baseId" = ${databaseId} AND "kind" IN ('table', 'field', 'view') ORDER BY "id" DESC LIMIT ${most}`);
  return Object.fromEntries(
    Object.entries(orders).map(([parent, ids]) => [
      parent,
      rows.reduce((known, row) => withMissing(known, row.orders?.[parent] ?? []), ids),
    ]),
  );
}

/** Each knows what those before it of the same parent do. */
const most = 50;

function withMissing(ids: readonly string[], was: readonly string[]): readonly string[] {
  const missing = was.filter((id) => !ids.includes(id));
  return missing.length === 0 ? ids : placeBack(ids, was, new Set(missing));
}
