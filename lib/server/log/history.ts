import type { ChangeList, History, HistoryEntry } from "../../contract/changes";
import { badRequest, notFound } from "../../contract/errors";
import { limits } from "../../contract/limits";
import { defaultPage, type PageQuery } from "../../contract/pages";
import type { BasePlace, RecordPlace } from "../../contract/places";
import { Prisma, query } from "../db";
import { selectRecord } from "../records/record-sql";
import { readFresh, withSchema } from "../structure/schemas";
import { requireBase } from "../structure/structure";
import { type Bounds, firstRows } from "./change-rows";
import { settledBefore } from "./feed-order";
import {
  afterAll,
  beforeAll,
  idOfLog,
  isBefore,
  type Place,
  placeText,
  readPlace,
  startOfLog,
} from "./log-place";
import { loadPastFields } from "./past-fields";
import {
  authorsOf,
  changesIn,
  keysOf,
  type MadeRow,
  madeColumns,
  madeOf,
  presentChanges,
} from "./present-entries";

/** Lists the changes of a record, newest first. */
export function listHistory(place: RecordPlace, page: PageQuery): Promise<History> {
  const { recordId } = place;
  const limit = page.limit ?? defaultPage;
  const before = page.cursor === undefined ? null : readNumber(page.cursor);
  return withSchema(place, async (schema) => {
    const [there] = await readFresh(schema, query(selectRecord(schema, recordId)));
    if (!there) throw notFound("record", recordId);
    const newest = historySql(schema.id, recordId, { before, limit: limit + 1 });
    const rows = await query<MadeRow & { found: string }>(
      firstRows(newest, Prisma.sql`"number" DESC`, { bytes: pageBytes }),
    );
    const authors = await authorsOf(rows);
    const shown = rows.slice(0, limit);
    const past = await loadPastFields(shown, {
      tableIds: [schema.id],
      fieldIds: [...new Set(shown.flatMap(keysOf))],
      now: (id) => schema.fieldOf(id),
    });
    const history = shown.map((row): HistoryEntry => {
      return { ...madeOf(row, authors), changes: changesIn(schema, row, past) };
    });
    return {
      history: history.filter(({ source, changes }) => changes.length > 0 || source === "import"),
      nextCursor: Number(rows[0]?.found ?? 0) > shown.length ? String(shown.at(-1)?.number) : null,
    };
  });
}

/**
 * Lists the log of a database after a position, oldest first. Only entries that no running transaction can precede.
 * Throws a 400 if entries after the position have expired.
 */
export async function listChanges(place: BasePlace, since: string | undefined): Promise<ChangeList> {
  const { databaseId } = place;
  await requireBase({ databaseId });
  const logId = await idOfLog();
  const from = since === undefined ? undefined : readPlace(since, logId);
  const { rows, hasMore } = await settledRows(place, from ?? beforeAll, ofPage);
  // Reads the start last, because entries deleted meanwhile were not read.
  const start = await startOfLog(databaseId);
  if (from && isBefore(from, start)) throw tooOld;
  return {
    changes: await presentChanges(place, rows),
    next: placeText(logId, rows.at(-1) ?? from ?? start),
    hasMore,
  };
}

/** Limits of a read of the log. */
interface ReadBounds extends Bounds {
  readonly rows: number;
}

/**
 * Reads the first entries of a database after a position that no running transaction can precede: as many as fit into
 * these bounds, at least one.
 */
export async function settledRows(
  { databaseId }: BasePlace,
  { xid, number }: Place,
  { rows: maxRows, ...bounds }: ReadBounds,
): Promise<{ readonly rows: MadeRow[]; readonly hasMore: boolean }> {
  const settled = Prisma.sql`
    SELECT ${madeColumns}, "before", "after" FROM "Change"
    WHERE "baseId" = ${databaseId} AND ("xid", "number") > (${xid}::bigint, ${number}::bigint)
      AND "xid" < ${settledBefore}
    ORDER BY "xid", "number" LIMIT ${maxRows + 1}`;
  const found = await query<MadeRow & { found: string }>(
    firstRows(settled, Prisma.sql`"xid", "number"`, bounds),
  );
  const rows = found.slice(0, maxRows);
  // Counts in the same snapshot, so that concurrent writes do not set `hasMore`.
  return { rows, hasMore: Number(found[0]?.found ?? 0) > rows.length };
}

const tooOld = badRequest([
  {
    path: "since",
    message: `has expired, because changes are kept for ${limits.changesDays} days; omit it to start over`,
  },
]);

/** The position after all settled entries of the log. */
export async function endOfLog({ databaseId }: BasePlace): Promise<string> {
  await requireBase({ databaseId });
  return placeText(await idOfLog(), { xid: await lastSettled(), number: afterAll });
}

/** The id of the last transaction whose entries, and all before them, are settled; as text, because it is large. */
export async function lastSettled(): Promise<string> {
  const [last] = await query<{ xid: string }>(Prisma.sql`SELECT (${settledBefore} - 1)::text AS "xid"`);
  return last?.xid ?? "0";
}

/** True if entries after a position are written but not settled yet. */
export async function hasUnsettled({ databaseId }: BasePlace, place: string): Promise<boolean> {
  return hasUnsettledAfter({ databaseId }, readPlace(place, await idOfLog()));
}

export async function hasUnsettledAfter({ databaseId }: BasePlace, { xid, number }: Place): Promise<boolean> {
  const rows = await query(Prisma.sql`
    SELECT 1 FROM "Change" WHERE "baseId" = ${databaseId}
      AND ("xid", "number") > (${xid}::bigint, ${number}::bigint) AND "xid" >= ${settledBefore} LIMIT 1`);
  return rows.length > 0;
}

/** Links are logged as whole lists, so few entries can be large. */
const pageBytes = 16_000_000;

/** The bounds of a page of the feed. */
const ofPage: ReadBounds = { rows: 500, bytes: pageBytes, large: 1 };

/** SQL for the rows of a record and its part of rows about many records. */
function historySql(
  tableId: string,
  recordId: string,
  { before, limit }: { before: string | null; limit: number },
): Prisma.Sql {
  const isBefore = before === null ? Prisma.sql`true` : Prisma.sql`"number" < ${before}::bigint`;
  const key = Prisma.sql`${recordId}::text`;
  return Prisma.sql`
    SELECT * FROM (
      (SELECT ${madeColumns}, "before", "after" FROM "Change"
        WHERE "tableId" = ${tableId} AND "recordId" = ${recordId}::uuid AND "lastId" IS NULL AND ${isBefore}
        ORDER BY "number" DESC LIMIT ${limit})
      UNION ALL
      (SELECT ${madeColumns}, "before" -> ${key}, "after" -> ${key} FROM "Change"
        WHERE "tableId" = ${tableId} AND "lastId" >= ${recordId}::uuid AND "recordId" <= ${recordId}::uuid
          AND ("before" ? ${key} OR "after" ? ${key}) AND ${isBefore})
      UNION ALL
      (SELECT ${madeColumns}, "before", "after" FROM (
          SELECT ${madeColumns}, "after" AS "counts" FROM "Change"
          WHERE "tableId" = ${tableId} AND "recordId" IS NULL AND "kind" = 'import' AND ${isBefore}
        ) AS made
        CROSS JOIN LATERAL (
          SELECT "before", "after" FROM "ChangedRecord"
          WHERE "tableId" = ${tableId} AND "entry" = made."number" AND "recordId" = ${recordId}::uuid
          UNION ALL
          SELECT NULL, '{}'
          WHERE ${recordId}::uuid BETWEEN (made."counts" ->> 'firstId')::uuid AND (made."counts" ->> 'lastId')::uuid
        ) AS changed)
    ) AS "rows" ORDER BY "number" DESC LIMIT ${limit}`;
}

function readNumber(cursor: string): string {
  if (/^\d{1,18}$/.test(cursor)) return cursor;
  throw badRequest([{ path: "cursor", message: "takes the `nextCursor` of the previous page" }]);
}
