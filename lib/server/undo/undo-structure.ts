import { hasCode } from "../../contract/errors";
import type { ViewType } from "../../contract/view-types";
import { withoutForeign } from "../../contract/views";
import { isDerived } from "../../field-types";
import { type Prisma, prisma, transact } from "../db";
import type { LoggedEntry, LoggedWrite } from "../log/change-rows";
import type { ChangeSet } from "../log/changes";
import { removeField } from "../structure/fields";
import { raiseVersion } from "../structure/schema-change";
import { storeOrder } from "../structure/stores";
import { type Properties, watchTables } from "../structure/structure-watch";
import { noteTableOrder, removeTable } from "../structure/tables";
import { convertViews } from "../structure/view-check";
import { removeView } from "../structure/views";
import { restoreStructure } from "../trash/restore-structure";
import { findOwnParts } from "../trash/trash";
import { foreignProperties, isForeign } from "./foreign-changes";
import type { Outcome } from "./outcome";
import { reverseField } from "./undo-fields";
import { rename, reverseProperties, skip, skipRefused } from "./undo-properties";

/** Reverts the parts of a database property by property, unless others have changed them since. */
export async function reverseStructure(
  change: ChangeSet,
  { write, entries }: { readonly write: LoggedWrite; readonly entries: readonly LoggedEntry[] },
  outcome: Outcome,
): Promise<void> {
  const updates = entries.filter(({ before, after }) => before !== null && after !== null);
  if (updates.length === 0) return;
  for (const entry of await computedLast(updates)) {
    try {
      await reverseUpdate[entry.kind]?.(change, entry, { outcome, write });
    } catch (error) {
      skipRefused(outcome, entry, error);
    }
  }
  await raiseVersion(change);
}

/** Sorts entries of computed fields to the end, because their templates are checked against the other fields. */
async function computedLast(entries: readonly LoggedEntry[]): Promise<LoggedEntry[]> {
  const ids = entries.flatMap(({ kind, itemId }) => (kind === "field" ? itemId : []));
  const fields = ids.length < 2 ? [] : await prisma().field.findMany({ where: { id: { in: ids } } });
  const computed = new Set(fields.filter(isDerived).map(({ id }) => id));
  return entries.toSorted((a, b) => Number(computed.has(a.itemId)) - Number(computed.has(b.itemId)));
}

/** Restores what the write deleted. */
export async function restoreDeleted(
  change: ChangeSet,
  entries: readonly LoggedEntry[],
  outcome: Outcome,
): Promise<void> {
  const deleted = entries.filter(({ after }) => after === null);
  if (deleted.length === 0) return;
  // Uses the names at deletion: a part restored in between may have got another name.
  const names = new Map(deleted.map(({ itemId, before }) => [itemId, before?.name as string]));
  const found = await findOwnParts(change, [...names.keys()]);
  for (const { id, itemIds } of found) {
    try {
      await transact(() => restoreStructure(change, id, names));
      outcome.restored++;
    } catch (error) {
      for (const entry of deleted) if (itemIds.includes(entry.itemId)) skipRefused(outcome, entry, error);
    }
  }
  const known = new Set(found.flatMap(({ itemIds }) => itemIds));
  for (const entry of deleted) {
    if (!known.has(entry.itemId)) skip(outcome, entry, "it is no longer in the trash");
  }
}

/** Deletes what the write created, unless others have used it since. */
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
  const kept = new Set<unknown>();
  // Deleting a table also deletes its link fields in other tables; if it stays, so do the links created with it.
  for (const entry of [...tables, ...parts]) {
    const { template = {} } = entry.after as { template?: object };
    const isOfKept = Object.values(template).some((value) => kept.has(value));
    if (isOfKept || (await isForeign(change, entry))) {
      kept.add(entry.itemId);
      skip(outcome, entry, isOfKept ? "what it belongs to was kept" : "someone else has used it since");
      continue;
    }
    try {
      if (await transact(() => remove(change, entry))) outcome.restored++;
    } catch (error) {
      skipRefused(outcome, entry, error);
    }
  }
}

/** True if undoing the entry removes record data, changes its meaning, or restores a part of the table. */
export function remakesRecords({ kind, before, after }: LoggedEntry): boolean {
  if (after === null) return kind !== "base";
  if (kind !== "table" && kind !== "field") return false;
  return before === null || "type" in after || "template" in after;
}

/**
 * Converts the views of changed tables: reverted settings may refer to deleted parts, and others may have used what
 * the write made of a field.
 */
export async function settleViews(
  change: ChangeSet,
  entries: readonly LoggedEntry[],
  outcome: Outcome,
): Promise<void> {
  const parts = entries.filter(({ kind }) => kind === "field" || kind === "view");
  await convertViews(change, new Set(parts.flatMap(({ tableId }) => tableId ?? [])), (viewId) => {
    const entry = parts.find(({ itemId }) => itemId === viewId);
    if (entry) skip(outcome, entry, "its filter uses parts that its table no longer has");
  });
}

/** How to revert the properties of each kind. */
const reverseUpdate: {
  readonly [Kind in LoggedEntry["kind"]]?: (
    change: ChangeSet,
    entry: LoggedEntry,
    given: { readonly outcome: Outcome; readonly write: LoggedWrite },
  ) => Promise<void>;
} = {
  base: (change, entry, { outcome }) => reverseBase(change, entry, outcome),
  table: (change, entry, { outcome }) => reverseTable(change, entry, outcome),
  field: reverseField,
  view: (change, entry, { outcome }) => reverseView(change, entry, outcome),
};

async function reverseBase(change: ChangeSet, entry: LoggedEntry, outcome: Outcome): Promise<void> {
  const { databaseId } = change;
  const base = await prisma().base.findUniqueOrThrow({
    where: { id: databaseId },
    include: { tables: { orderBy: { order: "asc" }, select: { id: true } } },
  });
  const tableOrder = base.tables.map(({ id }) => id);
  const foreign = await foreignProperties(change, entry);
  const reversed = reverseProperties({ current: { name: base.name, tableOrder }, foreign }, entry, outcome);
  if (typeof reversed.name === "string") {
    await prisma().base.update({ where: { id: base.id }, data: { name: reversed.name } });
    const [before, after] = [{ name: base.name }, { name: reversed.name }];
    change.note({ kind: "base", tableId: null, itemId: base.id, before, after });
  }
  const order = reversed.tableOrder as string[] | undefined;
  if (order) {
    await storeOrder("table", order);
    noteTableOrder(change, { before: tableOrder, after: order });
  }
}

async function reverseTable(change: ChangeSet, entry: LoggedEntry, outcome: Outcome): Promise<void> {
  const table = await prisma().table.findUnique({
    where: { id: entry.itemId },
    include: { fields: { orderBy: { order: "asc" } }, views: { orderBy: { order: "asc" } } },
  });
  if (!table) return skip(outcome, entry, "it no longer exists");
  const fieldOrder = table.fields.map(({ id }) => id);
  const viewOrder = table.views.map(({ id }) => id);
  const { name } = table;
  const foreign = await foreignProperties(change, entry);
  const reversed = reverseProperties({ current: { name, fieldOrder, viewOrder }, foreign }, entry, outcome);
  await watchTables(change, [table.id]);
  await rename({ entry, outcome }, reversed.name, (to) =>
    prisma().table.update({ where: { id: table.id }, data: { name: to } }),
  );
  if (reversed.fieldOrder) await storeOrder("field", reversed.fieldOrder as string[]);
  if (reversed.viewOrder) await storeOrder("view", reversed.viewOrder as string[]);
}

async function reverseView(change: ChangeSet, entry: LoggedEntry, outcome: Outcome): Promise<void> {
  const view = await prisma().view.findUnique({ where: { id: entry.itemId } });
  if (!view) return skip(outcome, entry, "it no longer exists");
  const config = view.config as Properties;
  const foreign = await foreignProperties(change, entry);
  const current = { name: view.name, type: view.type, ownerId: view.ownerId, ...config };
  const reversal = reverseProperties({ current, foreign }, entry, outcome);
  const { name, type = view.type, ownerId = view.ownerId, ...reversed } = reversal;
  const settings = withoutForeign(type as ViewType, { ...config, ...reversed });
  await watchTables(change, [view.tableId]);
  await prisma().view.update({
    where: { id: view.id },
    data: {
      type: type as ViewType,
      ownerId: ownerId as string | null,
      config: settings as Prisma.InputJsonObject,
    },
  });
  await rename({ entry, outcome }, name, (to) =>
    prisma().view.update({ where: { id: view.id }, data: { name: to } }),
  );
}

/** Deletes a thing; returns whether it existed. */
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
