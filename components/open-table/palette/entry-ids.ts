import type { RecordPlace, TablePlace, ViewPlace } from "@/lib/contract/places";

/** The id of the entry of a table. */
export function tableEntryId({ databaseId, tableId }: TablePlace): string {
  return `table:${databaseId}/${tableId}`;
}

export function viewEntryId({ databaseId, tableId, viewId }: ViewPlace): string {
  return `view:${databaseId}/${tableId}/${viewId}`;
}

export function recordEntryId({ databaseId, tableId, recordId }: RecordPlace): string {
  return `record:${databaseId}/${tableId}/${recordId}`;
}

/** The record that an id names; undefined if it names anything else. */
export function recordOfEntry(id: string): RecordPlace | undefined {
  const [, databaseId, tableId, recordId] = /^record:([^/]+)\/([^/]+)\/([^/]+)$/.exec(id) ?? [];
  return databaseId && tableId && recordId ? { databaseId, tableId, recordId } : undefined;
}
