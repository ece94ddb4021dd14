import { isDeepStrictEqual } from "node:util";
import { badRequest, type ErrorDetail } from "../../contract/errors";
import { isLink } from "../../field-types";
import { Prisma, prisma, queryOften, type Sql } from "../db";
import { groupBy } from "../group-by";
import type { ChangeSet } from "../log/changes";
import { partitionOf } from "../structure/partitions";
import type { SchemaField, TableSchema } from "../structure/schemas";

/** The stored template of a link field. */
export interface LinkTemplate {
  readonly tableId: string;
  readonly allowMultiple: boolean;
  readonly isInverse: boolean;
  readonly inverseFieldId: string;
}

/** The template of a link field. */
export function linkOf({ template }: { readonly template: unknown }): LinkTemplate {
  return template as LinkTemplate;
}

/** A new list of a link cell. `path` names the cell as the caller wrote it. */
export interface WrittenLinks {
  readonly recordId: string;
  readonly ids: readonly string[];
  readonly path: string;
}

/** Changed records by table. */
export type Touched = Map<string, Set<string>>;

/** Loads the lists of a link field for a page of records in one statement; records without links have no entry. */
export async function loadLinks(
  field: Parameters<typeof sideOf>[0],
  recordIds: readonly string[],
  read: (lists: Sql) => Promise<LinkList[]> = queryOften,
): Promise<Map<string, string[]>> {
  return byRecord(await read(listsSql(sideOf(field), recordIds)));
}

/**
 * Sets the cells of a link field to the given lists, in order, and updates the other side. Returns the changed
 * records. Throws a 400 for records outside of the linked table.
 */
export async function writeLinks(
  change: ChangeSet,
  { schema, field }: { schema: TableSchema; field: SchemaField },
  written: readonly WrittenLinks[],
): Promise<Touched> {
  const link = linkOf(field);
  const side = sideOf(field);
  await lockLinked(link.tableId, written);
  const owners = (await isExclusive(link)) ? ownersOf(written) : undefined;
  const before = await cellsAround(field, written);
  const changed = written.filter(
    ({ recordId, ids }) => !isDeepStrictEqual(before.own.get(recordId) ?? [], [...ids]),
  );
  if (changed.length === 0) return new Map();
  const given = Prisma.sql`jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) AS given ("recordId" uuid, "ids" uuid[])`;
  await queryOften(Prisma.sql`
    DELETE FROM "Link" USING ${given}
    WHERE "fieldId" = ${side.fieldId} AND ${side.own} = given."recordId" AND NOT ${side.other} = ANY(given."ids")`);
  if (owners) await takeOver(side, owners);
  // An existing row changes only its position in this list; the other side stays unchanged.
  await queryOften(Prisma.sql`
    WITH wanted AS (
      SELECT given."recordId" AS "own", item."id" AS "other", item."order"::int AS "order"
      FROM ${given}, unnest(given."ids") WITH ORDINALITY AS item ("id", "order")
    ), last AS (
      SELECT ${side.other} AS "other", max(${side.otherOrder}) AS "order" FROM "Link"
      WHERE "fieldId" = ${side.fieldId} AND ${side.other} IN (SELECT "other" FROM wanted) GROUP BY 1
    )
    INSERT INTO "Link" ("fieldId", ${side.own}, ${side.other}, ${side.ownOrder}, ${side.otherOrder})
    SELECT ${side.fieldId}, wanted."own", wanted."other", wanted."order",
      coalesce(last."order", 0) + row_number() OVER (PARTITION BY wanted."other" ORDER BY wanted."own")
    FROM wanted LEFT JOIN last USING ("other")
    ON CONFLICT ("fieldId", "fromId", "toId") DO UPDATE SET ${side.ownOrder} = excluded.${side.ownOrder}`);
  return noteLinks(change, { schema, field }, before);
}

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

/** Reorders lists, as a side effect of writes to the records in them. */
export async function orderLinks(
  change: ChangeSet,
  { schema, field }: { schema: TableSchema; field: SchemaField },
  lists: readonly { recordId: string; before: readonly string[]; ids: readonly string[] }[],
): Promise<void> {
  if (lists.length === 0) return;
  const { fieldId, own, ownOrder, other } = sideOf(field);
  await queryOften(Prisma.sql`
    UPDATE "Link" SET ${ownOrder} = item."order"
    FROM jsonb_to_recordset(${JSON.stringify(lists)}::jsonb) AS given ("recordId" uuid, "ids" uuid[]),
      unnest(given."ids") WITH ORDINALITY AS item ("id", "order")
    WHERE "fieldId" = ${fieldId} AND ${own} = given."recordId" AND ${other} = item."id"`);
  for (const { recordId, before, ids } of lists) {
    const [was, is] = [{ [field.id]: before }, { [field.id]: ids }];
    change.noteCells({ tableId: schema.id, itemId: recordId, isEcho: true, before: was, after: is });
  }
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

/**
 * Logs how `work` changes the lists on the other side of a link field, as side effects; `ids` are the records
 * there.
 */
export async function noteOtherSide(
  change: ChangeSet,
  field: Parameters<typeof sideOf>[0],
  ids: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const { tableId, inverseFieldId } = linkOf(field);
  const side = otherSide(sideOf(field));
  const read = async () => byRecord(await queryOften<LinkList>(listsSql(side, ids)));
  const before = await read();
  await work();
  const after = await read();
  for (const id of ids) {
    const [was, is] = [before, after].map((lists) => ({ [inverseFieldId]: lists.get(id) ?? [] }));
    change.noteCells({ tableId, itemId: id, isEcho: true, before: was ?? {}, after: is ?? {} });
  }
}

/** Removes from the lists deleted records, and records in the list of another where only one may hold them. */
export async function untaken(field: SchemaField, written: readonly WrittenLinks[]): Promise<WrittenLinks[]> {
  const link = linkOf(field);
  const side = sideOf(field);
  const wanted = written.flatMap(({ ids }) => ids);
  const there = await queryOften<{ id: string }>(Prisma.sql`
    SELECT "id" FROM ${partitionOf(link.tableId)} WHERE "tableId" = ${link.tableId} AND "id" = ANY(${wanted}::uuid[])`);
  const owners = new Map<string, string>();
  if (await isExclusive(link)) {
    const taken = await queryOften<Pair>(Prisma.sql`
      SELECT ${side.own} AS "own", ${side.other} AS "other" FROM "Link"
      WHERE "fieldId" = ${side.fieldId} AND ${side.other} = ANY(${wanted}::uuid[])`);
    // Records that are written too release what their new list lacks.
    const kept = new Map(written.map(({ recordId, ids }) => [recordId, new Set(ids)]));
    for (const { own, other } of taken) if (kept.get(own)?.has(other) ?? true) owners.set(other, own);
  }
  const ids = new Set(there.map(({ id }) => id));
  return written.map((cell) => ({
    ...cell,
    ids: cell.ids.filter((id) => ids.has(id) && (owners.get(id) ?? cell.recordId) === cell.recordId),
  }));
}

/** The lists of a link field and of its other side, by record. */
interface Lists {
  readonly own: ReadonlyMap<string, string[]>;
  readonly other: ReadonlyMap<string, string[]>;
}

/** Loads every list that may change along with those of the written records. */
async function cellsAround(
  field: SchemaField,
  written: readonly Pick<WrittenLinks, "recordId" | "ids">[],
): Promise<Lists & { ids: { own: string[]; other: string[] } }> {
  const side = sideOf(field);
  const records = written.map(({ recordId }) => recordId);
  const wanted = written.flatMap(({ ids }) => ids);
  const pairs = await linkPairs(side, { recordIds: records, wanted });
  const ids = {
    own: [...new Set([...records, ...pairs.map(({ own }) => own)])],
    other: [...new Set([...wanted, ...pairs.map(({ other }) => other)])],
  };
  return { ids, ...(await listsOf(side, ids)) };
}

/** SQL of the links of these records, and of the links by which other records hold the wanted ones. */
export function linkPairs(
  { fieldId, own, other }: Side,
  { recordIds, wanted }: { recordIds: readonly string[]; wanted: readonly string[] },
): Promise<Pair[]> {
  return queryOften<Pair>(Prisma.sql`
    SELECT ${own} AS "own", ${other} AS "other" FROM "Link" WHERE "fieldId" = ${fieldId} AND ${own} = ANY(${recordIds}::uuid[])
    UNION SELECT ${own}, ${other} FROM "Link" WHERE "fieldId" = ${fieldId} AND ${other} = ANY(${wanted}::uuid[])`);
}

async function listsOf(
  side: Side,
  ids: { own: readonly string[]; other: readonly string[] },
): Promise<Lists> {
  const own = await queryOften<LinkList>(listsSql(side, ids.own));
  const other = await queryOften<LinkList>(listsSql(otherSide(side), ids.other));
  return { own: byRecord(own), other: byRecord(other) };
}

/** Logs every changed list, also of records that lost a link; the other side as a side effect. */
async function noteLinks(
  change: ChangeSet,
  { schema, field }: { schema: TableSchema; field: SchemaField },
  before: Awaited<ReturnType<typeof cellsAround>>,
): Promise<Touched> {
  const { tableId: otherTableId, inverseFieldId } = linkOf(field);
  const after = await listsOf(sideOf(field), before.ids);
  const touched: Touched = new Map();
  const compare = (
    side: "own" | "other",
    { tableId, fieldId }: { tableId: string; fieldId: string },
  ): void => {
    for (const id of before.ids[side]) {
      const [was, is] = [before[side].get(id) ?? [], after[side].get(id) ?? []];
      if (isDeepStrictEqual(was, is)) continue;
      touch(touched, tableId, id);
      const isEcho = side === "other";
      change.noteCells({ tableId, itemId: id, isEcho, before: { [fieldId]: was }, after: { [fieldId]: is } });
    }
  };
  compare("own", { tableId: schema.id, fieldId: field.id });
  compare("other", { tableId: otherTableId, fieldId: inverseFieldId });
  return touched;
}

/** The link field that a lookup reads through; undefined if it was deleted or changed its type. */
export function linkFieldOf(schema: TableSchema, id: string): SchemaField | undefined {
  return schema.fields.find((field) => field.id === id && isLink(field));
}

interface Pair {
  own: string;
  other: string;
}

/** A link field seen from its own table: its rows of `Link` and their direction. */
export interface Side {
  readonly fieldId: string;
  readonly own: Prisma.Sql;
  readonly ownOrder: Prisma.Sql;
  readonly other: Prisma.Sql;
  readonly otherOrder: Prisma.Sql;
}

const from = { own: Prisma.sql`"fromId"`, ownOrder: Prisma.sql`"fromOrder"` };
const to = { own: Prisma.sql`"toId"`, ownOrder: Prisma.sql`"toOrder"` };

export function sideOf(field: { readonly id: string; readonly template: unknown }): Side {
  const { isInverse, inverseFieldId } = linkOf(field);
  const [here, there] = isInverse ? [to, from] : [from, to];
  return {
    fieldId: isInverse ? inverseFieldId : field.id,
    ...here,
    other: there.own,
    otherOrder: there.ownOrder,
  };
}

/** A link field seen from the table that it links to. */
export function otherSide({ fieldId, own, ownOrder, other, otherOrder }: Side): Side {
  return { fieldId, own: other, ownOrder: otherOrder, other: own, otherOrder: ownOrder };
}

interface LinkList {
  id: string;
  ids: string[];
}

function listsSql({ fieldId, own, ownOrder, other }: Side, recordIds: readonly string[]): Sql {
  return Prisma.sql`
    SELECT ${own}::text AS "id", array_agg(${other}::text ORDER BY ${ownOrder}) AS "ids" FROM "Link"
    WHERE "fieldId" = ${fieldId} AND ${own} = ANY(${recordIds}::uuid[]) GROUP BY ${own}`;
}

function byRecord(lists: readonly LinkList[]): Map<string, string[]> {
  return new Map(lists.map(({ id, ids }) => [id, ids]));
}

/** True if a linked record can be in one list only, because the field on the other side holds a single record. */
export async function isExclusive(link: LinkTemplate): Promise<boolean> {
  const other = await prisma().field.findUnique({ where: { id: link.inverseFieldId } });
  return other !== null && !linkOf(other).allowMultiple;
}

/** The owner of each linked record that can be in one list only. */
function ownersOf(written: readonly WrittenLinks[]): Map<string, string> {
  const owners = new Map<string, string>();
  for (const { recordId, ids, path } of written) {
    for (const id of ids) {
      if (owners.has(id))
        throw badRequest([
          {
            path,
            message: `links ${id}, which another record of this call links too; it can be linked only once`,
          },
        ]);
      owners.set(id, recordId);
    }
  }
  return owners;
}

/** Removes records that can be in one list only from their previous list. */
async function takeOver(side: Side, owners: ReadonlyMap<string, string>): Promise<void> {
  const wanted = JSON.stringify([...owners].map(([other, own]) => ({ other, own })));
  await queryOften(Prisma.sql`
    DELETE FROM "Link" USING jsonb_to_recordset(${wanted}::jsonb) AS wanted ("other" uuid, "own" uuid)
    WHERE "fieldId" = ${side.fieldId} AND ${side.other} = wanted."other" AND ${side.own} <> wanted."own"`);
}

/** Locks the linked records, so that none is deleted before its link is stored. */
async function lockLinked(tableId: string, written: readonly WrittenLinks[]): Promise<void> {
  const ids = [...new Set(written.flatMap((each) => each.ids))].sort();
  if (ids.length === 0) return;
  const locked = await queryOften<{ id: string }>(Prisma.sql`
    SELECT "id" FROM ${partitionOf(tableId)} WHERE "tableId" = ${tableId} AND "id" = ANY(${ids}::uuid[]) ORDER BY "id" FOR UPDATE`);
  const found = new Set(locked.map(({ id }) => id));
  const problems: ErrorDetail[] = written.flatMap(({ ids: wanted, path }) => {
    const unknown = wanted.filter((id) => !found.has(id));
    return unknown.length === 0
      ? []
      : [{ path, message: `takes records of the linked table; it does not have ${unknown.join(", ")}` }];
  });
  if (problems.length > 0) throw badRequest(problems);
}

function touch(touched: Touched, tableId: string, recordId: string): void {
  const ids = touched.get(tableId) ?? new Set();
  touched.set(tableId, ids.add(recordId));
}
