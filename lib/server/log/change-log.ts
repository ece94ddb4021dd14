import { type Author, personOf, sourceOfWrite } from "../access/author";
import type { DatabaseRules } from "../access/rules";
import { Prisma, query, queryOften, type Sql } from "../db";
import { JsonList } from "../json-list";
import { requireRules } from "./require-rules";

/** Values by field id or property name. */
type Values = { readonly [key: string]: unknown };

/** A difference: only the changed values, null if the thing did not exist before or does not exist after. */
interface Difference {
  readonly itemId: string;
  readonly before: Values | null;
  readonly after: Values | null;
}

/** A record: stored cells by field id, links as lists of ids, and `position`. */
export interface RecordEntry extends Difference {
  readonly kind: "record";
  readonly tableId: string;
  /** True for side effects of writes to other records, which cannot be undone separately. */
  readonly isEcho?: boolean;
}

/** A part of a database. The entry of the base holds its name and the order of its tables. */
export interface StructureEntry extends Difference {
  readonly kind: "base" | "table" | "field" | "view";
  readonly tableId: string | null;
}

/**
 * Very many records of a table, which are rows of `ChangedRecord`. `before` and `after` hold their counts: null for
 * `before` if an import made them, for `after` if its undo took them back. The records of a new table are those from
 * `firstId` to `lastId` instead.
 */
export interface ImportEntry extends Difference {
  readonly kind: "import";
  readonly tableId: string;
}

export type Entry = RecordEntry | StructureEntry | ImportEntry;

/** The author and change set of a log entry. */
export interface Origin {
  readonly author: Author;
  readonly databaseId: string;
  /** The change set that this one undoes or redoes. */
  readonly undoes?: string | null;
  /** Number of the write within its transaction. */
  readonly step?: number;
  /** The rules of the database, if nobody can change them until the end of the transaction; otherwise they are read. */
  readonly rules?: DatabaseRules | undefined;
}

/**
 * Appends entries to the log: one row per thing, but a single row for all new records of a table. Throws the 403 of a rule
 * that keeps the author from a change.
 */
export async function storeEntries(origin: Origin, entries: readonly Entry[]): Promise<void> {
  await requireRules(origin, entries);
  const rows = rowsOf(entries);
  if (rows.length === 0) return;
  await queryOften(Prisma.sql`
    INSERT INTO "Change" (${originColumns}, "kind", "tableId", "itemId", "recordId", "lastId", "isEcho", "before", "after")
    SELECT ${originValues(origin)}, "kind", "tableId", "itemId", "recordId", "lastId", "isEcho", "before", "after"
    FROM jsonb_to_recordset(${new JsonList(rows)}::jsonb) AS given ("kind" text, "tableId" text, "itemId" text,
      "recordId" uuid, "lastId" uuid, "isEcho" boolean, "before" jsonb, "after" jsonb)`);
}

/** Reserves the number of an import's entry, which its rows of `ChangedRecord` hold. As text, because it is large. */
export async function reserveNumber(): Promise<string> {
  const [reserved] = await query<{ number: string }>(
    Prisma.sql`SELECT nextval(pg_get_serial_sequence('"Change"', 'number'))::text AS "number"`,
  );
  return reserved?.number ?? "";
}

interface StoredImportEntry extends Omit<ImportEntry, "kind" | "itemId"> {
  readonly number: string;
  /** True if the records changed as a side effect, because others link to them. */
  readonly isEcho?: boolean;
}

/** Appends the entry of an import under its reserved number. Throws the 403 of a rule like `storeEntries`. */
export async function storeImportEntry(
  origin: Origin,
  { number, tableId, isEcho = false, before, after }: StoredImportEntry,
): Promise<void> {
  if (!isEcho) await requireRules(origin, [{ kind: "import", tableId, before, after }]);
  const json = (counts: Values | null) => counts && JSON.stringify(counts);
  await query(Prisma.sql`
    INSERT INTO "Change" (${originColumns}, "number", "kind", "tableId", "itemId", "isEcho", "before", "after")
    VALUES (${originValues(origin)}, ${number}::bigint, 'import', ${tableId}, ${tableId}, ${isEcho},
      ${json(before)}::jsonb, ${json(after)}::jsonb)`);
}

/** Appends changes of one cell in each of many records as a single row. `cells` are sorted by record id. */
export async function storeBatch(
  origin: Origin,
  { tableId, fieldId }: { tableId: string; fieldId: string },
  cells: readonly { recordId: string; before: unknown; after: unknown }[],
): Promise<void> {
  const [first, last] = [cells[0], cells.at(-1)];
  if (!first || !last) return;
  const side = (name: "before" | "after") =>
    JSON.stringify(Object.fromEntries(cells.map((cell) => [cell.recordId, { [fieldId]: cell[name] }])));
  await queryOften(Prisma.sql`
    INSERT INTO "Change" (${originColumns}, "kind", "tableId", "recordId", "lastId", "before", "after")
    VALUES (${originValues(origin)}, 'record', ${tableId}, ${first.recordId}::uuid, ${last.recordId}::uuid,
      ${side("before")}::jsonb, ${side("after")}::jsonb)`);
}

/**
 * SQL that logs the update of one record within the statement that updates it (`changed`). `old` is its data
 * before.
 */
export function logUpdate(origin: Origin, { tableId, after }: { tableId: string; after: Values }): Sql {
  return Prisma.sql`
    INSERT INTO "Change" (${originColumns}, "kind", "tableId", "recordId", "before", "after")
    SELECT ${originValues(origin)}, 'record', ${tableId}, "id",
      (SELECT jsonb_object_agg("key", "old" -> "key") FROM unnest(${Object.keys(after)}::text[]) AS "key"), ${JSON.stringify(after)}::jsonb
    FROM changed`;
}

/** SQL that logs new records within the statement that inserts them (`made`). `ids` are sorted. */
export function logCreation(
  origin: Origin,
  { tableId, ids }: { tableId: string; ids: readonly string[] },
): Sql {
  if (ids.length === 1) {
    return Prisma.sql`
      INSERT INTO "Change" (${originColumns}, "kind", "tableId", "recordId", "after")
      SELECT ${originValues(origin)}, 'record', ${tableId}, "id", "data" FROM made`;
  }
  return Prisma.sql`
    INSERT INTO "Change" (${originColumns}, "kind", "tableId", "recordId", "lastId", "after")
    SELECT ${originValues(origin)}, 'record', ${tableId}, ${ids[0]}::uuid, ${ids.at(-1)}::uuid, jsonb_object_agg("id", "data")
    FROM made HAVING count(*) > 0`;
}

const originColumns = Prisma.sql`"baseId", "step", "changeSetId", "undoes", "actorId", "personId", "source", "changeSetName"`;

function originValues({ author, databaseId, undoes = null, step = 0 }: Origin): Sql {
  const { actor, changeSetId, changeSetName = null } = author;
  return Prisma.sql`${databaseId}, ${step}::int, ${changeSetId}::uuid, ${undoes}::uuid, ${actor.id}::uuid, ${personOf(actor)}::uuid, ${sourceOfWrite(author)}, ${changeSetName}::text`;
}

interface LogRow {
  kind: Entry["kind"];
  tableId: string | null;
  itemId?: string;
  recordId?: string;
  lastId?: string;
  isEcho: boolean;
  before: Values | null;
  after: Values | null;
}

function rowsOf(entries: readonly Entry[]): LogRow[] {
  const created = new Map<string, RecordEntry[]>();
  const rows: LogRow[] = [];
  for (const entry of entries) {
    const { kind, tableId, itemId, before, after } = entry;
    if (kind !== "record") rows.push({ kind, tableId, itemId, isEcho: false, before, after });
    else if (before === null && after !== null && !entry.isEcho) {
      const others = created.get(tableId) ?? [];
      created.set(tableId, others);
      others.push(entry);
    } else rows.push({ kind, tableId, recordId: itemId, isEcho: entry.isEcho ?? false, before, after });
  }
  for (const [tableId, made] of created) rows.push(creationRow(tableId, made));
  return rows;
}

/** Ids of new records are consecutive, so the first and last delimit those in the row. */
function creationRow(tableId: string, made: readonly RecordEntry[]): LogRow {
  const row = { kind: "record", tableId, isEcho: false, before: null } as const;
  const [only] = made;
  if (made.length === 1) return { ...row, recordId: only?.itemId, after: only?.after ?? null };
  const ids = made.map(({ itemId }) => itemId).sort();
  const after = Object.fromEntries(made.map((entry) => [entry.itemId, entry.after]));
  return { ...row, recordId: ids[0], lastId: ids.at(-1), after };
}
