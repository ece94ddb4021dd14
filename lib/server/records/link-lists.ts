import { isDeepStrictEqual } from "node:util";
import { Prisma, queryOften, type Sql } from "../db";
import type { ChangeSet } from "../log/changes";
import type { SchemaField, TableSchema } from "../structure/schemas";
import { linkOf, otherSide, type Side, sideOf } from "./link-side";

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

/** The lists of a link field and of its other side, by record. */
interface Lists {
  readonly own: ReadonlyMap<string, string[]>;
  readonly other: ReadonlyMap<string, string[]>;
}

/** Loads every list that may change along with those of the written records. */
export async function cellsAround(
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
export async function noteLinks(
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

/** A link between two records. */
export interface Pair {
  own: string;
  other: string;
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

export function touch(touched: Touched, tableId: string, recordId: string): void {
  const ids = touched.get(tableId) ?? new Set();
  touched.set(tableId, ids.add(recordId));
}
