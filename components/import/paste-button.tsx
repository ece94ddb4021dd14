"use client";

import { ClipboardPaste } from "lucide-react";
import { useMayImport } from "@/components/rights/may-import";
import { type ImportTarget, requestImport } from "@/components/tasks/import-requests";
import { notify } from "@/components/tasks/messages";
import { Button } from "@/components/ui/button";
import { pastedFile } from "./pasted-file";

interface PasteButtonProps {
  readonly target: ImportTarget;
  /** Called before the dialog opens, to close another one. */
  readonly onOpen?: () => void;
}

/** Imports the table on the clipboard, as pasting it by keys does. */
export function PasteButton({ target, onOpen }: PasteButtonProps) {
  const mayImport = useMayImport();
  if (!mayImport(target)) return null;
  async function paste(): Promise<void> {
    const text = await navigator.clipboard?.readText().catch(() => null);
    const file = pastedFile(text ?? "");
    if (file) {
      onOpen?.();
      requestImport({ target, file });
    } else if (text === undefined || text === null) {
      notify({
        title: "The browser blocked access to the clipboard",
        detail: "Press Ctrl+V or ⌘V to paste.",
        isError: true,
      });
    } else notify({ title: "There is no table on the clipboard", detail: "Copy cells or lines first." });
  }
  return (
    <Button onClick={() => void paste()}>
      <ClipboardPaste aria-hidden className="size-4" strokeWidth={1.75} />
      Paste
    </Button>
  );
}
