import { type Cell, cellIdOf, cellOf } from "@/components/cells/cell";
import { uploadFile } from "@/components/cells/editors/upload-file";
import { readRecord } from "@/components/edits/read-record";
import { persist } from "@/components/tasks/retry";
import type { Attachment } from "@/lib/contract/attachments";
import type { GridState } from "../grid-state";

/** Uploads files and adds them to a cell. */
export function uploadFiles(files: readonly File[], cell: Cell, grid: GridState): void {
  const { column, recordId } = cell;
  const { tasks, listing } = grid.services;
  const { databaseId, tableId } = listing;
  void tasks.run("Uploading", async (run) => {
    const { signal, report } = run;
    const uploaded: Attachment[] = [];
    for (const file of files) {
      report({ done: uploaded.length, total: files.length });
      uploaded.push(await uploadFile(databaseId, file, signal));
    }
    // Others may have added files meanwhile, and so may a pending edit.
    const record = await persist(() => readRecord({ databaseId, tableId, recordId }), run);
    signal.throwIfAborted();
    const now = cellOf(column, record, grid.store);
    const value = [...(now.value as readonly Attachment[]), ...uploaded];
    const opened = grid.store.open(cellIdOf(now), now.value);
    await grid.store.write({ edits: [{ ...cellIdOf(now), value, draft: JSON.stringify(value), opened }] });
  });
}
