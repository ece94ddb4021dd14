import { Prisma, queryOften, type Sql } from "../db";
import type { ChangeSet } from "../log/changes";
import { partitionOf } from "../structure/partitions";
import type { TableSchema } from "../structure/schemas";
import { unknownRecords } from "./unknown-records";

/** Room in the manual order. */
export interface Places {
  /** Rising, one right behind the other. */
  readonly positions: readonly string[];
  /** Where the records stand now that had to move apart for them, those that are about to be moved among them. */
  readonly shifted: ReadonlyMap<string, string>;
}

/**
 * `count` positions of the manual order right behind the record `after`, or on top with null. They are numerics,
 * which have as many digits as it takes to stand between two others and here no more, as an index has to hold them.
 * Where it would take too many, the records around move apart first.
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
  const positions = await spread(ends, count, leastSpace);
  if (positions.length > 0 || !last) return { positions, shifted: new Map() };
  return moveApart(change, schema, { last, count, moved: new Set(moved) });
}

/** Whether these records stand in this order right behind the record `after`, or on top with null. */
export async function areRightBehind(
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

/** Two callers who aim at the same gap would get the same positions. */
async function holdPositions({ id }: TableSchema): Promise<void> {
  await queryOften(Prisma.sql`SELECT pg_advisory_xact_lock(hashtextextended(${`positions ${id}`}, 0))`);
}

/** Between neighbours where nothing is on the other side; far less than a millisecond, so that new records stay last. */
const gap = "1024";

/** What is closer moves apart, to this at least, so that it does not come close again soon. */
const leastSpace = "1e-60";
const wideSpace = "1e-30";

/** How many records on either side move apart at least, where there are so many. */
const fewest = 64;

/** Evenly between two ends; none where the space from one to the next would be less than `least`. */
async function spread(
  { low, high }: { low: Sql; high: Sql },
  count: number,
  least: string,
): Promise<string[]> {
  // What is computed of constants alone may be so before the condition is looked at.
  const rows = await queryOften<{ position: string }>(Prisma.sql`
    WITH ends AS (SELECT ${low} AS "low", ${high} AS "high"),
      spaced AS (SELECT "low", ("high" - "low") / ${count + 1}::numeric AS "space", ${least}::numeric AS "least" FROM ends)
    SELECT round("low" + "space" * "step", 1 + ceil(-log(greatest("space", "least")))::int)::text AS "position"
    FROM spaced, generate_series(1, ${count}) AS "step" WHERE "space" >= "least" ORDER BY "step"`);
  return rows.map(({ position }) => position);
}

/** A record and where it stands. */
interface Placed {
  id: string;
  position: string;
}

/**
 * Spaces records on both sides of a gap evenly, as many as it takes, and leaves room for `count` in it. Their order
 * stays; that their positions are others is an echo of what is placed there.
 */
async function moveApart(
  change: ChangeSet,
  schema: TableSchema,
  { last, count, moved }: { last: Placed; count: number; moved: ReadonlySet<string> },
): Promise<Places> {
  for (let most = fewest; ; most *= 4) {
    const around = await recordsAround(schema, last, most + 1);
    const [left, right] = [around.left.slice(0, most).reverse(), around.right.slice(0, most)];
    const records = [...left, ...right];
    // Where a side has no more records, it ends behind its last one.
    const low = Prisma.sql`coalesce(${around.left[most]?.position ?? null}::numeric, ${left[0]?.position}::numeric - ${gap}::numeric)`;
    const high = Prisma.sql`coalesce(${around.right[most]?.position ?? null}::numeric, ${records.at(-1)?.position}::numeric + ${gap}::numeric)`;
    const all = await spread({ low, high }, records.length + count, wideSpace);
    if (all.length === 0) continue;
    const positions = all.splice(left.length, count);
    const placed = records.map((record, index) => ({ ...record, to: all[index] ?? "" }));
    // One that an undo has put elsewhere in between stays there.
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

/** The next records on either side of a gap, the one before it among them, from the gap outwards. */
async function recordsAround(
  schema: TableSchema,
  last: Placed,
  most: number,
): Promise<{ left: Placed[]; right: Placed[] }> {
  const left = await queryOften<Placed>(Prisma.sql`
    SELECT "id", "position"::text FROM ${recordsOf(schema)} AND (${order}) <= (${last.position}::numeric, ${last.id}::uuid)
    ORDER BY record."position" DESC, record."id" DESC LIMIT ${most}`);
  const right = await queryOften<Placed>(Prisma.sql`
    SELECT "id", "position"::text FROM ${recordsOf(schema)} AND ${isBehind(last)} ORDER BY ${order} LIMIT ${most}`);
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
