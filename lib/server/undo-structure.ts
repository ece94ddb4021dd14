import { isDeepStrictEqual } from "node:util";
import { hasCode, isRefusal } from "../contract/errors";
import { fieldType } from "../field-types";
import { cellsOf } from "./cells";
import type { LoggedEntry } from "./change-rows";
import type { ChangeSet } from "./changes";
import { Prisma, query, type Transaction, transact } from "./db";
import { toApiError } from "./failures";
import { changeViews } from "./field-rows";
import { removeField } from "./fields";
import { isLinkField, pairsOf } from "./link-fields";
import { sideOf } from "./links";
import { aimLookup, isLookup, lookupsOver } from "./lookup-fields";
import type { Outcome } from "./outcome";
import { refitToTemplate } from "./refit";
import { restoreStructure } from "./restore-structure";
import { raiseVersion, storeOrder } from "./schema-change";
import { findSchema } from "./schemas";
import { type FieldRow, withParts } from "./structure";
import { isOrder, watchTables } from "./structure-watch";
import { noteTableOrder, removeTable } from "./tables";
import { findOwnTrash, type TrashedStructure, type TrashKind } from "./trash";
import { refitTrashed } from "./trashed-values";
import { changeCells } from "./type-change";
import type { MovedLinks } from "./undo-records";
import { fitConfig } from "./view-check";
import { removeView } from "./views";

type Properties = { readonly [name: string]: unknown };

/** Makes the parts of a database what they were before: property by property, where nobody has changed them since. */
export async function reverseStructure(
  change: ChangeSet,
  entries: readonly LoggedEntry[],
  outcome: Outcome,
): Promise<void> {
  const updates = entries.filter(({ before, after }) => before !== null && after !== null);
  if (updates.length === 0) return;
  for (const entry of updates) {
    try {
      await reverseUpdate[entry.kind]?.(change, entry, outcome);
    } catch (error) {
      skipRefused(outcome, entry, error);
    }
  }
  await raiseVersion(change.transaction, change);
}

/** What needs what comes before it. */
const structureKinds: readonly TrashKind[] = ["table", "field", "view"];

/** Brings back what the write deleted. */
export async function restoreDeleted(
  change: ChangeSet,
  entries: readonly LoggedEntry[],
  outcome: Outcome,
): Promise<void> {
  const deleted = entries.filter(({ after }) => after === null);
  if (deleted.length === 0) return;
  const { transaction } = change;
  // The other side of a link field lies there by the name of the field, which may have become another type only.
  const itemIds = entries.map(({ itemId }) => itemId);
  const rows = await findOwnTrash(change, { kinds: structureKinds, itemIds });
  rows.sort((one, other) => structureKinds.indexOf(one.kind) - structureKinds.indexOf(other.kind));
  const gone = new Set(deleted.map(({ itemId }) => itemId));
  const back = new Set<string>();
  for (const row of rows) {
    const content = row.content as unknown as TrashedStructure;
    if (![...content.tables, ...content.fields, ...content.views].some(({ id }) => gone.has(id))) continue;
    try {
      await transact(() => restoreStructure(change, content));
      await transaction.trash.delete({ where: { id: row.id } });
      for (const part of [...content.tables, ...content.fields, ...content.views]) back.add(part.id);
      outcome.restored++;
    } catch (error) {
      const entry = deleted.find(({ itemId }) => itemId === row.itemId);
      if (!entry) throw error;
      skipRefused(outcome, entry, error);
      back.add(row.itemId);
    }
  }
  for (const entry of deleted) {
    if (!back.has(entry.itemId)) skip(outcome, entry, "it is not in the trash any more");
  }
}

/** Deletes what the write made, where nobody else has done anything with it since. */
export async function removeCreated(
  change: ChangeSet,
  entries: readonly LoggedEntry[],
  outcome: Outcome,
): Promise<void> {
  const created = entries.filter(({ before }) => before === null);
  const tables = created.filter(({ kind }) => kind === "table");
  const parts = created.filter(
    ({ kind, tableId }) => kind !== "table" && !tables.some((table) => table.itemId === tableId),
  );
  // A table takes along what is left of it in others.
  for (const entry of [...tables, ...parts]) {
    if (await isForeign(change, entry)) {
      skip(outcome, entry, "somebody else has worked with it since");
      continue;
    }
    try {
      if (await transact(() => remove(change, entry))) outcome.restored++;
    } catch (error) {
      skipRefused(outcome, entry, error);
    }
  }
}

/** Whether going back takes away what records hold, makes it mean something else, or brings a part of the table back. */
export function remakesRecords({ kind, before, after }: LoggedEntry): boolean {
  if (after === null) return kind !== "base";
  if (kind !== "table" && kind !== "field") return false;
  return before === null || "type" in after || "template" in after;
}

/** Link fields that the write made something else, or something else a link field. */
export function movedLinks(entries: readonly LoggedEntry[]): MovedLinks {
  const moved = new Map<string, object>();
  for (const { kind, itemId, before, after } of entries) {
    if (kind !== "field" || !before || !after || !("type" in after)) continue;
    const [was, is] = [before, after].map(({ type }) => fieldType(String(type)).storage === "links");
    if (was !== is) moved.set(itemId, (was ? before : after).template as object);
  }
  return moved;
}

/** The links of fields that are no link fields by now; the log has what they were. */
export async function dropMovedLinks({ transaction }: ChangeSet, moved: MovedLinks): Promise<void> {
  for (const [id, template] of moved) {
    const field = await transaction.field.findUnique({ where: { id } });
    if (!field || isLinkField(field)) continue;
    await transaction.link.deleteMany({ where: { fieldId: sideOf({ id, template }).fieldId } });
  }
}

/**
 * Brings the views of the tables that a write has changed to fit: what went back may speak of what is gone by
 * now, and others may have set a view by what the write had made of a field.
 */
export async function fitViews(
  change: ChangeSet,
  entries: readonly LoggedEntry[],
  outcome: Outcome,
): Promise<void> {
  const { transaction, databaseId } = change;
  const parts = entries.filter(({ kind }) => kind === "field" || kind === "view");
  for (const tableId of new Set(parts.flatMap((entry) => entry.tableId ?? []))) {
    const table = await transaction.table.findUnique({ where: { id: tableId }, include: withParts });
    const schema = await findSchema({ databaseId, tableId });
    if (!table || !schema) continue;
    await watchTables(change, [tableId]);
    await changeViews(transaction, table, async (config, viewId) => {
      const fitting = await fitConfig(schema, config);
      const entry = parts.find(({ kind, itemId }) => kind === "view" && itemId === viewId);
      if (entry && !isDeepStrictEqual(fitting.filter, config.filter)) skip(outcome, entry, filterMisfits);
      return fitting;
    });
  }
}

const filterMisfits = "its filter asks for what its table has no more";

/**
 * Takes options away again that came with the write, unless a cell holds them: by now every cell is what
 * it is going to be.
 */
export async function settleOptions(
  change: ChangeSet,
  entries: readonly LoggedEntry[],
  outcome: Outcome,
): Promise<void> {
  for (const entry of entries) {
    if (!addsOptions(entry)) continue;
    const between = templateBetween(entry);
    const field = await change.transaction.field.findUnique({ where: { id: entry.itemId } });
    if (!field || !isDeepStrictEqual(field.template, between)) continue;
    const template = entry.before?.template as object;
    const removed = new Set(fieldType(field.type).removedOptions?.(between, template));
    if (await isAnyUsed(field, removed)) {
      skip(outcome, entry, "its new options are in use");
      continue;
    }
    await watchTables(change, [field.tableId]);
    await storeField(change, field, { template });
    await raiseVersion(change.transaction, change);
    outcome.restored++;
  }
}

/** How the properties of each kind of thing become what they were. */
const reverseUpdate: {
  readonly [Kind in LoggedEntry["kind"]]?: (
    change: ChangeSet,
    entry: LoggedEntry,
    outcome: Outcome,
  ) => Promise<void>;
} = {
  base: reverseBase,
  table: reverseTable,
  field: reverseField,
  view: reverseView,
};

async function reverseBase(change: ChangeSet, entry: LoggedEntry, outcome: Outcome): Promise<void> {
  const { transaction, databaseId } = change;
  const base = await transaction.base.findUniqueOrThrow({
    where: { id: databaseId },
    include: { tables: { orderBy: { order: "asc" }, select: { id: true } } },
  });
  const tableOrder = base.tables.map(({ id }) => id);
  const reversed = reverseProperties({ name: base.name, tableOrder }, entry, outcome);
  if (typeof reversed.name === "string") {
    await transaction.base.update({ where: { id: base.id }, data: { name: reversed.name } });
    const [before, after] = [{ name: base.name }, { name: reversed.name }];
    change.note({ kind: "base", tableId: null, itemId: base.id, before, after });
  }
  const order = reversed.tableOrder as string[] | undefined;
  if (order) {
    await storeOrder("Table", order);
    noteTableOrder(change, { before: tableOrder, after: order });
  }
}

async function reverseTable(change: ChangeSet, entry: LoggedEntry, outcome: Outcome): Promise<void> {
  const { transaction } = change;
  const table = await transaction.table.findUnique({
    where: { id: entry.itemId },
    include: { fields: { orderBy: { order: "asc" } }, views: { orderBy: { order: "asc" } } },
  });
  if (!table) return skip(outcome, entry, "it is not there any more");
  const fieldOrder = table.fields.map(({ id }) => id);
  const viewOrder = table.views.map(({ id }) => id);
  const { name } = table;
  const reversed = reverseProperties({ name, fieldOrder, viewOrder }, entry, outcome);
  await watchTables(change, [table.id]);
  await rename({ entry, outcome }, reversed.name, (to) =>
    transaction.table.update({ where: { id: table.id }, data: { name: to } }),
  );
  if (reversed.fieldOrder) await storeOrder("Field", reversed.fieldOrder as string[]);
  if (reversed.viewOrder) await storeOrder("View", reversed.viewOrder as string[]);
}

async function reverseField(change: ChangeSet, entry: LoggedEntry, outcome: Outcome): Promise<void> {
  const field = await change.transaction.field.findUnique({ where: { id: entry.itemId } });
  if (!field) return skip(outcome, entry, "it is not there any more");
  const { before, after } = entry;
  const { type, template, name } = field;
  // A template says something by its type only, so that both go back or neither.
  const kind = Object.keys(after ?? {}).filter((key) => key === "type" || key === "template");
  const isAsLeft = kind.every((key) => isDeepStrictEqual({ type, template }[key], after?.[key]));
  const target = addsOptions(entry) ? { ...before, template: templateBetween(entry) } : before;
  const problem = isAsLeft ? await misfit(change, { field, entry, target }) : changedSince;
  if (problem !== undefined) skip(outcome, entry, problem);
  const wanted = [...("name" in (after ?? {}) ? ["name"] : []), ...(problem === undefined ? kind : [])];
  const part = { ...entry, before: pick(target, wanted), after: pick(after, wanted) };
  const { name: nameBefore, ...reversed } = reverseProperties({ name, type, template }, part, outcome);
  await watchTables(change, [field.tableId]);
  if (Object.keys(reversed).length > 0) await storeField(change, field, reversed);
  await refitTrashed(field, { ...field, ...reversed });
  await rename({ entry, outcome }, nameBefore, (to) => storeField(change, field, { name: to }));
}

/** Why a field cannot have its type or template back: others have written what does not go with that. */
async function misfit(
  change: ChangeSet,
  { field, entry, target }: { field: FieldRow; entry: LoggedEntry; target: Properties | null },
): Promise<string | undefined> {
  const { transaction } = change;
  const { after } = entry;
  if (after && "type" in after) {
    if (await isForeign(change, entry)) return "somebody else has written values of its new type since";
    const sides = [field, ...(await pairsOf(transaction, [field]))].filter(isLinkField);
    const lookups = await lookupsOver(transaction, change, sides);
    return lookups.length > 0 ? "lookups read through this link by now" : undefined;
  }
  if (!after || !("template" in after)) return undefined;
  if (isLookup(field)) return aimProblem(transaction, { ...field, ...target });
  const refit = refitToTemplate(fieldType(field.type), field.template as object, target?.template as object);
  if (!refit) return undefined;
  const { lost } = await changeCells(field, { refit, allowLoss: true });
  return lost > 0 ? "values that have been written since would not fit" : undefined;
}

/** Why a lookup cannot look where it did: that is gone, or reads from this very lookup by now. */
async function aimProblem(transaction: Transaction, field: FieldRow): Promise<string | undefined> {
  try {
    await transact(() => aimLookup(transaction, { field, path: "template" }));
    return undefined;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return error.message;
  }
}

async function reverseView(change: ChangeSet, entry: LoggedEntry, outcome: Outcome): Promise<void> {
  const { transaction } = change;
  const view = await transaction.view.findUnique({ where: { id: entry.itemId } });
  if (!view) return skip(outcome, entry, "it is not there any more");
  const config = view.config as Properties;
  const { name, ...reversed } = reverseProperties({ name: view.name, ...config }, entry, outcome);
  await watchTables(change, [view.tableId]);
  await transaction.view.update({
    where: { id: view.id },
    data: { config: { ...config, ...reversed } as Prisma.InputJsonObject },
  });
  await rename({ entry, outcome }, name, (to) =>
    transaction.view.update({ where: { id: view.id }, data: { name: to } }),
  );
}

const changedSince = "it has been changed since";

/** The properties to set, each to what it was; those that somebody has changed since are skipped. */
function reverseProperties(current: Properties, entry: LoggedEntry, outcome: Outcome): Properties {
  const { before, after } = entry;
  const reversed: { [name: string]: unknown } = {};
  for (const name of Object.keys(after ?? {})) {
    const [was, is, now] = [before?.[name], after?.[name], current[name] ?? null];
    if (isOrder(name)) {
      const order = reverseOrder(now as string[], was as string[], is as string[]);
      if (order) reversed[name] = order;
      else skip(outcome, entry, "the order has been changed since");
    } else if (isDeepStrictEqual(now, is)) reversed[name] = was;
    else if (!isDeepStrictEqual(now, was)) skip(outcome, entry, `its ${name} has been changed since`);
  }
  outcome.restored += Object.keys(reversed).length;
  return reversed;
}

/** The list with those things that it had then in the order of then; what is new keeps its place. */
export function reverseOrder(
  now: readonly string[],
  was: readonly string[],
  is: readonly string[],
): string[] | undefined {
  const known = new Set(was.filter((id) => is.includes(id) && now.includes(id)));
  const inOrder = (list: readonly string[]) => list.filter((id) => known.has(id));
  if (!isDeepStrictEqual(inOrder(now), inOrder(is))) return undefined;
  const back = inOrder(was);
  return now.map((id) => (known.has(id) ? (back.shift() ?? id) : id));
}

/** A name may have been taken by somebody else meanwhile: then that alone stays as it is. */
async function rename(
  { entry, outcome }: { entry: LoggedEntry; outcome: Outcome },
  name: unknown,
  store: (name: string) => Promise<unknown>,
): Promise<void> {
  if (typeof name !== "string") return;
  try {
    await transact(() => store(name));
  } catch (error) {
    if (toApiError(error).code !== "CONFLICT") throw error;
    outcome.restored--;
    skip(outcome, entry, "its name is taken");
  }
}

async function storeField({ transaction }: ChangeSet, { id }: FieldRow, data: Properties): Promise<void> {
  await transaction.field.update({ where: { id }, data: data as Prisma.FieldUpdateInput });
}

/** Whether going back would take options away. */
function addsOptions({ kind, before, after }: LoggedEntry): boolean {
  if (kind !== "field" || !before || !after || "type" in after || !("template" in after)) return false;
  return newOptions(before, after).length > 0;
}

/** The template of before with the options of after, for as long as cells may hold either. */
function templateBetween({ before, after }: LoggedEntry): object {
  const options = [...optionsIn(before), ...newOptions(before ?? {}, after ?? {})];
  return { ...(before?.template as object), options };
}

function newOptions(before: Properties, after: Properties): Option[] {
  const known = new Set(optionsIn(before).map(({ value }) => value));
  return optionsIn(after).filter(({ value }) => !known.has(value));
}

interface Option {
  readonly value: string;
}

function optionsIn(side: Properties | null): readonly Option[] {
  return ((side?.template ?? {}) as { options?: Option[] }).options ?? [];
}

async function isAnyUsed(field: FieldRow, options: ReadonlySet<string>): Promise<boolean> {
  for await (const cells of cellsOf(field)) {
    const isUsed = cells.some(({ stored }) =>
      ([] as unknown[]).concat(stored).some((id) => options.has(String(id))),
    );
    if (isUsed) return true;
  }
  return false;
}

/** Whether others have changed anything about a thing since it was made. */
async function isForeign({ author, databaseId }: ChangeSet, entry: LoggedEntry): Promise<boolean> {
  const about = {
    table: Prisma.sql`"tableId" = ${entry.itemId}`,
    view: Prisma.sql`"itemId" = ${entry.itemId}`,
    // What many new records hold is one row of the log, by their ids.
    field: Prisma.sql`("itemId" = ${entry.itemId} OR ("tableId" = ${entry.tableId} AND "kind" = 'record'
      AND ("after" ? ${entry.itemId} OR "before" ? ${entry.itemId} OR ("lastId" IS NOT NULL
        AND EXISTS (SELECT FROM jsonb_each("after") AS "made" WHERE "made".value ? ${entry.itemId})))))`,
    base: Prisma.sql`false`,
    record: Prisma.sql`false`,
  }[entry.kind];
  const rows = await query(Prisma.sql`
    SELECT 1 FROM "Change"
    WHERE "baseId" = ${databaseId} AND "number" > ${entry.number}::bigint AND "actorId" <> ${author.actor.id}::uuid AND ${about}
    LIMIT 1`);
  return rows.length > 0;
}

/** Deletes one thing; whether it was still there. */
async function remove(change: ChangeSet, { kind, tableId, itemId }: LoggedEntry): Promise<boolean> {
  const { databaseId } = change;
  const place = { databaseId, tableId: tableId ?? itemId };
  try {
    if (kind === "table") await removeTable(change, { databaseId, tableId: itemId });
    if (kind === "field") await removeField(change, { ...place, fieldId: itemId });
    if (kind === "view") await removeView(change, { ...place, viewId: itemId });
    return kind !== "base";
  } catch (error) {
    if (hasCode(error, "NOT_FOUND")) return false;
    throw error;
  }
}

function pick(properties: Properties | null, names: readonly string[]): Properties {
  return Object.fromEntries(names.map((name) => [name, properties?.[name] ?? null]));
}

function skipRefused(outcome: Outcome, entry: LoggedEntry, error: unknown): void {
  if (!isRefusal(error)) throw error;
  skip(outcome, entry, error.message);
}

function skip(outcome: Outcome, { kind, tableId, itemId }: LoggedEntry, reason: string): void {
  outcome.skipped.push({ tableId, recordId: null, ...(kind === "field" && { fieldId: itemId }), reason });
}
