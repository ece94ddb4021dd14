import { v4 } from "uuid";
import { charactersOf, inBatches } from "@/components/edits/batches";
import { moveRecords } from "@/components/open-table/records/move-records";
import { withdrawOffer } from "@/components/tasks/messages";
import type { TaskRun } from "@/components/tasks/tasks";
import { write } from "@/components/tasks/write";
import type { TablePlace } from "@/lib/contract/places";
import type { Record } from "@/lib/contract/records";

interface SavedMove {
  /** All moved records, in order. */
  readonly recordIds: readonly string[];
  /** Those whose values change with their place. */
  readonly changedIds?: readonly string[];
  /** Their new values, by field id. */
  readonly values?: { readonly [fieldId: string]: unknown };
  /** The record before them; null for the top, undefined to leave their order as it is. */
  readonly after: string | null | undefined;
}

/** Saves a move as one change set, and returns the records with a new value. A single card takes one call. */
export async function saveMove(
  { databaseId, tableId }: TablePlace,
  { recordIds, changedIds = [], values = {}, after }: SavedMove,
  run: TaskRun,
): Promise<readonly Record[]> {
  const params = { databaseId, tableId };
  const [only] = changedIds;
  withdrawOffer();
  if (only !== undefined && recordIds.length === 1) {
    const record = await write(
      "PATCH /bases/{databaseId}/tables/{tableId}/records/{recordId}",
      {
        params: { ...params, recordId: only },
        body: { record: values, ...(after !== undefined && { after }) },
      },
      run,
    );
    return [record];
  }
  const changeSetId = v4();
  const saved: Record[] = [];
  const rows = changedIds.map((recordId) => ({ ...values, recordId }));
  for (const records of inBatches(rows, charactersOf)) {
    const response = await write(
      "PUT /bases/{databaseId}/tables/{tableId}/records/bulk",
      { params, body: { records }, changeSetId },
      run,
    );
    saved.push(...response.records);
  }
  if (after !== undefined) await moveRecords(params, { recordIds, after, changeSetId }, run);
  return saved;
}
