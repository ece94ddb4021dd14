/**
 * What a view says of a field outlives that either lies in the trash: it is kept with the field while that is away,
 * and with the view while that is.
 */

import { fieldIdsIn } from "../../contract/config-fields";
import type { ViewConfig } from "../../contract/views";
import { Prisma, query } from "../db";
import type { ChangeSet } from "../log/changes";
import { type FieldRow, presentView, type TableRow, type ViewRow, withParts } from "../structure/structure";
import { withFieldsOf } from "../structure/view-check";
import { withFieldsBack } from "../structure/view-config";
import type { TrashedStructure } from "./trash";

/** Fields in the trash keep what a view said of them that comes back without them. */
export async function keepConfig(
  { databaseId }: ChangeSet,
  viewId: string,
  { was, table }: { was: ViewConfig; table: TableRow },
): Promise<void> {
  const there = new Set(table.fields.map(({ id }) => id));
  const away = [...fieldIdsIn(was)].filter((id) => !there.has(id));
  if (away.length === 0) return;
  await query(Prisma.sql`
    UPDATE "Trash" SET "content" = jsonb_set("content"::jsonb, '{configs}',
      coalesce("content"::jsonb -> 'configs', '{}') || ${JSON.stringify({ [viewId]: was })}::jsonb)::json
    WHERE "baseId" = ${databaseId} AND "kind" IN ('field', 'table') AND EXISTS (
      SELECT FROM json_array_elements("content" -> 'fields') AS "field" WHERE "field" ->> 'id' = ANY(${away}))`);
}

/** Views in the trash say of fields that are back what they said. */
export async function restoreTrashedConfigs(
  { transaction, databaseId }: ChangeSet,
  tableId: string,
  { restored, configs }: { restored: readonly FieldRow[]; configs: NonNullable<TrashedStructure["configs"]> },
): Promise<void> {
  const viewIds = Object.keys(configs);
  if (restored.length === 0 || viewIds.length === 0) return;
  const rows = await transaction.trash.findMany({
    where: { baseId: databaseId, tableId, kind: "view", itemId: { in: viewIds } },
  });
  if (rows.length === 0) return;
  const { fields } = await transaction.table.findUniqueOrThrow({
    where: { id: tableId },
    include: withParts,
  });
  const back = new Set(restored.map(({ id }) => id));
  for (const { id, itemId, content } of rows) {
    const { views, ...others } = content as unknown as TrashedStructure;
    const withBack = (view: ViewRow) => {
      const { config } = presentView(view, []);
      const spokenOf = [...fieldIdsIn(config)].map((fieldId) => ({ id: fieldId }));
      const was = withFieldsOf({ fields: [...fields, ...spokenOf] }, configs[itemId] ?? config);
      return { ...view, config: withFieldsBack(config, was, back) };
    };
    const changed = { ...others, views: views.map(withBack) };
    await transaction.trash.update({
      where: { id },
      data: { content: changed as unknown as Prisma.InputJsonObject },
    });
  }
}
