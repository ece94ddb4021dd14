import { withdrawOffer } from "@/components/tasks/messages";
import type { TaskRun } from "@/components/tasks/tasks";
import { write } from "@/components/tasks/write";
import { hasCode } from "@/lib/contract/errors";
import type { TablePlace } from "@/lib/contract/places";

interface Deletion {
  readonly recordIds: readonly string[];
  /** Joins several calls to one undo step. */
  readonly changeSetId: string;
}

/** Deletes records and returns how many existed: others may have deleted some meanwhile. */
export async function deleteRecords(
  { databaseId, tableId }: TablePlace,
  { recordIds, changeSetId }: Deletion,
  run: TaskRun,
): Promise<number> {
  if (recordIds.length === 0) return 0;
  withdrawOffer();
  try {
    await write(
      "DELETE /bases/{databaseId}/tables/{tableId}/records/bulk",
      { params: { databaseId, tableId }, body: { recordIds: [...recordIds] }, changeSetId },
      run,
    );
    return recordIds.length;
  } catch (error) {
    const gone = goneOf(error);
    if (gone.size === 0) throw error;
    const rest = recordIds.filter((_, index) => !gone.has(`recordIds[${index}]`));
    return deleteRecords({ databaseId, tableId }, { recordIds: rest, changeSetId }, run);
  }
}

/** The paths of ids without a record, from the error's details. */
function goneOf(error: unknown): ReadonlySet<string> {
  return new Set(hasCode(error, "NOT_FOUND") ? error.details?.map(({ path }) => path) : []);
}
