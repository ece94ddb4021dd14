import type { QueryClient } from "@tanstack/react-query";
import { type CellId, shownValue } from "@/components/edits/edits";
import { readRecord } from "@/components/edits/read-record";
import { storeOf } from "@/components/edits/use-edits";
import { persist } from "@/components/tasks/retry";
import type { TablePlace } from "@/lib/contract/places";
import type { HeldFile } from "./files-draft";
import { uploadFile } from "./upload-file";
import { type CellUploads, uploadsBy } from "./uploads";

export type CellPlace = TablePlace & CellId;

export function uploadsOf(place: CellPlace, queryClient: QueryClient): CellUploads {
  const { databaseId, tableId, recordId, fieldId } = place;
  return uploadsBy(`${tableId} ${recordId} ${fieldId}`, {
    upload: (file, signal) => uploadFile(databaseId, file, signal),
    add: (file, signal) => addToCell(place, { file, signal, queryClient }),
  });
}

interface Adding {
  readonly file: HeldFile;
  readonly signal: AbortSignal;
  readonly queryClient: QueryClient;
}

/** Adds a file to the current files of the cell, including those added by others or by a pending edit. */
async function addToCell(place: CellPlace, { file, signal, queryClient }: Adding): Promise<void> {
  const { recordId, fieldId } = place;
  const record = await persist(() => readRecord(place), { signal, report: () => {} });
  signal.throwIfAborted();
  const store = storeOf(place, queryClient);
  const held = shownValue(store.get().records.get(recordId), fieldId, record.data[fieldId]);
  const value = [...((held ?? []) as readonly HeldFile[]), file];
  const opened = store.open({ recordId, fieldId }, held);
  // The store reports a refusal.
  await store.write({ edits: [{ recordId, fieldId, value, draft: JSON.stringify(value), opened }] });
}
