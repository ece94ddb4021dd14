import { isBlank } from "@/components/grid/read-draft";
import type { api } from "@/lib/client/api";
import { limits } from "@/lib/contract/limits";
import type { TablePlace } from "@/lib/contract/places";

/** How far a copy has come, in records that were looked at. */
export interface CopyProgress {
  readonly done: number;
  readonly total: number;
}

export interface CopyOptions {
  /** The API to copy through. */
  readonly call: typeof api;
  readonly onProgress: (progress: CopyProgress) => void;
  /** Stops it between two calls, so that what was told is what is there. */
  readonly signal: AbortSignal;
  /** Makes all of it one change. */
  readonly changeSetId: string;
}

/** Few enough that a page of long texts is within what one call may carry. */
const pageSize = Math.min(500, limits.recordsPerCall);

/** Writes each record's value of one field into another field too. */
export async function copyValues(
  place: TablePlace,
  { from, to }: { from: string; to: string },
  { call, onProgress, signal, changeSetId }: CopyOptions,
): Promise<void> {
  let cursor: string | null | undefined;
  let progress: CopyProgress | undefined;
  do {
    signal.throwIfAborted();
    const page = await call("POST /bases/{databaseId}/tables/{tableId}/records/list", {
      params: { ...place },
      body: { limit: pageSize, fields: [from], total: progress === undefined, ...(cursor && { cursor }) },
    });
    const rows = page.records.flatMap(({ id, data }) =>
      isBlank(data[from]) ? [] : [{ recordId: id, [to]: data[from] }],
    );
    progress ??= { done: 0, total: page.total ?? 0 };
    if (rows.length > 0) {
      await call("PUT /bases/{databaseId}/tables/{tableId}/records/bulk", {
        params: { ...place },
        body: { records: rows },
        changeSetId,
      });
    }
    const done = progress.done + page.records.length;
    progress = { done, total: Math.max(done, progress.total) };
    onProgress(progress);
    cursor = page.nextCursor;
  } while (cursor);
}
