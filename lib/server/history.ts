import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import type { Attachment } from "../contract/attachments";
import type { author, ChangeEntry, ChangeList, History, HistoryEntry } from "../contract/changes";
import { badRequest, notFound } from "../contract/errors";
import { defaultPage, type PageQuery } from "../contract/pages";
import type { BasePlace, RecordPlace } from "../contract/places";
import type { Source } from "../field-types/types/source";
import { presentFile } from "./attachments";
import type { Entry } from "./change-log";
import { firstRows, type LogRow, openOut } from "./change-rows";
import { Prisma, prisma, query } from "./db";
import { selectRecord } from "./record-sql";
import { findSchema, readFresh, type SchemaField, type TableSchema, withSchema } from "./schemas";
import { requireBase } from "./structure";
import { presentLogged } from "./values";

/** What happened to a record, the newest first. */
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
    const history = shown.map((row): HistoryEntry => {
      const { before: was, after: is } = row;
      return { ...madeOf(row, authors), changes: cellsIn(schema, { before: was, after: is }) };
    });
    return {
      history: history.filter(({ changes }) => changes.length > 0),
      nextCursor: Number(rows[0]?.found ?? 0) > shown.length ? String(shown.at(-1)?.number) : null,
    };
  });
}

/** The log of a database after a place in it, the oldest first: only what nothing can come before any more. */
export async function listChanges(place: BasePlace, since: string | undefined): Promise<ChangeList> {
  const { databaseId } = place;
  await requireBase({ databaseId });
  const [log] = await prisma().log.findMany();
  const from = since === undefined ? { xid: "0", number: "0" } : readPlace(since, log?.id ?? "");
  const settled = Prisma.sql`
    SELECT ${madeColumns}, "xid", "before", "after" FROM "Change"
    WHERE "baseId" = ${databaseId} AND ("xid", "number") > (${from.xid}::bigint, ${from.number}::bigint)
      AND "xid" < ${settledBefore}
    ORDER BY "xid", "number" LIMIT ${feedRows + 1}`;
  const rows = await query<MadeRow & { xid: string; found: string }>(
    firstRows(settled, Prisma.sql`"xid", "number"`, { bytes: pageBytes, large: 1 }),
  );
  const shown = rows.slice(0, feedRows);
  return {
    changes: await presentChanges(place, shown),
    next: placeText(log?.id ?? "", shown.at(-1) ?? from),
    // As of the same moment: what is written right now is no reason to be told that there is more.
    hasMore: Number(rows[0]?.found ?? 0) > shown.length,
  };
}

/** The place behind all that has been settled in the log by now. */
export async function endOfLog({ databaseId }: BasePlace): Promise<string> {
  await requireBase({ databaseId });
  const [log] = await prisma().log.findMany();
  const [last] = await query<{ xid: string }>(Prisma.sql`SELECT ${settledBefore} - 1 AS "xid"`);
  return placeText(log?.id ?? "", { xid: last?.xid ?? "0", number: afterAll });
}

/** Whether something behind a place in the log is written and waits for what may still come before it. */
export async function hasUnsettled({ databaseId }: BasePlace, place: string): Promise<boolean> {
  const [log] = await prisma().log.findMany();
  const { xid, number } = readPlace(place, log?.id ?? "");
  const rows = await query(Prisma.sql`
    SELECT 1 FROM "Change" WHERE "baseId" = ${databaseId}
      AND ("xid", "number") > (${xid}::bigint, ${number}::bigint) AND "xid" >= ${settledBefore} LIMIT 1`);
  return rows.length > 0;
}

/** Below this, every transaction has ended, so that no entry of the log can come any more. */
const settledBefore = Prisma.sql`pg_snapshot_xmin(pg_current_snapshot())::text::bigint`;

/** Larger than any number of an entry. */
const afterAll = "9".repeat(18);

const feedRows = 500;

/** Links are logged as whole lists, so that a few entries may be very much. */
const pageBytes = 16_000_000;

/** A row of the log; `pg` gives large numbers as texts. */
interface MadeRow {
  number: string;
  changeSetId: string;
  at: Date;
  actorId: string;
  source: Source;
  kind: Entry["kind"];
  tableId: string | null;
  itemId: string | null;
  recordId: string | null;
  lastId: string | null;
  isEcho: boolean;
  before: LogRow["before"];
  after: LogRow["after"];
}

const madeColumns = Prisma.sql`"number", "changeSetId", "at", "actorId", "source", "kind", "tableId", "itemId", "recordId", "lastId", "isEcho"`;

/** A record's own rows, and its part of those about many records. */
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
    ) AS "rows" ORDER BY "number" DESC LIMIT ${limit}`;
}

type Authors = ReadonlyMap<string, z.infer<typeof author>>;

/** Who the actors of some rows are. Keys are kept after they are revoked, sessions not. */
async function authorsOf(rows: readonly MadeRow[]): Promise<Authors> {
  const ids = [...new Set(rows.map(({ actorId }) => actorId))];
  if (ids.length === 0) return new Map();
  const [keys, sessions] = await Promise.all([
    prisma().apiKey.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } }),
    prisma().session.findMany({
      where: { id: { in: ids } },
      select: { id: true, key: { select: { name: true } } },
    }),
  ]);
  const names = new Map(keys.map(({ id, name }) => [id, name]));
  const signedIn = new Map(sessions.map(({ id, key }) => [id, key?.name ?? null]));
  return new Map(
    ids.map((id) => {
      const kind = names.has(id) ? "key" : "session";
      return [id, { kind, id, name: names.get(id) ?? signedIn.get(id) ?? null } as const];
    }),
  );
}

function madeOf({ changeSetId, at, actorId, source }: MadeRow, authors: Authors) {
  const actor = authors.get(actorId) ?? { kind: "session" as const, id: actorId, name: null };
  return { changeSetId, at: at.toISOString(), actor, source };
}

type Difference = Pick<LogRow, "before" | "after">;

/** The cells that changed, of the fields that there are. */
function cellsIn(schema: TableSchema, { before, after }: Difference): HistoryEntry["changes"] {
  const keys = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return schema.fields
    .filter(({ id }) => keys.has(id))
    .map((field) => {
      const [was, is] = [before, after].map((side) => presentCell(field, side?.[field.id]));
      return { fieldId: field.id, before: was, after: is };
    })
    .filter((cell) => !isDeepStrictEqual(cell.before, cell.after));
}

async function presentChanges(place: BasePlace, rows: readonly MadeRow[]): Promise<ChangeEntry[]> {
  const authors = await authorsOf(rows);
  const tableIds = rows.flatMap(({ kind, tableId }) =>
    kind === "record" && tableId !== null ? [tableId] : [],
  );
  const schemas = new Map<string, TableSchema | undefined>();
  for (const tableId of new Set(tableIds)) schemas.set(tableId, await findSchema({ ...place, tableId }));
  return rows.flatMap((row) => {
    const { isEcho, number, ...others } = row;
    const made = madeOf(row, authors);
    return openOut({ ...others, number }).map(({ kind, tableId, itemId, before, after }) => {
      const schema = kind === "record" ? schemas.get(tableId ?? "") : undefined;
      const shown = schema ? presentCells(schema, { before, after }) : { before, after };
      return { ...made, kind, tableId, id: itemId, isEcho, ...shown };
    });
  });
}

/** Cells in the words of the API; those of fields that are no more, as they are. */
function presentCells(schema: TableSchema, { before, after }: Difference): Difference {
  const present = (side: Difference["before"]) =>
    side &&
    Object.fromEntries(
      Object.entries(side).map(([key, stored]) => {
        const field = schema.fieldOf(key);
        return [key, field?.id === key ? presentCell(field, stored) : stored];
      }),
    );
  return { before: present(before), after: present(after) };
}

/** A logged value as a record's cell answers it, and takes it. */
function presentCell(field: SchemaField, stored: unknown): unknown {
  const value = presentLogged(field, stored ?? undefined);
  if (field.fieldType.storage !== "files" || !Array.isArray(value)) return value;
  // From when the field was of another type there may be lists of other things.
  return value.map((file) => (isFile(file) ? presentFile(file) : file));
}

function isFile(item: unknown): item is Attachment {
  return typeof item === "object" && item !== null && "url" in item;
}

function readNumber(cursor: string): string {
  if (/^\d{1,18}$/.test(cursor)) return cursor;
  throw badRequest([{ path: "cursor", message: "takes the `nextCursor` of the page before" }]);
}

function placeText(logId: string, { xid, number }: { xid: string; number: string }): string {
  return Buffer.from(JSON.stringify([logId, String(xid), String(number)])).toString("base64url");
}

function readPlace(since: string, logId: string): { xid: string; number: string } {
  try {
    const [id, xid, number] = JSON.parse(Buffer.from(since, "base64url").toString("utf8")) as unknown[];
    if (id === logId && [xid, number].every((each) => /^\d{1,18}$/.test(String(each)))) {
      return { xid: String(xid), number: String(number) };
    }
  } catch {
    // Said below.
  }
  throw badRequest([
    {
      path: "since",
      message: "takes the `next` of the answer before, from this very log; leave it out to begin anew",
    },
  ]);
}
