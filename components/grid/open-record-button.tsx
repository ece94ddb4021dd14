import { Maximize2 } from "lucide-react";
import { openRecord } from "@/components/open-table/open-record";

/**
 * A button in the row number, visible on hover and always on touch screens. Hidden from screen readers, because keys
 * and menus offer the same.
 */
export function OpenRecordButton({ recordId }: { recordId: string }) {
  return (
    <button
      type="button"
      aria-hidden
      tabIndex={-1}
      title="Open record"
      onClick={() => openRecord(recordId)}
      className="absolute start-3 top-1/2 hidden size-5 -translate-y-1/2 items-center justify-center rounded text-muted hover:bg-hover hover:text-text in-data-tall:top-1.5 in-data-tall:translate-y-0 pointer-coarse:flex [[role=row]:hover_&]:flex"
    >
      <Maximize2 aria-hidden className="size-3.5" strokeWidth={1.75} />
    </button>
  );
}
