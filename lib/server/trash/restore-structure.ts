import { conflict, notFound } from "../../contract/errors";
import { limits } from "../../contract/limits";
import { isLink } from "../../field-types";
import { execute, Prisma, prisma, query } from "../db";
import { groupBy } from "../group-by";
import type { ChangeSet } from "../log/changes";
import { linkOf } from "../records/link-side";
import { isNumbering, numberMissing } from "../records/numbering";
import { partitionOf } from "../structure/partitions";
import { lockRecordsOf, raiseVersion } from "../structure/schema-change";
import { freeName } from "../structure/siblings";
import { closeGaps, type PartKind, partKinds, stores } from "../structure/stores";
import type { FieldRow, TableRow, ViewRow } from "../structure/structure";
import { watchTables } from "../structure/structure-watch";
import { repeatedIn } from "../structure/unique-indexes";
import { tablesOf } from "./trash";

/**
 * Restores the parts of an entry, in a change set that holds the base. Returns the tables whose views the caller has
 * to convert (`convertViews`). `names` replaces stored names; a taken name gets a number. Throws 404 if the entry is gone,
 * 409 if a part would come back without what it needs.
 */
export async function restoreStructure(
  change: ChangeSet,
  trashId: string,
  names: ReadonlyMap<string, string> = new Map(),
): Promise<ReadonlySet<string>> {
  const parts = await partsIn(trashId);
  const tableIds = tablesOf(parts);
  await watchTables(change, tableIds);
  await takeEntry(trashId);
  for (const kind of partKinds) {
    await restoreNames(kind, parts[kind], names);
    await execute(undelete(stores[kind].all, trashId));
    await closeGaps(kind, kind === "table" ? [change.databaseId] : tableIds);
  }
  await requireWhole(change, parts);
  await lockRecordsOf(tableIds);
  for (const field of parts.field.filter(isLink)) await moveDangling(change, field);
  for (const field of parts.field) if (isNumbering(field.type)) await numberMissing(field);
  for (const field of parts.field.filter(({ isUnique }) => isUnique)) await endBrokenRule(field);
  await raiseVersion(change);
  return tableIds;
}

/** Restores a deleted database with everything in it. */
export async function restoreWholeBase({ databaseId }: ChangeSet, trashId: string): Promise<void> {
  await takeEntry(trashId);
  await execute(undelete(Prisma.sql`"AllBases"`, trashId));
  for (const kind of partKinds) await execute(undelete(stores[kind].all, trashId));
  await raiseVersion({ databaseId });
}

/** Removes an entry from the trash. Throws 404 if another request has removed it. */
async function takeEntry(trashId: string): Promise<void> {
  const taken = await execute(Prisma.sql`DELETE FROM "Trash" WHERE "id" = ${trashId}::uuid`);
  if (taken === 0) throw notFound("trash entry", trashId);
}

function undelete(all: Prisma.Sql, trashId: string): Prisma.Sql {
  return Prisma.sql`UPDATE ${all} SET "trashId" = NULL WHERE "trashId" = ${trashId}::uuid`;
}

type Held<Row> = Row & { readonly parentId: string };

/** The stored rows of an entry. */
interface HeldParts {
  readonly table: readonly Held<Pick<TableRow, "id" | "name">>[];
  readonly field: readonly Held<FieldRow>[];
  readonly view: readonly Held<ViewRow>[];
}

async function partsIn(trashId: string): Promise<HeldParts> {
  const read = <Row extends object>(kind: PartKind) => {
    const { all, parent } = stores[kind];
    return query<Held<Row>>(Prisma.sql`
      SELECT *, ${parent} AS "parentId" FROM ${all} WHERE "trashId" = ${trashId}::uuid ORDER BY "order"`);
  };
  return { table: await read("table"), field: await read("field"), view: await read("view") };
}

/** Renames deleted parts whose names are taken or replaced. */
async function restoreNames(
  kind: PartKind,
  parts: readonly Held<{ id: string; name: string }>[],
  names: ReadonlyMap<string, string>,
): Promise<void> {
  const { all, parent } = stores[kind];
  for (const [parentId, own] of groupBy(parts, (part) => part.parentId)) {
    const taken = await query<{ name: string }>(
      Prisma.sql`SELECT "name" FROM ${all} WHERE ${parent} = ${parentId} AND "trashId" IS NULL`,
    );
    for (const { id, name } of own) {
      const free = freeName(names.get(id) ?? name, taken);
      taken.push({ name: free });
      if (free !== name) await execute(Prisma.sql`UPDATE ${all} SET "name" = ${free} WHERE "id" = ${id}`);
    }
  }
}

/** Throws 409 if a restored part lacks what it needs: its table, the other side of a link. */
async function requireWhole({ databaseId }: ChangeSet, parts: HeldParts): Promise<void> {
  const links = parts.field.filter(isLink);
  const needed = new Set([...tablesOf(parts), ...links.map((field) => linkOf(field).tableId)]);
  const tables = await prisma().table.findMany({
    where: { id: { in: [...needed] }, baseId: databaseId },
    include: { fields: true },
  });
  if (tables.length < needed.size) {
    throw conflict("trashId", "belongs to a table that does not exist now; restore that table first");
  }
  const byId = new Map(tables.flatMap(({ fields }) => fields).map((field) => [field.id, field]));
  const isPaired = (field: FieldRow) => {
    const other = byId.get(linkOf(field).inverseFieldId);
    return other !== undefined && isLink(other) && linkOf(other).inverseFieldId === field.id;
  };
  if (!links.every(isPaired)) {
    throw conflict("trashId", "is the reverse of a link field that no longer exists");
  }
  for (const { name, fields } of tables) {
    if (fields.length <= limits.fieldsPerTable) continue;
    const maxFields = `${limits.fieldsPerTable} fields, which is the maximum; delete another one first`;
    throw conflict("trashId", `would give ${JSON.stringify(name)} more than ${maxFields}`);
  }
}

/** Restores a field without its rule if records were restored meanwhile whose values repeat others. */
async function endBrokenRule(field: FieldRow): Promise<void> {
  const { count } = await repeatedIn(field);
  if (count > 0) await prisma().field.update({ where: { id: field.id }, data: { isUnique: false } });
}

/** Moves links to records that were deleted meanwhile into the trash entries of those, which restore them. */
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
