import { inBatches } from "@/components/edits/batches";
import { withdrawOffer } from "@/components/tasks/messages";
import type { TaskRun } from "@/components/tasks/tasks";
import { write } from "@/components/tasks/write";
import type { TablePlace } from "@/lib/contract/places";

interface Moving {
  /** In the order that they get. */
  readonly recordIds: readonly string[];
  /** The record before them; null for the top. */
  readonly after: string | null;
  /** Joins several calls to one undo step. */
  readonly changeSetId: string;
}

/** Moves records after another, or to the top, and returns the number moved. */
export async function moveRecords(
  { databaseId, tableId }: TablePlace,
  { recordIds, after, changeSetId }: Moving,
  run: TaskRun,
): Promise<number> {
  let behind = after;
  let done = 0;
  withdrawOffer();
  for (const some of inBatches(recordIds, () => 0)) {
    if (run.signal.aborted) return done;
    run.report({ done, total: recordIds.length });
    const body = { recordIds: some, after: behind };
    await write(
      "POST /bases/{databaseId}/tables/{tableId}/records/move",
      { params: { databaseId, tableId }, body, changeSetId },
      run,
    );
    behind = some.at(-1) ?? behind;
    done += some.length;
  }
  return done;
}
