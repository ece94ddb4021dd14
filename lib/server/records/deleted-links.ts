import { isLink } from "../../field-types";
import { Prisma, prisma, queryOften } from "../db";
import { groupBy } from "../group-by";
import type { ChangeSet } from "../log/changes";
import { partitionOf } from "../structure/partitions";
import type { TableSchema } from "../structure/schemas";
import { cellsAround, noteLinks, type Touched, touch } from "./link-lists";
import { linkOf, sideOf } from "./link-side";

/** A row of `Link`. */
export interface LinkRow {
  fieldId: string;
  fromId: string;
  toId: string;
  fromOrder: number;
  toOrder: number;
}

/** The links of deleted records. */
export interface DeletedLinks {
  /** Other records that changed. */
  readonly touched: Touched;
  /** The lists of the deleted records, by record and field. */
  readonly lists: ReadonlyMap<string, { readonly [fieldId: string]: readonly string[] }>;
  readonly rows: readonly LinkRow[];
}

/** Removes records from every list before they are deleted. */
export async function deleteLinks(
  change: ChangeSet,
  schema: TableSchema,
  recordIds: readonly string[],
): Promise<DeletedLinks> {
  const touched: Touched = new Map();
  const lists = new Map<string, { [fieldId: string]: string[] }>();
  const rows: LinkRow[] = [];
  const written = recordIds.map((recordId) => ({ recordId, ids: [] }));
  for (const field of schema.fields.filter(isLink)) {
    const { fieldId, own } = sideOf(field);
    const before = await cellsAround(field, written);
    for (const id of recordIds) {
      const list = before.own.get(id);
      if (list) lists.set(id, { ...lists.get(id), [field.id]: list });
    }
    const deleted = await queryOften<LinkRow>(Prisma.sql`
      DELETE FROM "Link" WHERE "fieldId" = ${fieldId} AND ${own} = ANY(${recordIds}::uuid[]) RETURNING *`);
    // One by one, because they may exceed the maximum number of arguments.
    for (const row of deleted) rows.push(row);
    const changed = await noteLinks(change, { schema, field }, before);
    for (const [tableId, ids] of changed) for (const id of ids) touch(touched, tableId, id);
  }
  for (const id of recordIds) touched.get(schema.id)?.delete(id);
  return { touched, lists, rows };
}

/**
 * Restores links. Skips links to missing records and those that exceed a cell for a single record. Keeps those of a
 * missing field for its restore. Returns the other records that changed.
 */
export async function restoreLinks(
  change: ChangeSet,
  schema: TableSchema,
  { recordIds, rows }: { recordIds: readonly string[]; rows: readonly LinkRow[] },
): Promise<Touched> {
  const touched: Touched = new Map();
  for (const field of schema.fields.filter(isLink)) {
    const side = sideOf(field);
    const own = rows.filter(({ fieldId }) => fieldId === side.fieldId);
    if (own.length === 0) continue;
    const template = linkOf(field);
    const [from, to] = template.isInverse ? [template.tableId, schema.id] : [schema.id, template.tableId];
    const forward = await prisma().field.findUniqueOrThrow({ where: { id: side.fieldId } });
    const takesOne = !linkOf(forward).allowMultiple;
    const written = linkListsOf(recordIds, own, template.isInverse);
    const before = await cellsAround(field, written);
    await queryOften(Prisma.sql`
      INSERT INTO "Link" SELECT given.* FROM jsonb_to_recordset(${JSON.stringify(own)}::jsonb)
        AS given ("fieldId" text, "fromId" uuid, "toId" uuid, "fromOrder" int, "toOrder" int)
      WHERE EXISTS (SELECT FROM ${partitionOf(from)} AS record WHERE record."tableId" = ${from} AND record."id" = given."fromId")
        AND EXISTS (SELECT FROM ${partitionOf(to)} AS record WHERE record."tableId" = ${to} AND record."id" = given."toId")
        AND NOT (${takesOne} AND EXISTS (SELECT FROM "Link" AS other WHERE other."fieldId" = given."fieldId" AND other."fromId" = given."fromId"))
      ON CONFLICT DO NOTHING`);
    const changed = await noteLinks(change, { schema, field }, before);
    for (const [tableId, ids] of changed) for (const id of ids) touch(touched, tableId, id);
  }
  const seen = new Set(schema.fields.filter(isLink).map((field) => sideOf(field).fieldId));
  const waiting = rows.filter(({ fieldId }) => !seen.has(fieldId));
  if (waiting.length > 0) await prisma().link.createMany({ data: waiting, skipDuplicates: true });
  for (const id of recordIds) touched.get(schema.id)?.delete(id);
  return touched;
}

/** The lists of each record from rows of links, seen from one side. */
export function linkListsOf(
  recordIds: readonly string[],
  rows: readonly LinkRow[],
  isInverse: boolean,
): { recordId: string; ids: string[] }[] {
  const lists = groupBy(rows, ({ fromId, toId }) => (isInverse ? toId : fromId));
  return recordIds.map((recordId) => {
    const own = lists.get(recordId) ?? [];
    return { recordId, ids: own.map(({ fromId, toId }) => (isInverse ? fromId : toId)) };
  });
}
