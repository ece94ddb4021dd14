/**
 * Offset checkpoints: the keyset positions of every n-th record of a large table in one of its own orders, so that
 * deep pages are reached without counting all records before them. Kept in the memory of each process. The
 * statement that uses a checkpoint also checks in the change log whether it is still valid.
 */
import { Prisma, query, type Sql } from "../db";
import { logger } from "../logger";
import { partitionOf } from "../structure/partitions";
import type { TableSchema } from "../structure/schemas";
import { afterSql, type KeysetPosition, keysetColumn, readKeyset } from "./keyset";
import { orderSql, type SortKey } from "./sort-sql";

/** Records between checkpoints. */
const stride = 2_000;

/** Offsets up to here are counted as fast. */
const nearestOffset = 5 * stride;

/** Minimum time in ms between two computations for an order, which read all its records. */
const restBetween = 5_000;

/** Time in ms that unused checkpoints are kept. */
const keptFor = 600_000;

const maxOrders = 50;

/** An order of a table's records. */
interface Order {
  readonly schema: TableSchema;
  readonly keys: readonly SortKey[];
}

/** The checkpoints of an order. */
interface Known {
  keysets: readonly KeysetPosition[];
  /** The snapshot at which the checkpoints were last known to be valid. */
  snapshot: string;
  usedAt: number;
  computedAt: number;
  isComputing: boolean;
}

/** Checkpoints by table and order. */
const orders = new Map<string, Known>();

/** A checkpoint to start a page from. */
export interface OffsetCheckpoint {
  /** Records up to the checkpoint. */
  readonly passed: number;
  /** The condition for records after it; matches nothing if the checkpoint may have moved. */
  readonly behind: Sql;
  /** Confirms that the checkpoint was valid in a statement with this snapshot. */
  confirm(snapshot: string): void;
  /** Discards the checkpoints: invalid, or nothing followed. */
  discard(): void;
}

/** The snapshot of the statement that contains this. */
export const snapshotSql = Prisma.sql`pg_current_snapshot()::text`;

/**
 * The last known checkpoint before an offset; undefined if there is none or counting is as fast. Computes missing
 * checkpoints in the background for later callers.
 */
export function checkpointBefore(order: Order, offset: number): OffsetCheckpoint | undefined {
  if (offset < nearestOffset) return undefined;
  const known = knownOf(order);
  const { keysets, snapshot } = known;
  const index = Math.min(Math.floor(offset / stride), keysets.length) - 1;
  const [keyset, last] = [keysets[index], keysets.at(-1)];
  const passed = (index + 1) * stride;
  if (offset - passed >= nearestOffset) void compute(order, known);
  if (!keyset || !last) return undefined;
  return {
    passed,
    behind: Prisma.sql`${afterSql(order.keys, keyset)} AND ${isStillValid(order, last, snapshot)}`,
    confirm(seen) {
      if (known.keysets === keysets) known.snapshot = seen;
    },
    discard() {
      if (known.keysets === keysets) known.keysets = [];
    },
  };
}

/** Computes the checkpoints of a large table before its first deep page is requested. */
export function prepareDeepPages(order: Order, total: number): void {
  if (total < 5 * nearestOffset) return;
  const known = knownOf(order);
  if (known.computedAt === 0) void compute(order, known);
}

function knownOf({ schema, keys }: Order): Known {
  const key = JSON.stringify([schema.id, keys.map(({ id, direction }) => [id, direction])]);
  const now = Date.now();
  const found = orders.get(key);
  if (found && now - found.usedAt <= keptFor) {
    found.usedAt = now;
    return found;
  }
  if (!found && orders.size >= maxOrders) orders.clear();
  const known: Known = { keysets: [], snapshot: "", usedAt: now, computedAt: 0, isComputing: false };
  orders.set(key, known);
  return known;
}

/** SQL: no record up to the last checkpoint was created, deleted or moved since the snapshot. */
function isStillValid({ schema, keys }: Order, last: KeysetPosition, snapshot: string): Sql {
  const stored = Prisma.sql`${snapshot}::pg_snapshot`;
  // Inside, "Record" is a created record.
  const isMadeBefore = Prisma.sql`EXISTS (
    SELECT FROM ${partitionOf(schema.id)} AS "Record" WHERE "tableId" = ${schema.id}
      AND "id" BETWEEN "change"."recordId" AND coalesce("change"."lastId", "change"."recordId")
      AND NOT (${afterSql(keys, last)}))`;
  return Prisma.sql`NOT EXISTS (
    SELECT FROM "Change" AS "change"
    WHERE "change"."baseId" = ${schema.databaseId} AND "change"."xid" >= pg_snapshot_xmin(${stored})::text::bigint
      AND NOT pg_visible_in_snapshot("change"."xid"::text::xid8, ${stored})
      AND "change"."tableId" = ${schema.id} AND "change"."kind" IN ('record', 'import')
      AND CASE WHEN "change"."kind" = 'import' THEN true
          WHEN "change"."before" IS NULL THEN ${isMadeBefore}
          ELSE "change"."after" IS NULL OR "change"."before" ? 'position' END)`;
}

/** Computes the checkpoints by reading the order of all records, at a limited rate. */
async function compute({ schema, keys }: Order, known: Known): Promise<void> {
  if (known.isComputing || Date.now() - known.computedAt < restBetween) return;
  known.isComputing = true;
  try {
    const rows = await query<{ id: string; keyset: string; snapshot: string }>(Prisma.sql`
      SELECT "id"${keysetColumn(keys)}, ${snapshotSql} AS "snapshot" FROM (
        SELECT "id", "position", row_number() OVER (ORDER BY ${orderSql(keys)}) AS "number"
        FROM ${partitionOf(schema.id)} AS "Record" WHERE "tableId" = ${schema.id}
      ) AS "Record" WHERE "number" % ${stride} = 0 ORDER BY "number"`);
    known.keysets = rows.map((row) => readKeyset(keys, row));
    known.snapshot = rows[0]?.snapshot ?? "";
  } catch (error) {
    // The requested page does not depend on checkpoints.
    logger.debug({ err: error }, "no offset checkpoints were computed");
  } finally {
    known.computedAt = Date.now();
    known.isComputing = false;
  }
}
