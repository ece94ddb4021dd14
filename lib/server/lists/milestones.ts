/**
 * Where every so many-th record of a large table stands, in one of the table's own orders: a page far down is then
 * reached without counting all that lies before it. They are kept in the memory of a process that needs them; that
 * they still hold is asked of the log by the very statement that goes by them.
 */
import { Prisma, query, type Sql } from "../db";
import { logger } from "../logger";
import { partitionOf } from "../structure/partitions";
import type { TableSchema } from "../structure/schemas";
import { orderSql, type SortKey } from "./sort-sql";
import { afterSql, readStanding, type Standing, standingColumn } from "./standings";

/** How many records lie from one to the next. */
const stride = 2_000;

/** Up to here to count is as quick. */
const nearest = 5 * stride;

/** So many milliseconds, at least, lie between two times that those of one order are laid: it reads all its records. */
const restBetween = 5_000;

/** So many milliseconds they are kept when nobody asks for them. */
const keptFor = 600_000;

const mostOrders = 50;

/** An order of a table's records. */
interface Order {
  readonly schema: TableSchema;
  readonly keys: readonly SortKey[];
}

/** What is known of an order. */
interface Known {
  standings: readonly Standing[];
  /** What PostgreSQL had stored when they were last found to hold. */
  snapshot: string;
  usedAt: number;
  laidAt: number;
  isBeingLaid: boolean;
}

/** By table and order. */
const orders = new Map<string, Known>();

/** A place that a page can be reached from. */
export interface Milestone {
  /** How many records lie before the place. */
  readonly passed: number;
  /** The condition of what lies behind it; of nothing at all, if the place may have moved. */
  readonly behind: Sql;
  /** It held in a statement, which saw this snapshot. */
  held(snapshot: string): void;
  /** It held no more, or there was nothing behind it. */
  failed(): void;
}

/** What the database has stored for the statement that this stands in. */
export const snapshotSql = Prisma.sql`pg_current_snapshot()::text`;

/**
 * The last milestone that is known before an offset; undefined where there is none, or where counting is as quick.
 * Those that are missing are laid in the background, so that who asks after this finds them.
 */
export function milestoneBefore(order: Order, offset: number): Milestone | undefined {
  if (offset < nearest) return undefined;
  const known = knownOf(order);
  const { standings, snapshot } = known;
  const index = Math.min(Math.floor(offset / stride), standings.length) - 1;
  const [standing, last] = [standings[index], standings.at(-1)];
  const passed = (index + 1) * stride;
  if (offset - passed >= nearest) void lay(order, known);
  if (!standing || !last) return undefined;
  return {
    passed,
    behind: Prisma.sql`${afterSql(order.keys, standing)} AND ${stillHolds(order, last, snapshot)}`,
    held(seen) {
      if (known.standings === standings) known.snapshot = seen;
    },
    failed() {
      if (known.standings === standings) known.standings = [];
    },
  };
}

/** So many records there are, of which somebody is about to look at any: their milestones are laid before the first is asked for. */
export function expectFarPages(order: Order, total: number): void {
  if (total < 5 * nearest) return;
  const known = knownOf(order);
  if (known.laidAt === 0) void lay(order, known);
}

function knownOf({ schema, keys }: Order): Known {
  const key = JSON.stringify([schema.id, keys.map(({ id, direction }) => [id, direction])]);
  const now = Date.now();
  const found = orders.get(key);
  if (found && now - found.usedAt <= keptFor) {
    found.usedAt = now;
    return found;
  }
  if (!found && orders.size >= mostOrders) orders.clear();
  const known: Known = { standings: [], snapshot: "", usedAt: now, laidAt: 0, isBeingLaid: false };
  orders.set(key, known);
  return known;
}

/** Whether since the snapshot no record up to the last milestone was made, deleted or moved. */
function stillHolds({ schema, keys }: Order, last: Standing, snapshot: string): Sql {
  const stored = Prisma.sql`${snapshot}::pg_snapshot`;
  // Within it, "Record" is one that was made: those that are as old as their page say nothing.
  const isMadeBefore = Prisma.sql`EXISTS (
    SELECT FROM ${partitionOf(schema.id)} AS "Record" WHERE "tableId" = ${schema.id}
      AND "id" BETWEEN "change"."recordId" AND coalesce("change"."lastId", "change"."recordId")
      AND NOT (${afterSql(keys, last)}))`;
  return Prisma.sql`NOT EXISTS (
    SELECT FROM "Change" AS "change"
    WHERE "change"."baseId" = ${schema.databaseId} AND "change"."xid" >= pg_snapshot_xmin(${stored})::text::bigint
      AND NOT pg_visible_in_snapshot("change"."xid"::text::xid8, ${stored})
      AND "change"."tableId" = ${schema.id} AND "change"."kind" = 'record'
      AND CASE WHEN "change"."before" IS NULL THEN ${isMadeBefore}
          ELSE "change"."after" IS NULL OR "change"."before" ? 'position' END)`;
}

/** Reads the order of all records, not too often. */
async function lay({ schema, keys }: Order, known: Known): Promise<void> {
  if (known.isBeingLaid || Date.now() - known.laidAt < restBetween) return;
  known.isBeingLaid = true;
  try {
    const rows = await query<{ id: string; standing: string; snapshot: string }>(Prisma.sql`
      SELECT "id"${standingColumn(keys)}, ${snapshotSql} AS "snapshot" FROM (
        SELECT "id", "position", row_number() OVER (ORDER BY ${orderSql(keys)}) AS "number"
        FROM ${partitionOf(schema.id)} AS "Record" WHERE "tableId" = ${schema.id}
      ) AS "Record" WHERE "number" % ${stride} = 0 ORDER BY "number"`);
    known.standings = rows.map((row) => readStanding(keys, row));
    known.snapshot = rows[0]?.snapshot ?? "";
  } catch (error) {
    // The page that was asked for is answered all the same.
    logger.debug({ err: error }, "no milestones were laid");
  } finally {
    known.laidAt = Date.now();
    known.isBeingLaid = false;
  }
}
