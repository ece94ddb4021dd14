import { useEffect } from "react";
import { useMayImport } from "@/components/rights/may-import";
import { type ImportTarget, requestImport } from "@/components/tasks/import-requests";
import { useStable } from "@/components/ui/use-stable";
import { pastedFile } from "./pasted-file";

/** Imports tables that are pasted while `isWanted`. Other texts are left to the browser. */
export function useTablePaste(
  target: ImportTarget,
  { isWanted, onPasted }: { isWanted: (focused: EventTarget | null) => boolean; onPasted?: () => void },
): void {
  const mayImport = useMayImport();
  const onPaste = useStable((event: ClipboardEvent) => {
    if (event.defaultPrevented || !mayImport(target) || !isWanted(event.target)) return;
    const file = pastedFile(event.clipboardData?.getData("text/plain") ?? "");
    if (!file) return;
    event.preventDefault();
    onPasted?.();
    requestImport({ target, file });
  });
  useEffect(() => {
    // Before an empty grid, which takes pastes wherever the focus is.
    document.addEventListener("paste", onPaste, { capture: true });
    return () => document.removeEventListener("paste", onPaste, { capture: true });
  }, [onPaste]);
}
