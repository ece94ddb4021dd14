import { isDeepStrictEqual } from "node:util";
import type * as z from "zod";
import type { Attachment } from "../../contract/attachments";
import type { author, ChangeEntry, HistoryEntry } from "../../contract/changes";
import type { BasePlace } from "../../contract/places";
import type { TypedTemplate } from "../../field-types";
import type { Source } from "../../field-types/types/source";
import { Prisma, prisma } from "../db";
import { presentFile } from "../files/file-forms";
import { presentValue } from "../records/values";
import { findSchema, type TableSchema } from "../structure/schemas";
import type { Entry } from "./change-log";
import { type LoggedEntry, type LogRow, openOut } from "./change-rows";
import { type LogPlace, loadPastFields, type PastFields } from "./past-fields";

/** A row of the log; `pg` returns large numbers as texts. */
export interface MadeRow extends LogPlace {
  at: Date;
  actorId: string;
  /** Null for a submission of a form. */
  personId: string | null;
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

export const madeColumns = Prisma.sql`"number", "changeSetId", "xid", "step", "at", "actorId", "personId", "source", "kind", "tableId", "itemId", "recordId", "lastId", "isEcho"`;

export type Authors = ReadonlyMap<string, z.infer<typeof author>>;

/** Looks up the authors of rows by the id of their key, session or form's link. People and revoked keys are kept, sessions are not. */
export async function authorsOf(
  rows: readonly (Pick<MadeRow, "actorId" | "personId"> & Partial<Pick<MadeRow, "source">>)[],
): Promise<Authors> {
  const personIds = new Map(rows.map(({ actorId, personId }) => [actorId, personId]));
  const forms = new Set(rows.filter(({ source }) => source === "form").map(({ actorId }) => actorId));
  const ids = [...personIds.keys()];
  if (ids.length === 0) return new Map();
  const [people, keys, sessions] = await Promise.all([
    prisma().person.findMany({
      where: { id: { in: [...new Set([...personIds.values()].filter((id) => id !== null))] } },
      select: { id: true, name: true },
    }),
    prisma().apiKey.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } }),
    prisma().session.findMany({
      where: { id: { in: ids } },
      select: { id: true, key: { select: { name: true } } },
    }),
  ]);
  const names = new Map(keys.map(({ id, name }) => [id, name]));
  const signedIn = new Map(sessions.map(({ id, key }) => [id, key?.name ?? null]));
  const known = new Map(people.map((person) => [person.id, person]));
  return new Map(
    ids.map((id) => {
      const kind = forms.has(id) ? "form" : names.has(id) ? "key" : "session";
      const person = known.get(personIds.get(id) ?? "") ?? null;
      return [id, { kind, id, name: names.get(id) ?? signedIn.get(id) ?? null, person } as const];
    }),
  );
}

/** The time, author and source of an entry. */
export function madeOf({ changeSetId, at, actorId, source }: MadeRow, authors: Authors) {
  const actor = authors.get(actorId) ?? { kind: "session" as const, id: actorId, name: null, person: null };
  return { changeSetId, at: at.toISOString(), actor, source };
}

/** The changed cells of fields that exist for the caller. */
export function changesIn({ face }: TableSchema, row: MadeRow, past: PastFields): HistoryEntry["changes"] {
  const keys = new Set(keysOf(row));
  return face.fields
    .filter(({ id }) => keys.has(id))
    .map(({ id }) => ({ fieldId: id, ...presentCell(row, id, past) }))
    .filter(({ before, after }) => !isDeepStrictEqual(before, after));
}

/** An entry about one thing with its position in the log. */
type OpenedEntry = LogPlace & LoggedEntry;

/** Converts log entries to their form in responses, one per thing. */
export async function presentChanges(place: BasePlace, rows: readonly MadeRow[]): Promise<ChangeEntry[]> {
  return (await presentEach(place, rows)).flat();
}

/** The same for each row separately. */
export async function presentEach(place: BasePlace, rows: readonly MadeRow[]): Promise<ChangeEntry[][]> {
  const authors = await authorsOf(rows);
  const opened = rows.map((row) => {
    const { changeSetId, xid, step } = row;
    return { row, entries: openOut(row).map((entry) => ({ ...entry, changeSetId, xid, step })) };
  });
  const past = await loadPastOf(
    place,
    opened.flatMap(({ entries }) => entries),
  );
  return opened.map(({ row, entries }) => {
    const made = { ...madeOf(row, authors), isEcho: row.isEcho };
    return entries.flatMap((entry): ChangeEntry[] => {
      const { kind, tableId, itemId, before, after } = entry;
      const shown = kind === "record" ? presentCells(entry, past) : { before, after };
      return shown ? [{ ...made, kind, tableId, id: itemId, ...shown }] : [];
    });
  });
}

/** Loads the earlier types of the fields in entries. */
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

/** The fields or properties that differ. */
export function keysOf({ before, after }: Difference): string[] {
  return Object.keys({ ...before, ...after });
}

/** The differences in the form of responses; undefined if cells were only rewritten with the same values. */
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

/**
 * A cell before and after an entry, in the form of responses at that time; in its stored form if its field is
 * unknown.
 */
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

/** A logged value in the form of responses; unknown options in their stored form. */
function presentLogged(field: TypedTemplate, stored: unknown): unknown {
  const { empty, storage } = field.fieldType;
  if (stored === undefined) return empty;
  // Values from before the log may have another type.
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
