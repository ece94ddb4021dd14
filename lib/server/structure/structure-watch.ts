import { isDeepStrictEqual } from "node:util";
import { configKeyNames, configKeys } from "../../contract/view-types";
import { constraintsOf } from "../../field-types/constraints";
import { requireMay } from "../access/may";
import { prisma } from "../db";
import type { StructureEntry } from "../log/change-log";
import type { ChangeSet } from "../log/changes";
import { type TableRow, withParts } from "./structure";

/** The properties of a part of a database that changes may affect, by name. */
export type Properties = { readonly [name: string]: unknown };

interface Part {
  readonly kind: StructureEntry["kind"];
  readonly itemId: string;
  readonly properties: Properties;
}

/** The parts of a table, itself included, by kind and id. */
type Parts = ReadonlyMap<string, Part>;

const watched = new WeakMap<ChangeSet, Set<string>>();

/**
 * Records the structure of tables before they change; the differences are logged at the end. Call before the first
 * change of a table, its fields or views, also for a table to be created.
 */
export async function watchTables(change: ChangeSet, tableIds: Iterable<string>): Promise<void> {
  const seen = watched.get(change) ?? new Set();
  watched.set(change, seen);
  const fresh = [...new Set(tableIds)].filter((id) => !seen.has(id));
  if (fresh.length === 0) return;
  for (const id of fresh) seen.add(id);
  const before = await readParts(fresh);
  change.finally(async () => {
    for (const id of fresh) seen.delete(id);
    const after = await readParts(fresh);
    for (const id of fresh) {
      const entries = differences(id, before.get(id), after.get(id));
      requireUnlocked(change, entries, before.get(id));
      for (const entry of entries) change.note(entry);
    }
  });
}

/** Throws a 403 if locked views change, or if the lock of a view does, without the right to it. */
function requireUnlocked(
  { author, databaseId }: ChangeSet,
  entries: readonly StructureEntry[],
  was: Parts | undefined,
): void {
  const isAboutLocks = ({ kind, itemId, after }: StructureEntry) =>
    kind === "view" && (was?.get(`view ${itemId}`)?.properties.isLocked === true || after?.isLocked === true);
  if (entries.some(isAboutLocks)) requireMay(author.actor, "lock-views", databaseId);
}

async function readParts(tableIds: readonly string[]): Promise<Map<string, Parts>> {
  const tables = await prisma().table.findMany({
    where: { id: { in: [...tableIds] } },
    include: withParts,
  });
  return new Map(tables.map((table) => [table.id, partsOf(table)]));
}

/** Represents positions by the order of all siblings, so that siblings which move along are not logged. */
function partsOf({ id, name, primaryFieldId, fields, views }: TableRow): Parts {
  const order = { fieldOrder: fields.map((field) => field.id), viewOrder: views.map((view) => view.id) };
  const parts: Part[] = [
    { kind: "table", itemId: id, properties: { name, primaryFieldId, ...order } },
    ...fields.map(
      ({ id: itemId, name: fieldName, type, template, description, ...rules }): Part => ({
        kind: "field",
        itemId,
        properties: {
          name: fieldName,
          type,
          template,
          ...(description !== null && { description }),
          ...constraintsOf(rules),
        },
      }),
    ),
    ...views.map(
      (view): Part => ({
        kind: "view",
        itemId: view.id,
        properties: {
          name: view.name,
          type: view.type,
          ...(view.ownerId !== null && { ownerId: view.ownerId }),
          ...(view.config as object),
        },
      }),
    ),
  ];
  return new Map(parts.map((part) => [`${part.kind} ${part.itemId}`, part]));
}

/** The differences: changed, new and deleted parts. */
export function differences(
  tableId: string,
  before: Parts = new Map(),
  after: Parts = new Map(),
): StructureEntry[] {
  const entries: StructureEntry[] = [];
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(key), after.get(key)];
    const { kind, itemId } = (is ?? was) as NonNullable<typeof is>;
    if (!was || !is) {
      entries.push({ kind, tableId, itemId, before: was?.properties ?? null, after: is?.properties ?? null });
      continue;
    }
    const names = Object.keys({ ...was.properties, ...is.properties }).filter(
      (name) => !isSame(name, was.properties[name], is.properties[name]),
    );
    if (names.length === 0) continue;
    entries.push({
      kind,
      tableId,
      itemId,
      before: pick(was.properties, names),
      after: pick(is.properties, names),
    });
  }
  return entries;
}

/** Orders are equal if the ids in both lists are in the same order. */
function isSame(name: string, was: unknown, is: unknown): boolean {
  if (!isOrder(name) || !Array.isArray(was) || !Array.isArray(is)) return isDeepStrictEqual(was, is);
  return isDeepStrictEqual(
    was.filter((id) => is.includes(id)),
    is.filter((id) => was.includes(id)),
  );
}

const orders = new Set([
  "fieldOrder",
  "viewOrder",
  "tableOrder",
  ...configKeyNames.filter((key) => configKeys[key].fields?.in === "sequence"),
]);

/** True for properties that hold an order. */
export function isOrder(name: string): boolean {
  return orders.has(name);
}

/** Picks properties by name; null for missing ones. */
export function pick(properties: Properties | null, names: readonly string[]): Properties {
  return Object.fromEntries(names.map((name) => [name, properties?.[name] ?? null]));
}
