import { conflict, notFound } from "../../contract/errors";
import { limits } from "../../contract/limits";
import { isDerived, isLink } from "../../field-types";
import { Prisma, query } from "../db";
import type { ChangeSet } from "../log/changes";
import { linkOf } from "../records/links";
import { isNumbering, numberMissing } from "../records/numbering";
import { lookupOf } from "../structure/derived-fields";
import { changeViews } from "../structure/field-rows";
import { partitionOf } from "../structure/partitions";
import { lockRecordsOf, raiseVersion, storeOrder } from "../structure/schema-change";
import { findSchema } from "../structure/schemas";
import { freeName, placeAt, placeBack } from "../structure/siblings";
import {
  type FieldRow,
  presentView,
  siblingsIn,
  type TableRow,
  type ViewRow,
  withParts,
} from "../structure/structure";
import { watchTables } from "../structure/structure-watch";
import { fitConfig, withFieldsOf } from "../structure/view-check";
import { withField, withFieldsBack } from "../structure/view-config";
import type { TrashedStructure } from "./trash";
import { keepConfig, restoreTrashedConfigs } from "./trashed-configs";
import type { Orders } from "./trashed-orders";

/**
 * Brings tables, fields and views back to where they were, in a change set that holds the base. A name that is
 * taken meanwhile gets a number. 409 where a thing would come back without what it belongs to.
 */
export async function restoreStructure(
  change: ChangeSet,
  { tables, fields, views, configs: said = {}, orders = {} }: TrashedStructure,
): Promise<void> {
  const { transaction, databaseId } = change;
  const ids = new Set([
    ...tables.map(({ id }) => id),
    ...[...fields, ...views].map(({ tableId }) => tableId),
  ]);
  await requireWhole(change, { tables, fields, views });
  await watchTables(change, ids);
  const configs = Object.fromEntries(
    Object.entries(said).map(([viewId, config]) => [
      viewId,
      { ...config, orderedFieldIds: [...(orders[viewId] ?? config.orderedFieldIds)] },
    ]),
  );
  for (const table of tables) await restoreTable(change, table, orders);
  for (const tableId of ids) {
    const restored = fields.filter((field) => field.tableId === tableId);
    await restoreFields(change, tableId, { restored, orders });
    await restoreConfigs(change, tableId, { restored, configs });
    await restoreTrashedConfigs(change, tableId, { restored, configs });
  }
  await lockRecordsOf(ids);
  for (const view of views) await restoreView(change, view, orders);
  for (const field of fields.filter(isLink)) await moveDangling(change, field);
  for (const field of fields) if (isNumbering(field.type)) await numberMissing(transaction, field);
  await raiseVersion(transaction, { databaseId });
}

/** Fields need their tables, both sides of a link each other, and a lookup what it reads. */
async function requireWhole(change: ChangeSet, { tables, fields, views }: TrashedStructure): Promise<void> {
  const linked = fields.filter(isLink).map((field) => linkOf(field).tableId);
  const needed = [...fields.map(({ tableId }) => tableId), ...views.map(({ tableId }) => tableId), ...linked];
  const missing = needed.filter((id) => !tables.some((table) => table.id === id));
  const there = await change.transaction.table.findMany({
    where: { id: { in: missing }, baseId: change.databaseId },
    include: withParts,
  });
  if (missing.some((id) => !there.some((table) => table.id === id))) {
    throw conflict("trashId", "belongs to a table that is not there: restore that table first");
  }
  const known = [...fields, ...there.flatMap((table) => table.fields)];
  const isPaired = (field: FieldRow) => {
    const other = known.find(({ id }) => id === linkOf(field).inverseFieldId);
    return other !== undefined && isLink(other) && linkOf(other).inverseFieldId === field.id;
  };
  if (!fields.filter(isLink).every(isPaired)) {
    throw conflict("trashId", "leads back from a link field that is not there any more");
  }
  // A table comes back even where a lookup elsewhere, which went with it, has lost its own link: that is empty then.
  if (tables.length === 0) await requireRead(change, fields.filter(isDerived));
}

/** Lookups need the link field that they read through, as a link field, and the field behind it. */
async function requireRead({ transaction }: ChangeSet, lookups: readonly FieldRow[]): Promise<void> {
  for (const lookup of lookups) {
    const { linkFieldId, targetFieldId } = lookupOf(lookup);
    const link = await transaction.field.findUnique({ where: { id: linkFieldId } });
    if (!link || !isLink(link)) {
      throw conflict("trashId", "reads through a link field that is not there any more");
    }
    const target = await transaction.field.findUnique({ where: { id: targetFieldId } });
    if (!target) throw conflict("trashId", "reads a field that is not there any more");
  }
}

async function restoreTable(
  { transaction, databaseId }: ChangeSet,
  { id, name, order, primaryFieldId }: TrashedStructure["tables"][number],
  orders: Orders,
): Promise<void> {
  const siblings = await siblingsIn(transaction, { databaseId });
  await transaction.table.create({
    data: { id, baseId: databaseId, name: freeName(name, siblings), order: siblings.length, primaryFieldId },
  });
  const ids = siblings.map((table) => table.id);
  await storeOrder("Table", placeOf({ id, order }, ids, orders.tables));
}

async function restoreFields(
  { transaction }: ChangeSet,
  tableId: string,
  { restored, orders }: { restored: readonly FieldRow[]; orders: Orders },
): Promise<void> {
  if (restored.length === 0) return;
  const table = await transaction.table.findUniqueOrThrow({ where: { id: tableId }, include: withParts });
  requireRoom(table, restored);
  const siblings: { id: string; name: string }[] = [...table.fields];
  let order = table.fields.map(({ id }) => id);
  const inOrder = [...restored].sort((one, other) => one.order - other.order);
  for (const field of inOrder) {
    const name = freeName(field.name, siblings);
    siblings.push({ id: field.id, name });
    await transaction.field.create({
      data: { ...field, name, template: field.template as Prisma.InputJsonObject },
    });
    order = placeOf(field, order, orders[tableId]);
  }
  await storeOrder("Field", order);
  await changeViews(transaction, table, (config) =>
    inOrder.reduce((changed, { id, order: place }) => withField(changed, id, place), config),
  );
}

/** The siblings with one that is back, where it stood among them. */
function placeOf(
  { id, order }: { id: string; order: number },
  siblings: readonly string[],
  was: readonly string[] = [],
): string[] {
  return was.includes(id) ? placeBack(siblings, was, new Set([id])) : placeAt(siblings, id, order);
}

/** Views say of the fields that are back what they said, unless they have been set otherwise since. */
async function restoreConfigs(
  { transaction, databaseId }: ChangeSet,
  tableId: string,
  { restored, configs }: { restored: readonly FieldRow[]; configs: NonNullable<TrashedStructure["configs"]> },
): Promise<void> {
  if (restored.length === 0 || Object.keys(configs).length === 0) return;
  const table = await transaction.table.findUniqueOrThrow({ where: { id: tableId }, include: withParts });
  const schema = await findSchema({ databaseId, tableId });
  if (!schema) throw notFound("table", tableId);
  const back = new Set(restored.map(({ id }) => id));
  await changeViews(transaction, table, (config, viewId) => {
    const was = configs[viewId];
    return was ? fitConfig(schema, withFieldsBack(config, withFieldsOf(schema, was), back)) : config;
  });
}

/** A table that comes back itself brings as many fields as it had. */
function requireRoom({ name, fields }: TableRow, restored: readonly FieldRow[]): void {
  if (fields.length === 0 || fields.length + restored.length <= limits.fieldsPerTable) return;
  const most = `${limits.fieldsPerTable} fields, which is the most: delete another one first`;
  throw conflict("trashId", `would give ${JSON.stringify(name)} more than ${most}`);
}

/** What has become of its table since, the view follows; fields that are away keep what it said of them. */
async function restoreView(change: ChangeSet, view: ViewRow, orders: Orders): Promise<void> {
  const { transaction, databaseId } = change;
  const table = await transaction.table.findUniqueOrThrow({
    where: { id: view.tableId },
    include: withParts,
  });
  const schema = await findSchema({ databaseId, tableId: table.id });
  if (!schema) throw notFound("table", table.id);
  const was = presentView(view, table.fields).config;
  const config = await fitConfig(schema, was);
  await keepConfig(change, view.id, { was, table });
  await transaction.view.create({
    data: {
      ...view,
      name: freeName(view.name, table.views),
      config: config as Prisma.InputJsonObject,
      order: table.views.length,
    },
  });
  const ids = table.views.map(({ id }) => id);
  await storeOrder("View", placeOf(view, ids, orders[`views ${table.id}`]));
}

/** Links whose other end was deleted while nobody could see them: they go to where that lies, and come back with it. */
async function moveDangling({ databaseId }: ChangeSet, field: FieldRow): Promise<void> {
  const { tableId, isInverse } = linkOf(field);
  if (isInverse) return;
  await query(Prisma.sql`
    WITH dangling AS (
      DELETE FROM "Link" WHERE "fieldId" = ${field.id} AND NOT (
        EXISTS (SELECT FROM ${partitionOf(field.tableId)} AS record WHERE record."tableId" = ${field.tableId} AND record."id" = "fromId")
        AND EXISTS (SELECT FROM ${partitionOf(tableId)} AS record WHERE record."tableId" = ${tableId} AND record."id" = "toId"))
      RETURNING *
    ), given AS (
      SELECT "recordId", jsonb_agg("link") AS "links" FROM (
        SELECT "fromId" AS "recordId", to_jsonb(dangling) AS "link" FROM dangling
        UNION SELECT "toId", to_jsonb(dangling) FROM dangling
      ) AS "ends" GROUP BY "recordId"
    )
    UPDATE "Trash" SET "content" = jsonb_set("content"::jsonb, '{links}', "content"::jsonb -> 'links' || given."links")::json
    FROM given WHERE "baseId" = ${databaseId} AND "kind" = 'record' AND "itemId" = given."recordId"::text`);
}
