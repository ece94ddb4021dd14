import type { BasePlace } from "../../contract/places";
import { Prisma, query } from "../db";
import { partitionOf } from "./partitions";

/** Figures of a database, shown without opening it. */
export interface BaseFigures {
  /** By table id. */
  readonly records: ReadonlyMap<string, RecordFigure>;
  /** Time of the last log entry; null if none is left. */
  readonly changedAt: Date | null;
}

export interface RecordFigure {
  readonly count: number;
  /** True if counted; otherwise estimated from PostgreSQL's statistics. */
  readonly isExact: boolean;
}

/** Maximum number of records counted per table, so that a million cost no more than a thousand. */
export const countedRecords = 1_000;

/** Reads the figures with two statements, whatever the number of tables and records. */
export async function figuresOf(place: BasePlace, tableIds: readonly string[]): Promise<BaseFigures> {
  const [records, changedAt] = await Promise.all([recordFigures(tableIds), lastChange(place)]);
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

async function lastChange({ databaseId }: BasePlace): Promise<Date | null> {
  const [last] = await query<{ at: Date }>(Prisma.sql`
    SELECT "at" FROM "Change" WHERE "baseId" = ${databaseId} ORDER BY "xid" DESC, "number" DESC LIMIT 1`);
  return last?.at ?? null;
}
