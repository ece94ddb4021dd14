import { isDeepStrictEqual } from "node:util";
import { badRequest, type ErrorDetail } from "../contract/errors";
import { Prisma, query, type Sql, type Transaction } from "./db";
import { partitionOf } from "./partitions";
import type { SchemaField, TableSchema } from "./schemas";

/** The template of a link field, as it is stored. */
export interface LinkTemplate {
  readonly tableId: string;
  readonly allowMultiple: boolean;
  readonly isInverse: boolean;
  readonly inverseFieldId: string;
}

/** The list that a link cell is to hold. `path` names the cell as the caller wrote it. */
export interface WrittenLinks {
  readonly recordId: string;
  readonly ids: readonly string[];
  readonly path: string;
}

/** Records whose cells changed, by table. */
export type Touched = Map<string, Set<string>>;

/** The lists of one link field for a page of records, in one statement; a record without links has no entry. */
export async function loadLinks(
  field: SchemaField,
  recordIds: readonly string[],
): Promise<Map<string, string[]>> {
  return byRecord(await query<LinkList>(listsSql(sideOf(field), recordIds)));
}

/**
 * Makes the cells of one link field hold the given lists, in their order, and the other side's cells with them.
 * Tells which records changed. A 400 for records that are not in the linked table.
 */
export async function writeLinks(
  transaction: Transaction,
  { schema, field }: { schema: TableSchema; field: SchemaField },
  written: readonly WrittenLinks[],
): Promise<Touched> {
  const link = field.template as LinkTemplate;
  const side = sideOf(field);
  await lockLinked(transaction, link.tableId, written);
  const owners = (await isExclusive(transaction, link)) ? ownersOf(written) : undefined;
  const before = byRecord(
    await transaction.$queryRaw<LinkList[]>(
      listsSql(
        side,
        written.map(({ recordId }) => recordId),
      ),
    ),
  );
  const changed = written.filter(
    ({ recordId, ids }) => !isDeepStrictEqual(before.get(recordId) ?? [], [...ids]),
  );
  const touched: Touched = new Map();
  if (changed.length === 0) return touched;
  const given = Prisma.sql`jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) AS given ("recordId" uuid, "ids" uuid[])`;
  const removed = await transaction.$queryRaw<Pair[]>`
    DELETE FROM "Link" USING ${given}
    WHERE "fieldId" = ${side.fieldId} AND ${side.own} = given."recordId" AND NOT ${side.other} = ANY(given."ids")
    RETURNING ${side.own} AS "own", ${side.other} AS "other"`;
  const taken = owners ? await takeOver(transaction, side, owners) : [];
  // A row that is there already only changes its place in the one list: the other side's cell stays as it is.
  const placed = await transaction.$queryRaw<(Pair & { isNew: boolean })[]>`
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
    ON CONFLICT ("fieldId", "fromId", "toId") DO UPDATE SET ${side.ownOrder} = excluded.${side.ownOrder}
    RETURNING ${side.own} AS "own", ${side.other} AS "other", xmax = 0 AS "isNew"`;
  for (const { recordId } of changed) touch(touched, schema.id, recordId);
  for (const { own } of taken) touch(touched, schema.id, own);
  for (const { other } of [...removed, ...taken, ...placed.filter(({ isNew }) => isNew)]) {
    touch(touched, link.tableId, other);
  }
  return touched;
}

/** Takes records that are about to be deleted out of every list; tells which other records changed. */
export async function deleteLinks(
  transaction: Transaction,
  schema: TableSchema,
  recordIds: readonly string[],
): Promise<Touched> {
  const touched: Touched = new Map();
  for (const field of schema.fields.filter(isLink)) {
    const { fieldId, own, other } = sideOf(field);
    const removed = await transaction.$queryRaw<Pair[]>`
      DELETE FROM "Link" WHERE "fieldId" = ${fieldId} AND ${own} = ANY(${recordIds}::uuid[])
      RETURNING ${own} AS "own", ${other} AS "other"`;
    for (const pair of removed) touch(touched, (field.template as LinkTemplate).tableId, pair.other);
  }
  return touched;
}

export function isLink(field: SchemaField): boolean {
  return field.fieldType.storage === "links";
}

interface Pair {
  own: string;
  other: string;
}

/** A link field seen from its own table: which rows of `Link` are its, and which way they run. */
export interface Side {
  readonly fieldId: string;
  readonly own: Prisma.Sql;
  readonly ownOrder: Prisma.Sql;
  readonly other: Prisma.Sql;
  readonly otherOrder: Prisma.Sql;
}

const from = { own: Prisma.sql`"fromId"`, ownOrder: Prisma.sql`"fromOrder"` };
const to = { own: Prisma.sql`"toId"`, ownOrder: Prisma.sql`"toOrder"` };

export function sideOf({ id, template }: Pick<SchemaField, "id" | "template">): Side {
  const { isInverse, inverseFieldId } = template as LinkTemplate;
  const [here, there] = isInverse ? [to, from] : [from, to];
  return { fieldId: isInverse ? inverseFieldId : id, ...here, other: there.own, otherOrder: there.ownOrder };
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

/** Whether a linked record can be in one list only: the field on the other side holds one record at most. */
async function isExclusive(transaction: Transaction, link: LinkTemplate): Promise<boolean> {
  const other = await transaction.field.findUnique({ where: { id: link.inverseFieldId } });
  return other !== null && !(other.template as unknown as LinkTemplate).allowMultiple;
}

/** In whose list each linked record is to be, where it can be in one only. */
function ownersOf(written: readonly WrittenLinks[]): Map<string, string> {
  const owners = new Map<string, string>();
  for (const { recordId, ids, path } of written) {
    for (const id of ids) {
      if (owners.has(id))
        throw badRequest([
          { path, message: `takes ${id}, which another record of this call takes; it can be linked once` },
        ]);
      owners.set(id, recordId);
    }
  }
  return owners;
}

/** A record that can be in one list only leaves the one where it was. */
function takeOver(
  transaction: Transaction,
  side: Side,
  owners: ReadonlyMap<string, string>,
): Promise<Pair[]> {
  const wanted = JSON.stringify([...owners].map(([other, own]) => ({ other, own })));
  return transaction.$queryRaw<Pair[]>`
    DELETE FROM "Link" USING jsonb_to_recordset(${wanted}::jsonb) AS wanted ("other" uuid, "own" uuid)
    WHERE "fieldId" = ${side.fieldId} AND ${side.other} = wanted."other" AND ${side.own} <> wanted."own"
    RETURNING ${side.own} AS "own", ${side.other} AS "other"`;
}

/** Holds the linked records, so that none is deleted before its link is stored. */
async function lockLinked(
  transaction: Transaction,
  tableId: string,
  written: readonly WrittenLinks[],
): Promise<void> {
  const ids = [...new Set(written.flatMap((each) => each.ids))].sort();
  if (ids.length === 0) return;
  const locked = await transaction.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM ${partitionOf(tableId)} WHERE "tableId" = ${tableId} AND "id" = ANY(${ids}::uuid[]) ORDER BY "id" FOR UPDATE`;
  const found = new Set(locked.map(({ id }) => id));
  const problems: ErrorDetail[] = written.flatMap(({ ids: wanted, path }) => {
    const unknown = wanted.filter((id) => !found.has(id));
    return unknown.length === 0
      ? []
      : [{ path, message: `takes records of the linked table; ${unknown.join(", ")} is none of it` }];
  });
  if (problems.length > 0) throw badRequest(problems);
}

function touch(touched: Touched, tableId: string, recordId: string): void {
  const ids = touched.get(tableId) ?? new Set();
  touched.set(tableId, ids.add(recordId));
}
