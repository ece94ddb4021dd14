import { isLink } from "../../field-types";
import { Prisma, queryOften, requireTransaction } from "../db";
import type { SchemaField, TableSchema } from "../structure/schemas";
import { linkPairs } from "./link-lists";
import { linkOf, sideOf } from "./link-side";
import { lockRecords } from "./record-sql";

/** Records whose list in a link field will change, and the records that it will contain. */
export interface LinkIntent {
  readonly field: SchemaField;
  readonly recordIds: readonly string[];
  readonly wanted: readonly string[];
}

/**
 * Locks every record affected by a change of links, on both sides and before any write, ordered by table and record
 * id. Writers of one link field are serialised: its lists are known only while nobody else changes them, and
 * locking more records later could deadlock.
 */
export async function lockBothSides(
  schema: TableSchema,
  { recordIds, intents }: { recordIds: readonly string[]; intents: readonly LinkIntent[] },
): Promise<void> {
  requireTransaction();
  if (intents.length === 0) return;
  await takeLinkTurns(intents.map(({ field }) => field));
  const byTable = new Map([[schema.id, new Set(recordIds)]]);
  for (const intent of intents) {
    const { tableId } = linkOf(intent.field);
    const pairs = await linkPairs(sideOf(intent.field), intent);
    add(byTable, tableId, [...intent.wanted, ...pairs.map(({ other }) => other)]);
    add(
      byTable,
      schema.id,
      pairs.map(({ own }) => own),
    );
  }
  for (const [tableId, ids] of [...byTable].sort(([one], [other]) => (one < other ? -1 : 1))) {
    if (ids.size > 0) await queryOften(lockRecords(tableId, [...ids]));
  }
}

/** Waits for the other writers of some link fields, and makes later ones wait until the end of the transaction. */
export async function takeLinkTurns(fields: readonly SchemaField[]): Promise<void> {
  requireTransaction();
  const turns = [...new Set(fields.map((field) => `links ${sideOf(field).fieldId}`))].sort();
  for (const turn of turns) {
    await queryOften(Prisma.sql`SELECT pg_advisory_xact_lock(hashtextextended(${turn}, 0))`);
  }
}

/** The link changes of deleted records: they leave every list. */
export function leavingIntents(schema: TableSchema, recordIds: readonly string[]): LinkIntent[] {
  return schema.fields.filter(isLink).map((field) => ({ field, recordIds, wanted: [] }));
}

function add(byTable: Map<string, Set<string>>, tableId: string, ids: readonly string[]): void {
  const held = byTable.get(tableId) ?? new Set();
  for (const id of ids) held.add(id);
  byTable.set(tableId, held);
}
