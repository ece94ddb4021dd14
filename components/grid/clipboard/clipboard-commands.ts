import { cellIdOf, cellOf } from "@/components/cells/cell";
import { uploadFile } from "@/components/cells/editors/upload-file";
import { readRecord } from "@/components/edits/read-record";
import { persist } from "@/components/tasks/retry";
import { loadable } from "@/components/ui/loadable";
import { reportMissing } from "@/components/ui/missing-parts";
import type { Attachment } from "@/lib/contract/attachments";
import { notifyCounting } from "../commands/notify-counting";
import { activeCell, type GridState, reachesUncounted } from "../grid-state";
import type { ClipboardTexts } from "./block";
import { normalizeLineBreaks } from "./own-text";
import { readFromClipboard } from "./write-clipboard";

/** `paste`, whose script is loaded with the first paste, or before, when the page is idle. */
export const pasting = loadable(async () => (await import("./paste")).paste);

/** Pastes from the clipboard, if the browser lets the page read it. */
export async function pasteFromClipboard(as: "table" | "text", grid: GridState): Promise<void> {
  const loading = pasting.load().catch(() => undefined);
  const texts = await readFromClipboard();
  const paste = await loading;
  const now = grid.services.state();
  if (!paste) return reportMissing(() => void pasteFromClipboard(as, grid.services.state()));
  if (texts && pasteAwaitsCount(texts, now)) notifyCounting(now);
  else if (texts) paste(as === "text" ? { ...texts, html: "" } : texts, now);
  else {
    grid.services.notify({
      title: "The browser blocked access to the clipboard",
      detail: "Press Ctrl+V or ⌘V to paste.",
      isError: true,
    });
  }
}

/** True if the paste may reach past the rows counted so far, so that the number of new rows is unknown. */
export function pasteAwaitsCount({ text }: ClipboardTexts, grid: GridState): boolean {
  return reachesUncounted(grid, normalizeLineBreaks(text).split("\n").length);
}

/** Uploads pasted files to the active cell. Returns false if it is not in a file field. */
export function pasteFiles(files: readonly File[], grid: GridState): boolean {
  const cell = activeCell(grid);
  if (files.length === 0 || cell?.column.fieldType.storage !== "files") return false;
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
  return true;
}
