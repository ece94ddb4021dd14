import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import type { Attachment } from "../../contract/attachments";
import type { author, ChangeEntry, ChangeList, History, HistoryEntry } from "../../contract/changes";
import { badRequest, notFound } from "../../contract/errors";
import { limits } from "../../contract/limits";
import { defaultPage, type PageQuery } from "../../contract/pages";
import type { BasePlace, RecordPlace } from "../../contract/places";
import type { TypedTemplate } from "../../field-types/convert";
import type { Source } from "../../field-types/types/source";
import { Prisma, prisma, query } from "../db";
import { presentFile } from "../files/attachments";
import { selectRecord } from "../records/record-sql";
import { presentValue } from "../records/values";
import { findSchema, readFresh, type TableSchema, withSchema } from "../structure/schemas";
import { requireBase } from "../structure/structure";
import type { Entry } from "./change-log";
import { firstRows, type LoggedEntry, type LogRow, openOut } from "./change-rows";
import { type LogPlace, loadPastFields, type PastFields } from "./past-fields";

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
    const past = await loadPastFields(shown, {
      tableIds: [schema.id],
      fieldIds: [...new Set(shown.flatMap(keysOf))],
      now: (id) => schema.fieldOf(id),
    });
    const history = shown.map((row): HistoryEntry => {
      return { ...madeOf(row, authors), changes: changesIn(schema, row, past) };
    });
    return {
      history: history.filter(({ changes }) => changes.length > 0),
      nextCursor: Number(rows[0]?.found ?? 0) > shown.length ? String(shown.at(-1)?.number) : null,
    };
  });
}

/**
 * The log of a database after a place in it, the oldest first: only what nothing can come before any more. A 400 for a
 * place from which on something has been deleted for its age.
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
  // Afterwards: what is deleted in between has not been read.
  const start = await startOfLog(databaseId);
  if (from && isBefore(from, start)) throw tooOld;
  const shown = rows.slice(0, feedRows);
  return {
    changes: await presentChanges(place, shown),
    next: placeText(log?.id ?? "", shown.at(-1) ?? from ?? start),
    // As of the same moment: what is written right now is no reason to be told that there is more.
    hasMore: Number(rows[0]?.found ?? 0) > shown.length,
  };
}

/** The place behind all that the log of a database has lost to its age. */
async function startOfLog(databaseId: string): Promise<Place> {
  const [start] = await query<Place>(
    Prisma.sql`SELECT "xid", "number" FROM "LogStart" WHERE "baseId" = ${databaseId}`,
  );
  return start ?? beforeAll;
}

/** A place in the log; large numbers are texts. */
type Place = Pick<LogPlace, "xid" | "number">;

const beforeAll: Place = { xid: "0", number: "0" };

function isBefore(one: Place, other: Place): boolean {
  const [xid, otherXid] = [one.xid, other.xid].map(BigInt) as [bigint, bigint];
  return xid < otherXid || (xid === otherXid && BigInt(one.number) < BigInt(other.number));
}

const tooOld = badRequest([
  {
    path: "since",
    message: `is too long ago: some of what came after it is deleted, as changes are kept for ${limits.changesDays} days; leave it out to begin anew`,
  },
]);

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
interface MadeRow extends LogPlace {
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

const madeColumns = Prisma.sql`"number", "changeSetId", "xid", "step", "at", "actorId", "source", "kind", "tableId", "itemId", "recordId", "lastId", "isEcho"`;

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

/** The cells that changed, of the fields that there are. */
function changesIn({ fields }: TableSchema, row: MadeRow, past: PastFields): HistoryEntry["changes"] {
  const keys = new Set(keysOf(row));
  return fields
    .filter(({ id }) => keys.has(id))
    .map(({ id }) => ({ fieldId: id, ...presentCell(row, id, past) }))
    .filter(({ before, after }) => !isDeepStrictEqual(before, after));
}

/** An entry about one thing, and where in the log. */
type OpenedEntry = LogPlace & LoggedEntry;

async function presentChanges(place: BasePlace, rows: readonly MadeRow[]): Promise<ChangeEntry[]> {
  const authors = await authorsOf(rows);
  const opened = rows.map((row) => {
    const { changeSetId, xid, step } = row;
    return { row, entries: openOut(row).map((entry) => ({ ...entry, changeSetId, xid, step })) };
  });
  const past = await loadPastOf(
    place,
    opened.flatMap(({ entries }) => entries),
  );
  return opened.flatMap(({ row, entries }) => {
    const made = { ...madeOf(row, authors), isEcho: row.isEcho };
    return entries.flatMap((entry): ChangeEntry[] => {
      const { kind, tableId, itemId, before, after } = entry;
      const shown = kind === "record" ? presentCells(entry, past) : { before, after };
      return shown ? [{ ...made, kind, tableId, id: itemId, ...shown }] : [];
    });
  });
}

/** What the fields were that entries of a database are about. */
async function loadPastOf(place: BasePlace, entries: readonly OpenedEntry[]): Promise<PastFields> {
  const records = entries.filter(({ kind }) => kind === "record");
  const tableIds = [...new Set(records.flatMap(({ tableId }) => tableId ?? []))];
  const now = new Map<string, TypedTemplate>();
  for (const tableId of tableIds) {
    const schema = await findSchema({ ...place, tableId });
    for (const field of schema?.fields ?? []) now.set(field.id, field);
  }
  const fieldIds = [...new Set(records.flatMap(keysOf))];
  return loadPastFields(records, { tableIds, fieldIds, now: (id) => now.get(id) });
}

type Difference = Pick<LogRow, "before" | "after">;

function keysOf({ before, after }: Difference): string[] {
  return Object.keys({ ...before, ...after });
}

/** What differs in the words of the API; nothing of a record whose cells were only written as they were. */
function presentCells(entry: OpenedEntry, past: PastFields): Difference | undefined {
  const isUpdate = entry.before !== null && entry.after !== null;
  const cells = keysOf(entry)
    .map((key) => ({ key, ...presentCell(entry, key, past) }))
    .filter(({ before, after }) => !isUpdate || !isDeepStrictEqual(before, after));
  if (isUpdate && cells.length === 0) return undefined;
  const side = (name: "before" | "after") =>
    entry[name] && Object.fromEntries(cells.map((cell) => [cell.key, cell[name]]));
  return { before: side("before"), after: side("after") };
}

/** A cell before and after an entry, as a record answered it then; one of no known field as it is stored. */
function presentCell(entry: LogPlace & Difference, key: string, past: PastFields): CellSides {
  const field = past.around(key, entry);
  const side = (name: "before" | "after") => {
    const stored = entry[name]?.[key];
    const then = field[name];
    return then ? presentLogged(then, stored ?? undefined) : stored;
  };
  return { before: side("before"), after: side("after") };
}

interface CellSides {
  readonly before: unknown;
  readonly after: unknown;
}

/** A logged value as the field answered it; an option that nothing tells of any more as it is stored. */
function presentLogged(field: TypedTemplate, stored: unknown): unknown {
  const { empty, storage } = field.fieldType;
  if (stored === undefined) return empty;
  // From before the log there may be values of another type.
  if (Array.isArray(stored) !== Array.isArray(empty)) return stored;
  if (!Array.isArray(stored)) return presentValue(field, stored) ?? stored;
  if (storage === "files") return stored.map((file) => (isFile(file) ? presentFile(file) : file));
  return stored.flatMap((item) => {
    const shown = presentValue(field, [item]);
    return Array.isArray(shown) && shown.length > 0 ? shown : [item];
  });
}

function isFile(item: unknown): item is Attachment {
  return typeof item === "object" && item !== null && "url" in item;
}

function readNumber(cursor: string): string {
  if (/^\d{1,18}$/.test(cursor)) return cursor;
  throw badRequest([{ path: "cursor", message: "takes the `nextCursor` of the page before" }]);
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
    // Said below.
  }
  throw badRequest([
    {
      path: "since",
      message: "takes the `next` of the answer before, from this very log; leave it out to begin anew",
    },
  ]);
}
