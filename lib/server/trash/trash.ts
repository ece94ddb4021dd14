import { v7 } from "uuid";
import type { TrashKind } from "../../contract/trash";
import type { ViewConfig } from "../../contract/views";
import { Prisma, query, queryOften } from "../db";
import type { ChangeSet } from "../log/changes";
import type { LinkRow } from "../records/links";
import type { HeldRow } from "../records/record-sql";
import { textOf } from "../records/values";
import type { TableSchema } from "../structure/schemas";
import {
  type FieldRow,
  presentView,
  siblingsIn,
  type TableRow,
  type ViewRow,
  withParts,
  type withTables,
} from "../structure/structure";
import { fieldOrders, type Orders, withTrashed } from "./trashed-orders";

/** What it takes to bring a record back. */
export interface TrashedRecord extends HeldRow {
  readonly links: readonly LinkRow[];
  /** What it held in fields, by their ids, as they were of other types. */
  readonly aside?: { readonly [fieldId: string]: { readonly [type: string]: unknown } };
}

/** What it takes to bring parts of a database back: rows as they were. Records stay where they are. */
export interface TrashedStructure {
  readonly base?: { id: string; name: string; version: number; createdAt: string };
  readonly tables: readonly Pick<TableRow, "id" | "name" | "order" | "primaryFieldId">[];
  readonly fields: readonly FieldRow[];
  readonly views: readonly ViewRow[];
  /** What views that stay said of these fields, by their ids; older entries have none. */
  readonly configs?: { readonly [viewId: string]: ViewConfig };
  /** Where these things stood among others; older entries have none. */
  readonly orders?: Orders;
}

/** Puts records into the trash that the transaction is about to delete, with the links that go with them. */
export async function trashRecords(
  change: ChangeSet,
  schema: TableSchema,
  { records, links }: { records: readonly HeldRow[]; links: readonly LinkRow[] },
): Promise<void> {
  const primary = schema.fieldOf(schema.primaryFieldId);
  const linksOf = new Map<string, LinkRow[]>(records.map(({ id }) => [id, []]));
  for (const link of links) {
    for (const id of new Set([link.fromId, link.toId])) linksOf.get(id)?.push(link);
  }
  // A batch at a time: with very many links, to write all of it as one text would hold everybody up.
  for (let start = 0; start < records.length; start += batch) {
    const rows = records.slice(start, start + batch).map((row) => {
      const { id, data } = row;
      const content: TrashedRecord = { ...row, links: linksOf.get(id) ?? [] };
      const name = primary ? textOf(primary, data[primary.id]) : "";
      return { ...rowOf(change, "record", { id, name }), tableId: schema.id, content };
    });
    await queryOften(Prisma.sql`
      INSERT INTO "Trash" ("id", "baseId", "kind", "itemId", "tableId", "name", "changeSetId", "actorId", "content")
      SELECT * FROM json_to_recordset(${JSON.stringify(rows)}::json) AS given ("id" uuid, "baseId" text, "kind" text,
        "itemId" text, "tableId" text, "name" text, "changeSetId" uuid, "actorId" uuid, "content" json)`);
  }
}

const batch = 200;

/** Puts a table into the trash, with the fields of other tables that go with it. */
export async function trashTable(
  change: ChangeSet,
  { fields, views, ...table }: TableRow,
  elsewhere: readonly FieldRow[],
): Promise<void> {
  const siblings = await siblingsIn(change.transaction, change);
  const tables = siblings.map(({ id }) => id);
  await trashParts(change, rowOf(change, "table", table), {
    tables: [table],
    fields: [...fields, ...elsewhere],
    views,
    configs: await configsOver(change, elsewhere),
    orders: await withTrashed(change, { tables, ...(await fieldOrders(change, elsewhere)) }),
  });
}

/** Puts a field into the trash, with those that go with it. */
export async function trashField(
  change: ChangeSet,
  field: FieldRow,
  gone: readonly FieldRow[],
): Promise<void> {
  const row = { ...rowOf(change, "field", field), tableId: field.tableId };
  await trashParts(change, row, {
    tables: [],
    fields: gone,
    views: [],
    configs: await configsOver(change, gone),
    orders: await withTrashed(change, await fieldOrders(change, gone)),
  });
}

/** What the views of the tables of these fields keep. */
async function configsOver(
  { transaction }: ChangeSet,
  fields: readonly FieldRow[],
): Promise<NonNullable<TrashedStructure["configs"]>> {
  const tableIds = [...new Set(fields.map(({ tableId }) => tableId))];
  const tables = await transaction.table.findMany({
    where: { id: { in: tableIds } },
    include: withParts,
  });
  const views = tables.flatMap((table) => table.views.map((view) => presentView(view, table.fields)));
  return Object.fromEntries(views.map(({ id, config }) => [id, config]));
}

/** Puts one of the views of a table into the trash. */
export async function trashView(change: ChangeSet, view: ViewRow, all: readonly ViewRow[]): Promise<void> {
  const row = { ...rowOf(change, "view", view), tableId: view.tableId };
  const orders = await withTrashed(change, { [`views ${view.tableId}`]: all.map(({ id }) => id) });
  await trashParts(change, row, { tables: [], fields: [], views: [view], orders });
}

/** Puts a database into the trash with all that is in it. */
export function trashBase(change: ChangeSet, { tables, ...base }: BaseRow): Promise<void> {
  return trashParts(change, rowOf(change, "base", base), {
    base: { id: base.id, name: base.name, version: base.version, createdAt: base.createdAt.toISOString() },
    tables: tables.map(({ fields: _, views: __, ...table }) => table),
    fields: tables.flatMap(({ fields }) => fields),
    views: tables.flatMap(({ views }) => views),
  });
}

/** A database with all that is in it. */
export type BaseRow = Prisma.BaseGetPayload<{ include: typeof withTables }>;

/** The things among these that one has put into the trash oneself: by a write, or by undoing one. */
export function findOwnTrash(
  { author, databaseId }: ChangeSet,
  { kinds, itemIds }: { kinds: readonly TrashKind[]; itemIds: readonly string[] },
): Promise<OwnTrash[]> {
  const { actor, changeSetId } = author;
  return query<OwnTrash>(Prisma.sql`
    SELECT "id", "kind", "itemId", "content" FROM "Trash"
    WHERE "baseId" = ${databaseId} AND "kind" = ANY(${kinds}) AND "itemId" = ANY(${itemIds})
      AND ("changeSetId" = ${changeSetId}::uuid OR EXISTS (
        SELECT FROM "Change" WHERE "Change"."changeSetId" = "Trash"."changeSetId" AND "actorId" = ${actor.id}::uuid))
    ORDER BY "id"`);
}

type OwnTrash = Pick<Prisma.TrashGetPayload<object>, "id" | "itemId" | "content"> & { kind: TrashKind };

type Row = Omit<Prisma.TrashCreateManyInput, "content">;

function rowOf(
  { author, databaseId }: ChangeSet,
  kind: TrashKind,
  { id, name }: { id: string; name: string },
): Row {
  const { actor, changeSetId } = author;
  return { id: v7(), baseId: databaseId, kind, itemId: id, name, changeSetId, actorId: actor.id };
}

async function trashParts(change: ChangeSet, row: Row, content: TrashedStructure): Promise<void> {
  await change.transaction.trash.create({
    data: { ...row, content: json(content) },
  });
}

function json(content: TrashedStructure): Prisma.InputJsonObject {
  return content as unknown as Prisma.InputJsonObject;
}
