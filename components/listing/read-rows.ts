import { persist } from "@/components/tasks/retry";
import type { TaskRun } from "@/components/tasks/tasks";
import { limits } from "@/lib/contract/limits";
import type { Record } from "@/lib/contract/records";
import type { Range } from "./range";
import type { RecordListing } from "./record-queries";
import { readPage } from "./record-source";

/** The rows and fields to read. */
export interface RowReading {
  readonly rows: Range;
  /** All fields that the view shows, if left out. */
  readonly fieldIds?: readonly string[];
}

/** Yields the records of rows in order, page by page, so that memory stays flat however many rows there are. */
export async function* readRows(
  listing: RecordListing,
  { rows, fieldIds }: RowReading,
  run: TaskRun,
): AsyncGenerator<readonly Record[]> {
  let cursor: string | undefined;
  for (let row = rows.first; row < rows.end; ) {
    const from = cursor === undefined ? { offset: row } : { cursor };
    const page = await persist(
      () =>
        readPage(
          listing,
          {
            ...from,
            limit: Math.min(limits.recordsPerCall, rows.end - row),
            ...(fieldIds && { fields: [...fieldIds] }),
            total: false,
          },
          run.signal,
        ),
      run,
    );
    yield page.records;
    row += page.records.length;
    if (page.nextCursor === null) return;
    cursor = page.nextCursor;
  }
}
