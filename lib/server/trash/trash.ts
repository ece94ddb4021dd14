import { v7 } from "uuid";
import type { TrashKind } from "../../contract/trash";
import { execute, Prisma, query, queryOften } from "../db";
import type { ChangeSet } from "../log/changes";
import type { LinkRow } from "../records/deleted-links";
import type { HeldRow } from "../records/record-sql";
import { textOf } from "../records/values";
import { raiseVersion } from "../structure/schema-change";
import type { TableSchema } from "../structure/schemas";
import { closeGaps, type PartKind, partKinds, stores } from "../structure/stores";
import type { BaseRow } from "../structure/structure";
import { watchTables } from "../structure/structure-watch";

/** A trashed record with everything needed to restore it. */
export interface TrashedRecord extends HeldRow {
  readonly links: readonly LinkRow[];
  /** Values by field id and the earlier type of the field. */
  readonly aside?: { readonly [fieldId: string]: { readonly [type: string]: unknown } };
}

/** Copies records and their links to the trash before they are deleted. */
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
  // Works in batches: serialising very many links in one text would block the event loop.
  for (let start = 0; start < records.length; start += batch) {
    const rows = records.slice(start, start + batch).map((row) => {
      const { id, data } = row;
      const content: TrashedRecord = { ...row, links: linksOf.get(id) ?? [] };
      const name = primary ? textOf(primary, data[primary.id]) : "";
      return { ...rowOf(change, { kind: "record", id, name, tableId: schema.id }), content };
    });
    await insertRows(rows);
  }
}

const batch = 200;

/** Parts that are deleted and restored together. Fields and views name their table. */
export type Parts = { readonly [Kind in PartKind]?: readonly { id: string; tableId?: string }[] };

/** An entry as the trash lists it. */
interface Item {
  readonly kind: TrashKind;
  readonly id: string;
  readonly name: string;
  /** The table of the part. */
  readonly tableId?: string;
}

/**
 * Moves parts into the trash as one entry. Their rows, values and links stay in place: rewriting every record would
 * take as long as the table is large.
 */
export async function moveToTrash(change: ChangeSet, item: Item, parts: Parts): Promise<void> {
  const tableIds = tablesOf(parts);
  await watchTables(change, tableIds);
  const trashId = await addEntry(change, item);
  for (const kind of partKinds) {
    const ids = parts[kind]?.map(({ id }) => id) ?? [];
    await execute(
      Prisma.sql`UPDATE ${stores[kind].all} SET "trashId" = ${trashId}::uuid WHERE "id" = ANY(${ids})`,
    );
    await closeGaps(kind, kind === "table" ? [change.databaseId] : tableIds);
  }
}

/** The ids of the tables among these parts or of parts. */
export function tablesOf({ table = [], field = [], view = [] }: Parts): Set<string> {
  return new Set([
    ...table.map(({ id }) => id),
    ...[...field, ...view].flatMap(({ tableId }) => tableId ?? []),
  ]);
}

/** Moves a database with everything in it into the trash. */
export async function moveBaseToTrash(change: ChangeSet, base: Pick<BaseRow, "id" | "name">): Promise<void> {
  const trashId = await addEntry(change, { kind: "base", id: base.id, name: base.name });
  await raiseVersion(change);
  const inBase = Prisma.sql`"tableId" IN (SELECT "id" FROM "Table" WHERE "baseId" = ${base.id})`;
  await execute(Prisma.sql`UPDATE "Field" SET "trashId" = ${trashId}::uuid WHERE ${inBase}`);
  await execute(Prisma.sql`UPDATE "View" SET "trashId" = ${trashId}::uuid WHERE ${inBase}`);
  await execute(Prisma.sql`UPDATE "Table" SET "trashId" = ${trashId}::uuid WHERE "baseId" = ${base.id}`);
  await execute(Prisma.sql`UPDATE "Base" SET "trashId" = ${trashId}::uuid WHERE "id" = ${base.id}`);
}

/** Finds trashed records that the caller has deleted, by a write or by undoing one. */
export function findOwnRecords(change: ChangeSet, itemIds: readonly string[]): Promise<OwnRecord[]> {
  return query<OwnRecord>(Prisma.sql`
    SELECT "id", "itemId", "content" FROM "Trash"
    WHERE "kind" = 'record' AND "itemId" = ANY(${itemIds}) AND ${isOwn(change)} ORDER BY "id"`);
}

interface OwnRecord {
  readonly id: string;
  readonly itemId: string;
  readonly content: TrashedRecord;
}

/** Finds entries of the caller that hold any of these parts, tables before fields and views. */
export function findOwnParts(change: ChangeSet, itemIds: readonly string[]): Promise<OwnParts[]> {
  return query<OwnParts>(Prisma.sql`
    SELECT "Trash"."id", array_agg(part."id") AS "itemIds" FROM "Trash" JOIN (
      SELECT "id", "trashId" FROM "AllTables" UNION ALL
      SELECT "id", "trashId" FROM "AllFields" UNION ALL
      SELECT "id", "trashId" FROM "AllViews"
    ) AS part ON part."trashId" = "Trash"."id" AND part."id" = ANY(${itemIds})
    WHERE ${isOwn(change)} GROUP BY "Trash"."id"
    ORDER BY array_position(ARRAY['table', 'field', 'view'], "kind"), "Trash"."id"`);
}

interface OwnParts {
  readonly id: string;
  /** The requested parts in the entry. */
  readonly itemIds: readonly string[];
}

function isOwn({ author, databaseId }: ChangeSet): Prisma.Sql {
  const { actor, changeSetId } = author;
  return Prisma.sql`"Trash"."baseId" = ${databaseId} AND ("changeSetId" = ${changeSetId}::uuid OR EXISTS (
    SELECT FROM "Change" WHERE "Change"."changeSetId" = "Trash"."changeSetId" AND "personId" = ${actor.person.id}::uuid))`;
}

function rowOf({ author, databaseId }: ChangeSet, { kind, id, name, tableId }: Item) {
  const { actor, changeSetId } = author;
  return {
    id: v7(),
    baseId: databaseId,
    kind,
    itemId: id,
    tableId,
    name,
    changeSetId,
    actorId: actor.id,
    personId: actor.person.id,
  };
}

async function addEntry(change: ChangeSet, item: Item): Promise<string> {
  const row = rowOf(change, item);
  await insertRows([row]);
  return row.id;
}

function insertRows(rows: readonly object[]): Promise<object[]> {
  return queryOften(Prisma.sql`
    INSERT INTO "Trash" ("id", "baseId", "kind", "itemId", "tableId", "name", "changeSetId", "actorId", "personId", "content")
    SELECT * FROM json_to_recordset(${JSON.stringify(rows)}::json) AS given ("id" uuid, "baseId" text, "kind" text,
      "itemId" text, "tableId" text, "name" text, "changeSetId" uuid, "actorId" uuid, "personId" uuid, "content" json)`);
}
