import { notifyCounting } from "@/components/open-table/notify-counting";
import { reportMissing } from "@/components/ui/missing-parts";
import type { GridState } from "../grid-state";
import { pasteAwaitsCount, pasting } from "./pasting";
import { readFromClipboard } from "./write-clipboard";

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
