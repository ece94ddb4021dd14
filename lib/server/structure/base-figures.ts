import { Prisma, query } from "../db";
import { logger } from "../logger";
import type { BaseOutline } from "./bases";
import { partitionOf } from "./partitions";

/** Figures of databases, shown without opening them. */
export interface BaseFigures {
  /** By table id; without tables that were deleted meanwhile. */
  readonly records: ReadonlyMap<string, RecordFigure>;
  /** Time of the last log entry by database id; without databases that have none left. */
  readonly changedAt: ReadonlyMap<string, Date>;
}

export interface RecordFigure {
  readonly count: number;
  /** True if counted; otherwise estimated from PostgreSQL's statistics. */
  readonly isExact: boolean;
}

/** Maximum number of records counted per table, so that a million cost no more than a thousand. */
export const countedRecords = 1_000;

/** Maximum number of tables counted by one statement, to leave connections for other requests in between. */
const tablesAtOnce = 100;

/** Reads the figures of databases with one statement, and one for each hundred of their tables. */
export async function figuresOf(bases: readonly Pick<BaseOutline, "id" | "tables">[]): Promise<BaseFigures> {
  const changedAt = await lastChanges(bases.map(({ id }) => id));
  const tableIds = bases.flatMap(({ tables }) => tables.map(({ id }) => id));
  const records = new Map<string, RecordFigure>();
  for (let from = 0; from < tableIds.length; from += tablesAtOnce) {
    const figures = await recordFigures(tableIds.slice(from, from + tablesAtOnce)).catch((error) => {
      logger.warn({ err: error }, "could not read the record counts of some tables");
      return [];
    });
    for (const [tableId, figure] of figures) records.set(tableId, figure);
  }
  return { records, changedAt };
}

export async function recordFigures(tableIds: readonly string[]): Promise<ReadonlyMap<string, RecordFigure>> {
  if (tableIds.length === 0) return new Map();
  const rows = await query<{ tableId: string; counted: number; estimate: number }>(
    Prisma.join(tableIds.map(figureSql), " UNION ALL "),
  );
  return new Map(
    rows.map(({ tableId, counted, estimate }) => [
      tableId,
      counted <= countedRecords
        ? { count: counted, isExact: true }
        : { count: Math.max(counted, estimate), isExact: false },
    ]),
  );
}

/** Live-row statistics are current, `reltuples` survives a crash of PostgreSQL. */
function figureSql(tableId: string): Prisma.Sql {
  return Prisma.sql`
    SELECT ${tableId}::text AS "tableId",
      (SELECT count(*)::int FROM (SELECT FROM ${partitionOf(tableId)} LIMIT ${countedRecords + 1}) AS "first") AS "counted",
      (SELECT coalesce(nullif(pg_stat_get_live_tuples(oid), 0), greatest(reltuples, 0))::float8
        FROM pg_class WHERE oid = ${`"Record_${tableId}"`}::regclass) AS "estimate"`;
}

async function lastChanges(databaseIds: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  const rows = await query<{ id: string; at: Date }>(Prisma.sql`
    SELECT "id", "last"."at" FROM unnest(${databaseIds}::text[]) AS "Listed"("id"),
      LATERAL (SELECT "at" FROM "Change" WHERE "baseId" = "id" ORDER BY "xid" DESC, "number" DESC LIMIT 1) AS "last"`);
  return new Map(rows.map(({ id, at }) => [id, at]));
}
