import type { ChangeEntry } from "@/lib/contract/changes";

/** The records that others have deleted, the latest last. */
const deleted = new Set<string>();

/** Of more than these one is not told. */
const most = 10_000;

/** Takes from the log which records were deleted by others: those of a table in which nothing is being done here. */
export function noteDeletions(changes: readonly ChangeEntry[], isAtWork: (tableId: string) => boolean): void {
  for (const { kind, tableId, id, after } of changes) {
    if (kind !== "record" || tableId === null) continue;
    deleted.delete(id);
    if (after === null && !isAtWork(tableId)) deleted.add(id);
  }
  for (const oldest of deleted) {
    if (deleted.size <= most) break;
    deleted.delete(oldest);
  }
}

export function isDeletedByOthers(recordId: string): boolean {
  return deleted.has(recordId);
}
