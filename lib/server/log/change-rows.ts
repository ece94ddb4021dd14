import { Prisma, query, type Sql } from "../db";
import type { Entry } from "./change-log";

/** An entry as it stands in the log, one a thing: rows about many records are opened out. */
export interface LoggedEntry {
  /** In text: it may have more digits than a number holds. */
  readonly number: string;
  readonly kind: Entry["kind"];
  readonly tableId: string | null;
  readonly itemId: string;
  readonly before: { readonly [key: string]: unknown } | null;
  readonly after: { readonly [key: string]: unknown } | null;
}

/** A row of the log, with what tells which records it is about. */
export interface LogRow extends Omit<LoggedEntry, "itemId"> {
  readonly itemId: string | null;
  readonly recordId: string | null;
  readonly lastId: string | null;
}

/** One of the writes that make up a change set. */
export interface LoggedWrite {
  readonly baseId: string;
  readonly changeSetId: string;
  readonly actorId: string;
  /** In text, too. */
  readonly xid: string;
  readonly step: number;
}

/** The same, with what it did in general. */
export interface MadeWrite extends LoggedWrite {
  readonly hasRecords: boolean;
}

/** The writes of a change set to one database that can be undone, the last first. */
export function writesOf({
  baseId,
  changeSetId,
  actorId,
}: Omit<LoggedWrite, "xid" | "step">): Promise<MadeWrite[]> {
  return query<MadeWrite>(Prisma.sql`
    SELECT "baseId", "changeSetId", "actorId", "xid", "step", bool_or("kind" = 'record') AS "hasRecords" FROM "Change"
    WHERE "changeSetId" = ${changeSetId}::uuid AND "actorId" = ${actorId}::uuid AND "baseId" = ${baseId} AND NOT "isEcho"
    GROUP BY "baseId", "changeSetId", "actorId", "xid", "step" ORDER BY max("number") DESC`);
}

/** Which entries of a write are read: those that can be undone, or what they have changed elsewhere. */
const wanted = {
  structure: Prisma.sql`"kind" <> 'record'`,
  records: Prisma.sql`"kind" = 'record' AND NOT "isEcho"`,
  echoes: Prisma.sql`"kind" = 'record' AND "isEcho"`,
};

/** Entries of a write, the newest first, in batches that fit into memory. */
export async function* logRows(
  { baseId, changeSetId, actorId, xid, step }: LoggedWrite,
  part: keyof typeof wanted,
): AsyncGenerator<LoggedEntry[]> {
  let last: string | null = null;
  for (;;) {
    const newest = Prisma.sql`
      SELECT "number", "kind", "tableId", "itemId", "recordId", "lastId", "before", "after" FROM "Change"
      WHERE "baseId" = ${baseId} AND "xid" = ${xid} AND "step" = ${step}
        AND "changeSetId" = ${changeSetId}::uuid AND "actorId" = ${actorId}::uuid
        AND ${wanted[part]}
        AND (${last}::bigint IS NULL OR "number" < ${last}::bigint)
      ORDER BY "number" DESC LIMIT ${mostRows}`;
    const rows: LogRow[] = await query<LogRow>(firstRows(newest, Prisma.sql`"number" DESC`, ofBatch));
    if (rows.length === 0) return;
    yield rows.flatMap(openOut);
    last = rows.at(-1)?.number ?? null;
  }
}

const mostRows = 5_000;

/** More than of a page: what was taken from one record and given to another is best undone together. */
const ofBatch: Bounds = { bytes: 64_000_000, large: 5 };

/** What bounds some rows together besides their number. */
export interface Bounds {
  /** Of what they hold, as text; the last of them may go beyond it. */
  readonly bytes: number;
  /** Rows about many records, which may be thousands each; any number of them without it. */
  readonly large?: number;
}

/**
 * Of rows of the log in an order, those up to where they would not fit into memory together, and how many of them
 * there are in all as `found`. At least the first comes, whatever it holds.
 */
export function firstRows(rows: Sql, order: Sql, { bytes, large }: Bounds): Sql {
  const before = Prisma.sql`OVER (ORDER BY ${order} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)`;
  // How long they are as text is seen only by unpacking them, which far too many would take far too long.
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

/** One entry for each record that a row is about. */
export function openOut({ itemId, recordId, lastId, ...row }: LogRow): LoggedEntry[] {
  if (lastId === null) return [{ ...row, itemId: itemId ?? recordId ?? "" }];
  const ids = new Set([...Object.keys(row.before ?? {}), ...Object.keys(row.after ?? {})]);
  const of = (side: LogRow["before"], id: string) => (side?.[id] ?? null) as LoggedEntry["before"];
  return [...ids].map((id) => ({ ...row, itemId: id, before: of(row.before, id), after: of(row.after, id) }));
}
