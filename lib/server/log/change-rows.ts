import type { Source } from "../../field-types/types/source";
import { Prisma, query, type Sql } from "../db";
import type { Entry } from "./change-log";

/** A log entry about one thing. Rows about many records are expanded. */
export interface LoggedEntry {
  /** As text, because it may exceed the precision of a number. */
  readonly number: string;
  readonly kind: Entry["kind"];
  readonly tableId: string | null;
  readonly itemId: string;
  readonly before: { readonly [key: string]: unknown } | null;
  readonly after: { readonly [key: string]: unknown } | null;
}

/** A row of the log, with the range of its records. */
export interface LogRow extends Omit<LoggedEntry, "itemId"> {
  readonly itemId: string | null;
  readonly recordId: string | null;
  readonly lastId: string | null;
}

/** A write of a change set. */
export interface LoggedWrite {
  readonly baseId: string;
  readonly changeSetId: string;
  readonly personId: string;
  /** As text, like `number`. */
  readonly xid: string;
  readonly step: number;
}

/** A write, with whether it changed records. */
export interface MadeWrite extends LoggedWrite {
  readonly hasRecords: boolean;
}

/** The undoable writes of a change set to one database, newest first. */
export function writesOf({
  baseId,
  changeSetId,
  personId,
}: Omit<LoggedWrite, "xid" | "step">): Promise<MadeWrite[]> {
  return query<MadeWrite>(Prisma.sql`
    SELECT "baseId", "changeSetId", "personId", "xid", "step", bool_or("kind" IN ('record', 'import')) AS "hasRecords" FROM "Change"
    WHERE "changeSetId" = ${changeSetId}::uuid AND "personId" = ${personId}::uuid AND "baseId" = ${baseId} AND NOT "isEcho"
    GROUP BY "baseId", "changeSetId", "personId", "xid", "step" ORDER BY max("number") DESC`);
}

/** True if a change set in a database has this origin. */
export async function isMadeBy({
  databaseId,
  changeSetId,
  source,
}: {
  readonly databaseId: string;
  readonly changeSetId: string;
  readonly source: Source;
}): Promise<boolean> {
  const rows = await query(Prisma.sql`
    SELECT FROM "Change" WHERE "baseId" = ${databaseId} AND "changeSetId" = ${changeSetId}::uuid AND "source" = ${source} LIMIT 1`);
  return rows.length > 0;
}

/** Kinds of entries of a write: those to be undone, or their side effects. */
const wanted = {
  structure: Prisma.sql`"kind" NOT IN ('record', 'import')`,
  imports: Prisma.sql`"kind" = 'import' AND NOT "isEcho"`,
  records: Prisma.sql`"kind" = 'record' AND NOT "isEcho"`,
  echoes: Prisma.sql`"kind" IN ('record', 'import') AND "isEcho"`,
};

/** Reads the entries of a write, newest first, in batches that fit into memory. */
export async function* logRows(
  { baseId, changeSetId, personId, xid, step }: LoggedWrite,
  part: keyof typeof wanted,
): AsyncGenerator<LoggedEntry[]> {
  let last: string | null = null;
  for (;;) {
    const newest = Prisma.sql`
      SELECT "number", "kind", "tableId", "itemId", "recordId", "lastId", "before", "after" FROM "Change"
      WHERE "baseId" = ${baseId} AND "xid" = ${xid} AND "step" = ${step}
        AND "changeSetId" = ${changeSetId}::uuid AND "personId" = ${personId}::uuid
        AND ${wanted[part]}
        AND (${last}::bigint IS NULL OR "number" < ${last}::bigint)
      ORDER BY "number" DESC LIMIT ${maxRows}`;
    const rows: LogRow[] = await query<LogRow>(firstRows(newest, Prisma.sql`"number" DESC`, ofBatch));
    if (rows.length === 0) return;
    yield rows.flatMap(openOut);
    last = rows.at(-1)?.number ?? null;
  }
}

const maxRows = 5_000;

/** Larger than a page, because links moved between records are best undone together. */
const ofBatch: Bounds = { bytes: 64_000_000, large: 5 };

/** Limits of a batch of rows besides their number. */
export interface Bounds {
  /** Bytes of their contents as text; the last row may exceed it. */
  readonly bytes: number;
  /** Number of rows about many records, up to thousands each; unlimited if omitted. */
  readonly large?: number;
}

/** SQL for the first rows that fit into memory together, at least one, with the total as `found`. */
export function firstRows(rows: Sql, order: Sql, { bytes, large }: Bounds): Sql {
  const before = Prisma.sql`OVER (ORDER BY ${order} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)`;
  // Filters by compressed size first: decompressing far too many rows to measure them would be slow.
  return Prisma.sql`
    SELECT * FROM (
      SELECT *, sum(coalesce(octet_length("before"::text), 0) + coalesce(octet_length("after"::text), 0)) ${before} AS "bytes" FROM (
        SELECT *, count(*) OVER () AS "found",
          count(*) FILTER (WHERE "lastId" IS NOT NULL) OVER (ORDER BY ${order}) AS "large",
          sum(coalesce(pg_column_size("before"), 0) + coalesce(pg_column_size("after"), 0)) ${before} AS "packed"
        FROM (${rows}) AS "rows"
      ) AS "counted"
      WHERE coalesce("packed", 0) < ${Math.ceil(bytes / 4)} AND ${large === undefined ? Prisma.sql`true` : Prisma.sql`"large" <= ${large}`}
    ) AS "measured" WHERE coalesce("bytes", 0) < ${bytes} ORDER BY ${order}`;
}

/** Expands a row into one entry per record. */
export function openOut({ itemId, recordId, lastId, ...row }: LogRow): LoggedEntry[] {
  if (lastId === null) return [{ ...row, itemId: itemId ?? recordId ?? "" }];
  const ids = new Set([...Object.keys(row.before ?? {}), ...Object.keys(row.after ?? {})]);
  const of = (side: LogRow["before"], id: string) => (side?.[id] ?? null) as LoggedEntry["before"];
  return [...ids].map((id) => ({ ...row, itemId: id, before: of(row.before, id), after: of(row.after, id) }));
}
