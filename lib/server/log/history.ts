import type { ChangeList, History, HistoryEntry } from "../../contract/changes";
import { badRequest, notFound } from "../../contract/errors";
import { limits } from "../../contract/limits";
import { defaultPage, type PageQuery } from "../../contract/pages";
import type { BasePlace, RecordPlace } from "../../contract/places";
import { Prisma, prisma, query } from "../db";
import { selectRecord } from "../records/record-sql";
import { readFresh, withSchema } from "../structure/schemas";
import { requireBase } from "../structure/structure";
import { firstRows } from "./change-rows";
import { settledBefore } from "./feed-order";
import { type LogPlace, loadPastFields } from "./past-fields";
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
  const [log] = await prisma().log.findMany();
  const from = since === undefined ? undefined : readPlace(since, log?.id ?? "");
  const { xid, number } = from ?? beforeAll;
  const settled = Prisma.sql`
    SELECT ${madeColumns}, "before", "after" FROM "Change"
    WHERE "baseId" = ${databaseId} AND ("xid", "number") > (${xid}::bigint, ${number}::bigint)
      AND "xid" < ${settledBefore}
    ORDER BY "xid", "number" LIMIT ${feedRows + 1}`;
  const rows = await query<MadeRow & { found: string }>(
    firstRows(settled, Prisma.sql`"xid", "number"`, { bytes: pageBytes, large: 1 }),
  );
  // Reads the start last, because entries deleted meanwhile were not read.
  const start = await startOfLog(databaseId);
  if (from && isBefore(from, start)) throw tooOld;
  const shown = rows.slice(0, feedRows);
  return {
    changes: await presentChanges(place, shown),
    next: placeText(log?.id ?? "", shown.at(-1) ?? from ?? start),
    // Counts in the same snapshot, so that concurrent writes do not set `hasMore`.
    hasMore: Number(rows[0]?.found ?? 0) > shown.length,
  };
}

/** The position after the expired entries of a database. */
async function startOfLog(databaseId: string): Promise<Place> {
  const [start] = await query<Place>(
    Prisma.sql`SELECT "xid", "number" FROM "LogStart" WHERE "baseId" = ${databaseId}`,
  );
  return start ?? beforeAll;
}

/** A position in the log; large numbers are texts. */
type Place = Pick<LogPlace, "xid" | "number">;

const beforeAll: Place = { xid: "0", number: "0" };

function isBefore(one: Place, other: Place): boolean {
  const [xid, otherXid] = [one.xid, other.xid].map(BigInt) as [bigint, bigint];
  return xid < otherXid || (xid === otherXid && BigInt(one.number) < BigInt(other.number));
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
  const [log] = await prisma().log.findMany();
  const [last] = await query<{ xid: string }>(Prisma.sql`SELECT ${settledBefore} - 1 AS "xid"`);
  return placeText(log?.id ?? "", { xid: last?.xid ?? "0", number: afterAll });
}

/** True if entries after a position are written but not settled yet. */
export async function hasUnsettled({ databaseId }: BasePlace, place: string): Promise<boolean> {
  const [log] = await prisma().log.findMany();
  const { xid, number } = readPlace(place, log?.id ?? "");
  const rows = await query(Prisma.sql`
    SELECT 1 FROM "Change" WHERE "baseId" = ${databaseId}
      AND ("xid", "number") > (${xid}::bigint, ${number}::bigint) AND "xid" >= ${settledBefore} LIMIT 1`);
  return rows.length > 0;
}

/** Greater than any entry number. */
const afterAll = "9".repeat(18);

const feedRows = 500;

/** Links are logged as whole lists, so few entries can be large. */
const pageBytes = 16_000_000;

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

function placeText(logId: string, { xid, number }: Place): string {
  return Buffer.from(JSON.stringify([logId, String(xid), String(number)])).toString("base64url");
}

function readPlace(since: string, logId: string): Place {
  try {
    const [id, xid, number] = JSON.parse(Buffer.from(since, "base64url").toString("utf8")) as unknown[];
    if (id === logId && [xid, number].every((each) => /^\d{1,18}$/.test(String(each)))) {
      return { xid: String(xid), number: String(number) };
    }
  } catch {
    // Refused below.
  }
  throw badRequest([
    {
      path: "since",
      message: "takes the `next` of a previous response from this log; omit it to start over",
    },
  ]);
}
