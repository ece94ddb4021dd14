import { v4 } from "uuid";
import { batchesOf } from "@/components/edits/batches";
import type { EditStore } from "@/components/edits/edit-store";
import type { Edit } from "@/components/edits/edits";
import { isSameValue } from "@/components/edits/same-value";
import type { RecordListing } from "@/components/listing/record-queries";
import { readPage } from "@/components/listing/record-source";
import { persist } from "@/components/tasks/retry";
import { orAborted, type TaskRun } from "@/components/tasks/tasks";
import type { CellChange } from "./find-changes";

/** The numbers of cells replaced, refused by the server, and changed by others since they were found. */
export interface Replaced {
  readonly done: number;
  readonly refused: number;
  readonly outdated: number;
}

/**
 * Writes changes in batches as one change set. Each batch reads its records again, as others may have changed them
 * since the preview.
 */
export async function replaceAll(
  changes: readonly CellChange[],
  { listing, store }: { readonly listing: RecordListing; readonly store: EditStore },
  run: TaskRun,
): Promise<Replaced> {
  const options = { changeSetId: v4(), changeSetName: "replace" };
  const found = new Map(changes.map((change) => [keyOf(change.recordId, change.field.id), change]));
  let replaced: Replaced = { done: 0, refused: 0, outdated: 0 };
  let at = 0;
  for (const batch of batchesOf(changes.map(editOf))) {
    run.report({ done: at, total: changes.length });
    if (run.signal.aborted) break;
    const current = await readValues(batch, listing, run).catch((error) => {
      if (!run.signal.aborted) throw error;
    });
    if (!current) break;
    const edits = batch.filter(({ recordId, fieldId }) => {
      const key = keyOf(recordId, fieldId);
      return current.has(key) && isSameValue(current.get(key), found.get(key)?.before);
    });
    const outcome =
      edits.length === 0
        ? { saved: [], refused: 0 }
        : await orAborted(store.write({ edits, ...options }), run.signal);
    replaced = {
      done: replaced.done + (outcome?.saved.length ?? 0),
      refused: replaced.refused + (outcome?.refused ?? 0),
      outdated: replaced.outdated + batch.length - edits.length,
    };
    at += batch.length;
  }
  return replaced;
}

async function readValues(
  edits: readonly Edit[],
  listing: RecordListing,
  run: TaskRun,
): Promise<Map<string, unknown>> {
  const recordIds = [...new Set(edits.map(({ recordId }) => recordId))];
  const fields = [...new Set(edits.map(({ fieldId }) => fieldId))];
  const { records } = await persist(
    () =>
      readPage(
        { ...listing, search: "" },
        { recordIds, fields, limit: recordIds.length, total: false },
        run.signal,
      ),
    run,
  );
  return new Map(records.flatMap(({ id, data }) => fields.map((field) => [keyOf(id, field), data[field]])));
}

function editOf({ recordId, field, value, text }: CellChange): Edit {
  return { recordId, fieldId: field.id, value, draft: text };
}

function keyOf(recordId: string, fieldId: string): string {
  return `${recordId} ${fieldId}`;
}
