import { isDeepStrictEqual } from "node:util";
import { badRequest, type ErrorDetail } from "../../contract/errors";
import { Prisma, queryOften, type Sql } from "../db";
import type { ChangeSet } from "../log/changes";
import { partitionOf } from "../structure/partitions";
import type { SchemaField, TableSchema } from "../structure/schemas";
import { cellsAround, noteLinks, type Pair, type Touched, type WrittenLinks } from "./link-lists";
import { isExclusive, linkOf, type Side, sideOf } from "./link-side";

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
  await queryOften(
    insertLinks(
      side,
      Prisma.sql`
        SELECT given."recordId" AS "own", item."id" AS "other", item."order"::int AS "order"
        FROM ${given}, unnest(given."ids") WITH ORDINALITY AS item ("id", "order")`,
      Prisma.sql`"own"`,
    ),
  );
  return noteLinks(change, { schema, field }, before);
}

/**
 * SQL that stores links. `wanted` has `own`, `other` and the `order` in the list of `own`; `rank` is its column by which
 * several new links of one `other` are ordered. An existing row changes only its position in this list; the other side
 * stays unchanged.
 */
export function insertLinks(
  { fieldId, own, ownOrder, other, otherOrder }: Side,
  wanted: Sql,
  rank: Sql,
): Sql {
  return Prisma.sql`
    WITH wanted AS (${wanted}), last AS (
      SELECT ${other} AS "other", max(${otherOrder}) AS "order" FROM "Link"
      WHERE "fieldId" = ${fieldId} AND ${other} IN (SELECT "other" FROM wanted) GROUP BY 1
    )
    INSERT INTO "Link" ("fieldId", ${own}, ${other}, ${ownOrder}, ${otherOrder})
    SELECT ${fieldId}, wanted."own", wanted."other", wanted."order",
      coalesce(last."order", 0) + row_number() OVER (PARTITION BY wanted."other" ORDER BY wanted.${rank})
    FROM wanted LEFT JOIN last USING ("other")
    ON CONFLICT ("fieldId", "fromId", "toId") DO UPDATE SET ${ownOrder} = excluded.${ownOrder}`;
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
