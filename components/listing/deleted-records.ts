import type { ChangeEntry } from "@/lib/contract/changes";

/** Ids of records that others have deleted, oldest deletion first. */
const deleted = new Set<string>();

/** Bounds the set; the oldest deletions are forgotten first. */
const max = 10_000;

/**
 * Notes the records that others deleted, from the change log. Skips tables with own writes under way: those deletions
 * may be one's own.
 */
export function noteDeletions(changes: readonly ChangeEntry[], isAtWork: (tableId: string) => boolean): void {
  for (const { kind, tableId, id, after } of changes) {
    if (kind !== "record" || tableId === null) continue;
    deleted.delete(id);
    if (after === null && !isAtWork(tableId)) deleted.add(id);
  }
  for (const oldest of deleted) {
    if (deleted.size <= max) break;
    deleted.delete(oldest);
  }
}

export function isDeletedByOthers(recordId: string): boolean {
  return deleted.has(recordId);
}
