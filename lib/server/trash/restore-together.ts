import { isRefusal, notFound } from "../../contract/errors";
import type { BasePlace } from "../../contract/places";
import {
  maxSkippedShown,
  type RestoredTogether,
  type StillTrashed,
  type TrashChoice,
  type TrashKind,
} from "../../contract/trash";
import type { Author } from "../access/author";
import { requireMay } from "../access/may";
import { Prisma, query, transact } from "../db";
import { groupBy } from "../group-by";
import type { ChangeSet } from "../log/changes";
import { uniqueFields } from "../records/unique-values";
import { changeSchema, ofAnySize } from "../structure/schema-change";
import { findSchema, type TableSchema } from "../structure/schemas";
import { partKinds } from "../structure/stores";
import { convertViews } from "../structure/view-check";
import { obstaclesOf, relink, restoreUnlinked, takeRecords } from "./restore-records";
import { restoreStructure } from "./restore-structure";
import { restoring } from "./restoring";
import type { TrashedRecord } from "./trash";
import { hasTable, isSeen } from "./trash-list";

/** An entry without its content. */
interface Entry {
  readonly id: string;
  readonly kind: TrashKind;
  readonly itemId: string;
  readonly tableId: string | null;
  readonly name: string;
  /** Stored size of its content. */
  readonly bytes: number;
}

/**
 * Restores entries and groups in one change set: tables, fields and views first, then records, then their links.
 * Lists entries that cannot be restored; they stay in the trash. Throws a 404 if none of the ids is in the trash.
 */
export function restoreTogether(
  author: Author,
  place: BasePlace,
  { trashIds }: TrashChoice,
): Promise<RestoredTogether> {
  return changeSchema(author, { ...place, ...ofAnySize }, async (change) => {
    const entries = await lockEntries(place, trashIds);
    if (entries.length === 0) throw notFound("trash entry", trashIds[0] ?? "");
    const records = entries.filter(({ kind }) => kind === "record");
    const structure = entries.filter(({ kind }) => kind !== "record");
    for (const kind of new Set(entries.map((entry) => entry.kind))) {
      requireMay(author.actor, restoring[kind], place.databaseId);
    }
    const skipped = [
      ...(await restoreParts(change, structure)),
      ...(await restoreAllRecords(change, records)),
    ];
    return {
      changeSetId: author.changeSetId,
      restored: entries.length - skipped.length,
      skipped: skipped.slice(0, maxSkippedShown),
      skippedCount: skipped.length,
    };
  });
}

/**
 * Loads the entries selected by id or group, newest first, and locks them by id. An entry whose table stays in the
 * trash is included only if selected itself, and refused with a reason.
 */
async function lockEntries({ databaseId }: BasePlace, trashIds: readonly string[]): Promise<Entry[]> {
  const entries = await query<Entry & { changeSetId: string; isReachable: boolean }>(Prisma.sql`
    SELECT "id", "kind", "itemId", "tableId", "name", "changeSetId", coalesce(pg_column_size("content"), 0) AS "bytes",
      ${hasTable(databaseId)} AS "isReachable" FROM "Trash"
    WHERE "baseId" = ${databaseId} AND "kind" <> 'base' AND ${await isSeen({ databaseId })}
      AND ("id" = ANY(${trashIds}::uuid[]) OR "changeSetId" = ANY(${trashIds}::uuid[]))
    ORDER BY "id" FOR UPDATE`);
  const named = new Set(trashIds);
  const tables = new Set(entries.filter(({ kind }) => kind === "table").map(({ itemId }) => itemId));
  return entries
    .filter(({ id, tableId, isReachable }) => isReachable || named.has(id) || tables.has(tableId ?? ""))
    .map(({ changeSetId: _, isReachable: __, ...entry }) => entry)
    .reverse();
}

const kindsInOrder: readonly TrashKind[] = partKinds;

/** Retries refused entries while others are restored: a lookup may need a field among them. */
async function restoreParts(change: ChangeSet, parts: readonly Entry[]): Promise<StillTrashed[]> {
  const tableIds = new Set<string>();
  let waiting = parts.toSorted(
    (one, other) => kindsInOrder.indexOf(one.kind) - kindsInOrder.indexOf(other.kind),
  );
  for (;;) {
    const refused: { entry: Entry; still: StillTrashed }[] = [];
    for (const entry of waiting) {
      const restored = await restorePart(change, entry);
      if (typeof restored === "string") refused.push({ entry, still: stillThere(entry, restored) });
      else for (const tableId of restored) tableIds.add(tableId);
    }
    if (refused.length === 0 || refused.length === waiting.length) {
      await convertViews(change, tableIds);
      return refused.map(({ still }) => still);
    }
    waiting = refused.map(({ entry }) => entry);
  }
}

/** Returns the tables whose views must be converted, or the reason why the entry stays in the trash. */
async function restorePart(change: ChangeSet, { id }: Entry): Promise<ReadonlySet<string> | string> {
  try {
    return await transact(() => restoreStructure(change, id));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const [detail] = error.details ?? [];
    return detail ? `it ${detail.message}` : error.message;
  }
}

/** Restores all records before their links, because they may link to each other. */
async function restoreAllRecords(change: ChangeSet, records: readonly Entry[]): Promise<StillTrashed[]> {
  const skipped: StillTrashed[] = [];
  const linked: { schema: TableSchema; records: Pick<TrashedRecord, "id" | "links">[] }[] = [];
  for (const [tableId, ofTable] of groupBy(records, (record) => record.tableId ?? "")) {
    const schema = await findSchema({ databaseId: change.databaseId, tableId });
    if (!schema) {
      skipped.push(...ofTable.map((entry) => stillThere(entry, tableIsGone)));
      continue;
    }
    for (const some of batchesOf(ofTable)) {
      const obstacles = await obstaclesIn(schema, some);
      const free = some.filter(({ itemId }) => !obstacles.has(itemId));
      for (const entry of some) {
        const reason = obstacles.get(entry.itemId);
        if (reason !== undefined) skipped.push(stillThere(entry, reason));
      }
      const batch = await takeRecords(free.map(({ id }) => id));
      await restoreUnlinked(change, schema, batch);
      // Stores the log in batches to limit memory.
      await change.store();
      const withLinks = batch.filter(({ links }) => links.length > 0).map(({ id, links }) => ({ id, links }));
      linked.push({ schema, records: withLinks });
    }
  }
  for (const { schema, records: batch } of linked) {
    if (batch.length === 0) continue;
    await relink(change, schema, batch);
    await change.store();
  }
  return skipped;
}

/** The reasons why the records of entries cannot be restored, by their ids. */
async function obstaclesIn(
  schema: TableSchema,
  entries: readonly Entry[],
): Promise<ReadonlyMap<string, string>> {
  if (uniqueFields(schema).length === 0) return new Map();
  const ids = entries.map(({ id }) => id);
  const rows = await query<{ content: TrashedRecord }>(
    Prisma.sql`SELECT "content" FROM "Trash" WHERE "id" = ANY(${ids}::uuid[])`,
  );
  return obstaclesOf(
    schema,
    rows.map(({ content }) => content),
  );
}

/** Splits entries into batches that fit into memory. */
function* batchesOf(entries: readonly Entry[]): Generator<Entry[]> {
  let batch: Entry[] = [];
  let bytes = 0;
  for (const entry of entries) {
    if (batch.length > 0 && (batch.length === maxInBatch || bytes + entry.bytes > maxBytes)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(entry);
    bytes += entry.bytes;
  }
  if (batch.length > 0) yield batch;
}

const maxInBatch = 5_000;
const maxBytes = 16_000_000;

const tableIsGone = "its table is in the trash; restore that table first";

function stillThere({ tableId, bytes: _, ...entry }: Entry, reason: string): StillTrashed {
  return { ...entry, ...(tableId !== null && { tableId }), reason };
}
