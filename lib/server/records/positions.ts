import { Prisma, queryOften, requireTransaction, type Sql } from "../db";
import type { ChangeSet } from "../log/changes";
import { partitionOf } from "../structure/partitions";
import type { TableSchema } from "../structure/schemas";
import { type HeldRow, placeRecords } from "./record-sql";
import { unknownRecords } from "./unknown-records";

/** Free positions in the manual order. */
export interface Places {
  /** Ascending, adjacent to each other. */
  readonly positions: readonly string[];
  /** New positions of existing records that had to be moved apart, including those about to be moved. */
  readonly shifted: ReadonlyMap<string, string>;
}

/**
 * Finds `count` positions in the manual order right after the record `after`, or at the top for null. Positions are
 * numerics with as many digits as needed to fit between two others. If they would become too long for the index,
 * moves the surrounding records apart first.
 */
export async function placesAfter(
  change: ChangeSet,
  schema: TableSchema,
  { after, count, moved }: { after: string | null; count: number; moved: readonly string[] },
): Promise<Places> {
  await holdPositions(schema);
  const last = after === null ? null : await placedRecord(schema, after);
  const [next] = await queryOften<{ position: string }>(Prisma.sql`
    SELECT "position"::text FROM ${recordsOf(schema)} AND "id" <> ALL(${moved}::uuid[]) AND ${last ? isBehind(last) : Prisma.sql`true`}
    ORDER BY ${order} LIMIT 1`);
  const [before, behind] = [last?.position ?? null, next?.position ?? null];
  const reach = Prisma.sql`${gap}::numeric * ${count + 1}`;
  const ends = {
    low: Prisma.sql`coalesce(${before}::numeric, ${behind ?? "0"}::numeric - ${reach})`,
    high: Prisma.sql`coalesce(${behind}::numeric, ${before ?? "0"}::numeric + ${reach})`,
  };
  const positions = await spread(ends, count, minSpace);
  if (positions.length > 0 || !last) return { positions, shifted: new Map() };
  return moveApart(change, schema, { last, count, moved: new Set(moved) });
}

/** Moves locked records, in the given order, after another one, or to the top for null. */
export async function placeAll(
  change: ChangeSet,
  schema: TableSchema,
  {
    recordIds,
    after,
    held,
  }: { recordIds: readonly string[]; after: string | null; held: ReadonlyMap<string, HeldRow> },
): Promise<void> {
  if (await areRightBehind(schema, { after, recordIds })) return;
  const { positions, shifted } = await placesAfter(change, schema, {
    after,
    count: recordIds.length,
    moved: recordIds,
  });
  const placed = recordIds.map((id, index) => ({ id, position: positions[index] ?? "" }));
  await queryOften(placeRecords(schema.id, placed));
  for (const { id, position } of placed) {
    const before = { position: shifted.get(id) ?? held.get(id)?.position };
    change.noteCells({ tableId: schema.id, itemId: id, before, after: { position } });
  }
}

/** True if these records follow the record `after` directly in this order, or are at the top for null. */
async function areRightBehind(
  schema: TableSchema,
  { after, recordIds }: { after: string | null; recordIds: readonly string[] },
): Promise<boolean> {
  await holdPositions(schema);
  const last = after === null ? null : await placedRecord(schema, after);
  const there = await queryOften<{ id: string }>(Prisma.sql`
    SELECT "id" FROM ${recordsOf(schema)} AND ${last ? isBehind(last) : Prisma.sql`true`}
    ORDER BY ${order} LIMIT ${recordIds.length}`);
  return recordIds.every((id, index) => there[index]?.id === id);
}

/** Serialises callers, who could otherwise get the same positions. */
async function holdPositions({ id }: TableSchema): Promise<void> {
  requireTransaction();
  await queryOften(Prisma.sql`SELECT pg_advisory_xact_lock(hashtextextended(${`positions ${id}`}, 0))`);
}

/** Distance at an open end; far less than a millisecond, so that new records stay last. */
const gap = "1024";

/** Records closer than this are moved apart, to at least `wideSpace`, so that it does not recur soon. */
const minSpace = "1e-60";
const wideSpace = "1e-30";

/** Minimum number of records moved apart on each side, if available. */
const initialRadius = 64;

/** Positions spread evenly between two ends; none if the distance would be less than `minGap`. */
async function spread(
  { low, high }: { low: Sql; high: Sql },
  count: number,
  minGap: string,
): Promise<string[]> {
  // In a CTE, because PostgreSQL may evaluate constant expressions before the condition.
  const rows = await queryOften<{ position: string }>(Prisma.sql`
    WITH ends AS (SELECT ${low} AS "low", ${high} AS "high"),
      spaced AS (SELECT "low", ("high" - "low") / ${count + 1}::numeric AS "space", ${minGap}::numeric AS "least" FROM ends)
    SELECT round("low" + "space" * "step", 1 + ceil(-log(greatest("space", "least")))::int)::text AS "position"
    FROM spaced, generate_series(1, ${count}) AS "step" WHERE "space" >= "least" ORDER BY "step"`);
  return rows.map(({ position }) => position);
}

/** A record and its position. */
interface Placed {
  id: string;
  position: string;
}

/**
 * Spaces the records around a gap evenly and leaves room for `count`. Keeps their order. Their new positions are a
 * side effect of the placed records.
 */
async function moveApart(
  change: ChangeSet,
  schema: TableSchema,
  { last, count, moved }: { last: Placed; count: number; moved: ReadonlySet<string> },
): Promise<Places> {
  for (let radius = initialRadius; ; radius *= 4) {
    const around = await recordsAround(schema, last, radius + 1);
    const [left, right] = [around.left.slice(0, radius).reverse(), around.right.slice(0, radius)];
    const records = [...left, ...right];
    // A side without further records ends after its last one.
    const low = Prisma.sql`coalesce(${around.left[radius]?.position ?? null}::numeric, ${left[0]?.position}::numeric - ${gap}::numeric)`;
    const high = Prisma.sql`coalesce(${around.right[radius]?.position ?? null}::numeric, ${records.at(-1)?.position}::numeric + ${gap}::numeric)`;
    const all = await spread({ low, high }, records.length + count, wideSpace);
    if (all.length === 0) continue;
    const positions = all.splice(left.length, count);
    const placed = records.map((record, index) => ({ ...record, to: all[index] ?? "" }));
    // A record that an undo has moved meanwhile stays there.
    const there = await queryOften<{ id: string }>(Prisma.sql`
      UPDATE ${partitionOf(schema.id)} AS record SET "position" = given."to"
      FROM jsonb_to_recordset(${JSON.stringify(placed)}::jsonb) AS given ("id" uuid, "position" numeric, "to" numeric)
      WHERE record."tableId" = ${schema.id} AND record."id" = given."id" AND record."position" = given."position"
      RETURNING record."id"`);
    const ids = new Set(there.map(({ id }) => id));
    const shifted = placed.filter(({ id }) => ids.has(id));
    for (const { id, position, to } of shifted) {
      if (moved.has(id)) continue;
      const [before, after] = [{ position }, { position: to }];
      change.noteCells({ tableId: schema.id, itemId: id, isEcho: true, before, after });
    }
    return { positions, shifted: new Map(shifted.map(({ id, to }) => [id, to])) };
  }
}

/** The nearest records on each side of a gap, from the gap outwards, including the one before it. */
async function recordsAround(
  schema: TableSchema,
  last: Placed,
  limit: number,
): Promise<{ left: Placed[]; right: Placed[] }> {
  const left = await queryOften<Placed>(Prisma.sql`
    SELECT "id", "position"::text FROM ${recordsOf(schema)} AND (${order}) <= (${last.position}::numeric, ${last.id}::uuid)
    ORDER BY record."position" DESC, record."id" DESC LIMIT ${limit}`);
  const right = await queryOften<Placed>(Prisma.sql`
    SELECT "id", "position"::text FROM ${recordsOf(schema)} AND ${isBehind(last)} ORDER BY ${order} LIMIT ${limit}`);
  return { left, right };
}

function recordsOf({ id }: TableSchema): Sql {
  return Prisma.sql`${partitionOf(id)} AS record WHERE record."tableId" = ${id}`;
}

const order = Prisma.sql`record."position", record."id"`;

function isBehind({ id, position }: Placed): Sql {
  return Prisma.sql`(${order}) > (${position}::numeric, ${id}::uuid)`;
}

async function placedRecord(schema: TableSchema, recordId: string): Promise<Placed> {
  const [found] = await queryOften<Placed>(
    Prisma.sql`SELECT "id", "position"::text FROM ${recordsOf(schema)} AND record."id" = ${recordId}::uuid`,
  );
  if (!found) throw unknownRecords([{ id: recordId, path: "after" }]);
  return found;
}
