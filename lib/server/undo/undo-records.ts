import { isDeepStrictEqual } from "node:util";
import { isLink } from "../../field-types";
import { isBlank } from "../../field-types/empty";
import { fieldsWritten, loadRules, requireFieldWrites } from "../access/rules";
import { convertEarlier } from "../conversion/convert-earlier";
import { prisma, query } from "../db";
import { groupBy } from "../group-by";
import type { LoggedEntry, LoggedWrite } from "../log/change-rows";
import type { ChangeSet } from "../log/changes";
import { loadPastFields } from "../log/past-fields";
import { loadLinks } from "../records/link-lists";
import { lockBothSides } from "../records/link-locks";
import { isExclusive, linkOf } from "../records/link-side";
import { untaken, writeLinks } from "../records/links";
import { type HeldRow, lockRecords, mergeRecords, placeRecords } from "../records/record-sql";
import { bumpVersions, deleteAll } from "../records/record-writes";
import { findRepetitions, releaseValues, uniqueFields } from "../records/unique-values";
import { findSchema, type SchemaField, type TableSchema } from "../structure/schemas";
import { obstaclesOf, relink, restoreUnlinked } from "../trash/restore-records";
import { findOwnRecords, type TrashedRecord } from "../trash/trash";
import { foreignCells } from "./foreign-changes";
import type { Outcome } from "./outcome";
import { listBetween, type ShortLists } from "./undo-links";
import { changedSince } from "./undo-properties";

/** Fields that are link fields only before or only after a type change, with the template of the link. */
export type MovedLinks = ReadonlyMap<string, object>;

/** Entries about records of one write. */
export interface Reversed {
  readonly write: LoggedWrite;
  readonly entries: readonly LoggedEntry[];
  readonly moved: MovedLinks;
  readonly short: ShortLists;
}

/** Reverts records cell by cell, unless others have changed them since. */
export async function reverseRecords(
  change: ChangeSet,
  { write, entries, moved, short }: Reversed,
  outcome: Outcome,
): Promise<void> {
  const restored: { schema: TableSchema; records: readonly TrashedRecord[] }[] = [];
  for (const [tableId, ofTable] of groupBy(entries, (entry) => entry.tableId ?? "")) {
    const schema = await findSchema({ databaseId: change.databaseId, tableId });
    if (!schema) {
      skip(outcome, ofTable, "its table no longer exists");
      continue;
    }
    for (const round of roundsOf(ofTable)) {
      // Reverts creations first, so that links taken by a new record are free again.
      await reverseCreations(change, schema, { entries: round.filter(isCreation), outcome });
      const deletions = round.filter(isDeletion);
      const records = await reverseDeletions(change, schema, { write, entries: deletions, outcome });
      await reverseUpdates(change, schema, { entries: round.filter(isUpdate), moved, short, outcome });
      restored.push({ schema, records });
    }
  }
  // Relinks last, so that links taken over by others when the records were deleted are free again.
  for (const { schema, records } of restored) await relink(change, schema, records);
}

function isUpdate({ before, after }: LoggedEntry): boolean {
  return before !== null && after !== null;
}

function isDeletion({ after }: LoggedEntry): boolean {
  return after === null;
}

function isCreation({ before, after }: LoggedEntry): boolean {
  return before === null && after !== null;
}

/** Groups entries into rounds: those of one record stay in order, those of different records are combined. */
function roundsOf(entries: readonly LoggedEntry[]): LoggedEntry[][] {
  const rounds: LoggedEntry[][] = [];
  const seen = new Map<string, number>();
  for (const entry of entries) {
    const round = seen.get(entry.itemId) ?? 0;
    seen.set(entry.itemId, round + 1);
    rounds[round] = [...(rounds[round] ?? []), entry];
  }
  return rounds;
}

interface Round {
  readonly entries: readonly LoggedEntry[];
  readonly outcome: Outcome;
}

async function reverseUpdates(
  change: ChangeSet,
  schema: TableSchema,
  { entries, moved, short, outcome }: Round & Omit<Reversed, "write">,
): Promise<void> {
  if (entries.length === 0) return;
  const ids = entries.map(({ itemId }) => itemId);
  const links = schema.fields.filter(isLink);
  const intents = links.map((field) => {
    const touched = entries.filter(({ after }) => after !== null && field.id in after);
    return {
      field,
      recordIds: touched.map(({ itemId }) => itemId),
      wanted: touched.flatMap(({ before }) => (before?.[field.id] ?? []) as string[]),
    };
  });
  await lockBothSides(schema, {
    recordIds: ids,
    intents: intents.filter(({ recordIds }) => recordIds.length > 0),
  });
  const rows = await query<HeldRow>(lockRecords(schema.id, ids));
  const held = new Map(rows.map((row) => [row.id, row]));
  const lists = new Map<string, Map<string, string[]>>();
  for (const { field, recordIds } of intents) {
    if (recordIds.length > 0) lists.set(field.id, await loadLinks(field, recordIds));
  }
  for (const [id, template] of moved) {
    if (schema.fieldOf(id)) lists.set(id, await loadLinks({ id, template }, ids));
  }
  const foreign = await foreignCells(change, schema.id, entries);
  const plan = new Plan();
  for (const entry of entries) {
    const row = held.get(entry.itemId);
    if (!row) {
      skip(outcome, [entry], "it was deleted since");
      continue;
    }
    for (const key of Object.keys(entry.after ?? {})) {
      const problem = planCell(plan, { schema, row, entry, key, lists, foreign, isMoved: moved.has(key) });
      if (problem !== undefined) skip(outcome, [entry], problem, key);
    }
  }
  for (const { id, fieldId } of await plan.keepUnique(schema)) {
    const entry = entries.find(({ itemId }) => itemId === id) as LoggedEntry;
    skip(outcome, [entry], "its value must be unique, and another record has it now", fieldId);
  }
  await plan.carryOut(change, schema, { held, short, outcome });
}

interface CellAt {
  readonly schema: TableSchema;
  readonly row: HeldRow;
  readonly entry: LoggedEntry;
  readonly key: string;
  readonly lists: ReadonlyMap<string, ReadonlyMap<string, string[]>>;
  readonly foreign: ReadonlySet<string>;
  readonly isMoved: boolean;
}

/** Plans the revert of a cell, or returns the reason why it stays. */
function planCell(
  plan: Plan,
  { schema, row, entry, key, lists, foreign, isMoved }: CellAt,
): string | undefined {
  const [was, is] = [heldIn(entry.before, key), heldIn(entry.after, key)];
  if (key === "position") {
    if (row.position === was) return undefined;
    if (row.position !== is || foreign.has(`${row.id} ${key}`)) return changedSince;
    plan.positions.push({ id: row.id, position: String(was) });
    return undefined;
  }
  const field = schema.fieldOf(key);
  if (field?.id !== key) return "its field no longer exists";
  const linked = lists.get(key)?.get(row.id);
  // If the type was just reverted, the value is still stored under the other type.
  const current = row.data[key] ?? (isMoved ? linked : null) ?? null;
  if (isLink(field) && !isMoved) {
    const now = linked ?? [];
    const ids = listBetween({ now, was: (was ?? []) as string[], is: (is ?? []) as string[] });
    if (isDeepStrictEqual(now, ids)) return undefined;
    if (field.isRequired && ids.length === 0) return isRequired;
    if (foreign.has(`${row.id} ${key}`)) return changedSince;
    const back = ids.filter((id) => !now.includes(id));
    plan.links.push({ field, recordId: row.id, ids, back, number: entry.number });
    return undefined;
  }
  if (isDeepStrictEqual(current, was)) return undefined;
  if (!isDeepStrictEqual(current, is) || foreign.has(`${row.id} ${key}`)) return changedSince;
  if (isLink(field)) {
    if (row.data[key] !== undefined)
      plan.cells.push({ id: row.id, fieldId: key, before: current, stored: null });
    const ids = (was ?? []) as string[];
    plan.links.push({ field, recordId: row.id, ids, back: [], number: entry.number });
    return undefined;
  }
  const stored = convertEarlier(field, was);
  if (stored === undefined) return "its value cannot be converted to the current field";
  // If the type was not reverted, the previous value may equal the current one after conversion.
  if (isDeepStrictEqual(current, stored)) return undefined;
  if (field.isRequired && isBlank(stored)) return isRequired;
  plan.cells.push({ id: row.id, fieldId: key, before: current, stored });
  return undefined;
}

const isRequired = "it would be empty, and its field is required";

/**
 * Records that allow a single link and were linked by others since, possibly to nothing; they are not put back into
 * another record's list.
 */
async function settledElsewhere(
  change: ChangeSet,
  field: SchemaField,
  lists: readonly PlannedLinks[],
): Promise<Set<string>> {
  const link = linkOf(field);
  const back = lists.flatMap((list) => list.back.map((itemId) => ({ itemId, number: list.number })));
  if (back.length === 0 || !(await isExclusive(link))) return new Set();
  const foreign = await foreignCells(change, link.tableId, back);
  return new Set(
    back.map(({ itemId }) => itemId).filter((id) => foreign.has(`${id} ${link.inverseFieldId}`)),
  );
}

/** The logged value of a cell, null for nothing. A former link field is logged with an empty list. */
function heldIn(side: LoggedEntry["before"], key: string): unknown {
  const value = side?.[key] ?? null;
  return Array.isArray(value) && value.length === 0 ? null : value;
}

/** A planned list, with the links missing now and since when. */
interface PlannedLinks {
  readonly field: SchemaField;
  readonly recordId: string;
  readonly ids: string[];
  readonly back: readonly string[];
  readonly number: LoggedEntry["number"];
}

/** The planned writes. */
class Plan {
  cells: { id: string; fieldId: string; before: unknown; stored: unknown }[] = [];
  readonly links: PlannedLinks[] = [];
  readonly positions: { id: string; position: string }[] = [];

  async carryOut(
    change: ChangeSet,
    schema: TableSchema,
    { held, short, outcome }: { held: ReadonlyMap<string, HeldRow>; short: ShortLists; outcome: Outcome },
  ): Promise<void> {
    await this.#writeCells(change, schema);
    await this.#writeLinks(change, schema, short);
    await this.#place(change, schema, held);
    outcome.restored += this.cells.length + this.links.length + this.positions.length;
  }

  /** Leaves out cells whose value another record has in a field whose values are unique, and returns them. */
  async keepUnique(schema: TableSchema): Promise<Plan["cells"]> {
    const left: Plan["cells"] = [];
    for (const field of uniqueFields(schema)) {
      // A cell that stays keeps its value, which others may want.
      for (;;) {
        const cells = this.cells.filter(({ fieldId }) => fieldId === field.id);
        const wanted = cells.filter(({ stored }) => stored !== null);
        const { repetitions, released } = await findRepetitions(schema.id, field, {
          wanted: wanted.map(({ id, stored }) => ({ id, value: stored })),
          changed: new Set(cells.map(({ id }) => id)),
        });
        if (repetitions.length === 0) {
          await releaseValues(schema, field, released);
          break;
        }
        const refused = new Set(repetitions.map(({ index }) => wanted[index]));
        left.push(...this.cells.filter((cell) => refused.has(cell)));
        this.cells = this.cells.filter((cell) => !refused.has(cell));
      }
    }
    return left;
  }

  async #writeCells(change: ChangeSet, schema: TableSchema): Promise<void> {
    if (this.cells.length === 0) return;
    const changes = [...groupBy(this.cells, ({ id }) => id)].map(([id, cells]) => ({
      id,
      set: Object.fromEntries(
        cells.filter(({ stored }) => stored !== null).map(({ fieldId, stored }) => [fieldId, stored]),
      ),
      cleared: cells.filter(({ stored }) => stored === null).map(({ fieldId }) => fieldId),
    }));
    await query(mergeRecords(schema.id, changes));
    for (const { id, fieldId, before, stored } of this.cells) {
      const [was, is] = [{ [fieldId]: before }, { [fieldId]: stored }];
      change.noteCells({ tableId: schema.id, itemId: id, before: was, after: is });
    }
  }

  async #writeLinks(change: ChangeSet, schema: TableSchema, short: ShortLists): Promise<void> {
    if (this.links.length === 0) return;
    const { author, databaseId } = change;
    // The other side changes as a side effect, which the log does not check.
    const fieldIds = this.links.flatMap(({ field }) => fieldsWritten(field));
    requireFieldWrites(author.actor, change.rules ?? (await loadRules({ databaseId })), fieldIds);
    for (const [field, cells] of groupBy(this.links, (cell) => cell.field)) {
      const settled = await settledElsewhere(change, field, cells);
      const written = await untaken(
        field,
        cells.map(({ recordId, ids }) => ({
          recordId,
          ids: ids.filter((id) => !settled.has(id)),
          path: field.name,
        })),
      );
      for (const [index, { recordId, ids }] of cells.entries()) {
        const isWhole = written[index]?.ids.length === ids.length;
        if (isWhole) short.delete(`${recordId} ${field.id}`);
        else short.set(`${recordId} ${field.id}`, { schema, field, recordId, ids });
      }
      const touched = await writeLinks(change, { schema, field }, written);
      await bumpVersions(touched);
    }
  }

  async #place(change: ChangeSet, schema: TableSchema, held: ReadonlyMap<string, HeldRow>): Promise<void> {
    if (this.positions.length === 0) return;
    await query(placeRecords(schema.id, this.positions));
    for (const { id, position } of this.positions) {
      const before = { position: held.get(id)?.position };
      change.noteCells({ tableId: schema.id, itemId: id, before, after: { position } });
    }
  }
}

async function reverseDeletions(
  change: ChangeSet,
  schema: TableSchema,
  { write, entries, outcome }: Round & Pick<Reversed, "write">,
): Promise<TrashedRecord[]> {
  if (entries.length === 0) return [];
  const itemIds = entries.map(({ itemId }) => itemId);
  const rows = await findOwnRecords(change, itemIds);
  const found = new Set(rows.map(({ itemId }) => itemId));
  skip(
    outcome,
    entries.filter(({ itemId }) => !found.has(itemId)),
    "it is no longer in the trash",
  );
  if (rows.length === 0) return [];
  const trashed = rows.map(({ content }) => content);
  const all = await withLogged(schema, trashed, { write, entries });
  const obstacles = await obstaclesOf(schema, all);
  for (const entry of entries) {
    const reason = obstacles.get(entry.itemId);
    if (reason !== undefined) skip(outcome, [entry], reason);
  }
  const kept = rows.filter(({ itemId }) => !obstacles.has(itemId));
  await prisma().trash.deleteMany({ where: { id: { in: kept.map(({ id }) => id) } } });
  const records = all.filter(({ id }) => !obstacles.has(id));
  await restoreUnlinked(change, schema, records);
  outcome.restored += records.length;
  return records;
}

/**
 * Adds the values logged at deletion, as stored under each field's type at that time; a later restore may have
 * dropped them.
 */
async function withLogged(
  schema: TableSchema,
  records: readonly TrashedRecord[],
  { write, entries }: Pick<Reversed, "write" | "entries">,
): Promise<TrashedRecord[]> {
  const places = new Map(entries.map((entry) => [entry.itemId, { ...write, ...entry }]));
  const inData = new Set(schema.fields.filter((field) => !isLink(field)).map(({ id }) => id));
  const past = await loadPastFields([...places.values()], {
    tableIds: [schema.id],
    fieldIds: [...inData],
    now: (fieldId) => schema.fieldOf(fieldId),
  });
  return records.map((record) => {
    const place = places.get(record.id);
    const aside = Object.entries(place?.before ?? {}).flatMap(([fieldId, held]) => {
      const type = place && past.around(fieldId, place).before?.fieldType.type;
      return type === undefined || !inData.has(fieldId)
        ? []
        : [[fieldId, { ...record.aside?.[fieldId], [type]: held }]];
    });
    return { ...record, aside: { ...record.aside, ...Object.fromEntries(aside) } };
  });
}

async function reverseCreations(
  change: ChangeSet,
  schema: TableSchema,
  { entries, outcome }: Round,
): Promise<void> {
  if (entries.length === 0) return;
  const ids = entries.map(({ itemId }) => itemId);
  const rows = await query<HeldRow>(lockRecords(schema.id, ids));
  const there = new Set(rows.map(({ id }) => id));
  const foreign = await foreignCells(change, schema.id, entries);
  const written = new Set([...foreign].map((cell) => cell.slice(0, cell.indexOf(" "))));
  const isWritten = ({ itemId }: LoggedEntry) => there.has(itemId) && written.has(itemId);
  skip(outcome, entries.filter(isWritten), "someone else has written into it since");
  const gone = entries.filter(({ itemId }) => there.has(itemId) && !written.has(itemId));
  if (gone.length === 0) return;
  await deleteAll(
    change,
    schema,
    gone.map(({ itemId }) => ({ id: itemId })),
  );
  outcome.restored += gone.length;
}

function skip(outcome: Outcome, entries: readonly LoggedEntry[], reason: string, fieldId?: string): void {
  for (const { tableId, itemId } of entries) {
    const isField = fieldId !== undefined && fieldId !== "position";
    outcome.skipped.push({ tableId, recordId: itemId, ...(isField && { fieldId }), reason });
  }
}
